"""Terms of the syntax tree to arguments, with clingo's arithmetic on unbounded integers.

A term can have several values (pools, intervals), or none (an undefined operation, which drops the instance).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import assert_never

from bicameral.formula import bounds, factory
from bicameral.formula.term import Term
from bicameral.lowering.order import opposite
from bicameral.lowering.program import Argument, Compound, Constant, Intermediate
from bicameral.lowering.refused import RefusedError
from bicameral.source import Span
from bicameral.syntax import tree

Binding = Mapping[str, Argument]
# A value of a term, and the conditions (a divisor that is not 0) under which the operation is defined.
Valued = tuple[Argument, tuple[Term, ...]]

MAX_INTERVAL = 10_000
MAX_POWER = 8
MAX_TERM = 2_000  # nodes of one argument, written out
MAX_LEVELS = 100  # functions within each other


class Evaluator:
    """Evaluates terms under a binding and keeps every intermediate that may leave clingo's 32 bits."""

    def __init__(self, constants: Mapping[str, tree.Term], limits: dict[Term, bounds.Bounds]) -> None:
        self._constants = constants
        self.limits = limits
        self.intermediates: dict[Term, Intermediate] = {}

    def values(self, term: tree.Term, binding: Binding) -> list[Valued]:  # noqa: C901 (one case for each term)
        """Every value of `term`. Raises RefusedError for what cannot be lowered exactly."""
        match term:
            case tree.Number():
                return [(factory.integer(term.value), ())]
            case tree.Variable():
                if term.name not in binding:  # clingo may still take the rule, where no instance of it is possible
                    raise RefusedError("unsafe", term.span, f"nothing binds {term.name}")
                return [(binding[term.name], ())]
            case tree.String():
                return [(Constant("string", term.value), ())]
            case tree.Infimum():
                return [(Constant("inf", ""), ())]
            case tree.Supremum():
                return [(Constant("sup", ""), ())]
            case tree.Function():
                return self._function(term, binding)
            case tree.Tuple():
                return [(Compound("", args), guards) for args, guards in self.sequences(term.arguments, binding)]
            case tree.Pool():
                return [value for part in term.arguments for value in self.values(part, binding)]
            case tree.Absolute():
                found = [value for part in term.arguments for value in self.values(part, binding)]
                return self._map(found, factory.absolute, term.span)
            case tree.UnaryOperation():
                return self._unary(term, binding)
            case tree.BinaryOperation():
                pairs = product(self.values(term.left, binding), self.values(term.right, binding))
                return [value for left, right in pairs for value in self._binary(term, left, right)]
            case tree.Interval():
                pairs = product(self.values(term.left, binding), self.values(term.right, binding))
                return [value for left, right in pairs for value in _interval(term, left, right)]
            case _:
                assert_never(term)

    def sequences(
        self, terms: tuple[tree.Term, ...], binding: Binding
    ) -> list[tuple[tuple[Argument, ...], tuple[Term, ...]]]:
        """Every combination of values of a sequence of terms, with all their conditions."""
        combinations = product(*(self.values(term, binding) for term in terms))
        found = [
            (tuple(value for value, _ in parts), tuple(guard for _, guards in parts for guard in guards))
            for parts in combinations
        ]
        for args, _ in found:
            if _outgrown(args):
                raise RefusedError(
                    "term-size", terms[0].span, f"a term of more than {MAX_TERM} parts or {MAX_LEVELS} levels"
                )
        return found

    def record(self, number: Term, span: Span, *, any_size: bool = False) -> None:
        """Keep an integer that clingo computes, if it may leave 32 bits within the declared ranges.

        Raises RefusedError for a number that no text can hold: sums of sums double at each step.
        """
        if number.size > MAX_TERM and not any_size:
            raise RefusedError("term-size", span, f"a number of more than {MAX_TERM} operations, written out")
        if number not in self.intermediates and not bounds.within_clingo(bounds.bounds(number, self.limits)):
            self.intermediates[number] = Intermediate(number, span)

    def _function(self, term: tree.Function, binding: Binding) -> list[Valued]:
        if term.external:
            raise RefusedError("external-function", term.span, f"@{term.name} calls a script")
        if term.pools == ((),):
            if term.name in self._constants:
                return self.values(self._constants[term.name], {})
            return [(Constant("constant", term.name), ())]
        return [
            (Compound(term.name, args) if args else Constant("constant", term.name), guards)
            for alternative in term.pools
            for args, guards in self.sequences(alternative, binding)
        ]

    def _map(self, found: list[Valued], operation: Callable[[Term], Term], span: Span) -> list[Valued]:
        results: list[Valued] = []
        for value, guards in found:
            if isinstance(value, Term):
                number = operation(value)
                self.record(number, span)
                results.append((number, guards))
        return results

    def _unary(self, term: tree.UnaryOperation, binding: Binding) -> list[Valued]:
        found = self.values(term.argument, binding)
        if term.operator is tree.UnaryOperator.NEGATION:
            return self._map(found, lambda number: factory.integer(~_known(number, term.span, "~")), term.span)
        results: list[Valued] = []
        for value, guards in found:
            negated = opposite(value)
            if negated is not None:
                results.append((negated, guards))
            if isinstance(negated, Term):
                self.record(negated, term.span)
        return results

    def _binary(self, term: tree.BinaryOperation, left: Valued, right: Valued) -> list[Valued]:
        (a, guards1), (b, guards2) = left, right
        if not isinstance(a, Term) or not isinstance(b, Term):
            return []  # undefined: clingo drops the instance
        guards = (*guards1, *guards2)
        defined = factory.TRUE
        match term.operator:
            case tree.BinaryOperator.PLUS:
                result = factory.add(a, b)
            case tree.BinaryOperator.MINUS:
                result = factory.sub(a, b)
            case tree.BinaryOperator.MULTIPLICATION:
                result = factory.mul(a, b)
            case tree.BinaryOperator.DIVISION | tree.BinaryOperator.MODULO:
                defined = factory.neg(factory.eq(b, factory.ZERO))
                if defined.is_false:
                    return []
                divide = factory.tdiv if term.operator is tree.BinaryOperator.DIVISION else factory.trem
                result = divide(a, b)
            case tree.BinaryOperator.POWER:
                power = self._power(a, b, term.span)
                if power is None:
                    return []
                result = power
            case tree.BinaryOperator.AND | tree.BinaryOperator.OR | tree.BinaryOperator.XOR:
                result = _bits(term.operator, a, b, term.span)
            case _:
                assert_never(term.operator)
        self.record(result, term.span)
        return [(result, (*guards, defined) if not defined.is_true else guards)]

    def _power(self, base: Term, exponent: Term, span: Span) -> Term | None:
        degree = _known(exponent, span, "**")
        if base.is_const:
            value = base.payload
            assert isinstance(value, int)
            if degree < 0:
                return None if value == 0 else factory.ZERO  # as clingo computes it, also for 1 and -1
            if abs(value) > 1 and degree > 4096:
                raise RefusedError("power", span, f"{value}**{degree} is too large a number to write out")
            return factory.integer(value**degree)
        if not 0 <= degree <= MAX_POWER:
            raise RefusedError("power", span, f"an unknown number to the power {degree}")
        result = factory.integer(1)
        for _ in range(degree):
            result = factory.mul(result, base)
            self.record(result, span)
        return result


def _outgrown(args: tuple[Argument, ...]) -> bool:
    """Whether arguments have more than MAX_TERM nodes or levels; looks at no more of them than that."""
    left = MAX_TERM
    level: list[Argument] = list(args)
    for _ in range(MAX_LEVELS):
        left -= sum(part.size if isinstance(part, Term) else 1 for part in level)
        if left < 0 or not level:
            return left < 0
        level = [inner for part in level if isinstance(part, Compound) for inner in part.args]
    return bool(level)


def _known(number: Term, span: Span, operator: str) -> int:
    if not number.is_const:
        raise RefusedError("unknown-operand", span, f"`{operator}` on a number that depends on an unknown input")
    assert isinstance(number.payload, int)
    return number.payload


def _bits(operator: tree.BinaryOperator, left: Term, right: Term, span: Span) -> Term:
    a, b = _known(left, span, operator.value), _known(right, span, operator.value)
    if operator is tree.BinaryOperator.AND:
        return factory.integer(a & b)
    return factory.integer(a | b if operator is tree.BinaryOperator.OR else a ^ b)


def _interval(term: tree.Interval, left: Valued, right: Valued) -> list[Valued]:
    (a, guards1), (b, guards2) = left, right
    if not isinstance(a, Term) or not isinstance(b, Term):
        return []
    low, high = _known(a, term.span, ".."), _known(b, term.span, "..")
    if high - low >= MAX_INTERVAL:
        raise RefusedError(
            "interval", term.span, f"an interval of {high - low + 1} values; the limit is {MAX_INTERVAL}"
        )
    return [(factory.integer(value), (*guards1, *guards2)) for value in range(low, high + 1)]
