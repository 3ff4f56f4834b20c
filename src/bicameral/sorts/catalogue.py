"""The value types there are. A new one is its file and its line here."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bicameral.sorts.base import ValueSort
from bicameral.sorts.date import DateSort
from bicameral.sorts.decimal import MOST_DIGITS, DecimalSort
from bicameral.sorts.enumeration import EnumerationSort
from bicameral.sorts.integer import IntegerSort
from bicameral.sorts.near import did_you_mean

INTEGER = IntegerSort()
DATE = DateSort()

PLAIN: Mapping[str, ValueSort] = {"int": INTEGER, "date": DATE}
TYPE_WORDS = ("int", "decimal(n)", "date")
RESERVED = ("int", "decimal", "date", "bool")

_DECIMAL = re.compile(r"decimal\s*\(\s*([0-9]{1,4})\s*\)")


def decimal(digits: int) -> DecimalSort:
    """The decimals with `digits` digits after the point. Raises ValueError when 32 bits could not hold 1."""
    if not 0 <= digits <= MOST_DIGITS:
        raise ValueError(f"decimal({digits}): a decimal has 0 to {MOST_DIGITS} digits after the point")
    return DecimalSort(digits)


def enumeration(name: str, members: tuple[str, ...]) -> EnumerationSort:
    """The enumerated sort of these members."""
    return EnumerationSort(name, members)


def read_type(text: str, enumerated: Mapping[str, EnumerationSort]) -> ValueSort:
    """The type written as `text`, among the enumerated sorts declared. Raises ValueError with what would be right."""
    if text in PLAIN:
        return PLAIN[text]
    if text in enumerated:
        return enumerated[text]
    match = _DECIMAL.fullmatch(text)
    if match:
        return decimal(int(match[1]))
    if text == "decimal":
        raise ValueError("`decimal` needs its digits after the point, such as decimal(2)")
    if text in ("bool", "boolean"):
        raise ValueError("a Boolean is written without a type")
    raise ValueError(f"`{text}` is no type: {did_you_mean(text, [*TYPE_WORDS, *enumerated])}")
