"""The agent's call as JSON: read as strictly as a case, since every leniency is a way to say two things at once."""

from __future__ import annotations

from bicameral.policy.documents.json_reader import read_json
from bicameral.source import Diagnostic, InputError, decode
from bicameral.source.record import record


@record
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
    """A JSON object; `what` names the text in messages. Raises InputError."""
    found = read_json(decode(data, what)).data
    if not isinstance(found, dict):
        raise InputError(Diagnostic("call", f"{what} is not a JSON object"))
    return found
