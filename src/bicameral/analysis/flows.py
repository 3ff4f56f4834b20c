"""How values run through a statement: from the atoms that bind its variables into the arguments of its head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from bicameral.analysis.dependency import Predicate
from bicameral.source.record import record
from bicameral.syntax import tree

Aggregate = tree.BodyAggregate | tree.SetAggregate

_ALTERNATIVES = 64  # of pools in one statement that are told apart
_LINEAR = (tree.BinaryOperator.PLUS, tree.BinaryOperator.MINUS, tree.BinaryOperator.MULTIPLICATION)
_SUMS = (tree.AggregateFunction.SUM, tree.AggregateFunction.SUM_PLUS)


class Position(NamedTuple):
    """One argument of a predicate, counted from 1."""

    predicate: Predicate
    argument: int

    def __str__(self) -> str:
        return f"argument {self.argument} of {self.predicate}"


class GroundAtom(NamedTuple):
    """An atom with the one alternative of its pool that is meant (ground or not)."""

    predicate: Predicate
    arguments: tuple[tree.Term, ...]


@record
class Flow:
    """One body and at most one head atom.

    `atoms` are the positive body atoms, `comparisons` and `others` (negated atoms) what else is evaluated, `terms`
    likewise (weights, shown terms). `assigned` pairs a variable with the aggregate that gives its value; `summed`
    says that the first of `terms` is added up over the instances.
    """

    head: GroundAtom | None
    atoms: tuple[GroundAtom, ...]
    comparisons: tuple[tree.Comparison, ...]
    equations: tuple[tuple[tree.Term, tree.Term], ...]
    terms: tuple[tree.Term, ...]
    assigned: tuple[tuple[str, Aggregate], ...]
    summed: bool = False


class Source(NamedTuple):
    """What binds a variable: a position (`kind` copy, part or arithmetic), a term or an aggregate.

    At a position `term` is the part of the argument that is matched.
    """

    kind: str
    position: Position | None = None
    term: tree.Term | None = None
    aggregate: Aggregate | None = None


def flows(statement: tree.Statement) -> Iterator[Flow]:
    """Every flow of a statement; statements that ground nothing have none."""
    match statement:
        case tree.Rule():
            yield from _rule(statement)
        case tree.External() | tree.ProjectAtom() | tree.Heuristic():
            yield from _body(statement.atom if isinstance(statement, tree.External) else None, statement.body)
        case tree.ShowTerm():
            yield from _body(None, statement.body, terms=(statement.term,))
        case tree.Edge():
            yield from _body(None, statement.body, terms=[term for pair in statement.edges for term in pair])
        case tree.WeakConstraint():
            yield from _body(None, statement.body, terms=(statement.weight, *statement.terms))
        case tree.Optimize():
            for element in statement.elements:
                yield from _body(None, element.condition, terms=(element.weight, *element.terms))
        case _:
            pass


def _rule(rule: tree.Rule) -> Iterator[Flow]:
    match rule.head:
        case tree.Literal():
            yield from _body(_derived(rule.head), rule.body)
        case tree.Disjunction() | tree.SetAggregate():
            for element in rule.head.elements:
                yield from _body(_derived(element.literal), rule.body, element.condition)
        case tree.HeadAggregate():
            for part in rule.head.elements:
                literal = part.literal
                yield from _body(_derived(literal.literal), rule.body, literal.condition, part.terms)
        case tree.TheoryAtom():
            yield from _body(None, rule.body)


def _derived(literal: tree.Literal) -> tree.SymbolicAtom | None:
    is_atom = isinstance(literal.atom, tree.SymbolicAtom) and literal.sign is tree.Sign.NONE
    return literal.atom if is_atom and isinstance(literal.atom, tree.SymbolicAtom) else None


def _body(
    head: tree.SymbolicAtom | None,
    body: Iterable[tree.BodyElement],
    condition: Sequence[tree.Literal] = (),
    terms: Sequence[tree.Term] = (),
) -> Iterator[Flow]:
    literals = [element for element in body if isinstance(element, tree.Literal)]
    aggregates = [element for element in body if isinstance(element, tree.BodyLiteral)]
    assigned = tuple(pair for element in aggregates for pair in _assignments(element))
    yield from _alternatives(head, [*literals, *condition], terms, assigned)
    for element in body:  # what stands under a condition is ground for each instance of the body
        if isinstance(element, tree.ConditionalLiteral):
            inner = _arguments(element.literal)
            yield from _alternatives(None, [*literals, *element.condition], inner, assigned)
        elif isinstance(element, tree.BodyLiteral):
            summed = isinstance(element.atom, tree.BodyAggregate) and element.atom.function in _SUMS
            for local, evaluated in _elements(element.atom):
                for flow in _alternatives(None, [*literals, *local], evaluated, assigned):
                    yield replace(flow, summed=summed)


def element_flows(aggregate: Aggregate) -> list[Flow]:
    """The elements of an aggregate on their own; `terms` are what is aggregated."""
    found: list[Flow] = []
    for local, evaluated in _elements(aggregate):
        found += _alternatives(None, local, evaluated, ())
    return found


def _elements(
    atom: tree.SetAggregate | tree.BodyAggregate | tree.TheoryAtom,
) -> Iterator[tuple[tuple[tree.Literal, ...], tuple[tree.Term, ...]]]:
    for element in atom.elements:
        match element:
            case tree.ConditionalLiteral():
                yield (*element.condition, element.literal), _arguments(element.literal)
            case tree.BodyAggregateElement():
                yield element.condition, element.terms
            case tree.TheoryElement():
                yield element.condition, ()


def _arguments(literal: tree.Literal) -> tuple[tree.Term, ...]:
    if isinstance(literal.atom, tree.SymbolicAtom):
        return tuple(term for arguments in literal.atom.pools for term in arguments)
    return ()


def _assignments(element: tree.BodyLiteral) -> Iterator[tuple[str, Aggregate]]:
    atom = element.atom
    if element.sign is not tree.Sign.NONE or isinstance(atom, tree.TheoryAtom):
        return
    for guard in (atom.left, atom.right):
        is_equation = guard is not None and guard.operator is tree.ComparisonOperator.EQUAL
        if guard is not None and is_equation and isinstance(guard.term, tree.Variable):
            yield guard.term.name, atom


def _alternatives(
    head: tree.SymbolicAtom | None,
    literals: Sequence[tree.Literal],
    terms: Sequence[tree.Term],
    assigned: tuple[tuple[str, Aggregate], ...],
) -> Iterator[Flow]:
    comparisons: list[tree.Comparison] = []
    equations: list[tuple[tree.Term, tree.Term]] = []
    pools: list[tuple[GroundAtom, ...]] = []
    evaluated = list(terms)
    for literal in literals:
        match literal.atom:
            case tree.SymbolicAtom() if literal.sign is tree.Sign.NONE:
                pools.append(tuple(_ground_atoms(literal.atom)))
            case tree.SymbolicAtom():
                evaluated += _arguments(literal)
            case tree.Comparison():
                comparisons.append(literal.atom)
                if literal.sign is tree.Sign.NONE:
                    equations += _equations(literal.atom)
            case tree.BooleanConstant():
                pass
    heads: list[GroundAtom | None] = [None] if head is None else list(_ground_atoms(head))
    for count, (target, *atoms) in enumerate(product(heads, *pools)):
        if count == _ALTERNATIVES:
            # Too many to tell apart: a variable that nothing binds makes everything after unbounded.
            yield Flow(target, (), (), (), (tree.Variable("_many"),), ())
            return
        found = tuple(atom for atom in atoms if atom is not None)
        yield Flow(target, found, tuple(comparisons), tuple(equations), tuple(evaluated), assigned)


def _ground_atoms(atom: tree.SymbolicAtom) -> Iterator[GroundAtom]:
    name = f"-{atom.name}" if atom.negative else atom.name
    for arguments in atom.pools:
        yield GroundAtom(Predicate(name, len(arguments)), arguments)


def _equations(comparison: tree.Comparison) -> Iterator[tuple[tree.Term, tree.Term]]:
    left = comparison.term
    for guard in comparison.guards:
        if guard.operator is tree.ComparisonOperator.EQUAL:
            yield left, guard.term
        left = guard.term


# --- what binds a variable --------------------------------------------------------------------------------------


def sources(flow: Flow) -> dict[str, list[Source]]:
    """What may bind each variable; any one of them alone bounds its values."""
    found: dict[str, list[Source]] = {}
    for atom in flow.atoms:
        for index, term in enumerate(atom.arguments, 1):
            for name, kind, part in _bound(term):
                found.setdefault(name, []).append(Source(kind, Position(atom.predicate, index), part))
    for left, right in flow.equations:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, tree.Variable) and one.name != "_":
                found.setdefault(one.name, []).append(Source("term", term=other))
    for name, aggregate in flow.assigned:
        found.setdefault(name, []).append(Source("aggregate", aggregate=aggregate))
    return found


def _bound(term: tree.Term) -> Iterator[tuple[str, str, tree.Term]]:
    """Variables that matching an argument binds, how (as a whole, as a part, solving a linear term), and in what."""
    stack = [(term, "copy")]
    while stack:
        node, kind = stack.pop()
        match node:
            case tree.Variable() if node.name != "_":
                yield node.name, kind, node
            case tree.Function(pools=(arguments,)):
                stack += [(argument, "part") for argument in arguments]
            case tree.Tuple():
                stack += [(argument, "part") for argument in node.arguments]
            case tree.BinaryOperation() | tree.UnaryOperation():
                name = _solved(node)
                if name is not None:
                    yield name, "arithmetic" if kind == "copy" else "part", node
            case _:
                pass


def _solved(term: tree.Term) -> str | None:
    """The variable of a term `a*X + b`, the one form of arithmetic that clingo solves when it matches."""
    node = term
    while not isinstance(node, tree.Variable):
        match node:
            case tree.UnaryOperation(operator=tree.UnaryOperator.MINUS):
                node = node.argument
            case tree.BinaryOperation(operator=operator) if operator in _LINEAR:
                sides = [side for side in (node.left, node.right) if any(True for _ in variables(side))]
                if len(sides) != 1:
                    return None
                node = sides[0]
            case _:
                return None
    return node.name if node.name != "_" else None


def variables(*terms: tree.Term) -> Iterator[str]:
    """The names of variables in terms, each once; the anonymous one is left out."""
    seen: set[str] = set()
    stack = list(reversed(terms))
    while stack:
        node = stack.pop()
        if isinstance(node, tree.Variable) and node.name != "_" and node.name not in seen:
            seen.add(node.name)
            yield node.name
        stack += reversed(subterms(node))


def subterms(term: tree.Term) -> tuple[tree.Term, ...]:
    """The terms directly within a term."""
    match term:
        case tree.Function():
            return tuple(argument for arguments in term.pools for argument in arguments)
        case tree.Tuple() | tree.Pool() | tree.Absolute():
            return term.arguments
        case tree.UnaryOperation():
            return (term.argument,)
        case tree.BinaryOperation() | tree.Interval():
            return (term.left, term.right)
        case _:
            return ()
