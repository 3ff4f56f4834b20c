"""A backend for tests: brute force over small domains, from the contract alone.

A world assigns a value to every input and every derived atom (a bool, or a set of values for a valued outcome).
The answer sets are the worlds that obey every law, as the assertions of a completion have it. Nothing here shares
code with the backends or with what is tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from bicameral.backends.contract import (
    NO,
    YES,
    Answer,
    Budget,
    Consistency,
    Decision,
    Element,
    Region,
    Truth,
    Witness,
)
from bicameral.policy.instances import Scope
from bicameral.policy.model import Case, CheckedPolicy, Claim, Declaration, Value
from bicameral.sorts.term_sort import INT
from bicameral.source import NOWHERE

World = Mapping[str, Any]
KINDS = ("rule", "closed-world", "constraint", "fact", "assumed", "range", "entities")


@dataclass(frozen=True)
class Law:
    kind: str
    name: str
    holds: Callable[[World], bool]
    rules: tuple[str, ...] = ()


@dataclass
class Toy:
    """A policy as laws: `inputs` maps names to domains (wider than the ranges), `derived` likewise."""

    inputs: dict[str, Sequence[Value]]
    derived: dict[str, Sequence[Any]]
    laws: list[Law]
    claims: dict[str, Callable[[World], bool]]
    outcomes: tuple[str, ...] = ()
    multi: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)

    def worlds(self) -> Iterator[dict[str, Any]]:
        names = [*self.inputs, *self.derived]
        for values in product(*self.inputs.values(), *self.derived.values()):
            yield dict(zip(names, values, strict=True))

    def answer_sets(self, case: Case) -> list[dict[str, Any]]:
        given = {**case.stated, **case.assumed}
        return [
            world
            for world in self.worlds()
            if all(world[n] == v for n, v in given.items()) and all(law.holds(world) for law in self.laws)
        ]


class BruteSession:
    """One toy policy and one claim."""

    def __init__(self, toy: Toy, claim: Callable[[World], bool]) -> None:
        self.toy = toy
        self.claim = claim

    def decide(self, case: Case, budget: Budget) -> Decision:
        sides = [self.claim(world) for world in self.toy.answer_sets(case)]
        return Decision(YES if any(sides) else NO, NO if all(sides) else YES, 0.0)

    def complete(self, inputs: Mapping[str, Value], holds: bool | None, budget: Budget) -> Witness | Answer:
        for world in self.toy.answer_sets(Case(dict(inputs), {})):
            if holds is None or self.claim(world) is holds:
                return self._witness(world)
        return NO

    def _witness(self, world: World) -> Witness:
        outcomes = {n: world[n] if isinstance(world[n], bool) else tuple(sorted(world[n])) for n in self.toy.outcomes}
        return Witness({n: world[n] for n in self.toy.inputs}, outcomes, self.claim(world))

    def replay(self, witness: Witness, budget: Budget) -> Answer:
        worlds = self.toy.answer_sets(Case(dict(witness.inputs), {}))
        return YES if any(self._witness(world) == witness for world in worlds) else NO

    @contextmanager
    def oracle(self, case: Case) -> Iterator[BruteOracle]:
        yield BruteOracle(self.toy, self.claim, case)

    def smallest(self, case: Case, holds: bool | None, budget: Budget) -> Mapping[str, Value] | Answer:
        found = self._inputs(case, holds)
        return min(found, key=self._size) if found else NO

    def _inputs(self, case: Case, holds: bool | None) -> list[dict[str, Value]]:
        worlds = [w for w in self.toy.answer_sets(case) if holds is None or self.claim(w) is holds]
        return [{n: w[n] for n in self.toy.inputs} for w in worlds]

    def _size(self, inputs: Mapping[str, Value]) -> tuple[int, ...]:
        return tuple(list(self.toy.inputs[n]).index(v) for n, v in inputs.items())

    def closest(self, case: Case, budget: Budget) -> tuple[Mapping[str, Value], Mapping[str, Value]] | Answer:
        return self._closest(self._inputs(case, True), self._inputs(case, False))

    def closest_settled(self, case: Case, budget: Budget) -> tuple[Mapping[str, Value], Mapping[str, Value]] | Answer:
        holding, failing = self._inputs(case, True), self._inputs(case, False)
        return self._closest([i for i in holding if i not in failing], [i for i in failing if i not in holding])

    def _closest(
        self, holding: list[dict[str, Value]], failing: list[dict[str, Value]]
    ) -> tuple[Mapping[str, Value], Mapping[str, Value]] | Answer:
        if not holding or not failing:
            return NO
        return min(product(holding, failing), key=self._apart)

    def _apart(self, pair: tuple[Mapping[str, Value], Mapping[str, Value]]) -> tuple[Any, ...]:
        one, other = pair
        differing = [n for n in one if one[n] != other[n]]
        numbers = [n for n in differing if type(one[n]) is int and type(other[n]) is int]
        far = sum(abs(one[n] - other[n]) for n in numbers)  # type: ignore[operator]
        return (len(differing), far, self._size(one), self._size(other))

    def regions(self, case: Case, at: Mapping[str, Value], name: str, budget: Budget) -> tuple[Region, Region] | Answer:
        sides: list[list[Value]] = [[], []]
        for value in self.toy.inputs[name]:
            truths = {self.claim(w) for w in self.toy.answer_sets(Case({**at, name: value}, {}))}
            for side, truth in enumerate((True, False)):
                if truth in truths:
                    sides[side].append(value)
        return _region(sides[0]), _region(sides[1])

    def two_values(self, case: Case, outcome: str, budget: Budget) -> Witness | Answer:
        for world in self.toy.answer_sets(case):
            if len(world[outcome]) > 1:
                return self._witness(world)
        return NO


def _region(values: list[Value]) -> Region:
    if not values or type(values[0]) is not int:
        return Region((), tuple(values))
    runs: list[list[int]] = []
    for value in values:
        assert type(value) is int
        if runs and runs[-1][1] == value - 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return Region(tuple((low, high) for low, high in runs))


def _fixed(name: str, value: Value) -> Callable[[World], bool]:
    return lambda world: bool(world[name] == value)


class BruteOracle:
    def __init__(self, toy: Toy, claim: Callable[[World], bool], case: Case) -> None:
        self.claim = claim
        self.questions = 0
        given = [(Element("fact", n), n, v) for n, v in case.stated.items()]
        given += [(Element("assumed", n), n, v) for n, v in case.assumed.items()]
        pairs = [(Element(law.kind, law.name, law.rules), law.holds) for law in toy.laws]
        pairs += [(element, _fixed(n, v)) for element, n, v in given]
        pairs.sort(key=lambda pair: KINDS.index(pair[0].kind))
        self._elements = [element for element, _ in pairs]
        self._worlds = [(w, [holds(w) for _, holds in pairs]) for w in toy.worlds()]

    @property
    def elements(self) -> Sequence[Element]:
        return self._elements

    def consistent(self, kept: Sequence[int], goal: bool | None, budget: Budget) -> Consistency:
        self.questions += 1
        for world, obeyed in self._worlds:
            if all(obeyed[i] for i in kept) and (goal is None or self.claim(world) is goal):
                return Consistency(Truth.YES)
        return Consistency(Truth.NO, frozenset(kept))


class BruteBackend:
    def __init__(self, name: str, toy: Toy, session: type[BruteSession] = BruteSession) -> None:
        self._name = name
        self._session = session
        self.toy = toy

    @property
    def name(self) -> str:
        return self._name

    def session(self, claim: Claim | None, scope: Scope = ()) -> BruteSession:
        return self._session(self.toy, (lambda _: True) if claim is None else self.toy.claims[claim.text])


def policy_of(toy: Toy) -> CheckedPolicy:
    """The toy's vocabulary as a checked policy without a text."""

    def declare(order: int, name: str, domain: Sequence[Any], role: Any) -> Declaration:
        boolean = all(isinstance(value, bool) for value in domain)
        return Declaration(
            role, name, (), None if boolean else Whole(), None, None, toy.units.get(name), toy.texts.get(name),
            None, NOWHERE, order, closed=name in toy.closed, multi=name in toy.multi,
        )  # fmt: skip

    inputs = {n: declare(i, n, d, "input") for i, (n, d) in enumerate(toy.inputs.items())}
    outcomes = {n: declare(100 + i, n, toy.derived[n], "outcome") for i, n in enumerate(toy.outcomes)}
    return CheckedPolicy(
        "toy", None, "1", (None, None), (), None, "0" * 64, (), {}, {}, inputs, outcomes, {}, (), (),
        names={**inputs, **outcomes},
    )  # fmt: skip


class Whole:
    """Integers, without help from `sorts`."""

    name = "int"
    scale = 1

    term_sort = INT

    low: int | None = None
    high: int | None = None

    def read(self, value: object) -> int | str:
        assert type(value) is int
        return value

    def read_text(self, text: str) -> int | str:
        return int(text)

    def show(self, value: int | str) -> Any:
        return value

    def show_text(self, value: int | str) -> str:
        return str(value)


def travel() -> Toy:
    """The four sentences of the travel policy over a small range of costs and tenures."""
    return Toy(
        inputs={
            "cost": (500, 1000, 1001, 2000, 2500),
            "international": (False, True),
            "manager_approved": (False, True),
            "tenure": tuple(range(-2, 10)),
        },
        derived={"refused": (False, True), "trip_approved": (False, True), "booking_allowed": (False, True)},
        outcomes=("trip_approved", "booking_allowed"),
        texts={"tenure": "continuous service", "manager_approved": "a line manager has approved the trip"},
        units={"tenure": "months", "cost": "EUR"},
        laws=[
            Law("rule", "cost-rule", lambda w: w["refused"] or not (w["cost"] > 1000 and not w["manager_approved"])),
            Law(
                "rule", "international-rule", lambda w: w["refused"] or not w["international"] or w["manager_approved"]
            ),
            Law("rule", "six-months-rule", lambda w: w["refused"] or not w["international"] or w["tenure"] >= 6),
            Law("rule", "default", lambda w: w["trip_approved"] or w["refused"]),
            Law("rule", "booking-rule", lambda w: w["booking_allowed"] or not w["trip_approved"]),
            Law(
                "closed-world",
                "refused",
                lambda w: (
                    not w["refused"]
                    or (w["cost"] > 1000 and not w["manager_approved"])
                    or (w["international"] and not w["manager_approved"])
                    or (w["international"] and w["tenure"] < 6)
                ),
                ("cost-rule", "international-rule", "six-months-rule"),
            ),
            Law("closed-world", "trip_approved", lambda w: not w["trip_approved"] or not w["refused"], ("default",)),
            Law(
                "closed-world",
                "booking_allowed",
                lambda w: not w["booking_allowed"] or w["trip_approved"],
                ("booking-rule",),
            ),
            Law("range", "tenure", lambda w: w["tenure"] >= 0),
        ],
        claims={
            "trip_approved": lambda w: w["trip_approved"],
            "not trip_approved": lambda w: not w["trip_approved"],
            "booking_allowed": lambda w: w["booking_allowed"],
        },
    )
