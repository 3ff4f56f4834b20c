"""Pairs of 100 and of 1,000 rules: the proof that there is no difference, and all of one threshold's, beside Z3 alone.

The peer reads the SMT-LIB text of both sides and finds one case of each: what comparing by hand would begin with.
"""

from __future__ import annotations

import re

import pytest
import z3
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.scale import policy_text
from bicameral.engine import Policy
from bicameral.equivalence.report import Comparison
from bicameral.policy import check_text
from bicameral.translations import cross_check

SIZES = (100, 1_000)
BUDGET = 120_000


def pair(size: int, *, changed: bool) -> dict[str, Policy]:
    """A policy and itself again; `changed`: its last `>` made `>=`, and no exception resting on another default."""
    text = policy_text(size, chained=not changed)
    head, sign, tail = text.rpartition(" > ")
    other = f"{head} >= {tail}" if changed else text
    assert sign
    return {name: Policy(check_text(one, f"{name}.lp")) for name, one in (("one", text), ("other", other))}


@pytest.mark.parametrize("size", SIZES)
def test_proof(benchmark: BenchmarkFixture, size: int) -> None:
    found = benchmark.pedantic(lambda: cross_check(pair(size, changed=False), budget=BUDGET), rounds=1)
    assert (found.verdict, found.undecided) == (Comparison.EQUIVALENT, None)


@pytest.mark.parametrize("size", SIZES)
def test_difference(benchmark: BenchmarkFixture, size: int) -> None:
    found = benchmark.pedantic(lambda: cross_check(pair(size, changed=True), budget=BUDGET), rounds=1)
    assert (found.verdict, found.complete) == (Comparison.DIFFERENT, True)
    assert {name for one in found.differences for name in one.outcomes} == {f"allowed{size // 10 - 1}"}


@pytest.mark.parametrize("size", SIZES)
def test_z3_reads_both(benchmark: BenchmarkFixture, size: int) -> None:
    texts = [re.sub(r"\(set-logic [A-Z_]*\)", "", p.smtlib(BUDGET)) for p in pair(size, changed=False).values()]

    def read() -> list[z3.CheckSatResult]:
        found = []
        for text in texts:
            solver = z3.Solver(ctx=z3.Context())
            solver.from_string(text)
            found.append(solver.check())
        return found

    assert benchmark.pedantic(read, rounds=3) == [z3.sat, z3.sat]
