"""Bodies joined: literals in an order that binds, each over the tuples that its predicate can have.

Unlike a grounder, an argument may be a term over unknown numbers, and a comparison that is not decided becomes a
condition.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.lowering import order
from bicameral.lowering.deferred import DOUBLE, NEGATED, POSITIVE, Deferred, Lookup
from bicameral.lowering.evaluation import Evaluator
from bicameral.lowering.extent import Extent
from bicameral.lowering.joins import no_alternatives, plan
from bicameral.lowering.matching import ANONYMOUS, Partial, free_variables, match, match_all
from bicameral.lowering.program import Argument
from bicameral.lowering.refused import RefusedError
from bicameral.source import Span
from bicameral.syntax import tree

MAX_JOINED = 100_000  # partial instances of one statement at any point of its body

Args = tuple[Argument, ...]
State = tuple[Partial, tuple[Deferred, ...]]
# Of a positive literal, the tuples it is joined with: their numbers in order of discovery, from the first to before
# the second.
Window = tuple[int, int | None]


class Bodies(ABC):
    """Joins the bodies of one statement after the other over the extents known so far."""

    def __init__(self, evaluator: Evaluator, extents: Mapping[Predicate, Extent]) -> None:
        self._evaluator = evaluator
        self._extents = extents
        self._plans: dict[object, tuple[object, list[tree.BodyElement]]] = {}
        self._globals: frozenset[str] = frozenset()  # of the statement at hand
        self._windows: Mapping[int, Window] = {}  # of its recursive literals, by identity

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
            longer: list[State] = []
            for partial, deferred in states:
                longer += [(found, (*deferred, *more)) for found, more in self._satisfy(element, partial)]
                if len(longer) > MAX_JOINED:
                    raise RefusedError("instances", span, f"more than {MAX_JOINED} instances of one statement")
            states = longer
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

    @abstractmethod
    def _satisfy(self, element: tree.BodyElement, partial: Partial) -> Iterator[State]:
        """Every way to satisfy one part of a body, extending `partial`."""

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
                yield fitting, (Lookup(predicate_of(atom, alternative), filled, SIGNS[sign]),)

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


SIGNS = {tree.Sign.NONE: POSITIVE, tree.Sign.NEGATION: NEGATED, tree.Sign.DOUBLE_NEGATION: DOUBLE}


def predicate_of(atom: tree.SymbolicAtom, alternative: tuple[tree.Term, ...]) -> Predicate:
    return Predicate(f"-{atom.name}" if atom.negative else atom.name, len(alternative))


def _known(term: tree.Term, partial: Partial) -> bool:
    return all(name in partial.binding for name in free_variables(term))
