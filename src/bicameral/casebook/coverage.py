"""Coverage of a policy by its cases: rules that fire, exceptions that win, thresholds met from both sides.

What counts is what is certain: it holds in every answer set of the case, whatever the inputs are that the case leaves
open. On a complete case of a policy without choices that is what happens in its one answer set. On an open date a
calendar function may be any number, so that less may be counted than could be. Constraints are set aside where a case
contradicts them, so that a case which the policy does not allow shows which constraint fires.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bicameral.backends.contract import Budget, Truth
from bicameral.casebook.probes import Probes
from bicameral.equivalence.boundaries.functional import Problem, forbids, stated
from bicameral.equivalence.boundaries.mutation import without
from bicameral.equivalence.boundaries.thresholds import Overriding, overriding
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering import LoweredProgram, Lowerer
from bicameral.policy.instances import Scope, scope_of
from bicameral.policy.model import Case, CheckedPolicy, Claim, NamedStatement
from bicameral.source import Span
from bicameral.source.record import record


@record
class Uncovered:
    """What no case shows: the statement's name, its place, the comparison or the statement that it is over, and how."""

    rule: str
    span: Span
    text: str | None
    missing: str


@record
class Count:
    """How many there are, and those that are not covered."""

    total: int
    uncovered: tuple[Uncovered, ...]

    @property
    def covered(self) -> int:
        return self.total - len(self.uncovered)


@record
class Coverage:
    """`rules` that fired, `exceptions` that won, `thresholds` met from both sides.

    `reason` says why nothing is known: a statement is not lowered. `undecided` counts the cases that the budget ended.
    """

    rules: Count
    exceptions: Count
    thresholds: Count
    reason: str | None = None
    undecided: int = 0


NOTHING = Count(0, ())


def coverage(policy: CheckedPolicy, cases: Iterable[Case], budget: int) -> Coverage:
    """What the cases show of the policy, each looked at within the budget (milliseconds)."""
    return _Coverer(policy, budget).cover(list(cases))


class _Coverer:
    def __init__(self, policy: CheckedPolicy, budget: int) -> None:
        self._policy = policy
        self._budget = budget
        self._probes = Probes(policy)
        self._certain: set[str] = set()
        self._undecided = 0
        claimed = overriding(policy)
        direct = {(probe.winner, probe.over.statement) for probe in self._probes.exceptions}
        self._indirect = [one for one in claimed if direct.isdisjoint(_pairs(one))]
        self._won: set[int] = set()  # places among the indirect ones

    def cover(self, cases: Sequence[Case]) -> Coverage:
        worlds: dict[Scope, World] = {}
        for case in cases:
            scope = scope_of(self._policy, case.entities)
            if scope not in worlds:
                worlds[scope] = World(self._policy, scope, self._probes.claims)
            world = worlds[scope]
            if world.refusal is not None:
                return Coverage(NOTHING, NOTHING, NOTHING, world.refusal)
            known = world.certain(case, Budget(self._budget))
            if known is None:
                self._undecided += 1
                continue
            self._certain |= known
            self._overrides(case, scope, known)
        return Coverage(self._rules(), self._exceptions(), self._thresholds(), None, self._undecided)

    # --- results -----------------------------------------------------------------------------------------------------

    def _rules(self) -> Count:
        probes = self._probes.rules
        found = [
            _uncovered(self._policy.statements[probe.statement], None, "never fired")
            for probe in probes
            if probe.claim.head not in self._certain
        ]
        return Count(len(probes), tuple(found))

    def _exceptions(self) -> Count:
        statements = self._policy.statements
        found = [
            _uncovered(statements[probe.winner], statements[probe.over.statement].smt_name, "never won")
            for probe in self._probes.exceptions
            if probe.claim.head not in self._certain
        ]
        found += [
            _uncovered(statements[one.winners[0]], one.loser, "never won")
            for place, one in enumerate(self._indirect)
            if place not in self._won and one.winners
        ]
        return Count(len(self._probes.exceptions) + len(self._indirect), tuple(found))

    def _thresholds(self) -> Count:
        found = []
        for probe in self._probes.thresholds:
            sides = [(probe.met, "never met"), (probe.unmet, "always met")]
            open_ = [said for claim, said in sides if claim.head not in self._certain]
            if open_:
                said = open_[0] if len(open_) == 1 else "never decides"
                named = self._policy.statements[probe.threshold.statement]
                found.append(Uncovered(named.smt_name, probe.threshold.span, probe.threshold.text, said))
        return Count(len(self._probes.thresholds), tuple(found))

    # --- exceptions that are claimed, and work through other atoms ----------------------------------------------------

    def _overrides(self, case: Case, scope: Scope, known: set[str]) -> None:
        """The winner fires, the loser does not; in the policy without the winner it does."""
        fires = {probe.statement: probe.claim.head for probe in self._probes.rules}
        for place, one in enumerate(self._indirect):
            if place in self._won or not any(fires.get(index) in known for index in one.winners):
                continue
            losers = [probe.claim for probe in self._probes.rules if probe.statement in one.losers]
            losers = [claim for claim in losers if claim.head not in known]
            world = World(without(self._policy, one.winners), scope, losers)
            if world.refusal is None and world.certain(case, Budget(self._budget)):
                self._won.add(place)


def _pairs(one: Overriding) -> set[tuple[int, int]]:
    return {(winner, loser) for winner in one.winners for loser in one.losers}


def _uncovered(named: NamedStatement, text: str | None, missing: str) -> Uncovered:
    return Uncovered(named.smt_name, named.span, text, missing)


class World:
    """A policy with claims on top, lowered for some individuals, its constraints kept apart."""

    def __init__(self, policy: CheckedPolicy, scope: Scope, claims: Sequence[Claim]) -> None:
        lowerer = Lowerer(policy, dict(scope))
        base = lowerer.lowered()
        self.refusal = _refusal(base)
        self._heads: list[str] = []
        goals = [factory.conj(*(one.formula for one in base.assertions if forbids(one)))]
        formulas = [one.formula for one in base.assertions if not forbids(one)]
        for claim in claims if self.refusal is None else ():
            lowered = lowerer.lowered(claim)
            if lowered.refusals or lowered.claim is None:
                continue  # what is not lowered is never certain
            formulas += [one.formula for one in lowered.assertions[len(base.assertions) :]]
            goals.append(lowered.claim)
            self._heads.append(claim.head)
        self._problem = Problem(base.inputs, formulas, goals)

    def certain(self, case: Case, budget: Budget) -> set[str] | None:
        """The claims that hold in every answer set of a case; None where time runs out, or there is no answer set."""
        values = {**case.stated, **case.assumed}
        known = {one.name: values[one.name] for one in self._problem.inputs if one.name in values}
        facts: list[Term] = []
        problem = self._problem
        if problem.calls:  # a calendar function of known dates is a number, of an open one it may be any
            problem = problem.restricted(known).abstract()
        else:
            facts += [stated(one, known[one.name]) for one in problem.inputs if one.name in known]
        for assumed in ([*facts, problem.goals[0]], facts):
            answer = problem.check(assumed, budget)
            if answer.truth is Truth.YES:
                return self._backbone(problem, assumed, budget)
            if answer.truth is Truth.UNDECIDED:
                return None
        return None

    def _backbone(self, problem: Problem, assumed: Sequence[Term], budget: Budget) -> set[str] | None:
        """Those that are true in each model: what one model makes false is none of them."""
        left = dict(zip(self._heads, problem.goals[1:], strict=True))
        while left:
            some_fails = factory.neg(factory.conj(*left.values()))
            answer = problem.check([*assumed, some_fails], budget)
            if answer.truth is Truth.NO:
                break
            if answer.truth is Truth.UNDECIDED:
                return None
            values = problem.look_up(left.values())
            left = {head: term for head, term in left.items() if values[term] is True}
        return set(left)


def _refusal(lowered: LoweredProgram) -> str | None:
    for refusal in lowered.refusals:
        name = "the policy" if refusal.statement is None else refusal.statement.name
        return f"{name} is not lowered: {refusal.witness}"
    return None
