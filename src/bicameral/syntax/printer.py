"""From tree to text: parse(to_text(tree)) == tree.

Each node is printed as a list of pieces: texts, nodes, and terms with the tightness they must have to go without
parentheses. The pieces wait on a stack, so that no depth of nesting can break the printer. Statements stand on lines
of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bicameral.syntax import tree
from bicameral.syntax.tree import BinaryOperator, Term

# A text, a node, or a term with the least tightness it may have bare.
Piece = Any
Pieces = list[Piece]

_BARE = 0
_UNARY, _PRIMARY = 7, 8
_TIGHTNESS = {
    BinaryOperator.XOR: 1,
    BinaryOperator.OR: 2,
    BinaryOperator.AND: 3,
    BinaryOperator.PLUS: 4,
    BinaryOperator.MINUS: 4,
    BinaryOperator.MULTIPLICATION: 5,
    BinaryOperator.DIVISION: 5,
    BinaryOperator.MODULO: 5,
    BinaryOperator.POWER: 6,
}

PRINTERS: dict[type, Callable[[Any], Pieces]] = {}


def printer(function: Callable[[Any], Pieces]) -> Callable[[Any], Pieces]:
    """Register the printer of the class that the parameter is annotated with."""
    kind = next(iter(function.__annotations__.values()))
    PRINTERS[getattr(tree, kind.removeprefix("tree."))] = function
    return function


def print_node(node: Any) -> str:
    """The text of a node, or of a body given as a tuple."""
    out: list[str] = []
    stack: Pieces = [node] if not isinstance(node, tuple) or hasattr(node, "span") else body(node)[::-1]
    while stack:
        piece = stack.pop()
        if isinstance(piece, str):
            out.append(piece)
            continue
        if isinstance(piece, tuple):
            least, piece = piece
            if tightness(piece) < least:
                stack += (")", piece, "(")
                continue
        pieces = PRINTERS[type(piece)](piece)
        pieces.reverse()
        stack += pieces
    return "".join(out)


def joined(separator: str, items: Iterable[Piece]) -> Pieces:
    """The items with a separator between them."""
    pieces: Pieces = []
    for item in items:
        pieces += (item, separator)
    return pieces[:-1]


def pools(alternatives: Iterable[Sequence[Term]]) -> Pieces:
    """`(a,b;c)`, or nothing for the single alternative without arguments."""
    listed = list(alternatives)
    if listed == [()]:
        return []
    pieces: Pieces = ["("]
    for number, arguments in enumerate(listed):
        pieces += [";"] if number else []
        pieces += joined(",", arguments)
    return [*pieces, ")"]


def condition(literals: Sequence[tree.Literal]) -> Pieces:
    """`: a, b`, or nothing."""
    return [": ", *joined(", ", literals)] if literals else []


def body(elements: Sequence[tree.BodyElement]) -> Pieces:
    """Body elements; a conditional literal ends at a semicolon."""
    pieces: Pieces = []
    for number, element in enumerate(elements):
        if number:
            pieces.append("; " if isinstance(elements[number - 1], tree.ConditionalLiteral) else ", ")
        pieces.append(element)
        if isinstance(element, tree.ConditionalLiteral) and not element.condition:
            pieces.append(":")
    return pieces


# --- terms ---------------------------------------------------------------------------------------------------


def tightness(term: Term) -> int:
    """How tightly a term holds together: a sum less than a product, a name most."""
    match term:
        case tree.Interval():
            return 0
        case tree.BinaryOperation():
            return _TIGHTNESS[term.operator]
        case tree.UnaryOperation():
            return _UNARY
        case tree.Number():
            return _PRIMARY if term.value >= 0 else _UNARY
        case _:
            return _PRIMARY


def quote(text: str) -> str:
    """A string literal."""
    return '"' + text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'


@printer
def _variable(node: tree.Variable) -> Pieces:
    return [node.name]


@printer
def _number(node: tree.Number) -> Pieces:
    return [str(node.value)]


@printer
def _string(node: tree.String) -> Pieces:
    return [quote(node.value)]


PRINTERS[tree.Infimum] = lambda _: ["#inf"]
PRINTERS[tree.Supremum] = lambda _: ["#sup"]


@printer
def _function(node: tree.Function) -> Pieces:
    return ["@" if node.external else "", node.name, *pools(node.pools)]


@printer
def _tuple(node: tree.Tuple) -> Pieces:
    return ["(", *_inside(node), ")"]


def _inside(node: tree.Tuple) -> Pieces:
    return [*joined(",", node.arguments), "," if len(node.arguments) == 1 else ""]


@printer
def _pool(node: tree.Pool) -> Pieces:
    pieces: Pieces = []
    for argument in node.arguments:
        pieces += [";", argument]
    return ["(", *pieces[1:], ")"]


@printer
def _absolute(node: tree.Absolute) -> Pieces:
    return ["|", *joined(";", node.arguments), "|"]


@printer
def _unary_operation(node: tree.UnaryOperation) -> Pieces:
    return [node.operator.value, (_UNARY, node.argument)]


@printer
def _binary_operation(node: tree.BinaryOperation) -> Pieces:
    level = _TIGHTNESS[node.operator]
    left, right = (_UNARY, level) if node.operator is BinaryOperator.POWER else (level, level + 1)
    return [(left, node.left), node.operator.value, (right, node.right)]


@printer
def _interval(node: tree.Interval) -> Pieces:
    return [node.left, "..", (1, node.right)]


# --- literals and aggregates ---------------------------------------------------------------------------------


@printer
def _symbolic_atom(node: tree.SymbolicAtom) -> Pieces:
    return ["-" if node.negative else "", node.name, *pools(node.pools)]


@printer
def _guard(node: tree.Guard) -> Pieces:
    return [" ", node.operator.value, " ", node.term]


@printer
def _left_guard(node: tree.LeftGuard) -> Pieces:
    return [node.term, " ", node.operator.value, " "]


@printer
def _comparison(node: tree.Comparison) -> Pieces:
    return [node.term, *node.guards]


@printer
def _boolean_constant(node: tree.BooleanConstant) -> Pieces:
    return ["#true" if node.value else "#false"]


def _signed(node: tree.Literal | tree.BodyLiteral) -> Pieces:
    return [node.sign.value, " " if node.sign.value else "", node.atom]


PRINTERS[tree.Literal] = PRINTERS[tree.BodyLiteral] = _signed


@printer
def _conditional_literal(node: tree.ConditionalLiteral) -> Pieces:
    return [node.literal, *condition(node.condition)]


def _guarded(node: Any, function: str) -> Pieces:
    elements = joined("; ", node.elements)
    braces = ["{ ", *elements, " }"] if elements else ["{}"]
    return [node.left or "", function, *braces, node.right or ""]


@printer
def _set_aggregate(node: tree.SetAggregate) -> Pieces:
    return _guarded(node, "")


def _function_aggregate(node: tree.BodyAggregate | tree.HeadAggregate) -> Pieces:
    return _guarded(node, f"{node.function.value} ")


PRINTERS[tree.BodyAggregate] = PRINTERS[tree.HeadAggregate] = _function_aggregate


def _tuple_element(node: tree.BodyAggregateElement | tree.TheoryElement) -> Pieces:
    if not node.terms:
        return [": ", *joined(", ", node.condition)]
    return [*joined(",", node.terms), " " if node.condition else "", *condition(node.condition)]


PRINTERS[tree.BodyAggregateElement] = PRINTERS[tree.TheoryElement] = _tuple_element


@printer
def _head_aggregate_element(node: tree.HeadAggregateElement) -> Pieces:
    return [*joined(",", node.terms), ": ", node.literal]


@printer
def _disjunction(node: tree.Disjunction) -> Pieces:
    only = node.elements[0] if len(node.elements) == 1 else None
    return [*joined("; ", node.elements), ":" if only is not None and not only.condition else ""]


# --- theory atoms --------------------------------------------------------------------------------------------


@printer
def _theory_sequence(node: tree.TheorySequence) -> Pieces:
    comma = "," if node.brackets == "()" and len(node.items) == 1 else ""
    return [node.brackets[0], *joined(",", node.items), comma, node.brackets[1]]


@printer
def _theory_function(node: tree.TheoryFunction) -> Pieces:
    return [node.name, "(", *joined(",", node.arguments), ")"]


@printer
def _theory_unparsed(node: tree.TheoryUnparsed) -> Pieces:
    # blanks keep operators apart: a run of operator characters would be one operator
    pieces: Pieces = []
    for operators, term in node.elements:
        pieces += [" " if pieces else "", *(f"{operator} " for operator in operators)]
        pieces += ["(", term, ")"] if isinstance(term, tree.TheoryUnparsed) else [term]
    return pieces


@printer
def _theory_guard(node: tree.TheoryGuard) -> Pieces:
    return [" ", node.operator, " ", node.term]


@printer
def _theory_atom(node: tree.TheoryAtom) -> Pieces:
    elements = joined("; ", node.elements)
    braces = [" { ", *elements, " }"] if elements else [" {}"]
    return ["&", node.name, *pools(node.pools), *braces, node.guard or ""]
