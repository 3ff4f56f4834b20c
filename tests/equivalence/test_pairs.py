"""A few hundred generated pairs before brute force. The long run is `tests.equivalence.long_run`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bicameral.equivalence.claims import Said
from tests.equivalence.harness import Checker, Tally, compared, differing, examine
from tests.equivalence.pairs import Pair, pair

BLOCKS = 8
SIZE = 25
FIRST = 5


@pytest.mark.parametrize("block", range(BLOCKS))
def test_the_regions_are_the_inputs_that_differ(block: int) -> None:
    tally = Tally()
    first = FIRST + block * SIZE
    found = [one for seed in range(first, first + SIZE) for one in examine(seed, tally)]
    assert not found, "\n".join(map(str, found))
    counts = tally.counts
    assert counts["undecided"] <= 1, tally.remarks
    assert counts["different"] >= SIZE // 4, counts
    assert counts["equal"] >= SIZE // 8, counts
    assert counts["mixed"] >= 3, counts


@pytest.fixture(scope="module")
def parted() -> Pair:
    """A pair with more regions than one."""
    return next(made for seed in range(FIRST, 100) if len(compared(made := pair(seed), Tally())[0].regions) > 1)


def test_what_it_checks_can_fail(parted: Pair) -> None:
    """A literal, a region or an answer that is not as it should be is found."""
    found, _ = compared(parted, Tally())
    inputs = differing(parted, found)
    assert not Checker(parted, found).faults(inputs, whole=True)
    first, *rest = found.regions
    assert Checker(parted, replace(found, regions=tuple(rest))).faults(inputs, whole=True)
    assert Checker(parted, replace(found, regions=(first, first, *rest))).faults(inputs, whole=True)
    wider = replace(first, literals=())
    assert Checker(parted, replace(found, regions=(wider, *rest))).faults(inputs, whole=True)
    answers = (None, tuple(Said("open") for _ in found.regions[0].answers[1] or ()))
    other = replace(first, answers=answers)
    assert Checker(parted, replace(found, regions=(other, *rest))).faults(inputs, whole=True)
