"""`int`: whole numbers, themselves in the program."""

from __future__ import annotations

from bicameral.sorts.numbers import read_number, scaled
from bicameral.sorts.term_sort import INT, TermSort
from bicameral.source.record import record


@record
class IntegerSort:
    """Whole numbers of any size."""

    name: str = "int"
    scale: int = 1

    @property
    def term_sort(self) -> TermSort:
        return INT

    @property
    def low(self) -> int | None:
        return None

    @property
    def high(self) -> int | None:
        return None

    def read(self, value: object) -> int:
        return value if type(value) is int and -(2**63) <= value < 2**63 else scaled(value, 0)

    def read_text(self, text: str) -> int:
        return scaled(read_number(text), 0)

    def show(self, value: int | str) -> int:
        return int(value)

    def show_text(self, value: int | str) -> str:
        return f"{int(value):,}"
