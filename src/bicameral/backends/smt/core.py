"""A solver that holds one program, its elements switchable: what single checks, reasons and smallest inputs use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction

from bicameral.backends.contract import Answer, Budget, Truth, Witness
from bicameral.backends.smt.cells import arithmetic_atoms, as_value, thresholds
from bicameral.backends.smt.copy import Copy, Handle, boolean_of, load, mark_for, number, number_of, preamble
from bicameral.backends.smt.doubles import two_values
from bicameral.backends.smt.prepared import OutcomeAtom, Prepared, nonlinear_symbols
from bicameral.backends.smt.search import Search, UndecidedError
from bicameral.backends.smt.solver import Ast, Context, Model, Solver
from bicameral.formula import factory, smtlib
from bicameral.formula.interpreter import Value as TermValue
from bicameral.formula.interpreter import evaluate, substitute
from bicameral.formula.term import Term, symbols
from bicameral.policy.model import Value
from bicameral.sorts.term_sort import BOOL


class Core:
    """One copy of a program in one solver."""

    def __init__(self, context: Context, prepared: Prepared) -> None:
        self.context = context
        self.prepared = prepared
        terms = prepared.terms()
        self.solver: Solver = context.solver(whole=bool(nonlinear_symbols(prepared.formulas())))
        self._mark = mark_for(terms)
        self.copy = Copy(context, prepared, self._mark, switchable=True)
        load(self.solver, [self.copy])
        self.atoms = arithmetic_atoms([*prepared.formulas(), prepared.claim])
        self._guesses: dict[str, list[int]] | None = None
        self._two_values: dict[str, Ast | None] = {}

    @property
    def guesses(self) -> Mapping[str, Sequence[int]]:
        """For each number the points that the program itself makes special."""
        if self._guesses is None:
            by_symbol = {v.value: v.name for v in self.prepared.inputs if self.copy.handles[v.name].is_number}
            points = thresholds(self.atoms, by_symbol)
            self._guesses = {by_symbol[symbol]: found for symbol, found in points.items()}
        return self._guesses

    def goal(self, holds: bool | None) -> list[Ast]:
        """Literals for the side of the claim."""
        if holds is None:
            return []
        return [self.copy.claim if holds else self.copy.not_claim]

    @contextmanager
    def stating(self, values: Iterable[tuple[str, Value]]) -> Iterator[list[Ast]]:
        """A solver level where the inputs have these values and every element is kept: the literals that say so."""
        self.solver.push()
        try:
            yield [self.copy.all, *self.copy.state(self.solver, values)]
        finally:
            self.solver.pop()

    def search(self, literals: Iterable[Ast], budget: Budget, *, grid: bool = True) -> Search:
        more = [self.copy.grid] if grid and self.copy.has_reals else []
        return Search(self.context, self.solver, [*literals, *more], budget, self.guesses, grid)

    def possible_search(self, literals: Sequence[Ast], budget: Budget) -> Search | None:
        """A search whose literals are consistent, on the grid of decimals where possible; None when they are not."""
        for grid in (True, False) if self.copy.has_reals else (True,):
            search = self.search(literals, budget, grid=grid)
            if search.possible():
                return search
        return None

    def handles(self, names: Iterable[str]) -> list[Handle]:
        return [self.copy.handles[name] for name in names]

    # --- outcomes -------------------------------------------------------------------------------------------------

    def fix_outcome(
        self, name: str, shown: bool | tuple[int | str, ...], inputs: Mapping[str, Value]
    ) -> list[Ast] | None:
        """Literals that say an outcome is as shown, where the inputs have these values; None where it cannot be.

        May assert at the solver's present level.
        """
        atoms, pairs = self.prepared.outcomes.get(name, ()), self.copy.outcomes.get(name, [])
        if isinstance(shown, bool):
            return [pairs[0][0 if shown else 1]] if pairs else None if shown else []
        env = self.environment(inputs) if any(isinstance(atom.value, Term) for atom in atoms) else {}
        makers: dict[int | str, list[Ast]] = {value: [] for value in shown}
        literals = []
        for atom, (yes, no) in zip(atoms, pairs, strict=True):
            try:
                value = evaluate(atom.value, env) if isinstance(atom.value, Term) else atom.value
            except KeyError:
                return self._fix_open_outcome(atoms, shown)
            if value in makers:
                makers[value].append(yes)  # type: ignore[index]
            else:
                literals.append(no)
        for made in makers.values():
            if not made:
                return None
            if len(made) == 1:
                literals.append(made[0])
            else:
                self.solver.add_clause(made)
        return literals

    def _fix_open_outcome(self, atoms: Sequence[OutcomeAtom], shown: Sequence[int | str]) -> list[Ast]:
        """Likewise where values are symbols of their own, as SMT-LIB files have them."""

        def is_value(atom: OutcomeAtom, value: int | str) -> Term:
            if isinstance(atom.value, Term):
                return factory.eq(atom.value, factory.constant(atom.value.sort, value))
            return factory.boolean(atom.value == value)

        formulas = [
            factory.implies(atom.condition, factory.disj(*(is_value(atom, value) for value in shown))) for atom in atoms
        ]
        formulas += [
            factory.disj(*(factory.conj(atom.condition, is_value(atom, value)) for atom in atoms)) for value in shown
        ]
        self.solver.add(*self.copy.read(formulas))
        return []

    def two_values(self, name: str) -> Ast | None:
        """A literal that makes a valued outcome have two values; None where it cannot. Not inside a solver level."""
        if name not in self._two_values:
            literal, lines = two_values(self.prepared.outcomes.get(name, ()), f"{self._mark}t{len(self._two_values)}")
            if literal is not None:
                terms = self.prepared.terms()
                declarations = [smtlib.declare(symbol) for symbol in symbols(*terms)]
                self.solver.add_text("\n".join([*preamble(terms), *declarations, *lines]))
            self._two_values[name] = None if literal is None else self.context.boolean(literal)
        return self._two_values[name]

    # --- what an answer set looks like from outside ---------------------------------------------------------------

    def settle_outcomes(self, search: Search, holds: bool | None, *, claimed: bool) -> bool:
        """Fix the outcomes (and the claim, where it is open) of one answer set: false before true, in order.

        A consistent check comes first. Returns the claim's truth.
        """
        truth = holds
        if claimed and truth is None:
            truth = not search.prefer(self.copy.not_claim, self.copy.claim)
        pairs = [pair for atoms in self.copy.outcomes.values() for pair in atoms]
        model = search.model
        shown = [yes if model.holds(yes) else no for yes, no in pairs]
        opposite = [no if literal is yes else yes for literal, (yes, no) in zip(shown, pairs, strict=True)]
        if pairs and self._other_outcomes(search, opposite):
            for yes, no in pairs:
                search.prefer(no, yes)
        else:
            search.literals.extend(shown)
        return True if truth is None else truth

    def _other_outcomes(self, search: Search, opposite: Sequence[Ast]) -> bool:
        self.solver.push()
        try:
            self.solver.add_clause(opposite)
            # the model at hand is the one whose outcomes were read: keep it where no other exists
            return search.possible()
        finally:
            self.solver.pop()

    def witness(self, search: Search, inputs: Mapping[str, Value], holds: bool) -> Witness:
        """The answer set that the search has fixed."""
        env = self.environment(inputs)
        outcomes: dict[str, bool | tuple[int | str, ...]] = {}
        for name, atoms in self.prepared.outcomes.items():
            there = [search.model.holds(yes) for yes, _ in self.copy.outcomes[name]]
            if atoms and atoms[0].value is None:
                outcomes[name] = there[0]
                continue
            values = {self._value(atom, env, search) for atom, true in zip(atoms, there, strict=True) if true}
            outcomes[name] = tuple(sorted(values, key=lambda value: (isinstance(value, str), value)))
        return Witness(inputs, outcomes, holds)

    def _value(self, atom: OutcomeAtom, env: Mapping[str, TermValue], search: Search) -> int | str:
        if not isinstance(atom.value, Term):
            assert atom.value is not None
            return atom.value
        try:
            return evaluate(atom.value, env)  # type: ignore[return-value]
        except KeyError:  # a symbol of its own, as SMT-LIB files have them
            return substitute(atom.value, self.constants(symbols(atom.value), search.model)).payload  # type: ignore[return-value]

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
                env[str(variable.value.payload)] = as_value(value)
            elif variable.name in inputs:
                sort = variable.value.sort
                env[str(variable.value.payload)] = sort.members[0] if sort.members else 0
        return env


class Cores:
    """The program as it stands and, where numbers are multiplied, with the stated ones put in."""

    _KEPT = 16

    def __init__(self, context: Context, prepared: Prepared) -> None:
        self.context = context
        self.prepared = prepared
        self.whole = Core(context, prepared)
        numbers = {v.value: v.name for v in prepared.inputs if not v.value.sort.members and v.value.sort != BOOL}
        found = nonlinear_symbols([*prepared.formulas(), prepared.claim])
        self.multiplied = [name for symbol, name in numbers.items() if symbol in found]
        self._special: OrderedDict[tuple[tuple[str, int | Fraction], ...], Core] = OrderedDict()

    def fixed(self, values: Mapping[str, Value]) -> tuple[tuple[str, int | Fraction], ...]:
        """Those stated numbers whose constants make products linear."""
        return tuple((name, number(values[name])) for name in self.multiplied if values.get(name) is not None)

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


def settled(answer: Answer) -> bool:
    """The truth of a decided answer. Raises UndecidedError for another."""
    if answer.truth is Truth.UNDECIDED:
        raise UndecidedError(answer)
    return answer.truth is Truth.YES
