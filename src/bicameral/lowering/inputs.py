"""Inputs as symbols, and the tuples that they give their predicates."""

from __future__ import annotations

from collections.abc import Iterable

from bicameral.analysis.dependency import Predicate
from bicameral.formula import bounds, factory
from bicameral.formula.term import Term
from bicameral.lowering.instantiation import Extent
from bicameral.lowering.program import Assertion, Constant, InputSymbol, Kind
from bicameral.policy.model import Declaration
from bicameral.sorts.term_sort import BOOL, INT


def input_symbol(declaration: Declaration) -> InputSymbol:
    """The symbols of an input without keys."""
    name = declaration.smt_name
    if declaration.sort is None:
        return InputSymbol(declaration.name, declaration, factory.symbol(name, BOOL), None)
    given = factory.symbol(f"{name}.given", BOOL) if declaration.may_lack_value else None
    return InputSymbol(declaration.name, declaration, factory.symbol(name, declaration.sort.term_sort), given)


def extent(symbol: InputSymbol) -> tuple[Predicate, Extent]:
    """The guarded tuples of an input's predicate."""
    found = Extent()
    sort = symbol.declaration.sort
    given = symbol.given if symbol.given is not None else factory.TRUE
    if sort is None:
        found.add((), symbol.value)
    elif sort.term_sort == INT:
        found.add((symbol.value,), given)
    else:
        for name in sort.term_sort.members:
            chosen = factory.eq(symbol.value, factory.member(sort.term_sort, name))
            found.add((Constant("constant", name),), factory.conj(given, chosen))
    return Predicate(symbol.declaration.name, symbol.declaration.arity), found


def limits(symbols: Iterable[InputSymbol]) -> dict[Term, bounds.Bounds]:
    """The declared bounds of the numeric symbols."""
    return {
        symbol.value: (symbol.declaration.low, symbol.declaration.high)
        for symbol in symbols
        if symbol.value.sort == INT
    }


def range_assertion(symbol: InputSymbol) -> Assertion | None:
    """What the declared range says of the symbol; None without one."""
    low, high = symbol.declaration.low, symbol.declaration.high
    if symbol.value.sort != INT or (low is None and high is None):
        return None
    parts = []
    if low is not None:
        parts.append(factory.le(factory.integer(low), symbol.value))
    if high is not None:
        parts.append(factory.le(symbol.value, factory.integer(high)))
    formula = factory.conj(*parts)
    if symbol.given is not None:
        formula = factory.implies(symbol.given, formula)
    return Assertion(Kind.RANGE, symbol.name, f"range {symbol.declaration.smt_name}", formula)
