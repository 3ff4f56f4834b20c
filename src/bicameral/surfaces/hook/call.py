"""The agent's call as JSON: read as strictly as a case, since every leniency is a way to say two things at once."""

from __future__ import annotations

from bicameral.policy.documents.json_reader import read_json
from bicameral.sorts.numbers import kind_of
from bicameral.source import Diagnostic, InputError, decode
from bicameral.source.record import record

HINT = 'such as {"tool_name": "...", "tool_input": {...}}'


@record
class Call:
    """One agent call. `tool` is None where the harness does not name it; numbers are int or Decimal."""

    tool: str | None
    arguments: dict[str, object]


def read_call(data: bytes) -> Call:
    """The call on standard input. Raises InputError."""
    whole = read_object(data, "the call", HINT)
    tool, arguments = whole.get("tool_name"), whole.get("tool_input")
    if "tool_name" in whole and not isinstance(tool, str):
        hint = 'leave the key out where the harness does not name the tool, or such as "tool_name": "book_trip"'
        raise InputError(Diagnostic("call", f"tool_name in the call is {kind_of(tool)}, not a string", hint=hint))
    if not isinstance(arguments, dict):
        found = f"found {kind_of(arguments)}" if "tool_input" in whole else "the key is missing"
        raise InputError(Diagnostic("call", f"the call has no object tool_input: {found}", hint=HINT))
    return Call(tool if isinstance(tool, str) else None, arguments)


def read_object(data: bytes, what: str, hint: str | None = None) -> dict[str, object]:
    """A JSON object; `what` names the text in messages, `hint` says what it should be. Raises InputError."""
    source = decode(data, what)
    if not source.text.strip():
        raise InputError(Diagnostic("empty-file", f"{what} is empty", hint=hint))
    found = read_json(source).data
    if not isinstance(found, dict):
        raise InputError(Diagnostic("call", f"{what} is not a JSON object: {kind_of(found)}", hint=hint))
    return found
