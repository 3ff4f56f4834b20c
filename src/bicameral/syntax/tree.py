"""The syntax tree of the clingo language.

Class names follow clingo's own tree (`clingo.ast`) where it has one. Nodes are immutable and compare by
structure: the span is not part of equality. No meaning lives here.

Longer than 400 lines: the nodes of one language are one closed union, and readers look them up here.
"""

from __future__ import annotations

from enum import Enum

from bicameral.source import NOWHERE, Span
from bicameral.syntax.node import Node

# --- terms ---------------------------------------------------------------------------------------------------


class UnaryOperator(Enum):
    MINUS = "-"
    NEGATION = "~"


class BinaryOperator(Enum):
    XOR = "^"
    OR = "?"
    AND = "&"
    PLUS = "+"
    MINUS = "-"
    MULTIPLICATION = "*"
    DIVISION = "/"
    MODULO = "\\"
    POWER = "**"


class Variable(Node):
    """`X`; the anonymous variable is `_`, each occurrence a variable of its own."""

    name: str
    span: Span = NOWHERE


class Number(Node):
    """An integer literal as written (any size: what clingo can read is the policy's concern)."""

    value: int
    span: Span = NOWHERE


class String(Node):
    """A string literal; `value` is unescaped."""

    value: str
    span: Span = NOWHERE


class Infimum(Node):
    span: Span = NOWHERE


class Supremum(Node):
    span: Span = NOWHERE


class Function(Node):
    """`name(args; args; ...)`: one tuple of arguments for each alternative of the pool.

    A constant `c` (and `c()`) has the single alternative `()`. `external` marks `@name(...)`.
    """

    name: str
    pools: tuple[tuple[Term, ...], ...] = ((),)
    external: bool = False
    span: Span = NOWHERE


class Tuple(Node):
    """`()`, `(a,)`, `(a,b)`."""

    arguments: tuple[Term, ...]
    span: Span = NOWHERE


class Pool(Node):
    """`(a;b)`: two or more alternatives in parentheses, each a term or a tuple."""

    arguments: tuple[Term, ...]
    span: Span = NOWHERE


class Absolute(Node):
    """`|a;b|`: the absolute value of each alternative."""

    arguments: tuple[Term, ...]
    span: Span = NOWHERE


class UnaryOperation(Node):
    operator: UnaryOperator
    argument: Term
    span: Span = NOWHERE


class BinaryOperation(Node):
    operator: BinaryOperator
    left: Term
    right: Term
    span: Span = NOWHERE


class Interval(Node):
    left: Term
    right: Term
    span: Span = NOWHERE


Term = (
    Variable
    | Number
    | String
    | Infimum
    | Supremum
    | Function
    | Tuple
    | Pool
    | Absolute
    | UnaryOperation
    | BinaryOperation
    | Interval
)

# --- literals ------------------------------------------------------------------------------------------------


class ComparisonOperator(Enum):
    """`==` and `<>` are read as `=` and `!=`."""

    GREATER = ">"
    LESS = "<"
    LESS_EQUAL = "<="
    GREATER_EQUAL = ">="
    NOT_EQUAL = "!="
    EQUAL = "="


class Sign(Enum):
    NONE = ""
    NEGATION = "not"
    DOUBLE_NEGATION = "not not"


class AggregateFunction(Enum):
    COUNT = "#count"
    SUM = "#sum"
    SUM_PLUS = "#sum+"
    MIN = "#min"
    MAX = "#max"


class SymbolicAtom(Node):
    """`p(args)` or, with `negative`, `-p(args)` (classical negation)."""

    name: str
    pools: tuple[tuple[Term, ...], ...] = ((),)
    negative: bool = False
    span: Span = NOWHERE


class Guard(Node):
    """An operator and the term on its right."""

    operator: ComparisonOperator
    term: Term
    span: Span = NOWHERE


class Comparison(Node):
    """`term op term op ...`: a chain holds when each neighbouring pair does."""

    term: Term
    guards: tuple[Guard, ...]
    span: Span = NOWHERE


class BooleanConstant(Node):
    """`#true` or `#false`."""

    value: bool
    span: Span = NOWHERE


LiteralAtom = SymbolicAtom | Comparison | BooleanConstant


class Literal(Node):
    sign: Sign
    atom: LiteralAtom
    span: Span = NOWHERE


class ConditionalLiteral(Node):
    """`literal : condition`."""

    literal: Literal
    condition: tuple[Literal, ...]
    span: Span = NOWHERE


class LeftGuard(Node):
    """A term and the operator on its right, as written before an aggregate."""

    term: Term
    operator: ComparisonOperator
    span: Span = NOWHERE


class SetAggregate(Node):
    """`left { literal : condition; ... } right`: a choice in a head, a count of literals in a body.

    A guard written without an operator is `<=` on either side, as clingo reads it.
    """

    left: LeftGuard | None
    elements: tuple[ConditionalLiteral, ...]
    right: Guard | None
    span: Span = NOWHERE


class BodyAggregateElement(Node):
    terms: tuple[Term, ...]
    condition: tuple[Literal, ...]
    span: Span = NOWHERE


class BodyAggregate(Node):
    left: LeftGuard | None
    function: AggregateFunction
    elements: tuple[BodyAggregateElement, ...]
    right: Guard | None
    span: Span = NOWHERE


class HeadAggregateElement(Node):
    terms: tuple[Term, ...]
    literal: ConditionalLiteral
    span: Span = NOWHERE


class HeadAggregate(Node):
    left: LeftGuard | None
    function: AggregateFunction
    elements: tuple[HeadAggregateElement, ...]
    right: Guard | None
    span: Span = NOWHERE


# --- theory atoms (read and printed, never lowered) ----------------------------------------------------------


class TheorySequence(Node):
    """`(...)`, `[...]` or `{...}`; `brackets` is the pair of characters. A one-tuple `(a,)` has one item."""

    brackets: str
    items: tuple[TheoryTerm, ...]
    span: Span = NOWHERE


class TheoryFunction(Node):
    name: str
    arguments: tuple[TheoryTerm, ...]
    span: Span = NOWHERE


class TheoryUnparsed(Node):
    """Terms with the operators before each, unresolved: `elements` is ((operators, term), ...)."""

    elements: tuple[tuple[tuple[str, ...], TheoryTerm], ...]
    span: Span = NOWHERE


TheoryTerm = (
    Variable | Number | String | Infimum | Supremum | Function | TheorySequence | TheoryFunction | TheoryUnparsed
)


class TheoryElement(Node):
    terms: tuple[TheoryTerm, ...]
    condition: tuple[Literal, ...]
    span: Span = NOWHERE


class TheoryGuard(Node):
    operator: str
    term: TheoryTerm
    span: Span = NOWHERE


class TheoryAtom(Node):
    """`&name(args) { elements } op term`."""

    name: str
    pools: tuple[tuple[Term, ...], ...]
    elements: tuple[TheoryElement, ...]
    guard: TheoryGuard | None
    span: Span = NOWHERE


# --- rules ---------------------------------------------------------------------------------------------------


class BodyLiteral(Node):
    """An aggregate or a theory atom in a body with its sign."""

    sign: Sign
    atom: SetAggregate | BodyAggregate | TheoryAtom
    span: Span = NOWHERE


BodyElement = Literal | ConditionalLiteral | BodyLiteral


class Disjunction(Node):
    """Two or more head literals, or one with a condition."""

    elements: tuple[ConditionalLiteral, ...]
    span: Span = NOWHERE


Head = Literal | Disjunction | SetAggregate | HeadAggregate | TheoryAtom


class Rule(Node):
    """`head :- body.`; a constraint has the head `#false`."""

    head: Head
    body: tuple[BodyElement, ...]
    span: Span = NOWHERE


# --- other statements ----------------------------------------------------------------------------------------


class Const(Node):
    """`#const name = term. [default|override]`; `kind` is None where nothing is written."""

    name: str
    value: Term
    kind: str | None = None
    span: Span = NOWHERE


class ShowNothing(Node):
    """`#show.`"""

    span: Span = NOWHERE


class ShowSignature(Node):
    name: str
    arity: int
    negative: bool = False
    span: Span = NOWHERE


class ShowTerm(Node):
    term: Term
    body: tuple[BodyElement, ...]
    span: Span = NOWHERE


class Defined(Node):
    name: str
    arity: int
    negative: bool = False
    span: Span = NOWHERE


class External(Node):
    """`#external atom : body. [type]`; `type` is None where nothing is written (clingo's default is false)."""

    atom: SymbolicAtom
    body: tuple[BodyElement, ...]
    type: Term | None = None
    span: Span = NOWHERE


class Program(Node):
    """`#program name(parameters).`"""

    name: str
    parameters: tuple[str, ...]
    span: Span = NOWHERE


class Include(Node):
    """`#include "file".` or, with `angle`, `#include <file>.`"""

    file: str
    angle: bool = False
    span: Span = NOWHERE


class Script(Node):
    """`#script (language) code #end.`"""

    language: str
    code: str
    span: Span = NOWHERE


class OptimizeElement(Node):
    weight: Term
    priority: Term | None
    terms: tuple[Term, ...]
    condition: tuple[BodyElement, ...]
    span: Span = NOWHERE


class Optimize(Node):
    """`#minimize {...}.` or `#maximize {...}.`"""

    maximize: bool
    elements: tuple[OptimizeElement, ...]
    span: Span = NOWHERE


class WeakConstraint(Node):
    """`:~ body. [weight@priority, terms]`"""

    body: tuple[BodyElement, ...]
    weight: Term
    priority: Term | None
    terms: tuple[Term, ...]
    span: Span = NOWHERE


class ProjectSignature(Node):
    name: str
    arity: int
    negative: bool = False
    span: Span = NOWHERE


class ProjectAtom(Node):
    atom: SymbolicAtom
    body: tuple[BodyElement, ...]
    span: Span = NOWHERE


class Heuristic(Node):
    atom: SymbolicAtom
    body: tuple[BodyElement, ...]
    bias: Term
    priority: Term | None
    modifier: Term
    span: Span = NOWHERE


class Edge(Node):
    """`#edge (u,v; ...) : body.`"""

    edges: tuple[tuple[Term, Term], ...]
    body: tuple[BodyElement, ...]
    span: Span = NOWHERE


class TheoryOperatorDefinition(Node):
    operator: str
    priority: int
    kind: str  # unary, binary left, binary right
    span: Span = NOWHERE


class TheoryTermDefinition(Node):
    name: str
    operators: tuple[TheoryOperatorDefinition, ...]
    span: Span = NOWHERE


class TheoryAtomDefinition(Node):
    """`&name/arity : term, {ops}, guard, kind`; `operators` is None where no guard is defined."""

    name: str
    arity: int
    term: str
    operators: tuple[str, ...] | None
    guard: str | None
    kind: str  # head, body, any, directive
    span: Span = NOWHERE


class TheoryDefinition(Node):
    name: str
    terms: tuple[TheoryTermDefinition, ...]
    atoms: tuple[TheoryAtomDefinition, ...]
    span: Span = NOWHERE


class Annotation(Node):
    """One `%@` line: `text` is what follows the marker, blanks at both ends removed.

    To clingo it is a comment. `inside` says that the line stands within a statement: such a line goes before that
    statement, in the tree and in print.
    """

    text: str
    span: Span = NOWHERE
    inside: bool = False


Statement = (
    Rule
    | Const
    | ShowNothing
    | ShowSignature
    | ShowTerm
    | Defined
    | External
    | Program
    | Include
    | Script
    | Optimize
    | WeakConstraint
    | ProjectSignature
    | ProjectAtom
    | Heuristic
    | Edge
    | TheoryDefinition
    | Annotation
)


class Tree(Node):
    """A parsed file: statements and annotations in the order of the text (but see `Annotation`)."""

    statements: tuple[Statement, ...]
    span: Span = NOWHERE
