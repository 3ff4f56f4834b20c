"""Interval arithmetic on the operators of the clingo language, integers unbounded."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bicameral.formula.bounds import Bounds
from bicameral.formula.factory import truncated_quotient
from bicameral.syntax import tree


def operate(operator: tree.BinaryOperator | tree.UnaryOperator, parts: Sequence[Bounds]) -> Bounds:
    if operator is tree.UnaryOperator.MINUS:
        return negative(parts[0])
    if operator is tree.UnaryOperator.NEGATION:
        return total(negative(parts[0]), (-1, -1))
    left, right = parts
    match operator:
        case tree.BinaryOperator.PLUS:
            return total(left, right)
        case tree.BinaryOperator.MINUS:
            return total(left, negative(right))
        case tree.BinaryOperator.MULTIPLICATION:
            return corners(left, right, lambda a, b: a * b)
        case tree.BinaryOperator.DIVISION | tree.BinaryOperator.MODULO:
            if operator is tree.BinaryOperator.DIVISION and right[0] == right[1] and right[0]:
                return corners(left, right, truncated_quotient)
            far = reach(left if operator is tree.BinaryOperator.DIVISION else right)
            return (None, None) if far is None else (-far, far)
        case tree.BinaryOperator.POWER:
            far, exponent = reach(left), right[1]
            if far is None or exponent is None or exponent > 31:  # 2**32 is beyond clingo in any case
                return None, None
            return -(far ** max(1, exponent)), far ** max(1, exponent) + 1
        case _:  # bitwise: no more bits than the operands have
            fars = [reach(part) for part in parts]
            if any(far is None for far in fars):
                return None, None
            bits = max((far or 0).bit_length() for far in fars)
            return -(2**bits), 2**bits - 1


def negative(part: Bounds) -> Bounds:
    low, high = part
    return (None if high is None else -high, None if low is None else -low)


def total(left: Bounds, right: Bounds) -> Bounds:
    (low1, high1), (low2, high2) = left, right
    return (
        None if low1 is None or low2 is None else low1 + low2,
        None if high1 is None or high2 is None else high1 + high2,
    )


def corners(left: Bounds, right: Bounds, operation: Callable[[int, int], int]) -> Bounds:
    values = []
    for a in left:
        for b in right:
            if a is None or b is None:
                return None, None
            values.append(operation(a, b))
    return min(values), max(values)


def reach(part: Bounds) -> int | None:
    low, high = part
    return None if low is None or high is None else max(abs(low), abs(high))


def absolute(part: Bounds | None) -> Bounds | None:
    return None if part is None else (0, reach(part))
