"""What each alternative of the grammar makes: the functions that grammar.lark names.

ACTIONS maps a name to its function and to whether it takes the span of the whole alternative as its last argument.
Lists become tuples where they enter a node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from bicameral.source import Span
from bicameral.syntax import tree
from bicameral.syntax.tree import (
    AggregateFunction,
    BinaryOperator,
    ComparisonOperator,
    Function,
    Literal,
    Sign,
    SymbolicAtom,
    Term,
    UnaryOperator,
)

T = TypeVar("T")
Pools = Iterable[tuple[Term, ...]]

ACTIONS: dict[str, tuple[Callable[..., Any], bool]] = {}

_ESCAPES = {"\\n": "\n", '\\"': '"', "\\\\": "\\"}
_NO_ARGUMENTS: tuple[tuple[Term, ...], ...] = ((),)


class RefusalError(Exception):
    """Text that the grammar lets through and the language does not."""

    def __init__(self, span: Span, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.span, self.message, self.hint = span, message, hint


def spanned(function: Callable[..., T]) -> Callable[..., T]:
    """Register a function whose last argument is the span."""
    ACTIONS[function.__name__] = (function, True)
    return function


def plain(function: Callable[..., T]) -> Callable[..., T]:
    """Register a function that takes no span."""
    ACTIONS[function.__name__] = (function, False)
    return function


# --- lists and words -----------------------------------------------------------------------------------------


@plain
def empty() -> list[Any]:
    return []


@plain
def first(item: T) -> list[T]:
    return [item]


@plain
def append(items: list[T], item: T) -> list[T]:
    items.append(item)
    return items


@plain
def arguments(terms: list[Term] | None = None) -> tuple[Term, ...]:
    return tuple(terms) if terms else ()


@plain
def pair(left: Any, right: Any) -> tuple[Any, Any]:
    return left, right


@plain
def first_edge(left: Term, right: Term) -> list[tuple[Term, Term]]:
    return [(left, right)]


@plain
def next_edge(edges: list[tuple[Term, Term]], left: Term, right: Term) -> list[tuple[Term, Term]]:
    edges.append((left, right))
    return edges


def _constant(value: T) -> tuple[Callable[[], T], bool]:
    return (lambda: value), False


ACTIONS |= {
    "greater": _constant(ComparisonOperator.GREATER),
    "less": _constant(ComparisonOperator.LESS),
    "greater_equal": _constant(ComparisonOperator.GREATER_EQUAL),
    "less_equal": _constant(ComparisonOperator.LESS_EQUAL),
    "equal": _constant(ComparisonOperator.EQUAL),
    "not_equal": _constant(ComparisonOperator.NOT_EQUAL),
    "minimize": _constant(value=False),
    "maximize": _constant(value=True),
}

# --- terms ---------------------------------------------------------------------------------------------------

ACTIONS |= {
    "variable": (tree.Variable, True),
    "interval": (tree.Interval, True),
    "infimum": (tree.Infimum, True),
    "supremum": (tree.Supremum, True),
}


def integer(text: str, span: Span) -> int:
    """The value of a number as written. Raises RefusalError beyond what can be read in reasonable time."""
    try:
        return int(text, 0)
    except ValueError:
        raise RefusalError(span, "this number has too many digits") from None


def unquote(text: str) -> str:
    r"""The text of a string literal: `\\`, `\"` and `\n` stand for one character each."""
    if "\\" not in text:
        return text[1:-1]
    pieces = text[1:-1].split("\\\\")
    return "\\".join(piece.replace('\\"', '"').replace("\\n", "\n") for piece in pieces)


@spanned
def number(text: str, span: Span) -> tree.Number:
    return tree.Number(integer(text, span), span)


@spanned
def string(text: str, span: Span) -> tree.String:
    return tree.String(unquote(text), span)


@spanned
def constant(name: str, span: Span) -> Function:
    return Function(name, _NO_ARGUMENTS, False, span)


@spanned
def function(name: str, pools: Pools, span: Span) -> Function:
    return Function(name, tuple(pools), False, span)


@spanned
def external_function(name: str, *rest: Any) -> Function:
    *pools, span = rest
    return Function(name, tuple(pools[0]) if pools else _NO_ARGUMENTS, True, span)


def _binary(operator: BinaryOperator) -> tuple[Callable[[Term, Term, Span], tree.BinaryOperation], bool]:
    node = tree.BinaryOperation
    return (lambda left, right, span: node(operator, left, right, span)), True


def _unary(operator: UnaryOperator) -> tuple[Callable[[Term, Span], tree.UnaryOperation], bool]:
    node = tree.UnaryOperation
    return (lambda argument, span: node(operator, argument, span)), True


ACTIONS |= {
    "xor": _binary(BinaryOperator.XOR),
    "or_": _binary(BinaryOperator.OR),
    "and_": _binary(BinaryOperator.AND),
    "add": _binary(BinaryOperator.PLUS),
    "subtract": _binary(BinaryOperator.MINUS),
    "multiply": _binary(BinaryOperator.MULTIPLICATION),
    "divide": _binary(BinaryOperator.DIVISION),
    "modulo": _binary(BinaryOperator.MODULO),
    "power": _binary(BinaryOperator.POWER),
    "minus": _unary(UnaryOperator.MINUS),
    "complement": _unary(UnaryOperator.NEGATION),
}


@spanned
def absolute(terms: list[Term], span: Span) -> tree.Absolute:
    return tree.Absolute(tuple(terms), span)


@spanned
def empty_tuple(span: Span) -> tree.Tuple:
    return tree.Tuple((), span)


@spanned
def tuple_or_term(terms: list[Term], span: Span) -> Term:
    return terms[0] if len(terms) == 1 else tree.Tuple(tuple(terms), span)


ACTIONS["tuple"] = (lambda terms, span: tree.Tuple(tuple(terms), span)), True


@spanned
def parentheses(alternatives: list[Term], span: Span) -> Term:
    """One alternative is itself, a tuple with the parentheses around it; more are a pool."""
    if len(alternatives) > 1:
        return tree.Pool(tuple(alternatives), span)
    only = alternatives[0]
    return tree.Tuple(only.arguments, span) if isinstance(only, tree.Tuple) else only


# --- literals and aggregates ---------------------------------------------------------------------------------


def _signed(node: Callable[..., T], sign: Sign) -> tuple[Callable[..., T], bool]:
    return (lambda atom, span: node(sign, atom, span)), True


ACTIONS |= {
    "literal": _signed(Literal, Sign.NONE),
    "not_literal": _signed(Literal, Sign.NEGATION),
    "not_not_literal": _signed(Literal, Sign.DOUBLE_NEGATION),
    "body_literal": _signed(tree.BodyLiteral, Sign.NONE),
    "not_body_literal": _signed(tree.BodyLiteral, Sign.NEGATION),
    "not_not_body_literal": _signed(tree.BodyLiteral, Sign.DOUBLE_NEGATION),
    "guard": (tree.Guard, True),
    "true": ((lambda span: tree.BooleanConstant(True, span)), True),
    "false": ((lambda span: tree.BooleanConstant(False, span)), True),
}


@spanned
def atom(name: str, *rest: Any) -> SymbolicAtom:
    *pools, span = rest
    return SymbolicAtom(name, tuple(pools[0]) if pools else _NO_ARGUMENTS, False, span)


@spanned
def negative_atom(name: str, *rest: Any) -> SymbolicAtom:
    *pools, span = rest
    return SymbolicAtom(name, tuple(pools[0]) if pools else _NO_ARGUMENTS, True, span)


@spanned
def comparison(term: Term, guards: list[tree.Guard], span: Span) -> tree.Comparison:
    return tree.Comparison(term, tuple(guards), span)


@spanned
def conditional(literal: Literal, *rest: Any) -> tree.ConditionalLiteral:
    *condition, span = rest
    return tree.ConditionalLiteral(literal, tuple(condition[0] or ()) if condition else (), span)


@spanned
def left_guard(term: Term, *rest: Any) -> tree.LeftGuard:
    *operator, span = rest
    return tree.LeftGuard(term, operator[0] if operator else ComparisonOperator.LESS_EQUAL, span)


@spanned
def at_most(term: Term, span: Span) -> tree.Guard:
    return tree.Guard(ComparisonOperator.LESS_EQUAL, term, span)


@spanned
def set_aggregate(
    left: tree.LeftGuard | None, elements: list[tree.ConditionalLiteral], right: tree.Guard | None, span: Span
) -> tree.SetAggregate:
    return tree.SetAggregate(left, tuple(elements), right, span)


@spanned
def body_aggregate(
    left: tree.LeftGuard | None,
    function: str,
    elements: list[tree.BodyAggregateElement],
    right: tree.Guard | None,
    span: Span,
) -> tree.BodyAggregate:
    return tree.BodyAggregate(left, AggregateFunction(function), tuple(elements), right, span)


@spanned
def head_aggregate(
    left: tree.LeftGuard | None,
    function: str,
    elements: list[tree.HeadAggregateElement],
    right: tree.Guard | None,
    span: Span,
) -> tree.HeadAggregate:
    return tree.HeadAggregate(left, AggregateFunction(function), tuple(elements), right, span)


@spanned
def body_set_condition(condition: list[Literal], span: Span) -> tree.BodyAggregateElement:
    return tree.BodyAggregateElement((), tuple(condition), span)


@spanned
def body_set_element(terms: list[Term], condition: list[Literal] | None, span: Span) -> tree.BodyAggregateElement:
    return tree.BodyAggregateElement(tuple(terms), tuple(condition or ()), span)


@spanned
def head_set_element(
    terms: list[Term] | None, literal: tree.ConditionalLiteral, span: Span
) -> tree.HeadAggregateElement:
    return tree.HeadAggregateElement(tuple(terms or ()), literal, span)
