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
from bicameral.sorts.term_sort import INT

ROOT = Path(__file__).parents[2]
POLICIES = sorted(folder.name for folder in (ROOT / "rules").iterdir() if (folder / "policy.lp").exists())


def committed(name: str) -> str:
    return (ROOT / "translations" / name / "emitted.smt2").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", POLICIES)
def test_the_committed_text_is_what_the_compiler_prints(name: str) -> None:
    policy = load(ROOT / "rules" / name)
    assert committed(name) == smtlib_text(policy, lower(policy))


def smallest_case(name: str) -> str:
    """Assertions that give every number its least value, so that no solver meets a product of two unknowns."""
    numbers = [symbol for symbol in lower(load(ROOT / "rules" / name)).inputs if symbol.value.sort == INT]
    return "".join(
        f"(assert (= {smtlib.print_term(symbol.value)} {smtlib.print_value(symbol.declaration.low or 0)}))"
        for symbol in numbers
    )


@pytest.mark.parametrize("name", POLICIES)
def test_z3_and_cvc5_find_an_admissible_case(name: str) -> None:
    text = committed(name) + smallest_case(name)
    solver = z3.Solver()
    solver.from_string(text)
    assert solver.check() == z3.sat
    terms = cvc5.TermManager()
    other = cvc5.Solver(terms)
    parser = cvc5.InputParser(other)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, name)
    while not (command := parser.nextCommand()).isNull():
        command.invoke(other, parser.getSymbolManager())
    assert other.checkSat().isSat()
