"""Several checks, each made whatever the others find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from bicameral.source import Diagnostic, InputError

T = TypeVar("T")


def gathered(checks: Iterable[Callable[[], T]]) -> list[T]:
    """What each check gives. Raises InputError with what is wrong with any of them, each finding once."""
    given: list[T] = []
    found: dict[Diagnostic, None] = {}
    for check in checks:
        try:
            given.append(check())
        except InputError as fault:
            found.update(dict.fromkeys(fault.diagnostics))
    if found:
        raise InputError(*found)
    return given
