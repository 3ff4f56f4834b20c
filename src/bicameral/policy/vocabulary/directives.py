"""Annotations as read, before any of them means something: words with their places in the line."""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    """A piece of an annotation; `start` and `end` are offsets from the directive's first character."""

    text: str
    start: int
    end: int


class Signature(NamedTuple):
    """`name` or `name(sort, ...)`."""

    name: Word
    sorts: tuple[Word, ...]


class TypeUse(NamedTuple):
    """A type, a range `LO..HI` and a unit, as written."""

    type: Word
    range: Word | None
    unit: Word | None


class PolicyDirective(NamedTuple):
    name: Word
    title: Word | None
    version: Word | None
    effective: Word | None


class SourceDirective(NamedTuple):
    file: Word


class SortDirective(NamedTuple):
    """`members` is empty for an open sort."""

    name: Word
    members: tuple[Word, ...]


class InputDirective(NamedTuple):
    signature: Signature
    use: TypeUse | None
    text: Word | None
    alias: Word | None
    sources: tuple[Word, ...]
    closed: bool
    optional: bool
    sensitive: bool


class DeriveDirective(NamedTuple):
    signature: Signature
    use: TypeUse
    function: Word
    arguments: tuple[Word, ...]
    text: Word | None


class OutcomeDirective(NamedTuple):
    signature: Signature
    use: TypeUse | None
    text: Word | None
    alias: Word | None
    multi: bool


class DefineDirective(NamedTuple):
    signature: Signature
    use: TypeUse | None
    text: Word | None


class ConstDirective(NamedTuple):
    name: Word
    use: TypeUse
    value: Word
    text: Word | None


class RuleDirective(NamedTuple):
    """`rule` names the next statement; `rules` (`block`) all up to `end`."""

    label: Word
    sentences: tuple[Word, ...]
    block: bool


class EndDirective(NamedTuple):
    """`end` of a block."""


class OverridesDirective(NamedTuple):
    winner: Word
    loser: Word


class FactDirective(NamedTuple):
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


class Malformed(NamedTuple):
    """A line that is no directive: what was expected, and where (an offset as in `Word`)."""

    code: str
    message: str
    start: int
    end: int
    hint: str | None = None
