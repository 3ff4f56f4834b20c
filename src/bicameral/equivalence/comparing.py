"""The search for inputs on which translations part, each found one generalised to a region on which nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Protocol

from bicameral.backends.contract import Answer, Budget
from bicameral.backends.contract import Truth as Decided
from bicameral.equivalence.claims import Answers, Claims, Said, outcomes_at
from bicameral.equivalence.conditions import conditions
from bicameral.equivalence.deletion import fewest
from bicameral.equivalence.instances import MOST_INSTANCES, Instance, instance, outcome_terms, positive, varying
from bicameral.equivalence.regions import box, least
from bicameral.equivalence.sides import Observed, Truth, UndecidedError
from bicameral.equivalence.vocabulary import SharedInput, Vocabulary, same
from bicameral.formula import factory
from bicameral.formula.interpreter import Value, evaluate_all
from bicameral.formula.term import Op, Term, symbols
from bicameral.sorts.term_sort import BOOL
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
    chosen: dict[Term, Value]  # the free symbols of the side that allows them


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
        fixed = self._known.union(symbols(*vocabulary.links))
        parts = [varying(side, whole, fixed) for side, whole in zip(vocabulary.sides, self._sides, strict=True)]
        self._varying = [part for part, _ in parts]
        self._same = [fixed | same for _, same in parts]  # what is one in every copy of a side
        self._instances: list[list[Instance]] = [[] for _ in self._sides]
        self._twins: dict[int, Instance] = {}
        self._copies = count()
        self._denials: dict[tuple[int, Callable[[Instance], Term]], list[Term]] = {}  # of one region
        self._pairs: dict[tuple[int, int], list[list[Term]]] = {}
        solver.add(*vocabulary.links)
        for side in vocabulary.sides:
            solver.add(*side.ranges, *side.definitions)
        self._conditions = conditions(vocabulary, self._known)

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
        agree = self._agree(mine)
        self._denials.clear()
        while True:
            asked = [mine.consistent, *outside, *self._denied(other, agree)]
            if not self._can(asked):
                return None
            point = self._point()
            chosen = self._vocabulary.sides[one].free
            values = self._solver.values([*symbols(*outcome_terms(mine.outcomes)), *chosen])
            parted = _Parted(point, outcomes_at(mine, values, point), {each: values[each] for each in chosen})
            theirs = self._sides[other]
            if not free or not self._can([*self._at(point), theirs.consistent, parted.outcomes(theirs)]):
                return parted
            self._add_instance(other)

    def _agree(self, mine: Instance) -> Callable[[Instance], Term]:
        return lambda theirs: factory.conj(*map(same, mine.outcomes, theirs.outcomes))

    def _denied(self, number: int, allowed: Callable[[Instance], Term]) -> list[Term]:
        """That a side does not allow something: exact where nothing is free, else of the instances so far."""
        copies = self._instances[number] if self._vocabulary.sides[number].free else [self._sides[number]]
        made = self._denials.setdefault((number, allowed), [])
        made += [factory.neg(factory.conj(copy.consistent, allowed(copy))) for copy in copies[len(made) :]]
        return made

    def _add_instance(self, number: int) -> None:
        """A copy of a side with its free symbols as they are in the model of the last YES."""
        side, known = self._vocabulary.sides[number], self._instances[number]
        if len(known) == MOST_INSTANCES:
            raise UndecidedError(
                f"{side.label} has {len(side.free)} auxiliary symbols that its inputs do not determine, "
                f"and more than {MOST_INSTANCES} ways in which they matter"
            )
        known.append(self._copy(number, self._solver.values(side.free)))

    def _copy(self, number: int, values: Mapping[Term, Value]) -> Instance:
        """A side with its free symbols at these values; one without has others that are as free."""
        mark = f"{number}.{next(self._copies)}!"
        made = instance(self._varying[number], values, values, self._same[number], mark)
        consistent = factory.symbol(f"{mark}consistent", BOOL)  # it stands in many formulas
        self._solver.add(*made.definitions, factory.iff(consistent, made.consistent))
        return Instance(made.definitions, consistent, made.outcomes)

    def _twin(self, number: int) -> Instance:
        if number not in self._twins:
            self._twins[number] = self._copy(number, {})
        return self._twins[number]

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
        return tuple(
            self._answers(here, copy) if side.free else self._determined(here, copy)
            for side, copy in zip(self._vocabulary.sides, self._sides, strict=True)
        )

    def _answers(self, here: Sequence[Term], side: Instance) -> Answers:
        asked = [*here, side.consistent]
        if not self._can(asked):
            return None
        return tuple(self._said(asked, one) for one in side.outcomes)

    def _determined(self, here: Sequence[Term], side: Instance) -> Answers:
        """The answers of a side that has one answer set at most: what it has in the only model."""
        if not self._can([*here, side.consistent]):
            return None
        terms = outcome_terms(side.outcomes)
        values = self._solver.values(symbols(*terms))
        found = dict(zip(terms, evaluate_all(terms, {str(s.payload): v for s, v in values.items()}), strict=True))
        said = []
        for one in side.outcomes:
            if isinstance(one, Truth):
                said.append(Said("proves" if found[one.holds] else "refutes"))
            else:
                said.append(Said("value", _plain(found[one.value])) if found[one.given] else Said("none"))
        return tuple(said)

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
        return Said("value", _plain(value))

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
        one = pair[0]
        claims = Claims(
            self._sides,
            self._vocabulary,
            answers,
            pair,
            lambda: self._copy(one, parted.chosen) if parted.chosen else self._sides[one],
            self._twin,
        )
        literals = self._literals(point)
        broken = factory.disj(claims.denied, *(region.whole for region in found))
        kept = self._entailing(literals, claims, broken)
        if kept is None:
            literals += [one for one in self._at(point) if one.op is Op.EQ]
            kept = self._entailing(literals, claims, broken)
        if kept is None:
            raise UndecidedError("a case that no condition tells from others")
        kept = fewest(kept, lambda fewer: self._entailing(fewer, claims, broken))
        smallest = self.smallest(kept)
        answers = answers if smallest == point else self.answers(smallest)
        return Region(tuple(kept), factory.conj(*kept), answers, smallest, pair)

    def _entailing(self, literals: Sequence[Term], claims: Claims, broken: Term) -> list[Term] | None:
        """Some of the literals that entail every claim; None where all do not.

        `broken` is where claims that need no instances do not hold, and where other regions are.
        """
        if self._can([*literals, broken]):
            return None
        core = set(self._core)
        for number, allowed in claims.allowed:
            while self._can([*literals, *self._denied(number, allowed)]):
                here = self._at(self._point())
                if not self._can([*here, factory.conj(self._sides[number].consistent, allowed(self._sides[number]))]):
                    return None
                self._add_instance(number)
            core |= set(self._core)
        for number, place in claims.apart:
            while self._can([*literals, *self._alike(number, place)]):
                if not self._two_answers(self._at(self._point()), number, place):
                    return None
            core |= set(self._core)
        return [literal for literal in literals if literal in core]

    def _alike(self, number: int, place: int) -> list[Term]:
        """That no two instances of a side say different things of an outcome."""
        known, rows = self._instances[number], self._pairs.setdefault((number, place), [])
        for later in known[len(rows) :]:
            rows.append([_not_apart(place, earlier, later) for earlier in known[: len(rows)]])
        return [term for row in rows for term in row]

    def _two_answers(self, here: Sequence[Term], number: int, place: int) -> bool:
        """Whether a side allows two values of an outcome at a point, or one and none; then two instances do."""
        side = self._sides[number]
        one = side.outcomes[place]
        assert not isinstance(one, Truth)
        if not self._can([*here, side.consistent, one.given]):
            return False
        value = factory.constant(one.value.sort, self._value(one.value))
        self._add_instance(number)
        other = factory.disj(factory.neg(one.given), factory.neg(factory.eq(one.value, value)))
        if not self._can([*here, side.consistent, other]):
            return False
        self._add_instance(number)
        return True

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


def _plain(value: Value) -> Value:
    """A member by the name that it has in every sort; what SMT-LIB puts before it is none of it."""
    return value.rpartition(".")[2] if isinstance(value, str) else value


def _not_apart(place: int, one: Instance, other: Instance) -> Term:
    differ = factory.neg(same(one.outcomes[place], other.outcomes[place]))
    return factory.neg(factory.conj(one.consistent, other.consistent, differ))
