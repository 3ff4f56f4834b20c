"""Dates as a person writes them, which clingo reads as subtractions."""

from __future__ import annotations

from bicameral.syntax.tree import BinaryOperation, BinaryOperator, Number

FIRST_YEAR = 1000


def date_written(node: object) -> tuple[int, int, int] | None:
    """Year, month and day of `2026-04-06`; None for a term that no person meant as a date."""
    match node:
        case BinaryOperation(
            BinaryOperator.MINUS, BinaryOperation(BinaryOperator.MINUS, Number(year), Number(month)), Number(day)
        ) if year >= FIRST_YEAR and 1 <= month <= 12 and 1 <= day <= 31:
            return year, month, day
        case _:
            return None
