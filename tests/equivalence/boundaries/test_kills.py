"""The cases that boundaries gives kill every mutant that differs: by clingo's word, on the mutants' own text."""

from __future__ import annotations

from pathlib import Path

import pytest

from bicameral.equivalence.boundaries.cases import Boundaries, boundaries
from bicameral.equivalence.boundaries.mutation import mutants
from bicameral.policy import check_text, load
from bicameral.policy.model import CheckedPolicy
from tests.equivalence.boundaries.replay import every_input, facts_text, outcomes
from tests.equivalence.boundaries.samples import SAMPLES

RULES = Path(__file__).resolve().parents[3] / "rules"
POLICIES = sorted(folder.name for folder in RULES.iterdir() if (folder / "policy.lp").exists())


def kills(policy: CheckedPolicy, found: Boundaries) -> None:
    """Every mutant that is said to be killed is so in clingo, and none that is said to be the same."""
    facts = [facts_text(policy, case.inputs, case.entities) for case in found.cases]
    mine = [outcomes(policy, one) for one in facts]
    assert all(len(one) == 1 for one in mine)
    assert [one == {None} for one in mine] == [not case.consistent for case in found.cases]
    for mutant in found.killed:
        theirs = (outcomes(mutant.policy, one) for one in facts)
        assert any(one != other for one, other in zip(mine, theirs, strict=True)), mutant.description
    for mutant in found.same:
        assert [outcomes(mutant.policy, one) for one in facts] == mine, mutant.description


@pytest.mark.parametrize("name", POLICIES)
def test_of_every_policy_all_mutants_that_differ_are_killed(name: str) -> None:
    policy = load(RULES / name)
    found = boundaries(policy)
    assert found.undecided == ()
    assert len(found.killed) + len(found.same) == len(list(mutants(policy)))
    kills(policy, found)


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_the_same_is_so_on_every_input(name: str) -> None:
    policy = check_text(SAMPLES[name])
    found = boundaries(policy)
    assert found.undecided == ()
    assert found.killed
    kills(policy, found)
    facts = [facts_text(policy, inputs, {}) for inputs in every_input(policy)]
    mine = [outcomes(policy, one) for one in facts]
    for mutant in found.same:
        assert [outcomes(mutant.policy, one) for one in facts] == mine, mutant.description


@pytest.mark.parametrize("name", SAMPLES)
def test_cases_are_few_and_differ(name: str) -> None:
    found = boundaries(check_text(SAMPLES[name]))
    shown = [tuple(case.inputs.items()) for case in found.cases]
    assert len(set(shown)) == len(shown)
    assert all(case.edges for case in found.cases)
    edges = {edge for case in found.cases for edge in case.edges}
    assert len(shown) <= 3 * len(edges)


def test_the_same_cases_each_time() -> None:
    text = SAMPLES["exceptions to exceptions"]
    assert boundaries(check_text(text)).cases == boundaries(check_text(text)).cases


def test_a_policy_with_choices_is_undecided_and_says_why() -> None:
    found = boundaries(check_text("%@ input a: int 0..9\n%@ outcome o\n%@ rule free\n{o} :- a(X), X > 3.\n"))
    assert found.cases == ()
    assert {one.reason for one in found.undecided} == {"free can give one input several answer sets"}


def test_both_sides_of_a_threshold_differ_in_it_alone() -> None:
    text = "%@ input a: int 0..99\n%@ input b\n%@ input closed c\n%@ outcome o\no :- a(X), X >= 18, b, not c.\n"
    cases = boundaries(check_text(text)).cases
    shown = [tuple(case.inputs.values()) for case in cases]
    assert shown == [(18, True, False), (17, True, False), (18, True, True)]


def test_an_optional_number_is_left_out_where_it_does_not_matter() -> None:
    text = "%@ input optional a: int 5..9\n%@ input b: int ..3\n%@ outcome o\no :- b(X), X > 1.\n"
    assert [case.inputs for case in boundaries(check_text(text)).cases] == [{"a": None, "b": 1}, {"a": None, "b": 2}]


def test_individuals_that_are_named_are_those_of_the_cases() -> None:
    text = "%@ sort person\n%@ input age(person): int 0..99\n%@ outcome adult(person)\nadult(P) :- age(P,A), A >= 18.\n"
    cases = boundaries(check_text(text), {"person": ("ann",)}).cases
    assert [case.inputs for case in cases] == [{"age(ann)": 18}, {"age(ann)": 17}]


def test_one_individual_more_where_two_make_no_difference() -> None:
    text = "%@ sort person\n%@ input closed p(person)\n%@ outcome o\no :- #count { P : p(P) } > 2.\n"
    cases = boundaries(check_text(text)).cases
    assert [sum(map(bool, case.inputs.values())) for case in cases] == [2, 3]
    assert [len(case.inputs) for case in cases] == [2, 3]
