"""What the documents about several people say, read from each source.md and not from its policy.lp.

Loops and sets in place of rules: reachability by a growing set, priorities by the order of a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tests.rules.calendar import months_between


@dataclass(frozen=True)
class Dependent:
    relation: str
    age: int
    disabled_at: int | None = None
    own_coverage: bool = False
    catastrophic_only: bool = False
    court_order: bool = False
    enrolled: bool = False

    @property
    def eligible(self) -> bool:
        if self.relation == "child":
            return self.age < 26 or (self.disabled_at is not None and self.disabled_at < 26)
        if self.relation == "spouse":
            return not self.own_coverage or self.catastrophic_only
        return self.court_order


@dataclass(frozen=True)
class Plan:
    """What a form leads to; money in dollars."""

    complete: bool
    waiver: bool
    covered: int
    tier: str
    contribution: Fraction


def plan(form: Iterable[Dependent]) -> Plan | None:
    """None for a form that is returned."""
    people = list(form)
    if sum(person.relation == "spouse" for person in people) > 1:
        return None
    if any(person.disabled_at is not None and person.disabled_at > person.age for person in people):
        return None
    covered = [person for person in people if person.eligible and person.enrolled]
    share = sum(80 if person.relation == "child" else 140 for person in covered)
    return Plan(
        all(person.eligible for person in people if person.relation == "child"),
        any(person.eligible and not person.enrolled for person in people),
        len(covered),
        ["employee_only", "employee_plus_one", "family"][min(len(covered), 2)],
        Fraction("95.50") + min(share, 300),
    )


@dataclass(frozen=True)
class Purchase:
    """Pairs are (subordinate, manager) and (delegator, delegate)."""

    amount: int
    day: date
    requesters: frozenset[str]
    reports_to: frozenset[tuple[str, str]]
    limits: Mapping[str, int]
    board: frozenset[str] = frozenset()
    delegates: Mapping[tuple[str, str], date | None] = field(default_factory=dict)
    suspended: frozenset[str] = frozenset()
    signed: frozenset[str] = frozenset()
    emergency: bool = False


def _reached(start: Iterable[str], pairs: Iterable[tuple[str, str]]) -> set[str]:
    """Everybody whom one pair or more lead to from the start."""
    steps = list(pairs)
    found: set[str] = set()
    edge = set(start)
    while edge:
        edge = {last for first, last in steps if first in edge} - found
        found |= edge
    return found


def approvers(request: Purchase) -> set[str] | None:
    """Who may approve; None for a record that cannot be."""
    if len(request.requesters) != 1:
        return None
    if any(person in _reached({person}, request.reports_to) for person, _ in request.reports_to):
        return None
    line = _reached(request.requesters, request.reports_to)
    first = {
        person for person in line if person in request.board or request.amount <= request.limits.get(person, -1)
    } - request.requesters
    in_force = [
        pair
        for pair, last in request.delegates.items()
        if (last is None or request.day <= last) and not request.requesters & set(pair)
    ]
    return first | _reached(first, in_force)


def counting(request: Purchase) -> set[str] | None:
    """Whose signatures count."""
    able = approvers(request)
    return None if able is None else (able & request.signed) - request.suspended


def approved(request: Purchase) -> bool | None:
    signers = counting(request)
    if signers is None:
        return None
    if request.emergency and signers & request.board:
        return True
    return len(signers) >= (2 if request.amount > 5000 else 1)


COUNTRY = {"washington": "united_states", "california": "united_states", "hesse": "germany", "bavaria": "germany"}


@dataclass(frozen=True)
class Worker:
    works_in: str
    region: str | None
    hired: date
    fixed_term: bool = False
    under_agreement: bool = False
    premature_birth: bool = False
    multiple_birth: bool = False
    call_centre: bool = False
    on_call: bool = False
    pregnant: bool = False
    agreed: bool = False

    @property
    def possible(self) -> bool:
        return self.region is None or COUNTRY[self.region] == self.works_in


def leave_weeks(worker: Worker, day: date) -> int:
    service = months_between(worker.hired, day)
    weeks = [0]
    if worker.under_agreement or not (worker.fixed_term or service < 6):
        weeks.append(10)
    if worker.works_in == "united_states" and service >= 12:
        weeks.append(12)
    if worker.works_in == "germany":
        weeks.append(18 if worker.premature_birth or worker.multiple_birth else 14)
    if worker.region == "washington":
        weeks.append(16)
    return max(weeks)


def notice_days(worker: Worker, day: date) -> int:
    if worker.under_agreement:
        return 90
    if worker.region == "california":
        return 45
    if worker.works_in == "germany":
        return 60 if months_between(worker.hired, day) >= 60 else 28
    return 30


def sunday_work(worker: Worker) -> str:
    german = worker.works_in == "germany"
    protected = german and worker.pregnant and not worker.agreed
    national = "forbidden" if german and (protected or not worker.on_call) else None
    state = {"hesse": "allowed", "bavaria": "forbidden"}.get(worker.region or "") if worker.call_centre else None
    ranking = [national, state] if protected else [state, national]
    return next(said for said in (*ranking, "allowed") if said is not None)
