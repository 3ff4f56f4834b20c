"""Exact numbers: reading them, scaling them, printing them. No floating point.

A number is an int or a finite `decimal.Decimal`. Sizes are checked before anything is expanded, so that
`1e999999999` costs nothing.
"""

from __future__ import annotations

import re
from decimal import Decimal

from bicameral.sorts.near import clipped

MAX_DIGITS = 1000  # of a stated number; far beyond what any backend computes with
MAX_BITS = 3322  # 10**1000

_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")


def read_number(text: str) -> int | Decimal:
    """A literal with a digit on both sides of the point. Raises ValueError for anything else."""
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number of more than {MAX_DIGITS} characters")
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"expected a number, found `{clipped(text)}`")
    return Decimal(text) if "." in text else int(text)


def scaled(value: object, digits: int) -> int:
    """`value * 10**digits` for an int or Decimal, exactly.

    Raises ValueError when it is not a finite number, has more than `digits` digits after the point, or is too long.
    """
    if type(value) is int:
        if value.bit_length() > MAX_BITS:
            raise ValueError(f"a number of more than {MAX_DIGITS} digits")
        return value * int(10**digits)
    if isinstance(value, Decimal):
        return _scaled_decimal(value, digits)
    if isinstance(value, int) and not isinstance(value, bool):
        return scaled(int(value), digits)
    raise ValueError(_not_exact(value))


def _not_exact(value: object) -> str:
    if isinstance(value, float):
        return "a float is not exact: give an int or a decimal.Decimal"
    return f"expected a number, found {kind_of(value)}"


def _scaled_decimal(value: Decimal, digits: int) -> int:
    if not value.is_finite():
        raise ValueError(f"`{value}` is not a number")
    if not value:
        return 0
    if abs(value.adjusted()) > MAX_DIGITS:
        raise ValueError(f"a number of more than {MAX_DIGITS} digits")
    sign, figures, exponent = value.as_tuple()
    if len(figures) > 2 * MAX_DIGITS:
        raise ValueError(f"a number of more than {MAX_DIGITS} digits")
    assert isinstance(exponent, int)
    mantissa = int("".join(map(str, figures)))
    shift = exponent + digits
    if shift >= 0:
        result = mantissa * int(10**shift)
    else:
        result, rest = divmod(mantissa, int(10**-shift))
        if rest:
            raise ValueError(_too_fine(value, digits))
    return -result if sign else result


def _too_fine(value: Decimal, digits: int) -> str:
    if digits == 0:
        return f"expected a whole number, found {clipped(value)}"
    return f"expected at most {digits} digit{'s' if digits > 1 else ''} after the point, found {clipped(value)}"


def unscaled(value: int, digits: int) -> Decimal:
    """`value / 10**digits` as a Decimal that prints `digits` digits after the point."""
    return Decimal((int(value < 0), tuple(map(int, str(abs(value)))), -digits))


def kind_of(value: object) -> str:
    """What a decoded value is, for messages."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Decimal):
        return f"the number {clipped(value)}"
    if isinstance(value, str):
        return f'the text "{clipped(value)}"'
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return f"a {type(value).__name__}"
