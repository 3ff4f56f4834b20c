"""Results of cases as JUnit XML, which build servers read: a suite for each policy, a test for each expectation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from bicameral.casebook.book import BookResult, CaseResult
from bicameral.source.record import record

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@record
class Unread:
    """A policy whose cases could not be run: its name as given, and why."""

    policy: str
    message: str


@record
class _Test:
    name: str
    kind: str | None = None  # failure, error or skipped
    message: str = ""


def junit(results: Sequence[BookResult | Unread]) -> str:
    """The document. It holds no times: the same results are the same bytes."""
    suites = [(one.policy, list(_tests(one))) for one in results]
    everything = [test for _, tests in suites for test in tests]
    root = ET.Element("testsuites", _counts("bicameral", everything))
    for policy, tests in suites:
        suite = ET.SubElement(root, "testsuite", _counts(policy, tests))
        for test in tests:
            case = ET.SubElement(suite, "testcase", {"classname": _clean(policy), "name": _clean(test.name)})
            if test.kind is not None:
                ET.SubElement(case, test.kind, {"message": _clean(test.message)}).text = _clean(test.message)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _tests(result: BookResult | Unread) -> Iterator[_Test]:
    if isinstance(result, Unread):
        yield _Test("the policy and its cases are read", "error", result.message)
        return
    for case in result.cases:
        yield from _of_case(case)


def _of_case(case: CaseResult) -> Iterator[_Test]:
    note = "" if case.adjudication is None else f" (adjudication: {case.adjudication})"
    for line in case.expectations:
        name = f"{case.name}: {line.about}"
        if line.passed:
            yield _Test(name)
        else:
            yield _Test(name, "failure", f"{line.about}: expected {line.expected}, got {line.got}{note}")
    for place, text in enumerate(case.unmet, start=1):
        yield _Test(f"{case.name}: what else is expected ({place})", "failure", text + note)
    for about in case.blank:
        yield _Test(f"{case.name}: {about}", "skipped", "unanswered")
    if not (case.expectations or case.unmet or case.blank):
        yield _Test(case.name, "skipped", "unanswered")


def _counts(name: str, tests: Sequence[_Test]) -> dict[str, str]:
    kinds = [test.kind for test in tests]
    return {
        "name": _clean(name),
        "tests": str(len(tests)),
        "failures": str(kinds.count("failure")),
        "errors": str(kinds.count("error")),
        "skipped": str(kinds.count("skipped")),
    }


def _clean(text: str) -> str:
    """The text without characters that no XML document can hold."""
    return _NO_XML.sub("\ufffd", text)
