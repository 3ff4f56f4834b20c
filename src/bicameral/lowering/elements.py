"""Conditional literals and aggregates in bodies: their elements collected once every tuple is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial as partial_of

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering.aggregates import Collected, Guarded, Guards
from bicameral.lowering.bodies import SIGNS, Args, Bodies, State, predicate_of
from bicameral.lowering.deferred import Conjunct, Deferred, Implication, Lookup, Pending
from bicameral.lowering.evaluation import MAX_TERM, Evaluator
from bicameral.lowering.extent import Extent
from bicameral.lowering.inputs import UNSYMBOLIC
from bicameral.lowering.joins import Aggregate, assigned_by, guards
from bicameral.lowering.matching import ANONYMOUS, Partial, free_variables, match
from bicameral.lowering.program import Argument, Compound
from bicameral.lowering.refused import RefusedError
from bicameral.policy.model import NamedStatement
from bicameral.sorts.term_sort import INT
from bicameral.source import Span
from bicameral.source.record import record
from bicameral.syntax import tree


@record
class Computed:
    """A number that an aggregate computes: `symbol` stands for the value of `collected`."""

    symbol: Term
    collected: Collected


class Elements(Bodies):
    """Adds what ranges over elements of its own."""

    _statement: NamedStatement  # at hand

    def __init__(self, evaluator: Evaluator, extents: Mapping[Predicate, Extent]) -> None:
        super().__init__(evaluator, extents)
        self.computed: list[Computed] = []
        self._numbered: Counter[str] = Counter()
        self.pending: list[tuple[NamedStatement, Pending]] = []  # to be collected when every tuple is known

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
                        there = Lookup(predicate, args, SIGNS[literal.sign])
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
        name = f"{collected.function.name.lower()} of {self._statement.smt_name}".translate(UNSYMBOLIC)
        symbol = factory.symbol(self._fresh(name), INT)
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
_EXTREMA = (tree.AggregateFunction.MIN, tree.AggregateFunction.MAX)
