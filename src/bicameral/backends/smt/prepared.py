"""The lowered program as the solver takes it: elements that can be switched, outcomes as conditions, all as terms.

No Z3 term is made here. `Prepared` can be rewritten (constants for symbols, other names) without losing its shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bicameral.analysis.dependency import Predicate
from bicameral.backends.contract import Element
from bicameral.backends.smt.solver import Kind as SolverKind
from bicameral.formula import factory
from bicameral.formula.interpreter import substitute_all
from bicameral.formula.steps import reduced_all
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.lowering.completion import show_atom
from bicameral.lowering.inputs import UNSYMBOLIC, pin
from bicameral.lowering.order import show
from bicameral.lowering.program import (
    Argument,
    Assertion,
    Kind,
    LoweredProgram,
)
from bicameral.policy.instances import Instance
from bicameral.policy.model import Declaration
from bicameral.sorts.term_sort import BOOL, INT
from bicameral.source.record import record

# Elements of assertions in the order of preference of reports; facts and assumptions stand before ranges.
_BEFORE_FACTS = (Kind.RULE, Kind.CLOSED_WORLD, Kind.CONSTRAINT)


@record
class NamedElement:
    """An element and what it asserts: all formulas of one kind and name."""

    element: Element
    kind: Kind
    formulas: tuple[Term, ...]


@record
class OutcomeAtom:
    """A value that an outcome has exactly when `condition` holds; a Boolean outcome has the value None."""

    value: Term | str | None
    condition: Term


@record
class Variable:
    """An input as terms. `given` is None where it always has a value (or is Boolean)."""

    name: str
    declaration: Declaration
    value: Term
    given: Term | None


class Prepared:
    """A lowered program, ready to be written as text; not to be changed.

    `outcomes` maps the ground name of an outcome to its atoms, one for a Boolean one.
    """

    __slots__ = ("_nodes", "claim", "definitions", "elements", "inputs", "outcomes")

    def __init__(
        self,
        inputs: tuple[Variable, ...],
        elements: tuple[NamedElement, ...],
        definitions: tuple[Term, ...],
        claim: Term,
        outcomes: Mapping[str, tuple[OutcomeAtom, ...]],
    ) -> None:
        self.inputs = inputs
        self.elements = elements
        self.definitions = definitions
        self.claim = claim
        self.outcomes = outcomes
        self._nodes: list[Term] | None = None

    def formulas(self) -> list[Term]:
        """Everything that is asserted, elements first."""
        return [formula for entry in self.elements for formula in entry.formulas] + list(self.definitions)

    @property
    def nodes(self) -> list[Term]:
        """Every distinct subterm of every term."""
        if self._nodes is None:
            self._nodes = list(subterms(*self.terms()))
        return self._nodes

    def terms(self) -> list[Term]:
        """Every term, whether it is asserted or looked at."""
        found = [*self.formulas(), self.claim]
        for variable in self.inputs:
            found.append(variable.value)
            if variable.given is not None:
                found.append(variable.given)
        for atoms in self.outcomes.values():
            for atom in atoms:
                found.append(atom.condition)
                if isinstance(atom.value, Term):
                    found.append(atom.value)
        return found

    def rewritten(self, mapping: Mapping[Term, Term], *, inputs: bool = True) -> Prepared:
        """With symbols replaced; `inputs` says whether in the inputs themselves, too."""
        terms = self.terms()
        replaced = substitute_all(terms, mapping) if mapping else terms
        if any(node.op is Op.CALL for node in self.nodes):
            replaced = reduced_all(replaced)
        results = dict(zip(terms, replaced, strict=True))

        def there(term: Term) -> Term:
            return results[term]

        return Prepared(
            tuple(
                replace(v, value=there(v.value), given=None if v.given is None else there(v.given)) if inputs else v
                for v in self.inputs
            ),
            tuple(replace(e, formulas=tuple(there(f) for f in e.formulas)) for e in self.elements),
            tuple(there(d) for d in self.definitions),
            there(self.claim),
            {
                name: tuple(
                    OutcomeAtom(there(a.value) if isinstance(a.value, Term) else a.value, there(a.condition))
                    for a in atoms
                )
                for name, atoms in self.outcomes.items()
            },
        )

    def input_symbols(self) -> dict[Term, Variable]:
        """The symbols that inputs are made of."""
        found = {variable.value: variable for variable in self.inputs}
        found |= {variable.given: variable for variable in self.inputs if variable.given is not None}
        return found

    def auxiliary_symbols(self) -> list[Term]:
        """Symbols that are no inputs, in order of first occurrence in what is asserted or claimed."""
        mine = self.input_symbols()
        return [symbol for symbol in symbols(*self.formulas(), self.claim) if symbol not in mine]


def prepare(lowered: LoweredProgram, outcomes: Sequence[Instance]) -> Prepared:
    """Group the assertions into elements and the outcomes' tuples by ground name."""
    pins = (pin(one) for one in lowered.inputs if one.given is not None)
    return Prepared(
        tuple(Variable(i.name, i.declaration, i.value, i.given) for i in lowered.inputs),
        _elements(lowered.assertions),
        (*(a.formula for a in lowered.assertions if a.kind is Kind.DEFINITION), *pins),
        factory.TRUE if lowered.claim is None else lowered.claim,
        _outcomes(lowered, outcomes),
    )


def apart(lowered: LoweredProgram, prepared: Prepared) -> Prepared | None:
    """The program with derived inputs as numbers of their own: right where all of them are stated, weaker elsewhere.

    None where one is seen as what follows from its arguments all the same, or nothing is derived.
    """
    values = [symbol.value for symbol in lowered.derived]
    if not values or len(set(values)) < len(values) or any(value.is_const for value in values):
        return None
    names = {str(node.payload) for node in prepared.nodes if node.op is Op.SYMBOL}
    symbols_ = [factory.symbol(symbol.name.translate(UNSYMBOLIC), INT) for symbol in lowered.derived]
    if not names.isdisjoint(str(symbol.payload) for symbol in symbols_):
        return None
    found = prepared.rewritten(dict(zip(values, symbols_, strict=True)), inputs=False)
    if any(node.op is Op.CALL or node in values for node in found.nodes):
        return None
    numbers = zip(lowered.derived, symbols_, strict=True)
    more = tuple(Variable(one.name, one.declaration, symbol, None) for one, symbol in numbers)
    return Prepared((*found.inputs, *more), found.elements, found.definitions, found.claim, found.outcomes)


def _elements(assertions: Iterable[Assertion]) -> tuple[NamedElement, ...]:
    groups: dict[tuple[Kind, str], list[Assertion]] = {}
    for assertion in assertions:
        if assertion.kind is not Kind.DEFINITION:
            groups.setdefault((assertion.kind, assertion.name), []).append(assertion)
    found = []
    for wanted in (*_BEFORE_FACTS, Kind.RANGE, Kind.ENTITIES):
        for (kind, name), group in groups.items():
            if kind is wanted:
                rules = tuple(dict.fromkeys(rule for assertion in group for rule in assertion.rules))
                formulas = tuple(assertion.formula for assertion in group)
                found.append(NamedElement(Element(kind.value, name, rules), kind, formulas))
    return tuple(found)


def _outcomes(lowered: LoweredProgram, outcomes: Sequence[Instance]) -> dict[str, tuple[OutcomeAtom, ...]]:
    found: dict[str, list[OutcomeAtom]] = {instance.name: [] for instance in outcomes}
    for declaration in dict.fromkeys(instance.declaration for instance in outcomes):
        keys = len(declaration.keys)
        for guarded in lowered.atoms.get((declaration.name, declaration.arity), ()):
            name = show_atom(Predicate(declaration.name, declaration.arity), guarded.args[:keys])
            if name in found:  # a policy may derive more than is declared: for what is no individual of the sort
                value = None if declaration.sort is None else _value(guarded.args[-1])
                found[name].append(OutcomeAtom(value, guarded.condition))
    return {
        instance.name: tuple(found[instance.name])
        if instance.declaration.sort is not None
        else _boolean(found[instance.name])
        for instance in outcomes
    }


def _boolean(atoms: Sequence[OutcomeAtom]) -> tuple[OutcomeAtom, ...]:
    return (OutcomeAtom(None, factory.disj(*(atom.condition for atom in atoms))),)


def _value(argument: Argument) -> Term | str:
    return argument if isinstance(argument, Term) else show(argument)


def kind_for(nodes: Sequence[Term]) -> SolverKind:
    """The kind of solver that text about these terms (with all subterms) may be put to."""
    if nonlinear_symbols(nodes):
        return SolverKind.WHOLE
    return SolverKind.LINEAR if all(node.sort in (BOOL, INT) for node in nodes) else SolverKind.GENERAL


def called_symbols(nodes: Iterable[Term]) -> set[Term]:
    """The symbols that stand in step functions: known ones make bounds of these, or numbers."""
    return set(symbols(*(node for node in nodes if node.op is Op.CALL)))


def nonlinear_symbols(nodes: Iterable[Term]) -> set[Term]:
    """The symbols that stand in a product of unknown numbers, or in an unknown divisor, among these terms."""
    found: set[Term] = set()
    for node in nodes:
        if node.op is Op.MUL:
            unknown = [arg for arg in node.args if not arg.is_const]
            if len(unknown) > 1:
                found.update(symbols(*unknown))
        elif node.op in (Op.TDIV, Op.TREM, Op.RDIV) and not node.args[1].is_const:
            found.update(symbols(node))
    return found
