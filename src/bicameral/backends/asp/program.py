"""Parts for facts and choices, and the choices as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from bicameral.backends.asp.domains import Domain
from bicameral.backends.asp.inputs import GroundName, individual
from bicameral.backends.asp.job import Atom, Call, Part
from bicameral.backends.contract import CLINGO_MAX
from bicameral.policy.instances import members
from bicameral.policy.model import CheckedPolicy, Claim, Declaration, Value


class Writer:
    """Writes parts whose names and parameters begin with a fresh prefix."""

    def __init__(self, policy: CheckedPolicy, prefix: str) -> None:
        self._policy = policy
        self._prefix = prefix
        self._numbers = {name: number for number, name in enumerate(policy.inputs)}

    def sorts(self, entities: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The sorts that are predicates of their members: those whose signature nothing else is declared with."""
        taken = {(declared.name, declared.arity) for declared in self._declared()}
        for sort in self._policy.sorts:
            names = members(self._policy, sort, entities)
            if (sort, 1) not in taken and names:
                yield sort, names

    def members(self, entities: Mapping[str, tuple[str, ...]]) -> tuple[list[Part], list[Call]]:
        """Sorts as predicates."""
        parts, calls = [], []
        for number, (sort, names) in enumerate(self.sorts(entities)):
            part = Part(f"{self._prefix}sort_{number}", (f"{self._prefix}v",), f"{sort}({self._prefix}v).")
            parts.append(part)
            calls += [Call(part.name, (individual(name),)) for name in names]
        return parts, calls

    def _declared(self) -> Iterator[Declaration]:
        yield from self._policy.inputs.values()
        yield from self._policy.outcomes.values()
        yield from self._policy.defines.values()

    def facts(self, stated: Iterable[tuple[GroundName, Value]]) -> tuple[list[Part], list[Call]]:
        """Stated inputs; what is false or has no value needs no fact, as no rule derives an input."""
        parts: dict[str, Part] = {}
        calls = []
        for ground, value in stated:
            for atom in ground.atoms(value):
                name = f"{self._prefix}fact_{self._numbers[ground.declaration.name]}"
                parameters = self._parameters(len(atom.args))
                parts[name] = Part(name, parameters, f"{_atom_text(atom.name, parameters)}.")
                calls.append(Call(name, atom.args))
        return list(parts.values()), calls

    def choices(self, domains: Sequence[Domain]) -> tuple[list[Part], list[Call]]:
        """A choice of exactly one point for each domain."""
        parts: dict[str, Part] = {}
        calls = []
        for number, domain in enumerate(domains):
            keys = [key for ground in domain.inputs for key in ground.keys]
            parameters = self._parameters(len(keys))
            text = choice_text(domain, parameters, f"{self._prefix}point_{number}")
            part = Part(f"{self._prefix}choice_{number}", parameters, text)
            parts[part.name] = part
            calls.append(Call(part.name, tuple(keys)))
        return list(parts.values()), calls

    def _parameters(self, count: int) -> tuple[str, ...]:
        return tuple(f"{self._prefix}v{index}" for index in range(count))


def choice_text(domain: Domain, keys: Sequence[str], auxiliary: str) -> str:
    """The choice as program text; `keys` are the texts of all inputs' keys, one after the other."""
    if len(domain.inputs) > 1:
        return _joint_text(domain, keys, auxiliary)
    (ground,) = domain.inputs
    name = ground.declaration.name
    values = [point[0] for point in domain.points]
    if ground.declaration.sort is None:
        return f"{{ {_atom_text(name, keys)} }}."
    optional = None in values
    shown = [_value_text(low, high) for low, high in _runs(values)]
    elements = "; ".join(_atom_text(name, (*keys, value)) for value in shown)
    return f"{{ {elements} }} 1." if optional else f"1 {{ {elements} }} 1."


def _joint_text(domain: Domain, keys: Sequence[str], auxiliary: str) -> str:
    lines = [f"1 {{ {auxiliary}(0..{len(domain.points) - 1}) }} 1."]
    place = 0
    for index, ground in enumerate(domain.inputs):
        own = keys[place : place + len(ground.keys)]
        place += len(ground.keys)
        for number, point in enumerate(domain.points):
            if point[index] is not None:
                atom = _atom_text(ground.declaration.name, (*own, str(point[index])))
                lines.append(f"{atom} :- {auxiliary}({number}).")
    return "\n".join(lines)


def _runs(values: Iterable[Value]) -> Iterator[tuple[Value, Value]]:
    """Values with neighbouring integers drawn together; the absent value is left out.

    No interval ends at clingo's largest integer: clingo would never come to its end.
    """
    pairs = enumerate(value for value in values if value is not None)
    for key, run in groupby(pairs, lambda pair: pair[1] - pair[0] if isinstance(pair[1], int) else str(pair[1])):
        listed = [value for _, value in run]
        if isinstance(key, int) and listed[-1] != CLINGO_MAX:
            yield listed[0], listed[-1]
        else:
            yield from ((value, value) for value in listed)


def _value_text(low: Value, high: Value) -> str:
    return str(low) if low == high else f"{low}..{high}"


def _atom_text(name: str, args: Sequence[str]) -> str:
    return f"{name}({','.join(args)})" if args else name


def claim_atom(claim: Claim) -> Atom:
    return Atom(claim.head)
