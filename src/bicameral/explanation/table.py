"""A check without a claim: every outcome, certain, impossible, or open and on what.

Each row is made from reports on claims in program text: that the outcome holds, that it has a value at all, that it
has a value other than those already seen. They share the time: one outcome that is hard leaves the others theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Protocol

from bicameral import __version__
from bicameral.backends.contract import Budget, Decision
from bicameral.explanation.render import part_text, value_text
from bicameral.explanation.reporter import backend_view, distinct, policy_view
from bicameral.explanation.views import own
from bicameral.policy.identifiers import ground_name, show_individual
from bicameral.policy.model import Case, CheckedPolicy, Declaration
from bicameral.verdict.report import Missing, Note, OutcomeRow, OutcomeTable, OutcomeValue, Report, Verdict, WitnessView

VALUES_CAP = 12  # values listed of one outcome: more are cut, with a note

PARTS_CAP = 8  # of the values of an input that are put into words: the rest are counted


class Ask(Protocol):
    """Reports on a claim in program text within the time given."""

    def __call__(self, claim: str, milliseconds: int, *, pairs: bool = True) -> Report:
        """Without `pairs`, an open claim is shown by a case where it holds alone, which is quick."""


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
    for position, (outcome, keys) in enumerate(wanted):
        share = Budget(max(1, budget.left // (len(wanted) - position)))
        made, more = row(policy, outcome, keys, ask, share)
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


def row(
    policy: CheckedPolicy, outcome: Declaration, keys: tuple[str, ...], ask: Ask, budget: Budget
) -> tuple[OutcomeRow, list[Note]]:
    """The row of one outcome for some individuals; `ask` reports on a claim in program text."""
    if outcome.sort is None:
        name = ground_name(outcome.name, keys)
        report = ask(name, budget.left)
        return OutcomeRow(name, STATUSES[report.verdict], report.agreement, (), report.missing), list(report.notes)
    return _Values(policy, outcome, keys, ask, budget).row()


class _Values:
    """The possible values of one valued outcome, found one after the other."""

    def __init__(
        self, policy: CheckedPolicy, outcome: Declaration, keys: tuple[str, ...], ask: Ask, budget: Budget
    ) -> None:
        self._policy = policy
        self._outcome = outcome
        self._name = ground_name(outcome.name, keys)
        self._atom = f"{outcome.name}({','.join([*map(show_individual, keys), ''])}"
        self._ask = ask
        self._budget = budget
        self._reports: list[Report] = []
        self._notes: list[Note] = []

    def row(self) -> tuple[OutcomeRow, list[Note]]:
        """First whether there is a value at all, then whether there is one besides those known, until there is none.

        Each value's `when` is asked for where all of them are known: of many it would say little.
        """
        first = self._report(f"{self._atom}V)")
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
        last = first
        while last.verdict in _POSSIBLE:
            together = self._values(last.holds_when)
            if len(together) > 1 and not self._outcome.multi:
                shown = " and ".join(value_text(own(self._policy, self._name, value)) for value in together)
                self._notes.append(Note("conflict", f"{self._name} can have two values at once: {shown}"))
            found = [value for value in together if value not in values]
            values += found
            if not found or len(values) >= VALUES_CAP:
                break
            known = ", ".join(f"V != {value}" for value in values)
            last = self._report(f"{self._atom}V), {known}", pairs=False)
        return values, last

    def _report(self, claim: str, *, pairs: bool = True) -> Report:
        report = self._ask(claim, max(1, self._budget.left // 2), pairs=pairs)
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
