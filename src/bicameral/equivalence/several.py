"""Outcomes with several values beside outcomes with one: value by value, as far as the values can be listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bicameral.equivalence.sides import Observed, Side, Truth, Valued
from bicameral.formula import factory
from bicameral.policy.model import Declaration
from bicameral.source import Diagnostic, InputError


def value_by_value(sides: Sequence[Side], renamed: Mapping[str, str]) -> list[tuple[Observed, ...]]:
    """The sides' outcomes; one that another side declares `multi` is a Boolean for each of its values.

    Raises InputError where these are numbers.
    """
    several: dict[str, str] = {}
    for side in sides:
        for declaration in side.policy.outcomes.values():
            if declaration.multi:
                several |= dict.fromkeys(_names(declaration, renamed), side.label)
    return [tuple(each for one in side.outcomes for each in _spread(one, side, several, renamed)) for side in sides]


def _names(declaration: Declaration, renamed: Mapping[str, str]) -> list[str]:
    names = (name.partition("(")[0] for name in (declaration.name, declaration.smt_name))
    return [renamed.get(name, name) for name in names]


def _spread(one: Observed, side: Side, several: Mapping[str, str], renamed: Mapping[str, str]) -> Iterator[Observed]:
    other = next((several[name] for name in _names(one.declaration, renamed) if name in several), None)
    if other is None or not isinstance(one, Valued):
        yield one
        return
    if not one.value.sort.members:
        fault = f"`{one.name}` can have several values in {other}, one in {side.label}"
        raise InputError(Diagnostic("different-types", fault, hint="declare it alike in both, `multi` or not"))
    declaration = replace(one.declaration, multi=True)
    for member in one.value.sort.members:
        constant = factory.member(one.value.sort, member)
        holds = factory.disj(*(factory.conj(condition, factory.eq(value, constant)) for condition, value in one.atoms))
        yield Truth(f"{one.name} = {member.rpartition('.')[2]}", declaration, holds)
    for condition, shown in one.odd:
        yield Truth(f"{one.name} = {shown}", declaration, condition)
