"""From sessions to a report: decide, reconcile, explain, and keep a record of every disagreement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from bicameral import __version__
from bicameral.backends.contract import NO_PROGRAM, Answer, Budget, Decision, Reasoner, Session
from bicameral.explanation.explain import Explainer, Explanation, Setting
from bicameral.explanation.split import Probe
from bicameral.policy.model import Case, CheckedPolicy
from bicameral.source import Diagnostic, PolicyError
from bicameral.source.record import record
from bicameral.verdict.reconcile import Reconciliation, reconcile
from bicameral.verdict.report import BackendView, Note, PolicyView, Report, Verdict, WitnessView

# What a disagreement's record holds, by file name; made only when there is one.
Record = Callable[[Case], Mapping[str, str]]
Arbitrate = Callable[[Case, Budget], Decision]


@record
class Question:
    """One claim on one case, and who is asked about it.

    `sessions` are by backend name; `reasoner` is the one that can do more than decide. `arbitrate` asks clingo again
    without preprocessing; None where no such backend is at hand.
    """

    claim: str
    case: Case
    sessions: Mapping[str, Session]
    reasoner: tuple[str, Reasoner] | None
    probe: Probe
    arbitrate: Arbitrate | None
    record: Record


@record
class Terms:
    """On what terms a question is asked.

    Without `reasons`, a verdict is explained by its witnesses and by what is missing alone; without `pairs` an open
    one by a case where it holds. `reproducer` is the folder for the record of a disagreement.
    """

    milliseconds: int
    reasons: bool = True
    require_both: bool = False
    all_reasons: bool = False
    reproducer: Path | None = None
    pairs: bool = True


_WITNESSED = (Verdict.VALID, Verdict.INVALID)  # each says that there is an admissible case


class Reporter:
    """Makes the reports of one policy; `notes` go into each."""

    def __init__(self, policy: CheckedPolicy, explainer: Explainer, notes: tuple[Note, ...] = ()) -> None:
        self._notes = notes
        self._explainer = explainer
        self._policy = policy_view(policy)

    def report(self, question: Question, terms: Terms) -> Report:
        """The verdict on a question with all that explains it, within the time given."""
        budget = Budget(terms.milliseconds)
        decisions = decide(question.case, question.sessions, budget)
        found = reconcile(decisions, require_both=terms.require_both)
        explained = Explanation()
        if found.verdict not in (Verdict.UNKNOWN, Verdict.DISAGREEMENT):
            explained = self._explainer.explain(found.verdict, _setting(question, terms, budget))
            if explained.contradiction is not None:
                found = Reconciliation(Verdict.DISAGREEMENT, "none", explained.contradiction)
                explained = Explanation(notes=explained.notes)
            elif found.verdict in _WITNESSED and any(note.code == "derived-open" for note in explained.notes):
                # the only cases found rest on a derived value that its arguments do not give: there may be none
                found = Reconciliation(Verdict.UNKNOWN, "none")
                explained = Explanation(notes=explained.notes)
        notes = [*self._notes, *(Note(*note) for note in question.case.notes)]
        notes += [*decision_notes(decisions, found), *explained.notes]
        if found.verdict is Verdict.UNKNOWN and terms.require_both:
            notes += _alone(decisions)
        if found.contradiction is not None:
            notes += self._disagreement(found.contradiction, question, terms)
        return Report(
            found.verdict,
            question.claim,
            found.agreement,
            explained.because,
            explained.reasons,
            explained.holds_when,
            explained.fails_when,
            explained.missing,
            explained.ambiguous,
            explained.conflicts,
            distinct(notes),
            {name: backend_view(decision) for name, decision in decisions.items()},
            self._policy,
            None if question.case.as_of is None else question.case.as_of.isoformat(),
            __version__,
        )

    def example(self, question: Question, milliseconds: int) -> tuple[WitnessView, tuple[Note, ...]] | None:
        """A case where the claim holds, made by one backend and replayed by another; None says nothing at all."""
        setting = _setting(question, Terms(milliseconds, reasons=False), Budget(milliseconds))
        found = self._explainer.example(setting)
        if found.holds_when is None or found.contradiction is not None:
            return None
        return found.holds_when, tuple(found.notes)

    def _disagreement(self, contradiction: str, question: Question, terms: Terms) -> list[Note]:
        """What is known of a disagreement. The arbiter, asked here only, has the whole budget again."""
        from bicameral.verdict import reproducer

        notes = [Note("disagreement", contradiction)]
        if question.arbitrate is not None:
            third = question.arbitrate(question.case, Budget(terms.milliseconds))
            said = f"can hold: {_said(third.can_hold)}, can fail: {_said(third.can_fail)}"
            notes.append(Note("arbiter", f"clingo without preprocessing (--eq=0) answers: {said}"))
        files = dict(question.record(question.case))
        files["answers.txt"] = "\n".join(f"{note.code}: {note.text}" for note in notes) + "\n"
        notes.append(reproducer.write(files, terms.reproducer))
        return notes


def _setting(question: Question, terms: Terms, budget: Budget) -> Setting:
    return Setting(
        question.case,
        question.sessions,
        question.reasoner,
        question.probe,
        budget,
        reasons=terms.reasons,
        all_reasons=terms.all_reasons,
        pairs=terms.pairs,
    )


def decide(case: Case, sessions: Mapping[str, Session], budget: Budget) -> dict[str, Decision]:
    """Every backend's decision. None may spend what the others need: each has its share of the time left.

    Raises PolicyError when clingo does not take the policy: what it means is then for nobody to say.
    """
    decisions: dict[str, Decision] = {}
    for position, (name, session) in enumerate(sessions.items()):
        share = Budget(max(1, budget.left // (len(sessions) - position)))
        decisions[name] = session.decide(case, share)
        reason = decisions[name].reason
        if reason is not None and reason.startswith(NO_PROGRAM):
            raise PolicyError(Diagnostic("not-a-program", reason, hint="mend the statement that clingo names"))
    return decisions


def decision_notes(decisions: Mapping[str, Decision], found: Reconciliation) -> list[Note]:
    """What the backends noted, and who left a decided verdict to the other."""
    notes = [Note(*note) for decision in decisions.values() for note in decision.notes]
    if found.verdict in (Verdict.UNKNOWN, Verdict.DISAGREEMENT) or found.agreement == "both":
        return notes
    undecided = [f"{name}: {decision.reason}" for name, decision in decisions.items() if decision.reason is not None]
    who = "each question by one backend" if found.agreement == "mixed" else f"{found.agreement} alone"
    why = f" ({'; '.join(undecided)})" if undecided else ", no other backend was asked"
    return [
        *notes,
        Note("one-backend", f"decided by {who}{why}" if found.agreement != "mixed" else f"decided {who}{why}"),
    ]


def _alone(decisions: Mapping[str, Decision]) -> list[Note]:
    """Who would have decided where both are required, and why that is not enough."""
    found = reconcile(decisions)
    if found.verdict is Verdict.UNKNOWN or found.agreement == "both":
        return []
    undecided = [f"{name} did not ({one.reason})" for name, one in decisions.items() if one.reason is not None]
    why = "; ".join(undecided) if undecided else "no other backend was asked"
    who = "each question was decided by one backend" if found.agreement == "mixed" else f"{found.agreement} decided"
    return [Note("both-required", f"both backends are required: {who}, {why}")]


def distinct(notes: Iterable[Note]) -> tuple[Note, ...]:
    """The notes without repetition, in the order of their first occurrence."""
    return tuple(dict.fromkeys(notes))


def backend_view(decision: Decision) -> BackendView:
    """A decision as a report shows it."""
    return BackendView(
        decision.can_hold.truth.value, decision.can_fail.truth.value, decision.reason, decision.milliseconds
    )


def policy_view(policy: CheckedPolicy) -> PolicyView:
    """What every report says of its policy."""
    start, end = policy.effective
    return PolicyView(
        policy.name,
        policy.version,
        None if start is None else start.isoformat(),
        None if end is None else end.isoformat(),
        policy.sha256,
    )


def _said(answer: Answer) -> str:
    return answer.truth.value if answer.reason is None else f"{answer.truth.value} ({answer.reason})"
