"""The committed SMT-LIB text of every policy is what the compiler prints, and solvers read it."""

from __future__ import annotations

from pathlib import Path

import cvc5
import pytest
import z3

from bicameral.formula import smtlib
from bicameral.lowering import lower
from bicameral.lowering.emit import smtlib_text
from bicameral.policy import load
from bicameral.policy.identifiers import ground_name
from bicameral.policy.instances import Scope, instances, invented, scope_of
from bicameral.policy.model import CheckedPolicy
from bicameral.sorts.term_sort import INT

ROOT = Path(__file__).parents[2]
POLICIES = sorted(folder.name for folder in (ROOT / "rules").iterdir() if (folder / "policy.lp").exists())


def committed(name: str) -> str:
    return (ROOT / "translations" / name / "emitted.smt2").read_text(encoding="utf-8")


def scope(policy: CheckedPolicy) -> Scope:
    """Two individuals of each open sort, as `compile` makes them up."""
    return scope_of(policy, invented(policy, {}))


@pytest.mark.parametrize("name", POLICIES)
def test_the_committed_text_is_what_the_compiler_prints(name: str) -> None:
    policy = load(ROOT / "rules" / name)
    within = scope(policy)
    assert committed(name) == smtlib_text(policy, lower(policy, None, dict(within)), within)


def smallest_case(name: str) -> str:
    """Assertions that give every number its least value, so that no solver meets a product of two unknowns."""
    policy = load(ROOT / "rules" / name)
    numbers = [symbol for symbol in lower(policy, None, dict(scope(policy))).inputs if symbol.value.sort == INT]
    return "".join(
        f"(assert (= {smtlib.print_term(symbol.value)} {smtlib.print_value(symbol.declaration.low or 0)}))"
        for symbol in numbers
    )


def z3_says(text: str) -> str:
    solver = z3.Solver()
    solver.from_string(text)
    return str(solver.check())


def cvc5_says(text: str) -> str:
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "text")
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, parser.getSymbolManager())
    return str(solver.checkSat())


@pytest.mark.parametrize("name", POLICIES)
def test_z3_and_cvc5_find_an_admissible_case(name: str) -> None:
    text = committed(name) + smallest_case(name)
    assert (z3_says(text), cvc5_says(text)) == ("sat", "sat")


@pytest.mark.parametrize("name", POLICIES)
def test_z3_and_cvc5_agree_on_every_boolean_outcome(name: str) -> None:
    policy = load(ROOT / "rules" / name)
    text = committed(name) + smallest_case(name)
    for outcome in instances(policy, policy.outcomes.values(), dict(scope(policy))):
        if outcome.declaration.sort is None:
            constant = smtlib.quote(ground_name(outcome.declaration.smt_name, outcome.keys))
            for asked in (constant, f"(not {constant})"):
                asserted = f"{text}(assert {asked})\n"
                assert z3_says(asserted) == cvc5_says(asserted) != "unknown", asked
