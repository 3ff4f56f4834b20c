"""Each statement taken apart once: its nodes, the atoms that it can make true, the atoms that it reads.

A policy may have ten thousand rules and every check looks at all of them, so each tree is walked once, here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from bicameral.policy.identifiers import show_individual
from bicameral.policy.model import NamedStatement
from bicameral.source.record import record
from bicameral.syntax import tree
from bicameral.syntax.node import Node

Atom = tree.SymbolicAtom


class Predicate(NamedTuple):
    """A predicate as clingo tells them apart; a classically negated one has a `-` before its name."""

    name: str
    arity: int

    def __str__(self) -> str:
        return f"{self.name}/{self.arity}"


@record
class Scan:
    """One statement: `nodes` in order of the text, `heads` and `bodies` the atoms among them.

    `reads` and `makes` are the predicates of those atoms.
    """

    named: NamedStatement
    nodes: tuple[Any, ...]
    heads: tuple[Atom, ...]
    bodies: tuple[Atom, ...]
    makes: tuple[Predicate, ...]
    reads: tuple[Predicate, ...]
    kinds: frozenset[type]

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return (*self.heads, *self.bodies)


def scan(statements: Sequence[NamedStatement]) -> list[Scan]:
    """Take statements apart."""
    return [_scan(named) for named in statements]


def _scan(named: NamedStatement) -> Scan:
    nodes = flat(named.statement)
    heads = tuple(head_atoms(named.statement))
    own = {id(atom) for atom in heads}
    bodies = tuple([node for node in nodes if type(node) is Atom and id(node) not in own])
    makes = tuple([predicate for atom in heads for predicate in predicates(atom)])
    reads = tuple([predicate for atom in bodies for predicate in predicates(atom)])
    return Scan(named, nodes, heads, bodies, makes, reads, frozenset(map(type, nodes)))


@cache
def _fields(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class that can hold nodes, last first."""
    leaves = {"str", "int", "bool", "Span", "Sign", "str | None", "tuple[str, ...]", "tuple[str, ...] | None"}
    kinds = kind.__annotations__
    names = [name for name in kind.__match_args__ if kinds[name] not in leaves]
    return tuple(name for name in reversed(names) if not kinds[name].endswith(("Operator", "Function")))


def flat(root: Node) -> tuple[Any, ...]:
    """A node and all below it, each before its children, in the order of the text."""
    found: list[Any] = []
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        if type(node) is tuple:
            stack.extend(node[::-1])
            continue
        found.append(node)
        kind: type[Node] = type(node)
        for name in _fields(kind):
            value = getattr(node, name)
            if (value and type(value) is tuple) or isinstance(value, Node):
                stack.append(value)
    return tuple(found)


def symbols(scans: Sequence[Scan]) -> frozenset[str]:
    """Every constant and string of a program, as written there."""
    found: set[str] = set()
    for node in (node for each in scans for node in each.nodes):
        if type(node) is tree.Function and node.pools == ((),):
            found.add(node.name)
        elif type(node) is tree.String:
            found.add(show_individual(node.value))
    return frozenset(found)


def head_atoms(statement: tree.Statement) -> Iterator[Atom]:
    """The atoms that a statement can make true: of a rule's head, or of `#external`."""
    if isinstance(statement, tree.External):
        yield statement.atom
    if not isinstance(statement, tree.Rule):
        return
    for literal in _head_literals(statement.head):
        if isinstance(literal.atom, Atom) and literal.sign is tree.Sign.NONE:
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


def predicates(atom: Atom) -> Sequence[Predicate]:
    """The predicates of an atom: one for each arity among the alternatives of its pool."""
    name = f"-{atom.name}" if atom.negative else atom.name
    if len(atom.pools) == 1:
        return (Predicate(name, len(atom.pools[0])),)
    return [Predicate(name, arity) for arity in dict.fromkeys(len(arguments) for arguments in atom.pools)]
