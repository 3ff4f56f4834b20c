"""JSON: the keys of the contract in their order, exact numbers, one form of every value."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from bicameral.explanation.encode import because, dumps, to_json
from bicameral.verdict.report import (
    Ambiguous,
    BackendView,
    Because,
    Conflict,
    IntervalView,
    Missing,
    Note,
    OutcomeRow,
    OutcomeTable,
    OutcomeValue,
    Place,
    PolicyView,
    Report,
    SourcePlace,
    Verdict,
    WitnessView,
)

POLICY = PolicyView("travel", "2026.1", "2026-01-01", None, "ab" * 32)
REPORT = Report(
    Verdict.INVALID,
    "trip_approved",
    "both",
    (
        Because("rule", "cost-rule", "Trips \u2026", Place("policy.lp", 10), SourcePlace("source.md", 3, "Approval")),
        Because("closed-world", "trip_approved", rules=("policy.lp:12",)),
        Because("fact", "cost", value=2500),
        Because("fact", "manager_approved", value=False, label="fact-approval"),
    ),
    None,
    None,
    WitnessView({"cost": 2500}, {"trip_approved": False, "pay": (Decimal("4900.00"), Decimal("0.10")), "level": None}),
    (Missing("tenure", "continuous service (months)?", {"cost": 2500}, (IntervalView(6, None),), (None, 3)),),
    Ambiguous({"a": True}, ("b",), ("r",)),
    (Conflict("pay", (Decimal("1.50"), Decimal("2.00")), ("r", "s")),),
    (Note("one-backend", "why"),),
    {"asp": BackendView("no", "yes", None, 0.4)},
    POLICY,
    None,
    "0.1.0",
)
# the example of the contract, written out
EXPECTED = """{"verdict": "INVALID", "claim": "trip_approved", "agreement": "both", \
"because": [{"kind": "rule", "name": "cost-rule", "text": "Trips \\u2026", "at": {"file": "policy.lp", "line": 10}, \
"source": {"file": "source.md", "line": 3, "heading": "Approval"}}, \
{"kind": "closed-world", "name": "trip_approved", "rules": ["policy.lp:12"]}, \
{"kind": "fact", "name": "cost", "value": 2500, "label": null}, \
{"kind": "fact", "name": "manager_approved", "value": false, "label": "fact-approval"}], \
"holds_when": null, \
"fails_when": {"inputs": {"cost": 2500}, "outcomes": {"trip_approved": false, "pay": [4900.00, 0.10], "level": null}}, \
"missing": [{"input": "tenure", "question": "continuous service (months)?", "at": {"cost": 2500}, \
"holds": [{"from": 6, "to": null}], "fails": [null, 3]}], \
"ambiguous": {"inputs": {"a": true}, "atoms": ["b"], "rules": ["r"]}, \
"conflicts": [{"outcome": "pay", "values": [1.50, 2.00], "rules": ["r", "s"]}], \
"notes": [{"code": "one-backend", "text": "why"}], \
"backends": {"asp": {"can_hold": "no", "can_fail": "yes", "reason": null, "ms": 0.400}}, \
"policy": {"name": "travel", "version": "2026.1", "effective": {"from": "2026-01-01", "to": null}, \
"sha256": "abababababababababababababababababababababababababababababababab"}, "as_of": null, "bicameral": "0.1.0"}"""


def test_a_report_on_one_line() -> None:
    assert to_json(REPORT, indent=None) == EXPECTED


def test_indented_is_the_same_document() -> None:
    indented = to_json(REPORT)
    assert json.loads(indented, parse_float=Decimal) == json.loads(EXPECTED, parse_float=Decimal)
    assert "\n  " in indented
    assert '{"kind": "fact", "name": "cost", "value": 2500, "label": null}' in indented


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("rule", ["kind", "name", "text", "at", "source"]),
        ("constraint", ["kind", "name", "text", "at", "source"]),
        ("closed-world", ["kind", "name", "rules"]),
        ("fact", ["kind", "name", "value", "label"]),
        ("assumed", ["kind", "name", "value"]),
        ("range", ["kind", "name", "from", "to"]),
        ("entities", ["kind", "name"]),
    ],
)
def test_every_entry_has_exactly_the_keys_of_its_kind(kind: str, keys: list[str]) -> None:
    assert list(because(Because(kind, "x"))) == keys


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("0.4300"), "0.4300"),
        (Decimal("-0.10"), "-0.10"),
        (Decimal("1E+3"), "1000"),
        (Decimal("1E-7"), "0.0000001"),
        (Decimal("12345678901234567890.12"), "12345678901234567890.12"),
        (2**70, "1180591620717411303424"),
        (True, "true"),
        ('\ud800 \u20ac " \\ \n', '"\\ud800 \\u20ac \\" \\\\ \\n"'),
        ([], "[]"),
        ({}, "{}"),
    ],
)
def test_values(value: object, text: str) -> None:
    assert dumps(value, indent=None) == text  # type: ignore[arg-type]


def test_a_table() -> None:
    table = OutcomeTable(
        (OutcomeRow("pay", "open", "both", (OutcomeValue(12, "senior yes"),), ()),),
        (),
        {},
        POLICY,
        "2026-01-01",
        "0.1.0",
    )
    assert json.loads(to_json(table)) == {
        "outcomes": [
            {
                "outcome": "pay",
                "status": "open",
                "agreement": "both",
                "values": [{"value": 12, "when": "senior yes"}],
                "missing": [],
            }
        ],
        "notes": [],
        "backends": {},
        "policy": {
            "name": "travel",
            "version": "2026.1",
            "effective": {"from": "2026-01-01", "to": None},
            "sha256": "ab" * 32,
        },
        "as_of": "2026-01-01",
        "bicameral": "0.1.0",
    }
    assert list(json.loads(to_json(table))) == [
        "outcomes", "notes", "backends", "policy", "as_of", "bicameral"
    ]  # fmt: skip
