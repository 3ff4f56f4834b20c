"""The syntax tree of the clingo language.

Class names follow clingo's own tree (`clingo.ast`) where it has one. Nodes are immutable and compare by
structure: the span is not part of equality. No meaning lives here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from bicameral.source import NOWHERE, Span


def _span() -> Span:
    return field(default=NOWHERE, compare=False, repr=False)


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


@dataclass(frozen=True, slots=True)
class Variable:
    """`X`; the anonymous variable is `_`, each occurrence a variable of its own."""

    name: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Number:
    """An integer literal as written (any size: what clingo can read is the policy's concern)."""

    value: int
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class String:
    """A string literal; `value` is unescaped."""

    value: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Infimum:
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Supremum:
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Function:
    """`name(args; args; ...)`: one tuple of arguments for each alternative of the pool.

    A constant `c` (and `c()`) has the single alternative `()`. `external` marks `@name(...)`.
    """

    name: str
    pools: tuple[tuple[Term, ...], ...] = ((),)
    external: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Tuple:
    """`()`, `(a,)`, `(a,b)`."""

    arguments: tuple[Term, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Pool:
    """`(a;b)`: two or more alternatives in parentheses, each a term or a tuple."""

    arguments: tuple[Term, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Absolute:
    """`|a;b|`: the absolute value of each alternative."""

    arguments: tuple[Term, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class UnaryOperation:
    operator: UnaryOperator
    argument: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class BinaryOperation:
    operator: BinaryOperator
    left: Term
    right: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Interval:
    left: Term
    right: Term
    span: Span = _span()


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


@dataclass(frozen=True, slots=True)
class SymbolicAtom:
    """`p(args)` or, with `negative`, `-p(args)` (classical negation)."""

    name: str
    pools: tuple[tuple[Term, ...], ...] = ((),)
    negative: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Guard:
    """An operator and the term on its right."""

    operator: ComparisonOperator
    term: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Comparison:
    """`term op term op ...`: a chain holds when each neighbouring pair does."""

    term: Term
    guards: tuple[Guard, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class BooleanConstant:
    """`#true` or `#false`."""

    value: bool
    span: Span = _span()


LiteralAtom = SymbolicAtom | Comparison | BooleanConstant


@dataclass(frozen=True, slots=True)
class Literal:
    sign: Sign
    atom: LiteralAtom
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ConditionalLiteral:
    """`literal : condition`."""

    literal: Literal
    condition: tuple[Literal, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class LeftGuard:
    """A term and the operator on its right, as written before an aggregate."""

    term: Term
    operator: ComparisonOperator
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class SetAggregate:
    """`left { literal : condition; ... } right`: a choice in a head, a count of literals in a body.

    A guard written without an operator is `<=` on either side, as clingo reads it.
    """

    left: LeftGuard | None
    elements: tuple[ConditionalLiteral, ...]
    right: Guard | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class BodyAggregateElement:
    terms: tuple[Term, ...]
    condition: tuple[Literal, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class BodyAggregate:
    left: LeftGuard | None
    function: AggregateFunction
    elements: tuple[BodyAggregateElement, ...]
    right: Guard | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class HeadAggregateElement:
    terms: tuple[Term, ...]
    literal: ConditionalLiteral
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class HeadAggregate:
    left: LeftGuard | None
    function: AggregateFunction
    elements: tuple[HeadAggregateElement, ...]
    right: Guard | None
    span: Span = _span()


# --- theory atoms (read and printed, never lowered) ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TheorySequence:
    """`(...)`, `[...]` or `{...}`; `brackets` is the pair of characters. A one-tuple `(a,)` has one item."""

    brackets: str
    items: tuple[TheoryTerm, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TheoryFunction:
    name: str
    arguments: tuple[TheoryTerm, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TheoryUnparsed:
    """Terms with the operators before each, unresolved: `elements` is ((operators, term), ...)."""

    elements: tuple[tuple[tuple[str, ...], TheoryTerm], ...]
    span: Span = _span()


TheoryTerm = (
    Variable | Number | String | Infimum | Supremum | Function | TheorySequence | TheoryFunction | TheoryUnparsed
)


@dataclass(frozen=True, slots=True)
class TheoryElement:
    terms: tuple[TheoryTerm, ...]
    condition: tuple[Literal, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TheoryGuard:
    operator: str
    term: TheoryTerm
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TheoryAtom:
    """`&name(args) { elements } op term`."""

    name: str
    pools: tuple[tuple[Term, ...], ...]
    elements: tuple[TheoryElement, ...]
    guard: TheoryGuard | None
    span: Span = _span()


# --- rules ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BodyLiteral:
    """An aggregate or a theory atom in a body with its sign."""

    sign: Sign
    atom: SetAggregate | BodyAggregate | TheoryAtom
    span: Span = _span()


BodyElement = Literal | ConditionalLiteral | BodyLiteral


@dataclass(frozen=True, slots=True)
class Disjunction:
    """Two or more head literals, or one with a condition."""

    elements: tuple[ConditionalLiteral, ...]
    span: Span = _span()


Head = Literal | Disjunction | SetAggregate | HeadAggregate | TheoryAtom


@dataclass(frozen=True, slots=True)
class Rule:
    """`head :- body.`; a constraint has the head `#false`."""

    head: Head
    body: tuple[BodyElement, ...]
    span: Span = _span()


# --- other statements ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """`#const name = term. [default|override]`; `kind` is None where nothing is written."""

    name: str
    value: Term
    kind: str | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ShowNothing:
    """`#show.`"""

    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ShowSignature:
    name: str
    arity: int
    negative: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ShowTerm:
    term: Term
    body: tuple[BodyElement, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Defined:
    name: str
    arity: int
    negative: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class External:
    """`#external atom : body. [type]`; `type` is None where nothing is written (clingo's default is false)."""

    atom: SymbolicAtom
    body: tuple[BodyElement, ...]
    type: Term | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Program:
    """`#program name(parameters).`"""

    name: str
    parameters: tuple[str, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Include:
    """`#include "file".` or, with `angle`, `#include <file>.`"""

    file: str
    angle: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Script:
    """`#script (language) code #end.`"""

    language: str
    code: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class OptimizeElement:
    weight: Term
    priority: Term | None
    terms: tuple[Term, ...]
    condition: tuple[BodyElement, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Optimize:
    """`#minimize {...}.` or `#maximize {...}.`"""

    maximize: bool
    elements: tuple[OptimizeElement, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class WeakConstraint:
    """`:~ body. [weight@priority, terms]`"""

    body: tuple[BodyElement, ...]
    weight: Term
    priority: Term | None
    terms: tuple[Term, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ProjectSignature:
    name: str
    arity: int
    negative: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ProjectAtom:
    atom: SymbolicAtom
    body: tuple[BodyElement, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Heuristic:
    atom: SymbolicAtom
    body: tuple[BodyElement, ...]
    bias: Term
    priority: Term | None
    modifier: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Edge:
    """`#edge (u,v; ...) : body.`"""

    edges: tuple[tuple[Term, Term], ...]
    body: tuple[BodyElement, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TheoryOperatorDefinition:
    operator: str
    priority: int
    kind: str  # unary, binary left, binary right
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TheoryTermDefinition:
    name: str
    operators: tuple[TheoryOperatorDefinition, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TheoryAtomDefinition:
    """`&name/arity : term, {ops}, guard, kind`; `operators` is None where no guard is defined."""

    name: str
    arity: int
    term: str
    operators: tuple[str, ...] | None
    guard: str | None
    kind: str  # head, body, any, directive
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class TheoryDefinition:
    name: str
    terms: tuple[TheoryTermDefinition, ...]
    atoms: tuple[TheoryAtomDefinition, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Annotation:
    """One `%@` line: `text` is what follows the marker, blanks at both ends removed.

    To clingo it is a comment. `inside` says that the line stands within a statement; `to_text` prints such a
    line before that statement.
    """

    text: str
    span: Span = _span()
    inside: bool = field(default=False, compare=False)


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


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed file: statements and annotations in the order of the text."""

    statements: tuple[Statement, ...]
    span: Span = _span()
