"""Faults in the order of terms, in arithmetic and in inputs."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from bicameral.formula import factory, smtlib
from bicameral.formula.term import Term
from bicameral.lowering import evaluation, inputs, order
from bicameral.lowering.evaluation import Evaluator
from bicameral.lowering.program import Compound, Constant
from bicameral.syntax import tree
from bicameral.syntax.tree import ComparisonOperator
from tests.differential.planting import around, fault

# --- order ---------------------------------------------------------------------------------------------------


def _compare_as(patch: pytest.MonkeyPatch, operator: ComparisonOperator, other: ComparisonOperator) -> None:
    around(patch, order, "compare", lambda right, one, *args: right(other if one is operator else one, *args))


@fault("comparison", "join")
def less_for_less_or_equal(patch: pytest.MonkeyPatch) -> None:
    _compare_as(patch, ComparisonOperator.LESS_EQUAL, ComparisonOperator.LESS)


@fault("comparison", "join")
def greater_or_equal_for_greater(patch: pytest.MonkeyPatch) -> None:
    _compare_as(patch, ComparisonOperator.GREATER, ComparisonOperator.GREATER_EQUAL)


@fault("comparison", "join")
def unequal_as_less(patch: pytest.MonkeyPatch) -> None:
    _compare_as(patch, ComparisonOperator.NOT_EQUAL, ComparisonOperator.LESS)


@fault("order of terms", "order")
def numbers_after_constants(patch: pytest.MonkeyPatch) -> None:
    kinds = ("inf", "constant", "integer", "-constant", "string", "function", "-function", "sup")
    patch.setattr(order, "_KINDS", kinds)


@fault("order of terms", "order")
def strings_after_functions(patch: pytest.MonkeyPatch) -> None:
    kinds = ("inf", "integer", "constant", "-constant", "function", "string", "-function", "sup")
    patch.setattr(order, "_KINDS", kinds)


@fault("terms as arguments", "order")
def minus_of_a_constant_lost(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, argument: Any) -> Any:
        return argument if isinstance(argument, Constant) else right(argument)

    around(patch, evaluation, "opposite", wrong)


@fault("terms as arguments", "order")
def functions_equal_by_name(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, left: Any, other: Any) -> Term:
        if isinstance(left, Compound) and isinstance(other, Compound):
            return factory.boolean(left.name == other.name)
        return right(left, other)  # type: ignore[no-any-return]

    around(patch, order, "equal", wrong)


# --- arithmetic ----------------------------------------------------------------------------------------------


@fault("division", "arithmetic")
def quotient_rounded_down(patch: pytest.MonkeyPatch) -> None:
    text = f"(define-fun {smtlib.QUOTIENT} ((a Int) (b Int)) Int (div a b))"
    patch.setattr(smtlib, "DEFINITIONS", {**smtlib.DEFINITIONS, smtlib.QUOTIENT: text})


@fault("remainder", "arithmetic")
def remainder_never_negative(patch: pytest.MonkeyPatch) -> None:
    text = f"(define-fun {smtlib.REMAINDER} ((a Int) (b Int)) Int (mod a b))"
    patch.setattr(smtlib, "DEFINITIONS", {**smtlib.DEFINITIONS, smtlib.REMAINDER: text})


@fault("division", "arithmetic")
def quotient_of_constants_rounded_down(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(factory, "truncated_quotient", lambda left, right: left // right)


@fault("undefined operation", "arithmetic")
def division_by_zero_defined(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, self: Any, term: Any, left: Any, other: Any) -> Any:
        return [(value, (*left[1], *other[1])) for value, _ in right(self, term, left, other)]

    around(patch, Evaluator, "_binary", wrong)


def _given_power(right: Any, self: Any, base: Term, exponent: Term, span: Any, *, constant: bool) -> Term | None:
    less = factory.integer(int(exponent.payload) - 1) if exponent.is_const and exponent.payload else exponent
    return right(self, base, less if base.is_const is constant else exponent, span)  # type: ignore[no-any-return]


@fault("power", "arithmetic")
def power_of_a_number_one_short(patch: pytest.MonkeyPatch) -> None:
    around(patch, Evaluator, "_power", lambda *args: _given_power(*args, constant=False))


@fault("power", "arithmetic")
def power_of_constants_one_short(patch: pytest.MonkeyPatch) -> None:
    around(patch, Evaluator, "_power", lambda *args: _given_power(*args, constant=True))


@fault("absolute value", "arithmetic")
def absolute_value_keeps_its_sign(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(factory, "absolute", lambda term: term)


@fault("bit operations", "arithmetic")
def complement_as_minus(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, self: Any, term: Any, binding: Any) -> Any:
        return right(self, replace(term, operator=tree.UnaryOperator.MINUS), binding)

    around(patch, Evaluator, "_unary", wrong)


@fault("bit operations", "arithmetic")
def exclusive_or_as_or(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, operator: Any, *args: Any) -> Any:
        return right(tree.BinaryOperator.OR if operator is tree.BinaryOperator.XOR else operator, *args)

    around(patch, evaluation, "_bits", wrong)


@fault("#const", "join")
def constants_not_replaced(patch: pytest.MonkeyPatch) -> None:
    around(patch, Evaluator, "__init__", lambda right, self, _constants, limits: right(self, {}, limits))


@fault("interval", "intervals")
def interval_ends_early(patch: pytest.MonkeyPatch) -> None:
    around(patch, evaluation, "_interval", lambda right, *args: right(*args)[:-1])


@fault("pool", "intervals")
def pool_alternative_dropped(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, self: Any, term: Any, binding: Any) -> Any:
        return right(
            self, replace(term, arguments=term.arguments[:1]) if isinstance(term, tree.Pool) else term, binding
        )

    around(patch, Evaluator, "values", wrong)


# --- inputs --------------------------------------------------------------------------------------------------


@fault("optional input", "join")
def optional_input_always_given(patch: pytest.MonkeyPatch) -> None:
    around(patch, inputs, "tuples", lambda right, symbol: right(replace(symbol, given=None)))


@fault("range", "join")
def range_dropped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(inputs, "range_assertion", lambda _symbol: None)


@fault("enumerated input", "join")
def last_member_dropped(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, symbol: Any) -> Any:
        found = list(right(symbol))
        return found[:-1] if symbol.value.sort.members else found

    around(patch, inputs, "tuples", wrong)


@fault("keyed input", "join")
def individuals_share_a_symbol(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, instance: Any) -> Any:
        alone = right(replace(instance, keys=instance.keys[:1] * len(instance.keys)))
        return replace(alone, name=instance.name, keys=instance.keys)

    around(patch, inputs, "input_symbol", wrong)


@fault("sort as predicate", "join")
def last_individual_missing(patch: pytest.MonkeyPatch) -> None:
    around(patch, import_module("bicameral.lowering.lower"), "members", lambda right, *args: right(*args)[:-1])


@fault("names that are strings", "order")
def strings_as_constants(patch: pytest.MonkeyPatch) -> None:
    def wrong(right: Any, self: Any, term: Any, binding: Any) -> Any:
        if isinstance(term, tree.String):
            return [(Constant("constant", term.value), ())]
        return right(self, term, binding)

    around(patch, Evaluator, "values", wrong)
