"""Which values an open input takes in the ground program.

Booleans and members whole; numbers whole up to `WHOLE` values; beyond that one value for each class of values that
no condition tells apart. Where an input stands in comparisons with constants alone the classes are read off the
thresholds here; elsewhere the class finder gives them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod

from bicameral.backends.asp.inputs import GroundName
from bicameral.backends.contract import CLINGO_MAX, Answer, Budget, ClassFinder, undecided
from bicameral.formula import factory
from bicameral.formula.bounds import Bounds, bounds
from bicameral.formula.interpreter import substitute
from bicameral.formula.steps import bounds_of
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.lowering.program import Constant, GuardedTuple, LoweredProgram
from bicameral.policy.model import Value
from bicameral.sorts.term_sort import INT
from bicameral.source.record import record

WHOLE = 1000  # values: a range up to this size is enumerated
CLASSES = 1000  # in one group of numbers; more make the backend undecided
_JOINED = 2000  # combinations of whole ranges that conditions compare together
OVERFLOW = "overflow"


@record
class Domain:
    """Values that inputs take together, one point for each admissible combination.

    `how` says where they come from: `whole` (every value), `thresholds` or `classes` (representatives by what was
    lowered), `text` (representatives by the constants that the author's text compares with).
    """

    inputs: tuple[GroundName, ...]
    points: tuple[tuple[Value, ...], ...]
    how: str


@record
class Condition:
    """A term over input symbols and the names of the numbers in it."""

    term: Term
    names: frozenset[str]


class Conditions:
    """What a lowered program asks of its numeric inputs, indexed once, then cut down for each case.

    With `apart`, derived inputs are numbers like any other, not what follows from their arguments; that is right
    where all of them are stated.
    """

    def __init__(self, lowered: LoweredProgram, *, apart: bool = False) -> None:
        self.lowered = lowered
        # Symbols may carry aliases: from here on they are called as inputs are.
        names = {
            found.value: factory.symbol(found.name, INT)
            for found in lowered.inputs
            if found.value.sort == INT and found.value.payload != found.name
        }
        if apart:
            names = {found.value: factory.symbol(found.name, INT) for found in lowered.derived} | names
        self._steps = bool(lowered.derived)
        self.apart = apart
        comparisons = [substitute(term, names) for term in lowered.comparisons]
        self.comparisons = [_condition(term) for term in (bounds_of(comparisons) if self._steps else comparisons)]
        self.intermediates = [_condition(substitute(found.term, names)) for found in lowered.intermediates]
        joined = (_joined(guarded, names) for atoms in lowered.atoms.values() for guarded in atoms)
        self.joined = [names for names in dict.fromkeys(joined) if len(names) > 1]

    def overflows(self, stated: Mapping[str, Value]) -> bool:
        """Whether the stated values alone make an intermediate leave 32 bits."""
        if any(isinstance(value, int) and abs(value) > CLINGO_MAX for value in stated.values()):
            return True
        settled = [condition for condition in self.intermediates if condition.names <= stated.keys()]
        return any(_may_overflow(condition.term, {}) for condition in _put(settled, stated))

    def under(self, stated: Mapping[str, Value]) -> tuple[list[Condition], list[Condition]]:
        """Comparisons and intermediates with the stated numbers put in; those of absent values are gone."""
        comparisons, intermediates = _put(self.comparisons, stated), _put(self.intermediates, stated)
        if self._steps:
            comparisons = [_condition(term) for term in bounds_of([found.term for found in comparisons])]
        return [found for found in comparisons if found.names], [found for found in intermediates if found.names]

    def stands_apart(self) -> bool:
        """Whether no derived input is seen as what follows from its arguments any more."""
        values = [found.value for found in self.lowered.derived]
        seen = [condition.term for condition in (*self.comparisons, *self.intermediates)]
        return len(set(values)) == len(values) and not any(
            node.op is Op.CALL or node in values for node in subterms(*seen)
        )


def _condition(term: Term) -> Condition:
    return Condition(term, frozenset(str(found.payload) for found in symbols(term) if found.sort == INT))


def _joined(guarded: GuardedTuple, names: Mapping[Term, Term]) -> frozenset[str]:
    terms = [substitute(argument, names) for argument in guarded.args if isinstance(argument, Term)]
    return frozenset(str(found.payload) for found in symbols(*terms) if found.sort == INT)


def _put(conditions: Iterable[Condition], stated: Mapping[str, Value]) -> list[Condition]:
    """The conditions with stated numbers put in; those that mention an absent value are left out."""
    result = []
    for condition in conditions:
        known = condition.names & stated.keys()
        if any(stated[name] is None for name in known):
            continue
        if known:
            values = {name: stated[name] for name in known}
            mapping = {factory.symbol(n, INT): factory.integer(v) for n, v in values.items() if isinstance(v, int)}
            term = substitute(condition.term, mapping)
            result.append(Condition(term, condition.names - known))
        else:
            result.append(condition)
    return result


def find_domains(
    conditions: Conditions,
    open_inputs: Sequence[GroundName],
    stated: Mapping[str, Value],
    find_classes: ClassFinder,
    budget: Budget,
    by_text: Callable[[GroundName], Domain | None],
    *,
    whole: int = WHOLE,
) -> tuple[Domain, ...] | Answer:
    """A domain for every open input, or why one has none. `stated` maps every other input to its value.

    `by_text` gives that of a number where rules are not lowered, None where the text does more than compare it.
    """
    found = [_listed(ground) for ground in open_inputs if not ground.is_number]
    numbers = {ground.name: ground for ground in open_inputs if ground.is_number}
    if conditions.lowered.refusals:
        return _refused(conditions.lowered, numbers, found, by_text)
    comparisons, intermediates = conditions.under(stated)
    hard: list[GroundName] = []
    for names in _groups(numbers, comparisons, intermediates, conditions.joined):
        group = [numbers[name] for name in names]
        domains = _easy(group, comparisons, intermediates, whole)
        if isinstance(domains, Answer):
            return domains
        found += domains
        if not domains:
            hard += group
    if hard and conditions.apart and conditions.lowered.derived:
        return undecided(f"{hard[0].name} takes classes that derived inputs have a part in")
    if hard:
        classes = find_classes(conditions.lowered, [ground.name for ground in hard], stated, CLASSES, budget)
        if isinstance(classes, Answer):
            return classes
        for part in classes:
            found.append(_with_absence(Domain(tuple(numbers[n] for n in part.names), part.points, "classes")))
    for domain in found:
        if not domain.points:
            return undecided(f"no admissible value for {domain.inputs[0].name}")
    return tuple(found)


def _refused(
    lowered: LoweredProgram,
    numbers: Mapping[str, GroundName],
    found: list[Domain],
    by_text: Callable[[GroundName], Domain | None],
) -> tuple[Domain, ...] | Answer:
    """Without the lowered conditions no class is known from there: whole ranges, or what the text shows."""
    for ground in numbers.values():
        domain = _enumerated(ground) if _size(ground) <= WHOLE else by_text(ground)
        if domain is None:
            return undecided(lowered.refusals[0].witness)
        found.append(domain)
    return tuple(found)


def _listed(ground: GroundName) -> Domain:
    """The domain of a Boolean or an enumerated input."""
    sort = ground.declaration.sort
    values: tuple[Value, ...] = (False, True) if sort is None else sort.term_sort.members
    absent: tuple[Value, ...] = (None,) if ground.declaration.may_lack_value else ()
    return Domain((ground,), tuple((value,) for value in (*absent, *values)), "whole")


def _enumerated(ground: GroundName) -> Domain:
    low, high = ground.declaration.low, ground.declaration.high
    assert low is not None
    assert high is not None
    absent: tuple[Value, ...] = (None,) if ground.declaration.may_lack_value else ()
    return Domain((ground,), tuple((value,) for value in (*absent, *range(low, high + 1))), "whole")


def _size(ground: GroundName) -> int:
    """How many values a number's range holds; beyond what clingo can hold counts as very many."""
    low, high = ground.declaration.low, ground.declaration.high
    if low is None or high is None or max(abs(low), abs(high)) > CLINGO_MAX:
        return CLINGO_MAX
    return max(0, high - low + 1)


def _groups(
    numbers: Mapping[str, GroundName],
    comparisons: Iterable[Condition],
    intermediates: Iterable[Condition],
    joined: Iterable[frozenset[str]],
) -> list[list[str]]:
    """Numbers that a condition, an intermediate or an atom brings together, by union and find."""
    parent = {name: name for name in numbers}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    sets = [condition.names for condition in (*comparisons, *intermediates)]
    for names in (*sets, *joined):
        first, *others = [name for name in names if name in parent] or [""]
        for other in others:
            parent[root(other)] = root(first)
    groups: dict[str, list[str]] = {}
    for name in numbers:
        groups.setdefault(root(name), []).append(name)
    return list(groups.values())


def _easy(
    group: Sequence[GroundName], comparisons: Sequence[Condition], intermediates: Sequence[Condition], whole: int
) -> list[Domain] | Answer:
    """Domains that need no class finder; an empty list where it is needed."""
    names = {ground.name for ground in group}
    limits = {factory.symbol(g.name, INT): (g.declaration.low, g.declaration.high) for g in group}
    if any(condition.names & names and _may_overflow(condition.term, limits) for condition in intermediates):
        return []
    sizes = [_size(ground) for ground in group]
    if all(size <= whole for size in sizes) and (len(group) == 1 or prod(sizes) <= _JOINED):
        return [_enumerated(ground) for ground in group]
    if len(group) > 1:
        return []
    (ground,) = group
    found = thresholds(ground.name, comparisons)
    if found is None:
        return []
    points = _cells(ground, found)
    return points if isinstance(points, Answer) else [_with_absence(Domain((ground,), points, "thresholds"))]


def _may_overflow(term: Term, limits: Mapping[Term, Bounds]) -> bool:
    low, high = bounds(term, limits)
    return low is None or high is None or low < -CLINGO_MAX or high > CLINGO_MAX


# --- thresholds -------------------------------------------------------------------------------------------------


def thresholds(name: str, comparisons: Iterable[Condition]) -> list[Term] | None:
    """The comparisons of `name`, when each compares the bare symbol with a constant; else None."""
    found = []
    for condition in comparisons:
        if name in condition.names:
            term = condition.term
            sides = {side.op for side in term.args}
            if term.op not in (Op.LE, Op.LT, Op.EQ) or sides != {Op.SYMBOL, Op.CONST}:
                return None
            found.append(term)
    return found


def constants(comparisons: Iterable[Term]) -> list[int]:
    """The constants of bare comparisons, ascending."""
    return sorted({side.payload for term in comparisons for side in term.args if isinstance(side.payload, int)})


def signature(comparisons: Sequence[Term], value: int) -> tuple[bool, ...]:
    """What bare comparisons of one number say of a value. Asked of every value beside every threshold."""
    return tuple([_RELATIONS[term.op](*[_payload(side, value) for side in term.args]) for term in comparisons])


def _payload(side: Term, value: int) -> int:
    payload = value if side.op is Op.SYMBOL else side.payload
    assert isinstance(payload, int)
    return payload


_RELATIONS: Mapping[Op, Callable[[int, int], bool]] = {Op.EQ: operator.eq, Op.LE: operator.le, Op.LT: operator.lt}


def _cells(ground: GroundName, comparisons: Sequence[Term]) -> tuple[tuple[Value, ...], ...] | Answer:
    """One value for each combination of truths, ascending. Undecided where one has none that clingo can hold."""
    low, high = ground.declaration.low, ground.declaration.high
    limits = constants(comparisons)
    candidates = {near for limit in limits for near in (limit - 1, limit, limit + 1)} or {0}
    if low is not None:
        candidates = {max(low, value) for value in candidates}
    if high is not None:
        candidates = {min(high, value) for value in candidates}
    chosen: dict[tuple[bool, ...], int | None] = {}
    for value in sorted(candidates):
        key = signature(comparisons, value)
        if abs(value) <= CLINGO_MAX:
            if chosen.get(key) is None:
                chosen[key] = value
        else:
            chosen.setdefault(key, None)
    points = []
    for point in chosen.values():
        if point is None:
            return undecided(OVERFLOW)
        points.append((point,))
    return tuple(points)


def _with_absence(domain: Domain) -> Domain:
    """The domain with every optional input also without a value, the others as they were."""
    choices = [(True, False) if ground.declaration.may_lack_value else (True,) for ground in domain.inputs]
    points: dict[tuple[Value, ...], None] = {}
    for given in product(*choices):
        for point in domain.points:
            points[tuple(v if has else None for v, has in zip(point, given, strict=True))] = None
    return Domain(domain.inputs, tuple(points), domain.how)


def represented(domains: Iterable[Domain]) -> list[str]:
    """The inputs whose values come from the compiler."""
    cut = (ground for domain in domains if domain.how in ("thresholds", "classes") for ground in domain.inputs)
    return [ground.name for ground in cut if ground.declaration.derivation is None]


def representative_note(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    if not names:
        return ()
    text = f"asp took one value of {', '.join(names)} for each class that the lowered conditions tell apart"
    return (("representatives", text),)


# --- what outcome values depend on ------------------------------------------------------------------------------


def fixed_values(lowered: LoweredProgram, predicate: tuple[str, int]) -> bool:
    """Whether the atoms of a predicate have constant arguments, whatever the numbers are."""
    return all(
        isinstance(argument, Constant) or (isinstance(argument, Term) and argument.is_const)
        for guarded in lowered.atoms.get(predicate, ())
        for argument in guarded.args
    )
