"""Policies and claims put to clingo."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

from bicameral.backends.asp import emit
from bicameral.backends.asp.control import OUT_OF_TIME, Grounded, GroundingError, ask
from bicameral.backends.asp.job import Query, Result
from bicameral.backends.asp.preparation import Preparation
from bicameral.backends.asp.warm import Warm
from bicameral.backends.contract import NO, Answer, Budget, ClassFinder, Decision, Lower, Oracle, Truth, Witness
from bicameral.policy.instances import Scope, scope_of
from bicameral.policy.model import Case, CheckedPolicy, Claim, Value

WARMING_MS = 250  # for grounding a program with every input open, and at most a quarter of a case's budget


class AspBackend:
    """clingo put to one policy.

    `lowered_for` gives the lowered program of a claim: its comparisons tell which numbers are alike and its
    intermediates where clingo would overflow; the rules that clingo runs are the author's own.
    """

    name = "asp"

    def __init__(
        self,
        policy: CheckedPolicy,
        lowered_for: Lower,
        find_classes: ClassFinder,
    ) -> None:
        self._policy = policy
        self._lowered_for = lowered_for
        self._find_classes = find_classes

    def session(self, claim: Claim | None, scope: Scope = ()) -> AspSession:
        """A session; nothing is ground before its first question. Dropping it frees all it holds."""
        lowered = self._lowered_for(claim, scope)
        return AspSession(Preparation(self._policy, claim, lowered, self._find_classes, scope))

    def arbitrate(self, claim: Claim | None, case: Case, budget: Budget) -> Decision:
        """The two questions again, in a program ground for this case alone, without preprocessing."""
        return self.session(claim, scope_of(self._policy, case.entities)).arbitrate(case, budget)

    def facts_program(self, case: Case, claim: Claim | None, budget: Budget) -> str:
        """A self-contained program for stock clingo: policy, claim, the case's facts, choices for what is open."""
        within = scope_of(self._policy, case.entities)
        preparation = Preparation(self._policy, claim, self._lowered_for(claim, within), self._find_classes, within)
        return emit.case_program(preparation, case, budget)


class AspSession:
    """One policy prepared for one claim. Not to be shared between threads."""

    def __init__(self, preparation: Preparation) -> None:
        self._preparation = preparation
        self._warm: Warm | None = None
        self._is_prepared = False
        self._decided = 0
        # of the last case decided, where it was complete: what was read of an answer set on each side of the claim
        self._models: tuple[dict[str, Value], dict[bool, Result]] | None = None

    def _prepare(self, budget: Budget) -> Warm | None:
        """Grounds the program with every input open, once. None where cases must be ground one by one."""
        preparation = self._preparation
        share = min(WARMING_MS, budget.left // 4)
        plan = preparation.plan({}, {}, Budget(share), apart=True)
        # what could not be ground open in good time is ground case by case from then on: not tried again
        self._is_prepared = not isinstance(plan, Answer) or plan.reason != OUT_OF_TIME or share == WARMING_MS
        if isinstance(plan, Answer):
            return None
        if not plan.is_local or preparation.has_keys:
            return None
        try:
            grounded = Grounded(plan.job(()))
        except GroundingError:
            return None  # each case will say why
        conditions = preparation.conditions_apart
        assert conditions is not None
        self._warm = Warm(grounded, plan.domains, conditions.under({})[0], preparation.claim_atom)
        return self._warm

    def _warm_now(self, budget: Budget) -> Warm | None:
        """The kept program; not for a session's first case, which may be its only one."""
        return self._warm if self._is_prepared or self._decided < 2 else self._prepare(budget)

    # --- the two questions ------------------------------------------------------------------------------------

    def decide(self, case: Case, budget: Budget) -> Decision:
        started = time.perf_counter()
        self._decided += 1
        warm = self._warm_now(budget)
        facts = None
        if warm is not None and self._settles_derived(case.stated, case.assumed):
            facts = warm.assumptions(case.stated, case.assumed)
        if warm is None or facts is None:
            hold, fail, notes = self._ask_fresh(case, budget)
        else:
            hold, fail = self._ask_warm(warm, facts, case, budget)
            notes = warm.notes(case.stated, case.assumed)
        return Decision(hold, fail, (time.perf_counter() - started) * 1000, notes)

    def _ask_warm(self, warm: Warm, facts: list[int], case: Case, budget: Budget) -> tuple[Answer, Answer]:
        preparation = self._preparation
        if preparation.claim is None:
            return warm.grounded.solve(facts, budget), NO
        inputs = {**case.stated, **case.assumed}
        read = preparation.read if len(inputs) == preparation.size and self._shows_outcomes(warm, inputs) else ()
        results = {holds: warm.ask(facts, holds, read, budget) for holds in (True, False)}
        self._models = (inputs, results) if read else None
        return _answer(results[True]), _answer(results[False])

    def _settles_derived(self, *facts: Mapping[str, Value]) -> bool:
        """Whether every derived input is stated: in the kept program it does not follow from its arguments."""
        following = self._preparation.following
        return not following or following.known({name for mapping in facts for name in mapping})

    def _shows_outcomes(self, warm: Warm, inputs: Mapping[str, Value]) -> bool:
        """Whether the kept program gives outcomes their true values under these inputs."""
        return self._preparation.outcomes_are_fixed or warm.is_exact(inputs)

    def _ask_fresh(
        self, case: Case, budget: Budget, options: Sequence[str] = ()
    ) -> tuple[Answer, Answer, tuple[tuple[str, str], ...]]:
        plan = self._preparation.plan({**case.stated, **case.assumed}, case.entities, budget)
        if isinstance(plan, Answer):
            fail = plan if self._preparation.claim is not None else NO
            return plan, fail, ()
        claim = self._preparation.claim_atom
        if claim is None:
            only = plan.run([Query()], budget, options)[0]
            return _answer(only), NO, plan.notes
        results = plan.run([Query(((claim, True),)), Query(((claim, False),))], budget, options)
        return _answer(results[0]), _answer(results[1]), plan.notes

    def arbitrate(self, case: Case, budget: Budget) -> Decision:
        """The two questions in a fresh program, ground and solved without equivalence preprocessing."""
        started = time.perf_counter()
        hold, fail, notes = self._ask_fresh(case, budget, ("--eq=0",))
        return Decision(hold, fail, (time.perf_counter() - started) * 1000, notes)

    # --- witnesses --------------------------------------------------------------------------------------------

    def complete(self, inputs: Mapping[str, Value], holds: bool | None, budget: Budget) -> Witness | Answer:
        preparation = self._preparation
        claim = preparation.claim_atom
        if claim is None and holds is False:
            return NO
        result = self._known(inputs, holds) or self._find(inputs, holds, budget)
        if isinstance(result, Answer):
            return result
        if result.truth != Truth.YES.value:
            return _answer(result)
        outcomes = preparation.read_outcomes(result.atoms)
        return Witness(dict(inputs), outcomes, claim is None or claim in result.atoms)

    def _known(self, inputs: Mapping[str, Value], holds: bool | None) -> Result | None:
        """What was read when these inputs were decided."""
        if holds is None or self._models is None or self._models[0] != inputs:
            return None
        found = self._models[1][holds]
        return found if found.truth == Truth.YES.value else None

    def _find(self, inputs: Mapping[str, Value], holds: bool | None, budget: Budget) -> Result | Answer:
        """An answer set under complete inputs, and what is to be read of it."""
        claim, read = self._preparation.claim_atom, self._preparation.read
        ready = self._warm_for(inputs, budget)
        if ready is not None:
            warm, facts = ready
            return warm.ask(facts, None if claim is None else holds, read, budget)
        assume = () if claim is None or holds is None else ((claim, holds),)
        return self._put(inputs, Query(assume, (), read), budget)

    def replay(self, witness: Witness, budget: Budget) -> Answer:
        preparation = self._preparation
        claim = preparation.claim_atom
        if claim is None and not witness.holds:
            return NO
        assume = list(preparation.outcome_truths(witness))
        if claim is not None:
            assume.append((claim, witness.holds))
        query = Query(tuple(assume), preparation.valued_signatures)
        ready = self._warm_for(witness.inputs, budget)
        result: Result | Answer
        if ready is not None:
            result = ask(ready[0].grounded, query, budget, ready[1])
        else:
            result = self._put(witness.inputs, query, budget)
        return _answer(result) if isinstance(result, Result) else result

    def _warm_for(self, inputs: Mapping[str, Value], budget: Budget) -> tuple[Warm, list[int]] | None:
        """The kept program and the literals of complete inputs, where outcome values are the true ones there."""
        warm = self._warm_now(budget)
        if warm is None or not self._settles_derived(inputs) or not self._shows_outcomes(warm, inputs):
            return None
        facts = warm.assumptions(inputs)
        return None if facts is None else (warm, facts)

    # --- reasons ----------------------------------------------------------------------------------------------

    def switchable(self, case: Case, budget: Budget) -> AbstractContextManager[Oracle | Answer]:
        from bicameral.backends.asp.oracle import opened

        return opened(self._preparation, case, budget)

    def _put(self, inputs: Mapping[str, Value], query: Query, budget: Budget) -> Result | Answer:
        """A query under complete inputs, in a program ground for them."""
        plan = self._preparation.plan(inputs, self._preparation.entities, budget)
        if isinstance(plan, Answer):
            return plan
        return plan.run([query], budget)[0]


def _answer(result: Result) -> Answer:
    return Answer(Truth(result.truth), result.reason)
