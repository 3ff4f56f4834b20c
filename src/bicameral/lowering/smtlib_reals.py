"""Reals of SMT-LIB as integer terms over a denominator.

A Real constant declared as `decimal(n)` stands for an integer of 10^-n, so every Real expression is an integer term
divided by a constant, and a comparison of two is one of integers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import gcd, lcm

from bicameral.formula import factory
from bicameral.formula.term import Op, Term
from bicameral.sorts.term_sort import INT
from bicameral.source.record import record


class MistypedError(Exception):
    """An operator on arguments that it does not take; the text says what it takes, or nothing."""


class NotConstantError(MistypedError):
    """A divisor that is not known where the expression is read; as an argument of a function it may be, later."""


@record
class Real:
    """The number `numerator / denominator`; the denominator is positive."""

    numerator: Term
    denominator: int


Typed = Term | Real


def grid(symbol: Term, scale: int) -> Real:
    """The Real that an integer of 1/scale stands for."""
    return Real(symbol, scale)


def fraction(value: Fraction) -> Real:
    return Real(factory.integer(value.numerator), value.denominator)


def as_real(value: Typed) -> Real:
    """A number as a Real. Raises MistypedError for anything else."""
    if isinstance(value, Real):
        return value
    if value.sort != INT:
        raise MistypedError("a number is needed")
    return Real(value, 1)


def _constant(value: Real) -> int | None:
    payload = value.numerator.payload
    return payload if value.numerator.is_const and isinstance(payload, int) else None


def _shared(left: Real, right: Real) -> tuple[Term, Term, int]:
    """Both numerators over one denominator."""
    common = lcm(left.denominator, right.denominator)
    return (
        factory.mul(factory.integer(common // left.denominator), left.numerator),
        factory.mul(factory.integer(common // right.denominator), right.numerator),
        common,
    )


def plus(left: Real, right: Real) -> Real:
    one, other, common = _shared(left, right)
    return _reduced(factory.add(one, other), common)


def times(left: Real, right: Real) -> Real:
    return _reduced(factory.mul(left.numerator, right.numerator), left.denominator * right.denominator)


def quotient(left: Real, right: Real) -> Real:
    """Raises MistypedError for a divisor that is 0 or not known."""
    divisor = _constant(right)
    if divisor is None:
        raise NotConstantError("a Real is divided by a constant only")
    if divisor == 0:
        raise MistypedError("a Real is not divided by 0")
    sign = 1 if divisor > 0 else -1
    return _reduced(
        factory.mul(factory.integer(sign * right.denominator), left.numerator), left.denominator * abs(divisor)
    )


def choice(condition: Term, then: Real, other: Real) -> Real:
    one, two, common = _shared(then, other)
    return Real(factory.ite(condition, one, two), common)


def compared(left: Real, right: Real, relation: Callable[[Term, Term], Term]) -> Term:
    """A comparison of two Reals as one of integers."""
    one, other, _ = _shared(left, right)
    return relation(one, other)


def _reduced(numerator: Term, denominator: int) -> Real:
    """In lowest terms, as far as the factors of a sum show them."""
    parts = numerator.args if numerator.op is Op.ADD else (numerator,)
    shared = gcd(denominator, *(_factor(part) for part in parts))
    if shared == 1:
        return Real(numerator, denominator)
    divided = [_divided(part, shared) for part in parts]
    return Real(factory.add(*divided), denominator // shared)


def _factor(part: Term) -> int:
    head = part.args[0] if part.op is Op.MUL else part
    return head.payload if head.is_const and isinstance(head.payload, int) else 1


def _divided(part: Term, divisor: int) -> Term:
    if part.is_const:
        return factory.integer(_factor(part) // divisor)
    return factory.mul(factory.integer(_factor(part) // divisor), *part.args[1:])
