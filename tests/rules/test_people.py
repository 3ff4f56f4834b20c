"""The policies about several people: their documents, clingo on the text, the owners' cases, and the engine."""

from __future__ import annotations

import functools
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

import clingo
import pytest

from bicameral import Policy
from bicameral.verdict.report import Report
from tests.rules import people_reference as reference
from tests.rules.calendar import add_months
from tests.rules.people import POLICIES, PeopleCase, cases, every_case, members, program, verdict
from tests.rules.stock import RULES
from tests.rules.test_cases import cites

ROUNDS = 300


def atoms(policy: str, facts: Mapping[str, Any], entities: Mapping[str, list[str]]) -> set[str] | None:
    """The one answer set of a policy with every input stated, as text; None when there is none."""
    control = clingo.Control(["--warn=none", "0"])
    control.add("base", [], program(policy, facts, members(policy, facts, entities)))
    control.ground([("base", [])])
    found: list[set[str]] = []
    with control.solve(yield_=True) as handle:
        found.extend({str(symbol) for symbol in model.symbols(atoms=True)} for model in handle)
    assert len(found) <= 1
    return found[0] if found else None


def some(rng: random.Random, names: tuple[str, ...], chance: float = 0.4) -> list[str]:
    return [name for name in names if rng.random() < chance]


# --- the documents ----------------------------------------------------------------------------------------------


def dependents(rng: random.Random) -> dict[str, reference.Dependent]:
    form = {}
    for name in ("ann", "bob", "cem", "dee", "eva")[: rng.randint(0, 5)]:
        age = rng.choice((0, 24, 25, 26, 27, 60))
        form[name] = reference.Dependent(
            rng.choices(("child", "spouse", "former_spouse"), (6, 1, 2))[0],
            age,
            rng.choice((None, None, 0, 25, 26, age)),
            *(rng.random() < chance for chance in (0.5, 0.5, 0.5, 0.7)),
        )
    return form


def test_health_plan() -> None:
    rng = random.Random(30)
    returned = 0
    for _ in range(ROUNDS):
        form = dependents(rng)
        facts: dict[str, Any] = {
            field: {name: getattr(person, field) for name, person in form.items()}
            for field in ("relation", "age", "own_coverage", "catastrophic_only", "court_order", "enrolled")
        }
        facts["disabled_at"] = {
            name: False if person.disabled_at is None else str(person.disabled_at) for name, person in form.items()
        }
        found = atoms("health_plan", facts, {})
        want = reference.plan(form.values())
        assert (found is None) == (want is None), form
        if found is None or want is None:
            returned += 1
            continue
        assert {name for name, person in form.items() if person.eligible} == keys(found, "eligible")
        assert ("form_complete" in found, "waiver_needed" in found) == (want.complete, want.waiver), form
        assert values(found, "covered_people") == [str(want.covered)]
        assert values(found, "tier") == [want.tier]
        assert [Fraction(value) / 100 for value in values(found, "contribution")] == [want.contribution], form
    assert 0 < returned < ROUNDS / 2


def keys(found: set[str], name: str) -> set[str]:
    return {atom[len(name) + 1 : -1] for atom in found if atom.startswith(f"{name}(")}


def values(found: set[str], name: str) -> list[str]:
    return sorted(keys(found, name))


def purchase(rng: random.Random) -> reference.Purchase:
    names = ("ann", "bob", "cem", "dee", "eva")
    day = date(2026, 3, 10)
    line = {(first, last) for first, last in pairwise(names) if rng.random() < 0.7}
    if rng.random() < 0.3:
        line.add((rng.choice(names), rng.choice(names)))
    pairs = {(rng.choice(names), rng.choice(names)) for _ in range(rng.randint(0, 6))}
    return reference.Purchase(
        rng.choice((0, 999, 1000, 1001, 5000, 5001, 9000)),
        day,
        frozenset(rng.choices(names[:3], k=1) if rng.random() < 0.95 else some(rng, names)),
        frozenset(line),
        {name: rng.choice((0, 1000, 5000, 5001, 10_000)) for name in names},
        frozenset(some(rng, names, 0.2)),
        {pair: rng.choice((None, day, day - timedelta(days=1))) for pair in sorted(pairs)},
        frozenset(some(rng, names, 0.2)),
        frozenset(some(rng, names, 0.6)),
        rng.random() < 0.3,
    )


def facts_of(request: reference.Purchase) -> dict[str, Any]:
    last_days: dict[str, dict[str, str]] = {}
    for (first, last), day in request.delegates.items():
        if day is not None:
            last_days.setdefault(first, {})[last] = day.isoformat()
    return {
        "amount": request.amount,
        "requested_on": request.day.isoformat(),
        "requests": sorted(request.requesters),
        "reports_to": sorted(request.reports_to),
        "limit": {name: str(limit) for name, limit in request.limits.items()},
        "board": sorted(request.board),
        "delegates": sorted(request.delegates),
        "last_day": last_days,
        "suspended": sorted(request.suspended),
        "signed": sorted(request.signed),
        "emergency": request.emergency,
    }


def test_approval_chain() -> None:
    rng = random.Random(31)
    decided = 0
    for _ in range(2 * ROUNDS):
        request = purchase(rng)
        found = atoms("approval_chain", facts_of(request), {"person": list(request.limits)})
        able = reference.approvers(request)
        assert (found is None) == (able is None), request
        if found is None or able is None:
            continue
        decided += 1
        signers = reference.counting(request)
        assert signers is not None
        assert keys(found, "may_approve") == able, request
        assert values(found, "signatures") == [str(len(signers))], request
        assert ("approved" in found) == reference.approved(request), request
        assert ("goes_to_board" in found) == (not able), request
    assert decided > ROUNDS


def test_jurisdictions() -> None:
    rng = random.Random(32)
    day = date(2026, 4, 1)
    possible = 0
    for _ in range(2 * ROUNDS):
        hired = add_months(day, -rng.choice((0, 6, 12, 60, 200))) + timedelta(days=rng.randint(-1, 1))
        region = rng.choice((None, *reference.COUNTRY))
        country = rng.choice(("united_states", "germany", "japan"))
        if region is not None and rng.random() < 0.9:
            country = reference.COUNTRY[region]
        worker = reference.Worker(country, region, hired, *(rng.random() < 0.4 for _ in range(8)))
        names = [name for name in worker.__dataclass_fields__ if name not in ("hired", "region")]
        facts: dict[str, Any] = {name: {"ann": getattr(worker, name)} for name in names}
        facts |= {"day": "2026-04-01", "hired": {"ann": hired.isoformat()}, "region": {"ann": region or False}}
        found = atoms("jurisdictions", facts, {})
        assert (found is not None) == worker.possible, worker
        if found is None:
            continue
        possible += 1
        assert values(found, "leave_weeks") == [f"ann,{reference.leave_weeks(worker, day)}"], worker
        assert values(found, "notice_days") == [f"ann,{reference.notice_days(worker, day)}"], worker
        assert values(found, "sunday_work") == [f"ann,{reference.sunday_work(worker)}"], worker
    assert possible > ROUNDS


# --- the owners' cases ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_clingo_gives_the_owners_answer(case: PeopleCase) -> None:
    assert {claim: verdict(case, claim) for claim in case.verdicts} == case.verdicts


@functools.cache
def loaded(name: str) -> Policy:
    return Policy.load(RULES / name)


def reports(case: PeopleCase, *, all_reasons: bool = False) -> Iterator[Report]:
    checked = loaded(case.policy)
    for claim in case.verdicts:
        known = checked.cases.make_case(case.facts, (claim,), entities=case.entities)
        report = checked.check(case=known, all_reasons=all_reasons)
        assert isinstance(report, Report)
        yield report


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_both_backends_give_the_owners_answer(case: PeopleCase) -> None:
    found = list(reports(case))
    assert [(r.verdict.name, r.agreement) for r in found] == [(v, "both") for v in case.verdicts.values()]
    assert all(report.conflicts == () for report in found)
    if case.because and not any(cites(report, case.because) for report in found):
        assert any(cites(report, case.because) for report in reports(case, all_reasons=True))
    if case.missing:
        assert case.missing in [tuple(entry.input for entry in report.missing) for report in found]


@pytest.mark.parametrize("name", POLICIES)
def test_no_warning_and_all_of_it_lowered(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "bicameral", "fragment", str(RULES / name)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "All of it is lowered" in run.stdout


@pytest.mark.parametrize("name", POLICIES)
def test_the_cases_pass_and_cite_every_rule(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "bicameral", "test", str(RULES / name)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout
    assert f"{len(cases(name))} of {len(cases(name))} cases pass" in run.stdout
    assert "never cited" not in run.stdout
