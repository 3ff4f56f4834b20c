"""The search for inputs on which translations part, each found one generalised to a region on which nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Protocol

from bicameral.backends.contract import Answer, Budget
from bicameral.backends.contract import Truth as Decided
from bicameral.equivalence.instances import MOST_INSTANCES, Instance, instance, outcome_terms, positive
from bicameral.equivalence.regions import box, least
from bicameral.equivalence.sides import Observed, Truth, UndecidedError
from bicameral.equivalence.vocabulary import SharedInput, Vocabulary, same
from bicameral.formula import factory
from bicameral.formula.interpreter import Value, evaluate_all, substitute
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.sorts.term_sort import BOOL, INT
from bicameral.source.record import record

Point = Mapping[Term, Value]  # of every input symbol


class Formulas(Protocol):
    """A solver over terms: `backends.smt.formulas.FormulaSolver`."""

    def add(self, *formulas: Term) -> None:
        """Assert for good."""

    def check(self, assumed: Sequence[Term], budget: Budget) -> Answer:
        """Whether what is asserted is consistent with what is assumed."""

    def core(self) -> list[Term]:
        """The assumptions that the last NO rests on."""

    def values(self, symbols: Iterable[Term]) -> dict[Term, Value]:
        """What symbols are in the model of the last YES."""


@record
class Said:
    """What a side says of an outcome: proves, refutes or leaves open; a value (`value` None: has none for certain)."""

    status: str  # proves, refutes, open; value, none
    value: Value | None = None


# What a side says of each outcome in order; None: it allows nothing at all.
Answers = tuple[Said, ...] | None


@record
class Region:
    """Inputs on which every side says the same throughout: those where all `literals` hold, `whole` for short.

    `answers` are the sides' in order, values those at `point`, the smallest inputs of the region.
    """

    literals: tuple[Term, ...]
    whole: Term
    answers: tuple[Answers, ...]
    point: dict[Term, Value]
    parted: tuple[int, int]  # two sides that allow different outcomes


@record
class _Parted:
    """Inputs, and outcomes under them that one side allows and another does not, to be asked of any side."""

    point: dict[Term, Value]
    outcomes: Callable[[Instance], Term]


class Comparer:
    """One comparison. Raises UndecidedError from every method that asks the solver."""

    def __init__(self, vocabulary: Vocabulary, solver: Formulas, budget: Budget) -> None:
        self._vocabulary = vocabulary
        self._solver = solver
        self._budget = budget
        self._symbols = [t for one in vocabulary.inputs for t in (one.value, one.given) if t is not None]
        self._known = frozenset(self._symbols)
        self._sides = [
            positive(side, tuple(outcome.observed[number] for outcome in vocabulary.outcomes))
            for number, side in enumerate(vocabulary.sides)
        ]
        self._instances: list[list[Instance]] = [[] for _ in self._sides]
        solver.add(*vocabulary.links)
        for side in vocabulary.sides:
            solver.add(*side.ranges, *side.definitions)
        self._conditions = self._comparisons()

    # --- asking -----------------------------------------------------------------------------------------------

    def _can(self, assumed: Sequence[Term]) -> bool:
        self._core: list[Term] = []  # what the last NO rests on
        if any(term.is_false for term in assumed):
            return False
        answer = self._solver.check([term for term in assumed if not term.is_true], self._budget)
        if answer.truth is Decided.UNDECIDED:
            raise UndecidedError(answer.reason or "not decided")
        if answer.truth is Decided.NO:
            self._core = self._solver.core()
        return answer.truth is Decided.YES

    def _point(self) -> dict[Term, Value]:
        return self._solver.values(self._symbols)

    def admissible(self) -> bool:
        """Whether any input is within all declared ranges."""
        return self._can([])

    def odd_value(self) -> str | None:
        """An outcome of a side that has two values at once in some case, or one that is none of its type."""
        for side, instance_ in zip(self._vocabulary.sides, self._sides, strict=True):
            for one in instance_.outcomes:
                if isinstance(one, Truth):
                    continue
                for condition, shown in one.odd:
                    if self._can([instance_.consistent, condition]):
                        return f"{side.label}: `{one.name}` can have the value {shown}"
                several = [factory.conj(c, factory.neg(factory.eq(v, one.value))) for c, v in one.atoms[1:]]
                if several and self._can([instance_.consistent, factory.disj(*several)]):
                    hint = "an outcome that may is declared `outcome multi`"
                    return f"{side.label}: `{one.name}` can have two values at once; {hint}"
        return None

    # --- differences ------------------------------------------------------------------------------------------

    def regions(self) -> Iterator[Region]:
        """All regions of difference, disjoint; when it ends there are no others."""
        found: list[Region] = []
        for number in range(1, len(self._sides)):
            for pair in ((0, number), (number, 0)):
                while (parted := self._difference(*pair, found)) is not None:
                    region = self._generalised(parted, pair, found)
                    found.append(region)
                    yield region

    def _difference(self, one: int, other: int, found: Sequence[Region]) -> _Parted | None:
        """Inputs with outcomes that one side allows and the other does not, outside the regions found."""
        outside = [factory.neg(region.whole) for region in found]
        mine, free = self._sides[one], self._vocabulary.sides[other].free
        while True:
            asked = [mine.consistent, *outside, *self._denied(other, self._agree(mine))]
            if not self._can(asked):
                return None
            point = self._point()
            values = self._solver.values(symbols(*outcome_terms(mine.outcomes)))
            parted = _Parted(point, self._outcomes_at(mine, values, point))
            theirs = self._sides[other]
            if not free or not self._can([*self._at(point), theirs.consistent, parted.outcomes(theirs)]):
                return parted
            self._add_instance(other)

    def _agree(self, mine: Instance) -> Callable[[Instance], Term]:
        return lambda theirs: factory.conj(*map(same, mine.outcomes, theirs.outcomes))

    def _denied(self, number: int, allowed: Callable[[Instance], Term]) -> list[Term]:
        """That a side does not allow something: exact where nothing is free, else of the instances so far."""
        copies = self._instances[number] if self._vocabulary.sides[number].free else [self._sides[number]]
        return [factory.neg(factory.conj(copy.consistent, allowed(copy))) for copy in copies]

    def _add_instance(self, number: int) -> None:
        """A copy of a side with its free symbols as they are in the model of the last YES."""
        side, known = self._vocabulary.sides[number], self._instances[number]
        if len(known) == MOST_INSTANCES:
            count = len(side.free)
            raise UndecidedError(
                f"{side.label} has {count} auxiliary symbols that its inputs do not determine, "
                f"and more than {MOST_INSTANCES} ways in which they matter"
            )
        values = self._solver.values(side.free)
        made = instance(self._sides[number], side.free, values, self._known, f"{number}.{len(known)}!")
        self._solver.add(*made.definitions)
        known.append(made)

    def _outcomes_at(self, mine: Instance, values: Mapping[Term, Value], point: Point) -> Callable[[Instance], Term]:
        """The outcomes of a side in a model, to be asked of any."""
        env = {str(symbol.payload): value for symbol, value in (*values.items(), *point.items())}
        terms = outcome_terms(mine.outcomes)
        there = dict(zip(terms, evaluate_all(terms, env), strict=True))

        def of(theirs: Instance) -> Term:
            found = []
            for one, other in zip(mine.outcomes, theirs.outcomes, strict=True):
                if isinstance(one, Truth):
                    constant: Observed = Truth(one.name, one.declaration, factory.boolean(bool(there[one.holds])))
                else:
                    value = factory.constant(one.value.sort, there[one.value])
                    given = factory.boolean(bool(there[one.given]))
                    constant = type(one)(one.name, one.declaration, given, value)
                found.append(same(constant, other))
            return factory.conj(*found)

        return of

    # --- one point --------------------------------------------------------------------------------------------

    def _at(self, point: Point) -> list[Term]:
        """The literals that say these are the inputs."""
        found = []
        for symbol, value in point.items():
            if symbol.sort == BOOL:
                found.append(symbol if value else factory.neg(symbol))
            else:
                found.append(factory.eq(symbol, factory.constant(symbol.sort, value)))
        return found

    def answers(self, point: Point) -> tuple[Answers, ...]:
        """What each side says of each outcome under these inputs."""
        here = self._at(point)
        return tuple(self._answers(here, side) for side in self._sides)

    def _answers(self, here: Sequence[Term], side: Instance) -> Answers:
        asked = [*here, side.consistent]
        if not self._can(asked):
            return None
        return tuple(self._said(asked, one) for one in side.outcomes)

    def _said(self, asked: Sequence[Term], one: Observed) -> Said:
        holds = one.holds if isinstance(one, Truth) else one.given
        can = self._can([*asked, holds])
        if isinstance(one, Truth):
            fails = self._can([*asked, factory.neg(holds)])
            return Said("open" if can and fails else "proves" if can else "refutes")
        if not can:
            return Said("none")
        value = self._value(one.value)
        other = factory.neg(factory.eq(one.value, factory.constant(one.value.sort, value)))
        if self._can([*asked, factory.disj(factory.neg(holds), other)]):
            return Said("open")
        return Said("value", value)

    def _value(self, term: Term) -> int | str:
        """The value of a term in the model of the last YES."""
        values = self._solver.values(symbols(term))
        (found,) = evaluate_all((term,), {str(symbol.payload): value for symbol, value in values.items()})
        assert isinstance(found, int | str)
        return found

    # --- generalising -----------------------------------------------------------------------------------------

    def _generalised(self, parted: _Parted, pair: tuple[int, int], found: Sequence[Region]) -> Region:
        point = parted.point
        answers = self.answers(point)
        claims = _Claims(self._sides, self._vocabulary, answers, pair, parted)
        literals = self._literals(point)
        others = [region.whole for region in found]
        kept = self._entailing(literals, claims, others)
        if kept is None:
            literals += [one for one in self._at(point) if one.op is Op.EQ]
            kept = self._entailing(literals, claims, others)
        if kept is None:
            raise UndecidedError("a case that no condition tells from others")
        for literal in reversed(kept):
            fewer = [one for one in kept if one is not literal]
            if literal in kept and (rest := self._entailing(fewer, claims, others)) is not None:
                kept = rest
        return Region(tuple(kept), factory.conj(*kept), answers, self.smallest(kept), pair)

    def _entailing(self, literals: list[Term], claims: _Claims, others: Sequence[Term]) -> list[Term] | None:
        """Some of the literals that entail every claim and exclude the other regions; None where all do not."""
        if self._can([*literals, factory.disj(claims.denied, *others)]):
            return None
        core = set(self._core)
        for number, allowed in claims.allowed:
            while self._can([*literals, *self._denied(number, allowed)]):
                here = self._at(self._point())
                if not self._can([*here, factory.conj(self._sides[number].consistent, allowed(self._sides[number]))]):
                    return None
                self._add_instance(number)
            core |= set(self._core)
        return [literal for literal in literals if literal in core]

    def _literals(self, point: Point) -> list[Term]:
        """What the inputs' conditions are at a point, in the order of the inputs."""
        found: list[Term] = []
        for one in self._vocabulary.inputs:
            if one.given is not None:
                found.append(one.given if point[one.given] else factory.neg(one.given))
            value = point[one.value]
            if one.value.sort == BOOL:
                found.append(one.value if value else factory.neg(one.value))
            elif one.value.sort.members:
                others = (member for member in one.value.sort.members if member != value)
                found += [factory.neg(factory.eq(one.value, factory.member(one.value.sort, each))) for each in others]
        env = {str(symbol.payload): value for symbol, value in point.items()}
        truths = evaluate_all(self._conditions, env)
        return found + [c if truth else factory.neg(c) for c, truth in zip(self._conditions, truths, strict=True)]

    def _comparisons(self) -> list[Term]:
        """Conditions on numbers of the inputs: the sides' own, and where two sides' values of an outcome are equal."""
        numbers: dict[Term, Term] = {}
        for side in self._vocabulary.sides:
            for definition in side.definitions:
                if definition.op is Op.EQ and definition.args[0].op is Op.SYMBOL and definition.args[0].sort == INT:
                    numbers[definition.args[0]] = substitute(definition.args[1], numbers)
        found = [substitute(one, numbers) for side in self._vocabulary.sides for one in side.comparisons]
        for outcome in self._vocabulary.outcomes:
            first, *rest = [
                _leaves(substitute(one.value, numbers)) for one in outcome.observed if not isinstance(one, Truth)
            ] or [[]]
            found += [factory.eq(one, other) for leaves in rest for one in first for other in leaves]
        conditions = dict.fromkeys(each for one in found for each in _atoms(one))
        return [one for one in conditions if self._known.issuperset(symbols(one))]

    # --- the smallest inputs ----------------------------------------------------------------------------------

    def smallest(self, literals: Sequence[Term]) -> dict[Term, Value]:
        """The smallest inputs where the literals hold: false first, none first, the least number, the first member."""
        asked = list(literals)
        corner = least(box(literals, self._vocabulary.inputs), self._vocabulary.inputs)
        if corner is not None and self._can([*asked, *self._at(corner)]):
            return corner
        if not self._can(asked):
            raise UndecidedError("a region without a case")
        for one in self._vocabulary.inputs:
            for symbol in (one.given, one.value):
                if symbol is not None:
                    asked.append(self._least(symbol, one, asked))
        assert self._can(asked)
        return self._point()

    def _least(self, symbol: Term, one: SharedInput, asked: Sequence[Term]) -> Term:
        if symbol.sort == BOOL:
            return factory.neg(symbol) if self._can([*asked, factory.neg(symbol)]) else symbol
        if symbol.sort.members:
            choices = [factory.eq(symbol, factory.member(symbol.sort, name)) for name in symbol.sort.members]
            return next(choice for choice in choices if self._can([*asked, choice]))
        low, high = one.low, one.high
        floor = low if low is not None else min(0, high) if high is not None else 0
        upward = self._can([*asked, factory.le(factory.integer(floor), symbol)])
        if not upward:
            assert self._can(asked)
        found = self._solver.values([symbol])[symbol]
        assert isinstance(found, int)
        near, far = floor, found  # `far` is possible; whatever is nearer than `near` is not
        while near != far:
            middle = (near + far) // 2 if upward else -((-near - far) // 2)
            inside = (
                (factory.le(factory.integer(near), symbol), factory.le(symbol, factory.integer(middle)))
                if upward
                else (factory.le(factory.integer(middle), symbol), factory.le(symbol, factory.integer(near)))
            )
            if self._can([*asked, *inside]):
                value = self._solver.values([symbol])[symbol]
                assert isinstance(value, int)
                far = value
            else:
                near = middle + 1 if upward else middle - 1
        return factory.eq(symbol, factory.integer(far))


class _Claims:
    """What is to hold throughout a region: `denied` where some of it does not, and what free sides have to allow."""

    def __init__(
        self,
        sides: Sequence[Instance],
        vocabulary: Vocabulary,
        answers: Sequence[Answers],
        pair: tuple[int, int],
        parted: _Parted,
    ) -> None:
        self._sides = sides
        self._free = [bool(side.free) for side in vocabulary.sides]
        self._never: list[Term] = []
        self.allowed: list[tuple[int, Callable[[Instance], Term]]] = []
        agreed = self._agreed(answers)
        for place in agreed:
            pairs = combinations(range(len(sides)), 2)
            self._never += [factory.neg(same(sides[a].outcomes[place], sides[b].outcomes[place])) for a, b in pairs]
        for number, said in enumerate(answers):
            self._side(number, said, agreed)
        for place in range(len(vocabulary.outcomes)):
            if place not in agreed:
                self._values(place, answers)
        one, other = pair
        if answers[one] == answers[other]:  # each outcome alone is the same, not so all of them together
            self._allow(one, parted.outcomes)
            self._never.append(factory.conj(sides[other].consistent, parted.outcomes(sides[other])))
        self.denied = factory.disj(*self._never)

    def _agreed(self, answers: Sequence[Answers]) -> list[int]:
        """The outcomes of which all say the same: enough that they go on to agree, whatever they say.

        Only of sides that determine every outcome; of others each status is to stay as it is.
        """
        if any(self._free) or any(said is None for said in answers):
            return []
        said = [each for each in answers if each is not None]
        places = range(len(said[0]))
        return [p for p in places if len({(each[p].status, each[p].value) for each in said}) == 1]

    def _side(self, number: int, answers: Answers, agreed: Sequence[int]) -> None:
        side = self._sides[number]
        if answers is None:
            self._never.append(side.consistent)
            return
        self._allow(number, lambda _: factory.TRUE)
        for place, said in enumerate(answers):
            if place in agreed:
                continue
            holds = _holds(side.outcomes[place])
            if said.status in ("proves", "value"):
                self._never.append(factory.conj(side.consistent, factory.neg(holds)))
            elif said.status in ("refutes", "none"):
                self._never.append(factory.conj(side.consistent, holds))
            elif isinstance(side.outcomes[place], Truth):
                self._allow(number, partial(_is, place, True))
                self._allow(number, partial(_is, place, False))

    def _values(self, place: int, answers: Sequence[Answers]) -> None:
        """Sides that agree on a value agree throughout, and those that do not never do."""
        valued = [
            (n, said[place]) for n, said in enumerate(answers) if said is not None and said[place].status == "value"
        ]
        for (first, mine), (second, other) in combinations(valued, 2):
            one, two = self._sides[first], self._sides[second]
            equal = same(one.outcomes[place], two.outcomes[place])
            both = factory.conj(one.consistent, two.consistent)
            self._never.append(factory.conj(both, equal if mine.value != other.value else factory.neg(equal)))

    def _allow(self, number: int, allowed: Callable[[Instance], Term]) -> None:
        if self._free[number]:
            self.allowed.append((number, allowed))
        else:
            side = self._sides[number]
            self._never.append(factory.neg(factory.conj(side.consistent, allowed(side))))


def _holds(one: Observed) -> Term:
    return one.holds if isinstance(one, Truth) else one.given


def _is(place: int, truth: bool, copy: Instance) -> Term:
    holds = _holds(copy.outcomes[place])
    return holds if truth else factory.neg(holds)


def _leaves(term: Term) -> list[Term]:
    """The values that a chain of choices can give."""
    found: dict[Term, None] = {}
    waiting = [term]
    while waiting:
        one = waiting.pop()
        if one.op is Op.ITE:
            waiting += one.args[1:]
        elif one.sort == INT:
            found[one] = None
    return list(found)[::-1]


def _atoms(term: Term) -> Iterator[Term]:
    for node in subterms(term):
        if node.op in (Op.EQ, Op.LE, Op.LT) and node.args[0].sort == INT:
            yield node
