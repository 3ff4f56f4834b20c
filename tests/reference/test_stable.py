"""The reference against stock clingo, and against its own unpruned definition."""

from __future__ import annotations

from random import Random

import clingo
import pytest

from tests.differential.generator import example
from tests.differential.oracles import ask_clingo, reference
from tests.reference.program import (
    Atom,
    BodyLiteral,
    Comparison,
    Literal,
    Name,
    Num,
    Op,
    Program,
    Rule,
    Term,
    Var,
    show,
    show_ground,
)
from tests.reference.stable import Model, ground, models, models_by_definition


def answer_sets(text: str) -> set[frozenset[str]]:
    found: list[frozenset[str]] = []
    control = clingo.Control(["0", "--warn=none"], logger=lambda _code, _text: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        found.extend(frozenset(map(str, model.symbols(atoms=True))) for model in handle)
    return set(found)


def shown(found: list[Model]) -> set[frozenset[str]]:
    return {frozenset(map(show_ground, model)) for model in found}


def propositional(rng: Random) -> Program:
    """Up to seven atoms, loops of every kind, choices, double negation, constraints."""
    names = "abcdefg"[: rng.randint(2, 7)]
    rules = []
    for _ in range(rng.randint(2, 9)):
        body: tuple[BodyLiteral, ...] = tuple(
            Literal(rng.choice((0, 0, 1, 1, 2)), Atom(rng.choice(names))) for _ in range(rng.randint(0, 3))
        )
        head = None if body and rng.random() < 0.12 else Atom(rng.choice(names))
        rules.append(Rule(head, body, choice=head is not None and rng.random() < 0.2))
    return Program(tuple(rules))


@pytest.mark.parametrize("block", range(8))
def test_all_answer_sets_of_propositional_programs(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        program = propositional(Random(seed))
        rules = ground(program)
        expected = answer_sets(show(program))
        assert shown(models(rules, ())) == expected, show(program)
        assert shown(models_by_definition(rules, ())) == expected, show(program)


def test_both_sides_of_claims_on_generated_policies() -> None:
    asked = 0
    for seed in range(250):
        one = example(seed)
        for claim in one.claims:
            truths = reference(one, claim)
            if not truths.wraps:
                asked += 1
                assert truths.sides == ask_clingo(one, claim), (seed, claim.text, one.policy.text())
    assert asked > 250


@pytest.mark.parametrize("symbol", ["+", "-", "*", "/", "\\"])
def test_arithmetic_is_clingo_s(symbol: str) -> None:
    numbers = (-7, -3, -2, -1, 0, 1, 2, 3, 7)
    facts = (*tuple(Rule(Atom("n", (Num(n),))) for n in numbers), Rule(Atom("n", (Name("a"),))))
    x, y = Var("X"), Var("Y")
    bound = (Literal(0, Atom("n", (x,))), Literal(0, Atom("n", (y,))))
    rule = Rule(Atom("r", (x, y, Op(symbol, x, y))), bound)
    program = Program((*facts, rule))
    assert shown(models(ground(program), ())) == answer_sets(show(program))


def test_terms_are_ordered_as_clingo_orders_them() -> None:
    terms: tuple[Term, ...] = (*map(Num, (-2, 0, 10, 9)), *map(Name, ("b", "aa", "a", "ab", "zz", "x_1", "x1")))
    facts = tuple(Rule(Atom("t", (term,))) for term in terms)
    x, y = Var("X"), Var("Y")
    bound = (Literal(0, Atom("t", (x,))), Literal(0, Atom("t", (y,))))
    rule = Rule(Atom("less", (x, y)), (*bound, Comparison(0, (x, y), ("<",))))
    program = Program((*facts, rule))
    assert shown(models(ground(program), ())) == answer_sets(show(program))


@pytest.mark.parametrize(
    ("comparison", "holds"),
    [
        (Comparison(1, (Op("/", Var("X"), Num(0)), Num(1)), (">",)), False),
        (Comparison(2, (Op("/", Var("X"), Num(0)), Num(1)), (">",)), False),
        (Comparison(1, (Num(9), Var("X"), Op("/", Num(1), Num(0))), (">", ">")), True),
        (Comparison(0, (Num(0), Var("X"), Op("/", Num(1), Num(0))), ("<", "<")), False),
        (Comparison(2, (Num(0), Var("X"), Op("/", Num(1), Num(0))), ("<", "<")), False),
    ],
)
def test_undefined_terms_in_comparisons(comparison: Comparison, holds: bool) -> None:
    """A negated chain of two relations holds where it is undefined; everything else drops the instance."""
    program = Program((Rule(Atom("n", (Num(3),))), Rule(Atom("p"), (comparison, Literal(0, Atom("n", (Var("X"),)))))))
    expected = answer_sets(show(program))
    assert any("p" in model for model in expected) is holds
    assert shown(models(ground(program), ())) == expected
