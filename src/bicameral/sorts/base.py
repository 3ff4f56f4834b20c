"""What every value type must say of itself."""

from __future__ import annotations

from decimal import Decimal
from typing import Protocol

from bicameral.sorts.term_sort import TermSort

Json = bool | int | Decimal | str | None


class ValueSort(Protocol):
    """A type of values: its literals, its place in the program and in SMT-LIB.

    A *program value* is what stands in the clingo text: an int (scaled for decimals, a day number for dates) or a
    str (a member of an enumerated sort).
    """

    @property
    def name(self) -> str:
        """As written in an annotation: `int`, `decimal(4)`, `date`, or the sort's name."""

    @property
    def term_sort(self) -> TermSort:
        """INT, or the datatype of an enumerated sort."""

    @property
    def scale(self) -> int:
        """How many program units one own unit is: 10**n for `decimal(n)`, else 1."""

    @property
    def low(self) -> int | None:
        """The least program value that has a literal, None without one (only dates have)."""

    @property
    def high(self) -> int | None:
        """The greatest program value that has a literal, None without one."""

    def read(self, value: object) -> int | str:
        """The program value of a decoded JSON or YAML scalar (numbers as int or Decimal, never float).

        Raises ValueError with what would be right.
        """

    def read_text(self, text: str) -> int | str:
        """The program value of a literal as written in an annotation or a claim. Raises ValueError likewise."""

    def show(self, value: int | str) -> Json:
        """A program value in own units, ready for JSON: int, Decimal with n digits, ISO date or member."""

    def show_text(self, value: int | str) -> str:
        """A program value as a person reads it: `2,500`, `0.4300`, `2026-01-01`, `medical`."""
