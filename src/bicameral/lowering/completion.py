"""From instances to named assertions: rules, and the completion that closes each atom's world.

`body -> head` for every instance, named for its statement; `atom -> some support`, named for the atom (Clark 1978;
exact for tight programs by Fages 1994). On a positive cycle a support must rest on atoms of lower rank (`ranking`).
A disjunction supports an atom where its other atoms are false (shifting: Ben-Eliyahu and Dechter 1994). Atoms whose
arguments hold symbols get a Boolean of their own for each distinct tuple of terms; where two tuples can have the
same value they are one atom, which the definitions say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering import order
from bicameral.lowering.deferred import Conjunct, Extents
from bicameral.lowering.elements import Computed
from bicameral.lowering.extent import Extent, equal_tuples
from bicameral.lowering.instantiation import Instance
from bicameral.lowering.program import Argument, Assertion, Kind
from bicameral.lowering.ranking import Ranking
from bicameral.policy.model import Declaration

Args = tuple[Argument, ...]


class Completion:
    """The completion of a set of instances over their extents."""

    def __init__(
        self,
        instances: Sequence[Instance],
        extents: Extents,
        ranking: Ranking,
        further: Iterable[Argument] = (),
    ) -> None:
        """`further` are individuals that may not exist: no reason cites what is said of them."""
        self._further = frozenset(further)
        self._instances = instances
        self._extents = extents
        self._ranking = ranking
        self._bodies: dict[int, Term] = {}
        self._supports: dict[Predicate, dict[Args, list[Instance]]] = {}
        self._names: dict[Predicate, dict[str, None]] = {}
        for instance in instances:
            if instance.head is not None:
                self._supports.setdefault(instance.head, {}).setdefault(instance.args, []).append(instance)
                self._names.setdefault(instance.head, {})[instance.statement.name] = None

    def body(self, instance: Instance) -> Term:
        """The body of an instance as a formula."""
        found = self._bodies.get(id(instance))
        if found is None:
            found = Conjunct(instance.conditions, instance.deferred).truth(self._extents)
            self._bodies[id(instance)] = found
        return found

    # --- rules -----------------------------------------------------------------------------------------------

    def rules(self) -> list[Assertion]:
        """One assertion for each statement that forces something, in the order of the statements."""
        grouped: dict[int, list[Instance]] = {}
        for instance in self._instances:
            grouped.setdefault(id(instance.statement), []).append(instance)
        assertions = []
        for group in grouped.values():
            statement = group[0].statement
            formula = factory.conj(*(self._rule(instance) for instance in group))
            if not formula.is_true:
                constrains = all(instance.head is None and not instance.bound for instance in group)
                kind = Kind.CONSTRAINT if constrains else Kind.RULE
                name = f"rule {statement.smt_name}"
                assertions.append(Assertion(kind, statement.name, name, formula, statement))
        return assertions

    def _rule(self, instance: Instance) -> Term:
        if instance.choice:
            return factory.TRUE
        premise = self.body(instance)
        if instance.head is None:
            return factory.neg(premise)
        heads = [self._atom(instance.head, instance.args)]
        if instance.condition is not None:
            heads = [factory.conj(instance.condition.truth(self._extents), heads[0])]
        for (predicate, args), condition in instance.others:
            heads.append(factory.conj(condition.truth(self._extents), self._atom(predicate, args)))
        return factory.implies(premise, factory.disj(*heads))

    def _atom(self, predicate: Predicate, args: Args) -> Term:
        return self._extents[predicate].tuples[args]

    # --- the other half --------------------------------------------------------------------------------------

    def support(self, predicate: Predicate, args: Args) -> Term:
        """When some instance derives the atom with these arguments."""
        extent = self._extents[predicate]
        found = self._supports.get(predicate, {})
        parts = []
        for key in extent.alike(args):
            same = equal_tuples(key, args)
            if not same.is_false:
                ways = (self._supporting(instance, predicate, args) for instance in found.get(key, ()))
                parts += [factory.conj(way, same) for way in ways]
        return factory.disj(*parts)

    def _supporting(self, instance: Instance, predicate: Predicate, args: Args) -> Term:
        """The body of an instance as what derives an atom: the other disjuncts false, the rank above the body's."""
        parts = [self.body(instance)]
        if instance.condition is not None:
            parts.append(instance.condition.truth(self._extents))
        for (other, theirs), condition in instance.others:
            there = factory.conj(condition.truth(self._extents), self._atom(other, theirs))
            if other == predicate:
                there = factory.conj(there, factory.neg(equal_tuples(theirs, args)))
            parts.append(factory.neg(there))
        parts += self._ranking.above(self._atom(predicate, args), instance, self._extents)
        return factory.conj(*parts)

    def closed_world(self, predicate: Predicate, declaration: Declaration | None) -> list[Assertion]:
        """What no rule derives is false. A valued predicate's world is one entry for each tuple of its keys."""
        extent = self._extents[predicate]
        names = tuple(self._names.get(predicate, ()))
        mine = [args for args in extent.tuples if not self._is_further(args)]
        if declaration is not None and declaration.sort is not None:
            groups = _by_keys(predicate, mine, len(declaration.keys))
        elif extent.ground:
            groups = {show_atom(predicate, args): [args] for args in mine}
        else:
            groups = {predicate.name: mine}
        found = []
        for name, tuples in groups.items():
            formula = self._only_if(predicate, tuples)
            if not formula.is_true:
                found.append(Assertion(Kind.CLOSED_WORLD, name, f"closed-world {name}", formula, None, names))
        others = self._only_if(predicate, [args for args in extent.tuples if self._is_further(args)])
        if not others.is_true:
            found.append(Assertion(Kind.DEFINITION, predicate.name, f"closed-world {predicate} of others", others))
        return found

    def _only_if(self, predicate: Predicate, tuples: Iterable[Args]) -> Term:
        """That none of the atoms is true without a support."""
        atoms = self._extents[predicate].tuples
        return factory.conj(*(factory.implies(atoms[args], self.support(predicate, args)) for args in tuples))

    def _is_further(self, args: Args) -> bool:
        return not self._further.isdisjoint(args)


def _by_keys(predicate: Predicate, tuples: Iterable[Args], count: int) -> dict[str, list[Args]]:
    groups: dict[str, list[Args]] = {}
    for args in tuples:
        groups.setdefault(show_atom(predicate, args[:count]), []).append(args)
    return groups


def congruence(predicate: Predicate, extent: Extent, ranking: Ranking) -> list[Assertion]:
    """Tuples of terms that can have the same value are one atom."""
    if extent.ground:
        return []
    parts = []
    for group in extent.groups():
        for left, right in combinations(group, 2):
            same = equal_tuples(left, right)
            if not same.is_false:
                one, other = extent.tuples[left], extent.tuples[right]
                alike = factory.conj(factory.iff(one, other), *ranking.equal(one, other))
                parts.append(factory.implies(same, alike))
    formula = factory.conj(*parts)
    if formula.is_true:
        return []
    return [Assertion(Kind.DEFINITION, predicate.name, f"equality {predicate}", formula)]


def contraries(extents: Extents) -> list[Assertion]:
    """No atom together with its classical negation."""
    assertions = []
    for predicate, extent in extents.items():
        positive = extents.get(Predicate(predicate.name[1:], predicate.arity))
        if predicate.name.startswith("-") and positive is not None:
            formula = factory.conj(
                *(
                    factory.neg(factory.conj(condition, positive.truth(args)))
                    for args, condition in extent.tuples.items()
                )
            )
            if not formula.is_true:
                assertions.append(Assertion(Kind.DEFINITION, predicate.name, f"contrary {predicate}", formula))
    return assertions


def computed(entries: Iterable[Computed], extents: Extents) -> tuple[list[Assertion], dict[Term, Term]]:
    """The numbers that aggregates compute: what says so, and each as a term over atoms."""
    values: dict[Term, Term] = {entry.symbol: entry.collected.value(extents) for entry in entries}
    assertions = [
        Assertion(Kind.DEFINITION, str(symbol.payload), f"value {symbol.payload}", factory.eq(symbol, value))
        for symbol, value in values.items()
    ]
    return assertions, values


def show_atom(predicate: Predicate, args: Args) -> str:
    """An atom as clingo writes it."""
    return f"{predicate.name}({','.join(order.show(arg) for arg in args)})" if args else predicate.name
