"""Derived inputs, which no solver knows by name: left out of what is stated, put into what is shown."""

from __future__ import annotations

from collections.abc import Mapping

from bicameral.formula.interpreter import Value as TermValue
from bicameral.formula.interpreter import evaluate
from bicameral.formula.term import symbols
from bicameral.lowering.program import InputSymbol, LoweredProgram
from bicameral.policy.model import Value

Inputs = Mapping[str, Value]


class Derived:
    """The derived inputs of one program as terms over its other inputs."""

    def __init__(self, lowered: LoweredProgram) -> None:
        self._inputs = lowered.inputs
        self._derived = lowered.derived
        self._names = {symbol.name for symbol in lowered.derived}
        by_symbol = {term: one.name for one in lowered.inputs for term in (one.value, one.given) if term is not None}
        self.reads = {
            one.name: {by_symbol[term] for term in symbols(one.value, *([one.given] if one.given is not None else []))}
            for one in lowered.derived
        }
        everything = sorted((*lowered.inputs, *lowered.derived), key=lambda symbol: symbol.declaration.order)
        self._order = [symbol.name for symbol in everything]

    def known(self, values: Inputs) -> bool:
        """Whether every derived input is among these."""
        return all(name in values for name in self._names)

    def stated(self, values: Inputs) -> dict[str, Value]:
        """Values as a program takes them where derived inputs stand apart; nothing asks for one without a value."""
        return {name: 0 if value is None and name in self._names else value for name, value in values.items()}

    def without(self, values: Inputs) -> dict[str, Value]:
        """Values without those of derived inputs."""
        if not self._names and isinstance(values, dict):
            return values
        return {name: value for name, value in values.items() if name not in self._names}

    def put_in(self, inputs: Inputs) -> Inputs:
        """Complete inputs with the derived ones, in order of declaration."""
        if not self._names:
            return inputs
        values = {**inputs, **self._values(inputs)}
        return {name: values[name] for name in self._order}

    def agrees(self, inputs: Inputs) -> bool:
        """Whether what complete inputs say of the derived ones follows from the others."""
        if not self._names:
            return True
        return all(name not in inputs or inputs[name] == value for name, value in self._values(inputs).items())

    def _values(self, inputs: Inputs) -> dict[str, Value]:
        env: dict[str, TermValue] = {}
        for symbol in self._inputs:
            value = inputs[symbol.name]
            if symbol.given is not None:
                env[str(symbol.given.payload)] = value is not None
            sort = symbol.value.sort
            env[str(symbol.value.payload)] = value if value is not None else sort.members[0] if sort.members else 0
        return {symbol.name: _value(symbol, env) for symbol in self._derived}


def _value(symbol: InputSymbol, env: Mapping[str, TermValue]) -> Value:
    if symbol.given is not None and not evaluate(symbol.given, env):
        return None
    value = evaluate(symbol.value, env)
    assert isinstance(value, int)
    return value
