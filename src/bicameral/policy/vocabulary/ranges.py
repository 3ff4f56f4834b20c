"""Types with their ranges, from how an annotation writes them to program values."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass

from bicameral.policy.vocabulary.directives import TypeUse, Word
from bicameral.policy.vocabulary.findings import Findings, Line
from bicameral.sorts import DATE, EnumerationSort, ValueSort, clipped, read_type

_LIKE_A_RANGE = re.compile(r"[-+]?[0-9][0-9.,:-]*")


@dataclass(frozen=True, slots=True)
class ResolvedType:
    """A type, the bounds of its range in program scale (None: none), its unit."""

    sort: ValueSort
    low: int | None
    high: int | None
    unit: str | None


def resolve_type(
    use: TypeUse, line: Line, enumerated: Mapping[str, EnumerationSort], findings: Findings, reserved: frozenset[str]
) -> ResolvedType | None:
    """The type of a declaration; None when it has none that is right, which is then among the findings."""
    try:
        sort = read_type(use.type.text, enumerated)
    except ValueError as fault:
        findings.error("unknown-type", str(fault), line.at(use.type))
        return None
    _check_unit(use.unit, line, findings, reserved)
    low, high = _range(use.range, sort, line, findings)
    return ResolvedType(sort, low, high, use.unit.text if use.unit is not None else None)


def _check_unit(unit: Word | None, line: Line, findings: Findings, reserved: frozenset[str]) -> None:
    if unit is None:
        return
    if unit.text in reserved:
        findings.error("reserved-word", f"`{unit.text}` is a word of the annotation language", line.at(unit))
    elif _LIKE_A_RANGE.fullmatch(unit.text):
        hint = "a range is written LO..HI, with at least one end"
        findings.error("malformed-directive", f"`{unit.text}` is neither a range nor a unit", line.at(unit), hint)


def _range(word: Word | None, sort: ValueSort, line: Line, findings: Findings) -> tuple[int | None, int | None]:
    if word is None:
        return None, None
    if sort.term_sort.members:
        findings.error("bad-range", f"a {sort.name} has no range", line.at(word), "its members are its range")
        return None, None
    ends = word.text.split("..")
    try:
        low, high = (_end(end, sort) for end in ends)
    except ValueError as fault:
        findings.error("bad-range", f"in the range {clipped(word.text)}: {fault}", line.at(word))
        return None, None
    if low is not None and high is not None and low > high:
        findings.error("bad-range", f"the range {clipped(word.text)} is empty", line.at(word))
    return low, high


def _end(text: str, sort: ValueSort) -> int | None:
    if not text:
        return None
    value = sort.read_text(text)
    assert isinstance(value, int)
    return value


def read_dates(word: Word | None, line: Line, findings: Findings) -> tuple[dt.date | None, dt.date | None]:
    """`effective FROM..TO`."""
    low, high = _range(word, DATE, line, findings)
    return _date(low), _date(high)


def _date(day: int | None) -> dt.date | None:
    return None if day is None else dt.date.fromisoformat(str(DATE.show(day)))
