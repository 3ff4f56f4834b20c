"""Programs for stock clingo, and inputs of individuals."""

from __future__ import annotations

from itertools import product

import pytest

from bicameral.backends.asp.emit import closed_program
from bicameral.backends.contract import YES, Answer, undecided
from bicameral.lowering import lower
from bicameral.policy import check_text
from bicameral.policy.instances import scope_of
from bicameral.policy.model import Case, Value
from bicameral.source import PolicyError
from tests.backends.asp.test_numbers import Fixed
from tests.backends.asp.tools import Scan, backend, budget, case, claim_of, models, sides

MIXED = """
%@ sort grade = junior | senior
%@ input cost: int 0..
%@ input rank: grade
%@ input optional days: int 1..3
%@ input go
%@ input closed late
%@ outcome p
p :- cost(C), C > 1000, rank(senior), not late, go.
"""

KEYED = """
%@ sort person
%@ input age(person): int 0..120
%@ input closed vip(person)
%@ input knows(person, person)
%@ outcome eligible(person)
eligible(P) :- age(P,A), A >= 18, not vip(P).
linked(X,Y) :- knows(X,Y).
linked(X,Z) :- linked(X,Y), knows(Y,Z).
"""


def test_the_closed_program_has_an_answer_set_for_each_admissible_input() -> None:
    """Two classes of cost, two grades, no value or one of three days, go or not; late is closed."""
    policy = check_text(MIXED)
    text = closed_program(policy, lower(policy), Scan())
    assert text.startswith(MIXED.rstrip("\n"))
    found = list(models(text))
    assert len(found) == 2 * 2 * 4 * 2
    for model in found:
        expected = {"rank(senior)", "go", "cost(1001)"} <= model
        assert ("p" in model) == expected
        assert "late" not in model


def test_what_cannot_be_closed_says_why() -> None:
    policy = check_text("%@ input s: int 0..\n%@ outcome p\np :- s(S), S*90 > 30000000.\n")
    with pytest.raises(PolicyError, match="more than 1000 classes"):
        closed_program(policy, lower(policy), Fixed(undecided("more than 1000 classes")))


def test_a_cases_program_answers_as_the_session_does() -> None:
    policy, made = backend(MIXED)
    asked = claim_of("p, days(D), D > 1")
    for cost, rank, days, go in product((1000, 1001, None), ("senior", None), (None, 2), (True, None)):
        values: dict[str, Value] = {"cost": cost, "rank": rank, "days": days, "go": go}
        stated = {name: value for name, value in values.items() if value is not None}
        here = case(policy, stated)
        found = list(models(made.facts_program(here, asked, budget())))
        claimed = {"asked_here" in model for model in found}
        assert sides(made.session(asked).decide(here, budget())) == (True in claimed, False in claimed)


def test_a_cases_text_is_escaped() -> None:
    _, made = backend(KEYED)
    name = 'Bob "x" \\ Smith). evil(1'
    here = Case({f'age("{_escaped(name)}")': 20}, {}, entities={"person": (name,)})
    asked = claim_of("eligible(_)")
    decision = made.session(asked).decide(here, budget())
    assert sides(decision) == (True, True)  # whether he is a vip was left open here
    found = list(models(made.facts_program(here, asked, budget())))
    assert {"asked_here" in model for model in found} == {True, False}
    assert not any("evil" in atom.partition('"')[0] for model in found for atom in model)


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("eligible(ann)", (True, False)),
        ("eligible(bob)", (False, True)),
        ("linked(ann,bob), not knows(ann,bob)", (False, True)),
        ("linked(bob,bob)", (True, True)),
        ("not linked(ann,ann)", (True, True)),
    ],
)
def test_inputs_of_individuals(claim: str, expected: tuple[bool, bool]) -> None:
    policy, made = backend(KEYED)
    stated: dict[str, Value] = {"age(ann)": 18, "age(bob)": 17, "knows(ann,bob)": True}
    assumed: dict[str, Value] = {"vip(ann)": False, "vip(bob)": False}
    here = Case(stated, assumed, entities={"person": ("ann", "bob")})
    prepared = made.session(claim_of(claim), scope_of(policy, here.entities))
    assert sides(prepared.decide(here, budget())) == expected


def test_witnesses_of_individuals() -> None:
    policy, made = backend(KEYED)
    prepared = made.session(claim_of("eligible(ann)"), scope_of(policy, {"person": ("ann", "Bob S")}))
    inputs: dict[str, Value] = {"age(ann)": 18, 'age("Bob S")': 40, "vip(ann)": False, 'vip("Bob S")': True}
    inputs |= {f"knows({one},{two})": False for one, two in product(("ann", '"Bob S"'), repeat=2)}
    witness = prepared.complete(inputs, None, budget())
    assert not isinstance(witness, Answer)
    assert witness.outcomes == {"eligible(ann)": True, 'eligible("Bob S")': False}
    assert witness.holds
    assert prepared.replay(witness, budget()) == YES
