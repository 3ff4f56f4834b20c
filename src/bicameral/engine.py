"""The one composition root: a policy loaded once, checked many times.

    from bicameral import Policy
    Policy.load("rules/leave").check({"weekly_hours": 30}, "eligible")

Nothing before this module knows which backends there are. A loaded policy prepares each claim once (a session for
each backend, kept while it is among those used last); a check on a prepared claim is the hot path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import (
    TYPE_CHECKING,
    Protocol,
    Unpack,
    cast,
    overload,
    runtime_checkable,
)

from bicameral.backends.contract import (
    Answer,
    Backend,
    Budget,
    Decision,
    Lower,
    Reasoner,
    Session,
    Truth,
)
from bicameral.explanation.explain import Explainer
from bicameral.explanation.options import BUDGET_MS, BackendChoice, Options, check_options
from bicameral.explanation.probing import Probing, reasoner_of
from bicameral.explanation.reporter import Question, Reporter, Terms, decide
from bicameral.lowering import LoweredProgram, Lowerer
from bicameral.policy.instances import Entities, Scope, instances, invented, scope_of
from bicameral.policy.model import Case, CheckedPolicy, Claim
from bicameral.source import Diagnostic, InputError, PolicyError, read_text
from bicameral.verdict.derived import recomputation
from bicameral.verdict.report import Note, OutcomeTable, Report, Reports, WitnessView

if TYPE_CHECKING:
    from bicameral.policy.cases.reader import CaseReader

__all__ = ["BUDGET_MS", "Arbiter", "BackendChoice", "Lower", "MakeBackend", "Options", "Policy", "default_backends"]

TABLE_PART = 5  # of the budget: a table's many questions take one such part, a question with a claim all of it
PREPARED_CLAIMS = 64  # of a policy: beyond, the one used longest ago is prepared again when it is asked for
PREPARED_SCOPES = 8  # sets of individuals a policy is kept lowered for

MakeBackend = Callable[[CheckedPolicy, Lower], Backend]


@runtime_checkable
class Arbiter(Protocol):
    """What the ASP backend offers a disagreement."""

    def arbitrate(self, claim: Claim | None, case: Case, budget: Budget) -> Decision:
        """Both questions again, without preprocessing."""

    def facts_program(self, case: Case, claim: Claim | None, budget: Budget) -> str:
        """A program for stock clingo."""


@dataclass(slots=True)
class _Prepared:
    """One claim made ready for every backend that was asked for it."""

    claim: Claim | None
    scope: Scope = ()
    sessions: dict[str, Session] = field(default_factory=dict)


class Policy:
    """A checked policy before its backends. `load` does the costly work once; `check` may be called from any thread.

    `backends` maps a backend's name to what makes it; the default is clingo and Z3. `lowerer` is what lowers claims,
    where it is not made from the policy's statements. `notes` go into every report.
    """

    def __init__(
        self,
        checked: CheckedPolicy,
        backends: Mapping[str, MakeBackend] | None = None,
        *,
        lowerer: Lowerer | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        self.checked = checked
        self._make = dict(backends if backends is not None else default_backends())
        self._backends: dict[str, Backend] = {}
        self._arbiter: Arbiter | None = None
        self._cases: CaseReader | None = None
        self._lowerer = lowerer  # of an SMT-LIB file, which has no individuals
        self._scoped = lru_cache(PREPARED_SCOPES)(self._lowered_for)
        self.notes = notes
        self._lowered = lru_cache(PREPARED_CLAIMS)(self._lower)
        self._prepare = lru_cache(PREPARED_CLAIMS)(_Prepared)
        self._named = lru_cache(PREPARED_CLAIMS)(self._prepare_text)
        self._reporter = Reporter(checked, Explainer(checked, recomputation(checked)), notes)
        self._lock = RLock()

    @classmethod
    def load(cls, path: str | Path, outcomes: Sequence[str] | None = None) -> Policy:
        """Read a policy: a folder, an `.lp` or an `.smt2` file. Raises PolicyError with everything that is wrong.

        `outcomes` are as for `from_smtlib`; another policy declares its own.
        """
        if Path(path).suffix == ".smt2":
            return cls.from_smtlib(path, outcomes)
        if outcomes is not None:
            hint = "a line `%@ outcome NAME` of the policy declares one"
            raise InputError(Diagnostic("bad-option", f"outcomes are named of an .smt2 file, not of {path}", hint=hint))
        from bicameral.policy import load

        return cls(load(Path(path)))

    @classmethod
    def from_smtlib(cls, path: str | Path, outcomes: Sequence[str] | None = None) -> Policy:
        """An SMT-LIB file as a policy: Z3 alone decides, and every report says so.

        `outcomes` name its outcomes where its lines do not, or fewer of them.
        """
        from bicameral.lowering.smtlib_policy import read_policy

        found = read_policy(read_text(Path(path), Path(path).name, PolicyError), Path(path).stem, outcomes)
        backends = {"smt": default_backends()["smt"]}
        notes = [Note("smtlib-policy", "the policy is an SMT-LIB file: there is no program that clingo could run")]
        if not found.split:
            notes.append(Note("no-split", "no line of it tells inputs from outcomes: any constant may be stated"))
        checked = replace(found.checked, folder=str(Path(path).resolve().parent))
        return cls(checked, backends, lowerer=found.lowerer, notes=tuple(notes))

    @overload
    def check(
        self, facts: Mapping[str, object] | None, claim: str, *, case: None = None, **options: Unpack[Options]
    ) -> Report: ...

    @overload
    def check(
        self,
        facts: Mapping[str, object] | None,
        claim: list[str] | tuple[str, ...],
        *,
        case: None = None,
        **options: Unpack[Options],
    ) -> Reports: ...

    @overload
    def check(
        self,
        facts: Mapping[str, object] | None = None,
        claim: None = None,
        *,
        case: None = None,
        **options: Unpack[Options],
    ) -> OutcomeTable: ...

    @overload
    def check(self, *, case: Case, **options: Unpack[Options]) -> Report | Reports | OutcomeTable: ...

    def check(
        self,
        facts: Mapping[str, object] | None = None,
        claim: str | list[str] | tuple[str, ...] | None = None,
        *,
        case: Case | None = None,
        **options: Unpack[Options],
    ) -> Report | Reports | OutcomeTable:
        """Decide what is claimed of the facts: a report, one for each of several claims, or, without a claim, a table.

        Facts are as in a case's JSON, by name or alias; numbers are int or Decimal. Raises InputError for anything
        that is not admissible; nothing bad is ever a verdict.
        """
        check_options(options)
        with self._lock:
            if case is None:
                claims = () if claim is None else (claim,) if isinstance(claim, str) else tuple(claim)
                case = self._case(facts, claims, options)
                within = scope_of(self.checked, case.entities)
                prepared = [self._named(text, within) for text in claims]
                several = not (claim is None or isinstance(claim, str))
                if several and not claims:
                    raise InputError(
                        Diagnostic("bad-option", "an empty list of claims", hint="leave it out for a table")
                    )
            elif facts is not None or claim is not None:
                raise TypeError("a case brings its own facts and claims")
            else:
                within = scope_of(self.checked, case.entities)
                prepared = [self._prepare(one, within) for one in case.claims]
                several = len(case.claims) > 1
            if not prepared and not several:
                return self._table(case, options)
            budget = Budget(options.get("budget", BUDGET_MS))
            reports = []
            for position, one in enumerate(prepared):
                share = budget.left // (len(prepared) - position)
                reports.append(self._report(one, case, options, share))
            return Reports(tuple(reports)) if several else reports[0]

    @property
    def backends(self) -> tuple[str, ...]:
        """The names of those that decide."""
        return tuple(self._make)

    def claim(self, text: str) -> Claim:
        """A claim read against the policy's vocabulary. Raises InputError."""
        return self.cases.claims.read(text).claim

    def lowered(self, claim: Claim | None = None, scope: Scope = (), further: bool = False) -> LoweredProgram:
        """The policy (with a claim, for the members of its open sorts) as the compiler lowers it, remembered.

        `further` adds an individual to each open sort, who is asserted not to exist.
        """
        return self._lowered(claim, scope, further)

    def smtlib(self, budget: int = BUDGET_MS, entities: Entities | None = None) -> str:
        """The policy as SMT-LIB text. Raises PolicyError with what is not lowered, and why.

        `entities` are the members of open sorts; of one that is not given there are two, made up where need be.
        """
        from bicameral.explanation.refusals import refused, two_values
        from bicameral.lowering.emit import smtlib_text

        with self._lock:
            within = scope_of(self.checked, invented(self.checked, entities or {}))
            lowered = self.lowered(None, within)
            if lowered.refusals:
                raise PolicyError(*map(refused, lowered.refusals))
            asked = Budget(budget)
            reasoner = cast("Reasoner", self._backend("smt").session(None, within))
            for outcome in instances(self.checked, self.checked.outcomes.values(), dict(within)):
                if outcome.declaration.sort is not None:
                    found = reasoner.two_values(Case({}, {}), outcome.name, asked)
                    if not isinstance(found, Answer) or found.truth is not Truth.NO:
                        raise PolicyError(two_values(self.checked, outcome.declaration, found))
            return smtlib_text(self.checked, lowered, within)

    def closed_program(
        self, case: Case | None = None, budget: int = BUDGET_MS, entities: Entities | None = None
    ) -> str:
        """A program for stock clingo: the policy, the case's facts, and a choice for each open input.

        Without a case, `entities` are as for `smtlib`.
        """
        with self._lock:
            asp = cast("Arbiter", self._backend("asp"))
            if case is None:
                case = self._case(None, (), {"entities": invented(self.checked, entities or {})})
            return asp.facts_program(case, None, Budget(budget))

    # --- preparing -------------------------------------------------------------------------------------------

    @property
    def cases(self) -> CaseReader:
        """What reads the policy's cases and claims; made once, since it remembers claims."""
        if self._cases is None:
            from bicameral.policy.cases.reader import CaseReader

            self._cases = CaseReader(self.checked)
        return self._cases

    def _case(self, facts: Mapping[str, object] | None, claims: tuple[str, ...], options: Options) -> Case:
        given: object = facts
        if given is not None and not isinstance(given, Mapping):
            hint = "a dict of facts by name"
            raise InputError(Diagnostic("bad-case", f"facts are a mapping, not {type(given).__name__}", hint=hint))
        return self.cases.make_case(
            facts if facts is not None else {},
            claims,
            options.get("unknown", ()),
            options.get("meta"),
            options.get("as_of"),
            options.get("entities"),
        )

    def _prepare_text(self, text: str, scope: Scope) -> _Prepared:
        """A claim by its text: the hot path hashes no syntax tree."""
        return self._prepare(self.claim(text), scope)

    def _lower(self, claim: Claim | None, scope: Scope, further: bool) -> LoweredProgram:
        if self._lowerer is not None:
            return self._lowerer.lowered(claim)
        return self._scoped(scope, further).lowered(claim)

    def _lowered_for(self, scope: Scope, further: bool) -> Lowerer:
        return Lowerer(self.checked, dict(scope), further=further)

    def _backend(self, name: str) -> Backend:
        found = self._backends.get(name)
        if found is None:
            found = self._backends[name] = self._make[name](self.checked, self.lowered)
            if isinstance(found, Arbiter):
                self._arbiter = found
        return found

    def _sessions(self, prepared: _Prepared, choice: BackendChoice) -> dict[str, Session]:
        wanted = tuple(self._make) if choice == "both" else (choice,)
        if choice != "both" and choice not in self._make:
            raise InputError(Diagnostic("bad-option", f"this policy has no {choice} backend"))
        for name in wanted:
            if name not in prepared.sessions:
                prepared.sessions[name] = self._backend(name).session(prepared.claim, prepared.scope)
        return {name: prepared.sessions[name] for name in wanted}

    # --- asking ----------------------------------------------------------------------------------------------

    def _report(
        self,
        prepared: _Prepared,
        case: Case,
        options: Options,
        milliseconds: int,
        *,
        reasons: bool = True,
        pairs: bool = True,
    ) -> Report:
        question = self._question(prepared, case, options, milliseconds)
        return self._reporter.report(question, _terms(options, max(1, milliseconds), reasons, pairs))

    def _question(self, prepared: _Prepared, case: Case, options: Options, milliseconds: int) -> Question:
        sessions = self._sessions(prepared, options.get("backend", "both"))
        reasoner = reasoner_of(sessions)
        claim = prepared.claim
        arbiter = self._arbiter
        clingo = None if arbiter is None else lambda asked: arbiter.facts_program(asked, claim, Budget(BUDGET_MS))
        return Question(
            "" if claim is None else claim.text,
            case,
            sessions,
            reasoner,
            Probing(
                lambda text: self._reasoner(text, prepared.scope, options),
                lambda: self.lowered(claim, prepared.scope),
                milliseconds,
            ),
            None if arbiter is None else lambda asked, budget: arbiter.arbitrate(claim, asked, budget),
            lambda asked: self._record(claim, asked, clingo),
        )

    def _record(self, claim: Claim | None, case: Case, clingo: Callable[[Case], str] | None) -> Mapping[str, str]:
        from bicameral.explanation.record import files

        return files(self.checked, claim, case, self.lowered(claim, scope_of(self.checked, case.entities)), clingo)

    def _reasoner(self, claim: str, scope: Scope, options: Options) -> Reasoner | None:
        found = reasoner_of(self._sessions(self._named(claim, scope), options.get("backend", "both")))
        return None if found is None else found[1]

    def _table(self, case: Case, options: Options) -> OutcomeTable:
        from bicameral.explanation.table import Ask, table

        budget = Budget(max(1, options.get("budget", BUDGET_MS) // TABLE_PART))
        within = scope_of(self.checked, case.entities)
        sessions = self._sessions(self._prepare(None, within), options.get("backend", "both"))
        decisions = decide(case, sessions, Budget(max(1, budget.left // TABLE_PART)))

        def report(claim: str, milliseconds: int, *, pairs: bool = True) -> Report:
            return self._report(self._named(claim, within), case, options, milliseconds, reasons=False, pairs=pairs)

        def example(claim: str, milliseconds: int) -> tuple[WitnessView, tuple[Note, ...]] | None:
            question = self._question(self._named(claim, within), case, options, milliseconds)
            return self._reporter.example(question, milliseconds)

        return table(self.checked, case, Ask(report, example), decisions, budget, self.notes)


def _terms(options: Options, milliseconds: int, reasons: bool, pairs: bool) -> Terms:
    return Terms(
        milliseconds,
        reasons,
        options.get("require") == "both",
        options.get("all_reasons", False),
        options.get("reproducer"),
        pairs,
    )


def default_backends() -> dict[str, MakeBackend]:
    """The backends by name, clingo and Z3; each is imported when it is first asked."""

    def asp(policy: CheckedPolicy, lower: Lower) -> Backend:
        from bicameral.backends.asp import AspBackend
        from bicameral.backends.smt.classes import representatives

        return AspBackend(policy, lower, representatives)

    def smt(policy: CheckedPolicy, lower: Lower) -> Backend:
        from bicameral.backends.smt import SmtBackend

        return SmtBackend(policy, lower)

    return {"asp": asp, "smt": smt}
