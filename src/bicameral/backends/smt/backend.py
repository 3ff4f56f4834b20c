"""Z3 put to one policy."""

from __future__ import annotations

from collections.abc import Callable

from bicameral.backends.smt.session import SmtSession
from bicameral.backends.smt.solver import Context
from bicameral.lowering.program import LoweredProgram
from bicameral.policy.model import CheckedPolicy, Claim


class SmtBackend:
    """Sessions over the lowered program, in one Z3 context of this backend's own."""

    name = "smt"

    def __init__(self, policy: CheckedPolicy, lowered_for: Callable[[Claim | None], LoweredProgram]) -> None:
        self._outcomes = policy.outcomes
        self._lowered_for = lowered_for
        self._context: Context | None = None

    def session(self, claim: Claim | None) -> SmtSession:
        return SmtSession(self._made_context, self._lowered_for(claim), self._outcomes)

    def _made_context(self) -> Context:
        if self._context is None:
            self._context = Context()
        return self._context
