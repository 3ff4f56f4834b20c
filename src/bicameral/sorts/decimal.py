"""`decimal(n)`: numbers with n digits after the point; in the program integers of 10**-n."""

from __future__ import annotations

from decimal import Decimal

from bicameral.sorts.numbers import read_number, scaled, unscaled
from bicameral.sorts.term_sort import INT, TermSort
from bicameral.source.record import record

MOST_DIGITS = 9  # beyond that clingo's 32 bits do not hold even 1


@record
class DecimalSort:
    """Fixed-point numbers; 0.43 with four digits is 4300 in the program."""

    digits: int

    @property
    def name(self) -> str:
        return f"decimal({self.digits})"

    @property
    def scale(self) -> int:
        return int(10**self.digits)

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
        return scaled(value, self.digits)

    def read_text(self, text: str) -> int:
        return scaled(read_number(text), self.digits)

    def show(self, value: int | str) -> Decimal:
        return unscaled(int(value), self.digits)

    def show_text(self, value: int | str) -> str:
        whole, rest = divmod(abs(int(value)), self.scale)
        sign = "-" if int(value) < 0 else ""
        return f"{sign}{whole:,}.{rest:0{self.digits}d}" if self.digits else f"{sign}{whole:,}"
