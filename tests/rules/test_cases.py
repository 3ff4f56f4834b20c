"""Every owner's case through the engine: the verdict of both backends, the rules it cites, what it asks for."""

from __future__ import annotations

import functools
import subprocess
import sys

import pytest

from bicameral import Policy
from bicameral.verdict.report import Because, Report
from tests.rules.owners import POLICIES, OwnersCase, cases, every_case
from tests.rules.stock import RULES


@functools.cache
def policy(name: str) -> Policy:
    return Policy.load(RULES / name)


def cited(reason: tuple[Because, ...]) -> set[str]:
    """A closed world cites the rules that could have derived its atom."""
    return {name for entry in reason for name in (entry.name, *(entry.rules or ()))}


def cites(report: Report, rules: tuple[str, ...]) -> bool:
    return any(cited(reason) >= set(rules) for reason in (report.because, *(report.reasons or ())))


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_case(case: OwnersCase) -> None:
    for claim, verdict in case.verdicts.items():
        report = policy(case.policy).check(case.facts, claim)
        assert isinstance(report, Report)
        assert (report.verdict.name, report.agreement) == (verdict, "both"), report.notes
        assert report.conflicts == ()
        if case.because and not cites(report, case.because):
            full = policy(case.policy).check(case.facts, claim, all_reasons=True)
            assert isinstance(full, Report)
            assert cites(full, case.because)
        if case.missing and verdict == "SATISFIABLE":
            assert tuple(found.input for found in report.missing) == case.missing


@pytest.mark.parametrize("name", POLICIES)
def test_the_policy_loads_without_a_warning_and_is_lowered_whole(name: str) -> None:
    """No value can leave 32 bits, every outcome has a rule, every sentence is in the document."""
    run = subprocess.run(
        [sys.executable, "-m", "bicameral", "fragment", str(RULES / name)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "All of it is lowered" in run.stdout


@pytest.mark.parametrize("name", ["travel", "cash_law", "lending"])
def test_the_test_command_passes(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "bicameral", "test", str(RULES / name)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
    assert f"{len(cases(name))} of {len(cases(name))} cases pass" in run.stdout
