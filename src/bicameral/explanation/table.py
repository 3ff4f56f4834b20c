"""A check without a claim: every outcome, certain, impossible, or open and on what.

Each row is made from reports on claims in program text: that the outcome holds, that it has a value at all, that it
has a value other than those already seen. They share the time: one outcome that is hard leaves the others theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Protocol

from bicameral import __version__
from bicameral.backends.contract import Budget, Decision
from bicameral.explanation.reporter import backend_view, distinct, policy_view
from bicameral.explanation.views import own
from bicameral.explanation.wording import part_text, value_text
from bicameral.policy.identifiers import ground_name, show_individual
from bicameral.policy.model import Case, CheckedPolicy, Declaration
from bicameral.source.record import record
from bicameral.verdict.report import Missing, Note, OutcomeRow, OutcomeTable, OutcomeValue, Report, Verdict, WitnessView

VALUES_CAP = 12  # values listed of one outcome: more are cut, with a note

PARTS_CAP = 8  # of the values of an input that are put into words: the rest are counted


class Reporting(Protocol):
    def __call__(self, claim: str, milliseconds: int, *, pairs: bool = True) -> Report: ...


@record
class Ask:
    """Questions on claims in program text, each within the milliseconds given.

    `report` reports; without `pairs`, an open claim is shown by a case where it holds alone, which is quick. `example`
    is such a case, found by one backend and by the other; None says nothing.
    """

    report: Reporting
    example: Callable[[str, int], tuple[WitnessView, tuple[Note, ...]] | None]


STATUSES = {
    Verdict.VALID: "certain",
    Verdict.INVALID: "impossible",
    Verdict.SATISFIABLE: "open",
    Verdict.UNKNOWN: "undecided",
    Verdict.DISAGREEMENT: "disagreement",
    Verdict.INCONSISTENT: "inconsistent",
}


def table(
    policy: CheckedPolicy,
    case: Case,
    ask: Ask,
    decisions: Mapping[str, Decision],
    budget: Budget,
    notes: tuple[Note, ...] = (),
) -> OutcomeTable:
    """Every declared outcome. `decisions` are the backends' on the policy itself, `ask` reports on a claim."""
    rows: list[OutcomeRow] = []
    said = [*notes, *(Note(*note) for note in case.notes)]
    wanted = [(outcome, keys) for outcome in policy.outcomes.values() for keys in _individuals(policy, outcome, case)]
    begun = [
        _Row(policy, outcome, keys, ask, max(1, budget.left // (len(wanted) - position)))
        for position, (outcome, keys) in enumerate(wanted)
    ]
    for position, one in enumerate(begun):
        made, more = one.finished(max(1, budget.left // (len(begun) - position)))
        rows.append(made)
        said += more
    undecided = [made.outcome for made in rows if made.status == STATUSES[Verdict.UNKNOWN]]
    if undecided:
        text = f"not decided within the {budget.milliseconds} ms of a table: {', '.join(undecided)}"
        said.append(Note("table-undecided", f"{text}; a claim on it has the whole budget"))
    return OutcomeTable(
        tuple(rows),
        distinct(said),
        {name: backend_view(decision) for name, decision in decisions.items()},
        policy_view(policy),
        None if case.as_of is None else case.as_of.isoformat(),
        __version__,
    )


def _individuals(policy: CheckedPolicy, outcome: Declaration, case: Case) -> Iterator[tuple[str, ...]]:
    """The individuals that an outcome is decided for: the members of its sorts, once without any."""
    members: list[tuple[str, ...]] = []
    for sort in outcome.keys:
        declared = policy.sorts[sort].members
        open_ones = case.entities.get(sort, policy.individuals.get(sort, ()))
        members.append(declared if declared is not None else open_ones)
    return product(*members)


class _Row:
    """One outcome for some individuals: first whether it holds (or has a value), then which values it can have."""

    def __init__(
        self, policy: CheckedPolicy, outcome: Declaration, keys: tuple[str, ...], ask: Ask, milliseconds: int
    ) -> None:
        self._policy = policy
        self._outcome = outcome
        self._name = ground_name(outcome.name, keys)
        self._atom = f"{outcome.name}({','.join([*map(show_individual, keys), ''])}"
        self._ask = ask
        self._budget = Budget(milliseconds)
        self._reports: list[Report] = []
        self._notes: list[Note] = []
        self._first = self._report(self._name if outcome.sort is None else f"{self._atom}V)")

    def finished(self, milliseconds: int) -> tuple[OutcomeRow, list[Note]]:
        """The row, once that time (at most) was taken for its values."""
        self._budget = Budget(milliseconds)
        first = self._first
        if self._outcome.sort is None:
            return OutcomeRow(self._name, STATUSES[first.verdict], first.agreement, (), first.missing), self._notes
        return self._valued(first)

    def _valued(self, first: Report) -> tuple[OutcomeRow, list[Note]]:
        """Whether there is a value besides those known, until there is none.

        Each value's `when` is asked for where all of them are known: of many it would say little.
        """
        values, last = self._all_values(first)
        is_whole = last.verdict not in _POSSIBLE and last.verdict is not Verdict.UNKNOWN
        if values and not is_whole:
            self._notes.append(Note("values-cut", f"{self._name} may have more values than the {len(values)} listed"))
        status = self._status(first, last, values)
        missing = first.missing
        shown: list[OutcomeValue] = []
        for value in sorted(values, key=self._order):
            entries: tuple[Missing, ...] = ()
            if status == "open" and (is_whole or not missing):
                entries = self._report(f"{self._atom}{value})").missing
            missing = missing or entries
            when = "; ".join(map(in_words, entries)) if is_whole else ""
            shown.append(OutcomeValue(own(self._policy, self._name, value), when or None))
        return OutcomeRow(self._name, status, self._agreement(status), tuple(shown), missing, is_whole), self._notes

    def _all_values(self, first: Report) -> tuple[list[int | str], Report]:
        """The values as they are found, and the last report: possible (or undecided) where there may be more."""
        values: list[int | str] = []
        last, shown_by = first, first.holds_when
        while last.verdict in _POSSIBLE:
            together = self._values(shown_by)
            if len(together) > 1 and not self._outcome.multi:
                both = " and ".join(value_text(own(self._policy, self._name, value)) for value in together)
                self._notes.append(Note("conflict", f"{self._name} can have two values at once: {both}"))
            found = [value for value in together if value not in values]
            values += found
            if not found or len(values) >= VALUES_CAP:
                break
            known = ", ".join(f"V != {value}" for value in values)
            claim = f"{self._atom}V), {known}"
            example = self._ask.example(claim, self._budget.left)
            if example is not None:
                shown_by = example[0]
                self._notes += example[1]
            else:
                last = self._report(claim, pairs=False)
                shown_by = last.holds_when
        return values, last

    def _report(self, claim: str, *, pairs: bool = True) -> Report:
        report = self._ask.report(claim, self._budget.left, pairs=pairs)
        self._reports.append(report)
        self._notes += report.notes
        return report

    def _status(self, first: Report, last: Report, values: list[int | str]) -> str:
        if any(report.verdict is Verdict.DISAGREEMENT for report in self._reports):
            return STATUSES[Verdict.DISAGREEMENT]
        if first.verdict is Verdict.VALID and len(values) <= 1:
            return STATUSES[Verdict.VALID] if last.verdict is Verdict.INVALID else STATUSES[Verdict.UNKNOWN]
        return STATUSES[first.verdict] if first.verdict not in _POSSIBLE else STATUSES[Verdict.SATISFIABLE]

    def _agreement(self, status: str) -> str:
        if status in (STATUSES[Verdict.UNKNOWN], STATUSES[Verdict.DISAGREEMENT]):
            return "none"
        names = {report.agreement for report in self._reports}
        return names.pop() if len(names) == 1 else "mixed"

    def _values(self, witness: WitnessView | None) -> list[int | str]:
        shown = None if witness is None else witness.outcomes.get(self._name)
        several = shown if isinstance(shown, tuple) else () if shown is None else (shown,)
        return [] if self._outcome.sort is None else [self._outcome.sort.read(one) for one in several]

    def _order(self, value: int | str) -> int:
        if isinstance(value, int) or self._outcome.sort is None:
            return int(value)
        return self._outcome.sort.term_sort.members.index(value)


def in_words(entry: Missing) -> str:
    """Where an outcome holds, as `tenure from 6`, with the other inputs as they are in the entry."""
    parts = [part_text(part) for part in entry.holds[:PARTS_CAP]]
    more = len(entry.holds) - len(parts)
    return f"{entry.input} {' or '.join(parts)}{f' or {more} more' if more else ''}".rstrip()


_POSSIBLE = (Verdict.VALID, Verdict.SATISFIABLE)
