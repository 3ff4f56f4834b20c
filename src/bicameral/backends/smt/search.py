"""Lexicographic optima by a few checks: the obvious optimum first, then models, guesses and bisection.

A search works at the solver level its caller pushed; what it fixes stays asserted there until the caller pops.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from bicameral.backends.contract import Answer, Budget, Truth
from bicameral.backends.smt.copy import Handle
from bicameral.backends.smt.solver import OUT_OF_TIME, Ast, Context, Model, Solver
from bicameral.policy.model import Value


class UndecidedError(Exception):
    """Carries an undecided answer out of a search."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.reason)
        self.answer = answer


def in_time(budget: Budget) -> None:
    """Raises UndecidedError once the budget is spent."""
    if budget.left <= 0:
        raise UndecidedError(OUT_OF_TIME)


class Search:
    """Checks under a growing list of literals."""

    def __init__(
        self,
        context: Context,
        solver: Solver,
        literals: Iterable[Ast],
        budget: Budget,
        guesses: Mapping[str, Sequence[int]],
    ) -> None:
        self._context = context
        self._solver = solver
        self.literals = list(literals)
        self._budget = budget
        self._guesses = guesses  # for the numbers, by name
        self._last: Model | None = None
        self._unread = False

    def possible(self, *more: Ast) -> bool:
        """Whether the literals with `more` are consistent. Raises UndecidedError."""
        self.keep_model()
        answer = self._solver.check([*self.literals, *more], self._budget)
        if answer.truth is Truth.UNDECIDED:
            raise UndecidedError(answer)
        if answer.truth is Truth.NO:
            return False
        self._unread = True
        return True

    def keep_model(self) -> None:
        """Take over the model of the last consistent check while the solver still has it."""
        if self._unread:
            self._last = self._solver.model()
            self._unread = False

    @property
    def model(self) -> Model:
        """The model of the last consistent check; everything fixed so far holds in it.

        It is made when it is first read, or by the search itself before that changes the solver.
        """
        self.keep_model()
        assert self._last is not None, "a consistent check comes first"
        return self._last

    def adopt(self, model: Model) -> None:
        """Take a model that a check outside of the search found under the same literals."""
        self._last, self._unread = model, False

    def prefer(self, literal: Ast, otherwise: Ast) -> bool:
        """Fix `literal` if that is possible, else `otherwise`; whether it was."""
        taken = self.model.holds(literal) or self.possible(literal)
        self.literals.append(literal if taken else otherwise)
        return taken

    def possible_with_clause(self, clause: Sequence[Ast]) -> bool:
        """Whether the literals are consistent with a clause. Where they are not, the model at hand stays."""
        before = self.model
        self._solver.push()
        try:
            self._solver.add_clause(clause)
            if self.possible():
                self.keep_model()
                return True
            self._last = before
            return False
        finally:
            self._solver.pop()

    def first_of(self, texts: Sequence[str]) -> None:
        """Assert the first of these that is possible, at the solver's present level; one of them is."""
        for text in texts:
            self.keep_model()
            self._solver.push()
            try:
                self._solver.add_text(text)
                possible = self.possible()
                self.keep_model()
            finally:
                self._solver.pop()
            if possible:
                self._solver.add_text(text)
                return
        raise AssertionError("one of them is possible")

    # --- values of inputs ---------------------------------------------------------------------------------------

    def smallest(self, handles: Sequence[Handle]) -> dict[str, Value]:
        """The lexicographically smallest values; a consistent check comes first. What is found stays fixed."""
        floors = [self._floor(handle) for handle in handles]
        if all(self.model.holds(floor) for floor, _ in floors) or self.possible(*(floor for floor, _ in floors)):
            self.literals.extend(floor for floor, _ in floors)
            return {handle.name: value for handle, (_, value) in zip(handles, floors, strict=True)}
        return {handle.name: self._smallest(handle) for handle in handles}

    @staticmethod
    def _floor(handle: Handle) -> tuple[Ast, Value]:
        """The literal for the very first choice, and its value."""
        if handle.no is not None:
            return handle.no, False
        if handle.missing is not None:
            return handle.missing, None
        if handle.members is not None:
            member, literal = next(iter(handle.members.items()))
            return literal, member
        assert handle.at_floor is not None
        return handle.at_floor, handle.floor

    def _smallest(self, handle: Handle) -> Value:
        if handle.no is not None:
            assert handle.yes is not None
            return not self.prefer(handle.no, handle.yes)
        if handle.missing is not None:
            assert handle.given is not None
            if self.prefer(handle.missing, handle.given):
                return None
        if handle.members is not None:
            for member, literal in handle.members.items():
                if self.model.holds(literal) or self.possible(literal):
                    self.literals.append(literal)
                    return member
            raise AssertionError("an enumerated input has one of its members")
        return self._smallest_number(handle)

    def _smallest_number(self, handle: Handle) -> Value:
        assert handle.symbol is not None
        assert handle.at_floor is not None
        if self.model.holds(handle.at_floor) or self.possible(handle.at_floor):
            self.literals.append(handle.at_floor)
            least = handle.floor
        else:
            least = self._beyond_floor(handle, handle.symbol)
            self._solver.add_equal(handle.symbol, least)
        return least

    def _beyond_floor(self, handle: Handle, measure: Ast) -> int:
        guesses = self._guesses.get(handle.name, ())
        if not handle.downward or self._with_bound(measure, at_least=handle.floor + 1):
            return self.minimum(measure, handle.floor + 1, guesses)
        opposite = self._context.minus(measure)
        return -self.minimum(opposite, 1 - handle.floor, sorted(-guess for guess in guesses))

    def nearest_zero(self, measure: Ast) -> int:
        """Fix an Int at the value nearest zero, a positive one rather than its opposite."""
        if self._with_bound(measure, at_least=0, at_most=0):
            found = 0
        elif self._with_bound(measure, at_least=1):
            found = self.minimum(measure, 1)
        else:
            found = -self.minimum(self._context.minus(measure), 1)
        self._solver.add_equal(measure, found)
        return found

    # --- numbers ------------------------------------------------------------------------------------------------

    def minimum(self, measure: Ast, low: int, guesses: Sequence[int] = ()) -> int:
        """The least value of an Int that is at least `low` under the literals.

        The model at hand shows one such value, or (where its value lies below) the caller knows that there is one.
        """
        shown = self._int(measure)
        self._solver.push()
        try:
            self._solver.add_at_least(measure, low)
            if shown < low and not self.possible():
                raise AssertionError("no value at or above the bound")
            high = self._int(measure)
            for guess in _bisection(guesses, low, high):
                if guess >= high or guess < low:
                    continue
                low, high = self._halve(measure, low, high, guess)
            if low < high:  # the guesses leave a gap: most often its upper end is the optimum
                low, high = self._halve(measure, low, high, high - 1)
            while low < high:
                low, high = self._halve(measure, low, high, (low + high) // 2)
        finally:
            self._solver.pop()
        return low

    def _halve(self, measure: Ast, low: int, high: int, at: int) -> tuple[int, int]:
        """Ask for a value of at most `at` between `low` and `high`."""
        if self._with_bound(measure, at_most=at):
            return low, self._int(measure)
        return at + 1, high

    def _int(self, measure: Ast) -> int:
        return self.model.value(measure)

    def _with_bound(self, measure: Ast, *, at_most: int | None = None, at_least: int | None = None) -> bool:
        self.keep_model()
        self._solver.push()
        try:
            if at_most is not None:
                self._solver.add_at_most(measure, at_most)
            if at_least is not None:
                self._solver.add_at_least(measure, at_least)
            possible = self.possible()
            self.keep_model()
            return possible
        finally:
            self._solver.pop()


def _bisection(points: Sequence[int], low: int, high: int) -> Iterable[int]:
    """The points within `low`..`high` in the order of a search tree, shallow ones first."""
    inside = points[bisect_left(points, low) : bisect_left(points, high)]
    spans = [(0, len(inside))]
    while spans:
        start, end = spans.pop(0)
        if start < end:
            middle = (start + end) // 2
            yield inside[middle]
            spans += [(start, middle), (middle + 1, end)]
