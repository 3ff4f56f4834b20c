"""A range of seeds: sides compared for all, whole reports for those that brute force can follow."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bicameral.policy.model import Case, Claim
from bicameral.verdict.report import Report
from tests.differential.explained import problems
from tests.differential.generator import Example, example
from tests.differential.harness import Disagreement, Tally, compare, subject, truths_of


@dataclass(slots=True)
class Outcome:
    tally: Tally = field(default_factory=Tally)
    found: list[Disagreement] = field(default_factory=list)


def campaign(seeds: range, *, report_every: int = 1) -> Outcome:
    """Every seed's sides; every `report_every`-th seed's reports as well."""
    outcome = Outcome()
    for seed in seeds:
        one = example(seed)
        found = compare(one, outcome.tally)
        if not found and seed % report_every == 0:
            found = reports(one, outcome.tally)
        outcome.found += found
    return outcome


def _with_claim(case: Case, claim: Claim) -> Case:
    return replace(case, claims=(claim,))


def reports(one: Example, tally: Tally | None = None) -> list[Disagreement]:
    """The engine's reports against brute force."""
    if not one.exhaustive:
        return []
    tally = tally or Tally()
    try:
        made = subject(one)
    except Exception as fault:  # noqa: BLE001 (whatever it is, it is a finding)
        return [Disagreement(one, None, f"not read: {type(fault).__name__}: {fault}")]
    found = []
    for claim in one.claims:
        truths = truths_of(one, claim)
        if truths is None or truths.wraps:
            continue
        try:
            prepared = made.policy.check(case=_with_claim(made.case, made.policy.claim(claim.text)))
            assert isinstance(prepared, Report)
            tally.add(f"report: {prepared.verdict.name}")
            tally.add(f"agreement: {prepared.agreement}")
            wrong = problems(one, claim, truths, prepared, tally)
            found += [Disagreement(one, claim, f"report: {what}") for what in wrong]
        except Exception as fault:  # noqa: BLE001 (likewise)
            found.append(Disagreement(one, claim, f"report crash: {type(fault).__name__}: {fault}"))
    return found
