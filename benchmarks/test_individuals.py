"""Lowering for up to 1,000 people, a reporting line of 2,000, a sum of 1,000, beside clingo on the same text."""

from __future__ import annotations

import clingo
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.individuals import SIZES, WORKLOADS
from bicameral.lowering.lower import Lowerer
from bicameral.policy import check_text

PARAMETERS = [(name, size) for name, sizes in SIZES.items() for size in sizes]
ROUNDS = 3


@pytest.mark.parametrize(("name", "size"), PARAMETERS)
def test_lower(benchmark: BenchmarkFixture, name: str, size: int) -> None:
    benchmark.group = f"{name}, {size:,}"
    workload = WORKLOADS[name]
    checked = check_text(workload.policy)
    entities = dict(workload.scope(checked, size))
    lowered = benchmark.pedantic(lambda: Lowerer(checked, entities).lowered(), rounds=ROUNDS, warmup_rounds=1)
    assert not lowered.refusals
    assert len(lowered.assertions) >= size / 10


@pytest.mark.parametrize(("name", "size"), PARAMETERS)
def test_clingo_grounds_and_solves(benchmark: BenchmarkFixture, name: str, size: int) -> None:
    benchmark.group = f"{name}, {size:,}"
    text = WORKLOADS[name].program(size)

    def run() -> bool | None:
        control = clingo.Control(["--warn=none"], logger=lambda _code, _text: None)
        control.add("base", [], text)
        control.ground([("base", [])])
        return control.solve().satisfiable

    assert benchmark.pedantic(run, rounds=ROUNDS, warmup_rounds=1)
