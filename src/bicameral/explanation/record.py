"""The files that let anybody run a disagreement again: texts, facts, and one program for each solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from bicameral.explanation.encode import dumps
from bicameral.explanation.views import own_inputs
from bicameral.formula import factory
from bicameral.formula.smtlib import print_term
from bicameral.lowering.emit import smtlib_text
from bicameral.lowering.program import InputSymbol, LoweredProgram
from bicameral.policy.model import Case, CheckedPolicy, Claim, Value

README = """\
Two backends contradict each other on this policy, case and claim.

  policy texts   as they were read (a file from the folder above stands here by its own name)
  case.json      the facts, in their own units, and the claim
  closed.lp      for stock clingo: the policy, the facts, choices for what is open, the claim as an atom
                   clingo closed.lp 0            its answer sets
                   clingo closed.lp 0 --eq=0     without preprocessing
  emitted.smt2   for any SMT-LIB solver: what the compiler made, the facts, and the two questions
                   z3 emitted.smt2               can the claim hold, can it fail
  answers.txt    what each backend answered
"""


def files(
    policy: CheckedPolicy,
    claim: Claim | None,
    case: Case,
    lowered: LoweredProgram,
    clingo: Callable[[Case], str] | None,
) -> dict[str, str]:
    """The record by file name. A program that cannot be made is left out, and its file says why."""
    made = {"README.txt": README}
    made |= {file.name: file.text for file in policy.files}
    stated = own_inputs(policy, {**case.stated, **case.assumed})
    made["case.json"] = dumps({"facts": stated, "claim": None if claim is None else claim.text}) + "\n"
    if clingo is not None:
        made["closed.lp"] = clingo(case)
    if lowered.refusals:
        made["emitted.smt2"] = f"; not lowered: {lowered.refusals[0].witness}\n"
    else:
        made["emitted.smt2"] = _smtlib(policy, lowered, case)
    return made


def _smtlib(policy: CheckedPolicy, lowered: LoweredProgram, case: Case) -> str:
    """The relational reading: constants for valued outcomes would add that they have one value."""
    booleans = {name: declared for name, declared in policy.outcomes.items() if declared.sort is None}
    lines = [smtlib_text(replace(policy, outcomes=booleans), lowered), "; --- the case"]
    given: dict[str, Value] = {**case.stated, **case.assumed}
    for symbol in lowered.inputs:
        if symbol.name in given:
            lines += [f"(assert {formula})" for formula in _fact(symbol, given[symbol.name])]
    claim = "true" if lowered.claim is None else print_term(lowered.claim)
    lines += ["", "; --- can the claim hold", "(push 1)", f"(assert {claim})", "(check-sat)", "(pop 1)"]
    lines += ["", "; --- can it fail", "(push 1)", f"(assert (not {claim}))", "(check-sat)", "(pop 1)"]
    return "\n".join(lines) + "\n"


def _fact(symbol: InputSymbol, value: Value) -> Iterator[str]:
    if isinstance(value, bool):
        yield print_term(symbol.value if value else factory.neg(symbol.value))
        return
    if symbol.given is not None:
        yield print_term(symbol.given if value is not None else factory.neg(symbol.given))
    if value is not None:
        yield print_term(factory.eq(symbol.value, factory.constant(symbol.value.sort, value)))
