"""Annotations as read, before any of them means something: words with their places in the line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Word(NamedTuple):
    """A piece of an annotation; `start` and `end` are offsets from the directive's first character."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Signature:
    """`name` or `name(sort, ...)`."""

    name: Word
    sorts: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class TypeUse:
    """A type, a range `LO..HI` and a unit, as written."""

    type: Word
    range: Word | None
    unit: Word | None


@dataclass(frozen=True, slots=True)
class PolicyDirective:
    name: Word
    title: Word | None
    version: Word | None
    effective: Word | None


@dataclass(frozen=True, slots=True)
class SourceDirective:
    file: Word


@dataclass(frozen=True, slots=True)
class SortDirective:
    """`members` is empty for an open sort."""

    name: Word
    members: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class InputDirective:
    signature: Signature
    use: TypeUse | None
    text: Word | None
    alias: Word | None
    sources: tuple[Word, ...]
    closed: bool
    optional: bool
    sensitive: bool


@dataclass(frozen=True, slots=True)
class DeriveDirective:
    signature: Signature
    use: TypeUse
    function: Word
    arguments: tuple[Word, ...]
    text: Word | None


@dataclass(frozen=True, slots=True)
class OutcomeDirective:
    signature: Signature
    use: TypeUse | None
    text: Word | None
    alias: Word | None
    multi: bool


@dataclass(frozen=True, slots=True)
class DefineDirective:
    signature: Signature
    use: TypeUse | None
    text: Word | None


@dataclass(frozen=True, slots=True)
class ConstDirective:
    name: Word
    use: TypeUse
    value: Word
    text: Word | None


@dataclass(frozen=True, slots=True)
class RuleDirective:
    """`rule` names the next statement; `rules` (`block`) all up to `end`."""

    label: Word
    sentences: tuple[Word, ...]
    block: bool


@dataclass(frozen=True, slots=True)
class EndDirective:
    pass


@dataclass(frozen=True, slots=True)
class OverridesDirective:
    winner: Word
    loser: Word


@dataclass(frozen=True, slots=True)
class FactDirective:
    """Names the next fact of an `.lp` case; no policy holds one."""

    label: Word


Directive = (
    PolicyDirective
    | SourceDirective
    | SortDirective
    | InputDirective
    | DeriveDirective
    | OutcomeDirective
    | DefineDirective
    | ConstDirective
    | RuleDirective
    | EndDirective
    | OverridesDirective
    | FactDirective
)


@dataclass(frozen=True, slots=True)
class Malformed:
    """A line that is no directive: what was expected, and where (an offset as in `Word`)."""

    code: str
    message: str
    start: int
    end: int
    hint: str | None = None
