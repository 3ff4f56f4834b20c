"""The agent's call as JSON: read strictly, since every leniency is a way to say two things at once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from typing import NoReturn

from bicameral.source import Diagnostic, InputError, decode


@dataclass(frozen=True, slots=True)
class Call:
    """One agent call. `tool` is None where the harness does not name it; numbers are int or Decimal."""

    tool: str | None
    arguments: dict[str, object]


def read_call(data: bytes) -> Call:
    """The call on standard input. Raises InputError."""
    whole = read_object(data, "the call")
    tool, arguments = whole.get("tool_name"), whole.get("tool_input")
    if tool is not None and not isinstance(tool, str):
        raise InputError(Diagnostic("call", "tool_name in the call is not a string"))
    if not isinstance(arguments, dict):
        raise InputError(Diagnostic("call", "the call has no object tool_input"))
    return Call(tool, arguments)


def read_object(data: bytes, what: str) -> dict[str, object]:
    """A JSON object without duplicate keys, NaN or infinities, decimals exact. Raises InputError."""
    text = decode(data, what).text

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in found if names.count(name) > 1)
            raise InputError(Diagnostic("duplicate-key", f"{what} has the key {twice!r} twice"))
        return found

    def no_number(word: str) -> NoReturn:
        raise InputError(Diagnostic("not-a-number", f"{what} holds {word}, which is no number"))

    try:
        found = json.loads(text, object_pairs_hook=unique, parse_float=Decimal, parse_constant=no_number)
    except RecursionError:
        raise InputError(Diagnostic("json", f"{what} is nested too deeply")) from None
    except ValueError as fault:
        raise InputError(Diagnostic("json", f"{what} is not JSON: {fault}")) from None
    if not isinstance(found, dict):
        raise InputError(Diagnostic("json", f"{what} is not a JSON object"))
    return found
