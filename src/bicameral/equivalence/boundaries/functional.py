"""A policy and its mutant as one problem over shared inputs, where each gives an input one answer set at most.

A policy without choices, disjunctions and cycles through negation has, its constraints set aside, exactly one answer
set for each input (Apt, Blair and Walker 1988). So two of them differ on an input when one's constraints forbid it and
the other's do not, or when neither's do and the outcomes differ: no quantifier is needed. Atoms that no changed
statement reaches are the same on both sides and stand there once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from bicameral.analysis.dependency import DependencyGraph, Predicate
from bicameral.analysis.stratification import splitting
from bicameral.backends.contract import Answer, Budget, undecided
from bicameral.backends.smt.formulas import FormulaSolver
from bicameral.equivalence.boundaries.mutation import Mutant
from bicameral.formula import factory
from bicameral.formula.interpreter import Value as TermValue
from bicameral.formula.interpreter import substitute_all
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.lowering import LoweredProgram, Lowerer
from bicameral.lowering.extent import equal_tuples
from bicameral.lowering.inputs import predicate
from bicameral.lowering.program import Argument, Assertion, GuardedTuple, InputSymbol, Kind
from bicameral.policy.instances import Scope
from bicameral.policy.model import CheckedPolicy, Value
from bicameral.sorts.term_sort import BOOL, INT
from bicameral.source.record import record

Inputs = Mapping[str, Value]


class Problem:
    """Formulas over inputs, and goals of which one is wanted; some inputs may have their values already."""

    def __init__(
        self,
        inputs: Sequence[InputSymbol],
        formulas: Sequence[Term],
        goals: Sequence[Term],
        known: Inputs | None = None,
    ) -> None:
        """`goals` are ways to differ, the better first."""
        self.inputs = inputs
        self.goals = goals
        self.known: Inputs = known or {}
        self._formulas = formulas
        self._solver: FormulaSolver | None = None

    @property
    def open(self) -> list[InputSymbol]:
        """The inputs that have no value yet."""
        return [one for one in self.inputs if one.name not in self.known]

    def check(self, assumed: Sequence[Term], budget: Budget, resources: int | None = None) -> Answer:
        """Whether there are inputs for all that is assumed; within units of work where `resources` are given."""
        if budget.left <= 0:
            return undecided("out of time")
        if self._solver is None:
            self._solver = FormulaSolver()
            self._solver.add(*self._formulas)
        return self._solver.check(assumed, budget, resources)

    def values(self) -> dict[str, Value]:
        """All inputs of the last YES."""
        assert self._solver is not None
        found = self._solver.values(s for one in self.open for s in (one.value, one.given) if s is not None)
        return {
            one.name: _value(one, found) if one.name not in self.known else self.known[one.name] for one in self.inputs
        }

    def look_up(self, terms: Iterable[Term]) -> dict[Term, TermValue]:
        """What symbols, and terms that were assumed, are in the model of the last YES."""
        assert self._solver is not None
        return self._solver.values(terms)

    def restricted(self, known: Inputs) -> Problem:
        """The problem where these inputs have these values, put in their place."""
        mapping: dict[Term, Term] = {}
        for one in self.open:
            if one.name in known:
                mapping |= _fixing(one, known[one.name])
        return self._replaced(mapping, {**self.known, **known})

    @cached_property
    def calls(self) -> list[Term]:
        """The calendar functions of open inputs in it."""
        return [term for term in subterms(*self._formulas, *self.goals) if term.op is Op.CALL]

    @cached_property
    def products(self) -> list[Term]:
        """Products of open numbers, and quotients by them."""
        return [
            term
            for term in subterms(*self._formulas, *self.goals)
            if (term.op is Op.MUL and sum(not arg.is_const for arg in term.args) > 1)
            or (term.op in (Op.TDIV, Op.TREM) and not term.args[1].is_const)
        ]

    @property
    def nonlinear(self) -> bool:
        return bool(self.products)

    @cached_property
    def factors(self) -> list[InputSymbol]:
        """The numbers that products are of."""
        found = set(symbols(*self.products))
        return [one for one in self.open if one.value in found]

    @cached_property
    def called(self) -> list[InputSymbol]:
        """The inputs that calendar functions are of."""
        found = set(symbols(*self.calls))
        return [one for one in self.open if one.value in found]

    def abstract(self) -> Problem:
        """The problem where a calendar function may be anything: where this has no answer, none has."""
        return self._replaced(
            {call: factory.symbol(f"call {place}", INT) for place, call in enumerate(self.calls)}, self.known
        )

    def _replaced(self, mapping: Mapping[Term, Term], known: Inputs) -> Problem:
        found = substitute_all([*self._formulas, *self.goals], mapping)
        count = len(self._formulas)
        return Problem(self.inputs, found[:count], found[count:], known)


@record
class Whole:
    """A policy lowered for some individuals."""

    policy: CheckedPolicy
    scope: Scope
    lowered: LoweredProgram
    graph: DependencyGraph

    @classmethod
    def of(cls, policy: CheckedPolicy, scope: Scope) -> Whole:
        return cls(policy, scope, Lowerer(policy, dict(scope)).lowered(), DependencyGraph(policy.statements))

    def obstacle(self) -> str | None:
        """Why an input may have several answer sets, or none be known; None where there is one."""
        for refusal in self.lowered.refusals:
            name = "the policy" if refusal.statement is None else refusal.statement.name
            return f"{name} is not lowered: {refusal.witness}"
        heads = list(self.graph.defined)
        for index in splitting(self.policy.statements, heads):
            return f"{self.policy.statements[index].name} can give one input several answer sets"
        return None


class _Pair:
    """Makes the problem of one mutant."""

    def __init__(self, whole: Whole, mutated: Whole) -> None:
        self._mine, self._theirs = whole.lowered, mutated.lowered
        self._inputs = whole.lowered.inputs
        self._whole, self._mutated = whole, mutated

    def problem(self, statements: Iterable[int]) -> Problem:
        """`statements` are those of the policy that the mutant has otherwise, or not at all."""
        changed = self._changed(self._whole, self._mutated, statements)
        renaming = self._renaming(changed)
        mine = {assertion.formula: assertion for assertion in self._mine.assertions}
        formulas = substitute_all([assertion.formula for assertion in self._theirs.assertions], renaming)
        theirs = dict(zip(formulas, self._theirs.assertions, strict=True))
        stated = [formula for formula, one in mine.items() if formula in theirs or not forbids(one)]
        stated += [formula for formula, one in theirs.items() if formula not in mine and not forbids(one)]
        allowed = factory.conj(*(f for f, one in mine.items() if f not in theirs and forbids(one)))
        their_allowed = factory.conj(*(f for f, one in theirs.items() if f not in mine and forbids(one)))
        outcomes = [predicate(declared) for declared in self._whole.policy.outcomes.values()]
        differing = factory.disj(*(self._differing(one, renaming) for one in outcomes if one in changed))
        goals = [factory.conj(allowed, their_allowed, differing), factory.neg(factory.iff(allowed, their_allowed))]
        return Problem(self._inputs, stated, [goal for goal in goals if not goal.is_false])

    # --- what is shared ----------------------------------------------------------------------------------------------

    def _changed(self, whole: Whole, mutated: Whole, statements: Iterable[int]) -> set[Predicate]:
        """The predicates that a changed statement can reach."""
        following: dict[Predicate, set[Predicate]] = {}
        for edge in (*whole.graph.edges, *mutated.graph.edges):
            following.setdefault(edge.body, set()).add(edge.head)
        waiting = [head for index in statements for head in whole.graph.heads.get(index, ())]
        reached: set[Predicate] = set()
        while waiting:
            one = waiting.pop()
            if one not in reached:
                reached.add(one)
                waiting += following.get(one, ())
        same = all(
            tuples == self._theirs.atoms.get(name)
            for name, tuples in self._mine.atoms.items()
            if Predicate(*name) not in reached
        )
        return reached if same else {Predicate(*name) for name in (*self._mine.atoms, *self._theirs.atoms)}

    def _renaming(self, changed: set[Predicate]) -> dict[Term, Term]:
        """Names for the mutant's atoms of changed predicates, and for all else that is computed from them."""
        of_inputs = {s for one in self._inputs for s in (one.value, one.given) if s is not None}
        atoms: dict[Term, Predicate] = {}
        for program in (self._mine, self._theirs):
            for name, tuples in program.atoms.items():
                atoms |= {s: Predicate(*name) for one in tuples for s in symbols(one.condition) if s not in of_inputs}
        known = {assertion.formula for assertion in self._mine.assertions}
        renamed = {atom for atom, name in atoms.items() if name in changed}
        for assertion in self._theirs.assertions:
            found = symbols(assertion.formula)
            others = [s for s in found if s not in atoms and s not in of_inputs]
            if assertion.formula not in known or not renamed.isdisjoint(found):
                renamed.update(others)
        taken = {str(s.payload) for assertion in self._mine.assertions for s in symbols(assertion.formula)}
        prefix = "mutant "
        while any(name.startswith(prefix) for name in taken):
            prefix += "'"
        return {s: factory.symbol(f"{prefix}{s.payload}", s.sort) for s in renamed}

    def _differing(self, outcome: Predicate, renaming: Mapping[Term, Term]) -> Term:
        """That an atom of the outcome holds on one side alone."""
        mine = list(self._mine.atoms.get((outcome.name, outcome.arity), ()))
        theirs = _renamed(self._theirs.atoms.get((outcome.name, outcome.arity), ()), renaming)
        return factory.disj(*_only(mine, theirs), *_only(theirs, mine))


def difference(
    policy: CheckedPolicy, mutant: Mutant, scope: Scope, budget: Budget, whole: Whole | None = None
) -> Problem | Answer:
    """The problem, ready to be asked; UNDECIDED with the reason where one side is beyond it."""
    mine = Whole.of(policy, scope) if whole is None else whole
    theirs = Whole.of(mutant.policy, scope)
    obstacle = mine.obstacle() or theirs.obstacle()
    if obstacle is not None:
        return undecided(obstacle)
    if budget.left <= 0:
        return undecided("out of time")
    return _Pair(mine, theirs).problem(mutant.statements)


def stated(symbol: InputSymbol, value: Value) -> Term:
    """That an input has a value."""
    if value is None:
        assert symbol.given is not None, f"{symbol.name} has a value"
        return factory.neg(symbol.given)
    if isinstance(value, bool):
        return symbol.value if value else factory.neg(symbol.value)
    own = factory.member(symbol.value.sort, value) if isinstance(value, str) else factory.integer(value)
    equal = factory.eq(symbol.value, own)
    return equal if symbol.given is None else factory.conj(symbol.given, equal)


def _fixing(symbol: InputSymbol, value: Value) -> dict[Term, Term]:
    """The input's terms with what they are; the value of a missing one is anything, so it is the smallest."""
    shown = smallest(symbol) if value is None else value
    if isinstance(shown, bool):
        own = factory.TRUE if shown else factory.FALSE
    else:
        own = factory.member(symbol.value.sort, shown) if isinstance(shown, str) else factory.integer(shown)
    if symbol.given is None:
        return {symbol.value: own}
    return {symbol.value: own, symbol.given: factory.FALSE if value is None else factory.TRUE}


def smallest(symbol: InputSymbol) -> bool | int | str:
    """The smallest value: false, the first member, the low end of a number or what is nearest zero."""
    low, high = symbol.declaration.low, symbol.declaration.high
    if symbol.value.sort == BOOL:
        return False
    if symbol.value.sort != INT:
        return symbol.value.sort.members[0]
    return low if low is not None else 0 if high is None else min(0, high)


def _value(symbol: InputSymbol, found: Mapping[Term, TermValue]) -> Value:
    if symbol.given is not None and found[symbol.given] is False:
        return None
    value = found[symbol.value]
    assert isinstance(value, bool | int | str)
    return value


def forbids(assertion: Assertion) -> bool:
    """Whether an assertion leaves some inputs without an answer set."""
    if assertion.kind is Kind.DEFINITION:
        return assertion.smt_name.startswith("contrary ")
    return assertion.kind is Kind.CONSTRAINT


def _renamed(tuples: Iterable[GuardedTuple], renaming: Mapping[Term, Term]) -> list[GuardedTuple]:
    """The tuples over other names; arguments with computed numbers among them."""
    found = []
    for one in tuples:
        numbers = [arg for arg in one.args if isinstance(arg, Term)]
        condition, *others = substitute_all([one.condition, *numbers], renaming)
        rest = iter(others)
        args: tuple[Argument, ...] = tuple(next(rest) if isinstance(arg, Term) else arg for arg in one.args)
        found.append(GuardedTuple(args, condition))
    return found


def _only(some: Sequence[GuardedTuple], others: Sequence[GuardedTuple]) -> Iterable[Term]:
    for one in some:
        same = (factory.conj(equal_tuples(one.args, other.args), other.condition) for other in others)
        yield factory.conj(one.condition, factory.neg(factory.disj(*same)))
