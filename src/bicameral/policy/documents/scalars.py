"""Plain scalars of YAML 1.2, core schema: null, booleans, integers, numbers; all else is text, `no` included."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from bicameral.policy.documents.decoded import MOST_DIGITS
from bicameral.sorts import clipped

_NULL = {"", "~", "null", "Null", "NULL"}
_TRUE = {"true", "True", "TRUE"}
_FALSE = {"false", "False", "FALSE"}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


def plain_scalar(text: str) -> bool | int | Decimal | str | None:
    """The value of a plain scalar. Raises ValueError for infinities, NaN, and numbers beyond sense."""
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if not text[0].isascii() or not (text[0].isdigit() or text[0] in "+-."):
        return text
    if _NOT_FINITE.fullmatch(text):
        raise ValueError(f"`{text}` is no number that a fact can have")
    return _number(text)


def _number(text: str) -> int | Decimal | str:
    if len(text) > MOST_DIGITS:
        if _NUMBER.fullmatch(text):
            raise ValueError(f"a number of {len(text):,} characters: at most {MOST_DIGITS} digits")
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _OCTAL.fullmatch(text):
        return int(text, 0)
    if _HEXADECIMAL.fullmatch(text):
        return int(text, 0)
    return _decimal(text) if _NUMBER.fullmatch(text) else text


def _decimal(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("Infinity")
    if not number.is_finite() or abs(number.adjusted()) > MOST_DIGITS:
        raise ValueError(f"the number {clipped(text)} is out of bounds")
    return number
