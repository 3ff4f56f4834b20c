"""A range of seeds: sides compared for all, whole reports for those that brute force can follow."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bicameral.verdict.report import Report
from tests.differential.explained import problems
from tests.differential.generator import example
from tests.differential.harness import Disagreement, Step, Subject, Tally, examine, sides
from tests.differential.spec import Claim


@dataclass(slots=True)
class Outcome:
    tally: Tally = field(default_factory=Tally)
    found: list[Disagreement] = field(default_factory=list)


def campaign(seeds: range, *, report_every: int = 1, profile: str = "mixed") -> Outcome:
    """Every seed's sides; every `report_every`-th seed's reports as well."""
    outcome = Outcome()
    for seed in seeds:
        steps: tuple[Step, ...] = (sides, reports) if seed % report_every == 0 else (sides,)
        outcome.found += examine(example(seed, profile), steps, outcome.tally)
    return outcome


def reports(made: Subject, claim: Claim, tally: Tally) -> list[Disagreement]:
    """The engine's report against brute force, where that can follow."""
    one = made.example
    truths = made.truths(claim) if one.exhaustive else None
    if truths is None or truths.wraps:
        return []
    report = made.policy.check(case=replace(made.case, claims=(made.policy.claim(claim.text),)))
    assert isinstance(report, Report)
    tally.add(f"report: {report.verdict.name}")
    tally.add(f"agreement: {report.agreement}")
    return [Disagreement(one, claim, f"report: {what}") for what in problems(one, claim, truths, report, tally)]
