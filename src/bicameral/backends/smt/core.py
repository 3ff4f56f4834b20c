"""A solver that holds one program, its elements switchable: what single checks, reasons and smallest inputs use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bicameral.backends.contract import Answer, Budget, Truth
from bicameral.backends.smt.cells import arithmetic_atoms, changes, thresholds
from bicameral.backends.smt.copy import Copy, Handle, boolean_of, load, mark_for, number_of
from bicameral.backends.smt.derived import Derived
from bicameral.backends.smt.outcomes import Outcomes
from bicameral.backends.smt.prepared import Prepared, apart, called_symbols, kind_for, nonlinear_symbols
from bicameral.backends.smt.search import Search, UndecidedError
from bicameral.backends.smt.solver import Ast, Context, Model, Solver
from bicameral.formula import factory
from bicameral.formula.interpreter import Value as TermValue
from bicameral.formula.term import Term, symbols
from bicameral.lowering.program import LoweredProgram
from bicameral.policy.model import Declaration, Value
from bicameral.sorts.term_sort import BOOL


class Moving:
    """The arithmetic atoms over one number: the points where those over it alone change, and the rest.

    `own` are the points; `mixed` the atoms that other inputs move too, or whose course is irregular; `strange` says
    that an atom is over symbols that are no inputs.
    """

    __slots__ = ("mixed", "own", "strange")

    def __init__(self, atoms: Sequence[Term], number: Term, inputs: set[Term]) -> None:
        self.own: set[int] = set()
        self.mixed: list[Term] = []
        self.strange = False
        for atom in atoms:
            inside = symbols(atom)
            if number not in inside:
                continue
            points = changes(atom, number, {}) if len(inside) == 1 else None
            if points is not None:
                self.own.update(points)
            else:
                self.mixed.append(atom)
            self.strange = self.strange or not inputs.issuperset(inside)


class Stating:
    """The context manager of `Core.stating`."""

    __slots__ = ("_core", "_values")

    def __init__(self, core: Core, values: Iterable[tuple[str, Value]]) -> None:
        self._core = core
        self._values = values

    def __enter__(self) -> list[Ast]:
        core = self._core
        core.solver.push()
        core.depth += 1
        try:
            return [core.copy.all, *core.copy.state(core.solver, self._values)]
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        self._core.depth -= 1
        self._core.solver.pop()


class Core:
    """One copy of a program in one solver."""

    def __init__(self, context: Context, prepared: Prepared) -> None:
        self.context = context
        self.prepared = prepared
        nodes = prepared.nodes
        self.solver: Solver = context.solver(kind_for(nodes))
        self.mark = mark_for(nodes)
        self.copy = Copy(context, prepared, self.mark, switchable=True)
        load(self.solver, [self.copy])
        self.outcomes = Outcomes(self)
        self.atoms = arithmetic_atoms(nodes)
        self._guesses: dict[str, list[int]] | None = None
        self._moving: dict[str, Moving] = {}
        self.depth = 0  # levels open above the held one
        self._held: dict[str, tuple[Value, Ast]] | None = None

    def hold(self, values: Iterable[tuple[str, Value]]) -> list[Ast]:
        """One literal for each value, in order, that says the input has it.

        Numbers are asserted under their literals in a level that stays, and stays as long as no number is wanted to
        be another: the same case is asked about several times, and whoever leaves the literals out is not bound by
        it. Only for checks that assert nothing of their own, and not within `stating`.
        """
        assert self.depth == 0, "a held level lies below every other"
        wanted = tuple(values)
        held = self._held
        if held is not None and any(name in held and held[name][0] != value for name, value in wanted):
            self.release()
            held = None
        try:
            if held is None:
                self.solver.push()
                held = self._held = {}
            for name, value in wanted:
                if name not in held:
                    held[name] = value, self.copy.switchable(self.solver, name, value)
        except BaseException:
            self.release()  # or a number might be asserted that nobody knows of
            raise
        return [held[name][1] for name, _ in wanted]

    def release(self) -> None:
        """Leave the held level: what is asserted next is to stay."""
        if self._held is not None:
            self.solver.pop()
            self._held = None

    @property
    def guesses(self) -> Mapping[str, Sequence[int]]:
        """For each number the points that the program itself makes special."""
        if self._guesses is None:
            by_symbol = {v.value: v.name for v in self.prepared.inputs if self.copy.handles[v.name].is_number}
            points = thresholds(self.atoms, by_symbol)
            self._guesses = {by_symbol[symbol]: found for symbol, found in points.items()}
        return self._guesses

    def moving(self, name: str) -> Moving:
        """What changes as one number moves."""
        if name not in self._moving:
            number = self.prepared.inputs[[v.name for v in self.prepared.inputs].index(name)].value
            self._moving[name] = Moving(self.atoms, number, set(self.prepared.input_symbols()))
        return self._moving[name]

    def goal(self, holds: bool | None) -> list[Ast]:
        """Literals for the side of the claim."""
        if holds is None:
            return []
        return [self.copy.claim if holds else self.copy.not_claim]

    def stating(self, values: Iterable[tuple[str, Value]]) -> Stating:
        """A solver level where the inputs have these values and every element is kept: the literals that say so."""
        return Stating(self, values)

    def search(self, literals: Iterable[Ast], budget: Budget) -> Search:
        return Search(self.context, self.solver, literals, budget, self.guesses)

    def handles(self, names: Iterable[str]) -> list[Handle]:
        return [self.copy.handles[name] for name in names]

    def constants(self, wanted: Sequence[Term], model: Model) -> dict[Term, Term]:
        """The values that a model gives symbols, as terms."""
        found: dict[Term, Term] = {}
        for symbol in wanted:
            sort = symbol.sort
            if sort.members:
                members = [factory.member(sort, member) for member in sort.members]
                truths = self.copy.read([factory.eq(symbol, member) for member in members])
                found[symbol] = next(m for m, ast in zip(members, truths, strict=True) if model.holds(ast))
            elif sort == BOOL:
                found[symbol] = factory.boolean(model.holds(boolean_of(self.context, symbol)))
            else:
                value = model.value(number_of(self.context, symbol))
                found[symbol] = factory.constant(sort, value)
        return found

    def environment(self, inputs: Mapping[str, Value]) -> dict[str, TermValue]:
        """Values of the input symbols, for the interpreter; a number without a value is 0, as nothing depends on it."""
        env: dict[str, TermValue] = {}
        for variable in self.prepared.inputs:
            value = inputs.get(variable.name)
            if variable.given is not None:
                env[str(variable.given.payload)] = value is not None
            if value is not None:
                env[str(variable.value.payload)] = value
            elif variable.name in inputs:
                sort = variable.value.sort
                env[str(variable.value.payload)] = sort.members[0] if sort.members else 0
        return env


class Cores:
    """The program as it stands and, where numbers are multiplied or in step functions, with the stated ones put in."""

    _KEPT = 16

    def __init__(self, context: Context, prepared: Prepared) -> None:
        self.context = context
        self.prepared = prepared
        self.whole = Core(context, prepared)
        numbers = {v.value: v.name for v in prepared.inputs if not v.value.sort.members and v.value.sort != BOOL}
        called = called_symbols(prepared.nodes)
        found = nonlinear_symbols(prepared.nodes) | called
        self.called = [name for symbol, name in numbers.items() if symbol in called]  # in step functions
        self.multiplied = [name for symbol, name in numbers.items() if symbol in found]
        self.apart: Cores | None = None  # the program with derived inputs as numbers of their own, where that can be
        self.derived: Derived | None = None
        self._special: OrderedDict[tuple[tuple[str, int], ...], Core] = OrderedDict()

    def fixed(self, values: Mapping[str, Value]) -> tuple[tuple[str, int], ...]:
        """Those stated numbers whose constants make products linear and step functions bounds."""
        found = []
        for name in self.multiplied:
            value = values.get(name)
            if isinstance(value, int):
                found.append((name, value))
        return tuple(found)

    def probes(self, values: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
        """Guesses of open numbers in step functions: of all but one, which leaves bounds of that one, and of all."""
        declared = {v.name: v.declaration for v in self.prepared.inputs}
        unknown = [name for name in self.called if name not in values]
        if not unknown or not called_symbols(self.core(values).prepared.nodes):
            return
        for share in (0, 2, 1):
            for free in reversed(unknown) if len(unknown) > 1 else ():
                yield {name: _within(declared[name], share) for name in unknown if name != free}
            yield {name: _within(declared[name], share) for name in unknown}

    def core(self, values: Mapping[str, Value]) -> Core:
        """The solver to ask when the inputs have these values."""
        if not self.multiplied:
            return self.whole
        key = self.fixed(values)
        if not key:
            return self.whole
        if key in self._special:
            self._special.move_to_end(key)
            return self._special[key]
        by_name = {v.name: v.value for v in self.prepared.inputs}
        mapping = {by_name[name]: factory.constant(by_name[name].sort, value) for name, value in key}
        core = self._special[key] = Core(self.context, self.prepared.rewritten(mapping, inputs=False))
        if len(self._special) > self._KEPT:
            self._special.popitem(last=False)
        return core


def cores_of(context: Context, lowered: LoweredProgram, prepared: Prepared) -> Cores:
    """The solvers for a prepared program, those that see its derived inputs apart among them."""
    if not lowered.derived:
        return Cores(context, prepared)
    standing = apart(lowered, prepared)
    cores = Cores(context, prepared.rewritten({}))
    cores.apart = None if standing is None else Cores(context, standing)
    cores.derived = Derived(lowered)
    return cores


def _within(declaration: Declaration, share: int) -> int:
    """The low end, the middle or the high end of a range, by how many halves of it."""
    low = declaration.low if declaration.low is not None else min(0, declaration.high or 0)
    high = declaration.high if declaration.high is not None else max(0, low)
    return low + (high - low) * share // 2


def settled(answer: Answer) -> bool:
    """The truth of a decided answer. Raises UndecidedError for another."""
    if answer.truth is Truth.UNDECIDED:
        raise UndecidedError(answer)
    return answer.truth is Truth.YES
