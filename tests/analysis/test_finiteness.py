from __future__ import annotations

import pytest

from bicameral.analysis.finiteness import Finite, Growing, check
from bicameral.policy import check_text

FINITE = [
    "p(1..5). q(X+1) :- p(X). r(f(X,Y)) :- q(X), q(Y).",
    "p(1..5). q(X) :- p(X). p(X) :- q(X).",
    "e(1,2). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).",
    "d(0..9). p(0). p(X+1) :- p(X), d(X).",  # d bounds X
    "d(0..9). p(0). p(Y) :- p(X), Y = X+1, d(Y).",
    "p(f(f(0))). p(X) :- p(f(X)).",
    "p(1). q(X-1) :- p(X). r(X+1) :- q(X).",
    "a :- not b. b :- not a.",
    "p(1..3). n(N) :- N = #count { X : p(X) }.",
]

GROWING = [
    "p(0). p(X+1) :- p(X).",
    "p(0). p(X-1) :- p(X).",
    "p(0). p(f(X)) :- p(X).",
    "p(0). q(X+1) :- p(X). p(X) :- q(X).",
    "p(0). p(Y) :- p(X), Y = X+1.",
    "p(0). p(X) :- p(X+1).",
    "p(0,0). p(Y,X+1) :- p(X,Y).",
    "p((0,0)). p((X,Y)) :- p((Y,X)), X = X. p((X,Y)) :- p(Y), X = 1.",
    "p(0). p(S) :- S = #sum { X+1 : p(X) }.",
]


@pytest.mark.parametrize("text", FINITE)
def test_shown_finite(text: str) -> None:
    assert check(check_text(text)) == Finite()


@pytest.mark.parametrize("text", GROWING)
def test_growth_has_a_witness(text: str) -> None:
    found = check(check_text(text))
    assert isinstance(found, Growing)
    assert "p/" in found.witness
    assert "policy.lp:1" in found.witness
    assert found.span.line == 1


def test_the_witness_is_the_cycle() -> None:
    text = "p(0).\nq(X+1) :- p(X).\np(X) :- q(X).\nr(X) :- p(X).\n"
    found = check(check_text(text))
    assert isinstance(found, Growing)
    assert "r/1" not in found.witness
    assert "argument 1 of q/1" in found.witness
    assert "policy.lp:2" in found.witness
    assert "policy.lp:3" in found.witness
    assert "policy.lp:4" not in found.witness


def test_long_chains_take_no_long_time() -> None:
    text = "p0(1).\n" + "\n".join(f"p{n + 1}(X+1) :- p{n}(X)." for n in range(2000)) + "\n"
    assert check(check_text(text)) == Finite()
