"""The entries of `cases.yaml`, validated."""

from __future__ import annotations

import re
from functools import partial

import msgspec

from bicameral.policy.documents.decoded import Document, document_error
from bicameral.policy.gathering import gathered
from bicameral.sorts.near import clipped, did_you_mean
from bicameral.sorts.numbers import kind_of
from bicameral.source import InputError

CASES_FILE = "cases.yaml"
EXAMPLE = "such as `- {name: ..., facts: {...}, expect: {...}}`"


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One case as written, values in their own units."""

    name: str
    expect: dict[str, object] | None
    like: str | None = None
    facts: dict[str, object] = msgspec.field(default_factory=dict)
    entities: dict[str, list[str]] = msgspec.field(default_factory=dict)
    because: list[str] = msgspec.field(default_factory=list)
    missing: list[str] = msgspec.field(default_factory=list)
    adjudication: str | None = None


def read_entries(document: Document) -> tuple[Entry, ...]:
    """Every case of a decoded file. Raises InputError with every malformed one."""
    data = document.data
    if not isinstance(data, list):
        message = f"expected a list of cases (an array), found {kind_of(data)}"
        raise document_error(document.source, "bad-case", message, document.where((), True), EXAMPLE)
    if not data:
        raise document_error(document.source, "bad-case", "there is no case", hint=EXAMPLE)
    return tuple(gathered(partial(_entry, document, index, each) for index, each in enumerate(data)))


def _entry(document: Document, index: int, data: object) -> Entry:
    try:
        return msgspec.convert(data, Entry)
    except msgspec.ValidationError as fault:
        raise _malformed(document, index, str(fault)) from fault


def _malformed(document: Document, index: int, said: str) -> InputError:
    message, _, place = said.partition(" - at `$")
    steps = re.findall(r"\w+", place)
    path: tuple[int | str, ...] = (index, *(int(step) if step.isdigit() else step for step in steps))
    unknown = re.search(r"unknown field `(.*)`", message)
    if unknown is not None:
        path = (*path, unknown[1])
        message = f"`{clipped(unknown[1])}` is no key of a case in {CASES_FILE}"
    hint = did_you_mean(unknown[1], Entry.__struct_fields__) if unknown is not None else None
    if message.endswith("missing required field `expect`"):
        message = "this case has no `expect`"
        hint = "such as `expect: {approved: VALID}`; left blank, `expect:`, it says that nobody has answered yet"
    return document_error(document.source, "bad-case", message, document.where(path, unknown is None), hint)
