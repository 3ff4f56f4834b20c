"""Six faults planted in the compiler, one at a time: each must be seen, and without it nothing is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bicameral.formula import factory, smtlib
from bicameral.formula.term import Term
from bicameral.lowering import completion
from bicameral.lowering.instantiation import Instance
from bicameral.lowering.lower import Lowerer
from bicameral.lowering.program import Assertion, Kind, LoweredProgram
from bicameral.policy.model import Claim
from tests.differential.generator import example
from tests.differential.harness import Step, examine, sides

SEEDS = range(1, 151)
Plant = Callable[[pytest.MonkeyPatch], None]


def dropped_rule(patch: pytest.MonkeyPatch) -> None:
    """The first rule of each policy is not asserted."""
    right = completion.rules

    def wrong(*arguments: Any) -> list[Assertion]:
        made = right(*arguments)
        first = next((one for one in made if one.kind is Kind.RULE), None)
        return [one for one in made if one is not first]

    patch.setattr(completion, "rules", wrong)


def dropped_exception(patch: pytest.MonkeyPatch) -> None:
    """The last `not` of a body is left out."""
    right = completion.body

    def wrong(instance: Instance, extents: Any) -> Term:
        exceptions = [one for one in instance.lookups if not one.double]
        kept = tuple(one for one in instance.lookups if one not in exceptions[-1:])
        return right(replace(instance, lookups=kept), extents)

    patch.setattr(completion, "body", wrong)


def less_for_less_or_equal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(factory, "le", factory.lt)


def missing_completion_half(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(completion, "closed_world", lambda *_arguments, **_names: [])


def wrong_truncation(patch: pytest.MonkeyPatch) -> None:
    """`/` and the remainder as SMT-LIB has them: rounded so that the remainder is never negative."""
    wrong = {
        smtlib.QUOTIENT: f"(define-fun {smtlib.QUOTIENT} ((a Int) (b Int)) Int (div a b))",
        smtlib.REMAINDER: f"(define-fun {smtlib.REMAINDER} ((a Int) (b Int)) Int (mod a b))",
    }
    patch.setattr(smtlib, "DEFINITIONS", wrong)


def swapped_claim(patch: pytest.MonkeyPatch) -> None:
    right = Lowerer.lowered

    def wrong(self: Lowerer, claim: Claim | None = None) -> LoweredProgram:
        made = right(self, claim)
        return made if made.claim is None else replace(made, claim=factory.neg(made.claim))

    patch.setattr(Lowerer, "lowered", wrong)


FAULTS = (
    dropped_rule, dropped_exception, less_for_less_or_equal, missing_completion_half, wrong_truncation, swapped_claim,
)  # fmt: skip


def first_seen() -> int | None:
    """The first seed whose opinions part. (The ASP backend runs the author's text, and is asked elsewhere.)"""
    step: Step = partial(sides, backends=("smt",))
    return next((seed for seed in SEEDS if examine(example(seed), (step,))), None)


@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_caught(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert first_seen() is not None


def test_without_a_plant_nothing_is_seen() -> None:
    assert first_seen() is None
