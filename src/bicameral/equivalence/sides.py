"""One translation as a side of a comparison: what it allows, as formulas over inputs, outcomes and the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from bicameral.analysis.dependency import DependencyGraph, Predicate, head_atoms
from bicameral.analysis.stratification import splitting
from bicameral.equivalence.definability import Consistent, Definitions, define
from bicameral.formula import factory
from bicameral.formula.term import Op, Term, symbols
from bicameral.lowering.inputs import individual
from bicameral.lowering.order import is_ground, show
from bicameral.lowering.program import (
    Argument,
    Assertion,
    Constant,
    GuardedTuple,
    InputSymbol,
    Kind,
    LoweredProgram,
)
from bicameral.policy.identifiers import ground_name
from bicameral.policy.instances import Instance, Scope, instances
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.sorts.term_sort import BOOL, TermSort
from bicameral.source.record import record
from bicameral.syntax import tree


class UndecidedError(Exception):
    """A comparison that was not decided; the text says why."""


@record
class Input:
    """A ground input of a side: `value` a Bool, Int or enumerated term, `given` a Bool where it may lack a value.

    `derived` says that both are terms over other inputs.
    """

    name: str
    declaration: Declaration
    value: Term
    given: Term | None
    derived: bool = False
    keys: tuple[str, ...] = ()
    says: bool = True  # its declaration says what a number of it stands for


@record
class Truth:
    """A Boolean outcome, or one value of an outcome that may have several."""

    name: str
    declaration: Declaration
    holds: Term


@record
class Valued:
    """An outcome with at most one value: `value` is meant only where `given` holds.

    `atoms` are its possible values with their conditions, where they are known one by one; `odd` are conditions under
    which it has a value that is none of its type, with that value.
    """

    name: str
    declaration: Declaration
    given: Term
    value: Term
    atoms: tuple[tuple[Term, Term], ...] = ()
    odd: tuple[tuple[Term, str], ...] = ()


Observed = Truth | Valued


@record
class Side:
    """What a translation allows: inputs and outcomes for which some values of `free` meet definitions and constraints.

    `definitions` are total: they give every symbol that is no input one value for each value of `free`. `ranges` bound
    the inputs. `comparisons` are conditions on numbers of the inputs.
    """

    label: str
    policy: CheckedPolicy
    inputs: tuple[Input, ...]
    outcomes: tuple[Observed, ...]
    definitions: tuple[Term, ...]
    constraints: tuple[Term, ...]
    free: tuple[Term, ...]
    ranges: tuple[Term, ...]
    comparisons: tuple[Term, ...]
    program: bool  # an ASP program: clingo can run it
    says: bool = True  # its own lines tell inputs from outcomes, and say what a number stands for


def program_side(
    label: str, policy: CheckedPolicy, lowered: LoweredProgram, scope: Scope, consistent: Consistent
) -> Side:
    """A lowered program as a side."""
    definitions, constraints, ranges = _parts(lowered.assertions)
    outcomes = _outcomes(policy, lowered, scope)
    inputs = (*map(_input, lowered.inputs), *(_input(symbol, derived=True) for symbol in lowered.derived))
    free: tuple[Term, ...] = ()
    split = splitting(policy.statements, [Predicate(*predicate) for predicate in lowered.atoms])
    if split:
        # below what chooses there is one answer set (Lifschitz and Turner 1994): there the completion is a definition
        chosen = _chosen(policy, lowered, {predicate for heads in split.values() for predicate in heads})
        below = [term for term in definitions if chosen.isdisjoint(symbols(term))]
        constraints = [*(term for term in definitions if not chosen.isdisjoint(symbols(term))), *constraints]
        found = _defined(constraints, outcomes, lowered.inputs, consistent, symbols(*below))
        definitions, free = [*below, *found.formulas], found.free
    # else one answer set at most for each input: the completion is a definition
    return Side(
        label,
        policy,
        inputs,
        outcomes,
        tuple(definitions),
        tuple(constraints),
        free,
        tuple(ranges),
        lowered.comparisons,
        program=True,
    )


def _chosen(policy: CheckedPolicy, lowered: LoweredProgram, split: set[Predicate]) -> set[Term]:
    """The symbols of atoms that rest on a choice."""
    resting: dict[Predicate, list[Predicate]] = {}
    for edge in DependencyGraph(policy.statements).edges:
        resting.setdefault(edge.body, []).append(edge.head)
    above, waiting = set(split), list(split)
    while waiting:
        new = [head for head in resting.get(waiting.pop(), ()) if head not in above]
        above |= set(new)
        waiting += new
    atoms = (atom for predicate in above for atom in lowered.atoms.get((predicate.name, predicate.arity), ()))
    return set(symbols(*(atom.condition for atom in atoms)))


def smtlib_side(
    label: str,
    policy: CheckedPolicy,
    lowered: LoweredProgram,
    split: Callable[[str], str | None],
    consistent: Consistent,
) -> Side:
    """An SMT-LIB file as a side; `split` says whether others take a name for an input, derived or not, or an outcome.

    It is asked where the file's own lines tell none apart; what nobody takes for either is auxiliary.
    """
    definitions, constraints, ranges = _parts(lowered.assertions)
    stated = list(lowered.inputs)
    outcomes = _outcomes(policy, lowered, ())
    says = bool(outcomes)
    if not says:
        roles = {one.name: split(one.name) or split(ground_name(one.declaration.smt_name, one.keys)) for one in stated}
        stated = _with_given(stated)
        outcomes = tuple(_observed(one) for one in stated if roles[one.name] == "outcome")
        equated = {arg for term in constraints if term.op is Op.EQ for arg in term.args}
        stated = [
            one
            for one in stated
            if roles[one.name] == "input" or (roles[one.name] == "derived" and one.value not in equated)
        ]
    constraints = [*definitions, *constraints]
    found = _defined(constraints, outcomes, stated, consistent)
    inputs = tuple(_input(one, says=says) for one in stated)
    return Side(
        label,
        policy,
        inputs,
        outcomes,
        found.formulas,
        tuple(constraints),
        found.free,
        tuple(ranges),
        lowered.comparisons,
        program=False,
        says=says,
    )


def _with_given(stated: Sequence[InputSymbol]) -> list[InputSymbol]:
    """A Bool `NAME.given` beside a constant NAME, or `NAME.` where that is taken, says whether it has a value."""
    by_symbol = {str(one.value.payload): one for one in stated}
    found = []
    for one in stated:
        given = by_symbol.get(f"{str(one.value.payload).removesuffix('.')}.given")
        found.append(one if given is None or one.value.sort == BOOL else replace(one, given=given.value))
    return found


def _defined(
    constraints: Sequence[Term],
    outcomes: Sequence[Observed],
    stated: Sequence[InputSymbol],
    consistent: Consistent,
    below: Iterable[Term] = (),
) -> Definitions:
    known = {term for one in stated for term in (one.value, one.given) if term is not None}.union(below)
    terms: list[Term] = []
    meant: dict[Term, Term] = {}
    for one in outcomes:
        terms += [one.holds] if isinstance(one, Truth) else [one.given, one.value]
        if isinstance(one, Valued):
            meant[one.value] = one.given
    wanted = [symbol for symbol in symbols(*constraints, *terms) if symbol not in known]
    return define(constraints, wanted, meant, consistent)


def _outcomes(policy: CheckedPolicy, lowered: LoweredProgram, scope: Scope) -> tuple[Observed, ...]:
    grouped: dict[tuple[str, int], dict[tuple[Argument, ...], list[GuardedTuple]]] = {}
    found: list[Observed] = []
    for outcome in instances(policy, policy.outcomes.values(), dict(scope)):
        declaration = outcome.declaration
        predicate = (declaration.name, declaration.arity)
        if predicate not in grouped:
            mine = grouped[predicate] = {}
            for entry in lowered.atoms.get(predicate, ()):
                mine.setdefault(entry.args[: len(declaration.keys)], []).append(entry)
        atoms = grouped[predicate].get(tuple(map(individual, outcome.keys)), [])
        if declaration.sort is None:
            holds = factory.disj(*(atom.condition for atom in atoms))
            found.append(Truth(outcome.name, declaration, holds))
        elif declaration.multi:
            found += _each_value(outcome, atoms)
        else:
            found.append(_valued(outcome, declaration.sort.term_sort, atoms))
    return tuple(found)


def _valued(outcome: Instance, sort: TermSort, atoms: Sequence[GuardedTuple]) -> Valued:
    values: list[tuple[Term, Term]] = []
    odd: list[tuple[Term, str]] = []
    for atom in atoms:
        value = _member(atom.args[-1], sort)
        if value is None:
            odd.append((atom.condition, show(atom.args[-1])))
        else:
            values.append((atom.condition, value))
    given = factory.disj(*(condition for condition, _ in values))
    whole = values[-1][1] if values else _default(sort)
    for condition, value in reversed(values[:-1]):
        whole = factory.ite(condition, value, whole)
    return Valued(outcome.name, outcome.declaration, given, whole, tuple(values), tuple(odd))


def _member(argument: Argument, sort: TermSort) -> Term | None:
    if isinstance(argument, Term):
        return argument if argument.sort == sort else None
    if isinstance(argument, Constant) and argument.name in sort.members:
        return factory.member(sort, argument.name)
    return None


def _default(sort: TermSort) -> Term:
    return factory.member(sort, sort.members[0]) if sort.members else factory.ZERO


def _each_value(outcome: Instance, atoms: Sequence[GuardedTuple]) -> Iterator[Truth]:
    """An outcome that may have several values, a Boolean for each: possible where the values are constants."""
    for atom in atoms:
        if not is_ground(atom.args[-1]):
            raise UndecidedError(f"`{outcome.name}` can have several values, one of them {show(atom.args[-1])}")
        yield Truth(f"{outcome.name} = {show(atom.args[-1])}", outcome.declaration, atom.condition)


def _observed(symbol: InputSymbol) -> Observed:
    if symbol.declaration.sort is None:
        return Truth(symbol.name, symbol.declaration, symbol.value)
    given = symbol.given if symbol.given is not None else factory.TRUE
    return Valued(symbol.name, symbol.declaration, given, symbol.value, ((given, symbol.value),))


def _input(symbol: InputSymbol, *, derived: bool = False, says: bool = True) -> Input:
    return Input(symbol.name, symbol.declaration, symbol.value, symbol.given, derived, symbol.keys, says)


def _parts(assertions: Sequence[Assertion]) -> tuple[list[Term], list[Term], list[Term]]:
    """Definitions, constraints, ranges."""
    definitions: list[Term] = []
    constraints: list[Term] = []
    ranges: list[Term] = []
    for assertion in assertions:
        if assertion.kind in (Kind.RANGE, Kind.ENTITIES):
            ranges.append(assertion.formula)
        elif (
            assertion.kind is Kind.CONSTRAINT
            or assertion.smt_name.startswith("contrary ")
            or _derives_nothing(assertion)
        ):
            constraints.append(assertion.formula)
        else:
            definitions.append(assertion.formula)
    return definitions, constraints, ranges


def _derives_nothing(assertion: Assertion) -> bool:
    if assertion.kind is not Kind.RULE or assertion.statement is None:
        return False
    statement = assertion.statement.statement
    if not isinstance(statement, tree.Rule):
        return True
    # what chooses among nothing still has its bounds; what chooses among something makes everything a constraint
    return not isinstance(statement.head, tree.Literal) or not any(True for _ in head_atoms(statement.head))
