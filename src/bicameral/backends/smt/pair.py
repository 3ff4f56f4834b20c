"""Two copies of a program side by side, a holding and a failing one: the closest pair of complete inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from bicameral.backends.contract import CLINGO_MAX, Budget, Region, Truth
from bicameral.backends.smt.copy import Copy, Handle, load, mark_for, renamed
from bicameral.backends.smt.core import Core, Cores, settled
from bicameral.backends.smt.prepared import Prepared, kind_for
from bicameral.backends.smt.search import Search, in_time
from bicameral.backends.smt.solver import Ast, Context, Model
from bicameral.formula import factory, smtlib
from bicameral.formula.interpreter import substitute
from bicameral.formula.term import Term
from bicameral.policy.model import Value

Inputs = dict[str, Value]


class PairCore:
    """A solver with both copies: the left one's claim holds, the right one's fails."""

    def __init__(
        self, context: Context, prepared: Prepared, guesses: Mapping[str, Sequence[int]], budget: Budget
    ) -> None:
        self.context = context
        self.prepared = prepared
        self._guesses = guesses
        mark = self._mark = mark_for(prepared.nodes)
        self.solver = context.solver(kind_for(prepared.nodes))
        self.left = self._copy("l", budget)
        self.right = self._copy("r", budget)
        self.differ = [context.boolean(f"{mark}d{index}") for index in range(len(prepared.inputs))]
        self.same = [context.negation(literal) for literal in self.differ]
        self.small = context.boolean(f"{mark}small")
        self.distance = context.number(f"{mark}distance")
        in_time(budget)
        load(self.solver, [self.left, self.right], self._comparison())
        self._at_most_one = context.boolean(f"{mark}k1")
        self._count = context.number(f"{mark}count")

    def _copy(self, side: str, budget: Budget) -> Copy:
        in_time(budget)  # a large program takes a while to write down
        prepared = renamed(self.prepared, f"{self._mark}{side}:")
        in_time(budget)
        return Copy(self.context, prepared, f"{self._mark}{side}", switchable=False)

    def _comparison(self) -> list[str]:
        """How far the two sides are apart, and what it takes for numbers to be within 32 bits."""
        mark = self._mark
        lines = [f"(declare-const {mark}small Bool)", f"(declare-const {mark}distance Int)"]
        distances = ["0"]
        for index, (name, left) in enumerate(self.left.handles.items()):
            right = self.right.handles[name]
            a, b = _shown(left), _shown(right)
            equal = f"(= {a} {b})"
            both = None
            if left.given is not None:
                given, other = _shown_given(left), _shown_given(right)
                both = f"(and {given} {other})"
                equal = f"(and (= {given} {other}) (=> {both} {equal}))"
            lines.append(f"(declare-const {mark}d{index} Bool)")
            lines.append(f"(assert (= {mark}d{index} (not {equal})))")
            if left.is_number:
                far = f"(ite (<= {a} {b}) (- {b} {a}) (- {a} {b}))"
                distances.append(far if both is None else f"(ite {both} {far} 0)")
                lines += [
                    f"(assert (=> {mark}small (and (<= (- {CLINGO_MAX}) {n}) (<= {n} {CLINGO_MAX}))))" for n in (a, b)
                ]
        lines.append(f"(assert (= {mark}distance (+ 0 {' '.join(distances)})))")
        counted = " ".join(f"(ite {mark}d{index} 1 0)" for index in range(len(self.differ)))
        lines += [f"(declare-const {mark}count Int)", f"(assert (= {mark}count (+ 0 0 {counted})))"]
        lines += [f"(declare-const {mark}k1 Bool)", f"(assert (=> {mark}k1 (<= {mark}count 1)))"]
        return lines

    def determined(self, budget: Budget) -> bool:
        """Whether equal inputs always come with equal outcomes and an equal claim, as far as Z3 can tell."""
        outcomes = zip(self.left.outcomes.values(), self.right.outcomes.values(), strict=True)
        pairs = [(a, b) for left, right in outcomes for a, b in zip(left, right, strict=True)]
        pairs.append(((self.left.claim, self.left.not_claim), (self.right.claim, self.right.not_claim)))
        for (yes, no), (other_yes, other_no) in pairs:
            for different in ((yes, other_no), (no, other_yes)):
                if self.solver.check([*self.same, *different], budget).truth is not Truth.NO:
                    return False
        return True

    # --- the closest pair -----------------------------------------------------------------------------------------

    def closest(
        self, values: Mapping[str, Value], budget: Budget, lemmas: Sequence[str] = ()
    ) -> tuple[Inputs, Inputs] | None:
        """The closest pair with these inputs fixed, within 32 bits where there is one; None when a side is empty."""
        names = list(self.left.handles)
        places = [place for place, name in enumerate(names) if name not in values]
        self.solver.push()
        try:
            for lemma in lemmas:
                self.solver.add_text(lemma)
            literals = [self.left.claim, self.right.not_claim, *self.left.state(self.solver, values.items())]
            literals += [self.same[place] for place, name in enumerate(names) if name in values]
            search = self._start(literals, budget)
            if search is None:
                return None
            self._least_difference(search, places)
            self._least_distance(search)
            handles = [names[place] for place in places]
            left = search.smallest([self.left.handles[name] for name in handles])
            right = search.smallest([self.right.handles[name] for name in handles])
        finally:
            self.solver.pop()
        return (
            {name: values[name] if name in values else left[name] for name in names},
            {name: values[name] if name in values else right[name] for name in names},
        )

    def _start(self, literals: Sequence[Ast], budget: Budget) -> Search | None:
        for more in ([self.small], []):
            search = Search(self.context, self.solver, [*literals, *more], budget, self._guesses)
            if search.possible():
                return search
        return None

    def _differing(self, model: Model) -> int:
        return sum(model.holds(literal) for literal in self.differ)

    def _least_difference(self, search: Search, places: Sequence[int]) -> None:
        """Fix the least number of inputs that differ: one is tried first, it is that most often."""
        most = self._differing(search.model)
        if most > 1 and search.possible(self._at_most_one):
            most = self._differing(search.model)
        same = [self.same[place] for place in places]
        if most == 1 and search.possible(*same):
            most = 0
        if most <= 1:
            search.literals.extend(same if most == 0 else [self._at_most_one])
            return
        for bound in range(2, most):  # few inputs ever differ: from below
            if self._within(search, bound):
                most = bound
                break
        search.keep_model()
        self.solver.add_at_most(self._count, most)

    def _within(self, search: Search, bound: int) -> bool:
        self.solver.push()
        try:
            self.solver.add_at_most(self._count, bound)
            return search.possible() and self._differing(search.model) <= bound
        finally:
            self.solver.pop()

    def _least_distance(self, search: Search) -> None:
        least = search.minimum(self.distance, 0, (0, 1))
        self.solver.add_equal(self.distance, least)


def _shown(handle: Handle) -> str:
    return smtlib.quote(str(handle.variable.value.payload))


def _shown_given(handle: Handle) -> str:
    assert handle.variable.given is not None
    return smtlib.quote(str(handle.variable.given.payload))


# --- pairs of inputs that each decide -----------------------------------------------------------------------------


def closest_settled(
    pairs: PairCore, cores: Cores, values: Mapping[str, Value], budget: Budget
) -> tuple[Inputs, Inputs] | None:
    """The closest pair whose sides have no answer set on the other side of the claim.

    By counterexamples: where a side of the closest pair so far can also be completed the other way, that
    completion, its auxiliary atoms put in as constants, excludes every input that it completes.
    """
    lemmas: list[str] = []
    while True:
        found = pairs.closest(values, budget, lemmas)
        if found is None:
            return None
        before = len(lemmas)
        for copy, inputs, holds in ((pairs.left, found[0], True), (pairs.right, found[1], False)):
            lemma = _counterexample(pairs.prepared, cores, inputs, not holds, budget)
            if lemma is not None:
                prefix = {symbol: factory.symbol(other, symbol.sort) for symbol, other in _names(pairs.prepared, copy)}
                lemmas.append(copy.text_of([substitute(lemma, prefix)]))
        if len(lemmas) == before:
            return found


def _names(prepared: Prepared, copy: Copy) -> Iterable[tuple[Term, str]]:
    for variable, other in zip(prepared.inputs, copy.prepared.inputs, strict=True):
        yield variable.value, str(other.value.payload)
        if variable.given is not None and other.given is not None:
            yield variable.given, str(other.given.payload)


def _counterexample(prepared: Prepared, cores: Cores, inputs: Inputs, holds: bool, budget: Budget) -> Term | None:
    """Over the inputs: that the completion found on the side `holds` does not complete them. None without one."""
    core: Core = cores.core(inputs)
    with core.stating(inputs.items()) as literals:
        if not settled(core.solver.check([*literals, *core.goal(holds)], budget)):
            return None
        search = core.search(literals, budget)
        search.adopt(core.solver.model())
        constants = core.constants(prepared.auxiliary_symbols(), search.model)
    claim = prepared.claim if holds else factory.neg(prepared.claim)
    return factory.neg(factory.conj(*(substitute(formula, constants) for formula in [*prepared.formulas(), claim])))


# --- one open input -------------------------------------------------------------------------------------------------


def closest_of_regions(handle: Handle, holds: Region, fails: Region) -> tuple[Value, Value] | None:
    """The closest pair of values of one input, given where the claim can hold and where it can fail."""
    if not handle.is_number:
        both = [value for value in holds.values if value in fails.values]
        if both:
            return both[0], both[0]
        return (holds.values[0], fails.values[0]) if holds.values and fails.values else None
    for limit in (CLINGO_MAX, None):
        left, right = _within(holds, limit), _within(fails, limit)
        options = [_nearest(handle, a, b) for a, b in product(left, right)]
        if options:
            return min(options)[-1]
    return None


Interval = tuple[int | None, int | None] | None  # None: no value
_Rank = tuple[int, int, tuple[int, int], tuple[int, int], tuple[Value, Value]]


def _within(region: Region, limit: int | None) -> list[Interval]:
    found: list[Interval] = [None for value in region.values if value is None]
    for low, high in region.intervals:
        if limit is not None:
            low = -limit if low is None else max(low, -limit)  # noqa: PLW2901
            high = limit if high is None else min(high, limit)  # noqa: PLW2901
        if low is None or high is None or low <= high:
            found.append((low, high))
    return found


def _nearest(handle: Handle, left: Interval, right: Interval) -> _Rank:
    """The best pair of values from two intervals, with what it is ordered by before it."""
    if left is None or right is None:
        a, b = _least(handle, left), _least(handle, right)
        return (0 if a == b else 1), 0, _rank(handle, a), _rank(handle, b), (a, b)
    low = max((end for end in (left[0], right[0]) if end is not None), default=None)
    high = min((end for end in (left[1], right[1]) if end is not None), default=None)
    if low is None or high is None or low <= high:
        a = _least(handle, (low, high))
        return 0, 0, _rank(handle, a), _rank(handle, a), (a, a)
    a, b = (high, low) if left[1] == high else (low, high)
    return 1, low - high, _rank(handle, a), _rank(handle, b), (a, b)


def _least(handle: Handle, interval: Interval) -> int | None:
    if interval is None:
        return None
    low, high = interval
    if not handle.downward:
        assert low is not None, "the range has a lower end"
        return low
    if high is not None and high <= handle.floor:
        return high
    return handle.floor if low is None else max(low, handle.floor)


def _rank(handle: Handle, value: int | None) -> tuple[int, int]:
    if value is None:
        return -1, 0
    if handle.downward and value < handle.floor:
        return 1, -value
    return 0, value
