"""The commands `boundaries` and `test --cases --junit`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bicameral.surfaces.cli.main import main

POLICY = """
%@ policy entry
%@ input age: int 0..120 years "age"
%@ input closed member
%@ outcome admitted
%@ rule age-rule
admitted :- age(A), A >= 18, not barred.
%@ rule member-rule
barred :- age(A), A < 21, not member.
"""
CASES = "- {name: a child, facts: {age: 10}, expect: {admitted: false}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "entry"
    made.mkdir()
    (made / "policy.lp").write_text(POLICY)
    (made / "cases.yaml").write_text(CASES)
    return made


def test_printed_as_cases(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boundaries", str(folder)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# entry: cases on both sides of each threshold and each exception.")
    assert "\n# age-rule (policy.lp:7): A >= 18\n" in out
    assert "\n  facts:\n    age: 18\n    member: true\n  expect:\n    admitted:\n" in out


def test_written_answered_and_run(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "questions.yaml"
    assert main(["boundaries", str(folder), "-o", str(file)]) == 0
    assert main(["test", str(folder), "--cases", str(file)]) == 0
    out = capsys.readouterr().out
    count = file.read_text().count("- name:")
    assert f"entry: 0 of {count} cases pass, {count} unanswered" in out
    assert f"open questions: {count}" in out
    assert "2 of 2 statements fire, 1 of 1 exceptions win, 2 of 2 thresholds are met from both sides" in out
    file.write_text(file.read_text().replace("admitted:", "admitted: true"))
    assert main(["test", str(folder), "--cases", str(file), "--junit", str(tmp_path / "out.xml")]) == 1
    root = ET.parse(tmp_path / "out.xml").getroot()
    assert int(root.get("failures", "0")) > 0
    assert root.get("tests") == str(count)


def test_no_answers_are_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boundaries", str(folder), "-o", str(folder / "cases.yaml")]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (folder / "cases.yaml").read_text() == CASES


def test_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boundaries", str(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["policy", "sha256", "cases", "mutants", "silent"]
    first = found["cases"][0]
    assert first["facts"] == {"age": 18, "member": True}
    assert first["expect"] == {"admitted": None}
    assert first["decides"][0] == {
        "kind": "threshold",
        "rule": "age-rule",
        "text": "A >= 18",
        "at": {"file": "policy.lp", "line": 7},
    }
    assert found["mutants"]["undecided"] == []


def test_what_is_undecided_is_exit_13(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "policy.lp").write_text(POLICY + "{extra} :- member.\n%@ outcome extra\n")
    assert main(["boundaries", str(folder)]) == 13
    assert "can give one input several answer sets" in capsys.readouterr().out


def test_coverage_in_json_and_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(folder), "--json"]) == 0
    (policy,) = json.loads(capsys.readouterr().out)["policies"]
    assert policy["coverage"]["rules"]["covered"] == 1
    assert policy["coverage"]["thresholds"]["uncovered"] == [
        {
            "rule": "age-rule",
            "at": {"file": "policy.lp", "line": 7},
            "text": "A >= 18",
            "missing": "never decides",
        },
        {
            "rule": "member-rule",
            "at": {"file": "policy.lp", "line": 9},
            "text": "A < 21",
            "missing": "always met",
        },
    ]
    assert main(["test", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "        1 of 2 statements fire, 0 of 1 exceptions win, 0 of 2 thresholds are met from both sides\n" in out
    assert "        never fired: age-rule (policy.lp:7)\n" in out
    assert "        never won: member-rule (policy.lp:9) over age-rule\n" in out
    assert "        always met: member-rule (policy.lp:9): A < 21\n" in out


def test_junit_of_a_policy_that_cannot_be_read(folder: Path, tmp_path: Path) -> None:
    (folder / "cases.yaml").unlink()
    assert main(["test", str(folder), "--junit", str(tmp_path / "out.xml")]) == 2
    assert ET.parse(tmp_path / "out.xml").getroot().get("errors") == "1"


def test_junit_that_cannot_be_written(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(folder), "--junit", str(tmp_path / "no" / "out.xml")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_an_smtlib_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "reading.smt2"
    file.write_text("(declare-const a Bool)\n(declare-const o Bool)\n(assert (=> a o))\n")
    assert main(["boundaries", str(file)]) == 2
    assert "no-program" in capsys.readouterr().err
