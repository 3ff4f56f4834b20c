"""Text that clingo reads otherwise than a person does: warnings, since the rules mean what clingo says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bicameral.policy.model import Declaration
from bicameral.policy.program.dates import date_written
from bicameral.policy.program.scan import Scan
from bicameral.policy.vocabulary.findings import Findings
from bicameral.syntax import to_text, tree


def check_misreadings(scans: Iterable[Scan], declared: Mapping[str, Declaration], findings: Findings) -> None:
    """Warn of a value's bare name in a comparison, and of a date that clingo reads as a subtraction."""
    for found in scans:
        for node in found.nodes:
            if type(node) is tree.Comparison:
                for term in (node.term, *(guard.term for guard in node.guards)):
                    _bare_name(term, declared, findings)
            elif type(node) is tree.BinaryOperation:
                _date(node, findings)


def _bare_name(term: Any, declared: Mapping[str, Declaration], findings: Findings) -> None:
    if type(term) is not tree.Function or term.pools != ((),):
        return
    of = declared.get(term.name)
    if of is None or of.sort is None or of.keys:
        return
    message = f"`{term.name}` alone is a constant here, not the value of `{term.name}`"
    hint = f"the value is the atom's argument: `{term.name}(V), V >= ...`"
    findings.warning("name-as-constant", message, term.span, hint)


def _date(node: tree.BinaryOperation, findings: Findings) -> None:
    written = date_written(node)
    if written is not None:
        year, month, day = written
        message = f"`{to_text(node)}` is no date to clingo: it is {year - month - day}"
        hint = "dates are day numbers: name one by `#const` and check it with `%@ const NAME : date = ...`"
        findings.warning("date-as-subtraction", message, node.span, hint)
