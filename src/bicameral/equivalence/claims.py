"""What each side says at a point, and what has to hold throughout a region for it to go on saying so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations

from bicameral.equivalence.instances import Instance, outcome_terms
from bicameral.equivalence.sides import Observed, Truth
from bicameral.equivalence.vocabulary import Vocabulary, same
from bicameral.formula import factory
from bicameral.formula.interpreter import Value, evaluate_all
from bicameral.formula.term import Term
from bicameral.source.record import record


@record
class Said:
    """What a side says of an outcome: proves, refutes or leaves open; a value (`value` None: has none for certain)."""

    status: str  # proves, refutes, open; value, none
    value: Value | None = None


# What a side says of each outcome in order; None: it allows nothing at all.
Answers = tuple[Said, ...] | None


class Claims:
    """What is to hold throughout a region: `denied` where some of it does not, and what free sides have to allow."""

    def __init__(
        self,
        sides: Sequence[Instance],
        vocabulary: Vocabulary,
        answers: Sequence[Answers],
        pair: tuple[int, int],
        row: Callable[[], Instance],
        twin: Callable[[int], Instance],
    ) -> None:
        """`row` is the side `pair[0]` under the choices with which it parts from `pair[1]`.

        `twin` gives a free side again, with free symbols of its own.
        """
        self._sides = sides
        self._twin = twin
        self._free = [bool(side.free) for side in vocabulary.sides]
        self._never: list[Term] = []
        self.allowed: list[tuple[int, Callable[[Instance], Term]]] = []
        self.apart: list[tuple[int, int]] = []  # free sides that leave the value of an outcome open, with its place
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
            mine, theirs = row(), sides[other]
            self._never.append(factory.neg(mine.consistent))
            self._never.append(factory.conj(theirs.consistent, *map(same, mine.outcomes, theirs.outcomes)))
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
            holds = holds_of(side.outcomes[place])
            if said.status in ("proves", "value"):
                self._never.append(factory.conj(side.consistent, factory.neg(holds)))
                if said.status == "value" and self._free[number]:
                    other = self._twin(number)
                    differ = factory.neg(same(side.outcomes[place], other.outcomes[place]))
                    self._never.append(factory.conj(side.consistent, other.consistent, differ))
            elif said.status in ("refutes", "none"):
                self._never.append(factory.conj(side.consistent, holds))
            elif isinstance(side.outcomes[place], Truth):
                self._allow(number, partial(_is, place, True))
                self._allow(number, partial(_is, place, False))
            else:
                self.apart.append((number, place))

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


def outcomes_at(
    mine: Instance, values: Mapping[Term, Value], point: Mapping[Term, Value]
) -> Callable[[Instance], Term]:
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


def holds_of(one: Observed) -> Term:
    """When an outcome holds, or has a value."""
    return one.holds if isinstance(one, Truth) else one.given


def _is(place: int, truth: bool, copy: Instance) -> Term:
    holds = holds_of(copy.outcomes[place])
    return holds if truth else factory.neg(holds)
