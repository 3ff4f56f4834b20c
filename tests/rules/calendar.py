"""The calendar of `derive`, by its definition and nothing cleverer."""

from __future__ import annotations

import calendar as library
from datetime import date

EPOCH = date(1970, 1, 1).toordinal()


def day_number(day: date) -> int:
    return day.toordinal() - EPOCH


def add_months(day: date, months: int) -> date:
    """The same day of the month `months` later, or that month's last."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, library.monthrange(year, month + 1)[1]))


def months_between(start: date, end: date) -> int:
    """The greatest n with `add_months(start, n) <= end`, negated when the two are swapped."""
    if end < start:
        return -months_between(end, start)
    months = 0
    while add_months(start, months + 1) <= end:
        months += 1
    return months
