"""One case with its elements switchable: what reasons are found with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import TracebackType
from typing import Self

from bicameral.backends.contract import Answer, Budget, Consistency, Element, Truth
from bicameral.backends.smt.core import Core, Cores
from bicameral.backends.smt.interface import Z3Exception
from bicameral.backends.smt.solver import Ast, failed
from bicameral.lowering.program import Kind
from bicameral.policy.model import Case, Value
from bicameral.source.record import record

_CONSISTENT = Consistency(Truth.YES)


@record
class _Fact:
    """What a case says of one input, and the places of the elements that it rests on: its own, or its arguments'."""

    name: str
    value: Value
    places: frozenset[int]


@cache
def _alone(place: int) -> frozenset[int]:
    return frozenset((place,))


class _Level:
    """What a core holds of the case: one literal for each fact."""

    def __init__(self, core: Core, facts: Sequence[_Fact], derived: Sequence[_Fact], split: int) -> None:
        self.core = core
        copy = core.copy
        held = [fact for fact in (*facts, *derived) if fact.name in copy.handles]
        stated = core.hold((fact.name, fact.value) for fact in held)
        own, self.derived = stated[: len(facts)], dict(zip(held[len(facts) :], stated[len(facts) :], strict=True))
        self.literals: list[Ast] = [*copy.elements[:split], *own, *copy.elements[split:]]
        identity = core.context.identity
        identities = [*copy.identities[:split], *map(identity, own), *copy.identities[split:]]
        self.places = dict(zip(identities, map(_alone, range(len(identities))), strict=True))
        self.places |= {identity(literal): fact.places for fact, literal in self.derived.items()}


class CaseOracle:
    """Open it as a context manager; the session's solvers are its own until it is closed."""

    def __init__(self, cores: Cores | None, case: Case, refusal: Answer | None) -> None:
        self._cores = cores
        self._refusal = refusal
        self.elements: Sequence[Element] = ()
        if cores is None:
            return
        named = cores.prepared.elements
        self._split = sum(entry.kind not in (Kind.RANGE, Kind.ENTITIES) for entry in named)  # these come last
        own = cores.whole.copy.handles  # a derived input follows from others, and is no fact of its own
        stated = [(name, value) for name, value in case.stated.items() if name in own]
        assumed = [(name, value) for name, value in case.assumed.items() if name in own]
        self._facts = [
            _Fact(name, value, frozenset((place,)))
            for place, (name, value) in enumerate((*stated, *assumed), start=self._split)
        ]
        self._derived = self._follow(cores, case)
        facts = [Element("fact", name) for name, _ in stated] + [Element("assumed", name) for name, _ in assumed]
        before, after = named[: self._split], named[self._split :]
        self.elements = (*(entry.element for entry in before), *facts, *(entry.element for entry in after))
        self._by_core: dict[int, _Level] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._cores is not None:
            self._by_core.clear()

    def consistent(self, kept: Sequence[int], goal: bool | None, budget: Budget) -> Consistency:
        if self._cores is None:
            reason = self._refusal.reason if self._refusal is not None else "closed"
            return Consistency(Truth.UNDECIDED, reason=reason)
        try:
            return self._consistent(self._cores, kept, goal, budget)
        except Z3Exception as fault:
            return Consistency(Truth.UNDECIDED, reason=failed(fault).reason)

    def _follow(self, cores: Cores, case: Case) -> list[_Fact]:
        """The derived inputs that the case has, each resting on the facts that it is computed from."""
        if cores.derived is None:
            return []
        own = {fact.name: fact.places for fact in self._facts}
        values = cores.derived.stated({**case.stated, **case.assumed})
        return [
            _Fact(name, values[name], frozenset[int]().union(*(own[read] for read in reads)))
            for name, reads in cores.derived.reads.items()
            if name in values and reads <= own.keys()
        ]

    def _consistent(self, cores: Cores, kept: Sequence[int], goal: bool | None, budget: Budget) -> Consistency:
        if not cores.multiplied and cores.apart is None:
            return self._ask(cores, kept, {}, (), goal, budget)
        places = frozenset(kept)
        facts = {fact.name: fact.value for fact in self._facts if fact.places <= places}
        if cores.apart is not None and cores.derived is not None:
            following = [fact for fact in self._derived if fact.places <= places]
            known = facts | {fact.name: fact.value for fact in following}
            first = self._ask(cores.apart, kept, known, following, goal, budget)
            if first.truth is Truth.NO or len(following) == len(cores.derived.reads):
                return first  # what cannot be with derived inputs open cannot be
        for guess in cores.probes(facts):
            if self._ask(cores, kept, {**facts, **guess}, (), goal, budget).truth is Truth.YES:
                return _CONSISTENT  # what can be with more stated can be
        return self._ask(cores, kept, facts, (), goal, budget)

    def _ask(
        self,
        cores: Cores,
        kept: Sequence[int],
        known: Mapping[str, Value],
        following: Sequence[_Fact],
        goal: bool | None,
        budget: Budget,
    ) -> Consistency:
        """Whether the kept elements go together, where these inputs have these values and these derived ones follow."""
        fixed = dict(cores.fixed(known)) if cores.multiplied else {}  # put in as constants: any core rests on them
        core = cores.core(fixed)
        level = self._by_core.get(id(core))
        if level is None:
            level = self._by_core[id(core)] = _Level(core, self._facts, self._derived, self._split)
        literals = [level.literals[place] for place in kept]
        literals += [level.derived[fact] for fact in following]
        literals.append(core.copy.not_all)
        if goal is not None:
            literals.append(core.copy.claim if goal else core.copy.not_claim)
        answer = core.solver.check(literals, budget)
        if answer.truth is Truth.YES:
            return _CONSISTENT
        if answer.truth is Truth.UNDECIDED:
            return Consistency(Truth.UNDECIDED, reason=answer.reason)
        places = level.places
        found = [places[literal] for literal in core.solver.core() if literal in places]
        found += [fact.places for fact in (*self._facts, *following) if fact.name in fixed]
        return Consistency(Truth.NO, frozenset[int]().union(*found))
