"""Faults in the completion, in choices, disjunctions, recursion, signs, conditional literals and aggregates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering import aggregates, bodies, completion, deferred, elements, joins, matching
from bicameral.lowering.aggregates import Collected, Guarded
from bicameral.lowering.completion import Completion
from bicameral.lowering.deferred import DOUBLE, NEGATED, Conjunct, Implication, Lookup
from bicameral.lowering.extent import Extent
from bicameral.lowering.instantiation import Instance, Instantiator
from bicameral.lowering.lower import Lowerer
from bicameral.lowering.program import Kind
from bicameral.lowering.ranking import Ranking
from bicameral.syntax import tree
from bicameral.syntax.tree import AggregateFunction, ComparisonOperator, Sign
from tests.differential.planting import around, fault

# --- completion ----------------------------------------------------------------------------------------------


@fault("rule", "join")
def rule_dropped(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, *args: Any) -> Any:
        made = right(*args)
        first = next((one for one in made if one.kind is Kind.RULE), None)
        return [one for one in made if one is not first]

    around(patch, Completion, "rules", wrong)


@fault("default negation", "plain")
def exception_dropped(patch: pytest.MonkeyPatch) -> None:
    """The last `not` of a body is left out."""

    def wrong(right: Any, self: Any, instance: Instance) -> Any:
        negated = [one for one in instance.deferred if isinstance(one, Lookup) and one.sign == NEGATED]
        return Conjunct(instance.conditions, tuple(one for one in instance.deferred if one not in negated[-1:])).truth(
            self._extents
        )

    around(patch, Completion, "body", wrong)


@fault("constraint", "constraint")
def constraint_dropped(patch: pytest.MonkeyPatch) -> None:
    around(patch, Completion, "rules", lambda right, self: [one for one in right(self) if one.kind is Kind.RULE])


@fault("completion", "join")
def completion_half_missing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Completion, "closed_world", lambda *_: [])


@fault("completion", "join")
def only_one_rule_supports(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, self: Any, instances: Any, *args: Any) -> None:
        right(self, instances, *args)
        for found in self._supports.values():
            found.update({key: several[:1] for key, several in found.items()})

    around(patch, Completion, "__init__", wrong)


@fault("classical negation", "contrary")
def contraries_dropped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(completion, "contraries", lambda *_: [])


@fault("claim", "join")
def claim_polarity_swapped(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, *args: Any) -> Any:
        made = right(*args)
        return made if made.claim is None else replace(made, claim=factory.neg(made.claim))

    around(patch, Lowerer, "lowered", wrong)


# --- choices and disjunctions --------------------------------------------------------------------------------


@fault("choice", "choice")
def choice_as_rule(patch: pytest.MonkeyPatch) -> None:
    around(patch, Completion, "_rule", lambda right, self, instance: right(self, replace(instance, choice=False)))


@fault("choice", "choice")
def choice_supports_nothing(patch: pytest.MonkeyPatch) -> None:
    around(
        patch,
        Completion,
        "_supporting",
        lambda right, self, instance, *args: factory.FALSE if instance.choice else right(self, instance, *args),
    )


@fault("bounds of a choice", "choice")
def bounds_dropped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Instantiator, "_bounds", lambda *_: iter(()))


@fault("bounds of a choice", "choice")
def bounds_without_the_body(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, self: Any, *args: Any) -> Iterator[Instance]:
        for one in right(self, *args):
            yield replace(one, conditions=())

    around(patch, Instantiator, "_bounds", wrong)


@fault("disjunction", "disjunction")
def disjuncts_not_shifted(patch: pytest.MonkeyPatch) -> None:
    """Each disjunct is supported, whatever the others are."""
    around(
        patch, Completion, "_supporting", lambda right, self, one, *args: right(self, replace(one, others=()), *args)
    )


@fault("disjunction", "disjunction")
def disjunction_as_conjunction(patch: pytest.MonkeyPatch) -> None:
    around(patch, Completion, "_rule", lambda right, self, one: right(self, replace(one, others=())))


# --- recursion -----------------------------------------------------------------------------------------------


@fault("positive recursion", "recursion")
def ranks_dropped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Ranking, "above", lambda *_: iter(()))


@fault("positive recursion", "recursion")
def ranks_need_not_fall(patch: pytest.MonkeyPatch) -> None:
    from bicameral.lowering import ranking

    patch.setattr(ranking, "factory", SimpleNamespace(**{**vars(factory), "lt": factory.le}))


@fault("positive recursion", "recursion")
def ranks_run_out(patch: pytest.MonkeyPatch) -> None:
    """Ranks up to one less than the component needs."""

    def wrong(right: Any, self: Any, *args: Any) -> None:
        right(self, *args)
        self._size = {number: size - 1 for number, size in self._size.items()}

    around(patch, Ranking, "__init__", wrong)


@fault("join", "recursion")
def repeated_variable_not_compared(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, evaluator: Any, pattern: Any, argument: Any, partial: Any) -> Any:
        if isinstance(pattern, tree.Variable) and pattern.name in partial.binding:
            return [partial]
        return right(evaluator, pattern, argument, partial)

    around(patch, matching, "match", wrong)
    patch.setattr(Extent, "candidates", lambda self, *_: list(self.tuples))


@fault("join", "plain")
def constant_argument_not_compared(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, evaluator: Any, pattern: Any, argument: Any, partial: Any) -> Any:
        if isinstance(pattern, tree.Number):
            return [partial]
        return right(evaluator, pattern, argument, partial)

    around(patch, matching, "match", wrong)
    patch.setattr(Extent, "candidates", lambda self, *_: list(self.tuples))


# --- signs ---------------------------------------------------------------------------------------------------


@fault("default negation", "loops")
def negation_as_double(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(bodies, "SIGNS", {**bodies.SIGNS, Sign.NEGATION: DOUBLE})


@fault("double negation", "loops")
def double_negation_as_single(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(bodies, "SIGNS", {**bodies.SIGNS, Sign.DOUBLE_NEGATION: NEGATED})


@fault("anonymous variable", "plain")
def anonymous_variable_means_one(patch: pytest.MonkeyPatch) -> None:
    """`not p(_)` speaks of the first p alone."""

    def wrong(right: Any, self: Any, args: Any) -> Any:
        if None in args:
            return next(iter(self.tuples.values()), factory.FALSE)
        return right(self, args)

    around(patch, Extent, "truth", wrong)


@fault("negated comparison", "join")
def negated_comparison_as_it_stands(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, self: Any, sign: Any, *args: Any) -> Any:
        return right(self, Sign.DOUBLE_NEGATION if sign is Sign.NEGATION else sign, *args)

    around(patch, Instantiator, "_comparison", wrong)


@fault("chain of comparisons", "plain")
def chain_link_dropped(patch: pytest.MonkeyPatch) -> None:
    around(patch, joins, "_links", lambda right, element: list(right(element))[:1])


# --- conditional literals and aggregates ---------------------------------------------------------------------


@fault("conditional literal", "conditional")
def last_instance_of_a_condition_dropped(patch: pytest.MonkeyPatch) -> None:
    around(patch, Instantiator, "_conditional", lambda right, *args: right(*args)[:-1])


@fault("conditional literal", "conditional")
def implication_as_conjunction(patch: pytest.MonkeyPatch) -> None:
    def wrong(_right: Any, self: Implication, extents: Any, below: Any = deferred.nothing) -> Term:
        found = factory.disj(*(one.truth(extents, below) for one in self.alternatives))
        return factory.conj(self.premise.truth(extents), found)

    around(patch, Implication, "truth", wrong)


@fault("aggregate: a set of tuples", "aggregates")
def equal_tuples_counted_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(aggregates, "first_of_equals", lambda conditions: list(conditions.items()))


@fault("aggregate: a set of tuples", "aggregates")
def one_way_to_a_tuple(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        Collected, "_conditions", lambda self, extents: {args: one.truth(extents) for args, one in self.elements}
    )


@fault("aggregate: conditions", "aggregates")
def conditions_of_elements_ignored(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, *args: Any) -> Any:
        made = right(*args)
        return replace(made, elements=tuple((tuple_, Conjunct(())) for tuple_, _ in made.elements))

    around(patch, Instantiator, "_collect", wrong)


def _as_function(patch: pytest.MonkeyPatch, function: AggregateFunction, other: AggregateFunction) -> None:
    def wrong(right: Any, *args: Any) -> Any:
        made = right(*args)
        return replace(made, function=other) if made.function is function else made

    around(patch, Instantiator, "_collect", wrong)


@fault("#sum+", "aggregates")
def negative_weights_counted(patch: pytest.MonkeyPatch) -> None:
    _as_function(patch, AggregateFunction.SUM_PLUS, AggregateFunction.SUM)


@fault("#count", "aggregates")
def count_as_sum(patch: pytest.MonkeyPatch) -> None:
    _as_function(patch, AggregateFunction.COUNT, AggregateFunction.SUM)


@fault("#min", "aggregates")
def minimum_as_maximum(patch: pytest.MonkeyPatch) -> None:
    _as_function(patch, AggregateFunction.MIN, AggregateFunction.MAX)


@fault("#sup", "aggregates")
def empty_minimum_is_inf(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(aggregates, "_SUP", aggregates._INF)


@fault("guards of an aggregate", "aggregates")
def left_guard_not_mirrored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(elements, "MIRRORED", {one: one for one in ComparisonOperator})


@fault("guards of an aggregate", "aggregates")
def second_guard_dropped(patch: pytest.MonkeyPatch) -> None:
    around(
        patch,
        Guarded,
        "truth",
        lambda right, self, *args: right(replace(self, guards=self.guards[:1]), *args),
    )


@fault("negated aggregate", "aggregates")
def negated_aggregate_as_it_stands(patch: pytest.MonkeyPatch) -> None:
    around(patch, Instantiator, "_guarded", lambda right, self, _sign, *args: right(self, Sign.NONE, *args))


@fault("assignment of an aggregate", "aggregates")
def assigned_value_undefined(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(completion, "computed", lambda *_: ([], {}))


@fault("aggregate: weights", "aggregates")
def weight_of_a_number_as_one(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, self: Any, args: Any) -> Term:
        found: Term = right(self, args)
        return found if found.is_const else factory.integer(1)

    around(patch, Collected, "_weight", wrong)


@fault("count of literals", "aggregates")
def negated_literal_counted_when_true(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, self: Any, number: int, element: Any, partial: Any) -> Any:
        literal = replace(element.literal, sign=Sign.NONE)
        return right(self, number, replace(element, literal=literal), partial)

    around(patch, Instantiator, "_literal_element", wrong)
