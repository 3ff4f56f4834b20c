"""Where a side is not lowered: complete cases put to both, one after the other. Finds differences, proves nothing.

Tried first are cases near the smallest one, and numbers about those that the programs mention.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Protocol

from bicameral.backends.contract import Budget
from bicameral.equivalence.vocabulary import names_of
from bicameral.lowering.program import InputSymbol, LoweredProgram
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.sorts import Json
from bicameral.source.record import record
from bicameral.syntax import tree
from bicameral.syntax.traverse import walk
from bicameral.verdict.report import OutcomeTable

MOST_CASES = 2_000
MOST_NUMBERS = 12  # values of one number that are tried


class Table(Protocol):
    """A translation that can be asked for every outcome."""

    def __call__(self, facts: Mapping[str, object], budget: int) -> OutcomeTable:
        """The table of outcomes under facts in own units, within milliseconds."""


@record
class Bounded:
    """How many cases were put to all, and the first that tells two of them apart, with what each says."""

    tried: int
    undecided: int
    facts: Mapping[str, Json] | None
    says: tuple[Mapping[str, tuple[str, tuple[Json, ...]]] | None, ...] = ()


def search(
    policies: Sequence[CheckedPolicy], lowered: Sequence[LoweredProgram], tables: Sequence[Table], budget: Budget
) -> Bounded:
    """Try cases until one differs, all are tried, or time is out."""
    inputs = _inputs(lowered)
    tried = undecided = 0
    for point in _points(inputs, _mentioned(policies)):
        if budget.left <= 0 or tried == MOST_CASES:
            break
        said = [_said(table(_facts(inputs, point, n), max(1, budget.left))) for n, table in enumerate(tables)]
        tried += 1
        if any(each is not None and "undecided" in (status for status, _ in each.values()) for each in said):
            undecided += 1
            continue
        if _differ(policies, said):
            facts = {_first(one).name: value for one, value in zip(inputs, point, strict=True)}
            return Bounded(tried, undecided, facts, tuple(said))
    return Bounded(tried, undecided, None)


def _inputs(lowered: Sequence[LoweredProgram]) -> list[dict[int, InputSymbol]]:
    """The inputs of all sides, each with what it is in the sides that have it."""
    found: list[dict[int, InputSymbol]] = []
    known: dict[str, dict[int, InputSymbol]] = {}
    for number, one in enumerate(lowered):
        for symbol in one.inputs:
            names = names_of(symbol.name, symbol.declaration)
            group = next((known[name] for name in names if name in known and number not in known[name]), None)
            if group is None:
                group = {}
                found.append(group)
            group[number] = symbol
            for name in names:
                known.setdefault(name, group)
    return found


def _first(one: Mapping[int, InputSymbol]) -> InputSymbol:
    return next(iter(one.values()))


def _mentioned(policies: Sequence[CheckedPolicy]) -> list[int]:
    nodes = (node for policy in policies for named in policy.statements for node in walk(named.statement))
    return sorted({node.value for node in nodes if isinstance(node, tree.Number)})


def _points(inputs: Sequence[Mapping[int, InputSymbol]], numbers: Sequence[int]) -> Iterator[tuple[Json, ...]]:
    """The smallest case, then those that differ from it in one input, in two, and so on."""
    domains = [_domain(_first(one).declaration, numbers) for one in inputs]
    for count in range(len(inputs) + 1):
        for places in combinations(range(len(inputs)), count):
            for chosen in product(*(domains[place][1:] for place in places)):
                point = [domain[0] for domain in domains]
                for place, value in zip(places, chosen, strict=True):
                    point[place] = value
                yield tuple(point)


def _domain(declaration: Declaration, numbers: Sequence[int]) -> list[Json]:
    sort = declaration.sort
    if sort is None:
        return [False, True]
    none: list[Json] = [False] if declaration.may_lack_value else []
    if sort.term_sort.members:
        return [*none, *sort.term_sort.members]
    low, high = declaration.low, declaration.high
    near = {0, *(n + d for n in numbers for d in (-1, 0, 1)), *(end for end in (low, high) if end is not None)}
    if low is not None and high is not None and high - low < MOST_NUMBERS:
        near = set(range(low, high + 1))
    inside = sorted(n for n in near if (low is None or n >= low) and (high is None or n <= high))
    return [*none, *(sort.show(n) for n in inside[: 4 * MOST_NUMBERS])]


def _facts(inputs: Sequence[Mapping[int, InputSymbol]], point: Sequence[Json], side: int) -> dict[str, object]:
    """The case as one side names it; individuals stand in objects within one another."""
    facts: dict[str, object] = {}
    for one, value in zip(inputs, point, strict=True):
        mine = one.get(side)
        if mine is not None:
            inside = facts
            steps = (mine.declaration.name, *mine.keys)
            for step in steps[:-1]:
                inside = inside.setdefault(step, {})  # type: ignore[assignment]
            inside[steps[-1]] = value
    return facts


def _said(table: OutcomeTable) -> dict[str, tuple[str, tuple[Json, ...]]] | None:
    """The status and the values of each outcome; None where the case is impossible."""
    if any(row.status == "inconsistent" for row in table.outcomes):
        return None
    return {row.outcome: (row.status, tuple(value.value for value in row.values)) for row in table.outcomes}


def _differ(
    policies: Sequence[CheckedPolicy], said: Sequence[Mapping[str, tuple[str, tuple[Json, ...]]] | None]
) -> bool:
    if any(one is None for one in said):
        return not all(one is None for one in said)
    first, *rest = [one for one in said if one is not None]
    for name, mine in first.items():
        for policy, other in zip(policies[1:], rest, strict=True):
            theirs = next((other[each] for each in _names(policies[0], name) if each in other), None)
            if theirs is None:
                theirs = next((v for each, v in other.items() if name in _names(policy, each)), None)
            if theirs is not None and theirs != mine:
                return True
    return False


def _names(policy: CheckedPolicy, name: str) -> tuple[str, ...]:
    declared = policy.outcomes.get(name.partition("(")[0])
    return (name,) if declared is None else names_of(name, declared)
