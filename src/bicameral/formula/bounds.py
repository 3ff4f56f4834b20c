"""Interval analysis: sound bounds of an integer term, given bounds of its symbols."""

from __future__ import annotations

from collections.abc import Mapping

from bicameral.formula.calendar import reach
from bicameral.formula.factory import truncated_quotient
from bicameral.formula.term import Op, Term, subterms
from bicameral.sorts.term_sort import INT

Bounds = tuple[int | None, int | None]  # None: no bound known on that side
UNBOUNDED: Bounds = (None, None)
CLINGO_MIN, CLINGO_MAX = -(2**31), 2**31 - 1


def bounds(term: Term, env: Mapping[Term, Bounds]) -> Bounds:
    """Bounds of an Int term; `env` bounds symbols and, where more is known of them, other terms."""
    found: dict[Term, Bounds] = {}
    for node in subterms(term):
        if node.sort == INT:
            found[node] = _bounds(node, env, found)
            if node.args and node in env:
                found[node] = _both(found[node], env[node])
    return found[term]


def within_clingo(limits: Bounds) -> bool:
    """Whether every value within `limits` fits clingo's 32-bit integers."""
    low, high = limits
    return low is not None and high is not None and low >= CLINGO_MIN and high <= CLINGO_MAX


def _bounds(node: Term, env: Mapping[Term, Bounds], found: Mapping[Term, Bounds]) -> Bounds:
    match node.op:
        case Op.CONST:
            assert isinstance(node.payload, int)
            return node.payload, node.payload
        case Op.SYMBOL:
            return env.get(node, UNBOUNDED)
        case Op.ADD:
            parts = [found[arg] for arg in node.args]
            return _sum([low for low, _ in parts]), _sum([high for _, high in parts])
        case Op.MUL:
            result = found[node.args[0]]
            for arg in node.args[1:]:
                result = _product(result, found[arg])
            return result
        case Op.ITE:
            (low1, high1), (low2, high2) = found[node.args[1]], found[node.args[2]]
            return (
                None if low1 is None or low2 is None else min(low1, low2),
                None if high1 is None or high2 is None else max(high1, high2),
            )
        case Op.TDIV:
            return _quotient(found[node.args[0]], found[node.args[1]])
        case Op.TREM:
            return _remainder(found[node.args[0]], found[node.args[1]])
        case Op.CALL:
            return reach(str(node.payload), [found[arg] for arg in node.args])
        case _:
            return UNBOUNDED


def _both(one: Bounds, other: Bounds) -> Bounds:
    lows = [low for low, _ in (one, other) if low is not None]
    highs = [high for _, high in (one, other) if high is not None]
    return max(lows, default=None), min(highs, default=None)


def _sum(parts: list[int | None]) -> int | None:
    total = 0
    for part in parts:
        if part is None:
            return None
        total += part
    return total


def _product(left: Bounds, right: Bounds) -> Bounds:
    if left == (0, 0) or right == (0, 0):
        return 0, 0
    ends = []
    for a in left:
        for b in right:
            if a is None or b is None:
                return _half_product(left, right)
            ends.append(a * b)
    return min(ends), max(ends)


def _half_product(left: Bounds, right: Bounds) -> Bounds:
    """A product with an open end: only the sign is kept, where both factors have one."""
    signs = [_sign(left), _sign(right)]
    if 0 in signs:
        return UNBOUNDED
    return (0, None) if signs[0] == signs[1] else (None, 0)


def _sign(limits: Bounds) -> int:
    low, high = limits
    if low is not None and low >= 0:
        return 1
    return -1 if high is not None and high <= 0 else 0


def _quotient(dividend: Bounds, divisor: Bounds) -> Bounds:
    low, high = dividend
    if divisor[0] == divisor[1] and divisor[0] is not None and divisor[0] > 0:
        step = divisor[0]
        return (
            None if low is None else truncated_quotient(low, step),
            None if high is None else truncated_quotient(high, step),
        )
    if low is None or high is None:
        return UNBOUNDED
    reach = max(abs(low), abs(high))  # no quotient is larger in magnitude than its dividend
    return -reach, reach


def _remainder(dividend: Bounds, divisor: Bounds) -> Bounds:
    low, high = dividend
    reach = None if divisor[0] is None or divisor[1] is None else max(abs(divisor[0]), abs(divisor[1])) - 1
    floor = 0 if low is not None and low >= 0 else (-reach if reach is not None else None)
    ceiling = 0 if high is not None and high <= 0 else reach
    return floor, ceiling
