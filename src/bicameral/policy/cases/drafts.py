"""Facts and claims as stated, before a case is made of them: what overlays combine."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bicameral.policy.claims.reader import ReadClaim
from bicameral.policy.documents.decoded import Document, Path
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


# what is wrong with a name, and so with a key; all else is wrong with a value
OF_NAMES = frozenset(
    {"unknown-key", "unknown-input", "unknown-sort", "unknown-entity", "not-an-input", "conflicting-facts"}
)


@record
class Fault:
    """Something wrong in a case: `path` leads to it in the case's own structure."""

    path: Path
    code: str
    message: str
    hint: str | None = None

    def placed(self, document: Document) -> Diagnostic:
        """The fault with its place in a document, the key or the value that is wrong."""
        span = document.where(self.path, self.code not in OF_NAMES)
        line = document.source.line(span.line) if span is not None else None
        return Diagnostic(self.code, self.message, span, self.hint, line_text=line)


def raise_faults(faults: Sequence[Fault]) -> None:
    """Raise an InputError for faults found where there is no text to point into."""
    if faults:
        raise InputError(*(Diagnostic(fault.code, fault.message, None, fault.hint) for fault in faults))


def overlay(drafts: Sequence[Draft], *, replace: bool = False) -> Draft:
    """The facts of several drafts together, in order; claims and the date of the last draft that has any.

    A fact stated twice with different values raises InputError, unless a later one is to `replace` an earlier one.
    """
    result = Draft()
    conflicts: dict[str, None] = {}
    for draft in drafts:
        if replace:
            _drop(result, draft)
        conflicts.update(dict.fromkeys(_merge_facts(result, draft)))
        result.origins.update(draft.origins)
        result.unknown = tuple(dict.fromkeys((*result.unknown, *draft.unknown)))
        for sort, names in draft.entities.items():
            known = () if replace else result.entities.get(sort, ())
            result.entities[sort] = tuple(dict.fromkeys((*known, *names)))
        for sort, mentioned in draft.mentioned.items():
            result.mentioned.setdefault(sort, {}).update(mentioned)
        result.as_of = draft.as_of or result.as_of
        result.claims = draft.claims or result.claims
    if conflicts:
        raise InputError(*map(conflict, conflicts))
    return result


def _merge_facts(result: Draft, draft: Draft) -> Iterator[str]:
    """Add the facts of a draft; gives the names of those that are stated otherwise already."""
    for name, value in draft.stated.items():
        if result.stated.setdefault(name, value) != value:
            yield name
    for name, listed in draft.relations.items():
        if result.relations.setdefault(name, listed) != listed:
            yield name
    for name, listed in result.relations.items():
        for ground, value in result.stated.items():
            if value is True and ground.startswith(f"{name}(") and ground not in listed:
                yield ground


def conflict(name: str) -> Diagnostic:
    """One fact with two values."""
    return Diagnostic("conflicting-facts", f"the fact `{clipped(name)}` is stated twice, with different values")


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
