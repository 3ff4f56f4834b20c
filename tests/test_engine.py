"""The engine over planted backends: all six verdicts, witnesses, disagreements, budgets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import bicameral
from bicameral.backends.contract import (
    NO,
    YES,
    Answer,
    Backend,
    Budget,
    Decision,
    Witness,
    undecided,
)
from bicameral.engine import MakeBackend, Policy
from bicameral.explanation.encode import to_json
from bicameral.explanation.render import page
from bicameral.policy import check_text
from bicameral.policy.instances import Scope
from bicameral.policy.model import Case, CheckedPolicy, Claim, Value
from bicameral.source import InputError, PolicyError
from bicameral.verdict.report import OutcomeTable, Report, Reports, Verdict
from tests.verdict.brute import BruteBackend, BruteSession, Law, Toy, policy_of, travel


class Lies:
    """What a planted backend says instead of the truth."""

    def __init__(
        self,
        decision: Decision | None = None,
        replay: Answer | None = None,
        completes: Callable[[Witness | Answer], Witness | Answer] | None = None,
    ) -> None:
        self.decision = decision
        self.replay = replay
        self.completes = completes


class PlainSession:
    """A backend that only decides: no oracle, no closest pair."""

    def __init__(self, inner: BruteSession, lies: Lies) -> None:
        self._inner = inner
        self._lies = lies

    def decide(self, case: Case, budget: Budget) -> Decision:
        return self._lies.decision or self._inner.decide(case, budget)

    def complete(self, inputs: Mapping[str, Value], holds: bool | None, budget: Budget) -> Witness | Answer:
        made = self._inner.complete(inputs, holds, budget)
        return made if self._lies.completes is None else self._lies.completes(made)

    def replay(self, witness: Witness, budget: Budget) -> Answer:
        return self._lies.replay or self._inner.replay(witness, budget)


class SlowReplay(BruteSession):
    def replay(self, witness: Witness, budget: Budget) -> Answer:
        return undecided("out of time")


class PlainBackend:
    name = "asp"

    def __init__(self, toy: Toy, lies: Lies) -> None:
        self._brute = BruteBackend("asp", toy)
        self._lies = lies

    def session(self, claim: Claim | None, scope: Scope = ()) -> PlainSession:
        return PlainSession(self._brute.session(claim), self._lies)

    def arbitrate(self, claim: Claim | None, case: Case, budget: Budget) -> Decision:
        return self._brute.session(claim).decide(case, budget)

    def facts_program(self, case: Case, claim: Claim | None, budget: Budget) -> str:
        return "% the program\n"


def engine(toy: Toy, lies: Lies | None = None, session: type[BruteSession] = BruteSession) -> Policy:
    def asp(policy: CheckedPolicy, lower: Any) -> Backend:
        return PlainBackend(toy, lies or Lies())

    def smt(policy: CheckedPolicy, lower: Any) -> Backend:
        return BruteBackend("smt", toy, session)

    makers: dict[str, MakeBackend] = {"asp": asp, "smt": smt}
    return Policy(policy_of(toy), makers)


def case(stated: dict[str, Value], *claims: str, assumed: dict[str, Value] | None = None) -> Case:
    return Case(stated, assumed or {}, claims=tuple(Claim(text, "claim", ()) for text in claims))


def check(toy: Toy, stated: dict[str, Value], claim: str, lies: Lies | None = None, **options: Any) -> Report:
    report = engine(toy, lies).check(case=case(stated, claim), **options)
    assert isinstance(report, Report)
    return report


FACTS: dict[str, Value] = {"cost": 2500, "international": False, "manager_approved": False}
APPROVED = {**FACTS, "manager_approved": True}
OPEN: dict[str, Value] = {"cost": 2000, "international": True, "manager_approved": True}


def test_invalid() -> None:
    report = check(travel(), FACTS, "trip_approved")
    assert (report.verdict, report.agreement, report.exit_code) == (Verdict.INVALID, "both", 10)
    assert [(b.kind, b.name, b.value) for b in report.because] == [
        ("rule", "cost-rule", None),
        ("closed-world", "trip_approved", None),
        ("fact", "cost", 2500),
        ("fact", "manager_approved", False),
    ]
    assert report.holds_when is None
    assert report.fails_when is not None
    # the tenure is open: the smallest that is admissible
    assert report.fails_when.inputs == {**FACTS, "tenure": 0}
    assert report.fails_when.outcomes == {"trip_approved": False, "booking_allowed": False}
    assert report.notes == ()


def test_valid() -> None:
    report = check(travel(), APPROVED, "trip_approved")
    assert (report.verdict, report.exit_code) == (Verdict.VALID, 0)
    assert {b.name for b in report.because} == {"default", "refused", "international", "manager_approved"}
    assert report.holds_when is not None
    assert report.fails_when is None


def test_satisfiable_asks_for_the_tenure_alone() -> None:
    report = check(travel(), OPEN, "trip_approved")
    assert report.verdict is Verdict.SATISFIABLE
    assert report.because == ()
    assert report.holds_when is not None
    assert report.fails_when is not None
    assert (report.holds_when.inputs["tenure"], report.fails_when.inputs["tenure"]) == (6, 5)
    (asked,) = report.missing
    assert (asked.input, asked.question) == ("tenure", "continuous service (months)?")
    assert asked.at == OPEN
    plain = json.loads(to_json(report))["missing"][0]
    assert (plain["holds"], plain["fails"]) == ([{"from": 6, "to": 9}], [{"from": 0, "to": 5}])


def test_inconsistent() -> None:
    report = check(travel(), {**OPEN, "tenure": -1}, "trip_approved")
    assert report.verdict is Verdict.INCONSISTENT
    assert [(b.kind, b.name) for b in report.because] == [("fact", "tenure"), ("range", "tenure")]
    assert (report.holds_when, report.fails_when) == (None, None)


def test_a_claim_that_any_policy_gives_has_an_empty_reason() -> None:
    toy = replace(travel(), claims={"true": lambda _: True})
    report = check(toy, {}, "true")
    assert (report.verdict, report.because) == (Verdict.VALID, ())
    assert "The policy alone decides" in page(report)


def test_unknown_when_neither_decides() -> None:
    toy = travel()
    late = Decision(undecided("out of time"), undecided("out of time"), 5000.0)
    makers: dict[str, MakeBackend] = {
        "asp": lambda policy, lower: PlainBackend(toy, Lies(late)),
        "smt": lambda policy, lower: PlainBackend(toy, Lies(late)),
    }
    report = Policy(policy_of(toy), makers).check(case=case(FACTS, "trip_approved"))
    assert isinstance(report, Report)
    assert (report.verdict, report.agreement, report.exit_code) == (Verdict.UNKNOWN, "none", 13)
    assert {view.reason for view in report.backends.values()} == {"out of time"}
    assert report.because == ()


def test_one_backend_alone_is_said_and_can_be_refused() -> None:
    late = Lies(Decision(undecided("out of time"), undecided("out of time"), 1.0))
    report = check(travel(), FACTS, "trip_approved", late)
    assert (report.verdict, report.agreement) == (Verdict.INVALID, "smt")
    assert [note.code for note in report.notes] == ["one-backend"]
    assert "asp: out of time" in report.notes[0].text
    refused = check(travel(), FACTS, "trip_approved", late, require="both")
    assert (refused.verdict, refused.agreement) == (Verdict.UNKNOWN, "none")


@pytest.mark.parametrize("lie", [Decision(YES, NO, 0.1), Decision(YES, YES, 0.1), Decision(NO, NO, 0.1)])
def test_a_lying_backend_is_a_disagreement(lie: Decision, tmp_path: Path) -> None:
    folder = tmp_path / "record"
    report = check(travel(), FACTS, "trip_approved", Lies(lie), reproducer=folder)
    assert (report.verdict, report.agreement, report.exit_code) == (Verdict.DISAGREEMENT, "none", 14)
    assert report.because == ()
    # both answers are kept, the arbiter speaks, and the verdict stays
    assert report.backends["asp"].can_hold == lie.can_hold.truth.value
    assert (report.backends["smt"].can_hold, report.backends["smt"].can_fail) == ("no", "yes")
    notes = {note.code: note.text for note in report.notes}
    assert "can hold: no, can fail: yes" in notes["arbiter"]
    assert str(folder) in notes["reproducer"]
    assert json.loads((folder / "case.json").read_text()) == {"facts": FACTS, "claim": "trip_approved"}
    assert (folder / "closed.lp").read_text() == "% the program\n"
    assert "disagreement" in (folder / "answers.txt").read_text()


def wrong_outcome(made: Witness | Answer) -> Witness | Answer:
    return made if isinstance(made, Answer) else replace(made, outcomes={n: not v for n, v in made.outcomes.items()})


LIES = [
    (Lies(completes=wrong_outcome), "smt finds no answer set with the inputs, outcomes and claim of a witness of asp"),
    (Lies(completes=lambda _: NO), "asp finds no answer set"),
    # what clingo cannot complete, Z3 does, and clingo replays
    (Lies(completes=lambda _: undecided("overflow"), replay=NO), "asp finds no answer set with the inputs"),
]


@pytest.mark.parametrize(("lies", "said"), LIES)
@pytest.mark.parametrize("stated", [FACTS, {**FACTS, "tenure": 3}, OPEN])
def test_a_failed_replay_is_a_disagreement(stated: dict[str, Value], lies: Lies, said: str, tmp_path: Path) -> None:
    report = check(travel(), stated, "trip_approved", lies, reproducer=tmp_path / "record")
    assert report.verdict is Verdict.DISAGREEMENT
    assert (report.because, report.missing, report.holds_when, report.fails_when) == ((), (), None, None)
    (text,) = [note.text for note in report.notes if note.code == "disagreement"]
    assert said in text


def test_what_one_backend_cannot_complete_the_other_does() -> None:
    report = check(travel(), FACTS, "trip_approved", Lies(completes=lambda _: undecided("overflow")))
    assert (report.verdict, report.notes) == (Verdict.INVALID, ())
    assert report.fails_when is not None


def test_an_undecided_replay_is_a_note() -> None:
    report = engine(travel(), session=SlowReplay).check(case=case(FACTS, "trip_approved"))
    assert isinstance(report, Report)
    assert (report.verdict, report.agreement) == (Verdict.INVALID, "both")
    assert report.fails_when is not None
    (note,) = report.notes
    assert note.code == "replay-undecided"
    assert "out of time" in note.text


def test_the_record_of_a_disagreement_is_written_somewhere_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    first = check(travel(), FACTS, "trip_approved", Lies(Decision(YES, NO, 0.1)))
    again = check(travel(), FACTS, "trip_approved", Lies(Decision(YES, NO, 0.1)))
    (folder,) = tmp_path.iterdir()
    (note,) = [note for note in first.notes if note.code == "reproducer"]
    assert str(folder) in note.text
    assert first.notes == again.notes
    assert folder.stat().st_mode & 0o077 == 0


def test_a_record_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("")
    report = check(travel(), FACTS, "trip_approved", Lies(Decision(YES, NO, 0.1)), reproducer=taken)
    assert report.verdict is Verdict.DISAGREEMENT
    assert "reproducer-unwritten" in {note.code for note in report.notes}


def test_several_claims_and_the_greatest_exit_code() -> None:
    reports = engine(travel()).check(case=case(FACTS, "trip_approved", "not trip_approved"))
    assert isinstance(reports, Reports)
    assert [r.verdict for r in reports.reports] == [Verdict.INVALID, Verdict.VALID]
    assert reports.exit_code == 10
    assert list(json.loads(to_json(reports))) == ["reports"]


def test_one_backend_on_request() -> None:
    report = check(travel(), FACTS, "trip_approved", backend="smt")
    assert (report.verdict, report.agreement, list(report.backends)) == (Verdict.INVALID, "smt", ["smt"])
    assert {note.code for note in report.notes} == {"one-backend", "replay-undecided"}
    alone = check(travel(), FACTS, "trip_approved", backend="asp")
    assert (alone.verdict, alone.agreement) == (Verdict.INVALID, "asp")
    assert alone.because == ()
    assert "reasons-unavailable" in {note.code for note in alone.notes}


def test_all_reasons() -> None:
    stated: dict[str, Value] = {"cost": 2500, "international": True, "manager_approved": False, "tenure": 3}
    report = check(travel(), stated, "trip_approved", all_reasons=True)
    assert report.reasons is not None
    assert report.reasons[0] == report.because
    assert {frozenset(b.name for b in reason) for reason in report.reasons} == {
        frozenset({"cost-rule", "trip_approved", "cost", "manager_approved"}),
        frozenset({"international-rule", "trip_approved", "international", "manager_approved"}),
        frozenset({"six-months-rule", "trip_approved", "international", "tenure"}),
    }
    keys = list(json.loads(to_json(report)))
    assert keys.index("reasons") == keys.index("because") + 1


def pay() -> Toy:
    """Two rules that may both give the pay, a third that leaves a bonus to choice."""

    def pays(world: Mapping[str, Any]) -> set[int]:
        return {value for value, on in ((12, world["senior"]), (14, world["night"])) if on}

    subsets = [frozenset(s) for s in ((), (12,), (14,), (12, 14))]
    return Toy(
        inputs={"senior": (False, True), "night": (False, True)},
        derived={"pay": subsets, "bonus": (False, True)},
        outcomes=("pay", "bonus"),
        laws=[
            Law("rule", "senior-rule", lambda w: not w["senior"] or 12 in w["pay"]),
            Law("rule", "night-rule", lambda w: not w["night"] or 14 in w["pay"]),
            Law("closed-world", "pay", lambda w: w["pay"] <= pays(w), ("senior-rule", "night-rule")),
            Law("closed-world", "bonus", lambda w: not w["bonus"] or w["senior"], ("bonus-choice",)),
        ],
        claims={
            "bonus": lambda w: w["bonus"],
            "pay(V)": lambda w: bool(w["pay"]),
            "pay(V), V != 12": lambda w: bool(w["pay"] - {12}),
            "pay(V), V != 14": lambda w: bool(w["pay"] - {14}),
            "pay(V), V != 12, V != 14": lambda w: bool(w["pay"] - {12, 14}),
            "pay(12)": lambda w: 12 in w["pay"],
            "pay(14)": lambda w: 14 in w["pay"],
        },
    )


def table(toy: Toy, stated: dict[str, Value]) -> OutcomeTable:
    made = engine(toy)
    made.claim = lambda text: Claim(text, "claim", ())  # type: ignore[method-assign]
    found = made.check(case=case(stated))
    assert isinstance(found, OutcomeTable)
    return found


def test_a_valued_outcome_with_two_values_is_a_conflict() -> None:
    made = engine(pay())
    made.claim = lambda text: Claim(text, "claim", ())  # type: ignore[method-assign]
    report = made.check(case=case({"senior": True, "night": True}, "pay(12)"))
    assert isinstance(report, Report)
    assert report.verdict is Verdict.VALID
    (conflict,) = report.conflicts
    assert (conflict.outcome, conflict.values) == ("pay", (12, 14))
    assert report.holds_when is not None
    assert report.holds_when.outcomes["pay"] == (12, 14)
    single = made.check(case=case({"senior": True, "night": False}, "pay(12)"))
    assert isinstance(single, Report)
    assert single.conflicts == ()


def test_one_input_on_both_sides_is_ambiguous() -> None:
    made = engine(pay())
    made.claim = lambda text: Claim(text, "claim", ())  # type: ignore[method-assign]
    report = made.check(case=case({"senior": True, "night": False}, "bonus"))
    assert isinstance(report, Report)
    assert report.verdict is Verdict.SATISFIABLE
    assert report.ambiguous is not None
    assert report.ambiguous.inputs == {"senior": True, "night": False}
    assert report.ambiguous.atoms == ("bonus",)
    assert report.missing == ()


def test_a_table_of_outcomes() -> None:
    rows = {row.outcome: row for row in table(travel(), FACTS).outcomes}
    assert {name: row.status for name, row in rows.items()} == {
        "trip_approved": "impossible",
        "booking_allowed": "impossible",
    }
    found = table(travel(), OPEN)
    assert [(row.outcome, row.status, row.agreement) for row in found.outcomes] == [
        ("trip_approved", "open", "both"),
        ("booking_allowed", "open", "both"),
    ]
    assert [entry.input for entry in found.outcomes[0].missing] == ["tenure"]
    assert found.exit_code == 0
    assert table(travel(), {**OPEN, "tenure": -1}).exit_code == 12


@pytest.mark.parametrize(
    ("stated", "status", "values"),
    [
        ({"senior": True, "night": False}, "certain", [(12, None)]),
        ({"senior": False, "night": False}, "impossible", []),
        ({"senior": True}, "open", [(12, None), (14, "night yes")]),
        ({"senior": False}, "open", [(14, "night yes")]),
    ],
)
def test_values_of_an_outcome(stated: dict[str, Value], status: str, values: list[tuple[int, str | None]]) -> None:
    row = table(pay(), stated).outcomes[0]
    assert (row.status, row.agreement) == (status, "both")
    assert [(value.value, value.when) for value in row.values] == values


@pytest.mark.parametrize("options", [{"backend": "cvc5"}, {"require": "asp"}, {"budget": 0}, {"budget": True}])
def test_bad_options_are_bad_input(options: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        engine(travel()).check(case=case(FACTS, "trip_approved"), **options)


def test_same_case_same_bytes() -> None:
    def text() -> str:
        report = check(travel(), OPEN, "trip_approved")
        return to_json(replace(report, backends={}))

    assert text() == text()


def test_exported_names() -> None:
    assert set(bicameral.__all__) == {
        "Ambiguous", "BackendView", "Because", "BicameralError", "Conflict", "Diagnostic", "InputError",
        "IntervalView", "Missing", "Note", "Options", "OutcomeRow", "OutcomeTable", "OutcomeValue", "ParseError",
        "Policy", "PolicyError", "PolicyView", "Report", "Reports", "Verdict", "WitnessView", "__version__",
    }  # fmt: skip
    for name in bicameral.__all__:
        assert getattr(bicameral, name) is not None
    assert bicameral.Policy is Policy
    with pytest.raises(AttributeError, match="no attribute 'policy_of'"):
        _ = bicameral.policy_of


def test_a_program_that_clingo_refuses_is_no_policy(tmp_path: Path) -> None:
    """clingo takes an unsafe head for safe where it can compute the body away, and refuses it otherwise."""
    (tmp_path / "policy.lp").write_text(
        "%@ input n: int 0..5\n%@ outcome ok\n"
        "years(F) :- child(C), C = C*2.\nchild(1).\nok :- years(X), n(N), N > 2.\n",
        encoding="utf-8",
    )
    with pytest.raises(PolicyError, match="clingo refuses the program"):
        Policy.load(tmp_path).check({}, "ok")


def test_no_case_is_possible_where_every_computed_value_is_excluded(tmp_path: Path) -> None:
    """Every year of the argument's range breaks the constraint, though years of the derived range do not."""
    (tmp_path / "policy.lp").write_text(
        "%@ input begins: date 2020-01-01..2099-12-31\n%@ derive y: int 1900..2200 = year(begins)\n"
        "%@ input approved\n%@ outcome ok\nok :- approved.\n:- y(Y), Y < 2100.\n",
        encoding="utf-8",
    )
    policy = Policy.load(tmp_path)
    report = policy.check({"approved": True}, "ok")
    assert isinstance(report, Report)
    assert report.verdict is Verdict.INCONSISTENT
    stated = policy.check({"approved": True, "begins": "2030-01-01"}, "ok")
    assert isinstance(stated, Report)
    assert stated.verdict is Verdict.INCONSISTENT


@pytest.mark.parametrize("options", [{"requier": "both"}, {"claims": ["ok"]}])
def test_an_option_that_is_none_is_bad_input(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="there is no option"):
        Policy(policy_of(travel())).check({}, "trip_approved", **options)


EDGES = """\
%@ input a
%@ input b
%@ input c
%@ outcome ok
two :- #sum { 1,x : a; 1,y : b; 1,z : c } >= 2.
%@ rule ok-rule
ok :- two.
#edge (1, 2) : two.
"""


def checked(text: str, facts: dict[str, Any], claim: str, **options: Any) -> tuple[Report, str]:
    policy = Policy(check_text(text))
    report = policy.check(facts, claim, **options)
    assert isinstance(report, Report)
    return report, page(report, policy.checked)


@pytest.mark.parametrize(
    ("facts", "verdict", "names"),
    [
        ({"a": True, "b": True}, Verdict.VALID, ["policy.lp:5", "ok-rule", "a", "b"]),
        ({"a": True, "b": False, "c": False}, Verdict.INVALID, ["two", "ok", "b", "c"]),
        ({"a": False, "b": True, "c": False}, Verdict.INVALID, ["two", "ok", "a", "c"]),
    ],
)
@pytest.mark.parametrize("backend", ["both", "asp"])
def test_clingo_alone_gives_reasons_too(
    facts: dict[str, Any], verdict: Verdict, names: list[str], backend: str
) -> None:
    report, _ = checked(EDGES, facts, "ok", backend=backend)
    assert (report.verdict, report.agreement) == (verdict, "asp")
    assert [entry.name for entry in report.because] == names
    assert "reasons-unavailable" not in {note.code for note in report.notes}


def test_an_inconsistent_case_has_a_reason_where_clingo_alone_decides() -> None:
    report, _ = checked(f"{EDGES}#edge (2, 1) : a.\n", {"a": True, "c": True}, "ok", all_reasons=True)
    assert report.verdict is Verdict.INCONSISTENT
    found = {tuple(entry.name for entry in reason) for reason in report.reasons or ()}
    # the cycle 1, 2, 1 needs both edges; `two` follows from a and c
    assert found == {("policy.lp:5", "policy.lp:8", "policy.lp:9", "a", "c")}


def test_one_backend_where_both_are_required_is_said_to_be_one() -> None:
    report, shown = checked("%@ input a\n%@ outcome ok\nok :- a.\n", {}, "ok", backend="smt", require="both")
    assert (report.verdict, report.agreement) == (Verdict.UNKNOWN, "none")
    assert ("both-required", "both backends are required: smt decided, no other backend was asked") in {
        (note.code, note.text) for note in report.notes
    }
    assert "Z3: decided, which alone is no verdict here" in shown
    report, shown = checked(EDGES, {"a": True, "b": True}, "ok", require="both")
    assert report.verdict is Verdict.UNKNOWN
    assert [note.text for note in report.notes if note.code == "both-required"] == [
        "both backends are required: asp decided, smt did not (`#edge`)"
    ]


def test_rules_without_a_sentence_are_shown_as_they_are_written() -> None:
    _, shown = checked(EDGES, {"a": True, "b": True}, "ok")
    lines = [line.strip() for line in shown.split("\n")]
    assert lines.count("policy.lp:5") == 1
    assert lines[lines.index("policy.lp:5") + 1] == "two :- #sum { 1,x : a; 1,y : b; 1,z : c } >= 2."
    assert lines[lines.index("ok-rule") + 1] == "ok :- two."


def test_long_lists_of_values_are_counted_on_the_page_and_whole_in_json() -> None:
    text = "%@ input n: int 0..120\n%@ outcome ok\nok :- n(N), N \\ 7 = 5.\n"
    report, shown = checked(text, {}, "ok")
    assert len(report.missing[0].holds) == len([n for n in range(121) if n % 7 == 5])
    assert "5 or 12 or 19 or 26 or 33 or 40 or 47 or 54 ... and 9 more" in " ".join(shown.split())


def test_a_table_draws_neighbouring_values_together_and_says_where_it_is_cut() -> None:
    policy = Policy(check_text("%@ input n: int 0..40\n%@ outcome pay: decimal(2) EUR\npay(N) :- n(N).\n"))
    table = policy.check()
    assert isinstance(table, OutcomeTable)
    (row,) = table.outcomes
    assert row.status == "open"
    assert not row.whole
    assert [value.value for value in row.values] == [Decimal(n).scaleb(-2) for n in range(12)]
    assert "values-cut" in {note.code for note in table.notes}
    assert "0.00 to 0.11 EUR or others" in page(table, policy.checked)


def test_a_table_says_who_decided_each_outcome() -> None:
    text = "%@ input a\n%@ outcome p\n%@ outcome q\np :- a.\nq :- p.\n"
    policy = Policy(check_text(text))
    table = policy.check({"a": True})
    shown = page(table, policy.checked)
    assert "both backends, clingo and Z3, agree" in shown
    mixed = replace(
        table, outcomes=(table.outcomes[0], replace(table.outcomes[1], status="undecided", agreement="none"))
    )
    lines = " ".join(page(mixed, policy.checked).split())
    assert "p: both backends, clingo and Z3, agree; q: not decided" in lines
    assert "stand behind" not in lines
