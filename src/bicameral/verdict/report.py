"""The report: what a check returns, in Python and (through `explanation.encode`) as JSON.

Field order is the order of the JSON keys. Values are in own units here: int, Decimal, ISO date text, member, bool.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from bicameral.sorts import Json
from bicameral.source.record import record


class Verdict(Enum):
    """A verdict and its exit code; of several claims the greatest code is the command's."""

    VALID = 0
    INVALID = 10
    SATISFIABLE = 11
    INCONSISTENT = 12
    UNKNOWN = 13
    DISAGREEMENT = 14

    @property
    def exit_code(self) -> int:
        return self.value


@record
class Place:
    file: str
    line: int


@record
class SourcePlace:
    file: str
    line: int
    heading: str | None


@record
class Because:
    """One entry of a reason. Which keys its JSON has depends on the kind: see docs/verdicts.md."""

    kind: str
    name: str
    text: str | None = None
    at: Place | None = None
    source: SourcePlace | None = None
    rules: tuple[str, ...] | None = None
    value: Json = None
    label: str | None = None
    low: Json = None
    high: Json = None


@record
class WitnessView:
    """A witness in own units. `outcomes`: a Boolean, a value, None for no value, or a tuple where there are two."""

    inputs: Mapping[str, Json]
    outcomes: Mapping[str, Json | tuple[Json, ...]]


@record
class IntervalView:
    from_: Json
    to: Json


@record
class Missing:
    """An input whose value decides, and on which values."""

    input: str
    question: str
    at: Mapping[str, Json]
    holds: tuple[IntervalView | Json, ...]
    fails: tuple[IntervalView | Json, ...]


@record
class Ambiguous:
    inputs: Mapping[str, Json]
    atoms: tuple[str, ...]
    rules: tuple[str, ...]


@record
class Conflict:
    outcome: str
    values: tuple[Json, ...]
    rules: tuple[str, ...]


@record
class Note:
    code: str
    text: str


@record
class BackendView:
    can_hold: str
    can_fail: str
    reason: str | None
    ms: float


@record
class PolicyView:
    name: str
    version: str | None
    effective_from: str | None
    effective_to: str | None
    sha256: str


@record
class Report:
    verdict: Verdict
    claim: str
    agreement: str
    because: tuple[Because, ...]
    reasons: tuple[tuple[Because, ...], ...] | None  # with --all-reasons
    holds_when: WitnessView | None
    fails_when: WitnessView | None
    missing: tuple[Missing, ...]
    ambiguous: Ambiguous | None
    conflicts: tuple[Conflict, ...]
    notes: tuple[Note, ...]
    backends: Mapping[str, BackendView]
    policy: PolicyView
    as_of: str | None
    bicameral: str

    @property
    def exit_code(self) -> int:
        return self.verdict.exit_code


@record
class Reports:
    """The reports of several claims on one case, in the order given."""

    reports: tuple[Report, ...]

    @property
    def exit_code(self) -> int:
        """The greatest of the claims' codes."""
        return max(report.exit_code for report in self.reports)


@record
class OutcomeValue:
    value: Json
    when: str | None


@record
class OutcomeRow:
    """One outcome in a check without a claim. `whole` says that `values` are all there are."""

    outcome: str
    status: str  # certain, impossible, open, undecided, disagreement, inconsistent
    agreement: str
    values: tuple[OutcomeValue, ...]
    missing: tuple[Missing, ...]
    whole: bool = True


@record
class OutcomeTable:
    outcomes: tuple[OutcomeRow, ...]
    notes: tuple[Note, ...]
    backends: Mapping[str, BackendView]
    policy: PolicyView
    as_of: str | None
    bicameral: str

    @property
    def exit_code(self) -> int:
        """14 where the backends contradict each other, else 13, 12 or 0; without a row, as the policy itself is."""
        statuses = {row.status for row in self.outcomes} if self.outcomes else {self._consistency()}
        for status, verdict in _WORST:
            if status in statuses:
                return verdict.exit_code
        return 0

    def _consistency(self) -> str:
        """What the backends say of there being an answer set at all."""
        said = {view.can_hold for view in self.backends.values()} - {"undecided"}
        if len(said) == 2:
            return "disagreement"
        return "undecided" if not said else "inconsistent" if said == {"no"} else "certain"


_WORST = (
    ("disagreement", Verdict.DISAGREEMENT),
    ("undecided", Verdict.UNKNOWN),
    ("inconsistent", Verdict.INCONSISTENT),
)
