"""What a check takes besides facts and claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Literal, TypedDict

from bicameral.source import Diagnostic, InputError

BUDGET_MS = 5000

BackendChoice = Literal["both", "asp", "smt"]


class Options(TypedDict, total=False):
    """What `Policy.check` takes besides facts and claims.

    `budget` is in milliseconds. `backend` is who is asked; with `require="both"`, what one backend alone decided is
    UNKNOWN. `all_reasons` adds every minimal reason. `reproducer` is the folder for the record of a disagreement.
    `unknown`, `meta`, `as_of` and `entities` are parts of a case, as its file would have them.
    """

    budget: int
    backend: BackendChoice
    require: Literal["both"] | None
    all_reasons: bool
    reproducer: Path | None
    unknown: tuple[str, ...]
    meta: Mapping[str, object] | None
    as_of: date | None
    entities: Mapping[str, Sequence[str]] | None


def check_options(options: Options) -> None:
    """Raises InputError for an option that is none, or has a value that is none."""
    unknown = [name for name in options if name not in Options.__annotations__]
    if unknown:
        known = ", ".join(Options.__annotations__)
        raise InputError(Diagnostic("bad-option", f"there is no option `{unknown[0]}`", hint=f"options: {known}"))
    backend, require, budget = options.get("backend", "both"), options.get("require"), options.get("budget", BUDGET_MS)
    if backend not in ("both", "asp", "smt"):
        raise InputError(Diagnostic("bad-option", f"there is no backend `{backend}`", hint="both, asp or smt"))
    if require not in (None, "both"):
        raise InputError(Diagnostic("bad-option", f"`{require}` cannot be required", hint="both, or nothing"))
    if not isinstance(budget, int) or isinstance(budget, bool) or budget < 1:
        raise InputError(Diagnostic("bad-option", "a budget is a whole number of milliseconds, at least 1"))
