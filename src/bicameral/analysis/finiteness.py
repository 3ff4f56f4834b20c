"""Whether grounding a program ends: argument-restrictedness (Lierler and Lifschitz 2009).

A program is argument-restricted when every argument of a predicate can be given a rank such that a value which a
rule builds (by arithmetic or a function) has a higher rank than what it is built from. Then its grounding is finite;
the reverse does not hold (`p(X+1) :- p(X), X < 9.` is finite), so `Growing` means *not shown finite*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from bicameral.analysis.flows import Flow, Position, Source, element_flows, flows, sources, variables
from bicameral.policy.model import CheckedPolicy, NamedStatement
from bicameral.source import Span
from bicameral.source.record import record
from bicameral.syntax import tree


@record
class Finite:
    """The grounding is finite."""


@record
class Growing:
    """The grounding is not shown finite: `witness` is the cycle through which values may grow."""

    witness: str
    span: Span


def check(policy: CheckedPolicy) -> Finite | Growing:
    """Whether the policy's grounding is shown to be finite."""
    return _Ranking(policy.statements).check()


@dataclass(slots=True)
class _Rule:
    named: NamedStatement
    flow: Flow
    sources: dict[str, list[Source]]


class _Ranking:
    """The least argument ranking by iteration; on a growing program some rank passes the number of arguments."""

    def __init__(self, statements: Sequence[NamedStatement]) -> None:
        self._rules: list[_Rule] = []
        self._users: dict[object, list[int]] = {}
        positions: set[Position] = set()
        for named in statements:
            for flow in flows(named.statement):
                if flow.head is None or not flow.head.arguments:
                    continue
                for atom in flow.atoms:
                    self._users.setdefault(atom.predicate, []).append(len(self._rules))
                for _, aggregate in flow.assigned:
                    for inner in element_flows(aggregate):
                        for atom in inner.atoms:
                            self._users.setdefault(atom.predicate, []).append(len(self._rules))
                self._rules.append(_Rule(named, flow, sources(flow)))
                positions |= {Position(flow.head.predicate, n) for n in range(1, len(flow.head.arguments) + 1)}
        self._limit = len(positions) + 1
        self._rank: dict[Position, float] = {}
        self._origin: dict[Position, tuple[Position | None, NamedStatement]] = {}

    def check(self) -> Finite | Growing:
        waiting = dict.fromkeys(range(len(self._rules)))
        while waiting:
            index = next(iter(waiting))
            del waiting[index]
            rule = self._rules[index]
            head = rule.flow.head
            assert head is not None
            raised = False
            for number, term in enumerate(head.arguments, 1):
                position = Position(head.predicate, number)
                rank, origin = _term_rank(term, rule.sources, self._rank, frozenset())
                if rank > self._rank.get(position, 0):
                    self._rank[position] = rank
                    self._origin[position] = (origin, rule.named)
                    raised = True
                    if rank > self._limit:
                        return self._growing(position)
            if raised:
                waiting.update(dict.fromkeys(self._users.get(head.predicate, ())))
        return Finite()

    def _growing(self, position: Position) -> Growing:
        """Follows who raised whom until a position comes again."""
        path: list[Position] = []
        names: list[str] = []
        current: Position | None = position
        span = self._origin[position][1].span
        while current is not None and current not in path and current in self._origin:
            path.append(current)
            origin, named = self._origin[current]
            names.append(named.name)
            span = named.span
            current = origin
        if current in path:
            start = path.index(current)
            path, names = path[start:], names[start:]
        by = ", ".join(dict.fromkeys(names))
        return Growing(f"{' from '.join(map(str, [*path, path[0]]))} may grow for ever by {by}", span)


_Ranked = tuple[float, Position | None]


def _term_rank(
    term: tree.Term, bound: Mapping[str, list[Source]], rank: Mapping[Position, float], visited: frozenset[str]
) -> _Ranked:
    """The rank of what a term builds, and the position it comes from."""
    if isinstance(term, tree.Variable):
        return _variable_rank(term.name, bound, rank, visited)
    worst: _Ranked = (0, None)
    for name in variables(term):
        found, origin = _variable_rank(name, bound, rank, visited)
        if found + 1 > worst[0]:
            worst = (found + 1, origin)
    return worst


def _variable_rank(
    name: str, bound: Mapping[str, list[Source]], rank: Mapping[Position, float], visited: frozenset[str]
) -> _Ranked:
    best: _Ranked = (inf, None)
    if name in visited:
        return best
    for source in bound.get(name, ()):
        found: _Ranked
        if source.position is not None:
            found = (rank.get(source.position, 0) + (source.kind == "arithmetic"), source.position)
        elif source.term is not None:
            found = _term_rank(source.term, bound, rank, visited | {name})
        else:
            found = _aggregate_rank(source, bound, rank, visited | {name})
        if found[0] < best[0]:
            best = found
    return best


def _aggregate_rank(
    source: Source, bound: Mapping[str, list[Source]], rank: Mapping[Position, float], visited: frozenset[str]
) -> _Ranked:
    assert source.aggregate is not None
    worst: _Ranked = (1, None)
    for inner in element_flows(source.aggregate):
        local = {**sources(inner)}
        for name, outer in bound.items():
            local.setdefault(name, []).extend(outer)
        for term in inner.terms:
            found, origin = _term_rank(term, local, rank, visited)
            if found + 1 > worst[0]:
                worst = (found + 1, origin)
    return worst
