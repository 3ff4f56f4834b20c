"""What cannot be compiled, as diagnostics: the rule, the reason, the witness, and what to write instead."""

from __future__ import annotations

from bicameral.backends.contract import Answer, Witness
from bicameral.explanation.views import own_inputs
from bicameral.explanation.wording import value_text
from bicameral.lowering.catalogue import REFUSED
from bicameral.lowering.program import Refusal
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.source import Diagnostic


def refused(refusal: Refusal) -> Diagnostic:
    """A statement outside the fragment."""
    construct = REFUSED[refusal.construct]
    rule = f"{refusal.statement.smt_name}: " if refusal.statement is not None else ""
    message = f"{rule}{construct.title}: {refusal.witness}; {construct.why}"
    return Diagnostic("not-lowered", message, refusal.span, construct.instead)


def two_values(policy: CheckedPolicy, outcome: Declaration, found: Witness | Answer) -> Diagnostic:
    """A valued outcome that has two values in the witness, or that could not be shown to have one at most."""
    if isinstance(found, Answer):
        why = f"that `{outcome.name}` has one value at most was not shown: {found.reason}"
    else:
        case = ", ".join(f"{name} {value_text(value)}" for name, value in own_inputs(policy, found.inputs).items())
        why = f"`{outcome.name}` can have two values at once: {case}"
    return Diagnostic(
        "not-lowered", f"{why}; a constant of SMT-LIB has one", outcome.span, "`check` takes the policy as it is"
    )
