"""Symbolic grounding: rules to instances over guarded tuples.

As a grounder does, rules are instantiated along the positive dependencies, each body joined over the tuples its
positive literals can have. Unlike a grounder, an argument may be a term over unknown numbers, and a comparison that
is not decided becomes a condition. (Functional stable models: Bartholomew and Lee 2013; grounding along components:
Gebser, Kaminski, König and Schaub 2011.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering import order
from bicameral.lowering.evaluation import Evaluator
from bicameral.lowering.matching import ANONYMOUS, Partial, binds, free_variables, match, match_all
from bicameral.lowering.program import Argument, GuardedTuple
from bicameral.lowering.refused import RefusedError
from bicameral.policy.model import NamedStatement
from bicameral.source import Span
from bicameral.source.record import record
from bicameral.syntax import tree
from bicameral.syntax.traverse import walk

MAX_INSTANCES = 200_000  # of a program
MAX_SYMBOLIC = 60  # tuples of one predicate that hold unknown numbers: any two of them may be one atom
MAX_JOINED = 20_000  # partial instances of one statement at any point of its body


@record
class Lookup:
    """A negated atom, resolved once every tuple of its predicate is known. None matches any argument."""

    predicate: Predicate
    args: tuple[Argument | None, ...]
    double: bool


@record
class Instance:
    """One instance of a statement. `head` None is a constraint; `choice` may leave its head false."""

    statement: NamedStatement
    head: Predicate | None
    args: tuple[Argument, ...]
    conditions: tuple[Term, ...]
    lookups: tuple[Lookup, ...]
    choice: bool = False


@dataclass(slots=True)
class Extent:
    """The tuples that a predicate can have, in order of discovery."""

    tuples: dict[tuple[Argument, ...], Term] = field(default_factory=dict)
    ground: bool = True

    def add(self, args: tuple[Argument, ...], condition: Term) -> None:
        self.tuples[args] = condition
        self.ground = self.ground and all(order.is_ground(arg) for arg in args)

    def guarded(self) -> tuple[GuardedTuple, ...]:
        return tuple(GuardedTuple(args, condition) for args, condition in self.tuples.items())

    def truth(self, args: tuple[Argument | None, ...]) -> Term:
        """When an atom with these arguments is true; None matches any."""
        known = tuple(arg for arg in args if arg is not None)
        if self.ground and len(known) == len(args) and all(order.is_ground(arg) for arg in known):
            return self.tuples.get(known, factory.FALSE)
        return factory.disj(
            *(
                factory.conj(
                    *(order.equal(mine, arg) for mine, arg in zip(key, args, strict=True) if arg is not None), condition
                )
                for key, condition in self.tuples.items()
            )
        )


class Instantiator:
    """Instantiates statements over the extents known so far."""

    def __init__(self, evaluator: Evaluator, extents: dict[Predicate, Extent]) -> None:
        self._evaluator = evaluator
        self.extents = extents
        self._made = 0

    def instances(self, named: NamedStatement, rule: tree.Rule) -> Iterator[Instance]:
        """Every instance of a rule. Raises RefusedError for what is outside the fragment."""
        head, extra, choice = _plain_head(rule)
        body = (*rule.body, *extra)
        if choice is None:
            for partial, lookups in self._body(body, rule.span):
                yield from self._heads(named, head, partial, lookups, choice=False)
            return
        for element in choice.elements:
            atom = element.literal.atom
            if not isinstance(atom, tree.SymbolicAtom) or element.literal.sign is not tree.Sign.NONE:
                raise RefusedError("choice-literal", element.span, "an element of a choice that is no plain atom")
            for partial, lookups in self._body((*body, *element.condition), rule.span):
                yield from self._heads(named, atom, partial, lookups, choice=True)

    def _heads(
        self,
        named: NamedStatement,
        head: tree.SymbolicAtom | None,
        partial: Partial,
        lookups: tuple[Lookup, ...],
        *,
        choice: bool,
    ) -> Iterator[Instance]:
        self._made += 1
        if self._made > MAX_INSTANCES:
            raise RefusedError("instances", named.span, f"more than {MAX_INSTANCES} instances")
        if head is None:
            yield Instance(named, None, (), partial.conditions, lookups)
            return
        for alternative in head.pools:
            for args, guards in self._evaluator.sequences(alternative, partial.binding):
                fitting = partial.require(*guards)
                if fitting is not None:
                    yield Instance(named, _predicate(head, alternative), args, fitting.conditions, lookups, choice)

    def _body(self, body: Sequence[tree.BodyElement], span: Span) -> list[tuple[Partial, tuple[Lookup, ...]]]:
        literals = [_plain(element) for element in body]
        states: list[tuple[Partial, tuple[Lookup, ...]]] = [(Partial({}, ()), ())]
        for literal in plan(literals, span):
            states = [
                (found, (*lookups, *more))
                for partial, lookups in states
                for found, more in self._literal(literal, partial)
            ]
            if len(states) > MAX_JOINED:
                raise RefusedError("instances", span, f"more than {MAX_JOINED} instances of one statement")
        return states

    def _literal(self, literal: tree.Literal, partial: Partial) -> Iterator[tuple[Partial, tuple[Lookup, ...]]]:
        atom = literal.atom
        match atom:
            case tree.BooleanConstant():
                if atom.value == (literal.sign is not tree.Sign.NEGATION):
                    yield partial, ()
            case tree.Comparison():
                for found in self._comparison(literal.sign, atom, partial):
                    yield found, ()
            case tree.SymbolicAtom() if literal.sign is tree.Sign.NONE:
                for alternative in atom.pools:
                    for found in self._join(atom, alternative, partial):
                        yield found, ()
            case tree.SymbolicAtom():
                for alternative in atom.pools:
                    yield from self._negated(literal.sign, atom, alternative, partial)

    def _join(self, atom: tree.SymbolicAtom, alternative: tuple[tree.Term, ...], partial: Partial) -> Iterator[Partial]:
        extent = self.extents.get(_predicate(atom, alternative))
        if extent is None:
            return
        for args, condition in extent.tuples.items():
            for found in match_all(self._evaluator, alternative, args, partial):
                fitting = found.require(condition)
                if fitting is not None:
                    yield fitting

    def _negated(
        self, sign: tree.Sign, atom: tree.SymbolicAtom, alternative: tuple[tree.Term, ...], partial: Partial
    ) -> Iterator[tuple[Partial, tuple[Lookup, ...]]]:
        wild = [isinstance(term, tree.Variable) and term.name == ANONYMOUS for term in alternative]
        known = tuple(term for term, any_ in zip(alternative, wild, strict=True) if not any_)
        for term in known:
            if ANONYMOUS in free_variables(term):
                raise RefusedError("anonymous-in-term", atom.span, "`_` inside a term of a negated atom")
        for args, guards in self._evaluator.sequences(known, partial.binding):
            fitting = partial.require(*guards)
            if fitting is not None:
                rest = iter(args)
                filled = tuple(None if any_ else next(rest) for any_ in wild)
                double = sign is tree.Sign.DOUBLE_NEGATION
                yield fitting, (Lookup(_predicate(atom, alternative), filled, double),)

    def _comparison(self, sign: tree.Sign, comparison: tree.Comparison, partial: Partial) -> Iterator[Partial]:
        terms = (comparison.term, *(guard.term for guard in comparison.guards))
        operators = [guard.operator for guard in comparison.guards]
        if len(operators) == 1 and operators[0] is tree.ComparisonOperator.EQUAL and sign is tree.Sign.NONE:
            for pattern, other in ((terms[0], terms[1]), (terms[1], terms[0])):
                if _known(other, partial) and not _known(pattern, partial):
                    for value, guards in self._evaluator.values(other, partial.binding):
                        fitting = partial.require(*guards)
                        if fitting is not None:
                            yield from match(self._evaluator, pattern, value, fitting)
                    return
        if sign is tree.Sign.NEGATION and len(operators) > 1:
            yield from self._negated_chain(terms, operators, partial)
            return
        for values, guards in self._evaluator.sequences(terms, partial.binding):
            links = [
                order.compare(operator, left, right)
                for operator, left, right in zip(operators, values, values[1:], strict=False)
            ]
            truth = factory.conj(*links)
            if sign is tree.Sign.NEGATION:
                truth = factory.neg(truth)
            fitting = partial.require(*guards, truth)
            if fitting is not None:
                yield fitting

    def _negated_chain(
        self,
        terms: tuple[tree.Term, ...],
        operators: list[tree.ComparisonOperator],
        partial: Partial,
    ) -> Iterator[Partial]:
        """`not a < b < c`: clingo negates an auxiliary atom, which an undefined operation does not derive.

        So the literal holds where a term is undefined, while `not a < b` drops the instance.
        """
        _no_alternatives(terms)
        found = self._evaluator.sequences(terms, partial.binding)
        if not found:
            yield partial
        for values, guards in found:
            pairs = zip(operators, values, values[1:], strict=False)
            links = [order.compare(operator, left, right) for operator, left, right in pairs]
            fitting = partial.require(factory.neg(factory.conj(*guards, *links)))
            if fitting is not None:
                yield fitting


def _no_alternatives(terms: Iterable[tree.Term]) -> None:
    for term in terms:
        if any(isinstance(node, tree.Interval | tree.Pool) for node in walk(term)):
            raise RefusedError("chain", term.span, "an interval or a pool within a chain of comparisons")


def _predicate(atom: tree.SymbolicAtom, alternative: tuple[tree.Term, ...]) -> Predicate:
    return Predicate(f"-{atom.name}" if atom.negative else atom.name, len(alternative))


def _known(term: tree.Term, partial: Partial) -> bool:
    return all(name in partial.binding for name in free_variables(term))


def _plain(element: tree.BodyElement) -> tree.Literal:
    match element:
        case tree.Literal():
            return element
        case tree.ConditionalLiteral():
            raise RefusedError("conditional-literal", element.span, "a conditional literal")
        case tree.BodyLiteral(atom=tree.TheoryAtom()):
            raise RefusedError("theory-atom", element.span, "a theory atom")
        case tree.BodyLiteral():
            raise RefusedError("aggregate", element.span, "an aggregate")


def _plain_head(rule: tree.Rule) -> tuple[tree.SymbolicAtom | None, tuple[tree.Literal, ...], tree.SetAggregate | None]:
    """The head atom (None: a constraint), literals that the head adds to the body, and the choice if it is one.

    A negated literal or a comparison as a head is a constraint with the head's complement in the body.
    """
    head = rule.head
    match head:
        case tree.SetAggregate():
            if head.left is not None or head.right is not None:
                raise RefusedError("choice-bounds", head.span, "a choice with bounds")
            return None, (), head
        case tree.Literal(sign, atom, span):
            if isinstance(atom, tree.SymbolicAtom) and sign is tree.Sign.NONE:
                return atom, (), None
            if isinstance(atom, tree.Comparison) and len(atom.guards) > 1:
                raise RefusedError("chain", span, "a chain of comparisons in a head")
            flipped = tree.Sign.NEGATION if sign is not tree.Sign.NEGATION else tree.Sign.DOUBLE_NEGATION
            return None, (tree.Literal(flipped, atom, span),), None
        case tree.Disjunction():
            raise RefusedError("disjunction", head.span, "a disjunction in a head")
        case tree.HeadAggregate():
            raise RefusedError("head-aggregate", head.span, "an aggregate in a head")
        case tree.TheoryAtom():
            raise RefusedError("theory-atom", head.span, "a theory atom")


def plan(literals: Sequence[tree.Literal], span: Span) -> list[tree.Literal]:
    """The literals in an order in which each can be evaluated or binds its variables.

    Bound comparisons first, then assignments, then the positive atom with the fewest unbound variables; negated
    atoms last. Raises RefusedError when the rule is unsafe.
    """
    remaining = [part for literal in literals for part in _links(literal)]
    bound: set[str] = set()
    ordered: list[tree.Literal] = []
    while remaining:
        best = min(range(len(remaining)), key=lambda index: (_readiness(remaining[index], bound), index))
        literal = remaining.pop(best)
        if _readiness(literal, bound) >= UNREADY:
            raise RefusedError("unsafe", span, f"variables {', '.join(sorted(_unbound(literal, bound)))} are unsafe")
        ordered.append(literal)
        bound |= _unbound(literal, bound)
    return ordered


UNREADY = 1_000_000


def _links(literal: tree.Literal) -> Iterator[tree.Literal]:
    """A chain of comparisons as its links, so that each can assign."""
    atom = literal.atom
    if literal.sign is not tree.Sign.NONE or not isinstance(atom, tree.Comparison) or len(atom.guards) == 1:
        yield literal
        return
    _no_alternatives(guard.term for guard in atom.guards[:-1])
    left = atom.term
    for guard in atom.guards:
        yield tree.Literal(literal.sign, tree.Comparison(left, (guard,), atom.span), literal.span)
        left = guard.term


def _unbound(literal: tree.Literal, bound: set[str]) -> set[str]:
    atom = literal.atom
    match atom:
        case tree.SymbolicAtom():
            terms = [term for alternative in atom.pools for term in alternative]
        case tree.Comparison():
            terms = [atom.term, *(guard.term for guard in atom.guards)]
        case tree.BooleanConstant():
            terms = []
    names = {name for term in terms for name in free_variables(term)} - bound
    if isinstance(atom, tree.SymbolicAtom):
        names.discard(ANONYMOUS)
    return names


def _readiness(literal: tree.Literal, bound: set[str]) -> int:
    """Lower is sooner; UNREADY and above cannot be evaluated yet."""
    atom = literal.atom
    unbound = _unbound(literal, bound)
    match atom:
        case tree.BooleanConstant():
            return 0
        case tree.Comparison():
            if not unbound:
                return 1
            if literal.sign is tree.Sign.NONE and _assigns(atom, bound):
                return 2
            return UNREADY
        case tree.SymbolicAtom() if literal.sign is tree.Sign.NONE:
            if all(binds(term, bound) for alternative in atom.pools for term in alternative):
                return 10 + len(unbound)
            return UNREADY
        case tree.SymbolicAtom():
            return 1000 if not unbound else UNREADY


def _assigns(comparison: tree.Comparison, bound: set[str]) -> bool:
    (guard,) = comparison.guards
    if guard.operator is not tree.ComparisonOperator.EQUAL:
        return False
    for pattern, other in ((comparison.term, guard.term), (guard.term, comparison.term)):
        if free_variables(other) <= bound and binds(pattern, bound):
            return True
    return False
