"""The functions that our own SMT-LIB text defines, known again by their definitions when such text is read.

Read as what they are, not as what they abbreviate, they stay steps of the calendar and truncating divisions; two texts
that use them are then compared without arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from bicameral.formula import calendar, factory, smtlib
from bicameral.formula.term import Term
from bicameral.source import SourceFile
from bicameral.syntax.sexpr import SAtom, SExpr, SList, read


def defined_function(definition: SList) -> Callable[..., Term] | None:
    """What makes terms of the function that a `define-fun` command defines, where that is ours to the letter."""
    name = definition.items[1] if len(definition.items) > 1 else None
    known = _known().get(name.text) if isinstance(name, SAtom) else None
    return known[1] if known is not None and known[0] == definition else None


@cache
def _known() -> dict[str, tuple[SExpr, Callable[..., Term]]]:
    makers: dict[str, tuple[str, Callable[..., Term]]] = {
        smtlib.QUOTIENT: (smtlib.DEFINITIONS[smtlib.QUOTIENT], factory.tdiv),
        smtlib.REMAINDER: (smtlib.DEFINITIONS[smtlib.REMAINDER], factory.trem),
    }
    for name in calendar.STEPS:
        makers[calendar.smtlib_name(name)] = (calendar.definitions([name])[-1], partial(factory.call, name))
    return {name: (read(SourceFile("prelude", text)).expressions[0], make) for name, (text, make) in makers.items()}
