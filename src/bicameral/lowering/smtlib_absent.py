"""What an SMT-LIB file says of an input's constant where the input has no value.

Backends take it that nothing depends on such a constant, and pin it to one value (`inputs.pin`). A file may look at it
all the same: it is a number like another there, and free. What could look is therefore given a symbol of its own for
that situation, unless the file says of itself what backends do, as emitted text does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from bicameral.formula import factory
from bicameral.formula.interpreter import substitute, substitute_all
from bicameral.formula.term import Op, Term, symbols
from bicameral.lowering.inputs import pin
from bicameral.lowering.program import InputSymbol

MOST_STEPS = 1_000  # of propagation for one input: what they do not show is taken to look


def apart(stated: Iterable[InputSymbol], formulas: Sequence[Term], taken: Collection[str]) -> list[Term]:
    """The formulas with a free symbol where a constant is looked at that has no value; `taken` are names in use."""
    said, looks = set(formulas), _Looks(formulas)
    mapping: dict[Term, Term] = {}
    for one in stated:
        if one.given is not None and pin(one) not in said and looks.at(one.value, one.given):
            name = f"{one.value.payload}.absent"
            while name in taken:
                name += "'"
            mapping[one.value] = factory.ite(one.given, one.value, factory.symbol(name, one.value.sort))
    return substitute_all(formulas, mapping) if mapping else list(formulas)


class _Looks:
    """Whether anything of a value is left where there is none, as far as propagating that shows."""

    def __init__(self, formulas: Sequence[Term]) -> None:
        self._formulas = formulas
        self._places: dict[Term, list[int]] = {}
        for place, formula in enumerate(formulas):
            for symbol in symbols(formula):
                self._places.setdefault(symbol, []).append(place)

    def at(self, value: Term, given: Term) -> bool:
        left: dict[int, Term] = {}
        known, waiting = {given: factory.FALSE}, [given]
        steps = 0
        while waiting and steps < MOST_STEPS:
            symbol = waiting.pop(0)
            for place in self._places.get(symbol, ()):
                steps += 1
                found = substitute(left.get(place, self._formulas[place]), {symbol: known[symbol]})
                left[place] = found
                for unit, truth in _units(found):
                    if unit not in known:
                        known[unit] = truth
                        waiting.append(unit)
        return any(value in symbols(left.get(place, self._formulas[place])) for place in self._places.get(value, ()))


def _units(formula: Term) -> Iterator[tuple[Term, Term]]:
    """Symbols that a formula fixes when it is asserted."""
    for part in formula.args if formula.op is Op.AND else (formula,):
        if part.op is Op.SYMBOL:
            yield part, factory.TRUE
        elif part.op is Op.NOT and part.args[0].op is Op.SYMBOL:
            yield part.args[0], factory.FALSE
