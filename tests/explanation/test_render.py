"""The page for people, whole: what an owner of a policy reads at 80 columns."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from textwrap import dedent

import pytest

from bicameral.explanation.render import page, value_text
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
    Reports,
    SourcePlace,
    Verdict,
    WitnessView,
)
from tests.verdict.brute import policy_of, travel

POLICY = PolicyView("travel", "2026.1", "2026-01-01", None, "ab" * 32)
BACKENDS = {"asp": BackendView("no", "yes", None, 0.4), "smt": BackendView("no", "yes", None, 1.25)}
EMPTY = Report(
    Verdict.UNKNOWN, "trip_approved", "none", (), None, None, None, (), None, (), (), BACKENDS, POLICY, None, "0.1.0"
)
INVALID = replace(
    EMPTY,
    verdict=Verdict.INVALID,
    agreement="both",
    because=(
        Because(
            "rule",
            "cost-rule",
            "Trips exceeding EUR 1,000 require line-manager approval.",
            Place("policy.lp", 10),
            SourcePlace("source.md", 3, "Approval"),
        ),
        Because("closed-world", "trip_approved", rules=("approval-rule",)),
        Because("fact", "cost", value=25000, label="fact-cost"),
        Because("assumed", "manager_approved", value=False),
        Because("range", "tenure", low=0, high=None),
    ),
    fails_when=WitnessView({"cost": 25000, "manager_approved": False}, {"trip_approved": False}),
)
SATISFIABLE = replace(
    EMPTY,
    verdict=Verdict.SATISFIABLE,
    agreement="both",
    missing=(
        Missing(
            "tenure",
            "continuous service (months)?",
            {"cost": 2000, "manager_approved": True},
            (IntervalView(6, None),),
            (IntervalView(0, 5), None),
        ),
    ),
    holds_when=WitnessView({"cost": 2000, "tenure": 6}, {"trip_approved": True, "pay": Decimal("10.50")}),
    fails_when=WitnessView({"cost": 2000, "tenure": 5}, {"trip_approved": False, "pay": (1, 2)}),
)


def text(expected: str) -> str:
    return dedent(expected).strip("\n")


def test_a_decided_claim() -> None:
    assert page(INVALID, policy_of(travel())) == text(
        """
        INVALID  trip_approved
          Under the policy and these facts the claim cannot hold.

        Because
          cost-rule
            "Trips exceeding EUR 1,000 require line-manager approval."
            source.md:3 (Approval), policy.lp:10
          trip_approved only by approval-rule

        Facts
          cost              25,000 EUR     [fact-cost]
          manager_approved  no             a line manager has approved the trip (not
                                           stated, taken so)
          tenure            from 0 months  by its declared range

        It fails, for example, with
          cost 25,000 EUR, manager_approved no
          then: trip_approved no

        both backends, clingo and Z3, agree (asp 0.4 ms, smt 1.2 ms)
        policy travel 2026.1, effective from 2026-01-01, sha256 abababababab
        """
    )


def test_an_open_claim_asks() -> None:
    assert page(SATISFIABLE, policy_of(travel())) == text(
        """
        SATISFIABLE  trip_approved
          The claim can hold and can fail: something that decides it is open.

        Ask next
          tenure: continuous service (months)?
            holds: from 6 months
            fails: 0 to 5 months or none
            with cost 2000 EUR, manager_approved yes

        The closest two cases
                         holds     fails
          cost           2000 EUR  2000 EUR
          tenure         6 months  5 months  <
          trip_approved  yes       no
          pay            10.50     1 and 2

        both backends, clingo and Z3, agree (asp 0.4 ms, smt 1.2 ms)
        policy travel 2026.1, effective from 2026-01-01, sha256 abababababab
        """
    )


def test_what_was_not_decided_says_why() -> None:
    late = replace(EMPTY, backends={"asp": BackendView("undecided", "undecided", "out of time", 5000)})
    shown = page(late)
    assert "neither a yes nor a no" in shown
    assert "clingo: out of time" in shown


def test_a_disagreement_is_no_answer() -> None:
    shown = page(replace(EMPTY, verdict=Verdict.DISAGREEMENT, notes=(Note("reproducer", "it is in /tmp/x"),)))
    assert "Rely on neither" in shown
    assert "reproducer: it is in /tmp/x" in shown


def test_no_reason_at_all_is_told_from_no_reason_found() -> None:
    alone = replace(EMPTY, verdict=Verdict.VALID, agreement="both")
    assert "The policy alone decides" in page(alone)
    assert "The policy alone decides" not in page(replace(alone, notes=(Note("reasons-unavailable", "why"),)))


def test_what_a_policy_leaves_open_and_conflicts() -> None:
    shown = page(
        replace(
            SATISFIABLE,
            ambiguous=Ambiguous({"cost": 5}, ("trip_approved",), ("choice-rule",)),
            conflicts=(Conflict("pay", (1, 2), ("a", "b")),),
        )
    )
    assert "even with cost 5" in shown
    assert "what can go either way: trip_approved" in shown
    assert "pay can be 1 and 2 at once, by a, b" in shown


def test_every_minimal_reason() -> None:
    several = replace(INVALID, reasons=(INVALID.because, (Because("rule", "other-rule"),)))
    assert "Or because (2)\n  other-rule" in page(several)


def test_several_reports_are_ruled_off() -> None:
    shown = page(Reports((INVALID, SATISFIABLE)), width=60)
    assert f"\n{'-' * 60}\nSATISFIABLE" in shown


def test_a_table() -> None:
    table = OutcomeTable(
        (
            OutcomeRow("trip_approved", "open", "both", (), SATISFIABLE.missing),
            OutcomeRow("pay", "certain", "both", (OutcomeValue(12, None),), ()),
            OutcomeRow("level", "open", "both", (OutcomeValue("low", None), OutcomeValue("high", "tenure from 6")), ()),
        ),
        (),
        BACKENDS,
        POLICY,
        None,
        "0.1.0",
    )
    assert page(table) == text(
        """
        trip_approved  open
                                ask tenure: continuous service (months)?
        pay            certain  12
        level          open     low or high (tenure from 6)

        both backends, clingo and Z3, agree
        policy travel 2026.1, effective from 2026-01-01, sha256 abababababab
        """
    )
    assert "no outcome" in page(replace(table, outcomes=()))


@pytest.mark.parametrize("width", [40, 60, 80, 100])
@pytest.mark.parametrize("report", [INVALID, SATISFIABLE])
def test_lines_fit_and_colour_changes_no_layout(report: Report, width: int) -> None:
    plain = page(report, policy_of(travel()), width=width)
    assert max(map(len, plain.splitlines())) <= width
    roles = set()

    def mark(words: str, role: str) -> str:
        roles.add(role)
        return f"\x1b[1m{words}\x1b[0m"

    painted = page(report, policy_of(travel()), width=width, style=mark)
    assert painted.replace("\x1b[1m", "").replace("\x1b[0m", "") == plain
    assert roles == {report.verdict.name, "heading", "dim"}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "none"),
        (True, "yes"),
        (False, "no"),
        (2026, "2026"),
        (45000, "45,000"),
        (-45000, "-45,000"),
        (Decimal("1234.50"), "1,234.50"),
        (Decimal("0.4300"), "0.4300"),
        ("2026-01-01", "2026-01-01"),
    ],
)
def test_values(value: bool | int | Decimal | str | None, shown: str) -> None:
    assert value_text(value) == shown
