"""Bounds of program values, and those of clingo's own integers."""

from __future__ import annotations

from bicameral.sorts import ValueSort

INT_LOW, INT_HIGH = -(2**31), 2**31 - 1  # what clingo computes with


def in_range(value: int, low: int | None, high: int | None) -> bool:
    """Whether a program value is within bounds."""
    return (low is None or value >= low) and (high is None or value <= high)


def show_range(low: int | None, high: int | None, sort: ValueSort) -> str:
    """A range in own units: `0.00..100.00`, `0..`."""
    return f"{'' if low is None else sort.show(low)}..{'' if high is None else sort.show(high)}"
