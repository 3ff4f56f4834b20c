"""Derived inputs: the order in which they are computed, and their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bicameral.policy.bounds import in_range, show_range
from bicameral.policy.model import Declaration, Value
from bicameral.sorts import clipped
from bicameral.source import Diagnostic, InputError


def in_order(
    inputs: Mapping[str, Declaration], on_cycle: Callable[[Sequence[str]], None] | None = None
) -> list[Declaration]:
    """The derived inputs, each after those it is computed from; `on_cycle` is called with the names of a cycle."""
    ordered: list[Declaration] = []
    state: dict[str, bool] = {}  # False while open
    for root in inputs:
        path = [root]
        while path:
            name = path[-1]
            waiting = [n for n in _reads(inputs[name]) if n in inputs and state.get(n) is None]
            if state.get(name) is None:
                state[name] = False
                again = [n for n in _reads(inputs[name]) if state.get(n) is False]
                if again and on_cycle is not None:
                    on_cycle(path[path.index(again[0]) :])
            if waiting:
                path.append(waiting[0])
                continue
            path.pop()
            if not state[name]:
                state[name] = True
                if inputs[name].derivation is not None:
                    ordered.append(inputs[name])
    return ordered


def _reads(declaration: Declaration) -> list[str]:
    derivation = declaration.derivation
    return [] if derivation is None else [a for a in derivation.arguments if isinstance(a, str)]


def derived_value(declaration: Declaration, known: Mapping[str, Value]) -> Value:
    """The value of a derived input; None where an argument has none. Raises InputError when it is out of range."""
    derivation, sort = declaration.derivation, declaration.sort
    assert derivation is not None
    assert sort is not None
    arguments = [known[a] if isinstance(a, str) else a for a in derivation.arguments]
    numbers = [argument for argument in arguments if isinstance(argument, int)]
    if len(numbers) < len(arguments):
        return None
    from bicameral.policy import derive

    try:
        value = derive.compute(derivation.function, tuple(numbers), derivation.sorts, sort)
        if not in_range(value, declaration.low, declaration.high):
            shown = show_range(declaration.low, declaration.high, sort)
            raise ValueError(f"{clipped(sort.show(value))} is outside its range {shown}")
    except ValueError as fault:
        names = ", ".join(f"`{name}`" for name in derivation.arguments if isinstance(name, str))
        message = f"`{declaration.name}`, derived from {names}: {fault}"
        raise InputError(Diagnostic("bad-fact", message)) from fault
    return value
