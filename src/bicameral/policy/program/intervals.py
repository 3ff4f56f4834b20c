"""Intervals of integers, and what clingo's operators make of them, conservatively."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from bicameral.policy.bounds import INT_HIGH, INT_LOW
from bicameral.policy.program.constants import truncated_division
from bicameral.syntax.tree import BinaryOperator


class Interval(NamedTuple):
    """All integers from `low` to `high`; none when low > high."""

    low: int
    high: int

    def meet(self, other: Interval) -> Interval:
        return Interval(max(self.low, other.low), min(self.high, other.high))

    def join(self, other: Interval) -> Interval:
        if self.low > self.high or other.low > other.high:
            return other if self.low > self.high else self
        return Interval(min(self.low, other.low), max(self.high, other.high))

    @property
    def fits(self) -> bool:
        """Whether clingo can hold every value."""
        return self.low >= INT_LOW and self.high <= INT_HIGH

    @property
    def empty(self) -> bool:
        return self.low > self.high


ANY = Interval(-INT_HIGH, INT_HIGH)  # a value without bounds is still one that clingo holds
NOTHING = Interval(1, 0)


def negated(value: Interval) -> Interval:
    """The interval of `-X`."""
    return Interval(-value.high, -value.low)


def absolute(value: Interval) -> Interval:
    """The interval of `|X|`."""
    if value.low >= 0:
        return value
    return Interval(0 if value.high >= 0 else -value.high, max(-value.low, value.high))


def combine(operator: BinaryOperator, left: Interval, right: Interval) -> Interval:
    """The interval of a binary operation, exact or wider, not cut to 32 bits."""
    if left.empty or right.empty:
        return NOTHING
    match operator:
        case BinaryOperator.PLUS:
            return Interval(left.low + right.low, left.high + right.high)
        case BinaryOperator.MINUS:
            return Interval(left.low - right.high, left.high - right.low)
        case BinaryOperator.MULTIPLICATION:
            return _hull([a * b for a, b in product(left, right)])
        case BinaryOperator.DIVISION:
            return _quotient(left, right)
        case BinaryOperator.MODULO:
            return _remainder(left, right)
        case BinaryOperator.POWER:
            return _power(left, right)
        case BinaryOperator.AND | BinaryOperator.OR | BinaryOperator.XOR:
            return ANY  # bits of two 32-bit numbers are one


def _hull(values: list[int]) -> Interval:
    return Interval(min(values), max(values))


def _quotient(left: Interval, right: Interval) -> Interval:
    ends = {end for end in (right.low, right.high) if end != 0}
    ends |= {one for one in (-1, 1) if right.low <= one <= right.high}
    if not ends:
        return NOTHING
    return _hull([truncated_division(a, b) for a, b in product(left, ends)])


def _remainder(left: Interval, right: Interval) -> Interval:
    most = max(abs(right.low), abs(right.high)) - 1
    if most < 0:
        return NOTHING
    low = 0 if left.low >= 0 else -min(most, -left.low)
    high = 0 if left.high <= 0 else min(most, left.high)
    return Interval(low, high)


def _power(left: Interval, right: Interval) -> Interval:
    base = max(abs(left.low), abs(left.high))
    exponent = right.high
    if exponent < 0 or base <= 1:
        return Interval(-1, 1)
    size = base**exponent if exponent <= 64 else 2**64
    return Interval(0 if left.low >= 0 else -size, size)
