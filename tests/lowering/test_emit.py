"""The printed text names every outcome, whatever the rules leave of it."""

from __future__ import annotations

import pytest
import z3

from bicameral.lowering import lower
from bicameral.lowering.emit import smtlib_text
from bicameral.policy import check_text

HEAD = "%@ input hours: int 0..9\n%@ outcome pay: int\n%@ outcome paid\n"


@pytest.mark.parametrize(
    "rules",
    [
        "pay(V / 0) :- hours(V).  paid :- hours(1).",  # every instance is dropped
        "pay(V) :- hours(V), 2 < 1.  paid :- hours(1).",
        "paid :- hours(H), H < H.",
        "unseen :- hours(1).",
    ],
)
def test_outcomes_that_nothing_derives_are_declared_and_closed(rules: str) -> None:
    checked = check_text(HEAD + rules, "policy.lp")
    text = smtlib_text(checked, lower(checked))
    for asked, expected in (("(or pay.given (= pay 0))", z3.sat), ("pay.given", z3.unsat)):
        solver = z3.Solver()
        solver.from_string(f"{text}(assert {asked})(assert (= hours 2))(assert (not paid))")
        assert solver.check() == expected


def test_an_operation_that_stands_only_in_a_named_number_is_defined() -> None:
    checked = check_text(HEAD + "pay(H * 3 + 7) :- hours(H).  rest((P + 7 * P) \\ 2 + P) :- pay(P).", "policy.lp")
    z3.Solver().from_string(smtlib_text(checked, lower(checked)))


def test_named_numbers_are_defined_before_they_are_used() -> None:
    rules = (
        "rest(W * 3 - 9 * P) :- pay(P), wage(W).  wage(P * 4 - 7) :- pay(P).  pay(H * 5 - 3 * L) :- hours(H), late(L)."
    )
    checked = check_text(HEAD + "%@ input late: int 0..9\n" + rules, "policy.lp")
    text = smtlib_text(checked, lower(checked))
    assert text.count("define-fun") == 3
    z3.Solver().from_string(text)
