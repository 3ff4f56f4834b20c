"""The owner's test cases: `cases.yaml` read, run, and compared with what was expected.

A case states facts (its own over those of the case it is `like`) and expects verdicts of claims or values of
outcomes; it may also expect a reason that cites some rules, or the inputs that are missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from bicameral.engine import BUDGET_MS, BackendChoice, Options, Policy
from bicameral.explanation.render import value_text
from bicameral.policy.cases.drafts import Draft, overlay
from bicameral.policy.documents.decoded import Document, document_error
from bicameral.policy.documents.yaml_reader import read_yaml
from bicameral.policy.model import Case, Claim, Declaration
from bicameral.sorts import Json
from bicameral.sorts.near import did_you_mean
from bicameral.source import InputError, SourceFile, read_text
from bicameral.syntax import tree
from bicameral.verdict.report import Because, Report, Verdict, WitnessView

CASES_FILE = "cases.yaml"


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One case as written, values in their own units."""

    name: str
    expect: dict[str, object]
    like: str | None = None
    facts: dict[str, object] = msgspec.field(default_factory=dict)
    entities: dict[str, list[str]] = msgspec.field(default_factory=dict)
    because: list[str] = msgspec.field(default_factory=list)
    missing: list[str] = msgspec.field(default_factory=list)
    adjudication: str | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """One line of `expect` as a claim; `outcome` is None where a claim was written."""

    about: str
    expected: str
    claim: Claim
    verdict: Verdict
    outcome: str | None


@dataclass(frozen=True, slots=True)
class Expectation:
    """One line of `expect`, and what came of it; `got` is a verdict's name or the outcome's value as text."""

    about: str
    expected: str
    got: str
    passed: bool


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case run. `unmet` says in words what else was expected and did not come: a reason, a missing input."""

    name: str
    expectations: tuple[Expectation, ...]
    unmet: tuple[str, ...]
    adjudication: str | None

    @property
    def passed(self) -> bool:
        return not self.unmet and all(expectation.passed for expectation in self.expectations)


@dataclass(frozen=True, slots=True)
class BookResult:
    """All cases of a policy run. `covered` are the rules that some minimal reason of some case cites."""

    policy: str
    cases: tuple[CaseResult, ...]
    rules: tuple[str, ...]
    covered: frozenset[str]
    sha256: str
    exit_code: int

    @property
    def passed(self) -> bool:
        return all(case.passed for case in self.cases)

    @property
    def uncovered(self) -> tuple[str, ...]:
        return tuple(name for name in self.rules if name not in self.covered)


class Casebook:
    """The cases of one policy. Raises InputError with the place of whatever is wrong in them."""

    def __init__(self, policy: Policy, source: SourceFile) -> None:
        self._policy = policy
        self._document = read_yaml(source)
        self.entries = _entries(self._document)
        self._places = {entry.name: place for place, entry in reversed(list(enumerate(self.entries)))}
        self._drafts: dict[str, Draft] = {}
        self._asked = [self._read(place, entry) for place, entry in enumerate(self.entries)]

    @classmethod
    def beside(cls, policy: Policy) -> Casebook:
        """The `cases.yaml` beside a policy."""
        folder = policy.checked.folder
        path = Path(CASES_FILE) if folder is None else Path(folder) / CASES_FILE
        return cls(policy, read_text(path, CASES_FILE))

    # --- running ---------------------------------------------------------------------------------------------

    def run(
        self, budget: int = BUDGET_MS, backend: BackendChoice = "both", require: Literal["both"] | None = None
    ) -> BookResult:
        """Check every case, each claim within the budget (milliseconds).

        `exit_code` is 14 where the backends contradict each other, 1 where a case failed, else 0.
        """
        options = Options(budget=budget, backend=backend, require=require, all_reasons=True)
        covered: set[str] = set()
        verdicts: set[Verdict] = set()
        results = tuple(
            self._run(entry, asked, options, covered, verdicts)
            for entry, asked in zip(self.entries, self._asked, strict=True)
        )
        rules = dict.fromkeys(n.name for n in self._policy.checked.statements if isinstance(n.statement, tree.Rule))
        failed = 0 if all(result.passed for result in results) else 1
        return BookResult(
            self._policy.checked.name,
            results,
            tuple(rules),
            frozenset(covered),
            sha256(self._document.source.text.encode()).hexdigest(),
            Verdict.DISAGREEMENT.exit_code if Verdict.DISAGREEMENT in verdicts else failed,
        )

    def _run(
        self, entry: Entry, asked: tuple[Asked, ...], options: Options, covered: set[str], verdicts: set[Verdict]
    ) -> CaseResult:
        case = self._policy.cases.finish(self._drafts[entry.name])
        reports = [self._report(case, one.claim, options) for one in asked]
        for one, report in zip(asked, reports, strict=True):
            verdicts.add(report.verdict)
            covered |= self._cited(report, one.claim, options)
        unmet: list[str] = []
        reasons = [_rules(reason) for report in reports for reason in report.reasons or ()]
        if entry.because and not any(reason.issuperset(entry.because) for reason in reasons):
            shown = "; ".join(", ".join(sorted(reason)) or "nothing" for reason in reasons) or "nothing"
            unmet.append(f"no minimal reason cites {', '.join(entry.because)} (cited: {shown})")
        wanted = {self._input(name).name for name in entry.missing}
        missing = [{one.input for one in report.missing} for report in reports]
        if wanted and wanted not in missing:
            shown = "; ".join(", ".join(sorted(names)) for names in missing if names) or "nothing"
            unmet.append(f"missing should be {', '.join(sorted(wanted))} (found: {shown})")
        expectations = tuple(_compare(one, report) for one, report in zip(asked, reports, strict=True))
        return CaseResult(entry.name, expectations, tuple(unmet), entry.adjudication)

    def _report(self, case: Case, claim: Claim, options: Options) -> Report:
        report = self._policy.check(case=replace(case, claims=(claim,)), **options)
        assert isinstance(report, Report)
        return report

    def _cited(self, report: Report, claim: Claim, options: Options) -> set[str]:
        """The rules in the minimal reasons of a report; of an open claim, in those of both sides of its pair."""
        reports = [report]
        if report.verdict is Verdict.SATISFIABLE and report.ambiguous is None:
            sides = [side for side in (report.holds_when, report.fails_when) if side is not None]
            reports += [self._report(self._complete(side), claim, options) for side in sides]
        reasons = [reason for one in reports for reason in one.reasons or ()]
        return {entry.name for reason in reasons for entry in reason if entry.kind in ("rule", "constraint")}

    def _complete(self, side: WitnessView) -> Case:
        return self._policy.cases.make_case(
            {name: False if value is None else value for name, value in side.inputs.items()}
        )

    # --- reading ---------------------------------------------------------------------------------------------

    def _read(self, place: int, entry: Entry) -> tuple[Asked, ...]:
        if self._places[entry.name] != place:
            raise self._fault("duplicate-name", f"there are two cases named `{entry.name}`", (place, "name"))
        if not entry.expect:
            raise self._fault("bad-case", "a case expects something", (place, "expect"), "such as `{approved: VALID}`")
        self._draft(place, ())
        names = {named.name for named in self._policy.checked.statements}
        for position, name in enumerate(entry.because):
            if name not in names:
                raise self._fault(
                    "unknown-rule",
                    f"no rule is named `{name}`",
                    (place, "because", position),
                    did_you_mean(name, names),
                )
        for position, name in enumerate(entry.missing):
            self._input(name, (place, "missing", position))
        return tuple(self._ask(place, about, value) for about, value in entry.expect.items())

    def _draft(self, place: int, waiting: tuple[str, ...]) -> Draft:
        """The facts of a case over those of the case it is like; a null fact takes a fact of that case back."""
        entry = self.entries[place]
        known = self._drafts.get(entry.name)
        if known is not None:
            return known
        if entry.name in waiting:
            raise self._fault("like-cycle", f"`{entry.name}` is like itself", (place, "like"))
        own = self._policy.cases.mapping({"facts": entry.facts, "entities": entry.entities}, self._document, (place,))
        if entry.like is not None:
            if entry.like not in self._places:
                hint = did_you_mean(entry.like, self._places)
                raise self._fault("unknown-case", f"no case is named `{entry.like}`", (place, "like"), hint)
            base = overlay([self._draft(self._places[entry.like], (*waiting, entry.name))])
            for name, value in entry.facts.items():
                if value is None and name in self._policy.checked.names:
                    base.stated.pop(self._policy.checked.names[name].name, None)
            own = overlay([base, own], replace=True)
        self._drafts[entry.name] = own
        return own

    def _ask(self, place: int, about: str, value: object) -> Asked:
        path = (place, "expect", about)
        declared = self._policy.checked.names.get(about.partition("(")[0].strip())
        if isinstance(value, str) and value in Verdict.__members__:
            return Asked(about, value, self._claim(about, path), Verdict[value], None)
        if declared is None or declared.role != "outcome":
            known = ", ".join(Verdict.__members__)
            raise self._fault("bad-expectation", f"`{value}` is no verdict, and `{about}` is no outcome", path, known)
        if not (value is None or isinstance(value, bool | int | Decimal | str)):
            raise self._fault("bad-expectation", f"`{about}` is expected to be a single value", path)
        return self._value(declared, about, value, path)

    def _value(self, declared: Declaration, about: str, value: object, path: tuple[int | str, ...]) -> Asked:
        if declared.sort is None:
            if not isinstance(value, bool):
                raise self._fault("bad-expectation", f"`{about}` is true or false, or a verdict", path)
            verdict = Verdict.VALID if value else Verdict.INVALID
            return Asked(about, value_text(value), self._claim(about, path), verdict, about)
        if value is None:
            keys = about.partition("(")[2].rstrip(") ")
            text = f"{declared.name}({keys}{', ' if keys else ''}_)"
            return Asked(about, "none", self._claim(text, path), Verdict.INVALID, about)
        try:
            own: Json = declared.sort.show(declared.sort.read(value))
        except ValueError as fault:
            raise self._fault("bad-expectation", f"`{about}`: {fault}", path) from fault
        literal = f"{own:f}" if isinstance(own, Decimal) else str(own)
        return Asked(about, value_text(own), self._claim(f"{about} = {literal}", path), Verdict.VALID, about)

    def _claim(self, text: str, path: tuple[int | str, ...]) -> Claim:
        try:
            return self._policy.claim(text)
        except InputError as fault:
            first = fault.diagnostics[0]
            raise self._fault(first.code, first.message, path, first.hint) from fault

    def _input(self, name: str, path: tuple[int | str, ...] = ()) -> Declaration:
        declared = self._policy.checked.names.get(name.partition("(")[0])
        if declared is None or declared.name not in self._policy.checked.inputs:
            hint = did_you_mean(name, self._policy.checked.inputs)
            raise self._fault("unknown-input", f"no input is named `{name}`", path, hint)
        return declared

    def _fault(self, code: str, message: str, path: tuple[int | str, ...], hint: str | None = None) -> InputError:
        return document_error(self._document.source, code, message, self._document.where(path), hint)


def _compare(asked: Asked, report: Report) -> Expectation:
    passed = report.verdict is asked.verdict
    if asked.outcome is None:
        got = report.verdict.name
    elif passed:
        got = asked.expected
    else:
        got = _found(asked.outcome, report) or report.verdict.name
    return Expectation(asked.about, asked.expected, got, passed)


def _found(outcome: str, report: Report) -> str | None:
    """The value that an outcome has instead, where the report shows it."""
    side = report.fails_when if report.verdict is Verdict.INVALID else None
    if side is None or outcome not in side.outcomes:
        return None
    value = side.outcomes[outcome]
    return " and ".join(map(value_text, value)) if isinstance(value, tuple) else value_text(value)


def _rules(reason: tuple[Because, ...]) -> set[str]:
    """The names of the rules that a reason cites; a closed world cites its own."""
    cited = {entry.name for entry in reason if entry.kind in ("rule", "constraint")}
    return cited | {rule for entry in reason for rule in entry.rules or ()}


def _entries(document: Document) -> tuple[Entry, ...]:
    try:
        entries = msgspec.convert(document.data, list[Entry])
    except msgspec.ValidationError as fault:
        message, _, place = str(fault).partition(" - at `")
        path = tuple(int(step) if step.isdigit() else step for step in re.findall(r"\w+", place))
        raise document_error(document.source, "bad-case", message, document.where(path)) from fault
    if not entries:
        raise document_error(
            document.source, "bad-case", "there is no case", hint="such as `- {name: ..., expect: ...}`"
        )
    return tuple(entries)
