"""Which rules can give one input several answer sets.

A program without choices is stratified when no predicate depends on itself through negation, and has one answer set
(Apt, Blair and Walker 1988). What can split answer sets is therefore a choice, a disjunction, or a cycle that
negation or an aggregate runs through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bicameral.analysis.dependency import DependencyGraph, Predicate
from bicameral.policy.model import NamedStatement
from bicameral.syntax import tree


def splitting(statements: Sequence[NamedStatement], targets: Iterable[Predicate]) -> dict[int, tuple[Predicate, ...]]:
    """The statements that can split answer sets and that `targets` depend on, with the predicates in their heads."""
    graph = DependencyGraph(statements)
    reached = _upstream(graph, targets)
    found = {
        index
        for predicate in reached
        for index in graph.defined.get(predicate, ())
        if _chooses(statements[index].statement)
    }
    for component in graph.components(positive_only=False):
        inside = set(component)
        if inside <= reached:
            edges = graph.edges_within(inside)
            if any(not edge.positive or _aggregates(statements[edge.statement].statement) for edge in edges):
                found |= {edge.statement for edge in edges}
    return {index: tuple(dict.fromkeys(graph.heads[index])) for index in sorted(found)}


def _upstream(graph: DependencyGraph, targets: Iterable[Predicate]) -> set[Predicate]:
    following: dict[Predicate, list[Predicate]] = {}
    for edge in graph.edges:
        following.setdefault(edge.head, []).append(edge.body)
    reached: set[Predicate] = set()
    waiting = list(targets)
    while waiting:
        predicate = waiting.pop()
        if predicate not in reached:
            reached.add(predicate)
            waiting += following.get(predicate, ())
    return reached


def _chooses(statement: tree.Statement) -> bool:
    return isinstance(statement, tree.Rule) and not isinstance(statement.head, tree.Literal)


def _aggregates(statement: tree.Statement) -> bool:
    return isinstance(statement, tree.Rule) and any(isinstance(part, tree.BodyLiteral) for part in statement.body)
