"""Values in the dress of another type, as people write them: a number in quotes, `yes`, `2,500`, `31/01/2026`."""

from __future__ import annotations

import datetime as dt
import re
from contextlib import suppress
from decimal import Decimal

from bicameral.policy.claims.slips import comma_in_number, with_unit
from bicameral.policy.model import Declaration
from bicameral.sorts import DATE, clipped
from bicameral.sorts.numbers import read_number

_WORDS = dict.fromkeys(("true", "yes", "y", "on", "1"), "true") | dict.fromkeys(
    ("false", "no", "n", "off", "0"), "false"
)
_DATE = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})|([0-9]{4})([0-9]{2})([0-9]{2})")
_DAY_FIRST = re.compile(r"[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}")


def meant(declaration: Declaration, value: object) -> str | None:
    """What was most likely meant by a value that is none of an input's; None where nothing suggests itself."""
    sort = declaration.sort
    text = clipped(value).strip() if isinstance(value, str | int | Decimal) else ""
    if sort is None:
        word = _WORDS.get(text.lower())
        return f"write {word}" if word is not None else None
    if sort == DATE:
        return _date(text)
    if sort.term_sort.members or not isinstance(value, str):
        return None
    with suppress(ValueError):
        read_number(text)
        return f"write the number without quotation marks: {text}"
    comma = comma_in_number(text)
    if comma is not None:
        return f"a number has no commas: {comma[1]}"
    number = with_unit(text)
    return f"write the number alone: {number}" if number is not None else None


def _date(text: str) -> str | None:
    match = _DATE.fullmatch(text)
    if match is None:
        return "a date is year, month and day, such as 2026-01-31" if _DAY_FIRST.fullmatch(text) else None
    year, month, day = (int(part) for part in match.groups() if part is not None)
    with suppress(ValueError):
        return f"write {dt.date(year, month, day).isoformat()}"
    return None
