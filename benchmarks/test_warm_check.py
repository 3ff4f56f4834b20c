"""A prepared policy asked again and again, beside the script that parses everything each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.peer.parse_everything import verdict
from benchmarks.travel import CLAIM, PEER_POLICY, POLICY, TravelCase, cases
from bicameral import Policy
from bicameral.verdict.report import Report

CASES = cases(1000)
GROUP = "warm check, 1,000 distinct travel cases"


def each(
    make: Callable[[TravelCase], tuple[object, ...]],
) -> Callable[[], tuple[tuple[object, ...], dict[str, object]]]:
    """The arguments of one round after the other; making them is not timed."""
    endless: Iterator[TravelCase] = cycle(CASES)
    return lambda: (make(next(endless)), {})


@pytest.mark.benchmark(group=GROUP)
def test_bicameral(benchmark: BenchmarkFixture) -> None:
    policy = Policy.load(POLICY)

    def check(facts: dict[str, int | bool], expected: str) -> Report:
        report = policy.check(facts, CLAIM)
        assert report.verdict.name == expected
        assert report.agreement == "both"
        return report

    benchmark.pedantic(check, setup=each(lambda case: (case.facts, case.expected)), rounds=len(CASES), warmup_rounds=9)


@pytest.mark.benchmark(group=GROUP)
def test_parse_everything_script(benchmark: BenchmarkFixture) -> None:
    text = PEER_POLICY.read_text(encoding="utf-8")

    def ask(answer: str, expected: str) -> None:
        assert verdict(text, answer)[0] == expected

    benchmark.pedantic(ask, setup=each(lambda case: (case.answer(), case.expected)), rounds=len(CASES), warmup_rounds=9)
