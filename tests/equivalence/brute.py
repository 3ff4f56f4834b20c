"""What stock clingo finds when every input is tried and every answer set looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import clingo

from tests.differential.generator import instances
from tests.differential.spec import Case, Policy, Signature, Value, individual
from tests.reference.values import show_ground, show_value

Inputs = tuple[Value, ...]  # of every ground input, in the order of declarations, then of individuals
Row = tuple[frozenset[Value], ...]  # of every ground outcome its values; a Boolean that holds has the value True


class TooManyError(Exception):
    """More answer sets than brute force follows."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A policy for some individuals."""

    policy: Policy
    entities: Mapping[str, tuple[str, ...]]

    @property
    def inputs(self) -> list[Signature]:
        return instances(self.policy.inputs, self.policy, Case({}, (), self.entities))

    @property
    def outcomes(self) -> list[Signature]:
        outcomes = [one for one in self.policy.derived if one.role == "outcome"]
        return instances(outcomes, self.policy, Case({}, (), self.entities))

    def program(self) -> str:
        """The source text, a choice for each input over all it may be, and what to show."""
        lines = []
        for one in self.inputs:
            domain = one.domain()
            atoms = [show_ground(atom) for value in domain for atom in one.atoms(value)]
            lines.append(f"{0 if len(domain) > len(atoms) else 1} {{{'; '.join(atoms)}}} 1.")
        members = self.policy.members(self.entities)
        lines += [f"{sort}({show_value(individual(name))})." for sort, names in members.items() for name in names]
        outcomes = [one for one in self.policy.derived if one.role == "outcome"]
        shown = {(one.name, len(one.keys) + one.valued) for one in (*self.policy.inputs, *outcomes)}
        lines += ["#show.", *(f"#show {name}/{arity}." for name, arity in sorted(shown))]
        return self.policy.text() + "\n".join(lines) + "\n"


@dataclass
class Allowed:
    """For each input that has an answer set, the outcomes of its answer sets."""

    rows: Mapping[Inputs, frozenset[Row]] = field(default_factory=dict)

    def at(self, inputs: Inputs) -> frozenset[Row]:
        return self.rows.get(inputs, frozenset())

    def projected(self, places: Sequence[int]) -> Allowed:
        """Of some outcomes alone."""
        return Allowed(
            {key: frozenset(tuple(row[place] for place in places) for row in rows) for key, rows in self.rows.items()}
        )

    @cached_property
    def two_values(self) -> set[int]:
        """The outcomes, by place, that have two values at once in some answer set."""
        every = (row for rows in self.rows.values() for row in rows)
        return {place for row in every for place, values in enumerate(row) if len(values) > 1}


def allowed(subject: Subject, most: int = 20_000) -> Allowed:
    """Raises TooManyError, and RuntimeError where clingo refuses the program."""
    control = clingo.Control(["0", "--project=show", "--warn=none"], logger=lambda _code, _text: None)
    control.add("base", [], subject.program())
    control.ground([("base", [])])
    inputs, outcomes = _Reader(subject.inputs), _Reader(subject.outcomes)
    rows: dict[Inputs, set[Row]] = {}
    with control.solve(yield_=True) as handle:
        for number, model in enumerate(handle):
            if number > most:
                raise TooManyError
            shown = [(symbol.name, tuple(symbol.arguments)) for symbol in model.symbols(shown=True) if symbol.positive]
            pairs = zip(inputs.read(shown), inputs.absent, strict=True)
            key = tuple(next(iter(values), absent) for values, absent in pairs)
            rows.setdefault(key, set()).add(outcomes.read(shown))
    return Allowed({key: frozenset(found) for key, found in rows.items()})


class _Reader:
    """Atoms as values of some ground predicates."""

    def __init__(self, signatures: Sequence[Signature]) -> None:
        self._count = len(signatures)
        self.absent: list[Value] = [None if one.valued else False for one in signatures]
        self._place: dict[tuple[str, tuple[clingo.Symbol, ...]], int] = {}
        self._valued: dict[tuple[str, int], bool] = {}
        for place, one in enumerate(signatures):
            keys = tuple(clingo.parse_term(show_value(individual(name))) for name in one.at)
            self._place[one.predicate, keys] = place
            self._valued[one.predicate, len(keys) + one.valued] = one.valued

    def read(self, atoms: Sequence[tuple[str, tuple[clingo.Symbol, ...]]]) -> Row:
        found: list[set[Value]] = [set() for _ in range(self._count)]
        for name, arguments in atoms:
            valued = self._valued.get((name, len(arguments)))
            if valued is None:
                continue
            keys = arguments[:-1] if valued else arguments
            place = self._place.get((name, keys))
            if place is not None:
                found[place].add(_value(arguments[-1]) if valued else True)
        return tuple(map(frozenset, found))


def _value(symbol: clingo.Symbol) -> Value:
    return symbol.number if symbol.type is clingo.SymbolType.Number else str(symbol)
