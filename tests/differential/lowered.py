"""The lowered program before stock Z3 and cvc5: its assertions as text, the case's facts and the claim beside them.

No session, no preparation, no classes: only what `lower` made is asked, so a fault found here is the compiler's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cvc5
import z3

from bicameral.formula import factory, smtlib
from bicameral.formula.term import Term, symbols
from bicameral.lowering import lower
from bicameral.lowering.program import InputSymbol, LoweredProgram
from bicameral.policy.model import Case, CheckedPolicy, Claim, Value
from tests.differential.oracles import Sides

MILLISECONDS = 3000


class RefusedError(Exception):
    """The constructs that the compiler does not lower, or that Z3 did not decide."""


Solver = Callable[[str], bool]


def ask_lowered(policy: CheckedPolicy, case: Case, claim: Claim, solver: Solver) -> Sides:
    """Both questions to the lowered program, put to one solver. Raises RefusedError."""
    lowered = lower(policy, claim, case.entities)
    if lowered.refusals:
        raise RefusedError(", ".join(sorted({refusal.construct for refusal in lowered.refusals})))
    assert lowered.claim is not None
    facts = {**case.assumed, **case.stated}
    stated = [fact for one in lowered.inputs if one.name in facts for fact in _fact(one, facts[one.name])]
    texts = [_text(lowered, stated, goal) for goal in (lowered.claim, factory.neg(lowered.claim))]
    return Sides(solver(texts[0]), solver(texts[1]))


def _text(lowered: LoweredProgram, facts: list[Term], goal: Term) -> str:
    terms = [*(one.formula for one in lowered.assertions), *facts, goal]
    used = sorted(symbols(*terms), key=lambda symbol: str(symbol.payload))
    sorts = dict.fromkeys(symbol.sort for symbol in used if symbol.sort.members)
    lines = [*map(smtlib.declare_sort, sorts), *smtlib.prelude(terms), *map(smtlib.declare, used)]
    lines += [f"(assert {smtlib.print_term(term)})" for term in terms]
    return "\n".join(lines)


def by_z3(text: str) -> bool:
    """Whether Z3 finds the text satisfiable. Raises RefusedError."""
    solver = z3.Solver()
    solver.set("timeout", MILLISECONDS)
    solver.from_string(text)
    answer = solver.check()
    if answer == z3.unknown:
        raise RefusedError(f"undecided: {solver.reason_unknown()}")
    return bool(answer == z3.sat)


def by_cvc5(text: str) -> bool:
    """Whether cvc5 finds the text satisfiable. Raises RefusedError."""
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(MILLISECONDS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, f"(set-logic ALL)\n{text}", "lowered")
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, parser.getSymbolManager())
    answer = solver.checkSat()
    if answer.isUnknown():
        raise RefusedError("undecided: cvc5")
    return bool(answer.isSat())


def _fact(one: InputSymbol, value: Value) -> Iterator[Term]:
    if isinstance(value, bool):
        yield one.value if value else factory.neg(one.value)
    elif value is None:
        assert one.given is not None
        yield factory.neg(one.given)
    else:
        if one.given is not None:
            yield one.given
        yield factory.eq(one.value, factory.constant(one.value.sort, value))
