"""Matching of patterns against arguments, and the order in which a body can be matched.

A pattern binds a variable where clingo would: as an argument, within functions and tuples, and under `a*X+b` with
constants a and b.
"""

from __future__ import annotations

from bicameral.formula import factory
from bicameral.formula.term import Op, Term
from bicameral.lowering.evaluation import Evaluator
from bicameral.lowering.order import equal, opposite
from bicameral.lowering.program import Argument, Compound
from bicameral.lowering.refused import RefusedError
from bicameral.sorts.term_sort import INT
from bicameral.source.record import record
from bicameral.syntax import tree
from bicameral.syntax.node import Node
from bicameral.syntax.traverse import variables

ANONYMOUS = "_"


@record
class Partial:
    """A body matched so far: what its variables are, and the conditions collected."""

    binding: dict[str, Argument]
    conditions: tuple[Term, ...]

    def require(self, *conditions: Term) -> Partial | None:
        """With more conditions; None where one of them is false."""
        needed = tuple(condition for condition in conditions if not condition.is_true)
        if any(condition.is_false for condition in needed):
            return None
        return Partial(self.binding, (*self.conditions, *needed)) if needed else self

    def bind(self, name: str, value: Argument) -> Partial:
        return self if name == ANONYMOUS else Partial({**self.binding, name: value}, self.conditions)


_PLACEHOLDER = factory.symbol("?", INT)


def free_variables(term: Node) -> set[str]:
    return {variable.name for variable in variables(term)}


def binds(pattern: tree.Term, bound: set[str]) -> bool:
    """Whether matching `pattern` leaves every variable of it bound."""
    match pattern:
        case tree.Variable():
            return True
        case tree.Function():
            return all(binds(part, bound) for alternative in pattern.pools for part in alternative)
        case tree.Tuple():
            return all(binds(part, bound) for part in pattern.arguments)
        case tree.Pool():
            return all(binds(part, bound) for part in pattern.arguments)
        case tree.UnaryOperation(tree.UnaryOperator.MINUS, argument):
            return binds(argument, bound)
        case _:
            unbound = free_variables(pattern) - bound
            return not unbound or is_linear(pattern)


def is_linear(pattern: tree.Term) -> bool:
    """Whether the pattern is arithmetic over one occurrence of one variable, otherwise over numbers alone."""
    return len(list(variables(pattern))) == 1 and _linear_shape(pattern)


def _linear_shape(pattern: tree.Term) -> bool:
    match pattern:
        case tree.Variable() | tree.Number():
            return True
        case tree.Function():
            return pattern.pools == ((),) and not pattern.external
        case tree.UnaryOperation(tree.UnaryOperator.MINUS, argument):
            return _linear_shape(argument)
        case tree.BinaryOperation(
            tree.BinaryOperator.PLUS | tree.BinaryOperator.MINUS | tree.BinaryOperator.MULTIPLICATION, left, right
        ):
            return _linear_shape(left) and _linear_shape(right)
        case _:
            return False


def match(evaluator: Evaluator, pattern: tree.Term, argument: Argument, partial: Partial) -> list[Partial]:
    """Every way in which `pattern` is `argument`, extending `partial`."""
    match pattern:
        case tree.Variable():
            if pattern.name != ANONYMOUS and pattern.name in partial.binding:
                return _some(partial.require(equal(partial.binding[pattern.name], argument)))
            return [partial.bind(pattern.name, argument)]
        case tree.Function() if pattern.pools != ((),):
            if not isinstance(argument, Compound) or argument.name != pattern.name or argument.negative:
                return []
            return [found for parts in pattern.pools for found in match_all(evaluator, parts, argument.args, partial)]
        case tree.Tuple():
            if not isinstance(argument, Compound) or argument.name or argument.negative:
                return []
            return match_all(evaluator, pattern.arguments, argument.args, partial)
        case tree.Pool():
            return [found for part in pattern.arguments for found in match(evaluator, part, argument, partial)]
        case tree.UnaryOperation(tree.UnaryOperator.MINUS, inner):
            negated = opposite(argument)
            if isinstance(negated, Term):
                evaluator.record(negated, pattern.span)
            return match(evaluator, inner, negated, partial) if negated is not None else []
        case _:
            names = {name for name in free_variables(pattern) if name == ANONYMOUS or name not in partial.binding}
            if names:
                return _match_linear(evaluator, pattern, names.pop(), argument, partial)
            results: list[Partial] = []
            for value, guards in evaluator.values(pattern, partial.binding):
                results += _some(partial.require(*guards, equal(value, argument)))
            return results


def match_all(
    evaluator: Evaluator, patterns: tuple[tree.Term, ...], arguments: tuple[Argument, ...], partial: Partial
) -> list[Partial]:
    """Every way in which the patterns are the arguments, one by one."""
    if len(patterns) != len(arguments):
        return []
    states = [partial]
    for pattern, argument in zip(patterns, arguments, strict=True):
        states = [found for state in states for found in match(evaluator, pattern, argument, state)]
    return states


def _match_linear(
    evaluator: Evaluator, pattern: tree.Term, name: str, argument: Argument, partial: Partial
) -> list[Partial]:
    """Solve `a*X + b = argument` for X in the integers."""
    found = evaluator.values(pattern, {name: _PLACEHOLDER})
    if len(found) != 1:
        return []  # a constant in the pattern is no number: the operation is undefined
    line, _ = found[0]
    if not isinstance(line, Term) or not isinstance(argument, Term):
        return []
    coefficient, offset = _line(line)
    if coefficient == 0:
        raise RefusedError("pattern", pattern.span, f"{name} cannot be told from a product with 0")
    rest = factory.sub(argument, factory.integer(offset))
    step = factory.integer(coefficient)
    value = factory.tdiv(rest, step) if coefficient != -1 else factory.minus(rest)
    evaluator.record(rest, pattern.span)
    evaluator.record(value, pattern.span)
    divides = factory.eq(factory.trem(rest, step), factory.ZERO)
    fitting = partial.require(divides)
    return [fitting.bind(name, value)] if fitting is not None else []


def _line(term: Term) -> tuple[int, int]:
    """Coefficient and offset of a linear term over the placeholder."""
    offset = 0
    if term.op is Op.ADD and isinstance(term.args[-1].payload, int) and term.args[-1].is_const:
        offset = term.args[-1].payload
        term = term.args[0]
    if term.is_const:
        assert isinstance(term.payload, int)
        return 0, term.payload
    if term.op is Op.MUL:
        assert isinstance(term.args[0].payload, int)
        return term.args[0].payload, offset
    return 1, offset


def _some(partial: Partial | None) -> list[Partial]:
    return [partial] if partial is not None else []
