"""Walks over trees that no depth of nesting can break: they keep their own stack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from bicameral.syntax.node import Node
from bicameral.syntax.tree import SymbolicAtom, Variable

# annotations of fields that hold no node
_LEAVES = {"str", "int", "bool", "Span", "Sign", "str | None", "tuple[str, ...]", "tuple[str, ...] | None"}


@cache
def _child_fields(kind: type[Node]) -> tuple[str, ...]:
    kinds = kind.__annotations__
    return tuple(
        name
        for name in kind.__match_args__
        if kinds[name] not in _LEAVES and not kinds[name].endswith(("Operator", "Function"))
    )


def children(node: Node) -> Iterator[Node]:
    """The nodes directly under a node, in the order of the text."""
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if type(value) is tuple:
            yield from _nodes_in(value)
        elif isinstance(value, Node):
            yield value


def _nodes_in(values: tuple[Any, ...]) -> Iterator[Node]:
    for value in values:
        if type(value) is tuple:
            yield from _nodes_in(value)  # tuples nest twice at most: pools of arguments
        elif isinstance(value, Node):
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


def deeper_than(node: Node, levels: int) -> Node | None:
    """A node more than `levels` below `node`, if there is one."""
    level = [node]
    for _ in range(levels + 1):
        level = [child for item in level for child in children(item)]
        if not level:
            return None
    return level[0]


def variables(node: Node) -> Iterator[Variable]:
    """Every occurrence of a variable in a node, `_` included, in the order of the text."""
    return (item for item in walk(node) if type(item) is Variable)


def atoms(node: Node) -> Iterator[SymbolicAtom]:
    """Every occurrence of an atom `p(...)` in a node, in the order of the text."""
    return (item for item in walk(node) if type(item) is SymbolicAtom)
