"""A fact as an option writes it: `cost=2500`, `age(ann)=30`, the value a YAML scalar."""

from __future__ import annotations

from decimal import Decimal

from bicameral.policy.documents.scalars import plain_scalar
from bicameral.policy.identifiers import read_ground_name
from bicameral.sorts import clipped
from bicameral.source import Diagnostic, InputError, SourceFile


def split_fact(text: str) -> tuple[str, bool | int | Decimal | str | None]:
    """The name and the value. Raises InputError."""
    read = read_ground_name(text)
    end = read[2] if read is not None else -1
    rest = text[end:].lstrip() if read is not None else ""
    if not rest.startswith("="):
        raise _fault(text, "expected NAME=VALUE", "such as cost=2500 or age(ann)=30")
    return text[:end].strip(), _value(text, rest[1:].strip())


def _value(text: str, value: str) -> bool | int | Decimal | str | None:
    if value[:1] in ('"', "'"):
        from bicameral.policy.documents.yaml_reader import read_yaml

        data = read_yaml(SourceFile("--fact", value)).data
        if isinstance(data, str):
            return data
    if not value:
        raise _fault(text, "the value is missing", "such as cost=2500; null is the same as not stated")
    if value[:1] in ("[", "{", "&", "*", "!", "|", ">", '"', "'", "%", "@", "`", "#"):
        raise _fault(text, "the value is no single value", "a number, true, false, a date, or a text")
    try:
        return plain_scalar(value)
    except ValueError as fault:
        raise _fault(text, str(fault), None) from fault


def _fault(text: str, message: str, hint: str | None) -> InputError:
    return InputError(Diagnostic("bad-fact", f"in the fact `{clipped(text)}`: {message}", None, hint))
