"""`date`: days of the Gregorian calendar; in the program day numbers, 1970-01-01 being 0."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache

from bicameral.sorts.near import clipped
from bicameral.sorts.numbers import kind_of
from bicameral.sorts.term_sort import INT, TermSort
from bicameral.source.record import record

EPOCH = dt.date(1970, 1, 1).toordinal()
FIRST = dt.date.min.toordinal() - EPOCH
LAST = dt.date.max.toordinal() - EPOCH

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@record
class DateSort:
    """Dates from 0001-01-01 to 9999-12-31, the ones ISO 8601 writes with four digits for the year."""

    name: str = "date"
    scale: int = 1

    @property
    def term_sort(self) -> TermSort:
        return INT

    @property
    def low(self) -> int:
        return FIRST

    @property
    def high(self) -> int:
        return LAST

    def read(self, value: object) -> int:
        if isinstance(value, str):
            return self.read_text(value)
        if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
            return value.toordinal() - EPOCH
        raise ValueError(f"expected a date such as 2026-01-31, found {kind_of(value)}")

    def read_text(self, text: str) -> int:
        if not _ISO.fullmatch(text):
            raise ValueError(f"expected a date such as 2026-01-31, found `{clipped(text)}`")
        return _day_number(text)

    def show(self, value: int | str) -> str:
        year, month, day = civil(int(value))
        return f"{year:04d}-{month:02d}-{day:02d}" if 0 <= year <= 9999 else f"{year:+05d}-{month:02d}-{day:02d}"

    def show_text(self, value: int | str) -> str:
        return self.show(value)


@cache
def _month_lengths(leap: bool) -> tuple[int, ...]:
    return (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _day_number(text: str) -> int:
    try:
        return dt.date.fromisoformat(text).toordinal() - EPOCH
    except ValueError as fault:
        raise ValueError(f"`{text}` is not a day of the calendar") from fault


def is_leap(year: int) -> bool:
    """Whether a year of the proleptic Gregorian calendar holds 29 February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year: int, month: int) -> int:
    """How many days a month has."""
    return _month_lengths(is_leap(year))[month - 1]


def civil(day: int) -> tuple[int, int, int]:
    """Year, month and day of a day number, for any integer (Hinnant's days-to-civil; years run from 1 March)."""
    era, of_era = divmod(day + 719468, 146097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year_of_era + era * 400 + (month <= 2), month, of_year - (153 * shifted + 2) // 5 + 1


def day_number(year: int, month: int, day: int) -> int:
    """The day number of a date, for any year (the inverse of `civil`)."""
    era, year_of_era = divmod(year - (month <= 2), 400)
    of_year = (153 * (month - 3 if month > 2 else month + 9) + 2) // 5 + day - 1
    return era * 146097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + of_year - 719468
