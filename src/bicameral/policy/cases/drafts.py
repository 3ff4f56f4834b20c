"""Facts and claims as stated, before a case is made of them: what overlays combine."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from bicameral.policy.claims.reader import ReadClaim
from bicameral.policy.documents.decoded import Path
from bicameral.policy.model import FactOrigin, Value
from bicameral.sorts import clipped
from bicameral.source import Diagnostic, InputError
from bicameral.source.record import record


@dataclass(slots=True)
class Draft:
    """Facts by ground name, in program scale, each name and value checked on its own.

    `relations` maps an input stated by a list to the ground names listed: its other instances are false. `entities`
    holds the sorts whose individuals are given; `mentioned` the individuals that facts name.
    """

    stated: dict[str, Value] = field(default_factory=dict)
    relations: dict[str, frozenset[str]] = field(default_factory=dict)
    origins: dict[str, FactOrigin] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    entities: dict[str, tuple[str, ...]] = field(default_factory=dict)
    mentioned: dict[str, dict[str, None]] = field(default_factory=dict)
    as_of: dt.date | None = None
    claims: tuple[ReadClaim, ...] = ()


@record
class Fault:
    """Something wrong in a case: `path` leads to it in the case's own structure."""

    path: Path
    code: str
    message: str
    hint: str | None = None


def raise_faults(faults: Sequence[Fault]) -> None:
    """Raise an InputError for faults found where there is no text to point into."""
    if faults:
        raise InputError(*(Diagnostic(fault.code, fault.message, None, fault.hint) for fault in faults))


def overlay(drafts: Sequence[Draft], *, replace: bool = False) -> Draft:
    """The facts of several drafts together, in order; claims and the date of the last draft that has any.

    A fact stated twice with different values raises InputError, unless a later one is to `replace` an earlier one.
    """
    result = Draft()
    for draft in drafts:
        if replace:
            _drop(result, draft)
        _merge_facts(result, draft)
        result.origins.update(draft.origins)
        result.unknown = tuple(dict.fromkeys((*result.unknown, *draft.unknown)))
        for sort, names in draft.entities.items():
            known = () if replace else result.entities.get(sort, ())
            result.entities[sort] = tuple(dict.fromkeys((*known, *names)))
        for sort, mentioned in draft.mentioned.items():
            result.mentioned.setdefault(sort, {}).update(mentioned)
        result.as_of = draft.as_of or result.as_of
        result.claims = draft.claims or result.claims
    return result


def _merge_facts(result: Draft, draft: Draft) -> None:
    for name, value in draft.stated.items():
        if name in result.stated and result.stated[name] != value:
            raise conflict(name)
        result.stated[name] = value
    for name, listed in draft.relations.items():
        if result.relations.setdefault(name, listed) != listed:
            raise conflict(name)
    for name, listed in result.relations.items():
        for ground, value in result.stated.items():
            if value is True and ground.startswith(f"{name}(") and ground not in listed:
                raise conflict(ground)


def conflict(name: str) -> InputError:
    """One fact with two values."""
    message = f"the fact `{clipped(name)}` is stated twice, with different values"
    return InputError(Diagnostic("conflicting-facts", message))


def _drop(result: Draft, draft: Draft) -> None:
    """Forget what a later draft states anew, and what it declares unknown."""
    for name in (*draft.stated, *draft.relations, *draft.unknown):
        result.stated.pop(name, None)
        result.origins.pop(name, None)
    for name in draft.relations:
        result.relations.pop(name, None)
        for ground in [known for known in result.stated if known.startswith(f"{name}(")]:
            del result.stated[ground]
    stated = {*draft.stated, *draft.relations}
    result.unknown = tuple(name for name in result.unknown if name not in stated)
