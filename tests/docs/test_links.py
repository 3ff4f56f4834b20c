"""Relative links of the README and of docs/ lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.console import ROOT, pages

LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)(?:#[^)\s]*)?\)")


@pytest.mark.parametrize("page", [*pages(), ROOT / "CHANGELOG.md"], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]
    assert not missing
