"""The table of verdicts, over all combinations of answers."""

from __future__ import annotations

from itertools import product

import pytest

from bicameral.backends.contract import NO, YES, Answer, Decision, undecided
from bicameral.verdict.reconcile import reconcile
from bicameral.verdict.report import Verdict

LATE = undecided("out of time")
ANSWERS = (YES, NO, LATE)

# "can hold"/"can fail" of asp, then of smt: y, n or - for undecided; the verdict; who decided both questions.
# Written out by hand from the text of the contract, every combination once.
TABLE = """
yy yy SATISFIABLE both   | yy yn DISAGREEMENT none | yy y- SATISFIABLE asp
yy ny DISAGREEMENT none  | yy nn DISAGREEMENT none | yy n- DISAGREEMENT none
yy -y SATISFIABLE asp    | yy -n DISAGREEMENT none | yy -- SATISFIABLE asp
yn yy DISAGREEMENT none  | yn yn VALID both        | yn y- VALID asp
yn ny DISAGREEMENT none  | yn nn DISAGREEMENT none | yn n- DISAGREEMENT none
yn -y DISAGREEMENT none  | yn -n VALID asp         | yn -- VALID asp
y- yy SATISFIABLE smt    | y- yn VALID smt         | y- y- UNKNOWN none
y- ny DISAGREEMENT none  | y- nn DISAGREEMENT none | y- n- DISAGREEMENT none
y- -y SATISFIABLE mixed  | y- -n VALID mixed       | y- -- UNKNOWN none
ny yy DISAGREEMENT none  | ny yn DISAGREEMENT none | ny y- DISAGREEMENT none
ny ny INVALID both       | ny nn DISAGREEMENT none | ny n- INVALID asp
ny -y INVALID asp        | ny -n DISAGREEMENT none | ny -- INVALID asp
nn yy DISAGREEMENT none  | nn yn DISAGREEMENT none | nn y- DISAGREEMENT none
nn ny DISAGREEMENT none  | nn nn INCONSISTENT both | nn n- INCONSISTENT asp
nn -y DISAGREEMENT none  | nn -n INCONSISTENT asp  | nn -- INCONSISTENT asp
n- yy DISAGREEMENT none  | n- yn DISAGREEMENT none | n- y- DISAGREEMENT none
n- ny INVALID smt        | n- nn INCONSISTENT smt  | n- n- UNKNOWN none
n- -y INVALID mixed      | n- -n INCONSISTENT mixed| n- -- UNKNOWN none
-y yy SATISFIABLE smt    | -y yn DISAGREEMENT none | -y y- SATISFIABLE mixed
-y ny INVALID smt        | -y nn DISAGREEMENT none | -y n- INVALID mixed
-y -y UNKNOWN none       | -y -n DISAGREEMENT none | -y -- UNKNOWN none
-n yy DISAGREEMENT none  | -n yn VALID smt         | -n y- VALID mixed
-n ny DISAGREEMENT none  | -n nn INCONSISTENT smt  | -n n- INCONSISTENT mixed
-n -y DISAGREEMENT none  | -n -n UNKNOWN none      | -n -- UNKNOWN none
-- yy SATISFIABLE smt    | -- yn VALID smt         | -- y- UNKNOWN none
-- ny INVALID smt        | -- nn INCONSISTENT smt  | -- n- UNKNOWN none
-- -y UNKNOWN none       | -- -n UNKNOWN none      | -- -- UNKNOWN none
"""
ROWS = [tuple(cell.split()) for line in TABLE.split("\n") for cell in line.split("|") if cell.strip()]
MEANING = {"y": YES, "n": NO, "-": LATE}


def decision(letters: str) -> Decision:
    return Decision(MEANING[letters[0]], MEANING[letters[1]], 0.1)


def test_the_table_is_whole() -> None:
    assert {(row[0], row[1]) for row in ROWS} == {
        ("".join(a), "".join(b)) for a, b in product(product("yn-", repeat=2), repeat=2)
    }
    assert len(ROWS) == 81


@pytest.mark.parametrize(("asp", "smt", "verdict", "agreement"), ROWS)
def test_every_combination(asp: str, smt: str, verdict: str, agreement: str) -> None:
    found = reconcile({"asp": decision(asp), "smt": decision(smt)})
    assert (found.verdict.name, found.agreement) == (verdict, agreement)
    assert (found.contradiction is not None) == (verdict == "DISAGREEMENT")


@pytest.mark.parametrize(("asp", "smt", "verdict", "agreement"), ROWS)
def test_requiring_both_leaves_only_what_both_decided(asp: str, smt: str, verdict: str, agreement: str) -> None:
    found = reconcile({"asp": decision(asp), "smt": decision(smt)}, require_both=True)
    expected = (verdict, agreement) if agreement == "both" or verdict == "DISAGREEMENT" else ("UNKNOWN", "none")
    assert (found.verdict.name, found.agreement) == expected


@pytest.mark.parametrize("answers", list(product(ANSWERS, repeat=2)))
def test_one_backend_alone(answers: tuple[Answer, Answer]) -> None:
    found = reconcile({"smt": Decision(*answers, 0.1)})
    assert found.agreement == ("none" if found.verdict is Verdict.UNKNOWN else "smt")
    assert (found.verdict is Verdict.UNKNOWN) == (LATE in answers)
    assert reconcile({"smt": Decision(*answers, 0.1)}, require_both=True).verdict is Verdict.UNKNOWN


def test_a_contradiction_is_said_in_words() -> None:
    found = reconcile({"asp": decision("yn"), "smt": decision("yy")})
    assert found.contradiction == "can fail: asp says no, smt says yes"


def test_exit_codes() -> None:
    assert {verdict.name: verdict.exit_code for verdict in Verdict} == {
        "VALID": 0,
        "INVALID": 10,
        "SATISFIABLE": 11,
        "INCONSISTENT": 12,
        "UNKNOWN": 13,
        "DISAGREEMENT": 14,
    }
