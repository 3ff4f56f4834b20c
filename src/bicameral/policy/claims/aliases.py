"""Aliases in claims: each becomes the name it stands for."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeVar

from bicameral.policy.model import CheckedPolicy
from bicameral.syntax import tree
from bicameral.syntax.node import Node

T = TypeVar("T")

_TOKEN = re.compile(r'\s+|"(?:\\.|[^"\\])*"|[A-Za-z_][A-Za-z0-9_\']*|.', re.DOTALL)


def without_capital_aliases(policy: CheckedPolicy, text: str) -> str:
    """The text of a body with the aliases that start upper-case, where no variable could stand, as names."""
    capitals = {alias: d.name for alias, d in policy.names.items() if alias.lstrip("_")[:1].isupper()}
    if not capitals or not any(alias in text for alias in capitals):
        return text
    lexemes = _TOKEN.findall(text)
    solid = [index for index, lexeme in enumerate(lexemes) if not lexeme.isspace()]
    depth = 0
    for place, index in enumerate(solid):
        lexeme = lexemes[index]
        depth += (lexeme in "([{") - (lexeme in ")]}")
        before = lexemes[solid[place - 1]] if place else ","
        after = lexemes[solid[place + 1]] if place + 1 < len(solid) else ","
        if depth == 0 and lexeme in capitals and before in (",", ";", "not") and after in (",", ";", "(", ":"):
            lexemes[index] = capitals[lexeme]
    return "".join(lexemes)


def without_aliases(policy: CheckedPolicy, body: tuple[tree.BodyElement, ...]) -> tuple[tree.BodyElement, ...]:
    """A body whose atoms bear names. An alias that is the name of a predicate stays as it is."""
    known = {name for name, _ in policy.predicates}
    aliases = {a: d.name for a, d in policy.names.items() if a != d.name and a not in known}
    return tuple(_renamed(element, aliases) for element in body) if aliases else body


def _renamed(value: T, aliases: dict[str, str]) -> T:
    if isinstance(value, tuple):
        return tuple(_renamed(item, aliases) for item in value)  # type: ignore[return-value]
    if not isinstance(value, Node):
        return value
    node: Any = value
    changed = {}
    for name in node.__match_args__:
        if name != "span":
            before = getattr(node, name)
            after = _renamed(before, aliases)
            if after is not before and after != before:
                changed[name] = after
    if isinstance(node, tree.SymbolicAtom) and node.name in aliases:
        changed["name"] = aliases[node.name]
    result: T = replace(node, **changed) if changed else node
    return result
