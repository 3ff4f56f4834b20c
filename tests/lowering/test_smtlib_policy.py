"""Lines with keys, values that may lack, auxiliaries, outcomes named by hand: an SMT-LIB file as any other policy."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from bicameral.engine import Policy
from bicameral.policy.model import Declaration
from bicameral.source import BicameralError, InputError, PolicyError

PLAN = """\
; %@ policy plan "Health plan" version "1" effective 2026-01-01..
; %@ sort person = ann | bob
; %@ sort kind = child | spouse
; %@ input age(person): int 0..150 years "age of the person"
; %@ input optional disabled_at(person): int 0..150 "age at which it began" as disabledAt
; %@ input relation(person): kind
; %@ input closed listed(person)
; %@ input sensitive rate: decimal(2) 0..10 from hris
; %@ outcome eligible(person) "may be covered" as mayBeCovered
; %@ outcome fee(person): decimal(2)
; %@ define adult(person)
(declare-datatypes ((kind 0)) (((spouse) (child))))
(declare-const |age(ann)| Int)
(declare-const |age(bob)| Int)
(declare-const |disabledAt(ann)| Int)
(declare-const |disabledAt(bob)| Int)
(declare-const |disabledAt(ann).given| Bool)
(declare-const |disabledAt(bob).given| Bool)
(declare-const |relation(ann)| kind)
(declare-const |relation(bob)| kind)
(declare-const |listed(ann)| Bool)
(declare-const |listed(bob)| Bool)
(declare-const rate Real)
(declare-const |mayBeCovered(ann)| Bool)
(declare-const |mayBeCovered(bob)| Bool)
(declare-const |fee(ann)| Real)
(declare-const |fee(bob)| Real)
(declare-const |fee(ann).given| Bool)
(declare-const |fee(bob).given| Bool)
(declare-const helper Bool)
(define-fun |adult(ann)| () Bool (>= |age(ann)| 18))
(define-fun |adult(bob)| () Bool (>= |age(bob)| 18))
(define-fun ok ((age Int) (given Bool) (at Int) (k kind) (l Bool)) Bool
  (and l (or (= k spouse) (< age 26) (and given (< at 26)))))
(assert (! (= |mayBeCovered(ann)|
  (ok |age(ann)| |disabledAt(ann).given| |disabledAt(ann)| |relation(ann)| |listed(ann)|)) :named |rule may|))
(assert (! (= |mayBeCovered(bob)|
  (ok |age(bob)| |disabledAt(bob).given| |disabledAt(bob)| |relation(bob)| |listed(bob)|)) :named |rule may#2|))
(assert (! (= |fee(ann).given| |mayBeCovered(ann)|) :named ann-pays))
(assert (! (= |fee(bob).given| |mayBeCovered(bob)|) :named bob-pays))
(assert (! (and (= |fee(ann)| (* 1.5 rate)) (= |fee(bob)| (/ rate 2))) :named fees))
"""
FACTS = {
    "age": {"ann": 30, "bob": 12},
    "relation": {"ann": "child", "bob": "child"},
    "listed": ["ann", "bob"],
    "rate": 2,
}


def load(tmp_path: Path, text: str, outcomes: list[str] | None = None) -> Policy:
    path = tmp_path / "plan.smt2"
    path.write_text(text, encoding="utf-8")
    return Policy.load(path, outcomes)


def said(policy: Policy) -> dict[str, Declaration]:
    checked = policy.checked
    return {**checked.inputs, **checked.outcomes, **checked.defines}


# --- what is read ----------------------------------------------------------------------------------------------


def test_the_lines_are_the_vocabulary(tmp_path: Path) -> None:
    checked = load(tmp_path, PLAN).checked
    assert (checked.name, checked.title, checked.version) == ("plan", "Health plan", "1")
    assert [*checked.inputs] == ["age", "disabled_at", "relation", "listed", "rate"]
    assert [*checked.outcomes] == ["eligible", "fee"]
    assert [*checked.defines] == ["adult"]
    assert checked.names["disabledAt"] is checked.inputs["disabled_at"]
    assert checked.inputs["disabled_at"].may_lack_value
    assert checked.inputs["rate"].sensitive
    assert checked.inputs["rate"].sources == ("hris",)
    assert checked.sorts["person"].members == ("ann", "bob")


def test_what_diff_reads_of_inputs(tmp_path: Path) -> None:
    lowered = load(tmp_path, PLAN).lowered()
    found = {one.name: (one.value.payload, None if one.given is None else one.given.payload) for one in lowered.inputs}
    assert found["age(ann)"] == ("age(ann)", None)
    assert found["disabled_at(bob)"] == ("disabledAt(bob)", "disabledAt(bob).given")
    assert [one.keys for one in lowered.inputs][:2] == [("ann",), ("bob",)]
    assert "helper" not in found
    assert {entry.condition.payload for entry in lowered.atoms["fee", 2]} == {"fee(ann).given", "fee(bob).given"}


@pytest.mark.parametrize(
    ("more", "claim", "verdict"),
    [
        ({}, "eligible(ann)", "SATISFIABLE"),  # nobody says whether she is disabled
        ({}, "mayBeCovered(bob)", "VALID"),
        ({"disabledAt": {"ann": False}}, "eligible(ann)", "INVALID"),
        ({"disabled_at": {"ann": 25}}, "eligible(ann)", "VALID"),
        ({"disabled_at": {"ann": 26}}, "eligible(ann)", "INVALID"),
        ({"disabled_at": {"ann": 25}}, "fee(ann) = 3.00", "VALID"),
        ({"disabled_at": {"ann": False}}, "fee(ann) = 3.00", "INVALID"),
        ({}, "fee(bob) = 1", "VALID"),
        ({}, "adult(ann), not adult(bob)", "VALID"),
        ({}, "person(P), eligible(P)", "VALID"),
    ],
)
def test_cases_and_claims_are_as_for_a_program(
    more: dict[str, object], claim: str, verdict: str, tmp_path: Path
) -> None:
    report = load(tmp_path, PLAN).check({**FACTS, **more}, claim)
    assert (report.verdict.name, report.agreement) == (verdict, "smt")


def test_closed_inputs_that_nobody_states_are_false(tmp_path: Path) -> None:
    facts = {**FACTS, "listed": {"bob": True}, "disabled_at": {"ann": 3}}
    report = load(tmp_path, PLAN).check(facts, "eligible(ann)")
    assert report.verdict.name == "INVALID"
    assert ("assumed", "listed(ann)") in {(entry.kind, entry.name) for entry in report.because}


def test_missing_facts_and_reasons(tmp_path: Path) -> None:
    report = load(tmp_path, PLAN).check(FACTS, "eligible(ann)")
    assert [one.input for one in report.missing] == ["disabled_at(ann)"]
    report = load(tmp_path, PLAN).check(FACTS, "eligible(bob)")
    assert ("rule", "may") in {(entry.kind, entry.name) for entry in report.because}


def test_without_a_claim_every_outcome_has_its_row(tmp_path: Path) -> None:
    found = load(tmp_path, PLAN).check(FACTS)
    assert {row.outcome: row.status for row in found.outcomes} == {
        "eligible(ann)": "open",
        "eligible(bob)": "certain",
        "fee(ann)": "open",
        "fee(bob)": "certain",
    }
    fee = next(row for row in found.outcomes if row.outcome == "fee(bob)")
    assert [one.value for one in fee.values] == [Decimal("1.00")]


@pytest.mark.parametrize(
    ("facts", "claim", "message"),
    [
        ({"helper": True}, "eligible(ann)", "`helper` is no input"),
        ({"adult": {"ann": True}}, "eligible(ann)", "decided by the policy"),
        ({"age": {"carl": 3}}, "eligible(ann)", "`carl` is no person"),
        ({"age": {"ann": 151}}, "eligible(ann)", "outside its range"),
        ({}, "helper", "helper"),
        ({}, "eligible(carl)", "carl"),
    ],
)
def test_auxiliary_constants_and_strangers_are_not_stated(
    facts: dict[str, object], claim: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=message):
        load(tmp_path, PLAN).check(facts, claim)


def test_an_open_sort_has_the_individuals_that_the_constants_name(tmp_path: Path) -> None:
    text = (
        "; %@ sort person\n; %@ input age(person): int\n; %@ outcome old(person)\n"
        '(declare-const |age(ann)| Int)\n(declare-const |age("Ann Lee")| Int)\n'
        '(declare-const |old(ann)| Bool)\n(declare-const |old("Ann Lee")| Bool)\n'
        '(assert (= |old("Ann Lee")| (> |age("Ann Lee")| 60)))\n(assert (= |old(ann)| (> |age(ann)| 60)))\n'
    )
    policy = load(tmp_path, text)
    assert policy.checked.sorts["person"].members == ("ann", "Ann Lee")
    assert policy.check({"age": {"Ann Lee": 61}}, 'old("Ann Lee")').verdict.name == "VALID"
    with pytest.raises(InputError, match="bob"):
        policy.check({"age": {"bob": 61}}, "old(ann)")
    missing = text.replace('(declare-const |old("Ann Lee")| Bool)\n', "").replace(
        '(assert (= |old("Ann Lee")| (> |age("Ann Lee")| 60)))\n', ""
    )
    with pytest.raises(PolicyError, match='declares no constant `old\\("Ann Lee"\\)`'):
        load(tmp_path, missing)


def test_a_constant_that_smtlib_reserves_stands_with_a_point(tmp_path: Path) -> None:
    text = "; %@ input store: int\n; %@ outcome done\n(declare-const store. Int)\n(declare-const done Bool)\n"
    policy = load(tmp_path, text + "(assert (= done (> store. 3)))\n")
    assert policy.check({"store": 4}, "done").verdict.name == "VALID"


def test_a_range_of_an_outcome_is_no_rule(tmp_path: Path) -> None:
    text = "; %@ input x: int\n; %@ outcome y: int 0..5\n(declare-const x Int)\n(declare-const y Int)\n(assert (= x y))"
    assert load(tmp_path, text).check({"x": 7}, "y = 7").verdict.name == "VALID"


def test_a_value_that_is_looked_at_without_being_there_is_any(tmp_path: Path) -> None:
    text = (
        "; %@ input optional x: int 0..9\n; %@ outcome y\n"
        "(declare-const x Int)\n(declare-const x.given Bool)\n(declare-const y Bool)\n(assert (= y (> x 4)))\n"
    )
    policy = load(tmp_path, text)
    assert policy.check({"x": False}, "y").verdict.name == "SATISFIABLE"
    assert policy.check({"x": 3}, "y").verdict.name == "INVALID"
    pinned = load(tmp_path, text + "(assert (or x.given (= x 0)))\n")
    assert pinned.check({"x": False}, "y").verdict.name == "INVALID"


# --- who is an outcome -----------------------------------------------------------------------------------------

PLAIN = """\
(declare-const cost Int)
(declare-const approved Bool)
(declare-const Refused Bool)
(define-fun allowed () Bool (not Refused))
(assert (! (= Refused (and (> cost 1000) (not approved))) :named cost-rule))
"""


def test_without_a_split_every_constant_may_be_stated(tmp_path: Path) -> None:
    policy = load(tmp_path, PLAIN)
    assert [*policy.checked.inputs] == ["cost", "approved", "refused", "allowed"]
    assert "no-split" in {note.code for note in policy.notes}
    assert policy.check({"Refused": True}, "cost > 1000").verdict.name == "VALID"


def test_outcomes_named_by_hand_split_a_file(tmp_path: Path) -> None:
    policy = load(tmp_path, PLAIN, ["allowed", "Refused"])
    assert [*policy.checked.inputs] == ["cost", "approved"]
    assert [*policy.checked.outcomes] == ["refused", "allowed"]
    assert "no-split" not in {note.code for note in policy.notes}
    assert policy.check({"cost": 1001, "approved": False}, "allowed").verdict.name == "INVALID"
    with pytest.raises(InputError):
        policy.check({"refused": True}, "allowed")


def test_with_input_lines_the_rest_is_auxiliary(tmp_path: Path) -> None:
    policy = load(tmp_path, "; %@ input cost: int 0..\n; %@ input approved\n" + PLAIN, ["allowed"])
    assert ([*policy.checked.inputs], [*policy.checked.outcomes]) == (["cost", "approved"], ["allowed"])


def test_outcomes_named_by_hand_take_the_place_of_those_of_the_lines(tmp_path: Path) -> None:
    policy = load(tmp_path, PLAN, ["mayBeCovered"])
    assert [*policy.checked.outcomes] == ["eligible"]
    assert {row.outcome for row in policy.check(FACTS).outcomes} == {"eligible(ann)", "eligible(bob)"}
    assert policy.check(FACTS, "fee(bob) = 1").verdict.name == "VALID"


@pytest.mark.parametrize(("outcomes", "message"), [(["cots"], "no constant.*\n.*cost"), (["rate"], "is an input")])
def test_no_outcome(outcomes: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(BicameralError, match=f"(?s){message}"):
        load(tmp_path, "; %@ input rate: int\n(declare-const rate Int)\n" + PLAIN, outcomes)


def test_a_program_declares_its_own_outcomes() -> None:
    with pytest.raises(InputError, match=r"of an \.smt2 file"):
        Policy.load(Path(__file__).parents[2] / "rules" / "travel", ["trip_approved"])


# --- written and read again ------------------------------------------------------------------------------------


def test_compile_writes_a_file_that_reads_the_same(tmp_path: Path) -> None:
    first = load(tmp_path, PLAN)
    again = load(tmp_path, first.smtlib())
    for name, declared in said(again).items():
        known = said(first)[name]
        for field in ("role", "keys", "sort", "low", "high", "unit", "text", "alias", "closed", "optional", "sources"):
            assert getattr(declared, field) == getattr(known, field), (name, field)
    assert again.checked.inputs.keys() == first.checked.inputs.keys()
    assert again.smtlib() == first.smtlib()
    for claim in ("eligible(ann)", "fee(bob) = 1", "fee(ann) = 3"):
        assert again.check(FACTS, claim).verdict is first.check(FACTS, claim).verdict
