"""Walks over trees that no depth of nesting can break: they keep their own stack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from bicameral.syntax import tree
from bicameral.syntax.tree import SymbolicAtom, Variable

Node = Any  # any node class of tree.py: they have no common base


@cache
def _child_fields(kind: type) -> tuple[str, ...]:
    leaves = {"str", "int", "bool", "Span", "str | None", "tuple[str, ...]"}
    return tuple(
        item.name for item in fields(kind) if item.type not in leaves and not str(item.type).endswith("Operator")
    )


def is_node(value: object) -> bool:
    """Whether a value is a node of the tree."""
    return type(value).__module__ == tree.__name__ and hasattr(value, "__dataclass_fields__")


def children(node: Node) -> Iterator[Node]:
    """The nodes directly under a node, in the order of the text."""
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if type(value) is tuple:
            yield from _nodes_in(value)
        elif is_node(value):
            yield value


def _nodes_in(values: tuple[Any, ...]) -> Iterator[Node]:
    for value in values:
        if type(value) is tuple:
            yield from _nodes_in(value)  # tuples nest twice at most: pools of arguments
        elif is_node(value):
            yield value


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, each before its children, in the order of the text."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        below = list(children(current))
        below.reverse()
        stack += below


def variables(node: Node) -> Iterator[Variable]:
    """Every occurrence of a variable in a node, `_` included, in the order of the text."""
    return (item for item in walk(node) if type(item) is Variable)


def atoms(node: Node) -> Iterator[SymbolicAtom]:
    """Every occurrence of an atom `p(...)` in a node, in the order of the text."""
    return (item for item in walk(node) if type(item) is SymbolicAtom)
