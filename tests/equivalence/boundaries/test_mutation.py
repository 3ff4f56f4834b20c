"""Mutants: which there are, and that tree and text of each say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from bicameral.equivalence.boundaries.mutation import mutants
from bicameral.equivalence.boundaries.thresholds import exceptions, thresholds
from bicameral.policy import check_text, load
from bicameral.policy.model import CheckedPolicy
from bicameral.syntax import parse, tree
from tests.equivalence.boundaries.samples import SAMPLES

RULES = Path(__file__).resolve().parents[3] / "rules"
POLICIES = sorted(folder.name for folder in RULES.iterdir() if (folder / "policy.lp").exists())


def changes(text: str) -> list[str]:
    return [mutant.description for mutant in mutants(check_text(text))]


def policies() -> list[tuple[str, CheckedPolicy]]:
    found = [(name, check_text(text)) for name, text in SAMPLES.items()]
    return found + [(name, load(RULES / name)) for name in POLICIES]


@pytest.mark.parametrize(("name", "policy"), policies(), ids=lambda part: part if isinstance(part, str) else "")
def test_the_text_of_a_mutant_says_what_its_tree_says(name: str, policy: CheckedPolicy) -> None:
    for mutant in mutants(policy):
        (file,) = mutant.policy.files
        read = [one for one in parse(file.text).statements if not isinstance(one, tree.Annotation)]
        assert read == [named.statement for named in mutant.policy.statements], mutant.description
        assert [one.span[1:] for one in read] == [named.statement.span[1:] for named in mutant.policy.statements]
        assert mutant.policy.statements != policy.statements
        assert (mutant.policy.inputs, mutant.policy.outcomes) == (policy.inputs, policy.outcomes)


def test_a_comparison() -> None:
    text = "%@ input a: int 0..9\n%@ outcome o\no :- a(X), X > 3.\n"
    assert changes(text) == ["X > 3 made X >= 3", "X > 3 made X > 4", "X > 3 made X > 2"]


def test_a_chain_link_by_link() -> None:
    text = "%@ input a: int 0..9\n%@ outcome o\no :- a(X), 2 <= X < 6.\n"
    made = [change.partition(" made ")[2] for change in changes(text)]
    assert made == ["2 < X < 6", "3 <= X < 6", "1 <= X < 6", "2 <= X <= 6", "2 <= X < 7", "2 <= X < 5"]


def test_a_constant_where_it_stands_and_wherever_it_stands() -> None:
    text = "%@ input a: int 0..9\n%@ outcome o\n#const low = 0.\n#const high = low+4.\no :- a(X), X < high.\n"
    assert changes(text) == [
        "X < high made X <= high",
        "X < high made X < high+1",
        "X < high made X < high-1",
        "#const low = 0. made #const low = 1.",
        "#const low = 0. made #const low = 0-1.",
        "#const high = low+4. made #const high = low+4+1.",
        "#const high = low+4. made #const high = low+4-1.",
    ]
    moved = [mutant.policy.constants["high"] for mutant in mutants(check_text(text))]
    assert [value.value for value in moved if isinstance(value, tree.Number)] == [4, 4, 4, 5, 3, 5, 3]


def test_a_constant_at_the_end_of_what_clingo_reads() -> None:
    text = "%@ input a: int 0..9\n%@ outcome o\n#const top = 2147483647.\no :- a(X), X < top.\n"
    assert changes(text)[3:] == ["#const top = 2147483647. made #const top = 2147483646."]


def test_guards_of_aggregates_and_ends_of_intervals() -> None:
    text = "%@ input a\n%@ input b\n%@ outcome o\no :- 1 < #count { 1 : a; 2 : b }.\np(0..2).\no :- p(X), not a.\n"
    assert changes(text) == [
        "1 < #count { 1 : a; 2 : b } made 1 <= #count { 1 : a; 2 : b }",
        "1 < #count { 1 : a; 2 : b } made 2 < #count { 1 : a; 2 : b }",
        "1 < #count { 1 : a; 2 : b } made 0 < #count { 1 : a; 2 : b }",
        "0..2 made 1..2",
        "0..2 made 0-1..2",
        "0..2 made 0..3",
        "0..2 made 0..1",
        "`not a` dropped",
    ]


def test_exceptions_are_dropped_and_deleted() -> None:
    text = "%@ input a\n%@ input b\n%@ outcome o\no :- not p, not b.\np :- a, not q.\nq :- b.\n"
    assert changes(text) == [
        "`not p` dropped",
        "`not b` dropped",
        "`not q` dropped",
        "`p :- a, not q.` deleted",
        "`q :- b.` deleted",
    ]


def test_a_rule_that_overrides_is_an_exception() -> None:
    text = "%@ input a\n%@ outcome o\n%@ rule x\no :- a.\n%@ rule y\nv :- a.\n%@ overrides y x\n"
    assert changes(text) == ["`v :- a.` deleted"]


def test_what_assigns_and_what_compares_names_is_no_threshold() -> None:
    text = """
%@ sort person
%@ input pay(person): int 0..99
%@ outcome richer(person)
%@ outcome third(person): int
%@ outcome many: int
richer(P) :- pay(P, X), pay(Q, Y), P != Q, X > Y.
third(P, Z) :- pay(P, X), Z = X / 3.
many(N) :- N = #count { P : pay(P, X), X >= 50 }.
"""
    assert [one.text for one in thresholds(check_text(text))] == ["X > Y", "X >= 50"]


def test_exceptions_are_rules_for_negated_literals() -> None:
    policy = check_text(SAMPLES["exceptions to exceptions"])
    names = [policy.statements[index].name for index in range(len(policy.statements))]
    found = [(names[one.statement], [names[index] for index in one.rules]) for one in exceptions(policy)]
    assert found == [("default", ["first", "second"]), ("first", ["third"])]
