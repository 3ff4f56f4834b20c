"""The owner's cases: what passes, what fails and how it says so, what is no casebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from bicameral import InputError, Policy
from bicameral.casebook import BookResult, Casebook
from bicameral.policy import check_text
from bicameral.source import SourceFile

TEXT = """
%@ input cost: int 0.. EUR "cost" as costEur
%@ input approved
%@ input closed vip
%@ outcome allowed
%@ outcome fee: decimal(2) EUR
%@ rule limit
refused :- cost(C), C > 1000, not approved.
%@ rule grant
allowed :- not refused.
%@ rule flat
fee(250) :- allowed, not vip.
%@ rule never
refused :- vip, cost(C), C > 5000.
"""


@pytest.fixture(scope="module")
def policy() -> Policy:
    return Policy(check_text(TEXT))


def run(policy: Policy, text: str) -> BookResult:
    return Casebook(policy, SourceFile("cases.yaml", text)).run()


def test_verdicts_values_reasons_and_what_is_missing(policy: Policy) -> None:
    result = run(
        policy,
        """
- name: refused
  facts: {cost: 2500, approved: false}
  expect: {allowed: INVALID, not allowed: VALID, fee: false}
  because: [limit]
- name: granted
  like: refused
  facts: {approved: true}
  expect: {allowed: true, fee: 2.50, "fee >= 2": VALID}
  because: [flat, grant]
- {name: open, facts: {approved: false}, expect: {allowed: SATISFIABLE}, missing: [costEur]}
- name: the cost taken back
  like: refused
  facts: {costEur: null}
  expect: {allowed: SATISFIABLE}
  adjudication: the published answer is for another year
""",
    )
    assert result.passed
    assert result.exit_code == 0
    assert [case.name for case in result.cases] == ["refused", "granted", "open", "the cost taken back"]
    assert [expectation.got for expectation in result.cases[1].expectations] == ["yes", "2.50", "VALID"]
    assert result.cases[3].adjudication == "the published answer is for another year"
    assert result.rules == ("limit", "grant", "flat", "never")
    assert result.uncovered == ("never",)


def test_what_came_instead_is_shown(policy: Policy) -> None:
    result = run(
        policy,
        """
- {name: wrong value, facts: {cost: 5, approved: true}, expect: {fee: 3}}
- {name: wrong verdict, facts: {cost: 5, approved: true}, expect: {allowed: INVALID}}
- {name: wrong rule, facts: {cost: 5000, approved: false}, expect: {allowed: INVALID}, because: [never]}
- {name: wrong question, facts: {approved: false}, expect: {allowed: SATISFIABLE}, missing: [approved]}
""",
    )
    assert not result.passed
    assert result.exit_code == 1
    assert [(e.expected, e.got, e.passed) for case in result.cases[:2] for e in case.expectations] == [
        ("3.00", "2.50", False),
        ("INVALID", "VALID", False),
    ]
    assert "no minimal reason cites never" in result.cases[2].unmet[0]
    assert "limit" in result.cases[2].unmet[0]
    assert result.cases[3].unmet == ("missing should be approved (found: cost)",)
    assert not any(case.passed for case in result.cases)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "empty"),
        ("[]", 1, "no case"),
        ("a: b", 1, "a list of cases"),
        ("3", 1, "a list of cases"),
        ("- 3", 1, "object"),
        ("- name: a\n  expect: 3", 2, "object"),
        ("- name: a\n  expect:\n    allowd: true", 3, "did you mean `allowed`?"),
        ("- name: a\n  expect:\n    allowd: VALID", 3, "did you mean `allowed`?"),
        ("- name: a\n  expect:\n    fees: 3", 3, "did you mean `fee`?"),
        ("- name: a\n  expect:\n    fees:", 3, "did you mean `fee`?"),
        ("- name: a\n  expect:\n    allowed: VALD", 3, "did you mean `VALID`?"),
        ("- name: a\n  expect:\n    fee: invalid", 3, "did you mean `INVALID`?"),
        ("- name: a\n  expect:\n    not allowed: true", 3, "a claim"),
        ("- name: a\n  expects:\n    allowed: true\n  expect:", 2, "did you mean `expect`?"),
        ("- {name: a}", 1, "expect"),
        ("- {name: a, expect: {allowed: VALID}, fact: {}}", 1, "fact"),
        ("- name: a\n  expect: {allowed: VALID}\n  facts: {cots: 1}", 3, "cots"),
        ("- name: a\n  expect: {allowed: VALID}\n  facts: {cost: -1}", 3, "cost"),
        ("- name: a\n  expect:\n    allowed: MAYBE", 3, "allowed"),
        ("- name: a\n  expect:\n    cost: 5", 3, "no outcome"),
        ("- name: a\n  expect:\n    fee: 2.555", 3, "fee"),
        ("- name: a\n  expect:\n    nothing here: VALID", 3, ""),
        ("- name: a\n  expect: {allowed: VALID}\n  because: [limits]", 3, "limits"),
        ("- name: a\n  expect: {allowed: VALID}\n  missing: [fee]", 3, "fee"),
        ("- name: a\n  expect: {allowed: VALID}\n  like: b", 3, "`b`"),
        ("- name: a\n  expect: {allowed: VALID}\n  like: a", 3, "like itself"),
        ("- {name: a, expect: {allowed: VALID}}\n- {name: a, expect: {allowed: VALID}}", 2, "two cases"),
    ],
)
def test_what_is_no_casebook_is_bad_input_with_its_place(policy: Policy, text: str, line: int, said: str) -> None:
    with pytest.raises(InputError) as caught:
        Casebook(policy, SourceFile("cases.yaml", text))
    span = caught.value.diagnostics[0].span
    assert span is not None
    assert (span.file, span.line) == ("cases.yaml", line)
    assert said in str(caught.value)


@pytest.mark.parametrize("blank", ["", "null", "{}", "~"])
def test_a_blank_expect_is_a_case_that_is_not_answered(policy: Policy, blank: str) -> None:
    result = run(policy, f"- name: a\n  facts: {{cost: 5}}\n  because: [grant]\n  expect: {blank}\n")
    case = result.cases[0]
    assert (case.answered, case.passed, case.failed, case.unmet) == (False, False, False, ())
    assert result.unanswered == ("a",)
    assert (result.passed, result.exit_code) == (True, 0)


def test_a_blank_line_of_expect_is_not_answered_and_the_others_are(policy: Policy) -> None:
    result = run(
        policy,
        """
- name: half
  facts: {cost: 5, approved: true}
  expect: {allowed: VALID, fee: , not allowed: null}
- name: half wrong
  facts: {cost: 5, approved: true}
  expect: {allowed: INVALID, fee: }
""",
    )
    half, wrong = result.cases
    assert (half.answered, half.passed, half.failed, half.blank) == (False, False, False, ("fee", "not allowed"))
    assert [line.about for line in half.expectations] == ["allowed"]
    assert (wrong.passed, wrong.failed) == (False, True)
    assert result.unanswered == ("half",)
    assert result.exit_code == 1


def test_every_fault_of_a_casebook_is_told(policy: Policy) -> None:
    text = """
- name: a
  facts: {cots: 1, cost: -1}
  because: [limits]
  expect: {allowd: true, fees: 3}
- {name: b, expect: {allowed: MAYBE}, like: c}
"""
    with pytest.raises(InputError) as caught:
        Casebook(policy, SourceFile("cases.yaml", text))
    said = str(caught.value)
    assert [d.span.line for d in caught.value.diagnostics if d.span is not None] == [3, 3, 4, 5, 5, 6, 6]
    for wrong in ("cots", "-1", "limits", "allowd", "fees", "MAYBE", "`c`"):
        assert wrong in said


def test_the_cases_beside_a_policy(tmp_path: Path) -> None:
    (tmp_path / "policy.lp").write_text(TEXT)
    loaded = Policy.load(tmp_path)
    with pytest.raises(InputError, match=r"cases\.yaml"):
        Casebook.beside(loaded)
    (tmp_path / "cases.yaml").write_text("- {name: a, facts: {cost: 5}, expect: {allowed: VALID}}\n")
    assert Casebook.beside(loaded).run().passed
