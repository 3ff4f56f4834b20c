"""The lowered program before stock Z3: its assertions as text, the case's facts and the claim beside them.

No session, no preparation, no classes: only what `lower` made is asked, so a fault found here is the compiler's.
"""

from __future__ import annotations

from collections.abc import Iterator

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


def ask_lowered(policy: CheckedPolicy, case: Case, claim: Claim) -> Sides:
    """Both questions to the lowered program. Raises RefusedError."""
    lowered = lower(policy, claim, case.entities)
    if lowered.refusals:
        raise RefusedError(", ".join(sorted({refusal.construct for refusal in lowered.refusals})))
    assert lowered.claim is not None
    facts = {**case.assumed, **case.stated}
    stated = [fact for one in lowered.inputs if one.name in facts for fact in _fact(one, facts[one.name])]
    return Sides(_holds(lowered, stated, lowered.claim), _holds(lowered, stated, factory.neg(lowered.claim)))


def _holds(lowered: LoweredProgram, facts: list[Term], goal: Term) -> bool:
    terms = [*(one.formula for one in lowered.assertions), *facts, goal]
    used = sorted(symbols(*terms), key=lambda symbol: str(symbol.payload))
    sorts = dict.fromkeys(symbol.sort for symbol in used if symbol.sort.members)
    lines = [*map(smtlib.declare_sort, sorts), *smtlib.prelude(terms), *map(smtlib.declare, used)]
    lines += [f"(assert {smtlib.print_term(term)})" for term in terms]
    solver = z3.Solver()
    solver.set("timeout", MILLISECONDS)
    solver.from_string("\n".join(lines))
    answer = solver.check()
    if answer == z3.unknown:
        raise RefusedError(f"undecided: {solver.reason_unknown()}")
    return bool(answer == z3.sat)


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
