"""What a cross-check returns. Values are in own units; field order is the order of the JSON keys."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from bicameral.sorts import Json
from bicameral.source.record import record
from bicameral.verdict.report import IntervalView, Note


class Comparison(Enum):
    """How translations compare, with the exit code. EQUIVALENT is a proof for all inputs that were compared."""

    EQUIVALENT = 0
    DIFFERENT = 10
    UNDECIDED = 13
    DISAGREEMENT = 14  # a replay contradicts what was found


@record
class Part:
    """An input of a region and the values that it has there."""

    input: str
    values: tuple[IntervalView | Json, ...]
    unit: str | None


@record
class Saying:
    """What a translation says of an outcome throughout a region: proves, refutes, open, value, none.

    `value` is that of the example where the status is `value`.
    """

    outcome: str
    status: str
    value: Json


@record
class SideView:
    """One translation on a region; `says` None where it allows no outcome at all. `rules` are those responsible."""

    translation: str
    says: tuple[Saying, ...] | None
    rules: tuple[str, ...]


@record
class Difference:
    """A region of the inputs on which translations part, all of it alike.

    `conditions` compare several inputs. `groups` say who sides with whom. `example` are the smallest inputs of the
    region, and `replayed` by which backends each translation was put to them.
    """

    region: tuple[Part, ...]
    conditions: tuple[str, ...]
    outcomes: tuple[str, ...]
    sides: tuple[SideView, ...]
    groups: tuple[tuple[str, ...], ...]
    example: Mapping[str, Json]
    replayed: Mapping[str, str]
    question: str


@record
class Compared:
    """An input that was compared, and its domain."""

    input: str
    domain: str
    only: tuple[str, ...]  # the translations that know it, where not all do
    common: str  # the name of it that they all understand, where there is one


@record
class DiffReport:
    """The whole comparison. `complete` says that there is no further difference within `inputs`."""

    verdict: Comparison
    translations: tuple[str, ...]
    inputs: tuple[Compared, ...]
    entities: Mapping[str, tuple[str, ...]]
    outcomes: tuple[str, ...]
    common_outcomes: Mapping[str, str]  # the names of them that all understand, where there are such
    differences: tuple[Difference, ...]
    complete: bool
    undecided: str | None
    domains: tuple[tuple[str, tuple[str | None, ...]], ...]
    notes: tuple[Note, ...]

    @property
    def exit_code(self) -> int:
        return self.verdict.value
