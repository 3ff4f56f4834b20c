"""Cases on the edge as questions: what each is called, and which thresholds and exceptions it decides."""

from __future__ import annotations

from collections.abc import Iterator

from bicameral.casebook.writing import Question, facts_of, outcomes_of
from bicameral.equivalence.boundaries.cases import Boundaries, Edge, EdgeCase
from bicameral.explanation.views import own
from bicameral.explanation.wording import value_text
from bicameral.policy.instances import Scope
from bicameral.policy.model import CheckedPolicy

LONGEST = 100  # characters of a name
FORBIDDEN = "the policy allows no such case: INCONSISTENT is an answer, to any of these"


def questions(policy: CheckedPolicy, found: Boundaries) -> list[Question]:
    """One question for each case, in order; names are unique."""
    names: dict[str, int] = {}
    made = []
    for case in found.cases:
        name = _name(policy, case)
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name = f"{name} ({names[name]})"
        comments = (*map(edge_text, case.edges), *(() if case.consistent else (FORBIDDEN,)))
        about = outcomes_of(policy, case.entities)
        made.append(Question(name, facts_of(policy, case.inputs), _members(policy, case.scope), about, comments))
    return made


def heading(policy: CheckedPolicy, found: Boundaries) -> Iterator[str]:
    """What stands above the cases: what they are for, and the edges that none of them shows."""
    yield f"{policy.name}: cases on both sides of each threshold and each exception. Fill in what you expect."
    for edge in found.silent:
        yield f"no case: {edge_text(edge)}: whichever way it falls, every outcome is the same"
    for one in found.undecided:
        yield f"undecided: {one.mutant.rule}: {one.mutant.description}: {one.reason}"


def edge_text(edge: Edge) -> str:
    """An edge in a line: `six-months-rule (policy.lp:20): T < 6`."""
    at = f"{edge.span.file}:{edge.span.line}"
    return f"{edge.rule}: {edge.text}" if edge.rule == at else f"{edge.rule} ({at}): {edge.text}"


def _name(policy: CheckedPolicy, case: EdgeCase) -> str:
    """What is not as small as can be: `international, tenure 6 months`."""
    parts = []
    for name in case.salient:
        value = case.inputs[name]
        declared = policy.inputs[name.partition("(")[0]]
        shown = "" if value is True else f" {value_text(own(policy, name, value))}"
        parts.append(f"{name}{shown}{f' {declared.unit}' if declared.unit and shown else ''}")
    count = len(parts)
    while count > 1 and len(", ".join(parts[:count])) > LONGEST:
        count -= 1
    rest = f" and {len(parts) - count} more" if count < len(parts) else ""
    return ", ".join(parts[:count]) + rest or "everything at its smallest"


def _members(policy: CheckedPolicy, scope: Scope) -> dict[str, tuple[str, ...]]:
    return {name: members for name, members in scope if name in policy.sorts}
