"""Names as clingo and cases write them."""

from __future__ import annotations

import re

_IDENTIFIER = re.compile(r"_*[a-z][A-Za-z0-9_]*")
_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_']*")


def is_name(text: str) -> bool:
    """Whether a predicate, sort, constant or member may be called so."""
    return text != "not" and _IDENTIFIER.fullmatch(text) is not None


def is_constant(text: str) -> bool:
    """Whether clingo reads the text as a constant; an entity named otherwise stands there as a string."""
    return text != "not" and _CONSTANT.fullmatch(text) is not None


def show_individual(name: str) -> str:
    """An entity as program text: `ann`, `"Ann Lee"`."""
    if is_constant(name):
        return name
    escaped = name.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
    return f'"{escaped}"'


def ground_name(name: str, keys: tuple[str, ...]) -> str:
    """The name of an input for these individuals: `cost`, `age(ann)`."""
    return f"{name}({','.join(map(show_individual, keys))})" if keys else name


_TOKEN = re.compile(r'\s*(?:([A-Za-z_][A-Za-z0-9_\']*)|"((?:\\.|[^"\\])*)"|([(),]))')


def read_ground_name(text: str, start: int = 0) -> tuple[str, tuple[str, ...], int] | None:
    """A name with individuals in parentheses at `start` of a text: name, individuals, where it ends.

    None when there is no such thing. An individual is an identifier or a string.
    """
    match = _TOKEN.match(text, start)
    if match is None or match[1] is None:
        return None
    name, end = match[1], match.end()
    following = _TOKEN.match(text, end)
    if following is None or following[3] != "(":
        return name, (), end
    keys: list[str] = []
    end = following.end()
    while True:
        key = _TOKEN.match(text, end)
        if key is None or key[3] is not None:
            return None
        keys.append(key[1] if key[1] is not None else _unescaped(key[2]))
        after = _TOKEN.match(text, key.end())
        if after is None or after[3] not in (",", ")"):
            return None
        end = after.end()
        if after[3] == ")":
            return name, tuple(keys), end


def _unescaped(text: str) -> str:
    return text.replace("\\\\", "\0").replace('\\"', '"').replace("\\n", "\n").replace("\0", "\\")
