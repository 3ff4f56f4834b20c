"""Witnesses and missing facts from a backend that can only decide: one question for each value tried.

Where no other backend could lower the policy, this is what there is. The smallest inputs are found exactly; the pair
starts from the smallest holding inputs and reopens one input, then two, and so on, a single number as near as can be:
that no other pair is closer is not shown. Inputs with more values than can be tried end the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from bicameral.backends.contract import NO, Answer, Budget, Region, Session, Truth, undecided
from bicameral.explanation.split import complete_case
from bicameral.policy.model import Case, CheckedPolicy, Declaration, Value

MOST_VALUES = 1000  # of one input

Inputs = Mapping[str, Value]


class Asking:
    """The searches of `backends.contract.Reasoner`, by questions to a session."""

    def __init__(self, policy: CheckedPolicy, session: Session) -> None:
        self._policy = policy
        self._session = session

    def smallest(self, case: Case, holds: bool, budget: Budget) -> Inputs | Answer:
        """The smallest inputs on a side, in declaration order. NO when the side is empty."""
        if any(declared.keys for declared in self._policy.inputs.values()):
            return undecided("inputs of individuals are not tried one by one")
        inputs: dict[str, Value] = {**case.stated, **case.assumed}
        first = self._possible(inputs, holds, budget)
        if first.truth is not Truth.YES:
            return first
        for name, declared in self._policy.inputs.items():
            if name in inputs or declared.derivation is not None:  # a derived input follows
                continue
            found = self._least(declared, inputs, holds, budget)
            if isinstance(found, Answer):
                return found
            inputs[name] = found[0]
        return {name: inputs[name] for name in self._policy.inputs if name in inputs}

    def _least(self, declared: Declaration, inputs: Inputs, holds: bool, budget: Budget) -> tuple[Value] | Answer:
        values = domain(declared)
        if values is None:
            return undecided(f"{declared.name} has too many values to try")
        for value in values:
            answer = self._possible({**inputs, declared.name: value}, holds, budget)
            if answer.truth is Truth.YES:
                return (value,)
            if answer.truth is Truth.UNDECIDED:
                return answer
        return NO

    def _possible(self, inputs: Inputs, holds: bool, budget: Budget) -> Answer:
        if budget.left == 0:
            return undecided("out of time")
        decision = self._session.decide(complete_case(self._policy, inputs), budget)
        return decision.can_hold if holds else decision.can_fail

    def closest(self, case: Case, budget: Budget) -> tuple[Inputs, Inputs] | Answer:
        """Two complete inputs on either side that differ in few inputs. NO when a side is empty."""
        holding = self.smallest(case, True, budget)
        if isinstance(holding, Answer):
            return holding
        unknown = [name for name in holding if name not in case.stated and name not in case.assumed]
        for count in range(len(unknown) + 1):
            for reopened in combinations(unknown, count):
                rest = {name: value for name, value in holding.items() if name not in reopened}
                failing = self.smallest(Case(rest, {}), False, budget)
                if not isinstance(failing, Answer):
                    return self._nearer(holding, failing, reopened, budget)
                if failing.truth is Truth.UNDECIDED:
                    return failing
        return NO

    def _nearer(
        self, holding: Inputs, failing: Inputs, reopened: tuple[str, ...], budget: Budget
    ) -> tuple[Inputs, Inputs]:
        """The pair with the one number that it differs in as near as can be; other pairs as they are."""
        found = self.regions(Case({}, {}), holding, reopened[0], budget) if len(reopened) == 1 else NO
        if isinstance(found, Answer):
            return holding, failing
        name = reopened[0]
        sides = [[n for low, high in side.intervals for n in _range(low, high)] for side in found]
        pairs = [(abs(one - other), one, other) for one in sides[0] for other in sides[1]]
        if holding[name] is None or failing[name] is None or not pairs:
            return holding, failing
        _, one, other = min(pairs)
        return {**holding, name: one}, {**holding, name: other}

    def regions(self, case: Case, at: Inputs, name: str, budget: Budget) -> tuple[Region, Region] | Answer:  # noqa: ARG002
        """Every value of one input, on the side or sides where it can be with the others as in `at`."""
        values = domain(self._policy.inputs[name])
        if values is None:
            return undecided(f"{name} has too many values to try")
        sides: tuple[list[Value], list[Value]] = ([], [])
        for value in values:
            for side, holds in zip(sides, (True, False), strict=True):
                answer = self._possible({**at, name: value}, holds, budget)
                if answer.truth is Truth.UNDECIDED:
                    return answer
                if answer.truth is Truth.YES:
                    side.append(value)
        return _region(sides[0]), _region(sides[1])


def domain(declared: Declaration) -> list[Value] | None:
    """The values of an input without keys from least to greatest; None for one with too many."""
    if declared.keys:
        return None
    if declared.sort is None:
        return [False, True]
    none: list[Value] = [None] if declared.may_lack_value else []
    if declared.sort.term_sort.members:
        return [*none, *declared.sort.term_sort.members]
    if declared.low is None or declared.high is None or declared.high - declared.low >= MOST_VALUES:
        return None
    return [*none, *range(declared.low, declared.high + 1)]


def _region(values: list[Value]) -> Region:
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    return Region(tuple(_runs(numbers)), tuple(value for value in values if value is None or value not in numbers))


def _range(low: int | None, high: int | None) -> range:
    return range(0) if low is None or high is None else range(low, high + 1)


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for place in range(1, len(numbers) + 1):
        if place == len(numbers) or numbers[place] != numbers[place - 1] + 1:
            yield numbers[start], numbers[place - 1]
            start = place
