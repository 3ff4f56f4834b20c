"""What is asked next, and on which values the claim turns."""

from __future__ import annotations

from dataclasses import replace

from bicameral.backends.contract import Answer, Budget, Region, undecided
from bicameral.explanation.missing import Inputs, missing, question
from bicameral.policy.model import Case
from bicameral.verdict.report import IntervalView
from tests.verdict.brute import BruteSession, Law, Toy, policy_of, travel

BUDGET = Budget(86_400_000)


def test_questions() -> None:
    policy = policy_of(travel())
    assert question(policy, "tenure") == "continuous service (months)?"
    assert question(policy, "manager_approved") == "a line manager has approved the trip?"
    assert question(policy, "cost") == "cost?"
    keyed = replace(policy, inputs={"age": replace(policy.inputs["tenure"], name="age", text="age", unit="years")})
    assert question(keyed, "age(ann)") == "age of ann (years)?"


def test_one_input() -> None:
    toy = travel()
    session = BruteSession(toy, toy.claims["trip_approved"])
    at = {"cost": 2000, "international": True, "manager_approved": True}
    pair = ({**at, "tenure": 6}, {**at, "tenure": 5})
    entries, notes = missing(policy_of(toy), session, Case(dict(at), {}), pair, BUDGET)
    assert notes == ()
    (entry,) = entries
    assert (entry.input, entry.at) == ("tenure", at)
    assert (entry.holds, entry.fails) == ((IntervalView(6, 9),), (IntervalView(0, 5),))


def equal_or_none() -> Toy:
    """a and b are the same by law, and p follows from both: no pair differs in one input."""
    return Toy(
        inputs={"a": (False, True), "b": (False, True), "c": (False, True)},
        derived={"p": (False, True)},
        outcomes=("p",),
        laws=[
            Law("constraint", "same", lambda w: w["a"] == w["b"]),
            Law("rule", "both", lambda w: w["p"] == (w["a"] and w["b"])),
        ],
        claims={"p": lambda w: w["p"]},
    )


def test_two_inputs_are_each_asked_on_their_own_side() -> None:
    toy = equal_or_none()
    session = BruteSession(toy, toy.claims["p"])
    pair = session.closest(Case({}, {}), BUDGET)
    assert not isinstance(pair, Answer)
    entries, notes = missing(policy_of(toy), session, Case({}, {}), pair, BUDGET)
    assert notes == ()
    assert [(e.input, e.at, e.holds, e.fails) for e in entries] == [
        ("a", {"c": False}, (True,), (False,)),
        ("b", {"c": False}, (True,), (False,)),
    ]


class Late:
    def regions(self, case: Case, at: Inputs, name: str, budget: Budget) -> tuple[Region, Region] | Answer:
        return undecided("out of time")


class Cut:
    def regions(self, case: Case, at: Inputs, name: str, budget: Budget) -> tuple[Region, Region] | Answer:
        return Region(((1, None),), complete=False), Region(((None, 0),))


def test_what_could_not_be_settled_is_said() -> None:
    policy = policy_of(travel())
    pair: tuple[Inputs, Inputs] = ({"tenure": 6}, {"tenure": 5})
    entries, notes = missing(policy, Late(), Case({}, {}), pair, BUDGET)
    assert [note.code for note in notes] == ["regions-unavailable"]
    assert (entries[0].holds, entries[0].fails) == ((6,), (5,))
    entries, notes = missing(policy, Cut(), Case({}, {}), pair, BUDGET)
    assert [note.code for note in notes] == ["regions-cut"]
    assert (entries[0].holds, entries[0].fails) == ((IntervalView(1, None),), (IntervalView(None, 0),))
