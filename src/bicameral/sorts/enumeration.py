"""Enumerated sorts: finitely many named values; constants in the program, a datatype in SMT-LIB."""

from __future__ import annotations

from bicameral.sorts.near import clipped, did_you_mean
from bicameral.sorts.numbers import kind_of
from bicameral.sorts.term_sort import TermSort
from bicameral.source.record import record


@record
class EnumerationSort:
    """The sort of `members`, in order of declaration."""

    name: str
    members: tuple[str, ...]

    @property
    def term_sort(self) -> TermSort:
        return TermSort(self.name, self.members)

    @property
    def scale(self) -> int:
        return 1

    @property
    def low(self) -> int | None:
        return None

    @property
    def high(self) -> int | None:
        return None

    def read(self, value: object) -> str:
        if isinstance(value, str):
            return self.read_text(value)
        raise ValueError(f"expected one of {self._listed()}, found {kind_of(value)}")

    def read_text(self, text: str) -> str:
        if text not in self.members:
            raise ValueError(f"`{clipped(text)}` is no {self.name}: {did_you_mean(text, self.members)}")
        return text

    def show(self, value: int | str) -> str:
        return str(value)

    def show_text(self, value: int | str) -> str:
        return str(value)

    def _listed(self) -> str:
        shown = ", ".join(f'"{member}"' for member in self.members[:8])
        return f"{shown}, ..." if len(self.members) > 8 else shown
