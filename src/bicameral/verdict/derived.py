"""Derived inputs of a witness, computed from the witness's own values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bicameral.policy.derive import compute
from bicameral.policy.model import CheckedPolicy, Declaration, Derivation, Value

Inputs = Mapping[str, Value]


def recomputation(policy: CheckedPolicy) -> Callable[[Inputs], Inputs] | None:
    """What sets every derived input from the others; None for a policy that derives nothing.

    A derived input whose arguments have no value keeps the value that it has.
    """
    derived = [declared for declared in policy.inputs.values() if declared.derivation is not None]
    if not derived:
        return None

    def recompute(inputs: Inputs) -> Inputs:
        values = dict(inputs)
        for declared in derived:
            value = _value(declared, values)
            if value is not None:
                values[declared.name] = value
        return values

    return recompute


def _value(declared: Declaration, values: Inputs) -> int | None:
    derivation = declared.derivation
    if derivation is None or declared.sort is None:
        return None
    arguments = [values.get(name) if isinstance(name, str) else name for name in derivation.arguments]
    numbers = tuple(value for value in arguments if isinstance(value, int) and not isinstance(value, bool))
    if len(numbers) < len(arguments):
        return None
    return _computed(derivation, numbers, declared)


def _computed(derivation: Derivation, numbers: tuple[int, ...], declared: Declaration) -> int | None:
    if declared.sort is None:
        return None
    try:
        return compute(derivation.function, numbers, derivation.sorts, declared.sort)
    except ValueError:  # beyond the calendar, or more digits than the type has
        return None
