"""Coverage: what fires, wins and is met, against clingo's word on the author's own bodies."""

from __future__ import annotations

import clingo
import pytest

from bicameral import Policy
from bicameral.casebook import Casebook
from bicameral.casebook.coverage import Count, Coverage, coverage
from bicameral.policy import check_text
from bicameral.policy.cases.reader import CaseReader
from bicameral.policy.model import Case, CheckedPolicy
from bicameral.source import SourceFile
from bicameral.syntax import to_text, tree
from tests.equivalence.boundaries.replay import every_input, facts_text
from tests.equivalence.boundaries.samples import SAMPLES

LEAVE = """
%@ input hours: int 0..60
%@ input closed student
%@ input manager
%@ outcome entitled
%@ outcome days: int
%@ rule default
entitled :- not barred.
%@ rule part-time
barred :- hours(H), H < 20, not excused.
%@ rule student
barred :- student.
%@ rule excuse
excused :- manager.
%@ rule days
days(H / 2) :- hours(H), entitled.
%@ rule impossible
:- hours(H), H > 50, student.
"""


def run(text: str, *facts: dict[str, object]) -> Coverage:
    policy = check_text(text)
    reader = CaseReader(policy)
    return coverage(policy, [reader.make_case(one) for one in facts], 5_000)


def shown(count: Count) -> list[tuple[str, str | None, str]]:
    return [(one.rule, one.text, one.missing) for one in count.uncovered]


def test_what_one_case_shows() -> None:
    found = run(LEAVE, {"hours": 10, "student": False, "manager": False})
    assert shown(found.rules) == [
        (name, None, "never fired") for name in ("default", "student", "excuse", "days", "impossible")
    ]
    assert shown(found.exceptions) == [("student", "default", "never won"), ("excuse", "part-time", "never won")]
    assert shown(found.thresholds) == [
        ("part-time", "H < 20", "always met"),
        ("impossible", "H > 50", "never decides"),
    ]
    assert (found.rules.covered, found.rules.total) == (1, 6)
    assert (found.exceptions.total, found.thresholds.total) == (3, 2)


def test_an_exception_wins_alone_or_not_at_all() -> None:
    """Two exceptions that both hold keep the default from firing: neither decides."""
    both = run(LEAVE, {"hours": 10, "student": True, "manager": False})
    assert ("part-time", "default", "never won") in shown(both.exceptions)
    assert ("student", "default", "never won") in shown(both.exceptions)
    one = run(LEAVE, {"hours": 40, "student": True, "manager": False})
    assert ("student", "default", "never won") not in shown(one.exceptions)


def test_a_constraint_fires_in_a_case_that_it_forbids() -> None:
    found = run(
        LEAVE, {"hours": 51, "student": True, "manager": False}, {"hours": 50, "student": True, "manager": False}
    )
    assert "impossible" not in [one.rule for one in (*found.rules.uncovered, *found.thresholds.uncovered)]


def test_of_a_partial_case_what_is_certain() -> None:
    """The hours are open: the rule for students fires whatever they are, the one for part-timers may or may not."""
    found = run(LEAVE, {"student": True, "manager": False})
    fired = {"default", "part-time", "student", "excuse", "days", "impossible"} - {
        one.rule for one in found.rules.uncovered
    }
    assert fired == {"student"}


def test_every_side_covered() -> None:
    found = run(
        LEAVE,
        {"hours": 19, "student": False, "manager": False},
        {"hours": 20, "student": False, "manager": False},
        {"hours": 10, "student": False, "manager": True},
        {"hours": 50, "student": True, "manager": False},
        {"hours": 51, "student": True, "manager": False},
    )
    assert shown(found.rules) == shown(found.exceptions) == shown(found.thresholds) == []
    assert found.reason is None
    assert found.undecided == 0


def test_an_override_that_works_through_another_atom() -> None:
    text = """
%@ input a
%@ input b
%@ outcome o
%@ rule usual
o :- not special.
%@ rule link
special :- odd.
%@ rule odd
odd :- a, b.
%@ overrides odd usual
"""
    assert ("odd", "usual", "never won") in shown(run(text, {"a": True, "b": False}).exceptions)
    assert ("odd", "usual", "never won") not in shown(run(text, {"a": True, "b": True}).exceptions)


def test_what_is_not_lowered_is_said() -> None:
    text = "%@ input a\n%@ outcome p\n%@ rule loop\np :- #count { 1 : p; 2 : a } > 0.\n"
    found = run(text, {"a": True})
    assert found.reason is not None
    assert found.reason.startswith("loop is not lowered: ")
    assert found.rules.total == 0


def test_a_policy_with_individuals() -> None:
    text = """
%@ sort person
%@ input age(person): int 0..99
%@ input closed waived(person)
%@ outcome ok(person)
%@ rule grown
ok(P) :- age(P, A), A >= 18, not shut(P).
%@ rule shut
shut(P) :- age(P, _), not waived(P), age(P, 40).
"""
    found = run(text, {"age": {"ann": 18, "bob": 17}})
    assert [one.rule for one in found.rules.uncovered] == ["shut"]
    assert found.thresholds.uncovered == ()
    found = run(text, {"age": {"ann": 40}, "waived": {"ann": False}})
    assert found.exceptions.uncovered == ()


def test_the_book_has_it() -> None:
    policy = Policy(check_text(LEAVE))
    text = "- {name: a, facts: {hours: 19, manager: false}, expect: {entitled: false}}\n"
    found = Casebook(policy, SourceFile("cases.yaml", text)).run().coverage
    assert found is not None
    assert found.rules.covered == 1


# --- clingo's word ---------------------------------------------------------------------------------------------------


def fired(policy: CheckedPolicy, case: dict[str, object]) -> set[int]:
    """The statements whose body holds in the one answer set; constraints left out of the program."""
    rules = [
        (index, named.statement)
        for index, named in enumerate(policy.statements)
        if isinstance(named.statement, tree.Rule)
    ]
    lines = [to_text(named.statement) for named in policy.statements if isinstance(named.statement, tree.Const)]
    for index, rule in rules:
        if to_text(rule.head) != "#false":
            lines.append(to_text(rule))
        body = to_text(rule.body) if rule.body else "#true"
        lines.append(f"fired({index}) :- {body}.")
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], "\n".join(lines) + "\n" + facts_text(policy, case, {}))  # type: ignore[arg-type]
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        (model,) = [set(one.symbols(atoms=True)) for one in handle]
    return {one.arguments[0].number for one in model if one.name == "fired"}


@pytest.mark.parametrize("name", SAMPLES)
def test_rules_that_fire(name: str) -> None:
    policy = check_text(SAMPLES[name])
    reader = CaseReader(policy)
    names = {(one.smt_name, one.span): index for index, one in enumerate(policy.statements)}
    rules = {index for index, one in enumerate(policy.statements) if isinstance(one.statement, tree.Rule)}
    for inputs in list(every_input(policy))[::7]:
        case: Case = reader.make_case({key: False if value is None else value for key, value in inputs.items()})
        found = coverage(policy, [case], 5_000)
        never = {names[one.rule, one.span] for one in found.rules.uncovered}
        assert rules - never == fired(policy, dict(inputs)), inputs
