"""`diff` as a command: the travel policy's readings as the owner knows them, votes, questions, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bicameral.surfaces.cli import main as cli

ROOT = Path(__file__).resolve().parents[2]
TRAVEL = str(ROOT / "rules" / "travel")
READING = str(ROOT / "translations" / "travel" / "reading.smt2")
POLICIES = sorted(folder.name for folder in (ROOT / "rules").iterdir() if (folder / "policy.lp").exists())

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def compared(run: Run, *words: str) -> tuple[int, dict[str, Any]]:
    code, out, err = run("diff", *words, "--json", "--budget", "60000")
    assert err == ""
    return code, json.loads(out)


def changed(name: str, old: str, new: str) -> str:
    """The travel policy with one change, in a folder of its own."""
    text = (ROOT / "rules" / "travel" / "policy.lp").read_text("utf-8")
    assert text.count(old) == 1
    folder = Path(name)
    folder.mkdir()
    (folder / "policy.lp").write_text(text.replace(old, new), "utf-8")
    (folder / "source.md").write_text((ROOT / "rules" / "travel" / "source.md").read_text("utf-8"), "utf-8")
    return name


def says(difference: dict[str, Any]) -> list[list[str]]:
    return [[each["status"] for each in side["says"]] for side in difference["sides"]]


def region(difference: dict[str, Any]) -> dict[str, Any]:
    return {part["input"]: part["values"] for part in difference["region"]}


# --- the travel policy ----------------------------------------------------------------------------------------------


def test_six_months_or_more_than_six(run: Run) -> None:
    code, found = compared(run, TRAVEL, changed("strict", "T < 6", "T <= 6"))
    assert (code, found["verdict"], found["complete"]) == (10, "DIFFERENT", True)
    (difference,) = found["differences"]
    at_six = [{"from": 6, "to": 6}]
    assert region(difference) == {"international": [True], "manager_approved": [True], "tenure": at_six}
    assert difference["conditions"] == []
    assert says(difference) == [["proves", "proves"], ["refutes", "refutes"]]
    assert [set(side["rules"]) & {"six-months-rule"} for side in difference["sides"]] == [{"six-months-rule"}] * 2
    assert set(difference["replayed"].values()) == {"both"}


def test_the_same_between_smtlib_and_asp(run: Run) -> None:
    text = Path(READING).read_text("utf-8")
    assert text.count("(>= months 6)") == 1
    Path("strict.smt2").write_text(text.replace("(>= months 6)", "(> months 6)"), "utf-8")
    _, found = compared(run, "strict.smt2", TRAVEL)
    (difference,) = found["differences"]
    at_six = [{"from": 6, "to": 6}]
    assert region(difference) == {"international": [True], "managerApproved": [True], "tenureMonths": at_six}
    assert says(difference) == [["refutes", "refutes"], ["proves", "proves"]]


def test_without_the_closed_world(run: Run) -> None:
    """`A proves, B leaves open` exactly where no rule forbids: the inputs are tried one by one."""
    open_world = changed("open", "trip_approved :- not refused.", "{trip_approved} :- not refused.")
    code, found = compared(run, TRAVEL, open_world)
    assert (code, found["complete"]) == (10, True)
    assert all(says(difference) == [["proves", "proves"], ["open", "open"]] for difference in found["differences"])
    for cost in (0, 1000, 1001, 5000):
        for international in (False, True):
            for approved in (False, True):
                for tenure in (0, 5, 6, 7):
                    case = {
                        "cost": cost,
                        "international": international,
                        "manager_approved": approved,
                        "tenure": tenure,
                    }
                    needs_approval = cost > 1000 or international
                    forbidden = (needs_approval and not approved) or (international and tenure < 6)
                    inside = [one for one in found["differences"] if within(region(one), case)]
                    assert len(inside) == (0 if forbidden else 1), case


def within(where: dict[str, Any], case: dict[str, Any]) -> bool:
    return all(any(_is(case[name], value) for value in values) for name, values in where.items())


def _is(value: Any, part: Any) -> bool:
    if not isinstance(part, dict):
        return bool(value == part)
    low, high = part["from"], part["to"]
    return (low is None or low <= value) and (high is None or value <= high)


def test_a_second_author_agrees(run: Run) -> None:
    code, found = compared(run, TRAVEL, READING)
    assert (code, found["verdict"], found["differences"]) == (0, "EQUIVALENT", [])
    assert {one["input"]: one["domain"] for one in found["inputs"]} == {
        "cost": "0.. EUR",
        "international": "true or false",
        "manager_approved": "true or false",
        "tenure": "0.. months",
    }


@pytest.mark.parametrize("name", POLICIES)
def test_the_emitted_text_is_equivalent_to_its_policy(run: Run, name: str) -> None:
    policy, emitted = str(ROOT / "rules" / name), str(ROOT / "translations" / name / "emitted.smt2")
    assert compared(run, policy, emitted)[1]["verdict"] == "EQUIVALENT"
    assert compared(run, emitted, policy)[1]["verdict"] == "EQUIVALENT"


# --- several answer sets, auxiliaries, recursion --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ("{o}.", "{k}. o :- k.", "EQUIVALENT"),
        ("{o}.", "{k}. o :- k, a.", "DIFFERENT"),
        ("o :- not k. k :- not o.", "{o}.", "EQUIVALENT"),
        ("o ; k :- a.", "1 {o; k} 1 :- a.", "EQUIVALENT"),
        ("{o; u} = 1.", "{o}. {u}.", "DIFFERENT"),  # each alone is open in both
        (":- a. {o}.", "{o}.", "DIFFERENT"),
        ("o :- k. k :- o. k :- a.", "o :- a.", "EQUIVALENT"),
        ("o :- k. k :- o. {k} :- a.", "{o} :- a.", "EQUIVALENT"),
        ("o :- #count{1: a; 2: b} >= 2.", "o :- a, b.", "EQUIVALENT"),
    ],
)
def test_what_is_allowed_is_compared(run: Run, one: str, other: str, verdict: str) -> None:
    head = "%@ input a\n%@ input b\n%@ outcome o\n%@ outcome u\n"
    Path("one.lp").write_text(f"{head}{one}\n", "utf-8")
    Path("other.lp").write_text(f"{head}{other}\n", "utf-8")
    assert compared(run, "one.lp", "other.lp")[1]["verdict"] == verdict
    assert compared(run, "other.lp", "one.lp")[1]["verdict"] == verdict


def test_a_recursive_policy_equals_itself(run: Run) -> None:
    line = str(ROOT / "rules" / "approval_chain")
    assert compared(run, line, line)[1]["verdict"] == "EQUIVALENT"


def test_values_are_compared_where_both_give_one(run: Run) -> None:
    head = "%@ input hours: int 0..100\n%@ outcome pay: decimal(2)\n"
    Path("one.lp").write_text(f"{head}pay(P) :- hours(H), P = H * 1000.\n", "utf-8")
    Path("other.lp").write_text(
        f"{head}pay(P) :- hours(H), H <= 40, P = H * 1000.\npay(P) :- hours(H), H > 40, P = H * 1100.\n", "utf-8"
    )
    _, found = compared(run, "one.lp", "other.lp")
    (difference,) = found["differences"]
    assert region(difference) == {"hours": [{"from": 41, "to": None}]}
    assert [side["says"][0]["value"] for side in difference["sides"]] == [410.00, 451.00]


def test_what_is_not_lowered_is_tried_case_by_case(run: Run) -> None:
    head = (
        "%@ input n: int 0..9\n%@ input a\n%@ outcome p\nk ; l :- a. k :- l. l :- k.\n"  # a disjunction on a head cycle
    )
    Path("one.lp").write_text(f"{head}p :- k, n(N), N > 3.\n", "utf-8")
    Path("other.lp").write_text(f"{head}p :- k, n(N), N >= 3.\n", "utf-8")
    code, found = compared(run, "one.lp", "one.lp")
    assert (code, found["verdict"], found["complete"]) == (13, "UNDECIDED", False)
    assert "found no difference in the 20 cases" in found["undecided"]
    code, found = compared(run, "one.lp", "other.lp")
    assert (code, found["differences"][0]["example"], found["complete"]) == (10, {"n": 3, "a": True}, False)


# --- votes and questions --------------------------------------------------------------------------------------------


def test_votes_questions_and_what_the_answers_rule_out(run: Run) -> None:
    strict = changed("strict", "T < 6", "T <= 6")
    code, found = compared(run, TRAVEL, READING, strict)
    assert code == 10
    (difference,) = found["differences"]
    assert len(difference["groups"]) == 2
    assert [len(group) for group in difference["groups"]] == [2, 1]
    assert difference["question"].startswith("When the trip crosses a national border, a line manager has approved")
    assert run("diff", TRAVEL, READING, strict, "--questions", "q.yaml")[0] == 10
    asked = Path("q.yaml").read_text("utf-8")
    assert "tenureMonths: 6" in asked
    assert run("test", TRAVEL, READING, strict, "--cases", "q.yaml")[0] == 0  # nobody has answered
    Path("q.yaml").write_text(asked.replace("tripApproved:\n", "tripApproved: VALID\n"), "utf-8")
    code, out, _ = run("test", TRAVEL, READING, strict, "--cases", "q.yaml", "--json")
    assert code == 1
    assert list(json.loads(out)["ruled_out"]) == [strict]


# --- names ----------------------------------------------------------------------------------------------------------


def test_names_that_a_file_maps(run: Run) -> None:
    Path("a.lp").write_text("%@ input cost: int 0..9\n%@ outcome ok\nok :- cost(C), C < 5.\n", "utf-8")
    Path("b.lp").write_text("%@ input price: int 0..9\n%@ outcome ok\nok :- price(C), C < 5.\n", "utf-8")
    _, found = compared(run, "a.lp", "b.lp")
    assert found["verdict"] == "DIFFERENT"  # an input that one side alone knows is part of the region
    assert {one["input"]: one["only"] for one in found["inputs"]} == {"cost": ["a.lp"], "price": ["b.lp"]}
    Path("names.yaml").write_text("price: cost\n", "utf-8")
    assert compared(run, "a.lp", "b.lp", "--map", "names.yaml")[1]["verdict"] == "EQUIVALENT"


def test_domains_that_differ_are_listed(run: Run) -> None:
    Path("a.lp").write_text("%@ input n: int 0..9\n%@ outcome ok\nok :- n(N), N < 5.\n", "utf-8")
    Path("b.lp").write_text("%@ input n: int 2..20\n%@ outcome ok\nok :- n(N), N < 5.\n", "utf-8")
    code, found = compared(run, "a.lp", "b.lp")
    assert (code, found["inputs"][0]["domain"]) == (0, "2..9")
    assert found["domains"] == [{"input": "n", "declared": {"a.lp": "int 0..9", "b.lp": "int 2..20"}}]


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ("%@ input n\n%@ outcome ok\nok :- n.\n", "%@ input n\n%@ outcome fine\nfine :- n.\n", "share no outcome"),
        ("%@ input n\n%@ outcome ok\nok :- n.\n", "%@ input n: int\n%@ outcome ok\nok :- n(1).\n", "`n` is Boolean in"),
    ],
)
def test_what_cannot_be_compared_is_bad_input(run: Run, one: str, other: str, words: str) -> None:
    Path("a.lp").write_text(one, "utf-8")
    Path("b.lp").write_text(other, "utf-8")
    code, out, err = run("diff", "a.lp", "b.lp")
    assert (code, out) == (2, "")
    assert words in err


def test_one_translation_is_bad_input(run: Run) -> None:
    code, _, err = run("diff", TRAVEL)
    assert code == 2
    assert "two translations or more" in err


def test_two_files_that_tell_no_outcomes(run: Run) -> None:
    head = "(declare-const n Int)\n(declare-const a Bool)\n(declare-const ok Bool)\n"
    Path("a.smt2").write_text(f"{head}(assert (= ok (and a (> n 3))))\n", "utf-8")
    Path("b.smt2").write_text(f"{head}(assert (= ok (and a (>= n 3))))\n", "utf-8")
    code, _, err = run("diff", "a.smt2", "b.smt2")
    assert code == 2
    assert "share no outcome" in err
    assert "--outcomes" in err
    _, found = compared(run, "a.smt2", "b.smt2", "--outcomes", "ok")
    (difference,) = found["differences"]
    assert region(difference) == {"n": [{"from": 3, "to": 3}], "a": [True]}
