"""Comparisons of step functions of one number as bounds of that number.

`months_between(start, 2026-04-06) > 6` says that `start` is before some day. Wherever one unknown number is left in a
step function that is compared with a constant this is exact, for every integer; other comparisons stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bicameral.formula import factory
from bicameral.formula.calendar import STEPS
from bicameral.formula.interpreter import rebuilt
from bicameral.formula.term import Op, Term, subterms
from bicameral.sorts.term_sort import INT

_COMPARISONS = (Op.LE, Op.LT, Op.EQ)


def reduced(term: Term) -> Term:
    """The term with every such comparison as a bound."""
    return reduced_all((term,))[0]


def reduced_all(terms: Sequence[Term]) -> list[Term]:
    """Likewise for several terms, what they share looked at once."""
    results: dict[Term, Term] = {}
    called: set[Term] = set()  # what has a step function in it
    for node in subterms(*terms):
        if node.op is Op.CALL or not called.isdisjoint(node.args):
            called.add(node)
        args = [results[arg] for arg in node.args]
        same = all(new is old for new, old in zip(args, node.args, strict=True))
        found = node if same else rebuilt(node, args)
        if node in called and found.op in _COMPARISONS and found.args[0].sort == INT:
            found = _compared(found)
        results[node] = found
    return [results[term] for term in terms]


def _compared(atom: Term) -> Term:
    left, right = atom.args
    difference = factory.sub(left, right)
    if atom.op is Op.EQ:
        return _both(difference, atom)
    bound = _at_most(difference, -1 if atom.op is Op.LT else 0)
    return atom if bound is None else bound


def _both(difference: Term, atom: Term) -> Term:
    upper, lower = _at_most(difference, 0), _at_least(difference, 0)
    return atom if upper is None or lower is None else factory.conj(lower, upper)


def _at_most(term: Term, limit: int) -> Term | None:
    """`term <= limit` as a bound of its one unknown; None where it is no step function of one."""
    if term.op is Op.SYMBOL:
        return factory.le(term, factory.integer(limit))
    inner = _inner(term)
    if inner is None:
        return None
    argument, value, rises = inner
    if rises:
        return _at_most(argument, _last(lambda x: value(x) <= limit))
    return _at_least(argument, -_last(lambda x: value(-x) <= limit))


def _at_least(term: Term, limit: int) -> Term | None:
    if term.op is Op.SYMBOL:
        return factory.le(factory.integer(limit), term)
    inner = _inner(term)
    if inner is None:
        return None
    argument, value, rises = inner
    if rises:
        return _at_least(argument, -_last(lambda x: value(-x) >= limit))
    return _at_most(argument, _last(lambda x: value(x) >= limit))


_Inner = tuple[Term, Callable[[int], int], bool]


def _inner(term: Term) -> _Inner | None:
    """The one argument of a monotone operation, the operation, and whether it rises with it."""
    unknown = [place for place, arg in enumerate(term.args) if not arg.is_const]
    if len(unknown) != 1:
        return None
    (place,) = unknown
    constants = [arg.payload for arg in term.args]
    match term.op:
        case Op.ADD:
            offset = sum(number for number in constants if isinstance(number, int))
            return term.args[place], lambda x: x + offset, True
        case Op.MUL:
            factor = constants[1 - place]
            assert isinstance(factor, int)
            return term.args[place], lambda x: factor * x, factor > 0
        case Op.TDIV if place == 0 and isinstance(constants[1], int) and constants[1] != 0:
            divisor = constants[1]
            return term.args[0], lambda x: factory.truncated_quotient(x, divisor), divisor > 0
        case Op.CALL if STEPS[str(term.payload)].directions[place] != 0:
            step = STEPS[str(term.payload)]
            before, after = tuple(constants[:place]), tuple(constants[place + 1 :])
            compute = step.compute
            return term.args[place], lambda x: compute(*before, x, *after), step.directions[place] > 0
        case _:
            return None


def _last(holds: Callable[[int], bool]) -> int:
    """The greatest point where a predicate holds that holds somewhere and at no point above one where it fails."""
    low, high = 0, 1
    if holds(0):
        while holds(high):
            low, high = high, high * 2
    else:
        low, high = -1, 0
        while not holds(low):
            low, high = low * 2, low
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low


def bounds_of(atoms: Sequence[Term]) -> list[Term]:
    """Comparisons as they are once reduced, those that became a pair of bounds one by one, each once."""
    found: dict[Term, None] = {}
    for term in reduced_all(atoms):
        found.update(dict.fromkeys(term.args if term.op is Op.AND else (term,)))
    return list(found)
