"""The owner's test cases: `cases.yaml` read, run, and compared with what was expected.

A case states facts (its own over those of the case it is `like`) and expects verdicts of claims or values of
outcomes; it may also expect a reason that cites some rules, or the inputs that are missing. An `expect` left blank,
whole or in one of its lines, is a question that its owner has not answered: such a case neither passes nor fails.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Literal

from bicameral.casebook.coverage import Coverage, coverage
from bicameral.casebook.entries import CASES_FILE, Entry, read_entries
from bicameral.engine import BUDGET_MS, BackendChoice, Options, Policy
from bicameral.explanation.render import value_text
from bicameral.lowering.program import Kind
from bicameral.policy.cases.drafts import Draft, overlay
from bicameral.policy.documents.decoded import document_error
from bicameral.policy.documents.yaml_reader import read_yaml
from bicameral.policy.gathering import gathered
from bicameral.policy.identifiers import ground_name, read_ground_name
from bicameral.policy.model import Case, Claim, Declaration
from bicameral.sorts import Json
from bicameral.sorts.near import clipped, did_you_mean, nearest
from bicameral.sorts.numbers import kind_of
from bicameral.source import Diagnostic, InputError, SourceFile, read_text
from bicameral.syntax import tree
from bicameral.verdict.report import Because, Report, Verdict, WitnessView


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
    """One case run. `unmet` says in words what else was expected and did not come: a reason, a missing input.

    `blank` are the lines of `expect` that await an answer; `answered` is False where there is one, or no line at all.
    """

    name: str
    expectations: tuple[Expectation, ...]
    unmet: tuple[str, ...]
    adjudication: str | None
    blank: tuple[str, ...] = ()

    @property
    def answered(self) -> bool:
        return bool(self.expectations) and not self.blank

    @property
    def failed(self) -> bool:
        return bool(self.unmet) or not all(expectation.passed for expectation in self.expectations)

    @property
    def passed(self) -> bool:
        return self.answered and not self.failed


@dataclass(frozen=True, slots=True)
class BookResult:
    """All cases of a policy run: `passed` when none failed, whether or not all are answered.

    `covered` are the rules that some minimal reason of some case cites. `coverage` says what the cases show of rules,
    exceptions and thresholds; None for an SMT-LIB file, which has none.
    """

    policy: str
    cases: tuple[CaseResult, ...]
    rules: tuple[str, ...]
    covered: frozenset[str]
    sha256: str
    exit_code: int
    coverage: Coverage | None = None

    @property
    def passed(self) -> bool:
        return not any(case.failed for case in self.cases)

    @property
    def unanswered(self) -> tuple[str, ...]:
        return tuple(case.name for case in self.cases if not (case.answered or case.failed))

    @property
    def uncovered(self) -> tuple[str, ...]:
        return tuple(name for name in self.rules if name not in self.covered)


class Casebook:
    """The cases of one policy. Raises InputError with the place of whatever is wrong in them.

    `foreign` cases may be those of another translation of the policy: which rules decide them is not asked then of an
    SMT-LIB file, nor of a program that has not all of those rules.
    """

    def __init__(self, policy: Policy, source: SourceFile, *, foreign: bool = False) -> None:
        self._policy = policy
        self._foreign = foreign
        self._rules = _rule_names(policy)
        self._document = read_yaml(source)
        self.entries = read_entries(self._document)
        self._places = {entry.name: place for place, entry in reversed(list(enumerate(self.entries)))}
        self._drafts: dict[str, Draft] = {}
        self._asked = gathered(partial(self._read, place, entry) for place, entry in enumerate(self.entries))

    @classmethod
    def beside(cls, policy: Policy, shown: str = CASES_FILE) -> Casebook:
        """The `cases.yaml` beside a policy; `shown` is what messages call it."""
        folder = policy.checked.folder
        path = Path(CASES_FILE) if folder is None else Path(folder) / CASES_FILE
        if not path.exists():
            hint = f"the cases of a policy stand beside it, in {CASES_FILE}"
            raise InputError(Diagnostic("unreadable-file", f"cannot read {shown}: no such file", hint=hint))
        return cls(policy, read_text(path, shown))

    # --- running ---------------------------------------------------------------------------------------------

    def run(
        self, budget: int = BUDGET_MS, backend: BackendChoice = "both", require: Literal["both"] | None = None
    ) -> BookResult:
        """Check every case, each claim within the budget (milliseconds).

        `exit_code` is 14 where the backends contradict each other, 1 where a case failed, else 0.
        """
        options = Options(budget=budget, backend=backend, require=require)
        covered: set[str] = set()
        verdicts: set[Verdict] = set()
        results = tuple(
            self._run(entry, asked, options, covered, verdicts)
            for entry, asked in zip(self.entries, self._asked, strict=True)
        )
        self._cover(set(self._rules), covered, options)
        failed = int(any(result.failed for result in results))
        return BookResult(
            self._policy.checked.name,
            results,
            self._rules,
            frozenset(covered),
            sha256(self._document.source.text.encode()).hexdigest(),
            Verdict.DISAGREEMENT.exit_code if Verdict.DISAGREEMENT in verdicts else failed,
            self._coverage(budget),
        )

    def _coverage(self, budget: int) -> Coverage | None:
        if not self._policy.checked.statements:
            return None
        cases = [self._policy.cases.finish(self._drafts[entry.name]) for entry in self.entries]
        return coverage(self._policy.checked, cases, budget)

    def _cover(self, rules: set[str], covered: set[str], options: Options) -> None:
        """Look for rules that no preferred reason cites in the other reasons: these take long to list."""
        for entry, asked in zip(self.entries, self._asked, strict=True):
            case = self._policy.cases.finish(self._drafts[entry.name])
            for one in asked:
                if rules <= covered:
                    return
                whole = Options(**options, all_reasons=True)
                covered |= self._cited(self._report(case, one.claim, whole), one.claim, whole)

    def _run(
        self, entry: Entry, asked: tuple[Asked, ...], options: Options, covered: set[str], verdicts: set[Verdict]
    ) -> CaseResult:
        case = self._policy.cases.finish(self._drafts[entry.name])
        reports = [self._report(case, one.claim, options) for one in asked]
        for one, report in zip(asked, reports, strict=True):
            verdicts.add(report.verdict)
            covered |= self._cited(report, one.claim, options)
        unmet: list[str] = []
        reasons = [_rules(report.because) for report in reports]
        wanted_rules = self._wanted_rules(entry)
        if not any(reason.issuperset(wanted_rules) for reason in reasons):
            whole = [self._report(case, one.claim, Options(**options, all_reasons=True)) for one in asked]
            reasons = [_rules(reason) for report in whole for reason in report.reasons or ()]
        if asked and not any(reason.issuperset(wanted_rules) for reason in reasons):
            shown = "; ".join(", ".join(sorted(reason)) or "nothing" for reason in reasons) or "nothing"
            unmet.append(f"no minimal reason cites {', '.join(entry.because)} (cited: {shown})")
        wanted = {self._ground(name) for name in entry.missing}
        missing = [{one.input for one in report.missing} for report in reports]
        if asked and wanted and not any(_meets(wanted, names) for names in missing):
            shown = "; ".join(", ".join(sorted(names)) for names in missing if names) or "nothing"
            unmet.append(f"missing should be {', '.join(sorted(wanted))} (found: {shown})")
        expectations = tuple(_compare(one, report) for one, report in zip(asked, reports, strict=True))
        blank = tuple(about for about, value in (entry.expect or {}).items() if value is None)
        return CaseResult(entry.name, expectations, tuple(unmet), entry.adjudication, blank)

    def _wanted_rules(self, entry: Entry) -> set[str]:
        """The rules that a reason must cite."""
        names = {named.name for named in self._policy.checked.statements}
        return set() if self._foreign and not names.issuperset(entry.because) else set(entry.because)

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
        reasons = [reason for one in reports for reason in one.reasons or (one.because,)]
        return {entry.name for reason in reasons for entry in reason if entry.kind in ("rule", "constraint")}

    def _complete(self, side: WitnessView) -> Case:
        return self._policy.cases.make_case(
            {name: False if value is None else value for name, value in side.inputs.items()}
        )

    # --- reading ---------------------------------------------------------------------------------------------

    def _read(self, place: int, entry: Entry) -> tuple[Asked, ...]:
        if self._places[entry.name] != place:
            raise self._fault("duplicate-name", f"there are two cases named `{entry.name}`", (place, "name"))
        checks: list[Callable[[], Asked | None]] = [partial(self._stated, place), partial(self._named, place, entry)]
        checks += [partial(self._ask, place, about, value) for about, value in (entry.expect or {}).items()]
        return tuple(asked for asked in gathered(checks) if asked is not None)

    def _stated(self, place: int) -> None:
        self._draft(place, ())

    def _named(self, place: int, entry: Entry) -> None:
        """Check the rules and the inputs that a case names."""
        names = {named.name for named in self._policy.checked.statements} or {*self._rules}
        for position, name in enumerate(entry.because):
            if name not in names and not self._foreign:
                raise self._fault(
                    "unknown-rule",
                    f"no rule is named `{name}`",
                    (place, "because", position),
                    did_you_mean(name, names),
                )
        for position, name in enumerate(entry.missing):
            self._input(name, (place, "missing", position))

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

    def _ask(self, place: int, about: str, value: object) -> Asked | None:
        """One line of `expect`; None for one left blank."""
        path = (place, "expect", about)
        if isinstance(value, str) and value in Verdict.__members__:
            return Asked(about, value, self._claim(about, path), Verdict[value], None)
        read = read_ground_name(about)
        outcome = read is not None and read[2] == len(about.rstrip())
        name = read[0] if read is not None else about
        declared = self._policy.checked.names.get(name)
        if outcome and declared is None and name not in self._policy.checked.defines:
            hint = did_you_mean(name, [known for known, d in self._policy.checked.names.items() if d.role == "outcome"])
            raise self._fault("unknown-outcome", f"the policy has no outcome `{name}`", path, hint)
        if value is None:
            if not outcome or declared is None or declared.role != "outcome":
                self._claim(about, path)
            return None
        if declared is None or declared.role != "outcome" or not outcome:
            raise self._no_verdict(about, value, path, outcome)
        if not isinstance(value, bool | int | Decimal | str):
            raise self._fault("bad-expectation", f"`{about}` is expected to be a single value", path, of_value=True)
        return self._value(declared, about, value, path)

    def _no_verdict(self, about: str, value: object, path: tuple[int | str, ...], outcome: bool) -> InputError:
        """A claim, or a name that is no outcome, without a verdict."""
        near = _near_verdict(value)
        what = "no outcome" if outcome else "a claim"
        message = f"`{clipped(value)}` is no verdict, and `{clipped(about)}` is {what}"
        hint = near or f"a verdict is one of {', '.join(Verdict.__members__)}"
        return self._fault("bad-expectation", message, path, hint, of_value=near is not None)

    def _value(self, declared: Declaration, about: str, value: object, path: tuple[int | str, ...]) -> Asked:
        if declared.sort is None:
            if not isinstance(value, bool):
                hint = _near_verdict(value) or f"found {kind_of(value)}"
                raise self._fault("bad-expectation", f"`{about}` is true or false, or a verdict", path, hint, True)
            verdict = Verdict.VALID if value else Verdict.INVALID
            return Asked(about, value_text(value), self._claim(about, path), verdict, about)
        if value is False:
            keys = about.partition("(")[2].rstrip(") ")
            text = f"{declared.name}({keys}{', ' if keys else ''}_)"
            return Asked(about, "none", self._claim(text, path), Verdict.INVALID, about)
        try:
            own: Json = declared.sort.show(declared.sort.read(value))
        except ValueError as fault:
            near = _near_verdict(value)
            raise self._fault("bad-expectation", f"`{about}`: {fault}", path, near, of_value=True) from fault
        literal = f"{own:f}" if isinstance(own, Decimal) else str(own)
        return Asked(about, value_text(own), self._claim(f"{about} = {literal}", path), Verdict.VALID, about)

    def _claim(self, text: str, path: tuple[int | str, ...]) -> Claim:
        try:
            return self._policy.claim(text)
        except InputError as fault:
            found = [self._fault(d.code, d.message, path, d.hint).diagnostics[0] for d in fault.diagnostics]
            raise InputError(*found) from fault

    def _input(self, name: str, path: tuple[int | str, ...] = ()) -> Declaration:
        declared = self._policy.checked.names.get(name.partition("(")[0])
        if declared is None or declared.name not in self._policy.checked.inputs:
            hint = did_you_mean(name, self._policy.checked.inputs)
            raise self._fault("unknown-input", f"no input is named `{name}`", path, hint)
        return declared

    def _ground(self, name: str) -> str:
        """An input as a report names it: `age(ben)`; without individuals, `age` stands for that of anybody."""
        declared = self._input(name)
        read = read_ground_name(name)
        return declared.name if read is None else ground_name(declared.name, read[1])

    def _fault(
        self, code: str, message: str, path: tuple[int | str, ...], hint: str | None = None, of_value: bool = False
    ) -> InputError:
        return document_error(self._document.source, code, message, self._document.where(path, of_value), hint)


def _rule_names(policy: Policy) -> tuple[str, ...]:
    """The rules that a reason can cite: those of the program, or the assertions of an SMT-LIB file."""
    named = [one.name for one in policy.checked.statements if isinstance(one.statement, tree.Rule)]
    if not policy.checked.statements:
        named = [one.name for one in policy.lowered().assertions if one.kind is Kind.RULE]
    return tuple(dict.fromkeys(named))


def _near_verdict(value: object) -> str | None:
    near = nearest(value, Verdict.__members__) if isinstance(value, str) else None
    return f"did you mean `{near}`?" if near is not None else None


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


def _meets(wanted: set[str], found: set[str]) -> bool:
    """Whether exactly the wanted inputs were found; one wanted without individuals stands for that of anybody."""
    named = {name for name in found if name in wanted or name.partition("(")[0] in wanted}
    plain = found | {name.partition("(")[0] for name in found}
    return named == found and wanted <= plain


def _rules(reason: tuple[Because, ...]) -> set[str]:
    """The names of the rules that a reason cites; a closed world cites its own."""
    cited = {entry.name for entry in reason if entry.kind in ("rule", "constraint")}
    return cited | {rule for entry in reason for rule in entry.rules or ()}
