"""Safety of variables: each bound by a positive body literal, as clingo demands."""

from __future__ import annotations

from collections.abc import Sequence

from bicameral.policy.findings import Findings
from bicameral.policy.scan import Scan


def check_safety(scans: Sequence[Scan], findings: Findings) -> None:
    """Report unsafe variables."""
    del scans, findings
