"""Program values in own units, for reports."""

from __future__ import annotations

from collections.abc import Mapping

from bicameral.backends.contract import Witness
from bicameral.policy.model import CheckedPolicy, Declaration, Value
from bicameral.sorts import Json
from bicameral.verdict.report import WitnessView


def declaration(policy: CheckedPolicy, ground_name: str) -> Declaration | None:
    """The declaration of a ground input or outcome: `cost`, `age(ann)`; None for what no annotation declares."""
    name = ground_name.partition("(")[0]
    return policy.inputs.get(name) or policy.outcomes.get(name)


def own(policy: CheckedPolicy, ground_name: str, value: Value) -> Json:
    """A program value of an input or outcome in own units; one that is none of its type (`#sup`) as it stands."""
    if value is None or value is True or value is False:
        return value
    declared = declaration(policy, ground_name)
    if declared is None or declared.sort is None or isinstance(value, str) is not bool(declared.sort.term_sort.members):
        return value
    return declared.sort.show(value)


def own_inputs(policy: CheckedPolicy, values: Mapping[str, Value]) -> dict[str, Json]:
    """Inputs in own units, in the order they come in."""
    return {name: own(policy, name, value) for name, value in values.items()}


def view(policy: CheckedPolicy, witness: Witness) -> WitnessView:
    """A witness in own units: no value is None, two or more values are a tuple."""
    outcomes: dict[str, Json | tuple[Json, ...]] = {}
    for name, value in witness.outcomes.items():
        if isinstance(value, bool):
            outcomes[name] = value
        else:
            shown = tuple(own(policy, name, one) for one in value)
            outcomes[name] = shown if len(shown) > 1 else shown[0] if shown else None
    return WitnessView(own_inputs(policy, witness.inputs), outcomes)
