"""Derived inputs in a ground program: a value for each point of the inputs that they are computed from.

The values come from the functions themselves, not from the terms that the compiler made of them.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import product
from math import prod

from bicameral.backends.asp.domains import Domain
from bicameral.backends.asp.inputs import GroundName
from bicameral.backends.contract import Answer, undecided
from bicameral.policy.derive.values import derived_value, in_order
from bicameral.policy.identifiers import ground_name
from bicameral.policy.model import CheckedPolicy, Value
from bicameral.source import InputError

MOST_POINTS = 5000  # of the inputs that one derived input brings together


class Following:
    """The derived inputs of one policy."""

    def __init__(self, policy: CheckedPolicy) -> None:
        self._inputs = policy.inputs
        self._order = {declaration.name: place for place, declaration in enumerate(in_order(policy.inputs))}
        derivations = [declaration.derivation for declaration in policy.inputs.values()]
        self._read = {a for found in derivations if found is not None for a in found.arguments if isinstance(a, str)}

    def __bool__(self) -> bool:
        return bool(self._order)

    def reads(self, ground: GroundName) -> bool:
        """Whether something is derived from this input."""
        return ground.declaration.name in self._read

    def known(self, inputs: Container[str]) -> bool:
        """Whether every derived input, none having keys, is among these."""
        return all(name in inputs for name in self._order)

    def follow(
        self, grounded: Sequence[GroundName], domains: Sequence[Domain], stated: Mapping[str, Value]
    ) -> tuple[Domain, ...] | Answer:
        """The domains with the derived inputs in them, points left out where one has no admissible value.

        `grounded` are all inputs. A stated derived input leaves the points that give it that value.
        """
        found = list(domains)
        derived = [one for one in grounded if one.declaration.name in self._order]
        for one in sorted(derived, key=lambda ground: self._order[ground.declaration.name]):
            names = set(self._arguments(one).values())
            touched = [domain for domain in found if any(ground.name in names for ground in domain.inputs)]
            if one.name in stated and not touched:
                continue
            if prod(len(domain.points) for domain in touched) > MOST_POINTS:
                return undecided(f"more than {MOST_POINTS} combinations of what {one.name} is derived from")
            found = [domain for domain in found if domain not in touched]
            found.append(self._with(one, _joined(touched), stated))
        return tuple(found)

    def _arguments(self, one: GroundName) -> dict[str, str]:
        """The ground name of each input that is an argument."""
        derivation = one.declaration.derivation
        assert derivation is not None
        keys = tuple(str(key[1]) for key in one.keys if not isinstance(key, int))
        return {
            name: ground_name(name, keys if self._inputs[name].keys else ())
            for name in derivation.arguments
            if isinstance(name, str)
        }

    def _with(self, one: GroundName, domain: Domain, stated: Mapping[str, Value]) -> Domain:
        arguments = self._arguments(one)
        columns = {ground.name: place for place, ground in enumerate(domain.inputs)}
        is_stated = one.name in stated
        points: list[tuple[Value, ...]] = []
        for point in domain.points:
            known = {name: point[columns[at]] if at in columns else stated[at] for name, at in arguments.items()}
            try:
                value = derived_value(one.declaration, known)
            except InputError:  # out of its range, or of the calendar
                continue
            if not is_stated:
                points.append((*point, value))
            elif value == stated[one.name]:
                points.append(point)
        return Domain(domain.inputs if is_stated else (*domain.inputs, one), tuple(points), domain.how)


def _joined(domains: Sequence[Domain]) -> Domain:
    """Every combination of points of several domains."""
    if len(domains) == 1:
        return domains[0]
    points = product(*(domain.points for domain in domains))
    return Domain(
        tuple(ground for domain in domains for ground in domain.inputs),
        tuple(tuple(value for point in combination for value in point) for combination in points),
        "whole" if all(domain.how == "whole" for domain in domains) else "classes",
    )
