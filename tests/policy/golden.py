"""Golden policies: each file says in `%!` lines which findings it must have, and has no other."""

from __future__ import annotations

import re
from pathlib import Path

from bicameral.source import Diagnostic

EXPECTED = re.compile(r"^%! (error|warning) ([a-z0-9-]+) (\d+)(?::(\d+))?$", re.MULTILINE)

Finding = tuple[str, str, int, int | None]


def expected(path: Path) -> list[Finding]:
    """Severity, code, line and, where the file gives one, column."""
    found = EXPECTED.findall(path.read_text(encoding="utf-8"))
    return [(severity, code, int(line), int(column) if column else None) for severity, code, line, column in found]


def matches(diagnostic: Diagnostic, finding: Finding) -> bool:
    severity, code, line, column = finding
    span = diagnostic.span
    return (
        span is not None
        and (diagnostic.severity, diagnostic.code, span.line) == (severity, code, line)
        and column in (None, span.column)
    )


def check_findings(path: Path, diagnostics: tuple[Diagnostic, ...]) -> None:
    """Every finding expected, every expectation found."""
    shown = "\n".join(d.render() for d in diagnostics)
    wanted = expected(path)
    for finding in wanted:
        assert any(matches(d, finding) for d in diagnostics), f"missing {finding} in\n{shown}"
    for diagnostic in diagnostics:
        assert any(matches(diagnostic, finding) for finding in wanted), f"unexpected\n{diagnostic.render()}"
