"""One policy prepared for one claim, decided and explained by Z3."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from bicameral.backends.contract import (
    NO,
    Answer,
    Budget,
    Decision,
    Oracle,
    Region,
    Truth,
    Witness,
    undecided,
)
from bicameral.backends.smt.core import Core, Cores, cores_of
from bicameral.backends.smt.derived import Derived
from bicameral.backends.smt.interface import Z3Exception
from bicameral.backends.smt.oracle import CaseOracle
from bicameral.backends.smt.prepared import prepare
from bicameral.backends.smt.search import UndecidedError
from bicameral.backends.smt.solver import Context, failed
from bicameral.lowering.program import LoweredProgram
from bicameral.policy.instances import Instance
from bicameral.policy.model import Case, Value
from bicameral.sorts.term_sort import REAL

if TYPE_CHECKING:  # what only an open claim needs is imported for one
    from bicameral.backends.smt.pair import PairCore

P = ParamSpec("P")
R = TypeVar("R")

Inputs = Mapping[str, Value]
_Known = tuple[Answer | None, Answer | None]

# A session that is used this often, on a program of no more elements than this, is worth the time to find out whether
# its inputs determine everything else.
_USED, _SMALL, _MILLISECONDS = 4, 200, 200


def _answers(
    method: Callable[Concatenate[SmtSession, P], R | Answer],
) -> Callable[Concatenate[SmtSession, P], R | Answer]:
    """A method that answers undecided for a refused program and for whatever a solver does, and never raises for it."""

    def answering(self: SmtSession, /, *args: P.args, **kwargs: P.kwargs) -> R | Answer:
        if self.refusal is not None:
            return self.refusal
        try:
            return method(self, *args, **kwargs)
        except UndecidedError as fault:
            return fault.answer
        except Z3Exception as fault:
            return failed(fault)

    answering.__doc__ = method.__doc__
    return answering


class SmtSession:
    """The `Reasoner` over Z3. Not for use by two threads at once."""

    def __init__(
        self,
        make_context: Callable[[], Context],
        lowered: LoweredProgram,
        outcomes: Sequence[Instance],
        further: Callable[[], LoweredProgram] | None = None,
    ) -> None:
        """`further` gives the program with one more individual of each open sort, where there are such."""
        self._further = further
        self._outcomes = outcomes
        self._reasons: Cores | Answer | None = None
        self._claimed = lowered.claim is not None
        self._last_decision: tuple[Case, Decision] | None = None
        self.refusal: Answer | None = None
        if lowered.refusals:
            self.refusal = undecided(lowered.refusals[0].witness)
            return
        self._names = [symbol.name for symbol in lowered.inputs]
        self._derived = Derived(lowered)
        self._prepared = prepare(lowered, outcomes)
        if any(term.sort == REAL for term in self._prepared.nodes):
            self.refusal = undecided("a number of sort Real")
            return
        try:
            self._cores = cores_of(make_context(), lowered, self._prepared)
            self._apart = self._cores.apart
            self._prepared = self._cores.prepared
        except Z3Exception as fault:
            self.refusal = failed(fault)
            return
        self._pairs: tuple[Core, PairCore] | None = None
        self._doubled: dict[str, bool] = {}
        self._determined: bool | None = None
        self._uses = 0
        self._last_regions: tuple[tuple[Inputs, str], tuple[Region, Region]] | None = None

    # --- deciding -----------------------------------------------------------------------------------------------

    def decide(self, case: Case, budget: Budget) -> Decision:
        started = time.perf_counter()
        answers = self._decide(case, budget)
        hold, fail = (answers, answers) if isinstance(answers, Answer) else answers
        decision = Decision(hold, fail, (time.perf_counter() - started) * 1000)
        self._last_decision = case, decision
        return decision

    @_answers
    def _decide(self, case: Case, budget: Budget) -> tuple[Answer, Answer] | Answer:
        values = _values(case)
        core, stated = self._core(values)
        if self._apart is None or self._derived.known(values):
            return self._ask(core, stated, budget)
        standing = self._derived.stated(values)  # what cannot be with derived inputs open cannot be
        first = self._ask(self._apart.core(standing), standing, budget)
        found: _Known = (_only(Truth.NO, first[0]), _only(Truth.NO, first[1]))
        for guess in self._cores.probes(stated):  # what can be with more stated can be
            if None not in found:
                break
            more = {**stated, **guess}
            seen = self._ask(self._cores.core(more), more, budget, found)
            found = (found[0] or _only(Truth.YES, seen[0]), found[1] or _only(Truth.YES, seen[1]))
        return self._ask(core, stated, budget, found)

    def _ask(self, core: Core, stated: Inputs, budget: Budget, known: _Known = (None, None)) -> tuple[Answer, Answer]:
        """The two questions; one whose answer is known is not asked again."""
        if known[0] is not None and known[1] is not None:
            return known[0], known[1]
        literals = [core.copy.all, *core.hold(stated.items())]
        if not self._claimed:
            return core.solver.check(literals, budget), NO
        hold = known[0] or core.solver.check([*literals, core.copy.claim], budget)
        fail = known[1] or core.solver.check([*literals, core.copy.not_claim], budget)
        return hold, fail

    def _core(self, values: Inputs) -> tuple[Core, Inputs]:
        """The solver to ask when inputs have these values, and what to state there."""
        if self._apart is not None and self._derived.known(values):
            stated = self._derived.stated(values)
            return self._apart.core(stated), stated
        own = self._derived.without(values)
        return self._cores.core(own), own

    def _values(self, case: Case) -> dict[str, Value]:
        """What a case says of the inputs that can be stated alone, stated or assumed."""
        return self._derived.without(_values(case))

    @_answers
    def complete(self, inputs: Inputs, holds: bool | None, budget: Budget) -> Witness | Answer:
        if (holds is False and not self._claimed) or not self._derived.agrees(inputs):
            return NO
        core, own = self._core(inputs)
        with core.stating(own.items()) as literals:
            search = core.search([*literals, *core.goal(holds)], budget)
            if not search.possible():
                return NO
            return core.outcomes.settle(
                search, inputs, holds, claimed=self._claimed, determined=self._is_determined(budget)
            )

    def replay(self, witness: Witness, budget: Budget) -> Answer:
        answer = self._replay(witness, budget)
        assert isinstance(answer, Answer)
        return answer

    @_answers
    def _replay(self, witness: Witness, budget: Budget) -> Answer:
        if not self._derived.agrees(witness.inputs):
            return NO
        core, own = self._core(witness.inputs)
        if not core.outcomes.valued:
            shown = core.outcomes.fix(witness.outcomes, own)
            if shown is None or not (witness.holds or self._claimed):
                return NO
            stated = core.hold(own.items())
            return core.solver.check([core.copy.all, *stated, *shown, *core.goal(witness.holds)], budget)
        with core.stating(own.items()) as stated:
            shown = core.outcomes.fix(witness.outcomes, own)
            if shown is None or not (witness.holds or self._claimed):
                return NO
            return core.solver.check([*stated, *shown, *core.goal(witness.holds)], budget)

    # --- explaining ---------------------------------------------------------------------------------------------

    def oracle(self, case: Case) -> AbstractContextManager[Oracle]:
        if self._reasons is None:
            self._reasons = self._for_reasons()
        if isinstance(self._reasons, Answer):
            return CaseOracle(None, case, self._reasons)
        return CaseOracle(self._reasons, case, None)

    def _for_reasons(self) -> Cores | Answer:
        """The program that reasons are found in: one where there may be somebody else, if there are open sorts."""
        if self.refusal is not None:
            return self.refusal
        if self._further is None:
            return self._cores
        lowered = self._further()
        if lowered.refusals:
            return undecided(lowered.refusals[0].witness)
        prepared = prepare(lowered, self._outcomes)
        try:
            return cores_of(self._cores.context, lowered, prepared)
        except Z3Exception as fault:
            return failed(fault)

    @_answers
    def smallest(self, case: Case, holds: bool | None, budget: Budget) -> Inputs | Answer:
        if holds is False and not self._claimed:
            return NO
        values = self._values(case)
        sides = {True, False} if holds is None else {holds}
        if len(values) >= len(self._names) and Truth.YES in {self._known(case, side) for side in sides}:
            return self._derived.put_in({name: values[name] for name in self._names})
        found = self._smallest(values, holds, None, budget)
        return NO if found is None else self._derived.put_in(found)

    def _known(self, case: Case, holds: bool) -> Truth:
        """What the last decision, where it was on this case, says of one side of the claim."""
        if self._last_decision is None or self._last_decision[0] is not case:
            return Truth.UNDECIDED
        decision = self._last_decision[1]
        return (decision.can_hold if holds else decision.can_fail).truth

    def _smallest(
        self, values: dict[str, Value], holds: bool | None, doubled: str | None, budget: Budget
    ) -> Inputs | None:
        core = self._cores.core(values)
        literal = None if doubled is None else core.outcomes.two_values(doubled)
        more = [] if literal is None else [literal]
        unknown = [name for name in self._names if name not in values]
        with core.stating(values.items()) as literals:
            search = core.search([*literals, *core.goal(holds), *more], budget)
            if not search.possible():
                return None
            found = search.smallest(core.handles(unknown)) if unknown else {}
        return {name: values[name] if name in values else found[name] for name in self._names}

    @_answers
    def closest(self, case: Case, budget: Budget) -> tuple[Inputs, Inputs] | Answer:
        if not self._claimed or Truth.NO in (self._known(case, True), self._known(case, False)):
            return NO
        values = self._values(case)
        unknown = [name for name in self._names if name not in values]
        if len(unknown) == 1:
            pair = self._closest_of_one(values, unknown[0], budget)
            if pair is not None:
                return pair
        return self._shown(self._pair_core(values, budget).closest(values, budget))

    def _shown(self, pair: tuple[Inputs, Inputs] | None) -> tuple[Inputs, Inputs] | Answer:
        return NO if pair is None else (self._derived.put_in(pair[0]), self._derived.put_in(pair[1]))

    def _closest_of_one(
        self, values: dict[str, Value], name: str, budget: Budget
    ) -> tuple[Inputs, Inputs] | Answer | None:
        """With one input open the two regions show the pair; None where they are not known whole."""
        handle = self._cores.whole.copy.handles[name]
        holds, fails = self._regions(values, name, budget)
        if not (holds.complete and fails.complete):
            return None
        from bicameral.backends.smt.pair import closest_of_regions

        found = closest_of_regions(handle, holds, fails)
        if found is None:
            return NO
        inputs = [{n: value if n == name else values[n] for n in self._names} for value in found]
        return self._shown((inputs[0], inputs[1]))

    @_answers
    def closest_settled(self, case: Case, budget: Budget) -> tuple[Inputs, Inputs] | Answer:
        if not self._claimed or Truth.NO in (self._known(case, True), self._known(case, False)):
            return NO
        values = self._values(case)
        from bicameral.backends.smt.pair import closest_settled

        return self._shown(closest_settled(self._pair_core(values, budget), self._cores, values, budget))

    def _pair_core(self, values: Inputs, budget: Budget) -> PairCore:
        """The two copies to ask when the inputs have these values; only the last ones are kept."""
        from bicameral.backends.smt.pair import PairCore

        core = self._cores.core(values)
        if self._pairs is None or self._pairs[0] is not core:
            self._pairs = core, PairCore(core.context, core.prepared, core.guesses, budget)
        return self._pairs[1]

    @_answers
    def regions(self, case: Case, at: Inputs, name: str, budget: Budget) -> tuple[Region, Region] | Answer:  # noqa: ARG002
        return self._regions({n: at[n] for n in self._names if n != name}, name, budget)

    def _regions(self, others: dict[str, Value], name: str, budget: Budget) -> tuple[Region, Region]:
        key = (others, name)
        if self._last_regions is None or self._last_regions[0] != key:
            from bicameral.backends.smt.regions import RegionFinder

            finder = RegionFinder(
                self._cores.core(others),
                others,
                name,
                claimed=self._claimed,
                determined=self._is_determined(budget),
                budget=budget,
            )
            self._last_regions = key, finder.find()  # asked for again once the closest pair is known
        return self._last_regions[1]

    def _is_determined(self, budget: Budget) -> bool:
        """Whether inputs always determine outcomes and claim. Not worth knowing before the session is used more."""
        if self._determined is None:
            self._uses += 1
            if self._uses < _USED:
                return False
            small = len(self._prepared.elements) <= _SMALL and not self._cores.multiplied
            limit = Budget(min(budget.left, _MILLISECONDS))
            self._determined = small and self._pair_core({}, budget).determined(limit)
        return self._determined

    # --- outcomes with two values ---------------------------------------------------------------------------------

    @_answers
    def two_values(self, case: Case, outcome: str, budget: Budget) -> Witness | Answer:
        values = self._values(case)
        if outcome not in self._doubled:
            self._doubled[outcome] = self._ever_doubled(outcome, budget)
        if not self._doubled[outcome]:
            return NO
        everything = _values(case)
        if self._apart is not None and not self._possibly_doubled(everything, outcome, budget):
            return NO
        inputs = self._smallest(values, None, outcome, budget)
        if inputs is None:
            return NO
        core, stated = self._core(self._derived.put_in(inputs))
        literal = core.outcomes.two_values(outcome)
        assert literal is not None
        with core.stating(stated.items()) as literals:
            search = core.search([*literals, literal], budget)
            if not search.possible():
                return NO
            return core.outcomes.settle(
                search, self._derived.put_in(inputs), None, claimed=self._claimed, determined=False
            )

    def _possibly_doubled(self, values: Inputs, outcome: str, budget: Budget) -> bool:
        """Whether it can have two values in this case, derived inputs being open where they are not stated."""
        assert self._apart is not None
        stated = self._derived.stated(values)
        core = self._apart.core(stated)
        literal = core.outcomes.two_values(outcome)
        if literal is None:
            return False
        with core.stating(stated.items()) as literals:
            return core.solver.check([*literals, literal], budget).truth is not Truth.NO

    def _ever_doubled(self, outcome: str, budget: Budget) -> bool:
        """Whether the outcome can have two values in any case at all, as far as that can be told."""
        core = (self._apart or self._cores).whole
        literal = core.outcomes.two_values(outcome)
        if literal is None or not self._any_doubled(core, budget):
            return False
        return core.solver.check([core.copy.all, literal], budget).truth is not Truth.NO

    def _any_doubled(self, core: Core, budget: Budget) -> bool:
        """Whether any outcome can: one question for all of them, which mostly settles the matter."""
        if "" not in self._doubled:
            some = core.outcomes.any_two_values
            answer = NO if some is None else core.solver.check([core.copy.all, some], budget)
            if answer.truth is Truth.UNDECIDED:
                return True
            self._doubled[""] = answer.truth is Truth.YES
        return self._doubled[""]


def _values(case: Case) -> dict[str, Value]:
    """What a case says of the inputs, stated or assumed."""
    return {**case.stated, **case.assumed} if case.assumed else case.stated


def _only(truth: Truth, answer: Answer) -> Answer | None:
    return answer if answer.truth is truth else None
