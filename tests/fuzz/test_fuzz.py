"""A few hundred damaged files. The long run is `tests.fuzz.long_run`."""

from __future__ import annotations

import pytest

from tests.fuzz.campaign import campaign, damaged
from tests.fuzz.judge import VERDICTS

BLOCKS = 4
SIZE = 75


@pytest.mark.parametrize("block", range(BLOCKS))
def test_only_verdicts_and_diagnostics(block: int) -> None:
    outcome = campaign(range(1 + block * SIZE, 1 + (block + 1) * SIZE), process_every=40)
    assert not outcome.findings, [(finding.seed, finding.what, finding.err) for finding in outcome.findings]
    assert sum(outcome.codes[code] for code in VERDICTS) >= SIZE // 10, outcome.codes
    assert outcome.codes[2] >= SIZE // 10, outcome.codes
    assert outcome.processes


def test_a_seed_names_its_files_for_ever() -> None:
    assert damaged(7) == damaged(7)
    assert len({repr(damaged(seed)) for seed in range(200)}) > 190
