"""Values, runs of values and statements in words, for pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from bicameral.policy.model import CheckedPolicy, NamedStatement
from bicameral.sorts import Json
from bicameral.verdict.report import IntervalView, OutcomeValue

STATEMENTS = 4  # of one name that are shown as they are written


def value_text(value: Json) -> str:
    """A value in own units as a person reads it: `yes`, `none`, `45,000`, `0.4300`, `2026-01-01`, `medical`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Decimal):
        return f"{value:,f}" if isinstance(value, Decimal) else f"{value:,}" if abs(value) >= 10_000 else str(value)
    return value


def part_text(part: IntervalView | Json) -> str:
    """One part of a side of `missing`: `yes`, `medical`, `6`, `from 6`, `up to 5`, `6 to 9`."""
    if not isinstance(part, IntervalView):
        return value_text(part)
    if part.from_ is None:
        return "any value" if part.to is None else f"up to {value_text(part.to)}"
    if part.from_ == part.to:
        return value_text(part.from_)
    low = value_text(part.from_)
    return f"from {low}" if part.to is None else f"{low} to {value_text(part.to)}"


def runs(values: Sequence[OutcomeValue]) -> Iterator[tuple[IntervalView | Json, str | None]]:
    """Values drawn together where numbers are neighbours and come about alike."""
    start = 0
    for place in range(1, len(values) + 1):
        if place < len(values) and _follows(values[place - 1], values[place]):
            continue
        first, last = values[start], values[place - 1]
        yield (first.value if place - start == 1 else IntervalView(first.value, last.value)), first.when
        start = place


def _follows(one: OutcomeValue, other: OutcomeValue) -> bool:
    if one.when != other.when or isinstance(one.value, bool) or not isinstance(one.value, int | Decimal):
        return False
    step = Decimal(1).scaleb(int(one.value.as_tuple().exponent)) if isinstance(one.value, Decimal) else 1
    return isinstance(other.value, int | Decimal) and one.value + step == other.value


class Written:
    """The statements of a policy as their author wrote them, on one line each."""

    def __init__(self, policy: CheckedPolicy | None) -> None:
        self._files = {} if policy is None else {file.name: file for file in policy.files}
        self._statements: Sequence[NamedStatement] = () if policy is None else policy.statements

    def texts(self, name: str) -> list[str]:
        """The statements of that name, the first few of many; empty where there is no text."""
        found = [text for named in self._statements if named.name == name for text in self._text(named)]
        return found if len(found) <= STATEMENTS else [*found[:STATEMENTS], f"... and {len(found) - STATEMENTS} more"]

    def _text(self, named: NamedStatement) -> Iterator[str]:
        span = named.span
        if span.file not in self._files:
            return
        lines = self._files[span.file].text.split("\n")[span.line - 1 : span.end_line]
        if lines:
            lines[-1] = lines[-1][: span.end_column - 1]
            lines[0] = lines[0][span.column - 1 :]
            yield " ".join(" ".join(lines).split())
