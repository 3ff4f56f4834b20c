"""The next point where atoms of irregular course (remainders, products) change their truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bicameral.backends.contract import Budget
from bicameral.backends.smt.copy import mark_for, number_of, preamble
from bicameral.backends.smt.search import Search, in_time
from bicameral.backends.smt.solver import Context, Kind
from bicameral.formula import factory, smtlib
from bicameral.formula.interpreter import Value, evaluate_all, substitute_all
from bicameral.formula.term import Term, subterms, symbols

# Points that are tried one by one before Z3 is asked: most irregular atoms change soon.
_STEPS = 16

Truths = tuple[bool, ...]


class Flips:
    """Atoms over one Int `number` once the other symbols have the values of `env`."""

    def __init__(
        self, context: Context, atoms: Sequence[Term], number: Term, env: Mapping[str, Value], budget: Budget
    ) -> None:
        others = {
            symbol: factory.constant(symbol.sort, env[str(symbol.payload)])
            for symbol in symbols(*atoms)
            if symbol != number
        }
        self._context = context
        self._number = number
        self._atoms = substitute_all(atoms, others)
        self._budget = budget

    def truths(self, point: int) -> Truths:
        env: dict[str, Value] = {str(self._number.payload): point}
        return tuple(bool(value) for value in evaluate_all(self._atoms, env))

    def runs(self, low: int, high: int | None) -> Iterator[tuple[int, int | None, Truths]]:
        """The longest stretches from `low` on in which no atom changes, with their truths. Raises UndecidedError."""
        point = low
        while True:
            truths = self.truths(point)
            following = self._next(point, high, truths)
            yield point, high if following is None else following - 1, truths
            if following is None:
                return
            point = following

    def _next(self, point: int, high: int | None, truths: Truths) -> int | None:
        for step in range(point + 1, point + 1 + _STEPS):
            if high is not None and step > high:
                return None
            if self.truths(step) != truths:
                return step
        in_time(self._budget)
        return self._next_by_solver(point + 1 + _STEPS, high, truths)

    def _next_by_solver(self, low: int, high: int | None, truths: Truths) -> int | None:
        solver = self._context.solver(Kind.WHOLE)
        nodes = list(subterms(self._number, *self._atoms))
        mark = mark_for(nodes)
        lines = [*preamble(nodes), smtlib.declare(self._number)]
        for place, atom in enumerate(self._atoms):
            lines.append(f"(declare-const {mark}a{place} Bool)")
            lines.append(f"(assert (= {mark}a{place} {smtlib.print_term(atom)}))")
        solver.add_text("\n".join(lines))
        literals = [self._context.boolean(f"{mark}a{place}") for place in range(len(self._atoms))]
        solver.add_clause(
            [
                self._context.negation(literal) if true else literal
                for literal, true in zip(literals, truths, strict=True)
            ]
        )
        measure = number_of(self._context, self._number)
        solver.add_at_least(measure, low)
        if high is not None:
            solver.add_at_most(measure, high)
        search = Search(self._context, solver, [], self._budget, {})
        return search.minimum(measure, low) if search.possible() else None
