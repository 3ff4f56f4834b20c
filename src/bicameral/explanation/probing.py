"""Further questions of an explanation, as `split.Probe` has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import cast

from bicameral.analysis.dependency import Predicate
from bicameral.backends.contract import Budget, Decision, Element, Reasoner, Session
from bicameral.explanation.reasons import Reason, preferred
from bicameral.lowering.completion import show_atom
from bicameral.lowering.order import is_ground
from bicameral.lowering.program import LoweredProgram
from bicameral.policy.model import Case
from bicameral.source import InputError

MOST_ATOMS = 64  # of one predicate that are asked for


class Probing:
    """Puts them to the backend that gives reasons; `reasoner` has one for a claim in program text."""

    def __init__(
        self,
        reasoner: Callable[[str], Reasoner | None],
        lowered: Callable[[], LoweredProgram],
        milliseconds: int,
    ) -> None:
        self._reasoner = reasoner
        self._lowered = lowered
        self._budget = Budget(milliseconds)

    def decide(self, claim: str, case: Case) -> Decision | None:
        try:
            reasoner = self._reasoner(claim)
        except InputError:  # an atom over a constant of the program that no claim can name
            return None
        return None if reasoner is None else reasoner.decide(case, self._budget)

    def atoms(self, predicate: Predicate) -> tuple[str, ...]:
        found = (one.args for one in self._lowered().atoms.get(predicate, ()) if all(map(is_ground, one.args)))
        return tuple(show_atom(predicate, args) for args in islice(found, MOST_ATOMS))

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
