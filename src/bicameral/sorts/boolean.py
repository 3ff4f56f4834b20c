"""Truth values: what a predicate without a type has."""

from __future__ import annotations

from bicameral.sorts.numbers import kind_of


def read_boolean(value: object) -> bool:
    """True or False. Raises ValueError for anything else, `"true"` and 1 included."""
    if isinstance(value, bool):
        return value
    raise ValueError(f"expected true or false, found {kind_of(value)}")
