"""The sorts of terms, as SMT-LIB has them."""

from __future__ import annotations

from bicameral.source.record import record


@record
class TermSort:
    """A sort of terms. `members` is empty except for an enumerated sort (an SMT-LIB datatype)."""

    name: str
    members: tuple[str, ...] = ()


BOOL = TermSort("Bool")
INT = TermSort("Int")
REAL = TermSort("Real")  # met only in SMT-LIB files that declare one; lowering never makes it
