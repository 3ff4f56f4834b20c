"""The predicate dependency graph: who stands in whose body, and with which sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar, assert_never

from bicameral.policy.model import NamedStatement
from bicameral.source.record import record
from bicameral.syntax import tree

T = TypeVar("T")


class Predicate(NamedTuple):
    """A predicate as clingo tells them apart; a classically negated one has a `-` before its name."""

    name: str
    arity: int

    def __str__(self) -> str:
        return f"{self.name}/{self.arity}"


class Edge(NamedTuple):
    """`head` depends on `body`; not positive when the atom is under `not`, `not not` or in an aggregate's reach."""

    head: Predicate
    body: Predicate
    positive: bool
    statement: int


@record
class Occurrence:
    """An atom where it stands: `positive` only outside every negation, `aggregate` within a body aggregate."""

    atom: tree.SymbolicAtom
    positive: bool
    aggregate: bool = False


def predicates(atom: tree.SymbolicAtom) -> Iterator[Predicate]:
    """The predicates of an atom: one for each arity among its pool's alternatives."""
    name = f"-{atom.name}" if atom.negative else atom.name
    for arity in dict.fromkeys(len(arguments) for arguments in atom.pools):
        yield Predicate(name, arity)


def _literal(literal: tree.Literal, aggregate: bool) -> Iterator[Occurrence]:
    if isinstance(literal.atom, tree.SymbolicAtom):
        yield Occurrence(literal.atom, literal.sign is tree.Sign.NONE, aggregate)


def body_occurrences(body: Iterable[tree.BodyElement]) -> Iterator[Occurrence]:
    """Every atom of a body, conditions included."""
    for element in body:
        match element:
            case tree.Literal():
                yield from _literal(element, aggregate=False)
            case tree.ConditionalLiteral():
                yield from _literal(element.literal, aggregate=False)
                for literal in element.condition:  # the premise of an implication: no derivation rests on it
                    for occurrence in _literal(literal, aggregate=False):
                        yield Occurrence(occurrence.atom, positive=False)
            case tree.BodyLiteral():
                for occurrence in _aggregate_occurrences(element.atom):
                    positive = occurrence.positive and element.sign is tree.Sign.NONE
                    yield Occurrence(occurrence.atom, positive, aggregate=True)
            case _:
                assert_never(element)


def _aggregate_occurrences(atom: tree.SetAggregate | tree.BodyAggregate | tree.TheoryAtom) -> Iterator[Occurrence]:
    for element in atom.elements:
        literals = element.condition
        if isinstance(element, tree.ConditionalLiteral):
            literals = (element.literal, *literals)
        for literal in literals:
            yield from _literal(literal, aggregate=True)


def head_atoms(head: tree.Head) -> Iterator[tree.SymbolicAtom]:
    """The atoms that a head can make true (a negated head literal makes none)."""
    literals: Iterable[tree.Literal]
    match head:
        case tree.Literal():
            literals = (head,)
        case tree.Disjunction() | tree.SetAggregate():
            literals = [element.literal for element in head.elements]
        case tree.HeadAggregate():
            literals = [element.literal.literal for element in head.elements]
        case tree.TheoryAtom():
            literals = ()
        case _:
            assert_never(head)
    for literal in literals:
        if isinstance(literal.atom, tree.SymbolicAtom) and literal.sign is tree.Sign.NONE:
            yield literal.atom


def head_occurrences(head: tree.Head) -> Iterator[Occurrence]:
    """The atoms in conditions of a head: the head atoms depend on them."""
    conditions: list[tree.Literal] = []
    match head:
        case tree.Disjunction() | tree.SetAggregate():
            for element in head.elements:
                conditions += element.condition
        case tree.HeadAggregate():
            for part in head.elements:
                conditions += part.literal.condition
        case _:
            pass
    for literal in conditions:
        yield from _literal(literal, aggregate=False)


class DependencyGraph:
    """Edges between predicates over the rules of a program, with the strongly connected components."""

    def __init__(self, statements: Sequence[NamedStatement]) -> None:
        self.edges: list[Edge] = []
        self._leaving: dict[Predicate, list[Edge]] = {}
        self.defined: dict[Predicate, list[int]] = {}
        self.heads: dict[int, list[Predicate]] = {}  # the predicates in the head of each statement
        for index, named in enumerate(statements):
            if isinstance(named.statement, tree.Rule):
                self._add(index, named.statement)

    def _add(self, index: int, rule: tree.Rule) -> None:
        occurrences = [*body_occurrences(rule.body), *head_occurrences(rule.head)]
        for atom in head_atoms(rule.head):
            for head in predicates(atom):
                self.defined.setdefault(head, []).append(index)
                self.heads.setdefault(index, []).append(head)
                for occurrence in occurrences:
                    for body in predicates(occurrence.atom):
                        edge = Edge(head, body, occurrence.positive, index)
                        self.edges.append(edge)
                        self._leaving.setdefault(head, []).append(edge)

    def components(self, *, positive_only: bool) -> list[list[Predicate]]:
        """Strongly connected components, each after those it depends on (Tarjan 1972, iterative)."""
        following: dict[Predicate, dict[Predicate, None]] = {head: {} for head in self.defined}
        for edge in self.edges:
            if edge.body in self.defined and (edge.positive or not positive_only):
                following[edge.head][edge.body] = None
        return strongly_connected({head: list(bodies) for head, bodies in following.items()})

    def edges_within(self, component: set[Predicate]) -> list[Edge]:
        """The edges from a predicate of a component to another of it, or to itself."""
        return [edge for head in component for edge in self._leaving.get(head, ()) if edge.body in component]

    def cycle(self, component: Sequence[Predicate], *, positive_only: bool) -> list[Edge]:
        """A shortest cycle inside a component, as edges; empty when the component has none."""
        inside = set(component)
        leaving = {
            head: [e for e in self._leaving.get(head, ()) if e.body in inside and (e.positive or not positive_only)]
            for head in component
        }
        best: list[Edge] = []
        for start in component[:50]:  # a witness is wanted, not the shortest of a huge component
            found = _shortest(start, leaving)
            if found and (not best or len(found) < len(best)):
                best = found
            if len(best) == 1:
                break
        return best


def _shortest(start: Predicate, leaving: dict[Predicate, list[Edge]]) -> list[Edge]:
    reached: dict[Predicate, list[Edge]] = {}
    frontier: list[tuple[Predicate, list[Edge]]] = [(start, [])]
    while frontier:
        following: list[tuple[Predicate, list[Edge]]] = []
        for node, path in frontier:
            for edge in leaving.get(node, ()):
                if edge.body == start:
                    return [*path, edge]
                if edge.body not in reached:
                    reached[edge.body] = [*path, edge]
                    following.append((edge.body, reached[edge.body]))
        frontier = following
    return []


def strongly_connected(following: dict[T, list[T]]) -> list[list[T]]:
    """Tarjan's components of a graph given as successor lists, successors' components first."""
    index: dict[T, int] = {}
    low: dict[T, int] = {}
    on_stack: set[T] = set()
    stack: list[T] = []
    components: list[list[T]] = []
    for root in list(following):
        if root in index:
            continue
        work = [(root, iter(following[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, successors = work[-1]
            for successor in successors:
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    work.append((successor, iter(following[successor])))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    components.append(component[::-1])
    return components
