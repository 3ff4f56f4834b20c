"""Pools expanded: `p(X;Y)` and `(a;b)` stand for one statement each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from bicameral.syntax import tree
from bicameral.syntax.node import Node
from bicameral.syntax.traverse import walk

MOST = 64  # alternatives of one statement that are looked at


def expand(statement: tree.Statement) -> Sequence[tree.Statement]:
    """A statement without pools for each choice of alternatives; only the first few where there are very many."""
    if not any(_has_pool(node) for node in walk(statement)):
        return (statement,)
    return _expand(statement)


def _has_pool(node: Any) -> bool:
    match node:
        case tree.Function() | tree.SymbolicAtom():
            return len(node.pools) > 1
        case tree.Pool():
            return True
        case tree.Absolute():
            return len(node.arguments) > 1
        case _:
            return False


def _expand(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [tuple(items) for items in _product([_expand(item) for item in value])]
    if not isinstance(value, Node):
        return [value]
    node: Any = value
    match node:
        case tree.Pool():
            return [found for argument in node.arguments for found in _expand(argument)][:MOST]
        case tree.Absolute():
            found = [each for argument in node.arguments for each in _expand(argument)]
            return [replace(node, arguments=(argument,)) for argument in found[:MOST]]
        case tree.Function() | tree.SymbolicAtom():
            found = [each for arguments in node.pools for each in _expand(arguments)]
            return [replace(node, pools=(arguments,)) for arguments in found[:MOST]]
        case tree.SetAggregate() | tree.BodyAggregate() | tree.HeadAggregate():
            # elements are a set: their alternatives stand side by side
            elements: Any = tuple(found for element in node.elements for found in _expand(element))
            guards = product(_expand(node.left), _expand(node.right))
            return [replace(node, elements=elements, left=left, right=right) for left, right in guards]
        case _:
            names = [name for name in node.__match_args__ if name != "span"]
            choices = [_expand(getattr(node, name)) for name in names]
            return [replace(node, **dict(zip(names, choice, strict=True))) for choice in _product(choices)]


def _product(choices: list[list[Any]]) -> list[tuple[Any, ...]]:
    if prod(map(len, choices)) <= MOST:
        return list(product(*choices))
    return [found for found, _ in zip(product(*choices), range(MOST), strict=False)]
