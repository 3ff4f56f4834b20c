"""JUnit XML: a suite for each policy, a test for each expectation, and what failed."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from bicameral import Policy
from bicameral.casebook import Casebook
from bicameral.casebook.junit import Unread, junit
from bicameral.policy import check_text
from bicameral.source import SourceFile

CASES = """
- {name: granted, facts: {a: true}, expect: {o: true, not o: INVALID}}
- name: "<wrong> & \\u0007"
  facts: {a: true}
  expect: {o: false, not o: INVALID}
  because: [first]
  adjudication: an old answer
- {name: half, facts: {a: true}, expect: {o: true, not o: null}}
- {name: blank, facts: {a: true}, expect: null}
"""


def document() -> ET.Element:
    policy = Policy(check_text("%@ input a\n%@ outcome o\n%@ rule first\no :- a.\n%@ rule second\no :- a, not a.\n"))
    result = Casebook(policy, SourceFile("cases.yaml", CASES)).run()
    text = junit([result, Unread("elsewhere", "cannot read it")])
    assert text == junit([result, Unread("elsewhere", "cannot read it")])
    return ET.fromstring(text)


def test_counts() -> None:
    root = document()
    assert root.tag == "testsuites"
    assert {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "8",
        "failures": "1",
        "errors": "1",
        "skipped": "2",
    }
    suites = [(suite.get("tests"), len(suite), suite.get("failures"), suite.get("errors")) for suite in root]
    assert suites == [("7", 7, "1", "0"), ("1", 1, "0", "1")]


def test_a_failure_says_what_was_expected() -> None:
    (failed,) = document().iter("failure")
    assert failed.get("message") == "o: expected no, got VALID (adjudication: an old answer)"
    names = [case.get("name") for case in document().iter("testcase")]
    assert names[:3] == ["granted: o", "granted: not o", "<wrong> & \ufffd: o"]


def test_what_nobody_answered_is_skipped() -> None:
    skipped = [case.get("name") for case in document().iter("testcase") if case.find("skipped") is not None]
    assert skipped == ["half: not o", "blank"]
