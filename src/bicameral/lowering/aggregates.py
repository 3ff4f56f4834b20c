"""Aggregates as formulas: over the set of tuples whose conditions hold.

Sums and counts are sums of `ite(condition, weight, 0)`, each distinct tuple once; a tuple with symbols counts unless
an earlier one that holds is equal to it. A minimum is at most k when some tuple that holds has a weight of at most k.
The empty set has the sum and count 0, the minimum `#sup` and the maximum `#inf`. (Ferraris 2011; Gebser, Harrison,
Kaminski, Lifschitz and Schaub 2015.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bicameral.formula import factory
from bicameral.formula.bounds import Bounds, bounds
from bicameral.formula.term import Term
from bicameral.lowering import order
from bicameral.lowering.deferred import Below, Conjunct, Extents, nothing
from bicameral.lowering.extent import equal_tuples
from bicameral.lowering.program import Argument, Constant
from bicameral.source.record import record
from bicameral.syntax.tree import AggregateFunction, ComparisonOperator

Args = tuple[Argument, ...]
Guards = tuple[tuple[ComparisonOperator, Argument], ...]

_SUP, _INF = Constant("sup", ""), Constant("inf", "")
_ADDING = (AggregateFunction.SUM, AggregateFunction.SUM_PLUS, AggregateFunction.COUNT)


@record
class Collected:
    """The instances of an aggregate's elements: each tuple with what it takes for it to be in the set."""

    function: AggregateFunction
    elements: tuple[tuple[Args, Conjunct], ...]

    @property
    def adds(self) -> bool:
        return self.function in _ADDING

    def value(self, extents: Extents) -> Term:
        """The sum or the count."""
        assert self.adds
        return factory.add(factory.ZERO, *self._summands(self._conditions(extents)))

    def value_bounds(self, limits: Mapping[Term, Bounds]) -> Bounds:
        """Where the sum or count of any subset of the tuples lies."""
        low: int | None = 0
        high: int | None = 0
        for args in dict.fromkeys(args for args, _ in self.elements):
            least, most = bounds(self._weight(args), limits)
            low = None if low is None or least is None else low + min(0, least)
            high = None if high is None or most is None else high + max(0, most)
        return low, high

    def extremes(self) -> tuple[Term, Term]:
        """The least and the greatest sum that some of the tuples have."""
        weights = [self._weight(args) for args in dict.fromkeys(args for args, _ in self.elements)]
        zero = factory.ZERO
        least = factory.add(zero, *(factory.ite(factory.lt(weight, zero), weight, zero) for weight in weights))
        return least, factory.add(zero, *(factory.ite(factory.lt(zero, weight), weight, zero) for weight in weights))

    def guard(self, operator: ComparisonOperator, other: Argument, extents: Extents) -> Term:
        """When `value operator other`."""
        if self.adds:
            return order.compare(operator, self.value(extents), other)
        conditions = self._conditions(extents)
        match operator:
            case ComparisonOperator.LESS_EQUAL:
                return self._reaches(conditions, ComparisonOperator.LESS_EQUAL, other)
            case ComparisonOperator.LESS:
                return self._reaches(conditions, ComparisonOperator.LESS, other)
            case ComparisonOperator.GREATER:
                return self._reaches(conditions, ComparisonOperator.GREATER, other)
            case ComparisonOperator.GREATER_EQUAL:
                return self._reaches(conditions, ComparisonOperator.GREATER_EQUAL, other)
            case ComparisonOperator.EQUAL | ComparisonOperator.NOT_EQUAL:
                within = self._reaches(conditions, ComparisonOperator.LESS_EQUAL, other)
                beyond = self._reaches(conditions, ComparisonOperator.GREATER_EQUAL, other)
                equal = factory.conj(within, beyond)
                return equal if operator is ComparisonOperator.EQUAL else factory.neg(equal)

    def candidates(self) -> list[Argument]:
        """What a minimum or a maximum can be."""
        least = self.function is AggregateFunction.MIN
        weights: dict[Argument, None] = dict.fromkeys(args[0] for args, _ in self.elements)
        return [*weights, _SUP if least else _INF]

    # --- sets ------------------------------------------------------------------------------------------------

    def _conditions(self, extents: Extents) -> dict[Args, Term]:
        """Each distinct tuple with the condition under which it is in the set."""
        found: dict[Args, list[Term]] = {}
        for args, conjunct in self.elements:
            found.setdefault(args, []).append(conjunct.truth(extents))
        return {args: factory.disj(*ways) for args, ways in found.items()}

    def _summands(self, conditions: Mapping[Args, Term]) -> Iterable[Term]:
        for args, condition in first_of_equals(conditions):
            yield factory.ite(condition, self._weight(args), factory.ZERO)

    def _weight(self, args: Args) -> Term:
        if self.function is AggregateFunction.COUNT:
            return factory.integer(1)
        weight = args[0] if args else factory.ZERO
        if not isinstance(weight, Term):
            return factory.ZERO  # clingo leaves the tuple out
        if self.function is AggregateFunction.SUM_PLUS:
            return factory.ite(factory.lt(factory.ZERO, weight), weight, factory.ZERO)
        return weight

    # --- extrema ---------------------------------------------------------------------------------------------

    def _reaches(self, conditions: Mapping[Args, Term], operator: ComparisonOperator, other: Argument) -> Term:
        """When the extremum stands so to `other`; the side that one member decides, or its complement."""
        least = self.function is AggregateFunction.MIN
        downward = operator in (ComparisonOperator.LESS, ComparisonOperator.LESS_EQUAL)
        if least != downward:
            return factory.neg(self._reaches(conditions, _COMPLEMENT[operator], other))
        empty = order.compare(operator, _SUP if least else _INF, other)
        some = (
            factory.conj(condition, order.compare(operator, args[0], other)) for args, condition in conditions.items()
        )
        return factory.disj(empty, *some)


_COMPLEMENT = {
    ComparisonOperator.LESS: ComparisonOperator.GREATER_EQUAL,
    ComparisonOperator.LESS_EQUAL: ComparisonOperator.GREATER,
    ComparisonOperator.GREATER: ComparisonOperator.LESS_EQUAL,
    ComparisonOperator.GREATER_EQUAL: ComparisonOperator.LESS,
}


@record
class Guarded:
    """An aggregate with its guards, under `not` where `negated`."""

    collected: Collected
    guards: Guards
    negated: bool = False

    def truth(self, extents: Extents, below: Below = nothing) -> Term:  # noqa: ARG002 (no cycle runs through it)
        found = factory.conj(*(self.collected.guard(operator, other, extents) for operator, other in self.guards))
        return factory.neg(found) if self.negated else found

    def atoms(self, extents: Extents) -> Iterator[Term]:  # noqa: ARG002
        yield from ()

    def premises(self) -> Iterator[Term]:
        yield from ()


def first_of_equals(conditions: Mapping[Args, Term]) -> list[tuple[Args, Term]]:
    """Each tuple with the condition that it holds and that no earlier tuple that holds is equal to it."""
    if all(order.is_ground(arg) for args in conditions for arg in args):
        return list(conditions.items())
    by_length: dict[int, list[Args]] = {}
    for args in conditions:
        by_length.setdefault(len(args), []).append(args)
    found = []
    groups: dict[Args, list[Args]] = {}
    for length, tuples in by_length.items():
        ground = [place for place in range(length) if all(order.is_ground(args[place]) for args in tuples)]
        for args in tuples:
            key = (factory.integer(length), *(args[place] for place in ground))
            groups.setdefault(key, []).append(args)
    for tuples in groups.values():
        for number, args in enumerate(tuples):
            repeated = (factory.conj(conditions[other], equal_tuples(other, args)) for other in tuples[:number])
            found.append((args, factory.conj(conditions[args], factory.neg(factory.disj(*repeated)))))
    return found
