"""The published tables of other systems, from JSON, `.lp` and answer-block cases alike, through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.rules.stock import ROOT, RULES

CASES = Path(__file__).parent / "cases"
READING = ROOT / "translations" / "travel" / "reading.smt2"
FORMS = ("json", "lp", "smt2")
EXIT = {"VALID": 0, "INVALID": 10, "SATISFIABLE": 11, "INCONSISTENT": 12}


@dataclass(frozen=True)
class Row:
    """A case, its verdict, and the whole reason: rules with closed worlds by atom, then facts by label."""

    case: str
    policy: str
    verdict: str
    because: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.case


def why(*names: str) -> frozenset[str]:
    return frozenset(names)


ROWS = [
    Row("travel-refused", "travel", "INVALID", why("cost-rule", "world trip_approved", "fact-cost", "fact-approval")),
    Row(
        "travel-approved",
        "travel",
        "VALID",
        why("approval-rule", "world refused", "fact-domestic", "fact-approval"),
    ),
    Row("travel-tenure", "travel", "SATISFIABLE", missing=("tenure",)),
    Row(
        "travel-booking",
        "travel",
        "INVALID",
        why("cost-rule", "world booking_allowed", "world trip_approved", "fact-cost", "fact-approval"),
    ),
    Row("travel-cost-unknown", "travel", "SATISFIABLE", missing=("cost",)),
    Row("cash-restaurant", "cash_law", "INVALID", why("cash-rule", "fact-restaurant", "fact-premises")),
    Row("lending-refused", "lending", "INVALID", why("debt-to-income-rule", "world approved", "fact-dti", "fact-qm")),
    Row(
        "lending-limit",
        "lending",
        "VALID",
        why("approval-rule", "world barred", "fact-dti", "fact-ltv"),
    ),
    Row("lending-above", "lending", "INVALID", why("debt-to-income-rule", "world approved", "fact-dti", "fact-qm")),
    Row("lending-debt-unknown", "lending", "SATISFIABLE", missing=("debt_to_income",)),
    Row("lending-mortgage-unknown", "lending", "SATISFIABLE", missing=("qualified_mortgage",)),
    Row(
        "lending-does-not-matter",
        "lending",
        "VALID",
        why("approval-rule", "world barred", "fact-dti", "fact-ltv"),
    ),
]


def check(*arguments: str | Path) -> tuple[int, Any, str]:
    """Exit code, decoded JSON (None without any), standard error."""
    run = subprocess.run(
        [sys.executable, "-m", "bicameral", "check", *map(str, arguments), "--json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return run.returncode, json.loads(run.stdout) if run.stdout.strip() else None, run.stderr


def cited(report: Any) -> frozenset[str]:
    names = set()
    for entry in report["because"]:
        if entry["kind"] == "closed-world":
            names.add(f"world {entry['name']}")
        else:
            names.add(entry.get("label") or entry["name"])
    return frozenset(names)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row, form: str) -> None:
    code, report, errors = check(RULES / row.policy, CASES / f"{row.case}.{form}")
    assert code == EXIT[row.verdict], errors
    assert (report["verdict"], report["agreement"]) == (row.verdict, "both")
    assert cited(report) == row.because
    assert tuple(entry["input"] for entry in report["missing"]) == row.missing


def test_the_booking_case_cites_its_rule_in_the_closed_world() -> None:
    _, report, _ = check(RULES / "travel", CASES / "travel-booking.json")
    worlds = {entry["name"]: entry["rules"] for entry in report["because"] if entry["kind"] == "closed-world"}
    assert worlds["booking_allowed"] == ["booking-rule"]


def side(report: Any, name: str) -> tuple[Any, Any]:
    return report["holds_when"]["inputs"][name], report["fails_when"]["inputs"][name]


def test_six_months_is_the_boundary() -> None:
    _, report, _ = check(RULES / "travel", CASES / "travel-tenure.json")
    (missing,) = report["missing"]
    assert missing["holds"] == [{"from": 6, "to": None}]
    assert missing["fails"] == [{"from": 0, "to": 5}]
    assert missing["question"] == "continuous service (months)?"
    assert side(report, "tenure") == (6, 5)


@pytest.mark.parametrize(
    ("case", "policy", "name", "pair"),
    [
        ("travel-cost-unknown", "travel", "cost", (1000, 1001)),
        ("lending-debt-unknown", "lending", "debt_to_income", (0.43, 0.4301)),
    ],
)
def test_a_boundary_is_shown_from_both_sides(case: str, policy: str, name: str, pair: tuple[Any, Any]) -> None:
    _, report, _ = check(RULES / policy, CASES / f"{case}.json")
    assert side(report, name) == pair


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", ["travel-contradiction", "travel-out-of-range"])
def test_contradicting_facts_are_no_verdict(case: str, form: str) -> None:
    code, report, errors = check(RULES / "travel", CASES / f"{case}.{form}")
    assert code == 2
    assert report is None
    assert "cost" in errors


# --- the SMT-LIB reading ----------------------------------------------------------------------------------------

READING_ROWS = {
    "travel-refused": ("INVALID", {"cost-rule", "fact-cost", "fact-approval"}),
    "travel-approved": ("VALID", {"closed-world", "fact-domestic", "fact-approval"}),
    "travel-booking": ("INVALID", {"booking-rule", "cost-rule", "fact-cost", "fact-approval"}),
}


@pytest.mark.parametrize("case", READING_ROWS)
def test_the_reading_gives_the_same(case: str) -> None:
    code, report, errors = check(READING, CASES / f"{case}.smt2")
    verdict, because = READING_ROWS[case]
    assert code == EXIT[verdict], errors
    assert (report["verdict"], report["agreement"]) == (verdict, "smt")
    assert cited(report) == because


def test_the_reading_asks_for_tenure() -> None:
    _, report, _ = check(READING, CASES / "travel-tenure.smt2")
    assert (report["verdict"], report["agreement"]) == ("SATISFIABLE", "smt")
    assert [entry["input"] for entry in report["missing"]] == ["tenureMonths"]
    assert side(report, "tenureMonths") == (6, 5)


@pytest.mark.parametrize("case", ["travel-contradiction", "travel-out-of-range"])
def test_the_reading_refuses_contradicting_facts(case: str) -> None:
    code, report, _ = check(READING, CASES / f"{case}.smt2")
    assert code in {2, EXIT["INCONSISTENT"]}
    assert report is None or report["verdict"] == "INCONSISTENT"


def test_without_the_closed_world_approval_stays_open(tmp_path: Path) -> None:
    kept = [line for line in READING.read_text("utf-8").splitlines() if ":named closed-world" not in line]
    reading = tmp_path / "open.smt2"
    reading.write_text("\n".join(kept), "utf-8")
    code, report, errors = check(reading, CASES / "travel-approved.smt2")
    assert (code, report["agreement"]) == (EXIT["SATISFIABLE"], "smt"), errors

    program = (RULES / "travel" / "policy.lp").read_text("utf-8")
    assert "trip_approved :- not refused." in program
    folder = tmp_path / "travel"
    folder.mkdir()
    (folder / "policy.lp").write_text(program.replace("trip_approved :- not", "{trip_approved} :- not"), "utf-8")
    (folder / "source.md").write_text((RULES / "travel" / "source.md").read_text("utf-8"), "utf-8")
    code, report, errors = check(folder, CASES / "travel-approved.json")
    assert (code, report["agreement"]) == (EXIT["SATISFIABLE"], "both"), errors
    assert "trip_approved" in report["ambiguous"]["atoms"]
