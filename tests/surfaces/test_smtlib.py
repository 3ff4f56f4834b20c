"""An `.smt2` file as the POLICY of commands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bicameral.surfaces.cli import main as cli

ROOT = Path(__file__).resolve().parents[2]
READING = str(ROOT / "translations" / "travel" / "reading.smt2")
EMITTED = str(ROOT / "translations" / "travel" / "emitted.smt2")
CASES = str(ROOT / "rules" / "travel" / "cases.yaml")
PLAIN = """\
(declare-const cost Int)
(declare-const approved Bool)
(declare-const refused Bool)
(define-fun allowed () Bool (not refused))
(assert (! (= refused (and (> cost 1000) (not approved))) :named cost-rule))
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_outcomes_by_option(run: Run) -> None:
    Path("plain.smt2").write_text(PLAIN, "utf-8")
    code, out, _ = run("check", "plain.smt2", "--outcomes", "allowed,refused", "--fact", "cost=10", "--json")
    rows = {row["outcome"]: row["status"] for row in json.loads(out)["outcomes"]}
    assert (code, rows) == (0, {"allowed": "certain", "refused": "impossible"})
    code, _, err = run("check", "plain.smt2", "--outcomes", "allowed", "--fact", "allowed=true")
    assert code == 2
    assert "decided by the policy" in err


@pytest.mark.parametrize(
    ("outcomes", "policy", "says"),
    [
        ("alowed", "plain.smt2", "did you mean `allowed`"),
        ("allowed,", "plain.smt2", "lists no names"),
        ("allowed,allowed", "plain.smt2", "lists no names"),
        ("trip_approved", str(ROOT / "rules" / "travel"), "of an .smt2 file"),
    ],
)
def test_outcomes_that_are_none(outcomes: str, policy: str, says: str, run: Run) -> None:
    Path("plain.smt2").write_text(PLAIN, "utf-8")
    code, out, err = run("check", policy, "--outcomes", outcomes, "--claim", "allowed")
    assert (code, out) == (2, "")
    assert says in err


def test_names_with_individuals_are_split_between_parentheses(run: Run) -> None:
    text = "(declare-const |p(ann,bob)| Bool)\n(declare-const q Bool)\n(assert (= q |p(ann,bob)|))\n"
    Path("keyed.smt2").write_text(text, "utf-8")
    code, out, _ = run("check", "keyed.smt2", "--outcomes", "q,p(ann,bob)", "--json")
    assert code == 0
    assert len(json.loads(out)["outcomes"]) == 2


def test_a_file_that_is_refused_ends_in_2_with_its_place(run: Run) -> None:
    for text in ("(declare-const p Bool)\n(exit)", "(assert (> 1 " + "9" * 5000 + "))", "\x00", "(" * 1000):
        Path("bad.smt2").write_text(text, "utf-8")
        code, out, err = run("check", "bad.smt2", "--claim", "p")
        assert (code, out) == (2, "")
        assert "bad.smt2:" in err


# --- test ----------------------------------------------------------------------------------------------------------


def reading(change: tuple[str, str] = ("", "")) -> str:
    """The reading of the travel policy with the program's names beside its own."""
    text = Path(READING).read_text("utf-8")
    for name, alias in (
        ("cost", "costEur"),
        ("manager_approved", "managerApproved"),
        ("tenure", "tenureMonths"),
        ("trip_approved", "tripApproved"),
        ("booking_allowed", "bookingAllowed"),
    ):
        text = re.sub(rf"(?m)^(; %@ \w+ ){alias}\b(.*)$", rf"\1{name}\2 as {alias}", text)
    Path("reading.smt2").write_text(text.replace(*change), "utf-8")
    return "reading.smt2"


@pytest.mark.parametrize("of", ["reading", "emitted"])
def test_cases_of_a_program_run_on_its_translations(of: str, run: Run) -> None:
    policy = reading() if of == "reading" else EMITTED
    code, out, err = run("test", policy, "--cases", CASES, "--json")
    (found,) = json.loads(out)["policies"]
    assert (code, err) == (0, "")
    assert found["passed"]
    assert len(found["cases"]) == 14


def test_a_wrong_translation_fails(run: Run) -> None:
    code, out, _ = run("test", reading(("(>= months 6)", "(> months 6)")), "--cases", CASES)
    assert code == 1
    assert out.count("FAIL") == 1  # the case of exactly six months


def test_cases_beside_a_file(run: Run) -> None:
    Path("plain.smt2").write_text(PLAIN, "utf-8")
    Path("cases.yaml").write_text(
        "- {name: small, facts: {cost: 1000}, expect: {allowed: true}}\n"
        "- {name: large, facts: {cost: 1001, approved: false}, expect: {allowed: false}, because: [cost-rule]}\n"
        "- {name: open, facts: {cost: 1001}, expect: {allowed: SATISFIABLE}, missing: [approved]}\n",
        "utf-8",
    )
    code, out, err = run("test", "plain.smt2", "--outcomes", "allowed,refused")
    assert (code, err) == (0, "")
    assert "3 of 3 cases pass" in out
    Path("cases.yaml").write_text("- {name: a, expect: {allowed: true}, because: [cots-rule]}\n", "utf-8")
    code, _, err = run("test", "plain.smt2", "--outcomes", "allowed,refused")
    assert code == 2
    assert "cost-rule" in err


def test_rules_that_foreign_cases_cite_are_asked_where_all_are_there(run: Run) -> None:
    facts = "facts: {cost: 2500, international: false, managerApproved: false}, expect: {tripApproved: false}"
    travel = str(ROOT / "rules" / "travel")
    for rules, code in (("cost-rule", 0), ("six-months-rule", 1), ("a-rule-of-another", 0)):
        Path("cases.yaml").write_text(f"- {{name: a, {facts}, because: [{rules}]}}\n", "utf-8")
        assert run("test", travel, "--cases", "cases.yaml")[0] == code, rules
