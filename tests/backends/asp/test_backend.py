from __future__ import annotations

from itertools import product

import pytest

from bicameral.backends.contract import NO, YES, Truth, Witness
from bicameral.policy import check_text
from bicameral.policy.model import Value
from tests.backends.asp.tools import Scan, backend, brute, budget, case, claim_of, decide, lowered_for, session, sides

TRAVEL = """
%@ input cost: int 0.. EUR
%@ input international
%@ input manager_approved
%@ input tenure: int 0.. months
%@ outcome trip_approved
refused :- cost(C), C > 1000, not manager_approved.
refused :- international, tenure(T), T < 6.
trip_approved :- not refused.
"""

PAY = """
%@ sort grade = junior | senior
%@ input base: int 0..500
%@ input years: int 0..12
%@ input closed bonus: int 1..5
%@ input optional rank: grade
%@ input closed leaver
%@ outcome pay: int
%@ outcome high
pay(B + 2*Y) :- base(B), years(Y), not leaver, not rank(senior).
pay(B + 3*Y) :- base(B), years(Y), not leaver, rank(senior).
high :- pay(P), P > 100, not bonus(_).
high :- bonus(N), N\\3 = 2.
"""

LOOP = """
%@ input x
%@ outcome a
%@ outcome b
a :- not b, x.
b :- not a.
:- b, x.
"""

SAMPLES: dict[str, dict[str, list[Value]]] = {
    TRAVEL: {
        "cost": [0, 1000, 1001, 2500],
        "international": [False, True],
        "manager_approved": [False, True],
        "tenure": [0, 5, 6, 90],
    },
    PAY: {
        "base": [0, 76, 77, 100, 101, 500],
        "years": [0, 1, 12],
        "bonus": [None, 1, 2, 5],
        "rank": [None, "junior", "senior"],
        "leaver": [False, True],
    },
    LOOP: {"x": [False, True]},
}

CLAIMS = [
    (TRAVEL, "trip_approved"),
    (TRAVEL, "not trip_approved"),
    (PAY, "high"),
    (PAY, "pay(P), P >= 101"),
    (PAY, "pay(P), P >= 124, not bonus(_)"),
    (LOOP, "a"),
    (LOOP, "not b"),
]


@pytest.mark.parametrize(("text", "claim"), CLAIMS)
def test_every_partial_case_as_by_enumeration(text: str, claim: str) -> None:
    """Each input stated or open; the samples hold a value on each side of every threshold."""
    policy, made = backend(text, Scan(0, 130))
    asked = claim_of(claim)
    prepared = made.session(asked)
    samples = SAMPLES[text]
    for number, values in enumerate(product(*samples.values())):
        stated = {
            name: value
            for place, (name, value) in enumerate(zip(samples, values, strict=True))
            if (number >> place) % 3 != 1 or policy.inputs[name].closed
        }
        if number % 7 and text == PAY:
            continue
        domains = {name: [stated[name]] if name in stated else samples[name] for name in samples}
        decision = prepared.decide(case(policy, stated), budget())
        assert sides(decision) == brute(policy, asked, domains), stated


@pytest.mark.parametrize(("text", "claim"), CLAIMS)
def test_without_preprocessing_the_same(text: str, claim: str) -> None:
    policy, made = backend(text, Scan(0, 130))
    asked = claim_of(claim)
    prepared = made.session(asked)
    for values in list(product(*SAMPLES[text].values()))[::11]:
        here = case(policy, dict(zip(SAMPLES[text], values, strict=True)))
        assert sides(made.arbitrate(asked, here, budget())) == sides(prepared.decide(here, budget()))


def test_no_claim_asks_for_consistency() -> None:
    policy, made = backend("%@ input x\n:- x.\n")
    consistent = made.session(None)
    for stated, truth in (({}, YES), ({"x": False}, YES), ({"x": True}, NO)):
        decision = consistent.decide(case(policy, stated), budget())
        assert (decision.can_hold, decision.can_fail) == (truth, NO)


def test_no_answer_set_answers_no_twice() -> None:
    assert sides(decide("%@ input x\n%@ outcome p\np :- x.\n:- x.\n", "p", {"x": True})) == (False, False)


def test_a_claim_that_nothing_derives() -> None:
    assert sides(decide("%@ input x\n%@ outcome p\np :- x, not x.\n", "p", {})) == (False, True)


def test_witness_of_complete_inputs() -> None:
    """pay is base + 3 years for a senior: 100 + 36."""
    prepared = session(PAY, "high", Scan(0, 130))
    inputs: dict[str, Value] = {"base": 100, "years": 12, "bonus": None, "rank": "senior", "leaver": False}
    witness = prepared.complete(inputs, None, budget())
    assert witness == Witness(inputs, {"pay": (136,), "high": True}, holds=True)
    assert prepared.complete(inputs, False, budget()) == NO
    assert prepared.replay(Witness(inputs, {"pay": (136,), "high": True}, holds=True), budget()) == YES


@pytest.mark.parametrize(
    ("outcomes", "holds"),
    [
        ({"pay": (135,), "high": True}, True),
        ({"pay": (), "high": True}, True),
        ({"pay": (135, 136), "high": True}, True),
        ({"pay": (136,), "high": False}, True),
        ({"pay": (136,), "high": True}, False),
    ],
)
def test_a_false_witness_fails_its_replay(outcomes: dict[str, bool | tuple[int | str, ...]], holds: bool) -> None:
    prepared = session(PAY, "high", Scan(0, 130))
    inputs: dict[str, Value] = {"base": 100, "years": 12, "bonus": None, "rank": "senior", "leaver": False}
    assert prepared.replay(Witness(inputs, outcomes, holds), budget()) == NO


def test_two_values_of_an_outcome_are_both_seen() -> None:
    text = "%@ input a\n%@ outcome v: int\nv(1) :- a. v(2) :- a.\n"
    prepared = session(text, "v(1)")
    witness = prepared.complete({"a": True}, True, budget())
    assert witness == Witness({"a": True}, {"v": (1, 2)}, holds=True)
    assert prepared.replay(Witness({"a": True}, {"v": (1,)}, holds=True), budget()) == NO


def test_members_of_a_sort_are_a_predicate() -> None:
    text = "%@ sort kind = a | b | c\n%@ input bad: kind\n%@ outcome ok\nok :- kind(K), not bad(K).\n"
    assert sides(decide(text, "ok", {"bad": "a"})) == (True, False)


def test_an_external_is_a_closed_input() -> None:
    text = "#external storm.\n%@ outcome stay\nstay :- storm.\n"
    assert sides(decide(text, "stay", {})) == (False, True)
    assert sides(decide(text, "stay", {"storm": True})) == (True, False)


def test_optimisation_and_show_change_nothing() -> None:
    text = "%@ input x\n%@ outcome p\n{p} :- x.\n#minimize { 1 : p }.\n#show.\n"
    assert sides(decide(text, "p", {"x": True})) == (True, True)


def test_includes_are_blanked_and_their_files_given(tmp_path: object) -> None:
    policy = check_text(
        'a :- b.\n#include "more.lp". % after\n%@ outcome a\n%@ input x\n', files={"more.lp": "b :- x.\n"}
    )
    from bicameral.backends.asp import AspBackend
    from bicameral.backends.asp.author import author_texts

    first, second = author_texts(policy)
    assert first == "a :- b.\n                    % after\n%@ outcome a\n%@ input x\n"
    assert second == "b :- x.\n"
    made = AspBackend(policy, lowered_for(policy), Scan())
    asked = claim_of("a")
    assert sides(made.session(asked).decide(case(policy, {"x": True}), budget())) == (True, False)


def test_the_process_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    text = "%@ input d: int 0..3\n%@ outcome p\np :- d(D), 6/D > 2.\n"
    assert sides(decide(text, "p", {"d": 0})) == (False, True)
    assert sides(decide(text, "p", {"d": 2})) == (True, False)
    assert capfd.readouterr() == ("", "")


def test_a_spent_budget_is_no_answer() -> None:
    text = """
    %@ input x
    %@ outcome p
    1 { h(P,H) : H = 1..10 } 1 :- P = 1..11.
    :- h(P,H), h(Q,H), P < Q.
    p :- x.
    """
    policy, made = backend(text)
    decision = made.session(claim_of("p")).decide(case(policy, {}), budget(300))
    assert (decision.can_hold.truth, decision.can_hold.reason) == (Truth.UNDECIDED, "out of time")
    assert decision.milliseconds < 3000
