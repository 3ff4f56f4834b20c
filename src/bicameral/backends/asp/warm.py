"""A ground program kept for one claim, and the literals that say each fact.

A stated number stands on its class's representative only where the bare symbol is compared with constants and
nothing else is done to it; there every rule sees the two alike. Any other stated number is not for this program.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Protocol

from bicameral.backends.asp.control import Grounded, read_query
from bicameral.backends.asp.domains import (
    Condition,
    Domain,
    constants,
    representative_note,
    represented,
    signature,
    thresholds,
)
from bicameral.backends.asp.inputs import GroundName
from bicameral.backends.asp.job import NEVER, Atom, Result, Signature
from bicameral.backends.contract import CLINGO_MAX, Budget
from bicameral.policy.model import Value


class _Table(Protocol):
    def get(self, value: Value, /) -> Sequence[int] | None:
        """The literals that give the input this value; None when this program cannot say it."""


class _Thresholds:
    """Values of a number by the interval between constants they fall in."""

    __slots__ = ("absent", "cells", "limits")

    def __init__(
        self, ground: GroundName, comparisons: Sequence[Condition], exact: Mapping[Value, Sequence[int]]
    ) -> None:
        terms = thresholds(ground.name, comparisons) or []
        by_truths = {
            signature(terms, value): literals
            for value, literals in exact.items()
            if isinstance(value, int) and value is not True and value is not False
        }
        self.limits = constants(terms)
        self.absent = exact.get(None)
        samples = [self.limits[0] - 1 if self.limits else 0]
        for limit in self.limits:
            samples += (limit, limit + 1)
        # A cell outside the declared range has no representative, and no admissible value either.
        self.cells = [by_truths.get(signature(terms, value)) for value in samples]

    def get(self, value: Value, /) -> Sequence[int] | None:
        if value is None:
            return self.absent
        number = int(value)
        if not -CLINGO_MAX <= number <= CLINGO_MAX:
            return None
        place = bisect_left(self.limits, number)
        at_limit = place < len(self.limits) and self.limits[place] == number
        return self.cells[2 * place + at_limit]


class Warm:
    """One claim's ground program with all its open inputs as choices."""

    def __init__(
        self,
        grounded: Grounded,
        domains: Sequence[Domain],
        comparisons: Sequence[Condition],
        claim: Atom | None,
    ) -> None:
        self.grounded = grounded
        self.claim = grounded.literal(claim) if claim is not None else None
        self.exact: dict[str, dict[Value, Sequence[int]]] = {}
        self.tables: dict[str, _Table] = {}
        self._cut = represented(domains)
        for domain in domains:
            if len(domain.inputs) > 1 or domain.how == "classes":
                continue
            (ground,) = domain.inputs
            exact = self._exact(ground, [point[0] for point in domain.points])
            self.exact[ground.name] = exact
            is_cut = domain.how == "thresholds"
            self.tables[ground.name] = _Thresholds(ground, comparisons, exact) if is_cut else exact

    def _exact(self, ground: GroundName, values: Sequence[Value]) -> dict[Value, Sequence[int]]:
        table: dict[Value, Sequence[int]] = {}
        for value in values:
            for atom in ground.atoms(value):
                literal = self.grounded.literal(atom)
                assert literal is not None
                table[value] = (literal,)
        table[ground.lacks] = [-literal for literals in table.values() for literal in literals]
        return table

    def assumptions(self, *facts: Mapping[str, Value]) -> list[int] | None:
        """The literals of stated facts; None when one of them needs a program of its own."""
        literals: list[int] = []
        tables = self.tables
        for mapping in facts:
            for name, value in mapping.items():
                table = tables.get(name)
                found = table.get(value) if table is not None else None
                if found is None:
                    return None
                literals += found
        return literals

    def ask(self, facts: Sequence[int], holds: bool | None, read: Sequence[Signature], budget: Budget) -> Result:
        """Whether an answer set under the facts has the claim at `holds` (None: has either), and what is read of it."""
        if holds is None or (self.claim is None and not holds):
            return read_query(self.grounded, facts, read, budget)
        if self.claim is None:
            return NEVER
        return read_query(self.grounded, [*facts, self.claim if holds else -self.claim], read, budget)

    def is_exact(self, facts: Mapping[str, Value]) -> bool:
        """Whether every stated value itself is in the program, so that outcome values are the true ones."""
        return all(name in self.exact and value in self.exact[name] for name, value in facts.items())

    def notes(self, *facts: Mapping[str, Value]) -> tuple[tuple[str, str], ...]:
        """Which open inputs were cut into classes."""
        if not self._cut:
            return ()
        return representative_note([name for name in self._cut if not any(name in mapping for mapping in facts)])
