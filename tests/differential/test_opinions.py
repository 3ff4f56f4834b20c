"""A few hundred generated programs before every opinion. The long run is `tests.differential.long_run`."""

from __future__ import annotations

import pytest

from tests.differential.campaign import campaign

BLOCKS = 6
SIZE = 30


@pytest.mark.parametrize("block", range(BLOCKS))
def test_nobody_disagrees(block: int) -> None:
    outcome = campaign(range(1 + block * SIZE, 1 + (block + 1) * SIZE), report_every=2)
    assert not outcome.found, "\n".join(map(str, outcome.found))
    counts = outcome.tally.counts
    asked = counts["smt: decided"] + counts["smt: undecided"]
    assert counts["smt: decided"] >= 0.9 * asked, counts
    assert counts["asp: decided"] >= 0.9 * asked, counts
    assert counts["clingo: decided"] >= 0.9 * asked, counts
    assert counts["printed: decided"] >= 0.4 * asked, counts
