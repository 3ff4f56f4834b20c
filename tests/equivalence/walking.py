"""Trees of rules: every copy with one node changed, and the copy with all of them changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

N = TypeVar("N")

Change = Callable[[Any], Iterable[Any]]


def variants(node: N, change: Change) -> Iterator[N]:
    """Every copy of a tree in which one node is one of the things that `change` makes of it."""
    if isinstance(node, tuple):
        for at, part in enumerate(node):
            for new in variants(part, change):
                yield (*node[:at], new, *node[at + 1 :])  # type: ignore[misc]
        return
    yield from change(node)
    if is_dataclass(node) and not isinstance(node, type):
        for one in fields(node):
            for new in variants(getattr(node, one.name), change):
                yield replace(node, **{one.name: new})


def mapped(node: N, change: Callable[[Any], Any]) -> N:
    """The tree with every node replaced, inner ones first."""
    if isinstance(node, tuple):
        return tuple(mapped(part, change) for part in node)  # type: ignore[return-value]
    if is_dataclass(node) and not isinstance(node, type):
        parts = {one.name: mapped(getattr(node, one.name), change) for one in fields(node)}
        node = replace(node, **parts)
    made: N = change(node)
    return made


def nodes(node: Any) -> Iterator[Any]:
    """Every node of a tree."""
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
        return
    yield node
    if is_dataclass(node) and not isinstance(node, type):
        for one in fields(node):
            yield from nodes(getattr(node, one.name))
