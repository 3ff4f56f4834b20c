"""What is done to the author's text: nothing that means anything."""

from __future__ import annotations

import time
from random import Random

import pytest

from bicameral.backends.asp.author import author_texts, claim_rules, fresh_prefix, is_wide
from bicameral.backends.smt.classes import representatives
from bicameral.policy import check_text
from bicameral.syntax import parse, to_text, tree
from tests.backends.asp.tools import backend, budget, case, claim_of, decide, models, sides

BRACKETS = """
%@ sort band = low | middle | high
%@ input pay: decimal(2) 0..
%@ input years: int 0..60
%@ outcome banded: band
banded(low) :- pay(P), P < 1257000.
banded(middle) :- pay(P), P >= 1257000, P < 5027000. % 50,270
banded(high) :- pay(P), 5027000 <= P,
              P < 200000000.
extra(V) :- pay(P), years(Y), 1257000 <= P < 5027000, V = P - Y + P, V > 100000, V < 9000000.
"""


def test_brackets_take_no_long_time() -> None:
    """Verbatim, each of these bodies makes clingo walk through millions of numbers, for each case anew."""
    policy, made = backend(BRACKETS, representatives)
    prepared = made.session(claim_of("banded(middle)"))
    started = time.monotonic()
    assert sides(prepared.decide(case(policy, {"years": 3}), budget(2000))) == (True, True)
    assert sides(prepared.decide(case(policy, {"pay": 1257000, "years": 3}), budget(2000))) == (True, False)
    assert sides(prepared.decide(case(policy, {"pay": 5027000, "years": 3}), budget(2000))) == (False, True)
    assert time.monotonic() - started < 2


def test_brackets_in_claims_take_no_long_time() -> None:
    started = time.monotonic()
    claim = "pay(P), P >= 1257000, P < 5027000, not banded(low)"
    assert sides(decide(BRACKETS, claim, {"pay": 2000000, "years": 1})) == (True, False)
    assert time.monotonic() - started < 2


def test_lines_stay_where_they_are() -> None:
    policy = check_text(BRACKETS)
    (text,) = author_texts(policy)
    assert len(text.split("\n")) == len(BRACKETS.split("\n"))
    assert "banded(middle) :- pay(P), (P,) >= (1257000,), (P,) < (5027000,). % 50,270" in text
    assert "banded(high) :- pay(P), (5027000,) <= (P,),\n              (P,) < (200000000,)." in text
    assert "(1257000,) <= (P,) < (5027000,), V = P - Y + P" in text
    assert author_texts(policy, verbatim=True) == (BRACKETS,)


@pytest.mark.parametrize(
    "rule",
    [
        "p(X) :- n(X), X >= 18, X < 65.",
        "p(X) :- n(X), X > 1000000.",
        "p(X) :- n(X), X != 1000000, X = 5.",
        "p(X) :- n(X), l(L), h(H), X >= L, X < H.",
    ],
)
def test_what_is_narrow_stays_as_it_is(rule: str) -> None:
    policy = check_text(f"n(1..5). l(1). h(3).\n{rule}\n")
    assert author_texts(policy) == (policy.files[0].text,)


def test_many_narrow_rules_are_wide_together() -> None:
    text = "n(5).\n" + "".join(f"p({k}) :- n(X), X >= 60, X < 100.\n" for k in range(40))
    (edited,) = author_texts(check_text(text))
    assert edited.count("(X,) >= (60,)") > 20
    assert "p(0) :- n(X), X >= 60, X < 100." in edited


def test_constants_count() -> None:
    policy = check_text("#const low = 1257000.\n#const high = 5027000.\nn(5).\np :- n(X), X >= low, X < high.\n")
    assert "(X,) >= (low,), (X,) < (high,)" in author_texts(policy)[0]


def test_conditions_of_claims_that_stay_wide_are_known() -> None:
    rule = parse("c :- p : n(X), X > 1257000, X < 5027000.").statements[0]
    assert is_wide(rule, {})
    assert claim_rules(claim_of("n(X), X > 1257000, X < 5027000"), {})[0] == tree.Rule(
        tree.Literal(tree.Sign.NONE, tree.SymbolicAtom("asked_here")),
        parse("c :- n(X), (X,) > (1257000,), (X,) < (5027000,).").statements[0].body,  # type: ignore[union-attr]
    )


def test_a_prefix_occurs_nowhere() -> None:
    assert fresh_prefix(["bicameral_x. % bicameral__"]) == "bicameral___"


def body(rng: Random) -> str:
    """Comparisons with terms of every kind, undefined ones too."""
    terms = (
        "X",
        "Y",
        "3",
        "-2",
        "a",
        '"b"',
        "#inf",
        "X+1",
        "Y-X",
        "2*X",
        "6/Y",
        "X\\Y",
        "(X;3)",
        "(0..2)",
        "f(X)",
        "|Y|",
    )
    parts = []
    for _ in range(rng.randint(2, 3)):
        chain = rng.choice(terms)
        for _ in range(rng.choice((1, 1, 2))):
            chain += f" {rng.choice(('<', '<=', '>', '>='))} {rng.choice(terms)}"
        parts.append(rng.choice(("", "", "not ", "not not ")) + chain)
    return ", ".join(parts)


@pytest.mark.parametrize("seed", range(300))
def test_edited_texts_mean_the_same(seed: int) -> None:
    rng = Random(seed)
    text = 'n(-2..3). n(a). n("c"). wide(9999999).\n' + "".join(
        f"p({number},X,Y) :- n(X), n(Y), {body(rng)}, 9999999 != X.\n" for number in range(4)
    )
    policy = check_text(text)
    (edited,) = author_texts(policy)
    assert edited != text
    assert list(models(edited)) == list(models(text))
    assert to_text(parse(edited)) != to_text(parse(text))
