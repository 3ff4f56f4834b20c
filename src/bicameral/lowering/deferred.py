"""What a body says of atoms whose tuples are not all known yet: resolved once they are.

Negated atoms, conditional literals and aggregates may speak of predicates that a cycle through negation puts later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering.extent import Extent
from bicameral.lowering.program import Argument
from bicameral.source.record import record

Extents = Mapping[Predicate, Extent]
# What a derivation asks of an atom that it rests on, besides its truth: a lower rank, or nothing.
Below = Callable[[Term], Term]


def nothing(_atom: Term) -> Term:
    return factory.TRUE


class Deferred(Protocol):
    """A part of a body that is a formula once every tuple is known."""

    def truth(self, extents: Extents, below: Below = nothing) -> Term:
        """When it holds; `below` is what it takes of each atom that holds positively in it."""

    def atoms(self, extents: Extents) -> Iterator[Term]:
        """The atoms that it may rest on positively."""

    def premises(self) -> Iterator[Term]:
        """What stands in the premise of an implication, atoms among it."""


@record
class Conjunct:
    """What one way of satisfying literals asks for."""

    conditions: tuple[Term, ...]
    deferred: tuple[Deferred, ...] = ()

    def truth(self, extents: Extents, below: Below = nothing) -> Term:
        return factory.conj(*self.conditions, *(part.truth(extents, below) for part in self.deferred))

    def atoms(self, extents: Extents) -> Iterator[Term]:
        for part in self.deferred:
            yield from part.atoms(extents)

    def premises(self) -> Iterator[Term]:
        for part in self.deferred:
            yield from part.premises()


@record
class Lookup:
    """An atom under one `not` (sign -1), under two (2), or under none (1). None matches any argument."""

    predicate: Predicate
    args: tuple[Argument | None, ...]
    sign: int

    def truth(self, extents: Extents, below: Below = nothing) -> Term:
        extent = extents.get(self.predicate)
        if extent is None:
            found = factory.FALSE
        elif self.sign == POSITIVE and below is not nothing:
            found = factory.disj(*(factory.conj(truth, below(atom)) for atom, truth in extent.ways(self.args)))
        else:
            found = extent.truth(self.args)
        return factory.neg(found) if self.sign == NEGATED else found

    def atoms(self, extents: Extents) -> Iterator[Term]:
        extent = extents.get(self.predicate)
        if self.sign == POSITIVE and extent is not None:
            for atom, _ in extent.ways(self.args):
                yield atom

    def premises(self) -> Iterator[Term]:
        yield from ()


POSITIVE, DOUBLE, NEGATED = 1, 2, -1


@record
class Implication:
    """An instance of a conditional literal: where the premise holds, one of the alternatives does."""

    premise: Conjunct
    alternatives: tuple[Conjunct, ...]

    def truth(self, extents: Extents, below: Below = nothing) -> Term:
        found = factory.disj(*(alternative.truth(extents, below) for alternative in self.alternatives))
        return factory.implies(self.premise.truth(extents), found)

    def atoms(self, extents: Extents) -> Iterator[Term]:
        for alternative in self.alternatives:
            yield from alternative.atoms(extents)

    def premises(self) -> Iterator[Term]:
        yield from self.premise.conditions


class Pending:
    """A part whose instances are collected once every tuple is known, by `collect`."""

    __slots__ = ("_collect", "_parts")

    def __init__(self, collect: Callable[[], Sequence[Deferred]]) -> None:
        self._collect = collect
        self._parts: Sequence[Deferred] | None = None

    def collect(self) -> None:
        """Raises RefusedError; what is refused asks for nothing, as nothing will rest on it."""
        self._parts = ()
        self._parts = self._collect()

    def truth(self, extents: Extents, below: Below = nothing) -> Term:
        assert self._parts is not None, "collected before it is asked for"
        return factory.conj(*(part.truth(extents, below) for part in self._parts))

    def atoms(self, extents: Extents) -> Iterator[Term]:
        for part in self._parts or ():
            yield from part.atoms(extents)

    def premises(self) -> Iterator[Term]:
        for part in self._parts or ():
            yield from part.premises()
