"""`cases.yaml` written: complete cases whose answers are left to their owner.

What is written is read back by `casebook.entries`: own units, keyed inputs by individual, relations as objects.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from bicameral.policy.identifiers import read_ground_name
from bicameral.policy.instances import Entities, instances
from bicameral.policy.model import CheckedPolicy, Value
from bicameral.sorts import Json
from bicameral.source.record import record

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_RESERVED = ("true", "false", "null")


@record
class Question:
    """A case without its answer: facts in own units by ground name, and what is to be answered.

    `comments` are written above it, a line each.
    """

    name: str
    facts: Mapping[str, Json]
    entities: Entities
    about: tuple[str, ...]
    comments: tuple[str, ...] = ()


def written(questions: Sequence[Question], heading: Iterable[str] = ()) -> str:
    """The text of a `cases.yaml`."""
    lines = [_comment(line) for line in heading]
    for question in questions:
        lines += ["", *_entry(question)] if lines else _entry(question)
    return "\n".join(lines) + "\n"


def facts_of(policy: CheckedPolicy, inputs: Mapping[str, Value]) -> dict[str, Json]:
    """Program values as facts: closed inputs that are what they are when nobody states them are left out."""
    found: dict[str, Json] = {}
    for name, value in inputs.items():
        declared = policy.inputs[name.partition("(")[0]]
        if declared.closed and value in (None, False):
            continue
        if value is None or isinstance(value, bool):
            found[name] = bool(value)
        else:
            assert declared.sort is not None
            found[name] = declared.sort.show(value)
    return found


def outcomes_of(policy: CheckedPolicy, entities: Entities) -> tuple[str, ...]:
    """The names of all outcomes, for each individual."""
    return tuple(one.name for one in instances(policy, policy.outcomes.values(), entities))


def _entry(question: Question) -> list[str]:
    lines = [_comment(line) for line in question.comments]
    lines.append(f"- name: {_text(question.name)}")
    if any(question.entities.values()):
        members = (f"{_text(sort)}: [{', '.join(map(_text, names))}]" for sort, names in question.entities.items())
        lines.append(f"  entities: {{{', '.join(members)}}}")
    facts = _nested(question.facts)
    if facts:
        lines.append("  facts:")
        lines += [f"    {_text(name)}: {_flow(value)}" for name, value in facts.items()]
    lines.append("  expect:")
    lines += [f"    {_text(name)}:" for name in question.about]
    return lines


def _nested(facts: Mapping[str, Json]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in facts.items():
        read = read_ground_name(name)
        assert read is not None
        plain, keys, _ = read
        if not keys:
            found[plain] = value
            continue
        inside: dict[str, object] = found.setdefault(plain, {})  # type: ignore[assignment]
        for key in keys[:-1]:
            inside = inside.setdefault(key, {})  # type: ignore[assignment]
        inside[keys[-1]] = value
    return found


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_text(key)}: {_flow(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return f"{value:f}"
    assert isinstance(value, str)
    return _text(value)


def _text(text: str) -> str:
    """A scalar that is read as this text: bare where no reader could take it for anything else."""
    if (_PLAIN.fullmatch(text) or _DATE.fullmatch(text)) and text.lower() not in _RESERVED:
        return text
    return json.dumps(text, ensure_ascii=False)


def _comment(line: str) -> str:
    return f"# {' '.join(line.split())}".rstrip()
