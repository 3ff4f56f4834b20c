"""Symbolic grounding: rules to instances over guarded tuples.

As a grounder does, rules are instantiated along the positive dependencies, each body joined over the tuples its
positive literals can have (`bodies`), conditions and aggregates collected at the end (`elements`); here are the heads.
(Functional stable models: Bartholomew and Lee 2013; grounding along components: Gebser, Kaminski, König and Schaub
2011.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bicameral.analysis.dependency import Predicate
from bicameral.formula.term import Term
from bicameral.lowering.aggregates import Collected, Guarded
from bicameral.lowering.bodies import Args, Window, predicate_of
from bicameral.lowering.deferred import DOUBLE, Conjunct, Deferred, Lookup
from bicameral.lowering.elements import Elements
from bicameral.lowering.evaluation import Evaluator
from bicameral.lowering.extent import Extent
from bicameral.lowering.joins import global_variables, guards
from bicameral.lowering.matching import Partial
from bicameral.lowering.program import Compound
from bicameral.lowering.refused import RefusedError
from bicameral.policy.model import NamedStatement
from bicameral.source.record import record
from bicameral.syntax import tree

MAX_INSTANCES = 400_000  # of a program

HeadAtom = tuple[Predicate, Args]


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


class Instantiator(Elements):
    """Instantiates statements over the extents known so far."""

    def __init__(self, evaluator: Evaluator, extents: Mapping[Predicate, Extent]) -> None:
        super().__init__(evaluator, extents)
        self._made = 0

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


def _complement(literal: tree.Literal) -> tree.Literal:
    """A negated literal or a comparison as a head is a constraint with the head's complement in the body."""
    if isinstance(literal.atom, tree.Comparison) and len(literal.atom.guards) > 1:
        raise RefusedError("chain", literal.span, "a chain of comparisons in a head")
    negated = literal.sign is tree.Sign.NEGATION
    return tree.Literal(tree.Sign.DOUBLE_NEGATION if negated else tree.Sign.NEGATION, literal.atom, literal.span)
