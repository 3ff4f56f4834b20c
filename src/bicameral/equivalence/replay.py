"""A region's example put to each translation as a case: do both backends say what was found, and by which rules?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bicameral.backends.contract import Budget
from bicameral.equivalence.claims import Answers, Said
from bicameral.equivalence.sides import Input, Observed, Truth
from bicameral.equivalence.vocabulary import SharedInput, SharedOutcome
from bicameral.equivalence.wording import in_units
from bicameral.formula.interpreter import Value
from bicameral.formula.term import Term
from bicameral.sorts import Json
from bicameral.source.record import record
from bicameral.verdict.report import Report, Verdict

_EXPECTED = {"proves": Verdict.VALID, "refutes": Verdict.INVALID, "open": Verdict.SATISFIABLE}


class Check(Protocol):
    """A translation that can be asked."""

    def __call__(self, facts: Mapping[str, object], claim: str, budget: int) -> Report:
        """The report on a claim under facts in own units, within milliseconds."""


@record
class Replay:
    """What a translation said of the example: who decided, by which rules, and what contradicts the finding."""

    agreement: str
    rules: tuple[str, ...]
    contradiction: str | None
    undecided: str | None = None


def replay(
    check: Check,
    facts: Mapping[str, object],
    answers: Answers,
    outcomes: tuple[SharedOutcome, ...],
    side: int,
    budget: Budget,
) -> Replay:
    """Ask of every outcome in `outcomes` what the comparison says that the side says."""
    agreements: dict[str, None] = {}
    rules: dict[str, None] = {}
    undecided = None
    for place, outcome in enumerate(outcomes):
        said = None if answers is None else answers[place]
        claim, expected = _claim(outcome, side, said)
        if claim is None:
            continue
        if budget.left <= 0:
            return Replay("none", tuple(rules), None, "there was no time left to replay the example")
        report = check(facts, claim, budget.left)
        agreements[report.agreement] = None
        if report.verdict is Verdict.UNKNOWN:
            undecided = f"`{claim}` was not decided"
        elif report.verdict is not expected:
            text = f"`{claim}` is {report.verdict.name}, where the comparison has {expected.name}"
            return Replay(report.agreement, tuple(rules), text)
        rules |= dict.fromkeys(_responsible(report))
        if said is None:
            break
    return Replay(_worst(agreements), tuple(rules), None, undecided)


def facts_of(point: Mapping[Term, Value], inputs: tuple[SharedInput, ...], side: int) -> dict[str, object]:
    """The point as facts of one translation, under its own names and in its own units."""
    facts: dict[str, object] = {}
    for one in inputs:
        mine = one.known.get(side)
        if mine is not None and not mine.derived:
            _state(facts, mine, _fact(one, mine, point))
    return facts


def _fact(one: SharedInput, mine: Input, point: Mapping[Term, Value]) -> Json:
    if one.given is not None and not point[one.given]:
        return False
    value = point[one.value]
    assert isinstance(value, bool | int | str)
    sort = mine.declaration.sort
    if sort is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return next(name for name in mine.value.sort.members if name.rpartition(".")[2] == value.rpartition(".")[2])
    return sort.show(value * mine_scale(mine, one) // one.scale)


def mine_scale(mine: Input, one: SharedInput) -> int:
    """The scale of a side's own number; a file without lines of its own takes the comparison's."""
    sort = mine.declaration.sort
    return one.scale if sort is None or (sort.scale == 1 and not mine.says) else sort.scale


def _state(facts: dict[str, object], mine: Input, value: Json) -> None:
    """Keyed inputs stand in objects within one another."""
    if not mine.keys:
        facts[mine.declaration.name] = value
        return
    inner = facts.setdefault(mine.declaration.name, {})
    for key in mine.keys[:-1]:
        assert isinstance(inner, dict)
        inner = inner.setdefault(key, {})
    assert isinstance(inner, dict)
    inner[mine.keys[-1]] = value


def _claim(outcome: SharedOutcome, side: int, said: Said | None) -> tuple[str | None, Verdict]:
    """What is asked about an outcome, and what has to come; None where no claim says it in one."""
    observed = outcome.observed[side]
    if said is None:
        return _any_claim(observed, outcome.scale), Verdict.INCONSISTENT
    if isinstance(observed, Truth):
        return observed.name, _EXPECTED[said.status]
    if said.status != "value" or not isinstance(said.value, int | str):
        return None, Verdict.VALID
    return f"{observed.name} = {in_units(observed.declaration, said.value, outcome.scale)}", Verdict.VALID


def _any_claim(observed: Observed, scale: int) -> str:
    if isinstance(observed, Truth):
        return observed.name
    members = observed.value.sort.members
    low, high = observed.declaration.low, observed.declaration.high
    own = observed.declaration.sort.scale if observed.declaration.sort is not None else scale
    number = low if low is not None else high if high is not None else 0
    shown = members[0].rpartition(".")[2] if members else in_units(observed.declaration, number, own)
    return f"{observed.name} = {shown}"


def _responsible(report: Report) -> list[str]:
    found: list[str] = []
    for entry in report.because:
        if entry.kind in ("rule", "constraint"):
            found.append(entry.name)
        elif entry.kind == "closed-world":
            found += entry.rules or (entry.name,)
    if report.ambiguous is not None:
        found += report.ambiguous.rules
    return found


def _worst(agreements: Mapping[str, None]) -> str:
    order = ("none", "mixed", "smt", "asp", "both")
    return next((one for one in order if one in agreements), "none")
