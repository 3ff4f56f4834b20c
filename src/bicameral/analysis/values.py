"""Sets of ground terms, known by how many they are at most and by bounds of the integers among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from bicameral.analysis.intervals import reach
from bicameral.formula.bounds import Bounds
from bicameral.source.record import record
from bicameral.syntax import tree

_NEVER = 10**12  # more than this is as good as without bound


@record
class Values:
    """A set of terms: how many at most, and bounds of the integers among them (None: there are none)."""

    count: int | None
    integers: Bounds | None

    def __or__(self, other: Values) -> Values:
        count = None if self.count is None or other.count is None else self.count + other.count
        if self.integers is None or other.integers is None:
            return Values(count, self.integers or other.integers)
        (low1, high1), (low2, high2) = self.integers, other.integers
        low = None if low1 is None or low2 is None else min(low1, low2)
        high = None if high1 is None or high2 is None else max(high1, high2)
        return Values(count, (low, high))


NOTHING = Values(0, None)
ANYTHING = Values(None, (None, None))


def cut(integers: Bounds | None, operator: tree.ComparisonOperator, limit: Bounds | None) -> Bounds | None:
    """The integers that satisfy a comparison with a constant; nothing is cut where that is no integer."""
    if integers is None or limit is None or limit[0] is None or limit[0] != limit[1]:
        return integers
    low, high = integers
    bound = limit[0]
    match operator:
        case tree.ComparisonOperator.LESS | tree.ComparisonOperator.LESS_EQUAL:
            bound -= operator is tree.ComparisonOperator.LESS
            high = bound if high is None else min(high, bound)
        case tree.ComparisonOperator.GREATER | tree.ComparisonOperator.GREATER_EQUAL:
            bound += operator is tree.ComparisonOperator.GREATER
            low = bound if low is None else max(low, bound)
        case tree.ComparisonOperator.EQUAL:
            low = bound if low is None else max(low, bound)
            high = bound if high is None else min(high, bound)
        case _:
            pass
    return None if low is not None and high is not None and low > high else (low, high)


def widened(before: Values, after: Values) -> Values:
    """A bound that still moves is given up."""
    if before.integers is None or after.integers is None:
        return after
    (low1, high1), (low2, high2) = before.integers, after.integers
    return Values(after.count, (low1 if low1 == low2 else None, high1 if high1 == high2 else None))


def weight(values: Values) -> int | None:
    """How large a summand can be; what is no integer counts as 0."""
    return 0 if values.integers is None else reach(values.integers)


def within(values: Values) -> Values:
    """Integers only: no more of them than their bounds hold."""
    if values.integers is None:
        return NOTHING
    low, high = values.integers
    if low is None or high is None:
        return values
    width = high - low + 1
    return Values(width if values.count is None else min(width, values.count), values.integers)


def capped(values: Values, atoms: int | None) -> Values:
    """An argument has no more values than its predicate has atoms."""
    if atoms is None:
        return values
    return Values(atoms if values.count is None else min(atoms, values.count), values.integers)


def union(parts: Iterable[Values]) -> Values:
    total = NOTHING
    for part in parts:
        total |= part
    return total


def narrowest(found: Sequence[Values]) -> Values:
    return min(found, key=lambda values: (values.count is None, values.count or 0, values.integers == (None, None)))


def plus(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else left + right


def times(*factors: int | None) -> int | None:
    """A product; 0 is 0 even where another factor is without bound."""
    if 0 in factors:
        return 0
    known = [factor for factor in factors if factor is not None]
    if len(known) < len(factors):
        return None
    total = prod(known)
    return total if total <= _NEVER else None
