"""Classes of numbers that no condition tells apart, and one point for each: the `ClassFinder`.

A single number whose comparisons run steadily is cut at their thresholds; everything else is enumerated by Z3, one
truth vector after another. Both give points in ascending order; which one is used depends on the group alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bicameral.backends.contract import CLINGO_MAX, Answer, Budget, ClassGroup, undecided
from bicameral.backends.smt.cells import changes, cut
from bicameral.backends.smt.copy import Handle, mark_for, number_of, preamble
from bicameral.backends.smt.images import outermost_calls, preimages
from bicameral.backends.smt.interface import Z3Exception
from bicameral.backends.smt.prepared import Variable, kind_for
from bicameral.backends.smt.search import Search, UndecidedError, in_time
from bicameral.backends.smt.solver import Ast, Context, Solver, failed
from bicameral.formula import factory, smtlib
from bicameral.formula.interpreter import evaluate, substitute
from bicameral.formula.steps import bounds_of
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.lowering.program import InputSymbol, LoweredProgram
from bicameral.policy.model import Value

OVERFLOW = undecided("overflow")
MOST_DAYS = 60_000  # in a range that is looked at day by day
MOST_IMAGES = 1_000  # values that the functions take: each is put to every comparison

Truths = tuple[bool, ...]


def representatives(
    lowered: LoweredProgram, open_numbers: Sequence[str], stated: Mapping[str, Value], cap: int, budget: Budget
) -> tuple[ClassGroup, ...] | Answer:
    """One point for each class of the open numbers; the contract is `ClassFinder`'s."""
    try:
        open_inputs = [entry for entry in lowered.inputs if entry.name in set(open_numbers)]
        conditions = _Conditions(lowered, open_inputs, stated)
        comparisons = conditions.ground([*lowered.comparisons])
        if lowered.derived:
            comparisons = bounds_of(comparisons)
        intermediates = conditions.ground([entry.term for entry in lowered.intermediates])
        if not all(_fits(term) for term in intermediates if term.is_const):
            return OVERFLOW
        groups = _groups(open_inputs, comparisons, intermediates)
        return tuple(group.classes(cap, budget) for group in groups)
    except UndecidedError as fault:
        return fault.answer
    except Z3Exception as fault:
        return failed(fault)


def _fits(term: Term) -> bool:
    return isinstance(term.payload, int) and abs(term.payload) <= CLINGO_MAX


class _Conditions:
    """Terms over the inputs, with what is stated put in."""

    def __init__(
        self, lowered: LoweredProgram, open_inputs: Sequence[InputSymbol], stated: Mapping[str, Value]
    ) -> None:
        self._mapping: dict[Term, Term] = {}
        self._absent: set[Term] = set()
        self._free = {entry.value for entry in open_inputs}
        for entry in lowered.inputs:
            if entry.value in self._free:
                if entry.given is not None:
                    self._mapping[entry.given] = factory.TRUE
            elif entry.name in stated:
                value = stated[entry.name]
                if entry.given is not None:
                    self._mapping[entry.given] = factory.boolean(value is not None)
                if value is None:
                    self._absent.add(entry.value)
                else:
                    self._mapping[entry.value] = factory.constant(entry.value.sort, value)

    def ground(self, terms: Sequence[Term]) -> list[Term]:
        """Those over the open numbers, stated values put in; a number without a value leaves its terms out.

        Terms without an open number of ours stay where they are constant, and go where they are others' affair.
        """
        found: dict[Term, None] = {}
        for term in terms:
            if not self._absent.isdisjoint(symbols(term)):
                continue
            grounded = substitute(term, self._mapping)
            inside = symbols(grounded)
            strangers = [symbol for symbol in inside if symbol not in self._free]
            if not strangers:
                found[grounded] = None
            elif len(strangers) < len(inside):
                raise UndecidedError(undecided(f"{strangers[0].payload} is open"))
        return list(found)


def _groups(
    open_inputs: Sequence[InputSymbol], comparisons: Sequence[Term], intermediates: Sequence[Term]
) -> list[_Group]:
    """Connected components: numbers that occur in one comparison or in one intermediate."""
    leader = {entry.value: entry.value for entry in open_inputs}

    def find(symbol: Term) -> Term:
        while leader[symbol] != symbol:
            symbol = leader[symbol]
        return symbol

    terms = [term for term in (*comparisons, *intermediates) if not term.is_const]
    for term in terms:
        first, *others = symbols(term)
        for other in others:
            leader[find(other)] = find(first)
    found: dict[Term, _Group] = {}
    for entry in open_inputs:
        found.setdefault(find(entry.value), _Group([], [], [])).inputs.append(entry)
    for term in comparisons:
        if not term.is_const:
            found[find(symbols(term)[0])].comparisons.append(term)
    for term in intermediates:
        if not term.is_const:
            found[find(symbols(term)[0])].intermediates.append(term)
    return list(found.values())


class _Group:
    """Numbers that belong together, and what is said of them."""

    def __init__(self, inputs: list[InputSymbol], comparisons: list[Term], intermediates: list[Term]) -> None:
        self.inputs = inputs
        self.comparisons = comparisons
        self.intermediates = intermediates

    def classes(self, cap: int, budget: Budget) -> ClassGroup:
        """The classes of one group. Raises UndecidedError."""
        in_time(budget)
        points = None
        if len(self.inputs) == 1:
            points = self.by_thresholds(cap)
            points = points if points is not None else self.by_image(cap, budget)
        if points is None:
            points = self.by_solver(cap, budget)
        return ClassGroup(tuple(entry.name for entry in self.inputs), tuple(sorted(points)))

    def truths(self, point: Sequence[int]) -> Truths:
        env = self._environment(point)
        return tuple(bool(evaluate(term, env)) for term in self.comparisons)

    def _environment(self, point: Sequence[int]) -> dict[str, bool | int | str]:
        return {str(entry.value.payload): value for entry, value in zip(self.inputs, point, strict=True)}

    def admissible(self, point: Sequence[int]) -> bool:
        """Whether clingo computes nothing beyond 32 bits there."""
        env = self._environment(point)
        values = [*point, *(evaluate(term, env) for term in self.intermediates)]
        return all(isinstance(value, int) and abs(value) <= CLINGO_MAX for value in values)

    # --- one number, steady comparisons ---------------------------------------------------------------------------

    def by_thresholds(self, cap: int) -> list[tuple[int, ...]] | None:
        """A point for each class of a single number; None where that is not so simple."""
        (entry,) = self.inputs
        starts: set[int] = set()
        for term in self.comparisons:
            points = changes(term, entry.value, {})
            if points is None:
                return None
            starts.update(points)
        found: dict[Truths, tuple[int, ...] | None] = {}
        for low, high in cut(sorted(starts), entry.declaration.low, entry.declaration.high):
            least = -CLINGO_MAX if low is None else max(low, -CLINGO_MAX)
            greatest = CLINGO_MAX if high is None else min(high, CLINGO_MAX)
            inside = low if low is not None else high if high is not None else 0
            truths = self.truths((inside,))
            found.setdefault(truths, None)
            if found[truths] is None and least <= greatest:
                middle = min(max(0, least), greatest)
                tried = [(point,) for point in (middle, least, greatest)]
                found[truths] = next(filter(self.admissible, tried), None)
            if len(found) > cap:
                raise UndecidedError(undecided(f"more than {cap} classes"))
        fitting = [point for point in found.values() if point is not None]
        return fitting if len(fitting) == len(found) else None

    # --- one number, seen through functions alone -----------------------------------------------------------------

    def by_image(self, cap: int, budget: Budget) -> list[tuple[int, ...]] | None:
        """A point for each class of a single number that calendar functions and thresholds look at; None elsewhere.

        Days between the same thresholds that the functions take to the same values are alike, and there are few such.
        """
        (entry,) = self.inputs
        low, high = entry.declaration.low, entry.declaration.high
        if low is None or high is None or high - low >= MOST_DAYS:
            return None
        starts: set[int] = set()
        called: list[Term] = list(self.intermediates)
        for term in self.comparisons:
            points = changes(term, entry.value, {})
            if points is None:
                called.append(term)
            else:
                starts.update(points)
        calls = outermost_calls(called, entry.value)
        if calls is None:
            return None
        days = preimages(calls, entry.value, range(low, high + 1), tuple(sorted(starts)))
        if len(days) > MOST_IMAGES:
            return None
        found: dict[Truths, tuple[int, ...] | None] = {}
        for day in days:
            in_time(budget)
            truths = self.truths((day,))
            found.setdefault(truths, None)
            if found[truths] is None and self.admissible((day,)):
                found[truths] = (day,)
            if len(found) > cap:
                raise UndecidedError(undecided(f"more than {cap} classes"))
        fitting = [point for point in found.values() if point is not None]
        return fitting if len(fitting) == len(found) else None

    # --- whatever else --------------------------------------------------------------------------------------------

    def by_solver(self, cap: int, budget: Budget) -> list[tuple[int, ...]]:
        """A point for each class, by enumerating the truth vectors that are possible."""
        context = Context()
        nodes = list(subterms(*self.comparisons, *self.intermediates, *(entry.value for entry in self.inputs)))
        solver = context.solver(kind_for(nodes))
        mark = mark_for(nodes)
        solver.add_text("\n".join([*preamble(nodes), *self._text(mark)]))
        fits, vector = context.boolean(f"{mark}fits"), self._vector(context, mark)
        handles = [_handle(context, mark, place, entry) for place, entry in enumerate(self.inputs)]
        stepped = any(node.op is Op.CALL for node in nodes)  # a search among dates takes long
        found: dict[Truths, tuple[int, ...]] = {}
        while True:
            search = Search(context, solver, [fits], budget, {})
            if not search.possible():
                break
            there = [yes if search.model.holds(yes) else no for yes, no in vector]
            point = _any_point(search, handles) if stepped else _least_point(search, solver, there, handles)
            found.setdefault(self.truths(point), point)
            if len(found) > cap:
                raise UndecidedError(undecided(f"more than {cap} classes"))
            if not vector:
                return list(found.values())
            solver.add_clause([no if literal is yes else yes for literal, (yes, no) in zip(there, vector, strict=True)])
        if Search(context, solver, [], budget, {}).possible():  # a class is left, and no point of it fits
            raise UndecidedError(OVERFLOW)
        return list(found.values())

    @staticmethod
    def _pairs(context: Context, names: Sequence[str]) -> list[tuple[Ast, Ast]]:
        literals = [context.boolean(name) for name in names]
        return [(literal, context.negation(literal)) for literal in literals]

    def _vector(self, context: Context, mark: str) -> list[tuple[Ast, Ast]]:
        return self._pairs(context, [f"{mark}c{place}" for place in range(len(self.comparisons))])

    def _text(self, mark: str) -> list[str]:
        lines = [smtlib.declare(entry.value) for entry in self.inputs]
        lines.append(f"(declare-const {mark}fits Bool)")
        for place, entry in enumerate(self.inputs):
            shown = smtlib.print_term(entry.value)
            low, high = entry.declaration.low, entry.declaration.high
            lines += [f"(assert (<= {smtlib.print_value(low)} {shown}))"] if low is not None else []
            lines += [f"(assert (<= {shown} {smtlib.print_value(high)}))"] if high is not None else []
            lines.append(f"(declare-const {mark}z{place} Bool)")
            lines.append(f"(assert (= {mark}z{place} (= {shown} {smtlib.print_value(_floor(entry))})))")
        for place, term in enumerate(self.comparisons):
            lines.append(f"(declare-const {mark}c{place} Bool)")
            lines.append(f"(assert (= {mark}c{place} {smtlib.print_term(term)}))")
        for term in [*(entry.value for entry in self.inputs), *self.intermediates]:
            shown = smtlib.print_term(term)
            lines.append(f"(assert (=> {mark}fits (and (<= (- {CLINGO_MAX}) {shown}) (<= {shown} {CLINGO_MAX}))))")
        return lines


def _floor(entry: InputSymbol) -> int:
    """The least value, or where there is no lower end the one nearest zero."""
    low, high = entry.declaration.low, entry.declaration.high
    return low if low is not None else min(0, high) if high is not None else 0


def _handle(context: Context, mark: str, place: int, entry: InputSymbol) -> Handle:
    symbol = number_of(context, entry.value)
    handle = Handle(Variable(entry.name, entry.declaration, entry.value, None))
    handle.symbol = symbol
    handle.floor = _floor(entry)
    handle.at_floor = context.boolean(f"{mark}z{place}")
    handle.downward = entry.declaration.low is None
    return handle


def _any_point(search: Search, handles: Sequence[Handle]) -> tuple[int, ...]:
    """The point of the model at hand."""
    symbols_ = [handle.symbol for handle in handles if handle.symbol is not None]
    return tuple(search.model.value(symbol) for symbol in symbols_)


def _least_point(search: Search, solver: Solver, there: Sequence[Ast], handles: Sequence[Handle]) -> tuple[int, ...]:
    """The smallest point of the class of the model at hand."""
    search.literals.extend(there)
    search.keep_model()
    solver.push()
    try:
        values = search.smallest(handles)
    finally:
        solver.pop()
    point = tuple(values.values())
    assert all(isinstance(value, int) for value in point)
    return point  # type: ignore[return-value]
