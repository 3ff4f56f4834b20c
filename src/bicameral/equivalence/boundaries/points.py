"""The inputs on which a goal can hold: as near as can be to some that are there, elsewhere as small as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bicameral.backends.contract import NO, Answer, Budget, Truth
from bicameral.equivalence.boundaries.functional import Inputs, Problem, smallest, stated
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering.program import InputSymbol
from bicameral.policy.model import Value
from bicameral.sorts.term_sort import BOOL, INT

MAX_SWEEPS = 3  # over the numbers that are not at their smallest


def nearest(problem: Problem, goal: int, anchor: Inputs | None, budget: Budget) -> dict[str, Value] | Answer:
    """Inputs on which a goal of the problem can hold; NO when there are none, UNDECIDED with the reason.

    Each input keeps the value that it has in `anchor` if it can, else it takes the smallest that it can have, in
    declaration order; numbers that cannot be at their smallest last: as near to it as can be, of numbers that are
    multiplied with each other only the first round one. Dates that calendar functions see are put in
    their places first where that leaves an answer. Where time runs out on the way the inputs are right, but may not be
    the smallest.
    """
    slow: list[Problem] = []
    for number, known in enumerate(_first(problem, anchor)):
        if number == 1:
            abstract = problem.abstract()
            if abstract.check([abstract.goals[goal]], budget, QUICK).truth is Truth.NO:
                return NO
        part = problem.restricted(known) if known else problem
        answer = part.check([part.goals[goal]], budget, QUICK)
        if answer.truth is Truth.YES:
            return _Search(part, goal, budget).smallest(anchor)
        if answer.truth is Truth.UNDECIDED:
            slow.append(part)
        elif part is problem:
            return NO
    guesses = ((part.restricted(known), QUICK) for part in slow for known in _factors(part, anchor))
    for part, resources in (*guesses, *((part, LONG) for part in slow)):
        if part.check([part.goals[goal]], budget, resources).truth is Truth.YES:
            return _Search(part, goal, budget).smallest(anchor)
    answer = problem.check([problem.goals[goal]], budget)
    return _Search(problem, goal, budget).smallest(anchor) if answer.truth is Truth.YES else answer


# Z3's units of work: so that no clock has a part in which case comes out, until the budget ends.
QUICK = 500_000  # a first guess at the dates, a step towards smaller inputs
LONG = 2_000_000  # a second one


def _first(problem: Problem, anchor: Inputs | None) -> Iterator[dict[str, Value]]:
    """What to suppose of dates that functions see: each as it is preferred, all but one, in the end nothing.

    A date that may be missing is supposed to be so, and then to be the first; any other also to be the second.
    """
    seen: list[dict[str, Value]] = []
    starts = [
        {one.name: next(_preferred(one, near)) for one in problem.called}
        for near in ((anchor, None) if anchor is not None else (None,))
    ]
    starts += [{**starts[-1], one.name: smallest(one)} for one in problem.called if one.given is not None]
    later = [
        {**start, one.name: _number(smallest(one)) + 1}
        for start in starts
        for one in problem.called
        if one.given is None
    ]
    for preferred in (*starts, *later):
        if preferred and preferred not in seen:
            seen.append(preferred)
            yield preferred
    for preferred in starts:
        for name in preferred:
            known = {each: value for each, value in preferred.items() if each != name}
            if known and known not in seen:
                seen.append(known)
                yield known
    yield {}


def _factors(problem: Problem, anchor: Inputs | None) -> Iterator[dict[str, Value]]:
    """What to suppose of a number, no date, that others are multiplied with: the value there, and round numbers."""
    for symbol in (one for one in problem.factors if one not in problem.called):
        if anchor is not None and anchor[symbol.name] is not None:
            yield {symbol.name: anchor[symbol.name]}
        least, high = _number(smallest(symbol)), symbol.declaration.high
        for offset in (0, *_ROUND[::3], *_ROUND[1::3]):
            if high is None or least + offset <= high:
                yield {symbol.name: least + offset}


class _Search:
    def __init__(self, problem: Problem, goal: int, budget: Budget) -> None:
        self._problem = problem
        self._goal = goal
        self._budget = budget
        self._fixed = [problem.goals[goal]]
        self._known: dict[str, Value] = {}
        self._point = problem.values()

    def smallest(self, anchor: Inputs | None) -> dict[str, Value]:
        loose = [symbol for symbol in self._problem.open if not self._settled(symbol, anchor)]
        for _ in range(MAX_SWEEPS):
            before = dict(self._point)
            for symbol in loose:
                if symbol.value.sort == INT:
                    self._least(symbol)
            if self._point == before:
                break
        return self._point

    def _settled(self, symbol: InputSymbol, anchor: Inputs | None) -> bool:
        """Give an input the best value that it can have; of a number only those that need no search."""
        for value in _preferred(symbol, anchor):
            if self._point[symbol.name] == value or self._can(symbol, value):
                self._fixed.append(stated(symbol, value))
                self._known[symbol.name] = value
                return True
        if symbol.given is not None:
            self._fixed.append(symbol.given)
        return False

    def _can(self, symbol: InputSymbol, value: Value) -> bool:
        part, assumed = self._problem, [*self._fixed, stated(symbol, value)]
        if part.nonlinear:  # a product with a known number is linear
            part = part.restricted({**self._known, symbol.name: value})
            assumed = [part.goals[self._goal]]
        answer = part.check(assumed, self._budget, QUICK)
        if answer.truth is Truth.YES:
            self._point = part.values()
        return answer.truth is Truth.YES

    def _least(self, symbol: InputSymbol) -> None:
        """The number nearest the smallest where all other inputs are as they are."""
        others = {name: value for name, value in self._point.items() if name != symbol.name}
        least = _number(smallest(symbol))
        found = _number(self._point[symbol.name]) - least
        if self._problem.nonlinear:
            offset = self._round(symbol, others, least, found)
        else:
            offset = self._halved(symbol, self._problem.restricted(others), least, found)
        self._point[symbol.name] = least + offset

    def _halved(self, symbol: InputSymbol, alone: Problem, least: int, found: int) -> int:
        near, far = 0, abs(found)  # not known to do, does
        sign = 1 if found >= 0 else -1
        while far - near > 1:
            middle = (near + far) // 2
            between = _between(symbol, least, least + sign * middle)
            if alone.check([alone.goals[self._goal], between], self._budget, QUICK).truth is Truth.YES:
                far = abs(_number(alone.values()[symbol.name]) - least)
            else:
                near = middle
        return sign * far

    def _round(self, symbol: InputSymbol, others: Inputs, least: int, found: int) -> int:
        """The first round number that does: what two divisions make of all numbers below is hard to say."""
        sign = 1 if found >= 0 else -1
        for offset in _ROUND:
            if offset >= abs(found):
                break
            there = self._problem.restricted({**others, symbol.name: least + sign * offset})
            if there.check([there.goals[self._goal]], self._budget, QUICK).truth is Truth.YES:
                return sign * offset
        return found


_ROUND: list[int] = [digit * 10**power for power in range(10) for digit in (1, 2, 5)]


def floor(symbol: InputSymbol) -> Value:
    """The smallest value that an input can have: none, where it may lack one."""
    return None if symbol.given is not None else smallest(symbol)


def _between(symbol: InputSymbol, one: int, other: int) -> Term:
    low, high = factory.integer(min(one, other)), factory.integer(max(one, other))
    there = factory.conj(factory.le(low, symbol.value), factory.le(symbol.value, high))
    return there if symbol.given is None else factory.conj(symbol.given, there)


def _preferred(symbol: InputSymbol, anchor: Inputs | None) -> Iterator[Value]:
    """The values to try, the best first: false, no value, the members in order; of a number the smallest alone."""
    if anchor is not None and symbol.name in anchor:
        yield anchor[symbol.name]
    if symbol.given is not None:
        yield None
    if symbol.value.sort == BOOL:
        yield from (False, True)
    elif symbol.value.sort == INT:
        yield smallest(symbol)
    else:
        yield from symbol.value.sort.members


def assume(inputs: Sequence[InputSymbol], values: Inputs) -> list[Term]:
    """That all inputs have these values."""
    return [stated(symbol, values[symbol.name]) for symbol in inputs]


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value
