"""The solver over terms, beside what the terms say."""

from __future__ import annotations

from bicameral.backends.contract import Budget, Truth
from bicameral.backends.smt.formulas import FormulaSolver
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.sorts.term_sort import BOOL, INT, TermSort

A, B = factory.symbol("a", BOOL), factory.symbol("b", BOOL)
N = factory.symbol("n", INT)
COLOUR = TermSort("colour", ("red", "green", "blue"))
C = factory.symbol("c", COLOUR)


def number(value: int) -> Term:
    return factory.integer(value)


def test_assumptions_cores_and_values() -> None:
    solver = FormulaSolver()
    solver.add(factory.implies(A, factory.lt(number(6), N)), factory.disj(A, B))
    small, green = factory.le(N, number(6)), factory.eq(C, factory.member(COLOUR, "green"))
    assert solver.check([A, small, green], Budget(5000)).truth is Truth.NO
    assert solver.core() == [A, small]
    assert solver.check([small, green], Budget(5000)).truth is Truth.YES
    found = solver.values([A, B, N, C])
    assert (found[A], found[B], found[C]) == (False, True, "green")
    low = found[N]
    assert isinstance(low, int)
    assert low <= 6


def test_truncating_division_and_later_additions() -> None:
    solver = FormulaSolver()
    half = factory.tdiv(N, number(2))
    assert solver.check([factory.eq(half, number(-3)), factory.eq(N, number(-7))], Budget(5000)).truth is Truth.YES
    solver.add(factory.neg(factory.eq(half, number(-3))))
    assert solver.check([factory.eq(N, number(-7))], Budget(5000)).truth is Truth.NO
