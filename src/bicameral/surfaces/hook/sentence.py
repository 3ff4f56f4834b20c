"""The one line that tells the agent why its call was blocked, and what would help."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bicameral.explanation.render import part_text, value_text
from bicameral.sorts import Json
from bicameral.verdict.report import Because, IntervalView, Missing, Report, Verdict

Side = tuple[IntervalView | Json, ...]

WITHHELD = "(withheld)"


def sentence(report: Report, sensitive: Collection[str], others: Mapping[str, tuple[str, ...]]) -> str:
    """Verdict, claim, the sentences and values behind it, the question that is open, who must answer it.

    Values of `sensitive` inputs are withheld. `others` are the inputs that the call cannot state, with who can.
    """
    parts = [f"blocked: {report.verdict.name}: {report.claim} {_what(report.verdict)}"]
    parts += [_why(entry, sensitive) for entry in report.because if entry.kind != "closed-world"]
    parts += [_question(entry, sensitive, others.get(entry.input.partition("(")[0])) for entry in report.missing]
    if report.verdict is Verdict.UNKNOWN:
        parts += [f"{name}: {view.reason}" for name, view in report.backends.items() if view.reason]
    for conflict in report.conflicts:
        values = " and ".join(value_text(value) for value in conflict.values)
        parts.append(f"the policy contradicts itself: {conflict.outcome} is {values} ({', '.join(conflict.rules)})")
    return "; ".join(parts)


def _what(verdict: Verdict) -> str:
    match verdict:
        case Verdict.VALID:
            return "follows, but the policy gives an outcome two values"
        case Verdict.INVALID:
            return "cannot hold"
        case Verdict.SATISFIABLE:
            return "is open"
        case Verdict.INCONSISTENT:
            return "was asked of facts that the policy does not admit"
        case Verdict.UNKNOWN:
            return "was not decided"
        case Verdict.DISAGREEMENT:
            return "was decided differently by the two backends"


def _why(entry: Because, sensitive: Collection[str]) -> str:
    match entry.kind:
        case "fact" | "assumed":
            value = WITHHELD if entry.name.partition("(")[0] in sensitive else value_text(entry.value)
            return f"{entry.name} = {value}"
        case "range":
            return f"{entry.name} is {part_text(IntervalView(entry.low, entry.high))}"
        case _:
            return f'"{entry.text}" ({entry.name})' if entry.text else entry.name


def _question(entry: Missing, sensitive: Collection[str], sources: tuple[str, ...] | None) -> str:
    who = "say" if sources is None else f"{' or '.join(sources)} must say" if sources else "no argument says"
    asked = f"{who} {entry.input}: {entry.question}"
    if entry.input.partition("(")[0] in sensitive:
        return asked
    return f"{asked} (holds: {_values(entry.holds)}, fails: {_values(entry.fails)})"


def _values(values: Side) -> str:
    return " or ".join(part_text(value) for value in values) or "never"
