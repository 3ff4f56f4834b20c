"""Derived inputs: the order in which they are computed, and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product

from bicameral.policy.bounds import in_range, show_range
from bicameral.policy.identifiers import ground_name
from bicameral.policy.model import CheckedPolicy, Declaration, Value
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


class Derivations:
    """Computes the derived inputs of one case from those it is given."""

    def __init__(
        self, policy: CheckedPolicy, derived: Sequence[Declaration], entities: Mapping[str, tuple[str, ...]]
    ) -> None:
        self._policy = policy
        self._derived = derived
        self._entities = entities

    def compute(self, stated: dict[str, Value], assumed: dict[str, Value]) -> None:
        """Add each whose arguments are all known, or of which one has no value, in place. Raises InputError.

        It is stated where its arguments are, assumed where one of them is.
        """
        for declaration in self._derived:
            for keys in self._instances(declaration):
                self._compute(declaration, keys, stated, assumed)

    def _instances(self, declaration: Declaration) -> Iterable[tuple[str, ...]]:
        names = []
        for sort in declaration.keys:
            members = self._policy.sorts[sort].members
            names.append(members if members is not None else self._entities.get(sort, ()))
        return product(*names)

    def _compute(
        self, declaration: Declaration, keys: tuple[str, ...], stated: dict[str, Value], assumed: dict[str, Value]
    ) -> None:
        ground = ground_name(declaration.name, keys)
        given = stated.pop(ground) if ground in stated else ...
        derivation = declaration.derivation
        assert derivation is not None
        arguments = {
            name: ground_name(name, keys if self._policy.inputs[name].keys else ())
            for name in derivation.arguments
            if isinstance(name, str)
        }
        known = {
            name: stated[at] if at in stated else assumed[at]
            for name, at in arguments.items()
            if at in stated or at in assumed
        }
        lacking = [name for name, value in known.items() if value is None]
        if not lacking and len(known) < len(arguments):
            if given is not ...:
                message = f"`{ground}` is derived from {', '.join(f'`{name}`' for name in arguments.values())}"
                raise InputError(Diagnostic("derived-fact", message, hint="state those instead"))
            return
        value = None if lacking else derived_value(declaration, known)
        if given is not ... and given != value:
            raise _contradicts(declaration, ground, value)
        decisive = lacking or list(arguments)
        target = stated if all(arguments[name] in stated for name in decisive) else assumed
        target[ground] = value


def _contradicts(declaration: Declaration, ground: str, value: Value) -> InputError:
    assert declaration.sort is not None
    shown = "no value" if value is None or isinstance(value, bool) else clipped(declaration.sort.show(value))
    message = f"`{ground}` is stated, and derived from other facts as {shown}"
    return InputError(Diagnostic("conflicting-facts", message, hint="leave it out: it is derived"))


def derived_value(declaration: Declaration, known: Mapping[str, Value]) -> Value:
    """The value of a derived input; None where an argument has none. Raises InputError when it is out of range."""
    derivation, sort = declaration.derivation, declaration.sort
    assert derivation is not None
    assert sort is not None
    arguments = [known[a] if isinstance(a, str) else a for a in derivation.arguments]
    numbers = [argument for argument in arguments if isinstance(argument, int)]
    if len(numbers) < len(arguments):
        return None
    from bicameral.policy.derive import functions

    try:
        value = functions.compute(derivation.function, tuple(numbers), derivation.sorts, sort)
        if not in_range(value, declaration.low, declaration.high):
            shown = show_range(declaration.low, declaration.high, sort)
            raise ValueError(f"{clipped(sort.show(value))} is outside its range {shown}")
    except ValueError as fault:
        names = ", ".join(f"`{name}`" for name in derivation.arguments if isinstance(name, str))
        message = f"`{declaration.name}`, derived from {names}: {fault}"
        raise InputError(Diagnostic("bad-fact", message)) from fault
    return value
