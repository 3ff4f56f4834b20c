"""Minimal reasons against their definition, by brute force over all subsets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from bicameral.backends.contract import Budget, Consistency, Element, Truth
from bicameral.explanation.reasons import NoReason, Reason, every, preferred
from bicameral.policy.model import Case
from tests.verdict.brute import BruteOracle, travel

BUDGET = Budget(86_400_000)


class SetOracle:
    """Inconsistent exactly on supersets of given sets; the core it gives is any such superset, by chance."""

    def __init__(self, size: int, minimal: Sequence[frozenset[int]], seed: int = 0, late: frozenset[int] = frozenset()):
        self.elements = [Element("rule", str(i)) for i in range(size)]
        self.minimal = minimal
        self.chance = random.Random(seed)
        self.late = late
        self.questions = 0

    def consistent(self, kept: Sequence[int], goal: bool | None, budget: Budget) -> Consistency:
        self.questions += 1
        inside = frozenset(kept)
        if self.late and not self.late <= inside:
            return Consistency(Truth.UNDECIDED, reason="out of time")
        causes = [cause for cause in self.minimal if cause <= inside]
        if not causes:
            return Consistency(Truth.YES)
        extra = frozenset(i for i in inside if self.chance.random() < 0.4)
        return Consistency(Truth.NO, self.chance.choice(causes) | extra)


def minimal_reasons(size: int, causes: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """By the definition: inconsistent sets none of whose proper subsets is."""
    found: list[frozenset[int]] = []
    for count in range(size + 1):
        for subset in map(frozenset, combinations(range(size), count)):
            if any(c <= subset for c in causes) and not any(f <= subset for f in found):
                found.append(subset)
    return found


def plain_deletion(size: int, causes: Sequence[frozenset[int]]) -> tuple[int, ...]:
    """Deletion from the least preferred element, without cores."""
    kept = set(range(size))
    for element in reversed(range(size)):
        if any(c <= kept - {element} for c in causes):
            kept.remove(element)
    return tuple(sorted(kept))


def random_causes(seed: int) -> tuple[int, list[frozenset[int]]]:
    chance = random.Random(seed)
    size = chance.randrange(1, 9)
    return size, [
        frozenset(chance.sample(range(size), chance.randrange(1, min(size, 4) + 1)))
        for _ in range(chance.randrange(1, 7))
    ]


@pytest.mark.parametrize("seed", range(150))
def test_all_minimal_reasons_and_the_preferred_one_first(seed: int) -> None:
    size, causes = random_causes(seed)
    oracle = SetOracle(size, causes, seed)
    first = preferred(oracle, True, BUDGET)
    assert isinstance(first, Reason)
    assert first.elements == plain_deletion(size, causes)
    assert first.unproved == ()
    found = every(oracle, True, first, BUDGET, cap=1000)
    assert found.cut is None
    assert found.reasons[0] == first
    assert {frozenset(r.elements) for r in found.reasons} == set(minimal_reasons(size, causes))
    assert len({r.elements for r in found.reasons}) == len(found.reasons)


@pytest.mark.parametrize("seed", range(40))
def test_the_core_a_solver_happens_to_give_changes_nothing(seed: int) -> None:
    size, causes = random_causes(seed)
    runs = []
    for luck in range(5):
        oracle = SetOracle(size, causes, luck)
        first = preferred(oracle, None, BUDGET)
        assert isinstance(first, Reason)
        runs.append(every(oracle, None, first, BUDGET, cap=1000).reasons)
    assert all(run == runs[0] for run in runs)


def test_an_empty_reason_is_legal() -> None:
    oracle = SetOracle(3, [frozenset()])
    assert preferred(oracle, True, BUDGET) == Reason(())
    assert every(oracle, True, Reason(()), BUDGET, cap=10).reasons == (Reason(()),)
    assert preferred(SetOracle(0, [frozenset()]), True, BUDGET) == Reason(())


def test_cores_save_questions() -> None:
    oracle = SetOracle(200, [frozenset({3, 90})])
    oracle.chance.random = lambda: 1.0  # type: ignore[method-assign]  # exact cores
    assert preferred(oracle, True, BUDGET) == Reason((3, 90))
    assert oracle.questions == 3


def test_what_could_not_be_decided_is_marked() -> None:
    oracle = SetOracle(4, [frozenset({0, 1})], late=frozenset({1, 2}))
    found = preferred(oracle, True, BUDGET)
    assert isinstance(found, Reason)
    assert set(found.unproved) <= set(found.elements)
    assert {1} <= set(found.unproved)


def test_no_reason_when_the_other_side_is_possible() -> None:
    assert preferred(SetOracle(2, []), True, BUDGET) == NoReason(Truth.YES)
    late = SetOracle(2, [], late=frozenset({5}))
    assert preferred(late, True, BUDGET) == NoReason(Truth.UNDECIDED, "out of time")


def test_the_list_of_reasons_is_cut_with_a_word() -> None:
    causes = [frozenset({2 * i + a, 2 * j + 1}) for i in range(3) for j in range(3) for a in (0, 1)]
    oracle = SetOracle(6, causes)
    first = preferred(oracle, True, BUDGET)
    assert isinstance(first, Reason)
    found = every(oracle, True, first, BUDGET, cap=2)
    assert len(found.reasons) == 2
    assert found.cut == "more than 2 reasons"
    assert every(oracle, True, first, Budget(0), cap=2).cut == "out of time"


FACTS = {"cost": 2500, "international": False, "manager_approved": False}


@pytest.mark.parametrize(
    ("stated", "goal", "names"),
    [
        # the rows of the field's own example: what must be cited
        (FACTS, True, ["cost-rule", "trip_approved", "cost", "manager_approved"]),
        (
            {**FACTS, "manager_approved": True},
            False,
            ["default", "refused", "international", "manager_approved"],
        ),
    ],
)
def test_travel(stated: dict[str, bool | int], goal: bool, names: list[str]) -> None:
    toy = travel()
    oracle = BruteOracle(toy, toy.claims["trip_approved"], Case(dict(stated), {}))
    found = preferred(oracle, goal, BUDGET)
    assert isinstance(found, Reason)
    assert [oracle.elements[i].name for i in found.elements] == names
