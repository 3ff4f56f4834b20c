"""Faults planted in the compiler, one at a time: each must be seen, and without them nothing is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bicameral.policy import check_text
from bicameral.policy.cases.reader import read_case
from bicameral.policy.claims.reader import read_claim
from bicameral.policy.model import Case, CheckedPolicy, Claim
from bicameral.source import SourceFile
from tests.differential.faults import FAULTS, Fault
from tests.differential.generator import Example, example
from tests.differential.lowered import RefusedError, ask_lowered, by_z3
from tests.differential.oracles import Sides, ask_clingo

SEEDS = range(1, 301)  # of each group of constructs
Question = tuple[CheckedPolicy, Case, Claim, Sides]


@cache
def questions(profile: str, seed: int) -> tuple[Question, ...]:
    """A seed's claims with clingo's word on each."""
    one: Example = example(seed, profile)
    if not one.exhaustive:
        return ()
    policy = check_text(one.policy.text(), "policy.lp")
    case = read_case(policy, SourceFile("case.json", one.case.json(one.policy)), "json")
    claims = ((claim, read_claim(policy, claim.text)) for claim in one.claims)
    return tuple((policy, case, read, ask_clingo(one, claim)) for claim, read in claims)


def parted(profile: str, seeds: range = SEEDS) -> Iterator[bool]:
    """For each program of the group whether the lowered one parts from clingo; a crash is a parting too."""
    for seed in seeds:
        asked = [_parts(*question) for question in questions(profile, seed)]
        decided = [parts for parts in asked if parts is not None]
        if decided:
            yield any(decided)


def _parts(policy: CheckedPolicy, case: Case, claim: Claim, expected: Sides) -> bool | None:
    try:
        return ask_lowered(policy, case, claim, by_z3) != expected
    except RefusedError:
        return None
    except Exception:  # noqa: BLE001 (a planted fault may break what rests on it)
        return True


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
def test_a_planted_fault_is_caught(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.plant(monkeypatch)
    assert any(parted(fault.profile))


@pytest.mark.parametrize("profile", sorted({fault.profile for fault in FAULTS}))
def test_without_a_plant_nothing_is_seen(profile: str) -> None:
    assert not any(parted(profile, SEEDS[:60]))


def test_the_table_lists_every_fault() -> None:
    table = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    assert all(f"| {fault.name} | {fault.construct} | {fault.profile} |" in table for fault in FAULTS)


def test_there_are_faults_enough() -> None:
    assert len(FAULTS) >= 40
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
