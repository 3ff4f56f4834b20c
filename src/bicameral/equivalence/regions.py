"""Regions as a person describes them: of each input the values that it may have, then what compares several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from bicameral.equivalence.vocabulary import SharedInput
from bicameral.formula.interpreter import Value, evaluate_all
from bicameral.formula.term import Op, Term, symbols
from bicameral.sorts.term_sort import BOOL, INT
from bicameral.source.record import record

Interval = tuple[int | None, int | None]  # ends included, None for no bound

MOST_TRIED = 5_000  # values of one number that are put to conditions which are not linear


@record
class Values:
    """What an input may be: `intervals` of a number, else `listed`; `lacking` where it may have no value."""

    intervals: tuple[Interval, ...] = ()
    listed: tuple[bool | str, ...] = ()
    lacking: bool = False


@record
class Box:
    """Inputs with values among `values` (any that is not named has any) for which all `conditions` hold."""

    values: Mapping[str, Values]
    conditions: tuple[Term, ...]


def box(literals: Sequence[Term], inputs: Sequence[SharedInput]) -> Box:
    """The literals of a region, input by input."""
    owner = {t: one for one in inputs for t in (one.value, one.given) if t is not None}
    own: dict[str, list[Term]] = {}
    conditions: list[Term] = []
    for literal in literals:
        owners = list(dict.fromkeys(owner[symbol].name for symbol in symbols(literal)))
        if len(owners) == 1:
            own.setdefault(owners[0], []).append(literal)
        else:
            conditions.append(literal)
    values: dict[str, Values] = {}
    for one in inputs:
        if one.name in own:
            found, rest = _values(one, own[one.name])
            conditions += rest
            if found is not None:
                values[one.name] = found
    return Box(values, tuple(conditions))


def least(one: Box, inputs: Sequence[SharedInput]) -> dict[Term, Value] | None:
    """The smallest inputs in a box; None where conditions on several inputs have a say in it, or a box is empty."""
    if one.conditions:
        return None
    found: dict[Term, Value] = {}
    for each in inputs:
        values = one.values.get(each.name) or _whole(each)
        sort = each.value.sort
        if each.given is not None:
            found[each.given] = not values.lacking
            if values.lacking:
                found[each.value] = sort.members[0] if sort.members else sort == INT and 0
                continue
        if values.listed:
            found[each.value] = values.listed[0]
        elif values.intervals:
            found[each.value] = _nearest(values.intervals, _floor(each))
        else:
            return None
    return found


def _floor(one: SharedInput) -> int:
    """Where numbers begin to be preferred: at their lower end, else as near zero as can be."""
    return one.low if one.low is not None else min(0, one.high) if one.high is not None else 0


def _nearest(intervals: Sequence[Interval], floor: int) -> int:
    """The least number from `floor` on, else the greatest below it."""
    above = [max(floor, floor if low is None else low) for low, high in intervals if high is None or high >= floor]
    return min(above) if above else max(high for _, high in intervals if high is not None)


def merged(boxes: Sequence[Box], inputs: Sequence[SharedInput]) -> Iterator[tuple[Box, tuple[int, ...]]]:
    """Boxes that differ in one input alone drawn together as often as that goes, each with the numbers of its own."""
    whole = {one.name: _whole(one) for one in inputs}
    left: list[tuple[Box, tuple[int, ...]]] = [(one, (number,)) for number, one in enumerate(boxes)]
    again = True
    while again:
        again = False
        for place, (one, mine) in enumerate(left):
            for other_place in range(place + 1, len(left)):
                other, theirs = left[other_place]
                joined = _joined(one, other, whole)
                if joined is not None:
                    left[place] = (joined, (*mine, *theirs))
                    del left[other_place]
                    again = True
                    break
            if again:
                break
    yield from left


def _whole(one: SharedInput) -> Values:
    """Every value that the input may have."""
    sort, lacking = one.value.sort, one.given is not None
    if sort == BOOL or sort.members:
        return Values(listed=(False, True) if sort == BOOL else sort.members, lacking=lacking)
    return Values(((one.low, one.high),), (), lacking)


def _joined(one: Box, other: Box, whole: Mapping[str, Values]) -> Box | None:
    if set(one.conditions) != set(other.conditions) or one.values.keys() != other.values.keys():
        return None
    apart = [name for name in one.values if one.values[name] != other.values[name]]
    if len(apart) != 1:
        return None
    first, second = one.values[apart[0]], other.values[apart[0]]
    listed = tuple(dict.fromkeys((*first.listed, *second.listed)))
    union = Values(_union((*first.intervals, *second.intervals)), listed, first.lacking or second.lacking)
    values = {name: union if name == apart[0] else each for name, each in one.values.items()}
    everything = whole[apart[0]]
    if (union.intervals, set(union.listed)) == (everything.intervals, set(everything.listed)) and (
        union.lacking == everything.lacking
    ):
        del values[apart[0]]
    return Box(values, one.conditions)


def _union(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Disjoint intervals in order, neighbours joined."""
    found: list[Interval] = []
    for low, high in sorted(intervals, key=lambda each: (each[0] is not None, each[0] or 0)):
        if found and (found[-1][1] is None or (low is not None and low <= found[-1][1] + 1) or low is None):
            last = found[-1][1]
            found[-1] = (found[-1][0], None if last is None or high is None else max(last, high))
        else:
            found.append((low, high))
    return tuple(found)


# --- one input ---------------------------------------------------------------------------------------------------


def _values(one: SharedInput, literals: Sequence[Term]) -> tuple[Values | None, list[Term]]:
    """The values that fulfil the literals, and what of these is left as a condition."""
    if one.given is not None:
        if one.given in literals:
            literals = [literal for literal in literals if literal is not one.given and literal != one.given]
            found, rest = _present(one, literals)
            return found, rest
        absent = [literal for literal in literals if literal.op is Op.NOT and literal.args[0] == one.given]
        if absent:
            return Values(lacking=True), []
    found, rest = _present(one, literals)
    if one.given is None or found is None:
        return found, rest
    pinned: Value = one.value.sort.members[0] if one.value.sort.members else 0
    env = {str(one.value.payload): pinned, str(one.given.payload): False}
    lacking = all(bool(truth) for truth in evaluate_all(literals, env))
    return Values(found.intervals, found.listed, lacking), rest


def _present(one: SharedInput, literals: Sequence[Term]) -> tuple[Values | None, list[Term]]:
    sort = one.value.sort
    if sort == BOOL or sort.members:
        choices: tuple[bool | str, ...] = (False, True) if sort == BOOL else sort.members
        name = str(one.value.payload)
        return Values(listed=tuple(c for c in choices if all(evaluate_all(literals, {name: c})))), []
    intervals: tuple[Interval, ...] = ((one.low, one.high),)
    rest: list[Term] = []
    for literal in literals:
        limits = _solved(literal)
        if limits is None:
            rest.append(literal)
        else:
            intervals = _intersection(intervals, limits)
    if rest and intervals:
        low, high = intervals[0][0], intervals[-1][1]
        if low is not None and high is not None and high - low < MOST_TRIED:
            name = str(one.value.payload)
            points = [
                (n, n) for a, b in intervals for n in range(_end(a), _end(b) + 1) if all(evaluate_all(rest, {name: n}))
            ]
            return Values(_union(points)), []
    return Values(intervals), rest


def _end(end: int | None) -> int:
    assert end is not None
    return end


def _solved(literal: Term) -> tuple[Interval, ...] | None:
    """Where a linear comparison over one number holds; None where it is not linear."""
    negated = literal.op is Op.NOT
    comparison = literal.args[0] if negated else literal
    if comparison.op not in (Op.EQ, Op.LE, Op.LT) or comparison.args[0].sort != INT:
        return None
    form = linear(comparison)
    if form is None:
        return None
    ((_, factor),), constant = form[0].items(), form[1]
    if comparison.op is Op.EQ:
        root = Fraction(-constant, factor)
        there: tuple[Interval, ...] = ((int(root), int(root)),) if root.denominator == 1 else ()
    else:  # factor * x + constant <= 0, or < 0
        limit = -constant if comparison.op is Op.LE else -constant - 1
        there = ((None, limit // factor),) if factor > 0 else ((-(limit // -factor), None),)
    return _complement(there) if negated else there


def _complement(intervals: Sequence[Interval]) -> tuple[Interval, ...]:
    found: list[Interval] = []
    low: int | None = None
    for start, end in intervals:
        if start is not None:
            found.append((low, start - 1))
        if end is None:
            return tuple(found)
        low = end + 1
    return (*found, (low, None))


def _intersection(one: Sequence[Interval], other: Sequence[Interval]) -> tuple[Interval, ...]:
    found = []
    for a, b in one:
        for c, d in other:
            low = a if c is None else c if a is None else max(a, c)
            high = b if d is None else d if b is None else min(b, d)
            if low is None or high is None or low <= high:
                found.append((low, high))
    return tuple(found)


def linear(comparison: Term) -> tuple[dict[Term, int], int] | None:
    """Left side less right side as factors of symbols and a constant; None where it is not of that form."""
    factors: dict[Term, int] = {}
    constant = 0
    waiting = [(comparison.args[0], 1), (comparison.args[1], -1)]
    while waiting:
        term, factor = waiting.pop()
        if term.op is Op.CONST:
            assert isinstance(term.payload, int)
            constant += factor * term.payload
        elif term.op is Op.SYMBOL:
            factors[term] = factors.get(term, 0) + factor
        elif term.op is Op.ADD:
            waiting += [(arg, factor) for arg in term.args]
        elif term.op is Op.MUL and sum(not arg.is_const for arg in term.args) == 1:
            (inner,) = [arg for arg in term.args if not arg.is_const]
            for arg in term.args:
                if arg.is_const:
                    assert isinstance(arg.payload, int)
                    factor *= arg.payload
            waiting.append((inner, factor))
        else:
            return None
    factors = {symbol: factor for symbol, factor in factors.items() if factor}
    return (factors, constant) if factors else None
