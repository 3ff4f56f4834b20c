"""Rules for comparisons of sums of values: exact whatever the scales, in integers that clingo can read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from bicameral.policy.bounds import INT_HIGH
from bicameral.syntax import tree
from bicameral.syntax.tree import BinaryOperator, ComparisonOperator, Sign, UnaryOperator

FLIPPED = {
    ComparisonOperator.LESS: ComparisonOperator.GREATER,
    ComparisonOperator.LESS_EQUAL: ComparisonOperator.GREATER_EQUAL,
    ComparisonOperator.GREATER: ComparisonOperator.LESS,
    ComparisonOperator.GREATER_EQUAL: ComparisonOperator.LESS_EQUAL,
    ComparisonOperator.EQUAL: ComparisonOperator.EQUAL,
    ComparisonOperator.NOT_EQUAL: ComparisonOperator.NOT_EQUAL,
}


class OutOfBitsError(Exception):
    """A coefficient or threshold that clingo cannot read."""


@dataclass(frozen=True, slots=True)
class Summand:
    """`coefficient` times the program value that `variable` stands for."""

    coefficient: Fraction
    variable: tree.Variable


def compare(summands: Sequence[Summand], operator: ComparisonOperator, constant: Fraction) -> tree.Comparison | bool:
    """`sum of summands operator constant` on integer values; True or False where it does not hang on them.

    Raises OutOfBitsError when a coefficient or the threshold leaves 32 bits.
    """
    kept = [summand for summand in summands if summand.coefficient != 0]
    if not kept:
        return _holds(Fraction(0), operator, constant)
    whole = lcm(*(summand.coefficient.denominator for summand in kept))
    factors = [int(summand.coefficient * whole) for summand in kept]
    shared = gcd(*factors)
    if factors[0] < 0:
        shared, operator = -shared, FLIPPED[operator]
    factors = [factor // shared for factor in factors]
    threshold = constant * whole / shared
    folded = _fold(operator, threshold)
    if isinstance(folded, bool):
        return folded
    operator, bound = folded
    positive = [(f, s.variable) for f, s in zip(factors, kept, strict=True) if f > 0]
    negative = [(-f, s.variable) for f, s in zip(factors, kept, strict=True) if f < 0]
    left = _sum(positive, 0)
    right = _sum(negative, bound)
    return tree.Comparison(left, (tree.Guard(operator, right),))


def _holds(value: Fraction, operator: ComparisonOperator, constant: Fraction) -> bool:
    match operator:
        case ComparisonOperator.LESS:
            return value < constant
        case ComparisonOperator.LESS_EQUAL:
            return value <= constant
        case ComparisonOperator.GREATER:
            return value > constant
        case ComparisonOperator.GREATER_EQUAL:
            return value >= constant
        case ComparisonOperator.EQUAL:
            return value == constant
        case ComparisonOperator.NOT_EQUAL:
            return value != constant


def _fold(operator: ComparisonOperator, threshold: Fraction) -> tuple[ComparisonOperator, int] | bool:
    """A threshold between integers, moved to the one that decides alike."""
    if threshold.denominator == 1:
        return operator, int(threshold)
    below = threshold.numerator // threshold.denominator
    match operator:
        case ComparisonOperator.LESS | ComparisonOperator.LESS_EQUAL:
            return ComparisonOperator.LESS_EQUAL, below
        case ComparisonOperator.GREATER | ComparisonOperator.GREATER_EQUAL:
            return ComparisonOperator.GREATER_EQUAL, below + 1
        case _:
            return operator is ComparisonOperator.NOT_EQUAL


def _sum(terms: Sequence[tuple[int, tree.Variable]], constant: int) -> tree.Term:
    total: tree.Term | None = None
    for factor, variable in terms:
        term: tree.Term = variable
        if factor != 1:
            term = tree.BinaryOperation(BinaryOperator.MULTIPLICATION, number(factor), variable)
        total = term if total is None else tree.BinaryOperation(BinaryOperator.PLUS, total, term)
    if total is None:
        return number(constant)
    if constant == 0:
        return total
    operator = BinaryOperator.PLUS if constant > 0 else BinaryOperator.MINUS
    return tree.BinaryOperation(operator, total, number(abs(constant)))


def number(value: int) -> tree.Term:
    """An integer as a term. Raises OutOfBitsError when clingo could not read it."""
    if abs(value) > INT_HIGH:
        raise OutOfBitsError
    return tree.Number(value) if value >= 0 else tree.UnaryOperation(UnaryOperator.MINUS, tree.Number(-value))


def literal(comparison: tree.Comparison | bool) -> tree.Literal:
    """A comparison as a body literal."""
    atom = tree.BooleanConstant(comparison) if isinstance(comparison, bool) else comparison
    return tree.Literal(Sign.NONE, atom)
