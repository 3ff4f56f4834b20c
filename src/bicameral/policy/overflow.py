"""Values that can leave 32 bits within the declared ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bicameral.policy.findings import Findings
from bicameral.policy.model import Declaration
from bicameral.policy.scan import Scan
from bicameral.syntax import tree


def check_overflow(
    scans: Sequence[Scan],
    declared: Mapping[str, Declaration],
    constants: Mapping[str, tree.Term],
    findings: Findings,
) -> None:
    """Warn of arithmetic whose value can leave 32 bits."""
    del scans, declared, constants, findings
