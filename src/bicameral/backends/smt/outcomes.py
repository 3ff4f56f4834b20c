"""Outcomes of one solver's program: fixed as a witness shows them, or read off the answer set a search has settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from bicameral.backends.contract import Witness
from bicameral.backends.smt.copy import boolean_of, number_of, preamble
from bicameral.backends.smt.doubles import two_values
from bicameral.backends.smt.prepared import OutcomeAtom
from bicameral.backends.smt.search import Search
from bicameral.backends.smt.solver import Ast
from bicameral.formula import factory, smtlib
from bicameral.formula.interpreter import Value as TermValue
from bicameral.formula.interpreter import evaluate
from bicameral.formula.term import Op, Term, symbols
from bicameral.policy.model import Value
from bicameral.sorts.term_sort import BOOL, INT

if TYPE_CHECKING:
    from bicameral.backends.smt.core import Core

Shown = bool | tuple[int | str, ...]


class Outcomes:
    """The outcomes of a `Core`."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._atoms = core.prepared.outcomes
        self._literals = core.copy.outcomes
        self._pairs = [pair for pairs in self._literals.values() for pair in pairs]
        self.valued = any(atom.value is not None for atoms in self._atoms.values() for atom in atoms)
        mine = core.prepared.input_symbols()
        terms = [atom.value for atoms in self._atoms.values() for atom in atoms if isinstance(atom.value, Term)]
        self._read_inputs = any(not term.is_const for term in terms)
        self._own = [symbol for symbol in symbols(*terms) if symbol not in mine]  # as SMT-LIB files have them

    # --- fixing -------------------------------------------------------------------------------------------------

    def fix(self, shown: Mapping[str, Shown], inputs: Mapping[str, Value]) -> list[Ast] | None:
        """Literals that say the outcomes are as shown, where the inputs have these values; None where they cannot be.

        May assert at the solver's present level.
        """
        env = self._core.environment(inputs) if self._read_inputs else {}
        literals: list[Ast] = []
        for name, value in shown.items():
            fixed = self._fix(name, value, env)
            if fixed is None:
                return None
            literals += fixed
        return literals

    def _fix(self, name: str, shown: Shown, env: Mapping[str, TermValue]) -> list[Ast] | None:
        atoms, pairs = self._atoms.get(name, ()), self._literals.get(name, [])
        if isinstance(shown, bool):
            return [pairs[0][0 if shown else 1]] if pairs else None if shown else []
        makers: dict[TermValue, list[Ast]] = {value: [] for value in shown}
        literals = []
        for atom, (yes, no) in zip(atoms, pairs, strict=True):
            try:
                value = _evaluate(atom.value, env)
            except KeyError:
                self._fix_own(atoms, shown)
                return []
            if value in makers:
                makers[value].append(yes)
            else:
                literals.append(no)
        for made in makers.values():
            if not made:
                return None
            if len(made) == 1:
                literals.append(made[0])
            else:
                self._core.solver.add_clause(made)
        return literals

    def _fix_own(self, atoms: Sequence[OutcomeAtom], shown: Sequence[int | str]) -> None:
        """Likewise where values are symbols of their own."""

        def is_value(atom: OutcomeAtom, value: int | str) -> Term:
            if isinstance(atom.value, Term):
                if atom.value.sort == INT and isinstance(value, str):
                    return factory.FALSE  # `#sup` is no number
                return factory.eq(atom.value, factory.constant(atom.value.sort, value))
            return factory.boolean(atom.value == value)

        formulas = [
            factory.implies(atom.condition, factory.disj(*(is_value(atom, value) for value in shown))) for atom in atoms
        ]
        formulas += [
            factory.disj(*(factory.conj(atom.condition, is_value(atom, value)) for atom in atoms)) for value in shown
        ]
        self._core.solver.add_text(self._core.copy.text_of(formulas))

    def two_values(self, name: str) -> Ast | None:
        """A literal that makes a valued outcome have two values; None where it cannot. Not inside a solver level."""
        return self._doubles.get(name)

    @property
    def any_two_values(self) -> Ast | None:
        """A literal that makes some valued outcome have two values; None where none can."""
        return self._doubles.get("")

    @cached_property
    def _doubles(self) -> dict[str, Ast]:
        """The literals of every outcome that may have two values, and under no name that of any of them."""
        core = self._core
        core.release()
        literals: dict[str, str] = {}
        text: list[str] = []
        for name, atoms in self._atoms.items():
            literal, lines = two_values(atoms, f"{core.mark}t{len(literals)}")
            if literal is not None:
                literals[name] = literal
                text += lines
        if not literals:
            return {}
        some = f"{core.mark}t"
        text += [f"(declare-const {some} Bool)", f"(assert (=> {some} (or {' '.join(literals.values())})))"]
        nodes = core.prepared.nodes
        declarations = [smtlib.declare(node) for node in nodes if node.op is Op.SYMBOL]
        core.solver.add_text("\n".join([*preamble(nodes), *declarations, *text]))
        return {name: core.context.boolean(literal) for name, literal in {**literals, "": some}.items()}

    # --- reading ------------------------------------------------------------------------------------------------

    def settle(
        self, search: Search, inputs: Mapping[str, Value], holds: bool | None, *, claimed: bool, determined: bool
    ) -> Witness:
        """The first answer set of a consistent search: the claim (where it is open) and the outcomes false before true.

        `determined` says that there is but one.
        """
        truth = holds
        if claimed and truth is None:
            copy = self._core.copy
            truth = search.model.holds(copy.claim) if determined else not search.prefer(copy.not_claim, copy.claim)
        if not determined:
            self._settle(search)
        return self._witness(search, inputs, True if truth is None else truth)

    def _settle(self, search: Search) -> None:
        model = search.model
        shown = [yes if model.holds(yes) else no for yes, no in self._pairs]
        opposite = [no if literal is yes else yes for literal, (yes, no) in zip(shown, self._pairs, strict=True)]
        if shown and search.possible_with_clause(opposite):
            for yes, no in self._pairs:
                search.prefer(no, yes)
        else:
            search.literals.extend(shown)
        for symbol in self._own:
            self._settle_value(search, symbol)

    def _settle_value(self, search: Search, symbol: Term) -> None:
        if symbol.sort == INT:
            search.nearest_zero(number_of(self._core.context, symbol))
        elif symbol.sort == BOOL:
            literal = boolean_of(self._core.context, symbol)
            search.prefer(self._core.context.negation(literal), literal)
        else:
            values = [factory.eq(symbol, factory.member(symbol.sort, member)) for member in symbol.sort.members]
            search.first_of([self._core.copy.text_of([value]) for value in values])

    def _witness(self, search: Search, inputs: Mapping[str, Value], holds: bool) -> Witness:
        env = dict(self._core.environment(inputs)) if self._read_inputs else {}
        for symbol, constant in self._core.constants(self._own, search.model).items():
            assert constant.payload is not None
            env[str(symbol.payload)] = constant.payload
        model = search.model
        outcomes: dict[str, Shown] = {}
        for name, atoms in self._atoms.items():
            there = [model.holds(yes) for yes, _ in self._literals[name]]
            if atoms and atoms[0].value is None:
                outcomes[name] = there[0]
                continue
            values = {_evaluate(atom.value, env) for atom, true in zip(atoms, there, strict=True) if true}
            outcomes[name] = tuple(sorted(values, key=lambda value: (isinstance(value, str), value)))  # type: ignore[arg-type]
        return Witness(inputs, outcomes, holds)


def _evaluate(value: Term | str | None, env: Mapping[str, TermValue]) -> TermValue:
    """The value of an outcome's atom. Raises KeyError where a symbol of its own has none."""
    if isinstance(value, Term):
        payload = value.payload
        return payload if value.is_const and payload is not None else evaluate(value, env)
    assert value is not None
    return value
