"""Vocabulary, cases and claims: what the tree means to the people who own it.

House rule: a policy exists only checked and resolved. Trusts syntax and sorts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bicameral.policy.model import CheckedPolicy

__all__ = ["check_text", "load"]


def load(path: Path) -> CheckedPolicy:
    """The policy in a folder, or in an `.lp` file. Raises PolicyError with every error found."""
    from bicameral.policy import loading

    return loading.load(path)


def check_text(
    text: str, name: str = "policy.lp", source: str | None = None, files: Mapping[str, str] | None = None
) -> CheckedPolicy:
    """The policy of a text; `source` stands in for `source.md`, `files` for whatever else it names.

    Raises PolicyError with every error found.
    """
    from bicameral.policy import checking

    return checking.check_text(text, name, source, files)
