"""Policies that are right, and policies that are wrong: with the findings that each must have."""

from __future__ import annotations

from pathlib import Path

import pytest

from bicameral.policy import load
from bicameral.source import PolicyError
from tests.policy.golden import check_findings, expected

HERE = Path(__file__).parent
GOOD = sorted((HERE / "good").glob("*.lp"))
BAD = sorted((HERE / "bad").glob("*.lp"))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good(path: Path) -> None:
    check_findings(path, load(path).warnings)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad(path: Path) -> None:
    with pytest.raises(PolicyError) as caught:
        load(path)
    check_findings(path, caught.value.diagnostics)
    for diagnostic in caught.value.diagnostics:
        assert diagnostic.line_text is not None
        assert diagnostic.message


@pytest.mark.parametrize("path", [*GOOD, *BAD], ids=lambda path: path.stem)
def test_every_bad_file_says_what_is_wrong(path: Path) -> None:
    assert bool([e for e in expected(path) if e[0] == "error"]) == (path.parent.name == "bad")
