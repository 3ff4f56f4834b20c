"""Pools and intervals taken out, as the language defines them.

A pool stands for a rule, an element or a conditional literal for each of its terms. An interval stands for a new
variable that ranges over it, bound where the interval stands: in the rule's body, or in the condition of its element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, product

from tests.reference.program import (
    Abs,
    Aggregate,
    Atom,
    BodyLiteral,
    Choice,
    Comparison,
    Conditional,
    Counted,
    Disjunction,
    Element,
    Flip,
    Fun,
    Guard,
    Interval,
    Literal,
    Minus,
    Op,
    Option,
    Pool,
    Rule,
    Simple,
    Term,
    Var,
)


def expand(rule: Rule) -> list[Rule]:
    """Rules without pools, whose intervals stand in `Variable = low..high` alone."""
    return [_Ranges().rule(one) for one in _unpooled_rule(rule)]


# --- pools ---------------------------------------------------------------------------------------------------


def _terms(term: Term) -> list[Term]:
    match term:
        case Pool(alternatives):
            return [one for alternative in alternatives for one in _terms(alternative)]
        case Minus(inner):
            return [Minus(one) for one in _terms(inner)]
        case Flip(inner):
            return [Flip(one) for one in _terms(inner)]
        case Abs(inner):
            return [Abs(one) for one in _terms(inner)]
        case Op(symbol, left, right):
            return [Op(symbol, a, b) for a, b in product(_terms(left), _terms(right))]
        case Interval(low, high):
            return [Interval(a, b) for a, b in product(_terms(low), _terms(high))]
        case Fun(name, args):
            return [Fun(name, one) for one in product(*map(_terms, args))]
        case _:
            return [term]


def _atoms(atom: Atom) -> list[Atom]:
    return [Atom(atom.predicate, args) for args in product(*map(_terms, atom.args))]


def _simple(part: Simple) -> list[Simple]:
    if isinstance(part, Literal):
        return [Literal(part.sign, atom) for atom in _atoms(part.atom)]
    return [Comparison(part.sign, terms, part.relations) for terms in product(*map(_terms, part.terms))]


def _conditions(condition: Sequence[Simple]) -> list[tuple[Simple, ...]]:
    return list(product(*map(_simple, condition)))


def _conditional(part: Conditional) -> list[Conditional]:
    return [Conditional(head, body) for head, body in product(_simple(part.literal), _conditions(part.condition))]


def _element(element: Element) -> list[Element]:
    return [Element(*both) for both in product(product(*map(_terms, element.terms)), _conditions(element.condition))]


def _guard(guard: Guard | None) -> list[Guard | None]:
    return [None] if guard is None else [Guard(guard.relation, term) for term in _terms(guard.term)]


def _body(part: BodyLiteral) -> list[tuple[BodyLiteral, ...]]:
    """Alternatives, each a conjunction."""
    match part:
        case Conditional():
            return [tuple(_conditional(part))]
        case Aggregate(sign, function, elements, left, right):
            inner = tuple(one for element in elements for one in _element(element))
            return [(Aggregate(sign, function, inner, *both),) for both in product(_guard(left), _guard(right))]
        case Counted(sign, counted, left, right):
            parts = tuple(one for element in counted for one in _conditional(element))
            return [(Counted(sign, parts, *both),) for both in product(_guard(left), _guard(right))]
        case _:
            return [(one,) for one in _simple(part)]


def _options(options: Sequence[Option]) -> tuple[Option, ...]:
    return tuple(
        replace(option, atom=atom, condition=condition)
        for option in options
        for atom, condition in product(_atoms(option.atom), _conditions(option.condition))
    )


def _unpooled_rule(rule: Rule) -> Iterator[Rule]:
    bodies = [tuple(one for part in parts for one in part) for parts in product(*map(_body, rule.body))]
    for body in bodies:
        match rule.head:
            case None:
                yield replace(rule, body=body)
            case Atom():
                yield from (replace(rule, head=atom, body=body) for atom in _atoms(rule.head))
            case Choice(options, left, right):
                for low, high in product(_guard(left), _guard(right)):
                    yield replace(rule, head=Choice(_options(options), low, high), body=body)
            case Disjunction(options):
                # a(1;2) | b is a(1) | b and a(2) | b
                for atoms in product(*(_options((option,)) for option in options)):
                    yield replace(rule, head=Disjunction(atoms), body=body)


# --- intervals -----------------------------------------------------------------------------------------------


class _Ranges:
    """One rule's new variables."""

    def __init__(self) -> None:
        self._numbers = count()
        self._found: list[Simple] = []

    def rule(self, rule: Rule) -> Rule:
        body = [self._body(part) for part in rule.body]
        head = rule.head
        match head:
            case Atom():
                head = self._atom(head)
            case Choice(options, left, right):
                inner = tuple(map(self._option, options))
                head = Choice(inner, self._guard(left), self._guard(right))
            case Disjunction(options):
                head = Disjunction(tuple(replace(option, atom=self._atom(option.atom)) for option in options))
        return replace(rule, head=head, body=(*body, *self._taken()))

    def _taken(self) -> tuple[Simple, ...]:
        found, self._found = tuple(self._found), []
        return found

    def _scoped(self, make: Callable[[], tuple[Term, ...] | Atom | Simple], condition: Sequence[Simple]) -> _Scoped:
        """Something and a condition, whose intervals join the condition."""
        outer, self._found = self._found, []
        made = make()
        inner = tuple(self._simple(part) for part in condition)
        inner = (*inner, *self._taken())
        self._found = outer
        return made, inner

    def _body(self, part: BodyLiteral) -> BodyLiteral:
        match part:
            case Conditional():
                return self._conditional(part)
            case Aggregate(sign, function, elements, left, right):
                inner = tuple(map(self._element, elements))
                return Aggregate(sign, function, inner, self._guard(left), self._guard(right))
            case Counted(sign, counted, left, right):
                parts = tuple(map(self._conditional, counted))
                return Counted(sign, parts, self._guard(left), self._guard(right))
            case _:
                return self._simple(part)

    def _conditional(self, part: Conditional) -> Conditional:
        literal, condition = self._scoped(lambda: self._simple(part.literal), part.condition)
        assert isinstance(literal, Literal | Comparison)
        return Conditional(literal, condition)

    def _element(self, element: Element) -> Element:
        terms, condition = self._scoped(lambda: tuple(map(self._term, element.terms)), element.condition)
        assert isinstance(terms, tuple)
        return Element(terms, condition)

    def _option(self, option: Option) -> Option:
        atom, condition = self._scoped(lambda: self._atom(option.atom), option.condition)
        assert isinstance(atom, Atom)
        return replace(option, atom=atom, condition=condition)

    def _guard(self, guard: Guard | None) -> Guard | None:
        return None if guard is None else Guard(guard.relation, self._term(guard.term))

    def _simple(self, part: Simple) -> Simple:
        if isinstance(part, Literal):
            return Literal(part.sign, self._atom(part.atom))
        if part.sign == 0 and part.relations == ("=",):
            left, right = part.terms
            if isinstance(left, Var) and isinstance(right, Interval):
                return Comparison(0, (left, self._inside(right)), ("=",))
        return Comparison(part.sign, tuple(map(self._term, part.terms)), part.relations)

    def _inside(self, interval: Interval) -> Interval:
        return Interval(self._term(interval.low), self._term(interval.high))

    def _atom(self, atom: Atom) -> Atom:
        return Atom(atom.predicate, tuple(map(self._term, atom.args)))

    def _term(self, term: Term) -> Term:
        match term:
            case Interval():
                var = Var(f"Range{next(self._numbers)}")
                self._found.append(Comparison(0, (var, self._inside(term)), ("=",)))
                return var
            case Minus(inner):
                return Minus(self._term(inner))
            case Flip(inner):
                return Flip(self._term(inner))
            case Abs(inner):
                return Abs(self._term(inner))
            case Op(symbol, left, right):
                return Op(symbol, self._term(left), self._term(right))
            case Fun(name, args):
                return Fun(name, tuple(map(self._term, args)))
            case _:
                return term


_Scoped = tuple[tuple[Term, ...] | Atom | Simple, tuple[Simple, ...]]
