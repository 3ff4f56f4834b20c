"""One case with its elements switchable: what reasons are found with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Self

from bicameral.backends.contract import Answer, Budget, Consistency, Element, Truth
from bicameral.backends.smt.core import Core, Cores
from bicameral.backends.smt.interface import Z3Exception
from bicameral.backends.smt.solver import Ast, failed
from bicameral.lowering.program import Kind
from bicameral.policy.model import Case, Value

_CONSISTENT = Consistency(Truth.YES)


class _Level:
    """What a core holds of the case: one literal for each element."""

    def __init__(self, core: Core, facts: Iterable[tuple[str, Value]], split: int) -> None:
        self.core = core
        copy = core.copy
        stated = core.hold(facts)
        self.literals: list[Ast] = [*copy.elements[:split], *stated, *copy.elements[split:]]
        identity = core.context.identity
        self.places = {identity(literal): place for place, literal in enumerate(self.literals)}


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
        self._facts: list[tuple[str, Value]] = [*stated, *assumed]
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

    def _consistent(self, cores: Cores, kept: Sequence[int], goal: bool | None, budget: Budget) -> Consistency:
        put_in = self._put_in(cores, kept)
        core = cores.core(dict(self._facts[place - self._split] for place in put_in))
        level = self._by_core.get(id(core))
        if level is None:
            level = self._by_core[id(core)] = _Level(core, self._facts, self._split)
        literals = [level.literals[place] for place in kept]
        literals.append(core.copy.not_all)
        if goal is not None:
            literals.append(core.copy.claim if goal else core.copy.not_claim)
        answer = core.solver.check(literals, budget)
        if answer.truth is Truth.YES:
            return _CONSISTENT
        if answer.truth is Truth.UNDECIDED:
            return Consistency(Truth.UNDECIDED, reason=answer.reason)
        places = level.places
        found = {places[literal] for literal in core.solver.core() if literal in places}
        return Consistency(Truth.NO, frozenset(found.union(put_in)))

    def _put_in(self, cores: Cores, kept: Sequence[int]) -> list[int]:
        """The kept facts that are put into the formulas as constants: any core rests on them."""
        if not cores.multiplied:
            return []
        multiplied = set(cores.multiplied)
        facts = range(self._split, self._split + len(self._facts))
        return [
            place
            for place in kept
            if place in facts
            and self._facts[place - self._split][0] in multiplied
            and self._facts[place - self._split][1] is not None
        ]
