"""Weak level rankings: what makes the completion exact on positive cycles.

An atom on a positive cycle has a rank, and each true one a support whose body holds only lower ranks within its
strongly connected component (Niemelä 2008; Janhunen, Niemelä and Sevalnev 2009). Atoms elsewhere need none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import permutations

from bicameral.analysis.dependency import Predicate, strongly_connected
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering.deferred import Extents
from bicameral.lowering.extent import equal_tuples
from bicameral.lowering.instantiation import Instance
from bicameral.lowering.program import Assertion, Kind
from bicameral.sorts.term_sort import INT


class Ranking:
    """The ranks of atoms, by the Booleans that stand for them."""

    def __init__(self, instances: Sequence[Instance], extents: Extents, recursive: Collection[Predicate]) -> None:
        """`recursive` are the predicates on positive cycles: no other atom needs a rank."""
        self._component: dict[Term, int] = {}
        self._size: dict[int, int] = {}
        self._rank: dict[Term, Term] = {}
        if not recursive:
            return
        edges = _positive_edges(instances, {name: extents[name] for name in recursive if name in extents})
        alike = _alike({name: extents[name] for name in recursive if name in extents})
        following = {atom: [*edges[atom], *alike.get(atom, ())] for atom in edges}
        for number, component in enumerate(strongly_connected(following)):
            inside = set(component)
            if any(not inside.isdisjoint(edges[atom]) for atom in component):
                self._size[number] = len(component)
                for atom in component:
                    self._component[atom] = number
                    self._rank[atom] = factory.symbol(f"rank {atom.payload}", INT)

    @property
    def symbols(self) -> set[Term]:
        return set(self._rank.values())

    def shares_component(self, atoms: Sequence[Term]) -> bool:
        """Whether two of the atoms are on one positive cycle."""
        known = [self._component[atom] for atom in atoms if atom in self._component]
        return len(set(known)) < len(known)

    def conditional(self, instance: Instance, extents: Extents) -> Term | None:
        """An atom on a positive cycle with the head that also stands in a condition of the body.

        Whether such a condition holds could change as the cycle's atoms are derived: no rank tells.
        """
        head = None if instance.head is None else extents[instance.head].tuples[instance.args]
        number = None if head is None else self._component.get(head)
        if number is None:
            return None
        premises = (atom for part in instance.deferred for atom in part.premises())
        return next((atom for atom in premises if self._component.get(atom) == number), None)

    def above(self, head: Term, instance: Instance, extents: Extents) -> Iterator[Term]:
        """That the head ranks above the body's atoms of its component."""
        number = self._component.get(head)
        if number is None:
            return

        def below(atom: Term) -> Term:
            same = self._component.get(atom) == number
            return factory.lt(self._rank[atom], self._rank[head]) if same else factory.TRUE

        yield from map(below, _conditions(instance))
        for part in instance.deferred:
            if any(self._component.get(atom) == number for atom in part.atoms(extents)):
                yield part.truth(extents, below)

    def equal(self, one: Term, other: Term) -> Iterator[Term]:
        """That two Booleans of one atom have one rank."""
        if one in self._rank and other in self._rank:
            yield factory.eq(self._rank[one], self._rank[other])

    def assertions(self) -> list[Assertion]:
        """Ranks run from 1 to the size of the component; an atom that is false has rank 0."""
        found = []
        for atom, rank in self._rank.items():
            size = factory.integer(self._size[self._component[atom]])
            within = factory.conj(factory.le(factory.integer(1), rank), factory.le(rank, size))
            formula = factory.conj(
                factory.implies(atom, within), factory.implies(factory.neg(atom), factory.eq(rank, factory.ZERO))
            )
            name = str(atom.payload)
            found.append(Assertion(Kind.DEFINITION, name, f"rank of {name}", formula))
        return found


def _conditions(instance: Instance) -> tuple[Term, ...]:
    """What a derivation by the instance asks for at once, atoms among it."""
    return instance.conditions if instance.condition is None else (*instance.conditions, *instance.condition.conditions)


def _positive(instance: Instance, extents: Extents) -> Iterator[Term]:
    """The atoms that a derivation by the instance may rest on, and other conditions."""
    yield from _conditions(instance)
    for part in instance.deferred:
        yield from part.atoms(extents)


def _positive_edges(instances: Sequence[Instance], extents: Extents) -> dict[Term, dict[Term, None]]:
    """From each atom to those in the positive bodies that may derive it."""
    edges: dict[Term, dict[Term, None]] = {atom: {} for extent in extents.values() for atom in extent.tuples.values()}
    for instance in instances:
        if instance.head is not None and instance.head in extents:
            head = extents[instance.head].tuples[instance.args]
            edges[head].update(dict.fromkeys(atom for atom in _positive(instance, extents) if atom in edges))
    return edges


def _alike(extents: Extents) -> dict[Term, list[Term]]:
    """To each atom those that it may be one with: they are on a cycle together."""
    found: dict[Term, list[Term]] = {}
    for extent in extents.values():
        for group in extent.groups() if not extent.ground else ():
            for left, right in permutations(group, 2):
                if not equal_tuples(left, right).is_false:
                    found.setdefault(extent.tuples[left], []).append(extent.tuples[right])
    return found
