"""Symbolic grounding: rules to instances over guarded tuples.

As a grounder does, rules are instantiated along the positive dependencies, each body joined over the tuples its
positive literals can have. Unlike a grounder, an argument may be a term over unknown numbers, and a comparison that
is not decided becomes a condition. (Functional stable models: Bartholomew and Lee 2013; grounding along components:
Gebser, Kaminski, König and Schaub 2011.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial as partial_of

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering import order
from bicameral.lowering.aggregates import Collected, Guarded, Guards
from bicameral.lowering.deferred import DOUBLE, NEGATED, POSITIVE, Conjunct, Deferred, Implication, Lookup, Pending
from bicameral.lowering.evaluation import MAX_TERM, Evaluator
from bicameral.lowering.extent import Extent
from bicameral.lowering.joins import (
    Aggregate,
    assigned_by,
    global_variables,
    guards,
    no_alternatives,
    plan,
)
from bicameral.lowering.matching import ANONYMOUS, Partial, free_variables, match, match_all
from bicameral.lowering.program import Argument, Compound
from bicameral.lowering.refused import RefusedError
from bicameral.policy.model import NamedStatement
from bicameral.sorts.term_sort import INT
from bicameral.source import Span
from bicameral.source.record import record
from bicameral.syntax import tree

MAX_INSTANCES = 400_000  # of a program
MAX_JOINED = 100_000  # partial instances of one statement at any point of its body

Args = tuple[Argument, ...]
State = tuple[Partial, tuple[Deferred, ...]]
HeadAtom = tuple[Predicate, Args]
# Of a positive literal, the tuples it is joined with: their numbers in order of discovery, from the first to before
# the second.
Window = tuple[int, int | None]


@record
class Instance:
    """One instance of a statement.

    `head` None is a constraint, or, with `bound`, what a choice's bounds forbid. `choice` may leave its head false.
    A disjunction has an instance for each atom of its head: `others` are the other atoms, each with what the
    condition before it asks for.
    """

    statement: NamedStatement
    head: Predicate | None
    args: Args
    conditions: tuple[Term, ...]
    deferred: tuple[Deferred, ...]
    choice: bool = False
    bound: bool = False
    others: tuple[tuple[HeadAtom, Conjunct], ...] = ()
    condition: Conjunct | None = None  # of a disjunct: what stands after its colon


@record
class Computed:
    """A number that an aggregate computes: `symbol` stands for the value of `collected`."""

    symbol: Term
    collected: Collected


class Instantiator:
    """Instantiates statements over the extents known so far."""

    def __init__(self, evaluator: Evaluator, extents: Mapping[Predicate, Extent]) -> None:
        self._evaluator = evaluator
        self._extents = extents
        self._made = 0
        self._plans: dict[object, tuple[object, list[tree.BodyElement]]] = {}
        self._globals: frozenset[str] = frozenset()
        self._windows: Mapping[int, Window] = {}
        self.computed: list[Computed] = []
        self._numbered: Counter[str] = Counter()
        self.pending: list[tuple[NamedStatement, Pending]] = []  # to be collected when every tuple is known

    def instances(
        self,
        named: NamedStatement,
        rule: tree.Rule,
        windows: Mapping[int, Window] | None = None,
        first: tree.BodyElement | None = None,
    ) -> Iterator[Instance]:
        """Every instance of a rule. Raises RefusedError for what is outside the fragment.

        `windows` limits the tuples that some of its positive literals (by identity) are joined with; `first` is the
        literal to begin with.
        """
        self._statement = named
        self._globals = global_variables(rule)
        self._windows = windows or {}
        head = rule.head
        match head:
            case tree.SetAggregate():
                yield from self._choice(named, rule, head, first)
            case tree.Disjunction():
                yield from self._disjunction(named, rule, head, first)
            case tree.HeadAggregate():
                raise RefusedError("head-aggregate", head.span, "an aggregate in a head")
            case tree.TheoryAtom():
                raise RefusedError("theory-atom", head.span, "a theory atom")
            case tree.Literal(tree.Sign.NONE, tree.SymbolicAtom() as atom):
                for partial, deferred in self._body(rule.body, rule.span, first):
                    for fitting, predicate, args in self._head(named, atom, partial):
                        yield Instance(named, predicate, args, fitting.conditions, deferred)
            case tree.Literal():
                body = (*rule.body, _complement(head))
                for partial, deferred in self._body(body, rule.span, first):
                    self._count(named)
                    yield Instance(named, None, (), partial.conditions, deferred)

    def _count(self, named: NamedStatement) -> None:
        self._made += 1
        if self._made > MAX_INSTANCES:
            raise RefusedError("instances", named.span, f"more than {MAX_INSTANCES} instances")

    # --- heads -----------------------------------------------------------------------------------------------

    def _head(
        self, named: NamedStatement, atom: tree.SymbolicAtom, partial: Partial
    ) -> Iterator[tuple[Partial, Predicate, Args]]:
        """The atoms that a head literal is under a binding, each with what it asks for."""
        for alternative in atom.pools:
            for args, defined in self._evaluator.sequences(alternative, partial.binding):
                fitting = partial.require(*defined)
                if fitting is not None:
                    self._count(named)
                    yield fitting, predicate_of(atom, alternative), args

    def _choice(
        self, named: NamedStatement, rule: tree.Rule, head: tree.SetAggregate, first: tree.BodyElement | None
    ) -> Iterator[Instance]:
        for element in head.elements:
            if not isinstance(element.literal.atom, tree.SymbolicAtom) or element.literal.sign is not tree.Sign.NONE:
                raise RefusedError("choice-literal", element.span, "an element of a choice that is no plain atom")
        for partial, deferred in self._body(rule.body, rule.span, first):
            counted: list[tuple[Args, Conjunct]] = []
            for element in head.elements:
                for inner, predicate, args, more in self._element(named, element, partial):
                    conditions = (*partial.conditions, *inner.conditions)
                    yield Instance(named, predicate, args, conditions, (*deferred, *more), choice=True)
                    if guards(head):
                        there = Lookup(predicate, args, DOUBLE)
                        counted.append(((Compound(predicate.name, args),), Conjunct(inner.conditions, (*more, there))))
            if guards(head):
                yield from self._bounds(named, head, partial, deferred, counted)

    def _element(
        self, named: NamedStatement, element: tree.ConditionalLiteral, outer: Partial
    ) -> Iterator[tuple[Partial, Predicate, Args, tuple[Deferred, ...]]]:
        """The atoms of a head's element; conditions are those of the element alone."""
        atom = element.literal.atom
        assert isinstance(atom, tree.SymbolicAtom)
        for inner, more in self._inner(element.condition, element.span, outer):
            for fitting, predicate, args in self._head(named, atom, inner):
                yield fitting, predicate, args, more

    def _bounds(
        self,
        named: NamedStatement,
        head: tree.SetAggregate,
        partial: Partial,
        deferred: tuple[Deferred, ...],
        counted: list[tuple[Args, Conjunct]],
    ) -> Iterator[Instance]:
        """What a choice's bounds forbid, as a body."""
        collected = Collected(tree.AggregateFunction.COUNT, tuple(counted))
        for limits, defined in self._guards(guards(head), partial):
            fitting = partial.require(*defined)
            if fitting is not None:
                broken = Guarded(collected, limits, negated=True)
                yield Instance(named, None, (), fitting.conditions, (*deferred, broken), bound=True)

    def _disjunction(
        self, named: NamedStatement, rule: tree.Rule, head: tree.Disjunction, first: tree.BodyElement | None
    ) -> Iterator[Instance]:
        literals = [element.literal for element in head.elements]
        if any(not isinstance(one.atom, tree.SymbolicAtom) or one.sign is not tree.Sign.NONE for one in literals):
            raise RefusedError("disjunction-literal", head.span, "a disjunct that is no plain atom")
        for partial, deferred in self._body(rule.body, rule.span, first):
            atoms = [
                ((predicate, args), Conjunct(inner.conditions, more))
                for element in head.elements
                for inner, predicate, args, more in self._element(named, element, partial)
            ]
            if not atoms:
                yield Instance(named, None, (), partial.conditions, deferred)
            for number, ((predicate, args), condition) in enumerate(atoms):
                others = tuple(atoms[:number] + atoms[number + 1 :])
                yield Instance(named, predicate, args, partial.conditions, deferred, others=others, condition=condition)

    # --- bodies ----------------------------------------------------------------------------------------------

    def _body(self, body: Sequence[tree.BodyElement], span: Span, first: tree.BodyElement | None = None) -> list[State]:
        return self._joined(body, span, Partial({}, ()), self._globals, first)

    def _inner(self, condition: Sequence[tree.Literal], span: Span, outer: Partial) -> list[State]:
        """The ways to satisfy a condition; what they ask for is that of the condition alone."""
        return self._joined(condition, span, Partial(outer.binding, ()), frozenset())

    def _joined(
        self,
        body: Sequence[tree.BodyElement],
        span: Span,
        start: Partial,
        global_names: frozenset[str],
        first: tree.BodyElement | None = None,
    ) -> list[State]:
        states: list[State] = [(start, ())]
        for element in self._plan(body, span, start, global_names, first):
            states = [
                (found, (*deferred, *more))
                for partial, deferred in states
                for found, more in self._satisfy(element, partial)
            ]
            if len(states) > MAX_JOINED:
                raise RefusedError("instances", span, f"more than {MAX_JOINED} instances of one statement")
        return states

    def _plan(
        self,
        body: Sequence[tree.BodyElement],
        span: Span,
        start: Partial,
        global_names: frozenset[str],
        first: tree.BodyElement | None,
    ) -> list[tree.BodyElement]:
        key = (tuple(map(id, body)), frozenset(start.binding), id(first))
        known = self._plans.get(key)
        if known is None:  # the elements are kept, so that no other takes their identities
            known = self._plans[key] = (tuple(body), plan(body, span, start.binding, global_names, first))
        return known[1]

    def _satisfy(self, element: tree.BodyElement, partial: Partial) -> Iterator[State]:
        match element:
            case tree.ConditionalLiteral():
                yield partial, (self._later(partial_of(self._conditional, element, partial)),)
            case tree.BodyLiteral():
                if isinstance(element.atom, tree.TheoryAtom):
                    raise RefusedError("theory-atom", element.span, "a theory atom")
                yield from self._aggregate(element.sign, element.atom, partial)
            case tree.Literal():
                yield from self._literal(element, partial)

    def _literal(self, element: tree.Literal, partial: Partial) -> Iterator[State]:
        match element:
            case tree.Literal(sign, tree.BooleanConstant() as constant):
                if constant.value == (sign is not tree.Sign.NEGATION):
                    yield partial, ()
            case tree.Literal(sign, tree.Comparison() as comparison):
                for found in self._comparison(sign, comparison, partial):
                    yield found, ()
            case tree.Literal(tree.Sign.NONE, tree.SymbolicAtom() as atom):
                window = self._windows.get(id(element), (0, None))
                for alternative in atom.pools:
                    for found in self._join(atom, alternative, partial, window):
                        yield found, ()
            case tree.Literal(sign, tree.SymbolicAtom() as atom):
                for alternative in atom.pools:
                    yield from self._negated(sign, atom, alternative, partial)

    def _join(
        self, atom: tree.SymbolicAtom, alternative: tuple[tree.Term, ...], partial: Partial, window: Window
    ) -> Iterator[Partial]:
        extent = self._extents.get(predicate_of(atom, alternative))
        if extent is None or not len(extent):
            return
        known = self._ground(alternative, partial)
        for args in extent.candidates(known, *window):
            for found in match_all(self._evaluator, alternative, args, partial):
                fitting = found.require(extent.tuples[args])
                if fitting is not None:
                    yield fitting

    def _ground(self, alternative: tuple[tree.Term, ...], partial: Partial) -> dict[int, Argument]:
        """The arguments of an atom that are known to be one ground term."""
        known: dict[int, Argument] = {}
        for place, term in enumerate(alternative):
            if isinstance(term, tree.Variable):
                value = partial.binding.get(term.name)
                if value is not None and order.is_ground(value):
                    known[place] = value
            elif isinstance(term, tree.Number | tree.String | tree.Function) and not free_variables(term):
                found = self._evaluator.values(term, partial.binding)
                if len(found) == 1 and not found[0][1] and order.is_ground(found[0][0]):
                    known[place] = found[0][0]
        return known

    def _negated(
        self, sign: tree.Sign, atom: tree.SymbolicAtom, alternative: tuple[tree.Term, ...], partial: Partial
    ) -> Iterator[State]:
        wild = [isinstance(term, tree.Variable) and term.name == ANONYMOUS for term in alternative]
        known = tuple(term for term, any_ in zip(alternative, wild, strict=True) if not any_)
        for term in known:
            if ANONYMOUS in free_variables(term):
                raise RefusedError("anonymous-in-term", atom.span, "`_` inside a term of a negated atom")
        for args, defined in self._evaluator.sequences(known, partial.binding):
            fitting = partial.require(*defined)
            if fitting is not None:
                rest = iter(args)
                filled = tuple(None if any_ else next(rest) for any_ in wild)
                yield fitting, (Lookup(predicate_of(atom, alternative), filled, _SIGNS[sign]),)

    # --- comparisons -----------------------------------------------------------------------------------------

    def _comparison(self, sign: tree.Sign, comparison: tree.Comparison, partial: Partial) -> Iterator[Partial]:
        terms = (comparison.term, *(guard.term for guard in comparison.guards))
        operators = [guard.operator for guard in comparison.guards]
        if len(operators) == 1 and operators[0] is tree.ComparisonOperator.EQUAL and sign is tree.Sign.NONE:
            for pattern, other in ((terms[0], terms[1]), (terms[1], terms[0])):
                if _known(other, partial) and not _known(pattern, partial):
                    for value, defined in self._evaluator.values(other, partial.binding):
                        fitting = partial.require(*defined)
                        if fitting is not None:
                            yield from match(self._evaluator, pattern, value, fitting)
                    return
        if sign is tree.Sign.NEGATION and len(operators) > 1:
            yield from self._negated_chain(terms, operators, partial)
            return
        for values, defined in self._evaluator.sequences(terms, partial.binding):
            links = [
                order.compare(operator, left, right)
                for operator, left, right in zip(operators, values, values[1:], strict=False)
            ]
            truth = factory.conj(*links)
            if sign is tree.Sign.NEGATION:
                truth = factory.neg(truth)
            fitting = partial.require(*defined, truth)
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
        no_alternatives(terms)
        found = self._evaluator.sequences(terms, partial.binding)
        if not found:
            yield partial
        for values, defined in found:
            pairs = zip(operators, values, values[1:], strict=False)
            links = [order.compare(operator, left, right) for operator, left, right in pairs]
            fitting = partial.require(factory.neg(factory.conj(*defined, *links)))
            if fitting is not None:
                yield fitting

    # --- conditional literals and aggregates -----------------------------------------------------------------

    def _conditional(self, element: tree.ConditionalLiteral, partial: Partial) -> tuple[Deferred, ...]:
        """A conjunction over the instances of the condition, all of which are known by now."""
        return tuple(
            Implication(Conjunct(inner.conditions, more), self._alternatives(element.literal, inner))
            for inner, more in self._inner(element.condition, element.span, partial)
        )

    def _alternatives(self, literal: tree.Literal, partial: Partial) -> tuple[Conjunct, ...]:
        """The ways in which a literal without unbound variables can hold."""
        atom = literal.atom
        start = Partial(partial.binding, ())
        if isinstance(atom, tree.SymbolicAtom) and literal.sign is tree.Sign.NONE:
            if len(atom.pools) > 1:
                raise RefusedError("conditional-pool", literal.span, "a pool before the colon of a condition")
            unbound = free_variables(literal) - partial.binding.keys() - {ANONYMOUS}
            if unbound:
                raise RefusedError("unsafe", literal.span, f"variables {', '.join(sorted(unbound))} are unsafe")
            return tuple(
                Conjunct(fitting.conditions, more)
                for alternative in atom.pools
                for fitting, more in self._negated(tree.Sign.NONE, atom, alternative, start)
            )
        return tuple(Conjunct(found.conditions, more) for found, more in self._satisfy(literal, start))

    def _aggregate(self, sign: tree.Sign, aggregate: Aggregate, partial: Partial) -> Iterator[State]:
        assigned = assigned_by(aggregate, partial.binding) if sign is tree.Sign.NONE else None
        others = [guard for guard in guards(aggregate) if guard.term is not assigned]
        if assigned is None:
            for limits, defined in self._guards(others, partial):
                fitting = partial.require(*defined)
                if fitting is not None:
                    yield fitting, (self._later(partial_of(self._guarded, sign, aggregate, partial, limits)),)
            return
        collected = self._collect(aggregate, partial)
        for value, deferred in self._values(collected, aggregate.span):
            for bound in match(self._evaluator, assigned, value, partial):
                for limits, defined in self._guards(others, bound):
                    fitting = bound.require(*defined)
                    if fitting is not None:
                        more = (Guarded(collected, limits),) if limits else ()
                        yield fitting, (*deferred, *more)

    def _guarded(self, sign: tree.Sign, aggregate: Aggregate, partial: Partial, limits: Guards) -> tuple[Deferred, ...]:
        """An aggregate whose elements are all known by now."""
        collected = self._collect(aggregate, partial)
        self._overflow(collected, aggregate.span)
        return (Guarded(collected, limits, sign is tree.Sign.NEGATION),)

    def _later(self, collect: Callable[[], Sequence[Deferred]]) -> Pending:
        found = Pending(collect)
        self.pending.append((self._statement, found))
        return found

    def _guards(
        self, written: Sequence[tree.LeftGuard | tree.Guard], partial: Partial
    ) -> Iterator[tuple[Guards, tuple[Term, ...]]]:
        """Guards as comparisons of the aggregate's value with what stands on the other side."""
        terms = tuple(guard.term for guard in written)
        for args, defined in self._evaluator.sequences(terms, partial.binding) if terms else [((), ())]:
            found = tuple(
                (MIRRORED[guard.operator] if isinstance(guard, tree.LeftGuard) else guard.operator, arg)
                for guard, arg in zip(written, args, strict=True)
            )
            yield found, defined

    def _collect(self, aggregate: Aggregate, partial: Partial) -> Collected:
        elements: list[tuple[Args, Conjunct]] = []
        if isinstance(aggregate, tree.SetAggregate):
            for number, part in enumerate(aggregate.elements):
                elements += self._literal_element(number, part, partial)
            return Collected(tree.AggregateFunction.COUNT, tuple(elements))
        for element in aggregate.elements:
            for inner, more in self._inner(element.condition, element.span, partial):
                tuples = self._evaluator.sequences(element.terms, inner.binding) if element.terms else [((), ())]
                for args, defined in tuples:
                    fitting = inner.require(*defined)
                    if fitting is not None:
                        elements.append((args, Conjunct(fitting.conditions, more)))
        if aggregate.function in _EXTREMA and not all(args for args, _ in elements):
            raise RefusedError("aggregate-tuple", aggregate.span, "an empty tuple in a minimum or maximum")
        return Collected(aggregate.function, tuple(elements))

    def _literal_element(
        self, number: int, element: tree.ConditionalLiteral, partial: Partial
    ) -> Iterator[tuple[Args, Conjunct]]:
        """The literals of a set, each an element of its own."""
        literal = element.literal
        atom = literal.atom
        sign = factory.integer(list(tree.Sign).index(literal.sign))
        for inner, more in self._inner(element.condition, element.span, partial):
            if not isinstance(atom, tree.SymbolicAtom):
                for way in self._alternatives(literal, inner):
                    parts = (*inner.conditions, *way.conditions)
                    yield (factory.integer(3), factory.integer(number)), Conjunct(parts, (*more, *way.deferred))
                continue
            if ANONYMOUS in free_variables(atom):
                raise RefusedError("anonymous-in-set", literal.span, "`_` in a literal of a set")
            for alternative in atom.pools:
                predicate = predicate_of(atom, alternative)
                for args, defined in self._evaluator.sequences(alternative, inner.binding):
                    fitting = inner.require(*defined)
                    if fitting is not None:
                        there = Lookup(predicate, args, _SIGNS[literal.sign])
                        yield (sign, Compound(predicate.name, args)), Conjunct(fitting.conditions, (*more, there))

    def _values(self, collected: Collected, span: Span) -> Iterator[tuple[Argument, tuple[Deferred, ...]]]:
        """What an aggregate's value can be, each with what it takes."""
        if not collected.adds:
            for value in collected.candidates():
                yield value, (Guarded(collected, ((tree.ComparisonOperator.EQUAL, value),)),)
            return
        if all(not way.deferred and all(c.is_const for c in way.conditions) for _, way in collected.elements):
            value = collected.value({})
            if value.size <= MAX_TERM:
                self._evaluator.record(value, span)
                yield value, ()
                return
        self._overflow(collected, span)
        symbol = factory.symbol(self._fresh(f"{collected.function.name.lower()} of {self._statement.smt_name}"), INT)
        self._evaluator.limits[symbol] = collected.value_bounds(self._evaluator.limits)
        self.computed.append(Computed(symbol, collected))
        yield symbol, ()

    def _fresh(self, name: str) -> str:
        """A name for a computed number that no other has; the blanks keep it apart from every atom."""
        self._numbered[name] += 1
        return name if self._numbered[name] == 1 else f"{name} ({self._numbered[name]})"

    def _overflow(self, collected: Collected, span: Span) -> None:
        """Keep the greatest and the least sum that some of the tuples have, if they may leave 32 bits."""
        if collected.adds:
            for extreme in collected.extremes():
                self._evaluator.record(extreme, span, any_size=True)


MIRRORED = {
    tree.ComparisonOperator.EQUAL: tree.ComparisonOperator.EQUAL,
    tree.ComparisonOperator.NOT_EQUAL: tree.ComparisonOperator.NOT_EQUAL,
    tree.ComparisonOperator.LESS: tree.ComparisonOperator.GREATER,
    tree.ComparisonOperator.GREATER: tree.ComparisonOperator.LESS,
    tree.ComparisonOperator.LESS_EQUAL: tree.ComparisonOperator.GREATER_EQUAL,
    tree.ComparisonOperator.GREATER_EQUAL: tree.ComparisonOperator.LESS_EQUAL,
}
_SIGNS = {tree.Sign.NONE: POSITIVE, tree.Sign.NEGATION: NEGATED, tree.Sign.DOUBLE_NEGATION: DOUBLE}
_EXTREMA = (tree.AggregateFunction.MIN, tree.AggregateFunction.MAX)


def _complement(literal: tree.Literal) -> tree.Literal:
    """A negated literal or a comparison as a head is a constraint with the head's complement in the body."""
    if isinstance(literal.atom, tree.Comparison) and len(literal.atom.guards) > 1:
        raise RefusedError("chain", literal.span, "a chain of comparisons in a head")
    negated = literal.sign is tree.Sign.NEGATION
    return tree.Literal(tree.Sign.DOUBLE_NEGATION if negated else tree.Sign.NEGATION, literal.atom, literal.span)


def predicate_of(atom: tree.SymbolicAtom, alternative: tuple[tree.Term, ...]) -> Predicate:
    return Predicate(f"-{atom.name}" if atom.negative else atom.name, len(alternative))


def _known(term: tree.Term, partial: Partial) -> bool:
    return all(name in partial.binding for name in free_variables(term))
