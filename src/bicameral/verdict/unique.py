"""Whether the inputs alone fix the answer set: then any backend may complete a witness, and all give the same one."""

from __future__ import annotations

from bicameral.analysis.dependency import DependencyGraph
from bicameral.policy.model import CheckedPolicy
from bicameral.syntax import tree


def at_most_one_answer_set(policy: CheckedPolicy) -> bool:
    """True for a stratified policy without choices (Apt, Blair and Walker 1988); False says nothing."""
    statements = policy.statements
    if any(isinstance(named.statement, tree.Rule) and _chooses(named.statement) for named in statements):
        return False
    graph = DependencyGraph(statements)
    stratum = {
        predicate: number
        for number, component in enumerate(graph.components(positive_only=False))
        for predicate in component
    }
    return all(edge.positive or stratum[edge.head] != stratum.get(edge.body) for edge in graph.edges)


def _chooses(rule: tree.Rule) -> bool:
    return not isinstance(rule.head, tree.Literal) or rule.head.sign is not tree.Sign.NONE
