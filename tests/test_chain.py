"""The whole chain on the example policy: what other systems give for it, and more of what ours must say."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bicameral import InputError, OutcomeTable, Policy, Report, Reports, Verdict
from bicameral.backends.contract import NO, YES, Backend, Decision
from bicameral.engine import Lower, default_backends
from bicameral.explanation.encode import to_json
from bicameral.policy import check_text
from bicameral.policy.instances import Scope
from bicameral.policy.model import Case, CheckedPolicy, Claim
from bicameral.verdict.report import IntervalView

RULES = Path(__file__).parent.parent / "rules"
REFUSED = {"costEur": 2500, "international": False, "managerApproved": False}
APPROVED = {**REFUSED, "managerApproved": True}
OPEN = {"cost": 2000, "international": True, "manager_approved": True}


@pytest.fixture(scope="module")
def travel() -> Policy:
    return Policy.load(RULES / "travel")


@pytest.fixture(scope="module")
def lending() -> Policy:
    return Policy.load(RULES / "lending")


def cited(report: Report) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for entry in report.because:
        out.setdefault(entry.kind, []).append(entry.name)
    return out


def test_over_the_limit_without_approval(travel: Policy) -> None:
    report = travel.check(REFUSED, "tripApproved")
    assert (report.verdict, report.agreement, report.exit_code) == (Verdict.INVALID, "both", 10)
    assert cited(report) == {
        "rule": ["cost-rule"],
        "closed-world": ["trip_approved"],
        "fact": ["cost", "manager_approved"],
    }
    rule = report.because[0]
    assert rule.text == "Trips exceeding EUR 1,000 require line-manager approval."
    assert rule.at is not None
    assert rule.source is not None
    text = (RULES / "travel" / "policy.lp").read_text().splitlines()
    assert text[rule.at.line - 1].startswith("refused :- cost(C)")
    assert rule.text in (RULES / "travel" / "source.md").read_text().splitlines()[rule.source.line - 1]


def test_an_approved_trip_whose_cost_is_not_needed(travel: Policy) -> None:
    report = travel.check(APPROVED, "trip_approved")
    assert (report.verdict, report.agreement) == (Verdict.VALID, "both")
    assert cited(report) == {
        "rule": ["approval-rule"],
        "closed-world": ["refused"],
        "fact": ["international", "manager_approved"],
    }
    without_cost = {name: value for name, value in APPROVED.items() if name != "costEur"}
    assert travel.check(without_cost, "trip_approved").verdict is Verdict.VALID


def test_unknown_tenure(travel: Policy) -> None:
    report = travel.check(OPEN, "trip_approved")
    assert (report.verdict, report.agreement) == (Verdict.SATISFIABLE, "both")
    assert report.holds_when is not None
    assert report.fails_when is not None
    assert report.holds_when.inputs == {**OPEN, "tenure": 6}
    assert report.fails_when.inputs == {**OPEN, "tenure": 5}
    (asked,) = json.loads(to_json(report))["missing"]
    assert asked == {
        "input": "tenure",
        "question": "continuous service (months)?",
        "at": OPEN,
        "holds": [{"from": 6, "to": None}],
        "fails": [{"from": 0, "to": 5}],
    }


def test_booking(travel: Policy) -> None:
    report = travel.check(REFUSED, "booking_allowed")
    assert report.verdict is Verdict.INVALID
    found = cited(report)
    assert found["rule"] == ["cost-rule"]
    assert found["fact"] == ["cost", "manager_approved"]
    assert ("booking-rule",) in [entry.rules for entry in report.because if entry.name == "booking_allowed"]


def test_labels_of_facts(travel: Policy) -> None:
    meta = {"costEur": {"name": "fact-cost"}, "managerApproved": {"name": "fact-approval", "from": "approvals"}}
    report = travel.check(REFUSED, "tripApproved", meta=meta)
    assert [entry.label for entry in report.because if entry.kind == "fact"] == ["fact-cost", "fact-approval"]


def test_facts_that_contradict_a_range_are_bad_input(travel: Policy) -> None:
    with pytest.raises(InputError):
        travel.check({**REFUSED, "cost": -1}, "trip_approved")


@pytest.mark.parametrize(("cost", "verdict"), [(1000, Verdict.VALID), (1001, Verdict.INVALID)])
def test_the_boundary_of_the_cost(travel: Policy, cost: int, verdict: Verdict) -> None:
    facts = {"cost": cost, "international": False, "manager_approved": False}
    assert travel.check(facts, "trip_approved").verdict is verdict


def test_unknown_cost(travel: Policy) -> None:
    report = travel.check({"international": False, "manager_approved": False}, "trip_approved")
    assert (report.verdict, report.agreement) == (Verdict.SATISFIABLE, "both")
    assert report.holds_when is not None
    assert report.fails_when is not None
    assert (report.holds_when.inputs["cost"], report.fails_when.inputs["cost"]) == (1000, 1001)


def test_exact_decimals(lending: Policy) -> None:
    report = lending.check({"loan_to_value": Decimal("0.80"), "qualified_mortgage": False}, "approved")
    assert (report.verdict, report.agreement) == (Verdict.SATISFIABLE, "both")
    text = to_json(report, indent=None)
    assert '"holds": [{"from": 0.0000, "to": 0.4300}], "fails": [{"from": 0.4301, "to": 100.0000}]' in text
    denied = lending.check(
        {"debt_to_income": Decimal("0.50"), "loan_to_value": Decimal("0.80"), "qualified_mortgage": False}, "approved"
    )
    assert denied.verdict is Verdict.INVALID


def test_without_the_closed_world_the_second_case_is_open() -> None:
    text = (RULES / "travel" / "policy.lp").read_text()
    opened = text.replace("trip_approved :- not refused.", "{trip_approved} :- not refused.")
    policy = Policy(check_text(opened, source=(RULES / "travel" / "source.md").read_text()))
    report = policy.check({**APPROVED, "tenure": 12}, "trip_approved")
    assert (report.verdict, report.agreement) == (Verdict.SATISFIABLE, "both")
    assert report.ambiguous is not None
    assert (report.ambiguous.atoms, report.ambiguous.rules) == (
        ("trip_approved", "booking_allowed"),
        ("approval-rule",),
    )


def test_a_table(travel: Policy) -> None:
    table = travel.check(OPEN)
    assert isinstance(table, OutcomeTable)
    assert [(row.outcome, row.status, row.agreement) for row in table.outcomes] == [
        ("trip_approved", "open", "both"),
        ("booking_allowed", "open", "both"),
    ]
    assert {entry.input for row in table.outcomes for entry in row.missing} == {"tenure"}


def test_a_table_of_values() -> None:
    table = Policy.load(RULES / "severance_fr").check({"service": 8, "salary": 1000})
    rows = {row.outcome: row for row in table.outcomes}
    assert rows["entitled"].status == "certain"
    # the published amounts, plain and doubled
    assert [value.value for value in rows["severance"].values] == [Decimal("166.67"), Decimal("333.34")]
    assert rows["severance"].values[1].when == "unfit_through_work yes"


def test_several_claims(travel: Policy) -> None:
    reports = travel.check(REFUSED, ["trip_approved", "not trip_approved"])
    assert isinstance(reports, Reports)
    assert [report.verdict for report in reports.reports] == [Verdict.INVALID, Verdict.VALID]
    assert reports.exit_code == 10


def test_the_same_bytes_whatever_was_asked_before(travel: Policy) -> None:
    def bare(policy: Policy, facts: dict[str, Any]) -> str:
        report = policy.check(facts, "trip_approved", all_reasons=True)
        return to_json(replace(report, backends={}))

    fresh = [bare(Policy.load(RULES / "travel"), facts) for facts in (REFUSED, APPROVED, OPEN, {})]
    for cost in range(900, 1100, 7):
        travel.check({**REFUSED, "costEur": cost}, "trip_approved")
    assert [bare(travel, facts) for facts in (REFUSED, APPROVED, OPEN, {})] == fresh
    assert [bare(travel, facts) for facts in reversed((REFUSED, APPROVED, OPEN, {}))] == fresh[::-1]


PAY = """
%@ input senior
%@ input night
%@ outcome pay: int EUR
%@ rule senior-rule
pay(12) :- senior.
%@ rule night-rule
pay(14) :- night.
"""


def test_two_values_are_a_conflict_with_both_rules() -> None:
    policy = Policy(check_text(PAY))
    report = policy.check({"senior": True, "night": True}, "pay = 12")
    assert (report.verdict, report.agreement) == (Verdict.VALID, "both")
    (conflict,) = report.conflicts
    assert (conflict.outcome, conflict.values, conflict.rules) == ("pay", (12, 14), ("senior-rule", "night-rule"))
    assert policy.check({"senior": True, "night": False}, "pay = 12").conflicts == ()


def test_a_refused_rule_leaves_clingo_alone() -> None:
    policy = Policy(
        check_text(
            "%@ input a\n%@ outcome p\n%@ define q\n%@ rule around\nq :- #count { 1 : p } > 0.\n"
            "%@ rule back\np :- q.\n%@ rule start\np :- a.\n"
        )
    )
    report = policy.check({"a": True}, "p")
    assert (report.verdict, report.agreement) == (Verdict.VALID, "asp")
    notes = {note.code: note.text for note in report.notes}
    assert "a positive cycle through p/0 and an aggregate" in notes["one-backend"]
    assert report.holds_when is not None
    assert policy.check({"a": True}, "p", require="both").verdict is Verdict.UNKNOWN


def test_an_smtlib_policy(tmp_path: Path) -> None:
    file = tmp_path / "travel.smt2"
    file.write_text(
        '; %@ input cost: int 0.. EUR "total cost"\n; %@ input approved\n; %@ outcome allowed\n'
        "(declare-const cost Int)\n(declare-const approved Bool)\n(declare-const allowed Bool)\n"
        "(assert (! (=> (and (> cost 1000) (not approved)) (not allowed)) :named limit))\n"
        "(assert (! (=> (not allowed) (and (> cost 1000) (not approved))) :named otherwise))\n"
    )
    policy = Policy.load(file)
    report = policy.check({"cost": 2500, "approved": False}, "allowed")
    assert (report.verdict, report.agreement) == (Verdict.INVALID, "smt")
    assert "limit" in {entry.name for entry in report.because}
    assert "smtlib-policy" in {note.code for note in report.notes}
    with pytest.raises(InputError, match="no asp backend"):
        policy.check({}, "allowed", backend="asp")


class Liar:
    """Clingo with its answers turned around."""

    name = "asp"

    def __init__(self, honest: Any) -> None:
        self._honest = honest
        self.arbitrate = honest.arbitrate
        self.facts_program = honest.facts_program

    def session(self, claim: Claim | None, scope: Scope = ()) -> Any:
        session = self._honest.session(claim, scope)
        session.decide = lambda case, budget: Decision(YES, NO, 0.1)
        return session


def test_the_record_of_a_disagreement_runs_in_stock_solvers(tmp_path: Path) -> None:
    honest = default_backends()

    def lying(policy: CheckedPolicy, lower: Lower) -> Backend:
        backend: Backend = Liar(honest["asp"](policy, lower))
        return backend

    checked = Policy.load(RULES / "travel").checked
    policy = Policy(checked, {"asp": lying, "smt": honest["smt"]})
    folder = tmp_path / "record"
    report = policy.check(REFUSED, "trip_approved", reproducer=folder)
    assert (report.verdict, report.exit_code) == (Verdict.DISAGREEMENT, 14)
    assert any("can hold: no, can fail: yes" in note.text for note in report.notes if note.code == "arbiter")
    clingo = subprocess.run(
        [sys.executable, "-m", "clingo", "closed.lp", "0"], cwd=folder, capture_output=True, text=True, check=False
    )
    answers = re.findall(r"^Answer: \d+.*\n(.*)$", clingo.stdout, re.MULTILINE)
    assert answers, clingo.stdout + clingo.stderr
    assert not any("trip_approved" in answer.split() for answer in answers)
    import z3

    texts = re.findall(r"\(push 1\)\n(.*?)\n\(check-sat\)", (folder / "emitted.smt2").read_text(), re.DOTALL)
    base = (folder / "emitted.smt2").read_text().partition("; --- can the claim hold")[0]
    results = []
    for text in texts:
        one = z3.Solver()
        one.from_string(base + text)
        results.append(str(one.check()))
    assert results == ["unsat", "sat"]


CLINGO_IS_WRONG = """
%@ outcome x2
x2 :- x0, x1, not not x2.
x2 :- not x1.
x0 :- x2, x1, not not x2.
x1 :- #max { 4,0 : not x2 } < 3.
"""


def test_a_fault_of_clingo_is_a_disagreement(tmp_path: Path) -> None:
    """By the reduct there is no answer set; clingo finds one unless its preprocessing is off."""
    folder = tmp_path / "record"
    report = Policy(check_text(CLINGO_IS_WRONG)).check({}, "x2", reproducer=folder)
    assert (report.verdict, report.exit_code, report.agreement) == (Verdict.DISAGREEMENT, 14, "none")
    notes = {note.code: note.text for note in report.notes}
    assert "asp says yes, smt says no" in notes["disagreement"]
    assert "can hold: no, can fail: no" in notes["arbiter"]

    def clingo(*options: str) -> str:
        command = [sys.executable, "-m", "clingo", "closed.lp", "0", *options]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout

    assert "\nSATISFIABLE" in clingo()
    assert "\nUNSATISFIABLE" in clingo("--eq=0")
    import z3

    base, *questions = (folder / "emitted.smt2").read_text().split("(push 1)")
    for question in questions:
        solver = z3.Solver()
        solver.from_string(base + question.partition("(check-sat)")[0])
        assert solver.check() == z3.unsat


def test_budget_is_kept(travel: Policy) -> None:
    report = travel.check(OPEN, "trip_approved", budget=1)
    assert report.verdict in (Verdict.SATISFIABLE, Verdict.UNKNOWN)


def test_a_derived_input_has_no_value_as_soon_as_an_argument_has_none() -> None:
    policy = Policy.load(RULES / "holiday_uk")
    case = policy.cases.make_case({"start": False, "days_per_week": 5})
    assert isinstance(case, Case)
    assert {**case.stated, **case.assumed}["months_before"] is None
    assert "next_year_start" not in {**case.stated, **case.assumed}


KEYED = """
%@ sort person
%@ input age(person): int 0..120 years
%@ input disabled(person)
%@ outcome eligible(person)
eligible(P) :- person(P), age(P,A), A < 26.
eligible(P) :- person(P), disabled(P).
"""


@pytest.mark.parametrize(("age", "verdict"), [(20, Verdict.VALID), (30, Verdict.SATISFIABLE)])
def test_individuals_are_decided_by_both(age: int, verdict: Verdict) -> None:
    report = Policy(check_text(KEYED)).check({"age": {"ann": age}}, "eligible(ann)")
    assert (report.verdict, report.agreement) == (verdict, "both")


def test_a_table_has_a_row_for_each_individual() -> None:
    table = Policy(check_text(KEYED)).check({"age": {"ann": 20, "bob": 30}, "disabled": []})
    assert [(row.outcome, row.status, row.agreement) for row in table.outcomes] == [
        ("eligible(ann)", "certain", "both"),
        ("eligible(bob)", "impossible", "both"),
    ]


RECURSIVE = """
%@ input a
%@ input b
%@ input n: int 0..20
%@ outcome p
%@ define q
p :- a, n(N), N > 7.
p :- q.
q :- #count { 1 : p } > 0, b.
"""


def test_a_pair_from_clingo_alone() -> None:
    report = Policy(check_text(RECURSIVE)).check({"a": True}, "p")
    assert (report.verdict, report.agreement) == (Verdict.SATISFIABLE, "asp")
    assert report.holds_when is not None
    assert report.fails_when is not None
    assert report.holds_when.inputs == {"a": True, "b": False, "n": 8}
    assert report.fails_when.inputs == {"a": True, "b": False, "n": 7}
    (asked,) = json.loads(to_json(report))["missing"]
    assert (asked["holds"], asked["fails"]) == ([{"from": 8, "to": 20}], [{"from": 0, "to": 7}])
    assert {"one-backend", "closest-unproved", "replay-undecided"} <= {note.code for note in report.notes}


@pytest.mark.parametrize(("condition", "holds"), [("N*N >= 1", 1), ("N*N > 100", 11), ("N*N*N > 100", 5)])
def test_a_number_without_bounds_under_a_product(tmp_path: Path, condition: str, holds: int) -> None:
    (tmp_path / "policy.lp").write_text(f"%@ input n: int\n%@ outcome o\no :- n(N), {condition}.\n", encoding="utf-8")
    report = Policy.load(tmp_path).check({}, "o")
    assert isinstance(report, Report)
    assert report.verdict is Verdict.SATISFIABLE
    (missing,) = report.missing
    assert IntervalView(holds, None) in missing.holds
    assert report.holds_when is not None
    assert report.holds_when.inputs == {"n": holds}


DOUBLING = [
    "\n".join(f"p{i + 1}(f(N,N)) :- p{i}(N)." for i in range(28)) + "\no :- p28(X).",
    "\n".join(f"p{i + 1}(N*2) :- p{i}(N). p{i + 1}(3*N+1) :- p{i}(N)." for i in range(12)) + "\no :- p12(X), X > 30.",
    "\n".join(f"p{i + 1}((N/3)*(N\\7)+N) :- p{i}(N)." for i in range(28)) + "\no :- p28(X), X > 30.",
]


@pytest.mark.parametrize("rules", DOUBLING)
@pytest.mark.parametrize("facts", [{}, {"n": 1}])
def test_what_doubles_at_each_step_stays_within_the_budget(
    tmp_path: Path, rules: str, facts: dict[str, object]
) -> None:
    (tmp_path / "policy.lp").write_text(f"%@ input n: int\n%@ outcome o\np0(N) :- n(N).\n{rules}\n", encoding="utf-8")
    started = time.monotonic()
    report = Policy.load(tmp_path).check(facts, "o", budget=1000)
    assert isinstance(report, Report)
    assert time.monotonic() - started < 20  # unbounded, each takes minutes


def test_names_of_individuals_stay_apart_in_smtlib() -> None:
    names = ["a|b", "a!b", "a%7Cb", "Zoé", "a\\b", 'q"r', "ann", " "]
    policy = Policy(
        check_text(
            "%@ sort person\n%@ input age(person): int 0..100\n%@ outcome old(person)\n%@ outcome n: int\n"
            "old(P) :- age(P,A), A > 60.\nn(N) :- N = #count { P : old(P) }.\n"
        )
    )
    facts = {"age": {name: 70 if position % 2 else 20 for position, name in enumerate(names)}}
    report = policy.check(facts, "n = 4", entities={"person": names})
    assert (report.verdict, report.agreement) == (Verdict.VALID, "both")
    import z3

    solver = z3.Solver()
    solver.from_string(policy.smtlib(entities={"person": tuple(names)}))
    assert solver.check() == z3.sat
