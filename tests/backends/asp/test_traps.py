"""Programs that make clingo hang, die or answer wrongly."""

from __future__ import annotations

import time

import pytest

from bicameral.backends.asp import AspBackend, control, process
from bicameral.backends.asp.job import Atom, Call, Job, Part, Query
from bicameral.backends.contract import Budget, Truth
from bicameral.lowering.program import LoweredProgram, Refusal
from bicameral.policy import check_text
from bicameral.source import NOWHERE, BicameralError
from tests.backends.asp.tools import Scan, backend, budget, case, claim_of, decide, sides


def job(text: str, *queries: Query) -> Job:
    return Job((text,), (), (), queries or (Query(),))


def test_arithmetic_that_grows_for_ever() -> None:
    started = time.monotonic()
    decision = decide(
        "%@ outcome p\np(0). p(X+1) :- p(X).\n%@ outcome q\nq :- p(3).\n".replace("%@ outcome p\n", ""), "q", {}
    )
    assert decision.can_hold.truth is Truth.UNDECIDED
    assert decision.can_hold.reason is not None
    assert "p/1" in decision.can_hold.reason
    assert time.monotonic() - started < 2


def test_functions_that_grow_for_ever_are_killed_at_the_budget() -> None:
    policy, made = backend("%@ outcome q\np(0). p(f(X)) :- p(X).\nq :- p(f(0)).\n")
    started = time.monotonic()
    decision = made.session(claim_of("q")).decide(case(policy, {}), Budget(400))
    assert (decision.can_hold.truth, decision.can_hold.reason) == (Truth.UNDECIDED, "out of time")
    assert time.monotonic() - started < 2


def test_growth_that_ends_is_decided() -> None:
    text = "%@ outcome q\np(0). p(X+1) :- p(X), X < 10.\nq :- p(10), not p(11).\n"
    assert sides(decide(text, "q", {})) == (True, False)


def test_products_too_large_to_ground_are_killed_at_the_budget() -> None:
    body = ",".join(f"d({name})" for name in "ABCDEFGH")
    policy = check_text(f"%@ outcome q\nd(1..40).\nq :- {body}, A+B+C+D+E+F+G+H = 0.\n")
    refusal = Refusal(None, "instances", NOWHERE, "more than 200000 instances")
    lowered = LoweredProgram((), (), {}, (), (), (refusal,))
    prepared = AspBackend(policy, lambda *_: lowered, Scan()).session(claim_of("q"))
    started = time.monotonic()
    decision = prepared.decide(case(policy, {}), Budget(400))
    assert (decision.can_hold.truth, decision.can_hold.reason) == (Truth.UNDECIDED, "out of time")
    assert time.monotonic() - started < 2


@pytest.mark.parametrize(
    "text",
    [
        "x(2147483647). y(-1). v((X+1)/Y) :- x(X), y(Y).",
        "v((-2147483647-1)\\(-1)).",
        "x(-2147483647-1). v(Y) :- x(-1*Y).",
        "v(2147483647..2147483647).",
        "x(2147483647). v(Y) :- x(-1*Y-1).",
    ],
)
def test_what_kills_or_hangs_clingo_does_not_touch_this_process(text: str) -> None:
    policy, made = backend(f"%@ outcome q\n{text}\nq :- v(_).\n")
    for asked in (claim_of("q"), None):
        decision = made.session(asked).decide(case(policy, {}), Budget(700))
        assert decision.can_hold.truth is Truth.UNDECIDED
        assert decision.can_hold.reason is not None


def test_a_child_that_dies_is_named() -> None:
    (result,) = process.run(job("v((-2147483647-1)\\(-1))."), budget())
    assert (result.truth, result.reason) == ("undecided", "clingo died of SIGFPE")


def test_what_a_child_answered_before_it_was_killed_counts() -> None:
    holes = "{a}. 1 { h(P,H) : H = 1..10 } 1 :- P = 1..11. :- h(P,H), h(Q,H), P < Q, a."
    first, second = process.run(job(holes, Query(((Atom("a"), False),)), Query(((Atom("a"), True),))), Budget(1500))
    assert first.truth == "yes"
    assert (second.truth, second.reason) == ("undecided", "out of time")


def test_child_and_own_process_answer_alike() -> None:
    queries = (
        Query(((Atom("p", (1,)), True),), (("p", 1),), (("p", 1), ("s", 1))),
        Query(((Atom("p", (1,)), True), (Atom("p", (2,)), False)), (), (("p", 1),)),
        Query(((Atom("nowhere"), True),)),
        Query(((Atom("s", (("string", 'a "quoted" text\n'),)), False),)),
    )
    work = Job(
        ("{p(1..3)}.",),
        (Part("fact", ("v",), "s(v)."),),
        (Call("fact", (("string", 'a "quoted" text\n'),)), Call("fact", (("constant", "ann"),))),
        queries,
    )
    own = tuple(control.run(work, budget()))
    assert own == process.run(work, budget())
    assert [result.truth for result in own] == ["yes", "yes", "no", "no"]
    assert set(own[0].atoms) == {
        Atom("p", (1,)),
        Atom("s", (("string", 'a "quoted" text\n'),)),
        Atom("s", (("constant", "ann"),)),
    }


def test_a_program_that_clingo_refuses_is_undecided() -> None:
    (result,) = control.run(job("p(X) :- not q(X)."), budget())
    assert result.truth == "undecided"
    assert result.reason is not None
    assert "unsafe" in result.reason


def test_clingos_own_wrong_answer_is_arbitrated() -> None:
    """By the reduct there is no answer set; clingo finds one unless its preprocessing is off."""
    text = """
    %@ outcome x2
    x2 :- x0, x1, not not x2.
    x2 :- not x1.
    x0 :- x2, x1, not not x2.
    x1 :- #max { 4,0 : not x2 } < 3.
    """
    policy, made = backend(text)
    asked = claim_of("x2")
    assert sides(made.session(asked).decide(case(policy, {}), budget())) == (True, False)
    assert sides(made.arbitrate(asked, case(policy, {}), budget())) == (False, False)


@pytest.mark.parametrize(
    "text",
    [
        "#script (python)\nimport os\n#end.\n",
        "p(@f()).",
        "p(zoé).",
        "p :- q \N{EN DASH} 1.",
        "p(\N{RIGHT DOUBLE QUOTATION MARK}a\N{RIGHT DOUBLE QUOTATION MARK}).",
        "#program step(t).\np(t).",
        "&sum { 1 } > 0.",
    ],
)
def test_what_must_not_reach_clingo_is_no_policy(text: str) -> None:
    with pytest.raises(BicameralError):
        check_text(text)


def test_strings_and_comments_may_hold_any_text() -> None:
    text = '%@ input x "Überstunden \N{EN DASH} ja"\n%@ outcome p\n% zoé\np :- x, "ü" != "u". %* \N{SNOWMAN} *%\n'
    assert sides(decide(text, "p", {"x": True})) == (True, False)
