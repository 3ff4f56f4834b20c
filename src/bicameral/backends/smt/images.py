"""What calendar functions make of a range of days: which days they take to the same values."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from bicameral.formula.interpreter import evaluate_in_order
from bicameral.formula.term import Op, Term, subterms, symbols


def outermost_calls(terms: Sequence[Term], number: Term) -> tuple[Term, ...] | None:
    """The calls through which alone the terms see a number, none within another; None where they see it otherwise."""
    calls: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = list(terms)
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op is Op.CALL:
            if number in symbols(term):
                calls[term] = None
        elif term == number:
            return None
        else:
            stack.extend(term.args)
    return tuple(calls) or None


@lru_cache(maxsize=64)
def preimages(calls: tuple[Term, ...], number: Term, days: range, starts: tuple[int, ...]) -> tuple[int, ...]:
    """The first day for each combination of values that the calls have, between any two of `starts`.

    A hundred years take about half a second, once: cases of one policy ask the same again and again.
    """
    nodes = tuple(subterms(*calls))
    seen: dict[tuple[object, ...], int] = {}
    for day in days:
        values = evaluate_in_order(nodes, {str(number.payload): day})
        seen.setdefault((bisect_right(starts, day), *[values[call] for call in calls]), day)
    return tuple(seen.values())
