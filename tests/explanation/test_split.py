"""What splits the answer sets of one input, for keyed predicates and those that no annotation declares."""

from __future__ import annotations

from typing import Any

from bicameral import Policy, Report
from bicameral.policy import check_text


def ambiguous(program: str, facts: dict[str, Any], claim: str, **options: Any) -> tuple[tuple[str, ...], ...]:
    report = Policy(check_text(program, "policy.lp")).check(facts, claim, **options)
    assert isinstance(report, Report)
    assert report.ambiguous is not None
    return report.ambiguous.atoms, report.ambiguous.rules


def test_a_loop_over_individuals() -> None:
    program = """%@ sort person
%@ input works(person)
%@ outcome lead(person)
%@ rule leads
lead(P) :- works(P), not rest(P).
%@ rule rests
rest(P) :- works(P), not lead(P).
"""
    facts = {"works": {"ann": True, "bob": False}}
    found = ambiguous(program, facts, "lead(ann)", entities={"person": ["ann", "bob"]})
    assert found == (("lead(ann)", "rest(ann)"), ("leads", "rests"))


def test_a_choice_far_above_the_outcome() -> None:
    program = """%@ input a
%@ outcome p
%@ rule pick
{ k(1); k(2) } = 1 :- a.
%@ rule mid
m(X) :- k(X), X > 1.
%@ rule last
p :- m(2).
"""
    assert ambiguous(program, {"a": True}, "p") == (("p", "k(1)", "k(2)"), ("pick",))


def test_values_of_a_keyed_outcome() -> None:
    program = """%@ sort person
%@ input works(person)
%@ outcome desk(person): int
%@ rule desks
{ desk(P,1); desk(P,2) } = 1 :- works(P).
"""
    facts = {"works": {"ann": True}}
    found = ambiguous(program, facts, "desk(ann) = 1", entities={"person": ["ann"]})
    assert found == (("desk(ann,1)", "desk(ann,2)"), ("desks",))
