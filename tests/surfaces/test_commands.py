"""`compile`, `fragment` and `test` as commands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import clingo
import pytest
import z3

from bicameral.surfaces.cli import main as cli

ROOT = Path(__file__).resolve().parents[2]
CASH = str(ROOT / "rules" / "cash_law")
TRAVEL = str(ROOT / "rules" / "travel")
AGGREGATE = '%@ input a\n%@ outcome ok\n%@ rule few ""\nok :- a, #count { 1 : a; 2 : ok } > 0.\n'  # a cycle through it

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return call


# --- long sums ----------------------------------------------------------------------------------------------------

OPERANDS = 240


@pytest.mark.parametrize(
    "rules",
    [
        "total(X) :- n(A), X = " + "+".join(["A"] * OPERANDS) + ".\n",
        "total(" + "+".join(["A"] * OPERANDS) + ") :- n(A).\n",
        "total(X) :- n(A), X = " + "-" * OPERANDS + "A.\n",
        "#const many = " + "+".join(["1"] * OPERANDS) + ".\ntotal(A*many) :- n(A).\n",
    ],
    ids=["body", "head", "signs", "constant"],
)
def test_a_long_sum_goes_through_every_command(run: Run, rules: str) -> None:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], rules + "n(3).")
    control.ground([("base", [])])
    (total,) = [atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature("total", 1)]
    Path("policy.lp").write_text("%@ input n: int 0..9\n%@ outcome total: int\n" + rules, "utf-8")
    for _ in ("cold", "warm"):
        code, out, err = run("check", "policy.lp", "--fact", "n=3", "--claim", f"total = {total}", "--json")
        assert (code, err) == (0, "")
        assert json.loads(out)["agreement"] == "both"
        assert run("check", "policy.lp", "--claim", f"total = {total}")[0] == 11
        assert run("compile", "policy.lp")[0] == 0
        assert run("compile", "policy.lp", "--to", "asp")[0] == 0
        code, out, _ = run("fragment", "policy.lp")
        assert code == 0
        assert "All of it is lowered" in out


def test_a_sum_beyond_the_bound_is_refused_in_words(run: Run) -> None:
    Path("policy.lp").write_text("p(X) :- q(A), X = " + "+".join(["A"] * 300) + ".\n", "utf-8")
    for command in ("check", "compile", "fragment"):
        code, out, err = run(command, "policy.lp")
        assert (code, out) == (2, "")
        assert "nested deeper than 250 levels" in err


# --- compile -------------------------------------------------------------------------------------------------------


def test_the_smtlib_text_is_the_committed_one(run: Run) -> None:
    code, out, err = run("compile", TRAVEL)
    assert (code, err) == (0, "")
    assert out == (ROOT / "translations" / "travel" / "emitted.smt2").read_text("utf-8")
    assert run("compile", TRAVEL)[1] == out


def test_it_can_be_written_to_a_file(run: Run) -> None:
    assert run("compile", TRAVEL, "-o", "out.smt2") == (0, "", "")
    assert Path("out.smt2").read_text("utf-8") == run("compile", TRAVEL)[1]
    code, _, err = run("compile", TRAVEL, "-o", "nowhere/out.smt2")
    assert code == 2
    assert "cannot write" in err


def test_json_holds_the_text(run: Run) -> None:
    made = json.loads(run("compile", TRAVEL, "--json")[1])
    assert made["text"] == run("compile", TRAVEL)[1]
    assert (made["policy"], made["to"]) == ("travel", "smtlib")


def test_the_closed_program_has_the_answer_sets_of_the_emitted_text(run: Run) -> None:
    """Two Boolean inputs: four cases, and in each the one outcome that Z3 finds for the other text."""
    control = clingo.Control(["0"], logger=lambda *_: None)
    control.add("base", [], run("compile", CASH, "--to", "asp")[1])
    control.ground([("base", [])])
    found = set()
    with control.solve(yield_=True) as models:
        for model in models:
            shown = {str(atom) for atom in model.symbols(atoms=True)}
            found.add(tuple(name in shown for name in ("food_or_retail", "paid_on_premises", "must_accept_cash")))
    solver = z3.Solver()
    solver.from_string(run("compile", CASH)[1])
    names = [z3.Bool(name) for name in ("foodOrRetail", "paidOnPremises", "mustAcceptCash")]
    expected = set()
    while solver.check() == z3.sat:
        model = solver.model()
        values = [z3.is_true(model.eval(name, model_completion=True)) for name in names]
        expected.add(tuple(values))
        solver.add(z3.Or([name != value for name, value in zip(names, values, strict=True)]))
    assert found == expected
    assert len(found) == 4


def test_what_is_not_lowered_is_refused_with_its_rule(run: Run) -> None:
    Path("policy.lp").write_text(AGGREGATE, "utf-8")
    code, out, err = run("compile", "policy.lp")
    assert (code, out) == (2, "")
    assert "not-lowered" in err
    assert "policy.lp:4" in err
    assert run("compile", "policy.lp", "--to", "asp")[0] == 0


def test_an_outcome_with_two_values_is_refused_with_its_witness(run: Run) -> None:
    Path("policy.lp").write_text("%@ input n: int 0..9\n%@ outcome o: int 0..9\no(1).\no(2) :- n(3).\n", "utf-8")
    code, out, err = run("compile", "policy.lp")
    assert (code, out) == (2, "")
    assert "two values at once" in err
    assert "n 3" in err


# --- fragment ------------------------------------------------------------------------------------------------------


def test_fragment_names_every_rule_and_the_logic(run: Run) -> None:
    code, out, _ = run("fragment", TRAVEL)
    assert code == 0
    for rule in ("cost-rule", "international-rule", "six-months-rule", "approval-rule", "booking-rule"):
        assert rule in out
    assert "QF_LIA" in out
    made = json.loads(run("fragment", TRAVEL, "--json")[1])
    assert made["logic"] == "QF_LIA"
    assert {rule["fragment"] for rule in made["rules"]} == {"rule"}


def test_fragment_says_which_rules_are_recursive(run: Run) -> None:
    Path("policy.lp").write_text("%@ sort p\n%@ input b(p,p)\nc(X,Y) :- b(X,Y).\nc(X,Z) :- b(X,Y), c(Y,Z).\n")
    rules = json.loads(run("fragment", "policy.lp", "--json")[1])["rules"]
    assert [rule["fragment"] for rule in rules] == ["rule", "rule, recursive"]


def test_fragment_gives_a_witness_for_a_refusal(run: Run) -> None:
    Path("policy.lp").write_text(AGGREGATE, "utf-8")
    code, out, _ = run("fragment", "policy.lp")
    assert code == 0
    assert "refused" in out
    assert "#count" in out or "aggregate" in out
    made = json.loads(run("fragment", "policy.lp", "--json")[1])
    assert made["logic"] is None
    assert made["rules"][0]["witness"]


# --- test ----------------------------------------------------------------------------------------------------------

POLICY = (
    "%@ input a\n%@ input n: int 0..9\n%@ outcome ok\n%@ rule yes\nok :- a, n(N), N < 5.\n%@ rule no\nok :- n(9).\n"
)


def _cases(text: str) -> None:
    Path("p").mkdir(exist_ok=True)
    Path("p/policy.lp").write_text(POLICY, "utf-8")
    Path("p/cases.yaml").write_text(text, "utf-8")


def test_cases_that_pass(run: Run) -> None:
    _cases("- name: small\n  facts: {a: true, n: 4}\n  expect: {ok: VALID}\n  because: [yes]\n")
    code, out, _ = run("test", "p")
    assert code == 0
    assert "pass  p: small" in out
    assert "1 of 1 cases" in out
    assert "never cited: no" in out


def test_a_case_that_fails_says_what_came_instead(run: Run) -> None:
    _cases(
        "- name: large\n  facts: {a: true, n: 5}\n  expect: {ok: VALID}\n"
        "- name: fine\n  facts: {n: 9}\n  expect: {ok: VALID}\n"
    )
    code, out, _ = run("test", "p")
    assert code == 1
    assert "FAIL  p: large" in out
    assert "expected VALID, got INVALID" in out
    assert "pass  p: fine" in out
    made = json.loads(run("test", "p", "--json")[1])["policies"][0]
    assert made["passed"] is False
    assert [case["passed"] for case in made["cases"]] == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "- name: x\n",
        "- name: x\n  expect: {nothing: VALID}\n",
        "- name: x\n  facts: {n: 10}\n  expect: {ok: VALID}\n",
        "- name: x\n  expects: {ok: VALID}\n",
        "- name: x\n  like: y\n  expect: {ok: VALID}\n",
        "- name: x\n  like: x\n  expect: {ok: VALID}\n",
        "- name: x\n  expect: {ok: VALID}\n- name: x\n  expect: {ok: VALID}\n",
        "- &a {name: x, expect: {ok: VALID}}\n- *a\n",
    ],
)
def test_cases_that_are_none_are_2(run: Run, text: str) -> None:
    _cases(text)
    code, out, err = run("test", "p")
    assert (code, out) == (2, "")
    assert "cases.yaml" in err


def test_a_policy_without_cases_is_2(run: Run) -> None:
    Path("p").mkdir()
    Path("p/policy.lp").write_text(POLICY, "utf-8")
    assert run("test", "p")[0] == 2
    assert run("test", "p", "nowhere")[0] == 2


def test_a_folder_that_cannot_be_read_is_named_and_the_others_are_run(run: Run) -> None:
    _cases("- name: fine\n  facts: {n: 9}\n  expect: {ok: VALID}\n")
    for folder, text in {"a": "{", "b": "- name: x\n  expect: {okk: VALID}\n"}.items():
        Path(folder).mkdir()
        Path(folder, "policy.lp").write_text(POLICY, "utf-8")
        Path(folder, "cases.yaml").write_text(text, "utf-8")
    Path("c").mkdir()
    Path("c/policy.lp").write_text("a :- b, X.\n", "utf-8")
    code, out, err = run("test", "a", "b", "nowhere", "c", "p")
    assert code == 2
    assert "pass  p: fine" in out
    places = [line.partition(" ")[0] for line in err.splitlines()]
    for place in ("a/cases.yaml:1:2:", "b/cases.yaml:2:12:", "nowhere:", "c/policy.lp:1:10:"):
        assert place in places
    # 2 is above 1, and the others still say what failed
    _cases("- name: wrong\n  facts: {n: 9}\n  expect: {ok: INVALID}\n")
    assert run("test", "p")[0] == 1
    code, out, _ = run("test", "p", "a")
    assert code == 2
    assert "FAIL  p: wrong" in out


def test_an_unanswered_case_neither_passes_nor_fails(run: Run) -> None:
    _cases("- name: asked\n  facts: {n: 4}\n  expect:\n- name: fine\n  facts: {n: 9}\n  expect: {ok: VALID}\n")
    code, out, _ = run("test", "p")
    assert code == 0
    assert "open  p: asked" in out
    assert "1 of 2 cases pass, 1 unanswered" in out
    made = json.loads(run("test", "p", "--json")[1])["policies"][0]
    assert [case["passed"] for case in made["cases"]] == [None, True]
    assert made["passed"] is True
