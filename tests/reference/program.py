"""A tiny syntax for generated programs, and their clingo text.

There is no parser here: programs are made by a generator, so nothing that the package reads is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Ground = int | str  # an integer, or a constant by its name
GroundAtom = tuple[str, tuple[Ground, ...]]


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
class Minus:
    term: Term


@dataclass(frozen=True, slots=True)
class Op:
    """`symbol` is one of + - * / and the backslash."""

    symbol: str
    left: Term
    right: Term


Term = Var | Num | Name | Minus | Op


@dataclass(frozen=True, slots=True)
class Atom:
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


BodyLiteral = Literal | Comparison


@dataclass(frozen=True, slots=True)
class Rule:
    """No head: a constraint. `choice`: `{head} :- body.`"""

    head: Atom | None
    body: tuple[BodyLiteral, ...] = ()
    choice: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    rules: tuple[Rule, ...]
    constants: Mapping[str, int] = field(default_factory=dict)


def show_term(term: Term) -> str:
    """Fully parenthesised below the top, so that no precedence is relied on."""
    match term:
        case Var(name) | Name(name):
            return name
        case Num(value):
            return str(value)
        case Minus(inner):
            return f"-({show_term(inner)})"
        case Op(symbol, left, right):
            return f"{_operand(left)}{symbol}{_operand(right)}"


def _operand(term: Term) -> str:
    text = show_term(term)
    return f"({text})" if isinstance(term, Op | Minus) or text.startswith("-") else text


def show_atom(atom: Atom) -> str:
    return f"{atom.predicate}({','.join(map(show_term, atom.args))})" if atom.args else atom.predicate


def show_literal(literal: BodyLiteral) -> str:
    sign = "not " * literal.sign
    if isinstance(literal, Literal):
        return sign + show_atom(literal.atom)
    words = [show_term(literal.terms[0])]
    for relation, term in zip(literal.relations, literal.terms[1:], strict=True):
        words += [relation, show_term(term)]
    return sign + " ".join(words)


def show_body(body: tuple[BodyLiteral, ...]) -> str:
    return ", ".join(map(show_literal, body))


def show_rule(rule: Rule) -> str:
    head = "" if rule.head is None else show_atom(rule.head)
    if rule.choice:
        head = f"{{{head}}}"
    if not rule.body:
        return f"{head}." if head else ":- ."
    return f"{head} :- {show_body(rule.body)}.".lstrip()


def show(program: Program) -> str:
    lines = [f"#const {name} = {value}." for name, value in program.constants.items()]
    return "\n".join(lines + [show_rule(rule) for rule in program.rules]) + "\n"


def show_ground(atom: GroundAtom) -> str:
    predicate, args = atom
    return f"{predicate}({','.join(map(str, args))})" if args else predicate


def variables(term: Term) -> Iterator[str]:
    match term:
        case Var(name):
            yield name
        case Minus(inner):
            yield from variables(inner)
        case Op(_, left, right):
            yield from variables(left)
            yield from variables(right)
        case Num() | Name():
            return
