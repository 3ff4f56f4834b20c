"""One copy of a prepared program inside a solver: its SMT-LIB text and, once read, its literals.

A solver may hold several copies under different marks (two, to compare a holding with a failing side). Everything
a check needs is a literal made here once: elements, inputs, members, floors, outcomes, the claim. Numbers alone
are stated case by case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bicameral.backends.smt.prepared import Prepared, Variable
from bicameral.backends.smt.solver import Ast, Context, Solver
from bicameral.formula import factory, smtlib
from bicameral.formula.term import Op, Term, subterms
from bicameral.policy.model import Value
from bicameral.sorts.term_sort import BOOL


class Handle:
    """An input of one copy as literals.

    `yes`/`no` for a Boolean; `given`/`missing` where a value may be lacking; `members` for an enumerated one, each
    with `given`; for a number its symbol, `fact` (the literal that a stated value hangs on), `floor`, the value to
    prefer, and the literal `at_floor`. Where `downward` is set the number has no lower end: the floor is then the
    number nearest zero, and what is above it is preferred.
    """

    __slots__ = (
        "at_floor",
        "downward",
        "fact",
        "floor",
        "given",
        "members",
        "missing",
        "name",
        "no",
        "symbol",
        "variable",
        "yes",
    )

    def __init__(self, variable: Variable) -> None:
        self.variable = variable
        self.name = variable.name
        self.yes: Ast | None = None
        self.no: Ast | None = None
        self.given: Ast | None = None
        self.missing: Ast | None = None
        self.members: dict[str, Ast] | None = None
        self.symbol: Ast | None = None
        self.fact: Ast | None = None
        self.floor = 0
        self.at_floor: Ast | None = None
        self.downward = False

    @property
    def is_number(self) -> bool:
        return self.symbol is not None


class Copy:
    """The text of one copy and the literals it stands for. Add `text` to a solver before using any of them."""

    def __init__(self, context: Context, prepared: Prepared, mark: str, *, switchable: bool) -> None:
        self.prepared = prepared
        self._context = context
        self._mark = mark
        self._lines: list[str] = []
        self.elements: list[Ast] = []
        self.all = context.boolean(f"{mark}all")
        self.not_all = context.negation(self.all)
        self._lines.extend(smtlib.declare(node) for node in prepared.nodes if node.op is Op.SYMBOL)
        self._assert_elements(switchable=switchable)
        self.claim = self._literal("claim", smtlib.print_term(prepared.claim))
        self.not_claim = context.negation(self.claim)
        self.handles = {variable.name: self._handle(index, variable) for index, variable in enumerate(prepared.inputs)}
        self.outcomes: dict[str, list[tuple[Ast, Ast]]] = {}  # each atom's literal and its negation
        for index, (name, atoms) in enumerate(prepared.outcomes.items()):
            made = [
                self._literal(f"o{index}.{place}", smtlib.print_term(atom.condition))
                for place, atom in enumerate(atoms)
            ]
            self.outcomes[name] = [(literal, context.negation(literal)) for literal in made]
        self.identities = [context.identity(element) for element in self.elements]
        self.text = "\n".join(self._lines)

    # --- text ---------------------------------------------------------------------------------------------------

    def _free(self, name: str) -> Ast:
        self._lines.append(f"(declare-const {self._mark}{name} Bool)")
        return self._context.boolean(self._mark + name)

    def _literal(self, name: str, formula: str) -> Ast:
        """A new Boolean that is equivalent to `formula`."""
        literal = self._free(name)
        self._lines.append(f"(assert (= {self._mark}{name} {formula}))")
        return literal

    def _assert_elements(self, *, switchable: bool) -> None:
        prepared = self.prepared
        self._lines.extend(f"(assert {smtlib.print_term(formula)})" for formula in prepared.definitions)
        if not switchable:
            for entry in prepared.elements:
                self._lines.extend(f"(assert {smtlib.print_term(formula)})" for formula in entry.formulas)
            return
        self._lines.append(f"(declare-const {self._mark}all Bool)")
        for index, entry in enumerate(prepared.elements):
            self.elements.append(self._free(f"e{index}"))
            name = f"{self._mark}e{index}"
            self._lines.append(f"(assert (=> {self._mark}all {name}))")
            self._lines.extend(f"(assert (=> {name} {smtlib.print_term(formula)}))" for formula in entry.formulas)

    def _handle(self, index: int, variable: Variable) -> Handle:
        context = self._context
        handle = Handle(variable)
        value = variable.value
        shown = smtlib.quote(str(value.payload))
        if variable.given is not None:
            handle.given = boolean_of(context, variable.given)
            handle.missing = context.negation(handle.given)
        if value.sort == BOOL:
            handle.yes = boolean_of(context, value)
            handle.no = context.negation(handle.yes)
        elif value.sort.members:
            handle.members = {}
            for place, member in enumerate(value.sort.members):
                formula = f"(= {shown} {smtlib.print_member(value.sort, member)})"
                if variable.given is not None:
                    formula = f"(and {smtlib.print_term(variable.given)} {formula})"
                handle.members[member] = self._literal(f"m{index}.{place}", formula)
        else:
            self._number(handle, index, shown)
        return handle

    def _number(self, handle: Handle, index: int, shown: str) -> None:
        variable = handle.variable
        handle.symbol = number_of(self._context, variable.value)
        handle.fact = self._free(f"f{index}")
        if variable.given is not None:
            self._lines.append(f"(assert (=> {self._mark}f{index} {smtlib.print_term(variable.given)}))")
        low, high = variable.declaration.low, variable.declaration.high
        handle.downward = low is None
        handle.floor = low if low is not None else min(0, high) if high is not None else 0
        handle.at_floor = self._literal(f"z{index}", f"(= {shown} {smtlib.print_value(handle.floor)})")

    # --- use ----------------------------------------------------------------------------------------------------

    def state(self, solver: Solver, values: Iterable[tuple[str, Value]]) -> list[Ast]:
        """Literals that say these inputs have these values. Numbers are asserted, at the solver's present level."""
        literals = []
        for name, value in values:
            handle = self.handles[name]
            if value is None:
                assert handle.missing is not None, f"{name} has a value"
                literals.append(handle.missing)
            elif handle.yes is not None:
                assert handle.no is not None
                literals.append(handle.yes if value else handle.no)
            elif handle.members is not None:
                assert isinstance(value, str)
                literals.append(handle.members[value])
            else:
                assert handle.symbol is not None
                assert isinstance(value, int)
                solver.add_equal(handle.symbol, value)
                if handle.given is not None:
                    literals.append(handle.given)
        return literals

    def switchable(self, solver: Solver, name: str, value: Value) -> Ast:
        """One literal that says this input has this value; a number is asserted under it."""
        handle = self.handles[name]
        if handle.symbol is not None and value is not None:
            assert handle.fact is not None
            assert isinstance(value, int)
            solver.add_equal(handle.symbol, value, given=handle.fact)
            return handle.fact
        if handle.members is not None and isinstance(value, str):
            return handle.members[value]
        (literal,) = self.state(solver, ((name, value),))
        return literal

    @staticmethod
    def text_of(formulas: Sequence[Term]) -> str:
        """Text that asserts more formulas over this copy's symbols."""
        nodes = list(subterms(*formulas))
        declarations = (smtlib.declare(node) for node in nodes if node.op is Op.SYMBOL)
        return "\n".join([*preamble(nodes), *declarations, *(f"(assert {smtlib.print_term(f)})" for f in formulas)])

    def read(self, formulas: Sequence[Term]) -> list[Ast]:
        """Formulas over this copy's symbols, to be looked up in a model."""
        return self._context.parse(self.text_of(formulas))


def boolean_of(context: Context, symbol: Term) -> Ast:
    return context.boolean(str(symbol.payload))


def number_of(context: Context, symbol: Term) -> Ast:
    return context.number(str(symbol.payload))


def load(solver: Solver, copies: Sequence[Copy], extra: Sequence[str] = ()) -> None:
    """Read the copies (and more lines about them) into the solver."""
    text = "\n".join([*preamble(copies[0].prepared.nodes), *(copy.text for copy in copies), *extra])
    solver.add_text(text)


def preamble(nodes: Sequence[Term]) -> list[str]:
    """The sorts and functions that text about these terms (with all subterms) needs first."""
    sorts = dict.fromkeys(node.sort for node in nodes if node.sort.members)
    divisions = [node for node in nodes if node.op in (Op.TDIV, Op.TREM, Op.CALL)]
    return [*(smtlib.declare_sort(sort) for sort in sorts), *smtlib.prelude(divisions)]


def mark_for(nodes: Sequence[Term]) -> str:
    """A beginning of names that no symbol among these terms has."""
    names = [str(node.payload) for node in nodes if node.op is Op.SYMBOL]
    mark = "@"
    while any(name.startswith(mark) for name in names):
        mark += "@"
    return mark


def renamed(prepared: Prepared, prefix: str) -> Prepared:
    """The program over other symbols: every name with `prefix` before it."""
    mapping = {
        node: factory.symbol(prefix + str(node.payload), node.sort) for node in prepared.nodes if node.op is Op.SYMBOL
    }
    return prepared.rewritten(mapping)
