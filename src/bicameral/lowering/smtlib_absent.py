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

MOST_ROUNDS = 20  # of propagation: what it does not show is taken to look


def apart(stated: Iterable[InputSymbol], formulas: Sequence[Term], taken: Collection[str]) -> list[Term]:
    """The formulas with a free symbol where a constant is looked at that has no value; `taken` are names in use."""
    found = list(formulas)
    for one in stated:
        pinned = pin(one)
        if one.given is not None and pinned not in formulas and _looks(one.value, one.given, found):
            name = f"{one.value.payload}.absent"
            while name in taken:
                name += "'"
            free = factory.symbol(name, one.value.sort)
            found = substitute_all(found, {one.value: factory.ite(one.given, one.value, free)})
    return found


def _looks(value: Term, given: Term, formulas: Sequence[Term]) -> bool:
    """Whether something of the value is left where there is none, as far as propagating that shows."""
    left = substitute_all(formulas, {given: factory.FALSE})
    for _ in range(MOST_ROUNDS):
        if not any(value in symbols(formula) for formula in left):
            return False
        known = dict(_units(left))
        if not known:
            return True
        left = [substitute(formula, known) for formula in left]
        left = [formula for formula in left if not formula.is_true]
    return True


def _units(formulas: Iterable[Term]) -> Iterator[tuple[Term, Term]]:
    """Symbols that an asserted formula fixes."""
    for formula in formulas:
        for part in formula.args if formula.op is Op.AND else (formula,):
            if part.op is Op.SYMBOL:
                yield part, factory.TRUE
            elif part.op is Op.NOT and part.args[0].op is Op.SYMBOL:
                yield part.args[0], factory.FALSE
