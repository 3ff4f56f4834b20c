"""The tuples that a predicate can have, indexed.

An argument is ground or holds symbols of inputs. Positions where every tuple is ground are *fixed*: two tuples that
differ there are two atoms whatever the inputs are, so lookups go by them and most pairs are never compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering import order
from bicameral.lowering.program import Argument, GuardedTuple

Args = tuple[Argument, ...]


class Extent:
    """Tuples in order of discovery, each with the condition under which it is an atom of the answer set."""

    __slots__ = ("_fixed", "_indexes", "_listed", "ground", "tuples")

    def __init__(self) -> None:
        self.tuples: dict[Args, Term] = {}
        self.ground = True  # no tuple holds a symbol
        self._listed: list[Args] = []
        self._fixed: tuple[int, ...] | None = None
        self._indexes: dict[tuple[int, ...], dict[Args, list[int]]] = {}

    def add(self, args: Args, condition: Term) -> None:
        """A tuple that was not there before."""
        self.tuples[args] = condition
        self._listed.append(args)
        before = range(len(args)) if self._fixed is None else self._fixed
        fixed = tuple(place for place in before if order.is_ground(args[place]))
        self.ground = self.ground and len(fixed) == len(args)
        if self._fixed is not None and len(fixed) != len(self._fixed):
            self._indexes.clear()
        self._fixed = fixed
        for places, index in self._indexes.items():
            index.setdefault(tuple([args[place] for place in places]), []).append(len(self._listed) - 1)

    def __len__(self) -> int:
        return len(self._listed)

    @property
    def fixed(self) -> tuple[int, ...]:
        return self._fixed or ()

    def candidates(self, known: Mapping[int, Argument], start: int = 0, end: int | None = None) -> Sequence[Args]:
        """The tuples that may have these arguments, numbers `start` to `end` of them in order of discovery."""
        places = tuple([place for place in self.fixed if place in known])
        if len(places) == self.arity and start == 0 and end is None:
            args = tuple([known[place] for place in places])
            return (args,) if args in self.tuples else ()
        if not places:
            return self._listed[start:end]
        index = self._indexes.get(places)
        if index is None:
            index = self._indexes[places] = {}
            for number, args in enumerate(self._listed):
                index.setdefault(tuple([args[place] for place in places]), []).append(number)
        found = index.get(tuple([known[place] for place in places]), ())
        last = len(self._listed) if end is None else end
        return [self._listed[number] for number in found if start <= number < last]

    @property
    def arity(self) -> int:
        return len(self._listed[0]) if self._listed else 0

    def alike(self, args: Args) -> Sequence[Args]:
        """The tuples that may be one atom with `args`, itself included where it is there."""
        return self.candidates({place: arg for place, arg in enumerate(args) if order.is_ground(arg)})

    def groups(self) -> Iterable[list[Args]]:
        """The tuples in groups that agree where all of them are ground."""
        found: dict[Args, list[Args]] = {}
        for args in self._listed:
            found.setdefault(tuple([args[place] for place in self.fixed]), []).append(args)
        return found.values()

    def guarded(self) -> tuple[GuardedTuple, ...]:
        return tuple(GuardedTuple(args, condition) for args, condition in self.tuples.items())

    def truth(self, args: tuple[Argument | None, ...]) -> Term:
        """When an atom with these arguments is true; None matches any."""
        known = {place: arg for place, arg in enumerate(args) if arg is not None and order.is_ground(arg)}
        if self.ground and len(known) == len(args):
            return self.tuples.get(tuple(known.values()), factory.FALSE)
        return factory.disj(*(truth for _, truth in self.ways(args)))

    def ways(self, args: tuple[Argument | None, ...]) -> Iterator[tuple[Term, Term]]:
        """The atoms that may have these arguments, each with when it is true and has them."""
        known = {place: arg for place, arg in enumerate(args) if arg is not None and order.is_ground(arg)}
        for mine in self.candidates(known):
            equal = (order.equal(one, arg) for one, arg in zip(mine, args, strict=True) if arg is not None)
            truth = factory.conj(*equal, self.tuples[mine])
            if not truth.is_false:
                yield self.tuples[mine], truth


def equal_tuples(left: Args, right: Args) -> Term:
    """When two tuples are one."""
    if left == right:
        return factory.TRUE
    return factory.conj(*(order.equal(a, b) for a, b in zip(left, right, strict=True)))
