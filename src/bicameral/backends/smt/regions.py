"""The values of one input on either side of a claim, all other inputs standing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from bicameral.backends.contract import Budget, Region
from bicameral.backends.smt.cells import Cell, changes, cut
from bicameral.backends.smt.core import Core, Moving, settled
from bicameral.backends.smt.flips import Flips
from bicameral.backends.smt.never import Never, bound, project
from bicameral.backends.smt.search import UndecidedError
from bicameral.backends.smt.solver import Ast
from bicameral.formula import factory
from bicameral.formula.interpreter import Value as TermValue
from bicameral.formula.interpreter import substitute
from bicameral.formula.term import Term
from bicameral.policy.model import Value

MOST_INTERVALS = 24
MOST_CELLS = 400


class RegionFinder:
    """One question: input `name`, the `others` fixed."""

    def __init__(
        self,
        core: Core,
        others: Mapping[str, Value],
        name: str,
        *,
        claimed: bool,
        determined: bool,
        budget: Budget,
    ) -> None:
        self._core = core
        self._others = others
        self._handle = core.copy.handles[name]
        self._claimed = claimed
        self._determined = determined
        self._cut_off = False
        self._budget = budget

    def find(self) -> tuple[Region, Region]:
        """Where the claim can hold, and where it can fail. Raises UndecidedError."""
        with self._core.stating(self._others.items()) as literals:
            self._literals = literals
            values = ([], []) if self._handle.is_number else self._listed()
            if self._handle.missing is not None and self._handle.is_number:
                self._collect(None, [self._handle.missing], values)
            if not self._handle.is_number:
                return Region(values=tuple(values[0])), Region(values=tuple(values[1]))
            return self._numbers(values)

    # --- listed values --------------------------------------------------------------------------------------------

    def _listed(self) -> tuple[list[Value], list[Value]]:
        handle = self._handle
        found: tuple[list[Value], list[Value]] = ([], [])
        if handle.yes is not None and handle.no is not None:
            options: list[tuple[Value, Ast]] = [(False, handle.no), (True, handle.yes)]
        else:
            options = [(None, handle.missing)] if handle.missing is not None else []
            options += list((handle.members or {}).items())
        for value, literal in options:
            self._collect(value, [literal], found)
        return found

    def _collect(self, value: Value, literals: list[Ast], found: tuple[list[Value], list[Value]]) -> None:
        for side, there in zip(found, self._sides(literals), strict=True):
            if there:
                side.append(value)

    def _sides(self, literals: list[Ast], *, fixed: bool = True) -> tuple[bool, bool]:
        """Whether the claim can hold, and whether it can fail; `fixed` says that every input has one value."""
        core = self._core
        asked = [*self._literals, *literals]
        if not self._claimed:
            return settled(core.solver.check(asked, self._budget)), False
        asked.append(core.copy.claim)
        holds = settled(core.solver.check(asked, self._budget))
        if holds and self._determined and fixed:
            return True, False
        asked[-1] = core.copy.not_claim
        return holds, settled(core.solver.check(asked, self._budget))

    # --- numbers ----------------------------------------------------------------------------------------------------

    def _numbers(self, values: tuple[list[Value], list[Value]]) -> tuple[Region, Region]:
        core, handle = self._core, self._handle
        moving = core.moving(handle.name)
        if moving.strange:
            sides, whole = project(core, self._others, handle, self._literals, self._budget, claimed=self._claimed)
        else:
            sides, whole = self._by_cells(moving)
        return self._region(sides[0], values[0], whole), self._region(sides[1], values[1], whole)

    def _region(self, cells: list[Cell], values: list[Value], whole: bool) -> Region:
        cut_off = len(cells) > MOST_INTERVALS
        return Region(tuple(cells[:MOST_INTERVALS]), tuple(values), complete=whole and not cut_off)

    def _by_cells(self, moving: Moving) -> tuple[tuple[list[Cell], list[Cell]], bool]:
        """One point for each cell on which every atom keeps its truth."""
        handle = self._handle
        number = handle.variable.value
        env = self._core.environment(self._others) if moving.mixed else {}
        starts = set(moving.own)
        irregular: list[Term] = []
        for atom in moving.mixed:
            points = changes(atom, number, env)
            if points is None:
                irregular.append(atom)
            else:
                starts.update(points)
        declaration = handle.variable.declaration
        low, high = declaration.low, declaration.high
        sides: tuple[list[Cell], list[Cell]] = ([], [])
        for count, (cell, truth) in enumerate(self._truths(cut(sorted(starts), low, high), irregular, env)):
            if count > MOST_CELLS or max(map(len, sides)) > MOST_INTERVALS:
                return sides, False
            for cells, there in zip(sides, truth, strict=True):
                if there:
                    append(cells, cell)
        return sides, not self._cut_off

    def _truths(
        self, cells: Sequence[Cell], irregular: Sequence[Term], env: Mapping[str, TermValue]
    ) -> Iterator[tuple[Cell, tuple[bool, bool]]]:
        """Cells and the sides that are possible on them, ascending."""
        for cell in cells:
            truth = self._at(point_of(cell))
            if not irregular or (cell[0] is not None and cell[0] == cell[1]) or self._uniform(cell, truth):
                yield cell, truth
            else:
                yield from self._runs(cell, irregular, env)

    def _runs(
        self, cell: Cell, irregular: Sequence[Term], env: Mapping[str, TermValue]
    ) -> Iterator[tuple[Cell, tuple[bool, bool]]]:
        """A cell cut further, where atoms of irregular course change; equal truths of them are asked for once."""
        number = self._handle.variable.value
        known: dict[tuple[bool, ...], tuple[bool, bool]] = {}
        low, high = cell
        if low is None:  # from its upper end downward, as far as it goes
            mirrored = [substitute(atom, {number: factory.minus(number)}) for atom in irregular]
            flips = Flips(self._core.context, mirrored, number, env, self._budget)
            start = -high if high is not None else 1
            downward = flips.runs(start, None)
            found = [((None if b is None else -b, -a), t) for a, b, t in islice(downward, MOST_INTERVALS)]
            self._cut_off = next(downward, None) is not None
            runs: Iterable[tuple[Cell, tuple[bool, ...]]] = reversed(found)
            rest: Cell | None = (0, None) if high is None else None
        else:
            flips = Flips(self._core.context, irregular, number, env, self._budget)
            runs = (((a, b), t) for a, b, t in flips.runs(low, high))
            rest = None
        for run, truths in runs:
            if truths not in known:
                known[truths] = self._at(point_of(run))
            yield run, known[truths]
        if rest is not None:
            yield from self._runs(rest, irregular, env)

    def _at(self, point: int) -> tuple[bool, bool]:
        solver, handle = self._core.solver, self._handle
        assert handle.symbol is not None
        solver.push()
        try:
            solver.add_equal(handle.symbol, point)
            return self._sides([] if handle.given is None else [handle.given])
        finally:
            solver.pop()

    def _uniform(self, cell: Cell, truth: tuple[bool, bool]) -> bool:
        """Whether the whole of a cell is as one point of it, in spite of atoms that change: asked of Z3 directly."""
        if truth == (True, True):
            return False
        solver, handle = self._core.solver, self._handle
        assert handle.symbol is not None
        solver.push()
        try:
            bound(solver, handle.symbol, cell)
            there = self._sides([] if handle.given is None else [handle.given], fixed=False)
        finally:
            solver.pop()
        if there != truth:
            return False
        if not any(truth):
            return True
        never = Never(self._core, self._others, handle, None)
        try:
            return not never.somewhere(cell, self._budget)
        except UndecidedError:
            return False


def append(cells: list[Cell], cell: Cell) -> None:
    """Add a cell above the others, joined to the last one where they touch."""
    if cells and cells[-1][1] is not None and cell[0] is not None and cells[-1][1] + 1 == cell[0]:
        cells[-1] = (cells[-1][0], cell[1])
    else:
        cells.append(cell)


def point_of(cell: Cell) -> int:
    low, high = cell
    return low if low is not None else high if high is not None else 0
