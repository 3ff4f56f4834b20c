"""The syntax of generated programs, as data.

There is no parser here: programs are made by a generator, so nothing that the package reads is trusted. How they
are written down is in `tests.reference.text`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

# --- terms ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Var:
    """`_` is the anonymous variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Num:
    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A constant; where the program has a `#const` of that name, its value."""

    name: str


@dataclass(frozen=True, slots=True)
class Str:
    text: str


@dataclass(frozen=True, slots=True)
class Extreme:
    """`#sup` where `top`, else `#inf`."""

    top: bool


@dataclass(frozen=True, slots=True)
class Minus:
    term: Term


@dataclass(frozen=True, slots=True)
class Flip:
    """`~term`, the complement of its bits."""

    term: Term


@dataclass(frozen=True, slots=True)
class Abs:
    term: Term


@dataclass(frozen=True, slots=True)
class Op:
    """`symbol` is one of + - * / ** & ? ^ and the backslash."""

    symbol: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Fun:
    """A function; with an empty name a tuple."""

    name: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Interval:
    low: Term
    high: Term


@dataclass(frozen=True, slots=True)
class Pool:
    """`(a;b)`: each in turn."""

    terms: tuple[Term, ...]


Term = Var | Num | Name | Str | Extreme | Minus | Flip | Abs | Op | Fun | Interval | Pool

# --- literals ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate that begins with `-` is classically negated."""

    predicate: str
    args: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Literal:
    """`sign` counts the `not`s: 0, 1 or 2."""

    sign: int
    atom: Atom


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chain: one relation fewer than terms."""

    sign: int
    terms: tuple[Term, ...]
    relations: tuple[str, ...]


Simple = Literal | Comparison


@dataclass(frozen=True, slots=True)
class Conditional:
    """`literal : condition`, a conjunction over the condition's instances."""

    literal: Simple
    condition: tuple[Simple, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """`terms : condition` within an aggregate."""

    terms: tuple[Term, ...]
    condition: tuple[Simple, ...] = ()


@dataclass(frozen=True, slots=True)
class Guard:
    """As read from the aggregate: `relation` stands between the aggregate and `term`."""

    relation: str
    term: Term


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`function` is one of sum, sum+, count, min, max. The left guard is written mirrored."""

    sign: int
    function: str
    elements: tuple[Element, ...]
    left: Guard | None = None
    right: Guard | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """`1 { a; b : c } 2` in a body: how many of the literals hold."""

    sign: int
    elements: tuple[Conditional, ...]
    left: Guard | None = None
    right: Guard | None = None


BodyLiteral = Literal | Comparison | Conditional | Aggregate | Counted

# --- rules ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """`atom : condition` in a choice or a disjunction; `sign` 1 is `not atom`, in a disjunction only."""

    atom: Atom
    condition: tuple[Simple, ...] = ()
    sign: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    options: tuple[Option, ...]
    left: Guard | None = None
    right: Guard | None = None


@dataclass(frozen=True, slots=True)
class Disjunction:
    options: tuple[Option, ...]


Head = Atom | Choice | Disjunction | None


@dataclass(frozen=True, slots=True)
class Rule:
    """No head: a constraint. `choice`: `{head} :- body.` of an atom. `external`: `#external head : body.`"""

    head: Head
    body: tuple[BodyLiteral, ...] = ()
    choice: bool = False
    external: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    rules: tuple[Rule, ...]
    constants: Mapping[str, int] = field(default_factory=dict)


# --- walking -------------------------------------------------------------------------------------------------


def subterms(term: Term) -> Iterator[Term]:
    yield term
    match term:
        case Minus(inner) | Flip(inner) | Abs(inner):
            yield from subterms(inner)
        case Op(_, left, right) | Interval(left, right):
            yield from subterms(left)
            yield from subterms(right)
        case Fun(_, parts) | Pool(parts):
            for part in parts:
                yield from subterms(part)
        case _:
            return


def variables(term: Term) -> Iterator[str]:
    return (part.name for part in subterms(term) if isinstance(part, Var))


def guards(part: Aggregate | Counted | Choice) -> tuple[Guard, ...]:
    return tuple(guard for guard in (part.left, part.right) if guard is not None)


def simple_parts(part: BodyLiteral) -> Iterator[Simple]:
    """The literals and comparisons within a body literal."""
    match part:
        case Literal() | Comparison():
            yield part
        case Conditional(literal, condition):
            yield literal
            yield from condition
        case Aggregate():
            for element in part.elements:
                yield from element.condition
        case Counted():
            for counted in part.elements:
                yield from simple_parts(counted)


def options(rule: Rule) -> tuple[Option, ...]:
    """The head as options."""
    match rule.head:
        case None:
            return ()
        case Atom():
            return (Option(rule.head),)
        case Choice() | Disjunction():
            return rule.head.options


def heads(rule: Rule) -> list[Atom]:
    """The atoms that the rule may derive."""
    return [option.atom for option in options(rule) if not option.sign]


def literals(rule: Rule) -> Iterator[Simple]:
    """Every literal and comparison of body and conditions."""
    for part in rule.body:
        yield from simple_parts(part)
    for option in options(rule):
        yield from option.condition


def terms(rule: Rule) -> Iterator[Term]:
    """Every term of a rule, outermost ones only."""
    for part in literals(rule):
        yield from part.terms if isinstance(part, Comparison) else part.atom.args
    for option in options(rule):
        yield from option.atom.args
    for body in rule.body:
        if isinstance(body, Aggregate):
            yield from (term for element in body.elements for term in element.terms)
        if isinstance(body, Aggregate | Counted):
            yield from (guard.term for guard in guards(body))
    if isinstance(rule.head, Choice):
        yield from (guard.term for guard in guards(rule.head))


def predicates(rule: Rule) -> set[str]:
    """The predicates that a rule's body and conditions mention."""
    return {part.atom.predicate for part in literals(rule) if isinstance(part, Literal)}
