"""The page for people: the verdict, the sentences behind it, the values, the question to ask next.

Plain text for a width of 80 columns unless told otherwise. Colour is the caller's: `style(text, role)` is called with
whole words or lines after all wrapping, so that it changes no layout. Roles: a verdict's name, a status of a table,
`heading`, `dim`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from decimal import Decimal
from textwrap import wrap

from bicameral.explanation.views import declaration
from bicameral.explanation.wording import Written, part_text, runs, value_text
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.sorts import Json
from bicameral.verdict.report import (
    Because,
    IntervalView,
    Missing,
    OutcomeRow,
    OutcomeTable,
    PolicyView,
    Report,
    Reports,
    Verdict,
    WitnessView,
)

__all__ = ["WIDTH", "Style", "page", "part_text", "value_text"]

WIDTH = 80

Style = Callable[[str, str], str]

_MEANINGS = {
    Verdict.VALID: "The claim follows from the policy and these facts.",
    Verdict.INVALID: "Under the policy and these facts the claim cannot hold.",
    Verdict.SATISFIABLE: "The claim can hold and can fail: something that decides it is open.",
    Verdict.INCONSISTENT: "The policy and these facts contradict each other: no case is possible.",
    Verdict.UNKNOWN: "This was not decided. It is neither a yes nor a no.",
    Verdict.DISAGREEMENT: "The two backends contradict each other. Rely on neither; see the notes.",
}
PARTS = 8  # of a list of values on a page: the rest are counted, and whole in JSON
_NAMES = {"asp": "clingo", "smt": "Z3"}
_DECIDERS = {
    "both": "both backends, clingo and Z3, agree",
    "asp": "decided by clingo alone",
    "smt": "decided by Z3 alone",
    "mixed": "decided by clingo and Z3 together, each where the other could not",
    "none": "no verdict that both stand behind",
}


def page(
    report: Report | Reports | OutcomeTable,
    policy: CheckedPolicy | None = None,
    *,
    style: Style = lambda text, _role: text,
    width: int = WIDTH,
) -> str:
    """The report as a page, without a final line break. `policy` lends units and texts of inputs and outcomes."""
    if isinstance(report, Reports):
        rule = style("-" * width, "dim")
        return f"\n{rule}\n".join(page(one, policy, style=style, width=width) for one in report.reports)
    writer = _Writer(policy, style, width)
    lines = writer.table(report) if isinstance(report, OutcomeTable) else writer.report(report)
    return "\n".join(line.rstrip() for line in lines)


class _Writer:
    """One page."""

    def __init__(self, policy: CheckedPolicy | None, style: Style, width: int) -> None:
        self._policy = policy
        self._style = style
        self._width = max(40, width)
        statements = () if policy is None else policy.statements
        self._sentences = {named.name: named.text for named in reversed(statements) if named.text is not None}
        self._written = Written(policy)

    # --- a report --------------------------------------------------------------------------------------------

    def report(self, report: Report) -> Iterator[str]:
        claim = list(self._wrapped(self._claim(report.claim), len(report.verdict.name) + 2))
        yield f"{self._style(report.verdict.name, report.verdict.name)}  {claim[0].strip() if claim else ''}"
        yield from claim[1:]
        yield from self._wrapped(_MEANINGS[report.verdict], 2)
        if report.verdict is Verdict.UNKNOWN:
            for name, view in report.backends.items():
                said = view.reason or "decided, which alone is no verdict here"
                yield from self._wrapped(f"{_NAMES.get(name, name)}: {said}", 2)
        yield from self._because(report)
        yield from self._missing(report)
        yield from self._witnesses(report)
        yield from self._splits(report)
        yield from self._notes((note.code, note.text) for note in report.notes)
        yield ""
        times = ", ".join(f"{name} {view.ms:.1f} ms" for name, view in report.backends.items())
        yield from self._dim(f"{_DECIDERS[report.agreement]} ({times})")
        yield from self._dim(_policy_line(report.policy))

    def _claim(self, claim: str) -> str:
        denied = claim.startswith("not ")
        text = self._text(claim.removeprefix("not "))
        return claim if text is None else f"{claim} ({'it is not so that ' if denied else ''}{text})"

    def _because(self, report: Report) -> Iterator[str]:
        silent = {"reasons-unavailable"} & {note.code for note in report.notes}
        if (
            report.verdict in (Verdict.VALID, Verdict.INVALID, Verdict.INCONSISTENT)
            and not report.because
            and not silent
        ):
            yield from self._wrapped("The policy alone decides: no rule, fact or closed world needs to be cited.", 2)
        yield from self._reason("Because", report.because)
        for number, reason in enumerate((report.reasons or ())[1:], start=2):
            yield from self._reason(f"Or because ({number})", reason)

    def _reason(self, title: str, reason: Sequence[Because]) -> Iterator[str]:
        if not reason:
            return
        yield from self._heading(title)
        cited = {entry.name for entry in reason if entry.kind == "rule"}
        for entry in reason:
            if entry.kind in ("rule", "constraint"):
                yield from self._rule(entry)
            elif entry.kind == "closed-world":
                yield from self._closed_world(entry, cited)
            elif entry.kind == "entities":
                yield from self._wrapped(f"there is no further {entry.name}", 2)
        facts = [self._fact(entry) for entry in reason if entry.kind in ("fact", "assumed", "range")]
        if facts:
            yield from self._heading("Facts")
            yield from self._columns(facts)

    def _rule(self, entry: Because) -> Iterator[str]:
        yield f"  {entry.name}"
        if entry.text is not None:
            yield from self._wrapped(f'"{entry.text}"', 4)
        else:
            for text in self._written.texts(entry.name):
                yield from self._wrapped(text, 4, hanging=6)
        places = []
        if entry.source is not None:
            heading = "" if entry.source.heading is None else f" ({entry.source.heading})"
            places.append(f"{entry.source.file}:{entry.source.line}{heading}")
        if entry.at is not None and entry.name != f"{entry.at.file}:{entry.at.line}":
            places.append(f"{entry.at.file}:{entry.at.line}")
        if places:
            yield from self._dim(", ".join(places), 4)

    def _closed_world(self, entry: Because, cited: Collection[str]) -> Iterator[str]:
        """A closed world with the sentences of its rules, those aside that the reason cites anyway."""
        text = self._text(entry.name)
        name = entry.name if text is None else f"{entry.name} ({text})"
        rules = entry.rules or ()
        if not rules:
            yield from self._wrapped(f"{name}: no rule gives it", 2)
            return
        yield from self._wrapped(f"{name} only by {_listed(rules)}", 2)
        for rule in rules:
            sentences = self._sentences.get(rule)
            if rule in cited:
                continue
            if sentences is not None:
                yield from self._wrapped(f'{rule}: "{sentences}"', 4, hanging=6)
                continue
            for text in self._written.texts(rule):
                yield from self._wrapped(f"{rule}: {text}", 4, hanging=6)

    def _fact(self, entry: Because) -> tuple[str, str, str]:
        text = self._text(entry.name) or ""
        if entry.kind == "range":
            return entry.name, f"{_range(entry.low, entry.high)}{self._unit(entry.name)}", "by its declared range"
        if entry.kind == "assumed":
            return entry.name, value_text(entry.value), f"{text} (not stated, taken so)".strip()
        label = f" [{entry.label}]" if entry.label is not None else ""
        return entry.name, self._value(entry.name, entry.value), f"{text}{label}".strip()

    # --- what is open ----------------------------------------------------------------------------------------

    def _missing(self, report: Report) -> Iterator[str]:
        if not report.missing:
            return
        yield from self._heading("Ask next" if len(report.missing) == 1 else "Ask next, together")
        for entry in report.missing:
            yield from self._wrapped(f"{entry.input}: {entry.question}", 2)
            yield from self._wrapped(f"holds: {self._side(entry, entry.holds)}", 4)
            yield from self._wrapped(f"fails: {self._side(entry, entry.fails)}", 4)
            if entry.at:
                others = ", ".join(f"{name} {self._value(name, value)}" for name, value in entry.at.items())
                yield from self._dim(f"with {others}", 4)

    def _side(self, entry: Missing, parts: Sequence[IntervalView | Json]) -> str:
        if not parts:
            return "never, with the others as they are"
        unit = self._unit(entry.input)
        shown = [part_text(part) + (unit if _is_number(part) else "") for part in parts[:PARTS]]
        more = len(parts) - len(shown)
        return " or ".join(shown) + (f" ... and {more} more" if more else "")

    def _witnesses(self, report: Report) -> Iterator[str]:
        holds, fails = report.holds_when, report.fails_when
        if holds is not None and fails is not None:
            yield from self._pair(holds, fails)
        elif holds is not None:
            yield from self._example("It holds, for example, with", holds)
        elif fails is not None:
            yield from self._example("It fails, for example, with", fails)

    def _pair(self, holds: WitnessView, fails: WitnessView) -> Iterator[str]:
        yield from self._heading("The closest two cases")
        rows = [("", "holds", "fails")]
        for name, value in holds.inputs.items():
            other = fails.inputs[name]
            mark = "  <" if value != other else ""
            rows.append((name, self._value(name, value), self._value(name, other) + mark))
        for name, result in holds.outcomes.items():
            rows.append((name, self._outcome(name, result), self._outcome(name, fails.outcomes[name])))
        yield from self._columns(rows)

    def _example(self, title: str, witness: WitnessView) -> Iterator[str]:
        yield from self._heading(title)
        given = ", ".join(f"{name} {self._value(name, value)}" for name, value in witness.inputs.items())
        so = ", ".join(f"{name} {self._outcome(name, value)}" for name, value in witness.outcomes.items())
        yield from self._wrapped(given or "no inputs", 2)
        if so:
            yield from self._wrapped(f"then: {so}", 2)

    def _splits(self, report: Report) -> Iterator[str]:
        if report.ambiguous is not None:
            yield from self._heading("The policy leaves it open")
            given = ", ".join(f"{name} {self._value(name, value)}" for name, value in report.ambiguous.inputs.items())
            yield from self._wrapped(f"even with {given}" if given else "whatever the facts", 2)
            yield from self._wrapped(f"what can go either way: {', '.join(report.ambiguous.atoms)}", 2)
            yield from self._wrapped(f"by: {', '.join(report.ambiguous.rules)}", 2)
        if report.conflicts:
            yield from self._heading("Conflicts")
        for conflict in report.conflicts:
            values = " and ".join(self._value(conflict.outcome, value) for value in conflict.values)
            yield from self._wrapped(f"{conflict.outcome} can be {values} at once, by {', '.join(conflict.rules)}", 2)

    # --- a table ---------------------------------------------------------------------------------------------

    def table(self, table: OutcomeTable) -> Iterator[str]:
        names = max((len(row.outcome) for row in table.outcomes), default=0)
        states = max((len(row.status) for row in table.outcomes), default=0)
        for row in table.outcomes:
            yield from self._row(row, names, states)
        if not table.outcomes:
            yield from self._wrapped(
                "There is no outcome to show, for the individuals of this case at least: check a claim.", 0
            )
        yield from self._notes((note.code, note.text) for note in table.notes)
        yield ""
        yield from self._dim(_who(table.outcomes))
        yield from self._dim(_policy_line(table.policy))

    def _row(self, row: OutcomeRow, names: int, states: int) -> Iterator[str]:
        status = self._style(row.status.ljust(states), row.status)
        indent = names + states + 4
        text = list(self._wrapped(self._about(row), indent))
        first = text[0].strip() if text else ""
        yield f"{row.outcome.ljust(names)}  {status}  {first}"
        yield from text[1:]
        for entry in row.missing:
            yield from self._wrapped(f"ask {entry.input}: {entry.question}", indent)

    def _about(self, row: OutcomeRow) -> str:
        if row.values:
            unit = self._unit(row.outcome)
            parts = [
                part_text(part) + (unit if _is_number(part) else "") + (f" ({when})" if when is not None else "")
                for part, when in runs(row.values)
            ]
            return " or ".join(parts) + ("" if row.whole else " or others")
        return self._text(row.outcome) or ""

    # --- parts -----------------------------------------------------------------------------------------------

    def _declared(self, name: str) -> Declaration | None:
        return None if self._policy is None else declaration(self._policy, name)

    def _text(self, name: str) -> str | None:
        declared = self._declared(name)
        if declared is None and self._policy is not None:
            declared = self._policy.defines.get(name.partition("(")[0])
        return None if declared is None else declared.text

    def _unit(self, name: str) -> str:
        declared = self._declared(name)
        return "" if declared is None or declared.unit is None else f" {declared.unit}"

    def _value(self, name: str, value: Json) -> str:
        return value_text(value) + (self._unit(name) if _is_number(value) else "")

    def _outcome(self, name: str, value: Json | tuple[Json, ...]) -> str:
        if isinstance(value, tuple):
            return " and ".join(self._value(name, one) for one in value)
        return self._value(name, value)

    def _heading(self, text: str) -> Iterator[str]:
        yield ""
        yield self._style(text, "heading")

    def _notes(self, notes: Iterable[tuple[str, str]]) -> Iterator[str]:
        lines = [line for code, text in notes for line in self._wrapped(f"{code}: {text}", 2, hanging=4)]
        if lines:
            yield from self._heading("Notes")
            yield from lines

    def _dim(self, text: str, indent: int = 0) -> Iterator[str]:
        for line in self._wrapped(text, indent):
            blank = line[:indent]
            yield blank + self._style(line[indent:], "dim")

    def _wrapped(self, text: str, indent: int, hanging: int | None = None) -> list[str]:
        return wrap(
            text,
            max(self._width, indent + 20),
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent if hanging is None else hanging),
            break_on_hyphens=False,
        )

    def _columns(self, rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
        """Three columns, the last one wrapped; where they do not fit, the last goes on a line of its own."""
        first, second = (max(len(row[i]) for row in rows) for i in (0, 1))
        start = 2 + first + 2 + second + 2
        for left, middle, right in rows:
            head = f"  {left.ljust(first)}  {middle.ljust(second)}  "
            if start > self._width - 20:
                yield head
                yield from self._wrapped(right, 6)
                continue
            lines = self._wrapped(right, start)
            yield head + (lines[0].strip() if lines else "")
            yield from lines[1:]


def _who(rows: Sequence[OutcomeRow]) -> str:
    """Who decided: for all outcomes in one word, or by outcome where that differs."""
    by: dict[str, list[str]] = {}
    for row in rows:
        said = _DECIDERS[row.agreement] if row.status != "undecided" else "not decided"
        by.setdefault(said, []).append(row.outcome)
    if len(by) == 1:
        return next(iter(by))
    return "; ".join(f"{', '.join(names)}: {said}" for said, names in by.items())


def _listed(names: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


def _range(low: Json, high: Json) -> str:
    return part_text(IntervalView(low, high))


def _is_number(part: IntervalView | Json) -> bool:
    if isinstance(part, IntervalView):
        return _is_number(part.from_) or _is_number(part.to)
    return isinstance(part, int | Decimal) and not isinstance(part, bool)


def _policy_line(policy: PolicyView) -> str:
    version = f" {policy.version}" if policy.version is not None else ""
    effective = ""
    if policy.effective_from is not None or policy.effective_to is not None:
        start = f" from {policy.effective_from}" if policy.effective_from is not None else ""
        end = f" to {policy.effective_to}" if policy.effective_to is not None else ""
        effective = f", effective{start}{end}"
    return f"policy {policy.name}{version}{effective}, sha256 {policy.sha256[:12]}"
