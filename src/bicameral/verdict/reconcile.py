"""Two decisions to one verdict.

Each of the two questions (can the claim hold, can it fail) takes any decided answer. Opposite answers to one
question are a disagreement and nothing else: no backend is believed over the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from bicameral.backends.contract import Decision, Truth
from bicameral.source.record import record
from bicameral.verdict.report import Verdict

_QUESTIONS = ("can hold", "can fail")

# (can hold, can fail) once both are decided
_VERDICTS = {
    (Truth.YES, Truth.NO): Verdict.VALID,
    (Truth.NO, Truth.YES): Verdict.INVALID,
    (Truth.YES, Truth.YES): Verdict.SATISFIABLE,
    (Truth.NO, Truth.NO): Verdict.INCONSISTENT,
}


@record
class Reconciliation:
    """A verdict and who decided it.

    `agreement` is `both`, the name of the one backend that decided both questions, `mixed` when each question was
    decided but no backend decided both, or `none` (UNKNOWN, DISAGREEMENT). `contradiction` says in words what the
    backends contradict each other on; None unless they do.
    """

    verdict: Verdict
    agreement: str
    contradiction: str | None = None


def reconcile(decisions: Mapping[str, Decision], *, require_both: bool = False) -> Reconciliation:
    """The verdict that the decisions of the backends (by name) amount to.

    With `require_both`, a question that one backend alone decided counts as undecided.
    """
    truths = tuple((name, (one.can_hold.truth, one.can_fail.truth)) for name, one in decisions.items())
    return _reconcile(truths, require_both)


@lru_cache(1024)
def _reconcile(truths: tuple[tuple[str, tuple[Truth, Truth]], ...], require_both: bool) -> Reconciliation:
    answers: list[Truth] = []
    everywhere = len(truths) > 1
    for place, question in enumerate(_QUESTIONS):
        decided = {name: said[place] for name, said in truths if said[place] is not Truth.UNDECIDED}
        if len(set(decided.values())) > 1:
            words = ", ".join(f"{name} says {truth.value}" for name, truth in sorted(decided.items()))
            return Reconciliation(Verdict.DISAGREEMENT, "none", f"{question}: {words}")
        everywhere = everywhere and len(decided) == len(truths)
        answers.append(next(iter(decided.values()), Truth.UNDECIDED))
    verdict = _VERDICTS.get((answers[0], answers[1]))
    if verdict is None or (require_both and not everywhere):
        return Reconciliation(Verdict.UNKNOWN, "none")
    if everywhere:
        return Reconciliation(verdict, "both")
    alone = [name for name, said in truths if Truth.UNDECIDED not in said]
    return Reconciliation(verdict, alone[0] if alone else "mixed")
