"""A fact as an option writes it: `cost=2500`, `age(ann)=30`, the value a YAML scalar."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from bicameral.policy.documents.scalars import plain_scalar
from bicameral.policy.identifiers import read_ground_name
from bicameral.sorts import clipped
from bicameral.source import Diagnostic, InputError, SourceFile

EXAMPLE = "cost=2500 or age(ann)=30"

_APART = re.compile(r"(?:[<>=!:]+|\bis\b)?\s*")  # what people write between a name and a value


def split_fact(text: str, example: Callable[[str], str]) -> tuple[str, bool | int | Decimal | str | None]:
    """The name and the value; `example` gives a value that a name could have, for hints. Raises InputError."""
    read = read_ground_name(text)
    if read is None or read[0] == "not":
        raise _fault(text, *_nameless(text))
    name, rest = text[: read[2]].strip(), text[read[2] :].strip()
    if not rest.startswith("=") or rest.startswith(("==", "=<", "=>", "=!")):
        value = rest[_match_end(rest) :].strip() or example(name)
        if "=" in value:
            raise _fault(text, "expected NAME=VALUE", f"a name has no blanks: such as {EXAMPLE}")
        raise _fault(text, "expected NAME=VALUE", f"such as {_word(f'{name}={value}')}")
    value = rest[1:].strip()
    if not value:
        hint = f"such as {_word(f'{name}={example(name)}')}; {name}=null is the same as not stated"
        raise _fault(text, "the value is missing", hint)
    return name, _value(text, value)


def _match_end(rest: str) -> int:
    match = _APART.match(rest)
    return match.end() if match is not None else 0


def _nameless(text: str) -> tuple[str, str]:
    """What is wrong with a text that begins with no name, and what would be right."""
    denied = read_ground_name(text.strip().removeprefix("not "))
    if denied is not None and text.strip().startswith("not "):
        return "expected NAME=VALUE", f"such as {text.strip()[4:].strip()}=false"
    missing = "the name is missing: " if text.strip().startswith("=") else ""
    return f"{missing}expected NAME=VALUE", f"such as {EXAMPLE}"


def _word(text: str) -> str:
    """A word as a shell takes it."""
    plain = all(c.isalnum() or c in "=-_.,:+/" for c in text)
    return clipped(text) if plain else f"'{clipped(text)}'"


def _value(text: str, value: str) -> bool | int | Decimal | str | None:
    if value[:1] in ('"', "'"):
        from bicameral.policy.documents.yaml_reader import read_yaml

        data = read_yaml(SourceFile("--fact", value)).data
        if isinstance(data, str):
            return data
    if value[:1] in ("[", "{", "&", "*", "!", "|", ">", '"', "'", "%", "@", "`", "#"):
        raise _fault(text, "the value is no single value", "a number, true, false, a date, or a text")
    try:
        return plain_scalar(value)
    except ValueError as fault:
        raise _fault(text, str(fault), None) from fault


def _fault(text: str, message: str, hint: str | None) -> InputError:
    return InputError(Diagnostic("bad-fact", f"in the fact `{clipped(text)}`: {message}", None, hint))
