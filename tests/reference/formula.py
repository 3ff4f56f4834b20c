"""Ground formulas with the meaning of here-and-there (Pearce 1997), which is that of the reduct (Ferraris 2005).

`holds(here, there)`, with `here` a subset of `there`, is: `here` satisfies the reduct of the formula by `there`. An
aggregate holds where it is justified by the elements that hold here, and by those that hold there: that is the
conjunction of implications of Abstract Gringo (Gebser et al. 2015), from each set of elements that does not justify it
to one more element. `between` is the same over all pairs within bounds: whether it surely holds, whether it may.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from tests.reference.values import INF, SUP, Ground, GroundAtom, order, related

Model = AbstractSet[GroundAtom]
Bounds = tuple[bool, bool]  # surely, maybe


@dataclass(frozen=True, slots=True)
class Span:
    """Every set of atoms from `low` to `high`."""

    low: Model
    high: Model


class Formula(Protocol):
    def holds(self, here: Model, there: Model) -> bool: ...

    def between(self, here: Span, there: Span) -> Bounds: ...


@dataclass(frozen=True, slots=True)
class Is:
    atom: GroundAtom

    def holds(self, here: Model, there: Model) -> bool:
        return self.atom in here

    def between(self, here: Span, there: Span) -> Bounds:
        return self.atom in here.low, self.atom in here.high


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool

    def holds(self, here: Model, there: Model) -> bool:
        return self.value

    def between(self, here: Span, there: Span) -> Bounds:
        return self.value, self.value


@dataclass(frozen=True, slots=True)
class Not:
    part: Formula

    def holds(self, here: Model, there: Model) -> bool:
        return not self.part.holds(there, there)

    def between(self, here: Span, there: Span) -> Bounds:
        surely, maybe = self.part.between(there, there)
        return not maybe, not surely


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple[Formula, ...]

    def holds(self, here: Model, there: Model) -> bool:
        return all(part.holds(here, there) for part in self.parts)

    def between(self, here: Span, there: Span) -> Bounds:
        surely = True
        for part in self.parts:
            one, maybe = part.between(here, there)
            if not maybe:
                return False, False
            surely = surely and one
        return surely, True


@dataclass(frozen=True, slots=True)
class Any:
    parts: tuple[Formula, ...]

    def holds(self, here: Model, there: Model) -> bool:
        return any(part.holds(here, there) for part in self.parts)

    def between(self, here: Span, there: Span) -> Bounds:
        maybe = False
        for part in self.parts:
            surely, other = part.between(here, there)
            if surely:
                return True, True
            maybe = maybe or other
        return False, maybe


@dataclass(frozen=True, slots=True)
class Implies:
    premise: Formula
    conclusion: Formula

    def holds(self, here: Model, there: Model) -> bool:
        return all(
            self.conclusion.holds(world, there) or not self.premise.holds(world, there) for world in (here, there)
        )

    def between(self, here: Span, there: Span) -> Bounds:
        surely = maybe = True
        for world in (here, there):
            premise, conclusion = self.premise.between(world, there), self.conclusion.between(world, there)
            surely = surely and (conclusion[0] or not premise[1])
            maybe = maybe and (conclusion[1] or not premise[0])
        return surely, maybe


FALSE, TRUE = Truth(False), Truth(True)
OPEN_ELEMENTS = 7  # beyond, `between` says nothing of an aggregate


@dataclass(frozen=True, slots=True)
class Bound:
    relation: str
    value: Ground


@dataclass(frozen=True, slots=True)
class Fold:
    """An aggregate: tuples as a set, each with when it belongs."""

    function: str
    elements: tuple[tuple[tuple[Ground, ...], Formula], ...]
    bounds: tuple[Bound, ...]

    def justified(self, tuples: list[tuple[Ground, ...]]) -> bool:
        value = fold(self.function, tuples)
        return all(related(value, bound.relation, bound.value) for bound in self.bounds)

    def holds(self, here: Model, there: Model) -> bool:
        return all(
            self.justified([args for args, when in self.elements if when.holds(world, there)])
            for world in (here, there)
        )

    def between(self, here: Span, there: Span) -> Bounds:
        first, second = self._between(here, there), self._between(there, there)
        return first[0] and second[0], first[1] and second[1]

    def _between(self, here: Span, there: Span) -> Bounds:
        known, unknown = [], []
        for args, when in self.elements:
            surely, maybe = when.between(here, there)
            if surely:
                known.append(args)
            elif maybe:
                unknown.append(args)
        if len(unknown) > OPEN_ELEMENTS:
            return False, True
        found = {
            self.justified(known + [args for args, taken in zip(unknown, chosen, strict=True) if taken])
            for chosen in product((False, True), repeat=len(unknown))
        }
        return False not in found, True in found


def fold(function: str, tuples: list[tuple[Ground, ...]]) -> Ground:
    """The value of an aggregate over distinct tuples."""
    if function == "count":
        return len(tuples)
    if function in {"min", "max"}:
        pick: Callable[..., Ground] = min if function == "min" else max
        return pick((args[0] for args in tuples), key=order, default=SUP if function == "min" else INF)
    numbers = [args[0] for args in tuples if args and isinstance(args[0], int)]
    return sum(n for n in numbers if n > 0 or function == "sum")
