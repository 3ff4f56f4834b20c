"""Further questions of an explanation, as `split.Probe` has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from bicameral.backends.contract import Budget, Decision, Element, Reasoner, Session
from bicameral.explanation.reasons import Reason, preferred
from bicameral.policy.model import Case


class Probing:
    """Puts them to the backend that gives reasons; `reasoner` has one for a claim in program text."""

    def __init__(self, reasoner: Callable[[str], Reasoner | None], milliseconds: int) -> None:
        self._reasoner = reasoner
        self._budget = Budget(milliseconds)

    def decide(self, claim: str, case: Case) -> Decision | None:
        reasoner = self._reasoner(claim)
        return None if reasoner is None else reasoner.decide(case, self._budget)

    def cited(self, claim: str, case: Case) -> tuple[Element, ...]:
        reasoner = self._reasoner(claim)
        if reasoner is None:
            return ()
        with reasoner.oracle(case) as oracle:
            found = preferred(oracle, False, self._budget)
            return tuple(oracle.elements[i] for i in found.elements) if isinstance(found, Reason) else ()


def reasoner_of(sessions: Mapping[str, Session]) -> tuple[str, Reasoner] | None:
    """The first session that can do more than decide."""
    return next(((name, cast("Reasoner", one)) for name, one in sessions.items() if hasattr(one, "oracle")), None)
