"""All that a report says beyond its verdict: reasons, witnesses, what is missing, where it splits.

An explanation can find what the decisions did not show: a witness that fails its replay, a reason whose elements do
not give the verdict. That is a contradiction between the backends, and the engine makes it the verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from bicameral.backends.contract import Answer, Budget, Oracle, Reasoner, Session, Switchable, Truth, undecided
from bicameral.explanation.asking import Asking
from bicameral.explanation.because import Citations
from bicameral.explanation.missing import Inputs, missing
from bicameral.explanation.reasons import NoReason, Reason, every, preferred
from bicameral.explanation.split import Probe, ambiguous, conflict
from bicameral.explanation.views import view
from bicameral.policy.instances import instances
from bicameral.policy.model import Case, CheckedPolicy, Declaration, Value
from bicameral.source.record import record
from bicameral.verdict.report import Ambiguous, Because, Conflict, Missing, Note, Verdict, WitnessView
from bicameral.verdict.unique import at_most_one_answer_set
from bicameral.verdict.witnesses import Chambers, Shown, replay, show

REASONS_CAP = 100  # of `--all-reasons`: more are cut, with a note

# the side of the claim that a reason excludes
_GOALS: dict[Verdict, bool | None] = {Verdict.VALID: False, Verdict.INVALID: True, Verdict.INCONSISTENT: None}


@dataclass(slots=True)
class Explanation:
    """The parts of a report that explain; `contradiction` says in words what the backends disagree on."""

    because: tuple[Because, ...] = ()
    reasons: tuple[tuple[Because, ...], ...] | None = None
    holds_when: WitnessView | None = None
    fails_when: WitnessView | None = None
    missing: tuple[Missing, ...] = ()
    ambiguous: Ambiguous | None = None
    conflicts: tuple[Conflict, ...] = ()
    notes: list[Note] = field(default_factory=list)
    contradiction: str | None = None


@record
class Setting:
    """One question that has a verdict: who can be asked about it, and for how long.

    `sessions` are by backend name; `reasoner` is the one among them that can do more than decide, if any can.
    Without `pairs` an open claim is shown by a case where it holds, and nothing is said of what is missing.
    """

    case: Case
    sessions: Mapping[str, Session]
    reasoner: tuple[str, Reasoner] | None
    probe: Probe
    budget: Budget
    reasons: bool = True
    all_reasons: bool = False
    pairs: bool = True


class Explainer:
    """Explains the verdicts of one policy. `recompute` sets the derived inputs of a witness from its others."""

    def __init__(self, policy: CheckedPolicy, recompute: Callable[[Inputs], Inputs] | None) -> None:
        self._policy = policy
        self._recompute = recompute
        self._citations = Citations(policy)
        self._single = [  # outcomes that are claimed to have one value
            declared for declared in policy.outcomes.values() if declared.sort is not None and not declared.multi
        ]

    def explain(self, verdict: Verdict, setting: Setting) -> Explanation:
        """What there is to say about a decided verdict within the budget.

        Witnesses come first: they are quick, and their replay is a check on the verdict. Reasons may take all the
        time that is left.
        """
        out = Explanation()
        reasoner = None if setting.reasoner is None else setting.reasoner[1]
        if verdict in (Verdict.VALID, Verdict.INVALID):
            self._side(verdict is Verdict.VALID, setting, reasoner, out)
        if verdict is Verdict.SATISFIABLE and setting.pairs:
            self._pair(setting, reasoner, out)
        elif verdict is Verdict.SATISFIABLE:
            self._side(True, setting, reasoner, out)
        if not setting.reasons:
            return out
        if reasoner is not None and verdict is not Verdict.INCONSISTENT:
            self._conflicts(setting, reasoner, out)
        if verdict is not Verdict.SATISFIABLE and out.contradiction is None:
            self._reason(_GOALS[verdict], setting, out)
        return out

    def example(self, setting: Setting) -> Explanation:
        """A case where the claim holds, without knowing whether there is one: only the reasoner can look for it."""
        out = Explanation()
        if setting.reasoner is not None:
            found = setting.reasoner[1].smallest(setting.case, True, setting.budget)
            if not isinstance(found, Answer):
                self._take(show(self._chambers(setting), found, True, setting.budget), True, out)
        return out

    # --- reasons ---------------------------------------------------------------------------------------------

    def _reason(self, goal: bool | None, setting: Setting, out: Explanation) -> None:
        """The reason from the reasoner; where it has none to give, from a session whose elements can be switched."""
        why: list[str] = []
        if setting.reasoner is not None:
            name, reasoner = setting.reasoner
            with reasoner.oracle(setting.case) as oracle:
                if self._found(oracle, goal, setting, name, why, out):
                    return
        for name, session in setting.sessions.items():
            if hasattr(session, "switchable") and setting.budget.left > 0:
                with cast("Switchable", session).switchable(setting.case, setting.budget) as made:
                    if isinstance(made, Answer):
                        why.append(f"{name}: {made.reason}")
                    elif self._found(made, goal, setting, name, why, out):
                        return
        text = f"no reason can be given: {'; '.join(why)}" if why else "no backend that can give reasons was asked"
        out.notes.append(Note("reasons-unavailable", text))

    def _found(
        self, oracle: Oracle, goal: bool | None, setting: Setting, name: str, why: list[str], out: Explanation
    ) -> bool:
        """Whether that settled it: with a reason, or with an answer set that there should not be."""
        first = preferred(oracle, goal, setting.budget)
        if isinstance(first, NoReason):
            if first.truth is Truth.UNDECIDED:
                why.append(f"{name}: {first.why}")
                return False
            out.contradiction = f"{name} finds an answer set on the side of the claim that the verdict excludes"
            return True
        out.because = self._entries(first, oracle, setting, out)
        if setting.all_reasons:
            found = every(oracle, goal, first, setting.budget, REASONS_CAP)
            rest = tuple(self._entries(reason, oracle, setting, out) for reason in found.reasons[1:])
            out.reasons = (out.because, *rest)
            if found.cut is not None:
                out.notes.append(Note("reasons-cut", f"there may be more minimal reasons: {found.cut}"))
        return True

    def _entries(self, reason: Reason, oracle: Oracle, setting: Setting, out: Explanation) -> tuple[Because, ...]:
        entries = tuple(self._citations.entry(oracle.elements[i], setting.case) for i in reason.elements)
        if reason.unproved:
            names = ", ".join(oracle.elements[i].name for i in reason.unproved)
            out.notes.append(Note("minimality-unproved", f"whether the reason needs these was not decided: {names}"))
        return entries

    # --- witnesses -------------------------------------------------------------------------------------------

    def _chambers(self, setting: Setting) -> Chambers:
        """Who makes witnesses first: the reasoner, which settles on one, unless the inputs leave no choice."""
        sessions = tuple(setting.sessions.items())
        if not self._unique and setting.reasoner is not None:
            sessions = (setting.reasoner, *(one for one in sessions if one[0] != setting.reasoner[0]))
        return Chambers(sessions, self._recompute)

    @cached_property
    def _unique(self) -> bool:
        return at_most_one_answer_set(self._policy)

    def _side(self, holds: bool, setting: Setting, reasoner: Reasoner | None, out: Explanation) -> None:
        """The smallest witness. The least value of every open input is tried before any search for it."""
        least = self._least(setting.case)
        chambers = self._chambers(setting)
        if least is not None:
            shown = show(chambers, least, holds, setting.budget)
            if shown.witness is not None or len(least) == len(setting.case.stated) + len(setting.case.assumed):
                self._take(shown, holds, out)
                return
        found: Inputs | Answer = undecided("no backend that can search was asked")
        if reasoner is not None:
            found = reasoner.smallest(setting.case, holds, setting.budget)
        if isinstance(found, Answer) and found.truth is Truth.UNDECIDED:
            asking = self._asking(setting)
            found = found if asking is None else asking.smallest(setting.case, holds, setting.budget)
        if isinstance(found, Answer):
            self._no_witness(found, out)
        else:
            self._take(show(chambers, found, holds, setting.budget), holds, out)

    def _asking(self, setting: Setting) -> Asking | None:
        """A backend besides the reasoner, to be asked value by value."""
        mine = None if setting.reasoner is None else setting.reasoner[0]
        return next((Asking(self._policy, one) for name, one in setting.sessions.items() if name != mine), None)

    def _least(self, case: Case) -> Inputs | None:
        """The case with every open input at its least value, None where one has none."""
        inputs: dict[str, Value] = {}
        for name, declared in self._policy.inputs.items():
            if name in case.stated:
                inputs[name] = case.stated[name]
            elif name in case.assumed:
                inputs[name] = case.assumed[name]
            elif declared.keys or (
                declared.sort is not None and not declared.may_lack_value and _bottom(declared) is None
            ):
                return None
            else:
                inputs[name] = (
                    False if declared.sort is None else None if declared.may_lack_value else _bottom(declared)
                )
        return inputs

    def _no_witness(self, answer: Answer, out: Explanation) -> None:
        if answer.truth is Truth.UNDECIDED:
            out.notes.append(Note("witness-unavailable", f"no witness can be shown: {answer.reason}"))
        else:
            out.contradiction = "a side of the claim that was decided to be possible has no answer set"

    def _take(self, shown: Shown, holds: bool, out: Explanation) -> None:
        out.notes += shown.notes
        out.contradiction = out.contradiction or shown.contradiction
        if shown.witness is None or shown.contradiction is not None:
            return
        if holds:
            out.holds_when = view(self._policy, shown.witness)
        else:
            out.fails_when = view(self._policy, shown.witness)

    # --- both sides ------------------------------------------------------------------------------------------

    def _pair(self, setting: Setting, reasoner: Reasoner | None, out: Explanation) -> None:
        searcher, found = self._closest(setting, reasoner, out)
        if isinstance(found, Answer):
            self._no_witness(found, out)
            return
        chambers = self._chambers(setting)
        sides = {holds: show(chambers, found[not holds], holds, setting.budget) for holds in (True, False)}
        for holds, shown in sides.items():
            self._take(shown, holds, out)
        pair: tuple[Inputs, Inputs] | None = found
        if dict(found[0]) == dict(found[1]):
            holding, failing = sides[True].witness, sides[False].witness
            if holding is not None and failing is not None:
                out.ambiguous = ambiguous(self._policy, setting.probe, holding, failing)
            pair = None if reasoner is None else self._settled(setting, reasoner, out)
        if pair is not None and searcher is not None:
            out.missing, notes = missing(self._policy, searcher, setting.case, pair, setting.budget)
            out.notes += notes

    def _closest(
        self, setting: Setting, reasoner: Reasoner | None, out: Explanation
    ) -> tuple[Reasoner | Asking | None, tuple[Inputs, Inputs] | Answer]:
        """The closest pair, and who found it: the reasoner, or one that had to be asked value by value."""
        found: tuple[Inputs, Inputs] | Answer = undecided("no backend that can search was asked")
        if reasoner is not None:
            found = reasoner.closest(setting.case, setting.budget)
            if not isinstance(found, Answer) or found.truth is not Truth.UNDECIDED:
                return reasoner, found
        asking = self._asking(setting)
        if asking is None:
            return None, found
        found = asking.closest(setting.case, setting.budget)
        if not isinstance(found, Answer):
            text = "the pair differs in few inputs; that no other differs in fewer, or by less, was not shown"
            out.notes.append(Note("closest-unproved", text))
        return asking, found

    def _settled(self, setting: Setting, reasoner: Reasoner, out: Explanation) -> tuple[Inputs, Inputs] | None:
        found = reasoner.closest_settled(setting.case, setting.budget)
        if not isinstance(found, Answer):
            return found
        if found.truth is Truth.UNDECIDED:
            out.notes.append(Note("missing-unavailable", f"which facts would settle the claim: {found.reason}"))
        return None

    def _conflicts(self, setting: Setting, reasoner: Reasoner, out: Explanation) -> None:
        checker = next((one for one in setting.sessions.items() if one[1] is not reasoner), None)
        conflicts: list[Conflict] = []
        single = instances(self._policy, self._single, setting.case.entities)
        for outcome in single:
            name = outcome.name
            found = reasoner.two_values(setting.case, name, setting.budget)
            if isinstance(found, Answer):
                if found.truth is Truth.UNDECIDED:
                    text = f"whether {name} can have two values: {found.reason}"
                    out.notes.append(Note("conflicts-unavailable", text))
                continue
            if checker is not None:
                replayed = replay(checker, found, setting.budget)
                out.notes += replayed.notes
                out.contradiction = out.contradiction or replayed.contradiction
            conflicts.append(conflict(self._policy, setting.probe, outcome, found))
        out.conflicts = tuple(conflicts)


def _bottom(declared: Declaration) -> int | str | None:
    """The least value of a valued input: its range's low end, or the first member of its sort."""
    members = () if declared.sort is None else declared.sort.term_sort.members
    return members[0] if members else declared.low
