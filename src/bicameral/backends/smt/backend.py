"""Z3 put to one policy."""

from __future__ import annotations

from bicameral.backends.contract import Lower
from bicameral.backends.smt.session import SmtSession
from bicameral.backends.smt.solver import Context
from bicameral.policy.instances import Scope, instances
from bicameral.policy.model import CheckedPolicy, Claim


class SmtBackend:
    """Sessions over the lowered program, in one Z3 context of this backend's own."""

    name = "smt"

    def __init__(self, policy: CheckedPolicy, lowered_for: Lower) -> None:
        self._policy = policy
        self._lowered_for = lowered_for
        self._context: Context | None = None

    def session(self, claim: Claim | None, scope: Scope = ()) -> SmtSession:
        outcomes = tuple(instances(self._policy, self._policy.outcomes.values(), dict(scope)))
        further = (lambda: self._lowered_for(claim, scope, True)) if scope else None
        return SmtSession(self._made_context, self._lowered_for(claim, scope), outcomes, further)

    def _made_context(self) -> Context:
        if self._context is None:
            self._context = Context()
        return self._context
