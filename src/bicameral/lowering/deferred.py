"""What a body says of atoms whose tuples are not all known yet: resolved once they are.

Negated atoms, conditional literals and aggregates may speak of predicates that a cycle through negation puts later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering.extent import Extent
from bicameral.lowering.program import Argument
from bicameral.source.record import record

Extents = Mapping[Predicate, Extent]


class Deferred(Protocol):
    """A part of a body that is a formula once every tuple is known."""

    def truth(self, extents: Extents) -> Term:
        """When it holds."""


@record
class Conjunct:
    """What one way of satisfying literals asks for."""

    conditions: tuple[Term, ...]
    deferred: tuple[Deferred, ...] = ()

    def truth(self, extents: Extents) -> Term:
        return conjunction(self.conditions, self.deferred, extents)


@record
class Lookup:
    """An atom under one `not`, or under two (`double`). None matches any argument."""

    predicate: Predicate
    args: tuple[Argument | None, ...]
    double: bool

    def truth(self, extents: Extents) -> Term:
        extent = extents.get(self.predicate)
        found = extent.truth(self.args) if extent is not None else factory.FALSE
        return found if self.double else factory.neg(found)


@record
class Implication:
    """An instance of a conditional literal: where the premise holds, one of the alternatives does."""

    premise: Conjunct
    alternatives: tuple[Conjunct, ...]

    def truth(self, extents: Extents) -> Term:
        found = factory.disj(*(alternative.truth(extents) for alternative in self.alternatives))
        return factory.implies(self.premise.truth(extents), found)


def conjunction(conditions: Sequence[Term], deferred: Sequence[Deferred], extents: Extents) -> Term:
    """A body as a formula."""
    return factory.conj(*conditions, *(part.truth(extents) for part in deferred))
