"""What is found value by value, against brute force over all inputs."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from bicameral.backends.contract import Answer, Budget, Region, Truth
from bicameral.explanation.asking import Asking, domain
from bicameral.policy.model import Case, CheckedPolicy, Value
from tests.verdict.brute import BruteSession, Law, Toy, policy_of

BUDGET = Budget(86_400_000)
DOMAIN = tuple(range(4))


def toy(seed: int) -> Toy:
    """Two Booleans, a number, and a random relation between them and the one thing derived."""
    chance = random.Random(seed)
    allowed = {
        (a, b, n, p) for a in (False, True) for b in (False, True) for n in DOMAIN for p in (False, True)
        if chance.random() < 0.45
    }  # fmt: skip
    law: Callable[[Mapping[str, Any]], bool] = lambda w: (w["a"], w["b"], w["n"], w["p"]) in allowed  # noqa: E731
    return Toy(
        inputs={"a": (False, True), "n": DOMAIN, "b": (False, True)},
        derived={"p": (False, True)},
        outcomes=("p",),
        laws=[Law("rule", "relation", law)],
        claims={"p": lambda w: w["p"]},
    )


def bounded(made: Toy) -> CheckedPolicy:
    policy = policy_of(made)
    inputs = {**policy.inputs, "n": replace(policy.inputs["n"], low=0, high=3)}
    return replace(policy, inputs=inputs)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("stated", [{}, {"n": 2}, {"a": True, "b": False}])
def test_against_brute_force(seed: int, stated: dict[str, Value]) -> None:
    made = toy(seed)
    session = BruteSession(made, made.claims["p"])
    asking = Asking(bounded(made), session)
    case = Case(stated, {})
    for holds in (True, False):
        assert asking.smallest(case, holds, BUDGET) == session.smallest(case, holds, BUDGET)
    found, closest = asking.closest(case, BUDGET), session.closest(case, BUDGET)
    assert isinstance(found, Answer) == isinstance(closest, Answer)
    if isinstance(found, Answer) or isinstance(closest, Answer):
        return
    holding, failing = found
    assert holding in session._inputs(case, True)
    assert failing in session._inputs(case, False)
    at = {**stated, **{name: value for name, value in holding.items() if name not in stated}}
    for name in ("a", "n", "b"):
        assert asking.regions(case, at, name, BUDGET) == session.regions(case, at, name, BUDGET)


def test_what_has_too_many_values_ends_the_search() -> None:
    made = toy(1)
    policy = policy_of(made)  # its number has no bounds
    found = Asking(policy, BruteSession(made, made.claims["p"])).smallest(Case({}, {}), True, BUDGET)
    assert isinstance(found, Answer)
    assert (found.truth, found.reason) == (Truth.UNDECIDED, "n has too many values to try")


def test_no_time_is_no_answer() -> None:
    made = toy(1)
    found = Asking(bounded(made), BruteSession(made, made.claims["p"])).closest(Case({}, {}), Budget(0))
    assert isinstance(found, Answer)
    assert (found.truth, found.reason) == (Truth.UNDECIDED, "out of time")


def test_domains_run_from_least_to_greatest() -> None:
    number = bounded(toy(1)).inputs["n"]
    assert domain(replace(number, low=-1, high=1)) == [-1, 0, 1]
    assert domain(replace(number, optional=True)) == [None, 0, 1, 2, 3]
    assert domain(replace(number, low=0, high=1000)) is None
    assert domain(bounded(toy(1)).inputs["a"]) == [False, True]


def test_regions_keep_no_value_apart() -> None:
    made = toy(1)
    number = replace(bounded(made).inputs["n"], optional=True)
    policy = replace(bounded(made), inputs={"n": number})

    class Session(BruteSession):
        def decide(self, case: Case, budget: Budget) -> Any:
            value = case.stated["n"]
            from bicameral.backends.contract import NO, YES, Decision

            high = value is None or value in (0, 1, 3)
            return Decision(YES if high else NO, NO if high else YES, 0.0)

    found = Asking(policy, Session(made, made.claims["p"])).regions(Case({}, {}), {}, "n", BUDGET)
    assert found == (Region(((0, 1), (3, 3)), (None,)), Region(((2, 2),)))
