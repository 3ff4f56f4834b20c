"""Nodes by their place in a statement, and statements with one node changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from bicameral.syntax.node import Node

# Field names and places in tuples, from the root down.
Path = tuple[str | int, ...]
N = TypeVar("N", bound=Node)


def located(root: Node) -> Iterator[tuple[Path, Node]]:
    """Every node with its place, a node before those in it, in the order of the text."""
    stack: list[tuple[Path, Any]] = [((), root)]
    while stack:
        path, item = stack.pop()
        below: list[tuple[Path, Any]]
        if type(item) is tuple:
            below = [((*path, place), each) for place, each in enumerate(item)]
        else:
            yield path, item
            below = [((*path, name), getattr(item, name)) for name in type(item).__match_args__ if name != "span"]
        stack += [(at, each) for at, each in reversed(below) if isinstance(each, Node) or type(each) is tuple]


def changed(root: N, path: Path, new: Node | None) -> N:
    """The tree with the node at `path` replaced; None takes it out of the tuple that it stands in."""
    found: N = _changed(root, path, new)
    return found


def _changed(item: Any, path: Path, new: Node | None) -> Any:
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        if not rest and new is None:
            return (*item[:step], *item[step + 1 :])
        return (*item[:step], _changed(item[step], rest, new), *item[step + 1 :])
    fields = {name: getattr(item, name) for name in type(item).__match_args__}
    fields[step] = _changed(fields[step], rest, new)
    return type(item)(**fields)


def at(root: Node, path: Path) -> Any:
    """The node, or the tuple of nodes, at a place."""
    item: Any = root
    for step in path:
        item = item[step] if isinstance(step, int) else getattr(item, step)
    return item


def mapped(root: N, leaf: Callable[[Node], Node]) -> N:
    """The tree with every node put through `leaf`, what it holds before it."""
    found: N = _mapped(root, leaf)
    return found


def _mapped(item: Any, leaf: Callable[[Node], Node]) -> Any:
    if type(item) is tuple:
        return tuple(_mapped(each, leaf) for each in item)
    if not isinstance(item, Node):
        return item
    return leaf(type(item)(*(_mapped(getattr(item, name), leaf) for name in type(item).__match_args__)))
