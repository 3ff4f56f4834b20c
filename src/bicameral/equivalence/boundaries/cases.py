"""Few cases that tell a policy from every single mutant of it: on both sides of each threshold and exception."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from bicameral.backends.contract import NO, Answer, Budget, Truth
from bicameral.equivalence.boundaries.functional import Problem, Whole, difference
from bicameral.equivalence.boundaries.mutation import Mutant, deleted, fixed, mutants
from bicameral.equivalence.boundaries.points import assume, floor, nearest
from bicameral.equivalence.boundaries.thresholds import negations, thresholds
from bicameral.formula import factory
from bicameral.policy.instances import Entities, Scope, invented, scope_of
from bicameral.policy.model import CheckedPolicy, Value
from bicameral.source import Span
from bicameral.source.record import record

FURTHER = 1  # individuals more, of each open sort, where so few make no difference


@record
class Edge:
    """A threshold or an exception: the statement's name, its text, its place."""

    kind: str
    rule: str
    text: str
    span: Span


@dataclass(slots=True)
class EdgeCase:
    """A complete case on which edges decide an outcome, in program values.

    `consistent` is False where the policy allows no such case: an edge of a constraint decides that. `entities` are
    the members of open sorts, `salient` the inputs that are not as small as can be.
    """

    scope: Scope
    inputs: dict[str, Value]
    salient: tuple[str, ...]
    consistent: bool
    edges: list[Edge] = field(default_factory=list)

    @property
    def entities(self) -> Entities:
        return dict(self.scope)


@record
class Undecided:
    """A mutant that could not be told from the policy, nor shown to be the same: why."""

    mutant: Mutant
    reason: str


@record
class Boundaries:
    """`same` are the mutants that make no difference to any outcome (for the individuals that were looked at)."""

    cases: tuple[EdgeCase, ...]
    killed: tuple[Mutant, ...]
    same: tuple[Mutant, ...]
    undecided: tuple[Undecided, ...]

    @property
    def silent(self) -> tuple[Edge, ...]:
        """The edges that no case shows: whichever way they fall, every outcome is the same."""
        shown = {edge for case in self.cases for edge in case.edges}
        open_ = {_edge(one.mutant) for one in self.undecided}
        return tuple(edge for edge in dict.fromkeys(map(_edge, self.same)) if edge not in shown and edge not in open_)


def boundaries(
    policy: CheckedPolicy,
    entities: Entities | None = None,
    budget: int = 5_000,
    progress: Callable[[int, int], None] | None = None,
) -> Boundaries:
    """The cases of a policy; each mutant is looked at within the budget (milliseconds).

    `entities` are the members of open sorts; without them there are two of each, made up, and one more where two make
    no difference.
    """
    return _Chooser(policy, entities, budget).choose(progress)


class _Chooser:
    def __init__(self, policy: CheckedPolicy, entities: Entities | None, budget: int) -> None:
        self._policy = policy
        self._budget = budget
        self._wholes = [_whole(policy, members) for members in _populations(policy, entities)]
        self._made: dict[int, Whole] = {}
        self._cases: list[EdgeCase] = []
        self._first: dict[Edge, EdgeCase] = {}

    def choose(self, progress: Callable[[int, int], None] | None) -> Boundaries:
        wanted = list(mutants(self._policy))
        targets = list(_with_sides(self._policy, wanted))
        counted = {id(mutant) for mutant in wanted}
        killed, same, open_ = [], [], []
        for place, mutant in enumerate(targets):
            if progress is not None:
                progress(place, len(targets))
            answer = self._decide(mutant)
            if id(mutant) not in counted:
                continue
            if answer.truth is Truth.YES:
                killed.append(mutant)
            elif answer.truth is Truth.NO:
                same.append(mutant)
            else:
                open_.append(Undecided(mutant, answer.reason or "undecided"))
        return Boundaries(tuple(self._cases), tuple(killed), tuple(same), tuple(open_))

    def _decide(self, mutant: Mutant) -> Answer:
        """Whether some case tells the mutant from the policy; there is one then."""
        budget = Budget(self._budget)
        answer = NO
        for make in self._wholes:
            whole = self._whole(make)
            problem = difference(self._policy, mutant, whole.scope, budget, whole)
            answer = problem if isinstance(problem, Answer) else self._tell(mutant, whole, problem, budget)
            if answer.truth is not Truth.NO:
                break
        return answer

    def _whole(self, make: Callable[[], Whole]) -> Whole:
        if id(make) not in self._made:
            self._made[id(make)] = make()
        return self._made[id(make)]

    def _tell(self, mutant: Mutant, whole: Whole, problem: Problem, budget: Budget) -> Answer:
        edge = _edge(mutant)
        anchor = self._first.get(edge)
        if anchor is not None and anchor.scope != whole.scope:
            anchor = None
        known = self._killing(whole, problem, budget)
        if known is not None:
            self._shows(edge, known)
            return Answer(Truth.YES)
        for goal in range(len(problem.goals)):
            found = nearest(problem, goal, None if anchor is None else anchor.inputs, budget)
            if not isinstance(found, Answer):
                salient = tuple(one.name for one in problem.inputs if found[one.name] != floor(one))
                case = EdgeCase(whole.scope, found, salient, self._is_consistent(whole, found, budget))
                self._cases.append(case)
                self._shows(edge, case)
                return Answer(Truth.YES)
            if found.truth is not Truth.NO:
                return found
        return NO

    def _shows(self, edge: Edge, case: EdgeCase) -> None:
        self._first.setdefault(edge, case)
        if edge not in case.edges:
            case.edges.append(edge)

    def _killing(self, whole: Whole, problem: Problem, budget: Budget) -> EdgeCase | None:
        """A case that is there already on which the mutant differs."""
        for case in self._cases:
            if case.scope == whole.scope:
                part, assumed = problem, assume(problem.inputs, case.inputs)
                if problem.calls:
                    part, assumed = problem.restricted(case.inputs), []
                goal = factory.disj(*part.goals)
                if part.check([*assumed, goal], budget).truth is Truth.YES:
                    return case
        return None

    def _is_consistent(self, whole: Whole, inputs: dict[str, Value], budget: Budget) -> bool:
        formulas = [assertion.formula for assertion in whole.lowered.assertions]
        alone = Problem(whole.lowered.inputs, formulas, ()).restricted(inputs)
        return alone.check([], budget).truth is not Truth.NO


def _whole(policy: CheckedPolicy, members: Entities) -> Callable[[], Whole]:
    return lambda: Whole.of(policy, scope_of(policy, members))


def _populations(policy: CheckedPolicy, entities: Entities | None) -> Iterator[Entities]:
    """The members of open sorts to look at, few first."""
    few = invented(policy, entities or {})
    yield few
    if few and not entities:
        taken = {*policy.symbols, *(name for names in few.values() for name in names)}
        more = dict(few)
        for sort, names in few.items():
            numbered = (f"{sort}_{number}" for number in range(1, 2 * len(taken) + 2 * FURTHER))
            fresh = (name for name in numbered if name not in taken)
            more[sort] = (*names, *(next(fresh) for _ in range(FURTHER)))
        yield more


def _with_sides(policy: CheckedPolicy, wanted: list[Mutant]) -> Iterator[Mutant]:
    """The mutants, and after those of an edge what stands for its two sides: that it is always met, and never."""
    sides: dict[Edge, list[Mutant]] = {}
    for threshold in thresholds(policy):
        for mutant in (fixed(policy, threshold, value) for value in (False, True)):
            if mutant is not None:
                sides.setdefault(_edge(mutant), []).append(mutant)
    for negation in negations(policy):
        blocked = replace(deleted(policy, negation.statement, negation.text), span=negation.span)
        sides.setdefault(_edge(blocked), []).append(blocked)
    for place, mutant in enumerate(wanted):
        yield mutant
        if place + 1 == len(wanted) or _edge(wanted[place + 1]) != _edge(mutant):
            yield from sides.get(_edge(mutant), ())


def _edge(mutant: Mutant) -> Edge:
    return Edge(mutant.kind, mutant.rule, mutant.owner, mutant.span)


__all__ = ["Boundaries", "Edge", "EdgeCase", "Undecided", "boundaries"]
