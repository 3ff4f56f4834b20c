"""Each statement taken apart once: its nodes, the atoms that it can make true, the atoms that it reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bicameral.policy.identifiers import show_individual
from bicameral.policy.model import NamedStatement
from bicameral.syntax import tree
from bicameral.syntax.traverse import walk


class Predicate(NamedTuple):
    """A predicate as clingo tells them apart; a classically negated one has a `-` before its name."""

    name: str
    arity: int

    def __str__(self) -> str:
        return f"{self.name}/{self.arity}"


@dataclass(frozen=True, slots=True)
class Scan:
    """One statement: `nodes` in order of the text, `heads` and `bodies` the atoms among them."""

    named: NamedStatement
    nodes: tuple[Any, ...]
    heads: tuple[tree.SymbolicAtom, ...]
    bodies: tuple[tree.SymbolicAtom, ...]

    @property
    def atoms(self) -> tuple[tree.SymbolicAtom, ...]:
        return (*self.heads, *self.bodies)


def scan(statements: Sequence[NamedStatement]) -> list[Scan]:
    """Take statements apart."""
    return [_scan(named) for named in statements]


def _scan(named: NamedStatement) -> Scan:
    nodes = tuple(walk(named.statement))
    heads = tuple(head_atoms(named.statement))
    own = {id(atom) for atom in heads}
    bodies = tuple(node for node in nodes if type(node) is tree.SymbolicAtom and id(node) not in own)
    return Scan(named, nodes, heads, bodies)


def symbols(scans: Sequence[Scan]) -> frozenset[str]:
    """Every constant and string of a program, as written there."""
    found: set[str] = set()
    for node in (node for each in scans for node in each.nodes):
        if type(node) is tree.Function and node.pools == ((),):
            found.add(node.name)
        elif type(node) is tree.String:
            found.add(show_individual(node.value))
    return frozenset(found)


def head_atoms(statement: tree.Statement) -> Iterator[tree.SymbolicAtom]:
    """The atoms that a statement can make true: of a rule's head, or of `#external`."""
    if isinstance(statement, tree.External):
        yield statement.atom
    if not isinstance(statement, tree.Rule):
        return
    for literal in _head_literals(statement.head):
        if isinstance(literal.atom, tree.SymbolicAtom) and literal.sign is tree.Sign.NONE:
            yield literal.atom


def _head_literals(head: tree.Head) -> Sequence[tree.Literal]:
    match head:
        case tree.Literal():
            return (head,)
        case tree.Disjunction() | tree.SetAggregate():
            return [element.literal for element in head.elements]
        case tree.HeadAggregate():
            return [element.literal.literal for element in head.elements]
        case _:
            return ()


def predicates(atom: tree.SymbolicAtom) -> Iterator[Predicate]:
    """The predicates of an atom: one for each arity among the alternatives of its pool."""
    name = f"-{atom.name}" if atom.negative else atom.name
    for arity in dict.fromkeys(len(arguments) for arguments in atom.pools):
        yield Predicate(name, arity)
