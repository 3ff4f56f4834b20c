"""Inputs all of which can be reopened: the values each is tried on, and whether those stand for all there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bicameral.backends.asp.inputs import GroundName
from bicameral.backends.asp.thresholds import limits_of
from bicameral.backends.contract import CLINGO_MAX
from bicameral.policy.model import Value
from bicameral.source.record import record
from bicameral.syntax import tree
from bicameral.syntax.traverse import walk

_WHOLE = 1000  # values of a range that are tried one by one
_SAMPLES = 60  # values of a number that cannot be tried whole


@record
class Reopened:
    """One ground input. `inside` are the values in its declared range, those of no value among them, `outside` others.

    `whole_inside` says that the former stand for every value in the range, `whole` that all stand for every number.
    """

    ground: GroundName
    inside: tuple[Value, ...]
    outside: tuple[int, ...] = ()
    whole_inside: bool = True
    whole: bool = True

    @property
    def has_range(self) -> bool:
        declaration = self.ground.declaration
        return self.ground.is_number and (declaration.low is not None or declaration.high is not None)

    def within(self) -> Reopened:
        """Without the values outside its range."""
        if not self.outside:
            return self
        return Reopened(self.ground, self.inside, (), whole_inside=self.whole_inside, whole=False)

    def narrowed(self, stated: Value) -> Reopened:
        """A number on its stated value alone, one that is open on the least that is tried: for want of others."""
        if not self.ground.is_number:
            return self
        numbers = [value for value in self.inside if value is not None]
        kept = [value for value in numbers if value == stated] or numbers[:1]
        absent = tuple(value for value in self.inside if value is None)
        return Reopened(self.ground, (*absent, *kept), (), whole_inside=False, whole=False)


def reopen(
    inputs: Iterable[GroundName],
    stated: Mapping[str, Value],
    statements: Sequence[tree.Statement],
    constants: Mapping[str, tree.Term],
) -> list[Reopened]:
    """Every input with the values that it is tried on; a stated one is among them."""
    limits: dict[str, frozenset[int] | None] = {}
    found = []
    mentioned: list[int] | None = None
    for ground in inputs:
        sort, absent = ground.declaration.sort, (None,) if ground.declaration.may_lack_value else ()
        if sort is None:
            found.append(Reopened(ground, (False, True)))
        elif not ground.is_number:
            found.append(Reopened(ground, (*absent, *sort.term_sort.members)))
        else:
            name = ground.declaration.name
            if name not in limits:
                limits[name] = limits_of(ground.declaration, statements, constants)
            if mentioned is None:
                mentioned = sorted(_mentioned(statements, constants))
            found.append(_number(ground, stated.get(ground.name), limits[name], mentioned))
    return found


def _number(ground: GroundName, stated: Value, limits: frozenset[int] | None, mentioned: Sequence[int]) -> Reopened:
    low, high = ground.declaration.low, ground.declaration.high
    absent: tuple[Value, ...] = (None,) if ground.declaration.may_lack_value else ()
    ends = [end for end in (low, high) if end is not None]
    near = {end + step for end in ends for step in (-1, 0, 1)} | {0}
    near |= {stated} if isinstance(stated, int) and not isinstance(stated, bool) else set()
    whole = limits is not None
    if limits is not None:
        near |= {limit + step for limit in limits for step in (-1, 0, 1)}
    else:
        room = max(1, _SAMPLES // 3)
        chosen = mentioned[:: max(1, len(mentioned) // room)]
        near |= {number + step for number in chosen for step in (-1, 0, 1)}
    points = {value for value in near if abs(value) <= CLINGO_MAX}
    whole = whole and points == near
    whole_inside = whole
    if not whole and low is not None and high is not None and high - low < _WHOLE and max(map(abs, ends)) <= CLINGO_MAX:
        points |= set(range(low, high + 1))
        whole_inside = True
    inside = sorted(value for value in points if _within(value, low, high))
    outside = tuple(sorted(points.difference(inside)))
    return Reopened(ground, (*absent, *inside), outside, whole_inside=whole_inside, whole=whole)


def _within(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


def _mentioned(statements: Iterable[tree.Statement], constants: Mapping[str, tree.Term]) -> Iterator[int]:
    found = {node.value for statement in statements for node in walk(statement) if isinstance(node, tree.Number)}
    found |= {node.value for term in constants.values() for node in walk(term) if isinstance(node, tree.Number)}
    yield from found
