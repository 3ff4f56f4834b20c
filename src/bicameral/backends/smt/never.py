"""Where no answer set is: the program with everything but one number quantified away.

Needed where the truth at a point is no matter of input atoms alone: numbers of the program's own (as SMT-LIB files
have them), or a whole stretch to be shown uniform. Z3 may not know; then the answer is not whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bicameral.backends.contract import Budget
from bicameral.backends.smt.cells import Cell
from bicameral.backends.smt.copy import Handle, number_of, preamble
from bicameral.backends.smt.core import Core
from bicameral.backends.smt.search import Search, UndecidedError
from bicameral.backends.smt.solver import Ast, Kind, Solver
from bicameral.formula import factory, smtlib
from bicameral.formula.interpreter import substitute
from bicameral.formula.term import Term
from bicameral.policy.model import Value

_MOST_INTERVALS = 25


def bound(solver: Solver, measure: Ast, cell: Cell) -> None:
    """Assert that a number lies in a cell."""
    low, high = cell
    if low is not None:
        solver.add_at_least(measure, low)
    if high is not None:
        solver.add_at_most(measure, high)


class Never:
    """The points of one input where no answer set has the claim's truth `holds` (None: where there is none at all)."""

    def __init__(self, core: Core, others: Mapping[str, Value], handle: Handle, holds: bool | None) -> None:
        prepared = core.prepared
        env = core.environment(others)
        number = handle.variable.value
        mapping: dict[Term, Term] = {}
        for symbol in prepared.input_symbols():
            if symbol == handle.variable.given:
                mapping[symbol] = factory.TRUE
            elif symbol != number and str(symbol.payload) in env:
                mapping[symbol] = factory.constant(symbol.sort, env[str(symbol.payload)])
        formulas = prepared.formulas()
        if holds is not None:
            formulas.append(prepared.claim if holds else factory.neg(prepared.claim))
        body = factory.neg(factory.conj(*(substitute(formula, mapping) for formula in formulas)))
        own = " ".join(
            f"({smtlib.quote(str(symbol.payload))} {smtlib.print_sort(symbol.sort)})"
            for symbol in prepared.auxiliary_symbols()
        )
        text = smtlib.print_term(body)
        lines = [*preamble(prepared.nodes), smtlib.declare(number)]
        lines.append(f"(assert (forall ({own}) {text}))" if own else f"(assert {text})")
        self.measure = number_of(core.context, number)
        self._context = core.context
        self.solver = core.context.solver(Kind.WHOLE)
        self.solver.add_text("\n".join(lines))

    def somewhere(self, cell: Cell, budget: Budget) -> bool:
        """Whether such a point is in a cell. Raises UndecidedError."""
        self.solver.push()
        try:
            bound(self.solver, self.measure, cell)
            return Search(self._context, self.solver, [], budget, {}).possible()
        finally:
            self.solver.pop()

    def first(self, measure: Ast, cell: Cell, budget: Budget) -> int | None:
        """The least of them in a cell with a lower end, by `measure` (the number or its opposite)."""
        low = cell[0]
        assert low is not None
        self.solver.push()
        try:
            bound(self.solver, measure, cell)
            search = Search(self._context, self.solver, [], budget, {})
            return search.minimum(measure, low) if search.possible() else None
        finally:
            self.solver.pop()


def project(
    core: Core,
    others: Mapping[str, Value],
    handle: Handle,
    literals: Sequence[Ast],
    budget: Budget,
    *,
    claimed: bool,
) -> tuple[tuple[list[Cell], list[Cell]], bool]:
    """Where the claim can hold and where it can fail, each interval from its first point to where none is left.

    Whether that is everything comes last. Works at the solver level that the caller opened. Raises UndecidedError
    where not even a first point can be told.
    """
    declaration = handle.variable.declaration
    low, high = declaration.low, declaration.high
    sides: tuple[list[Cell], list[Cell]] = ([], [])
    whole = True
    for cells, holds in zip(sides, (True, False), strict=True):
        if not claimed and not holds:
            continue
        goal = holds if claimed else None
        asked = [*literals, *core.goal(goal), *([] if handle.given is None else [handle.given])]
        walk = _Walk(core, Never(core, others, handle, goal), handle, asked, budget)
        if low is None:
            below, complete = walk.intervals(down=True, cell=(1 if high is None else max(1, -high), None))
            cells.extend((None if b is None else -b, -a) for a, b in reversed(below))
            whole = whole and complete
        if high is None or high >= 0 or low is not None:
            above, complete = walk.intervals(down=False, cell=(0 if low is None else low, high))
            whole = whole and complete
            if cells and above and cells[-1][1] == -1 and above[0][0] == 0:
                cells[-1] = (cells[-1][0], above.pop(0)[1])
            cells.extend(above)
    return sides, whole


class _Walk:
    """Intervals in one direction from a point on."""

    def __init__(self, core: Core, never: Never, handle: Handle, literals: Sequence[Ast], budget: Budget) -> None:
        self._core = core
        self._never = never
        self._handle = handle
        self._literals = literals
        self._budget = budget

    def intervals(self, *, down: bool, cell: Cell) -> tuple[list[tuple[int, int | None]], bool]:
        """Ascending in the direction of the walk; False with it where more may follow."""
        assert self._handle.symbol is not None
        mine, other = self._handle.symbol, self._never.measure
        if down:
            mine, other = self._core.context.minus(mine), self._core.context.minus(other)
        found: list[tuple[int, int | None]] = []
        point, high = cell
        assert point is not None
        while len(found) < _MOST_INTERVALS and (high is None or point <= high):
            start = self._first(mine, (point, high))
            if start is None:
                return found, True
            try:
                end = self._never.first(other, (start + 1, high), self._budget)
            except UndecidedError:
                return [*found, (start, start)], False
            found.append((start, high if end is None else end - 1))
            if end is None:
                return found, True
            point = end + 1
        return found, high is not None and point > high

    def _first(self, measure: Ast, cell: Cell) -> int | None:
        solver = self._core.solver
        solver.push()
        try:
            bound(solver, measure, cell)
            search = self._core.search(self._literals, self._budget)
            assert cell[0] is not None
            return search.minimum(measure, cell[0]) if search.possible() else None
        finally:
            solver.pop()
