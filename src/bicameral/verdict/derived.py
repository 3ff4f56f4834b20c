"""Derived inputs of a witness, computed from the witness's own values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bicameral.policy.model import CheckedPolicy, Value

Inputs = Mapping[str, Value]


def recomputation(policy: CheckedPolicy) -> Callable[[Inputs], Inputs] | None:
    """What sets every derived input from the others; None for a policy that derives nothing.

    A derived input that the others give no admissible value keeps the one that it has: no answer set has it then,
    unless the policy left it open.
    """
    if not any(declared.derivation is not None and not declared.keys for declared in policy.inputs.values()):
        return None
    from bicameral.policy.cases.reader import derived_value
    from bicameral.policy.derive.values import in_order
    from bicameral.source import InputError

    derived = [declared for declared in in_order(policy.inputs) if not declared.keys]

    order = list(policy.inputs)

    def recompute(inputs: Inputs) -> Inputs:
        values = dict(inputs)
        for declared in derived:
            try:
                value = derived_value(declared, values)
            except InputError:  # out of its range, or of the calendar
                continue
            if value is not None or declared.may_lack_value:
                values[declared.name] = value
        return values if values.keys() == inputs.keys() else {name: values[name] for name in order if name in values}

    return recompute
