"""Diagnostics: what is wrong, where, and how to mend it.

A diagnostic is a code, a severity, a span, a message and a hint. Every error that a user can cause is a
`BicameralError` holding one or more of them; the surfaces turn it into exit code 2.

    BicameralError
    ├── ParseError      a text is not in its language
    ├── PolicyError     a policy that parses but may not be used
    └── InputError      a case, a fact, a claim or an option that is not admissible
"""

from __future__ import annotations

from typing import Literal

from bicameral.source.record import record
from bicameral.source.span import Span

Severity = Literal["error", "warning"]

_WIDEST = 200  # characters of a source line that are shown


@record
class Diagnostic:
    """One finding.

    `code` is a stable kebab-case word such as `unknown-input`; `message` says what is wrong, `hint` what would
    be right; `line_text` is the line of source that `span` starts on, when there is one.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str | None = None
    severity: Severity = "error"
    line_text: str | None = None

    def render(self) -> str:
        """The finding as lines of plain text: place, severity, code, message, source line with a caret, hint."""
        place = f"{self.span}: " if self.span is not None else ""
        lines = [f"{place}{self.severity}[{self.code}]: {self.message}"]
        if self.span is not None and self.line_text is not None and self.span.column <= _WIDEST:
            width = self.span.end_column - self.span.column if self.span.end_line == self.span.line else 1
            pad = "".join("\t" if c == "\t" else " " for c in self.line_text[: self.span.column - 1])
            cut = "" if len(self.line_text) <= _WIDEST else " ..."
            carets = "^" * max(1, min(width, _WIDEST - self.span.column + 1))
            lines += [f"  | {self.line_text[:_WIDEST]}{cut}", f"  | {pad}{carets}"]
        if self.hint is not None:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class BicameralError(Exception):
    """Something a user can mend; carries its diagnostics in order of place."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("\n".join(d.render() for d in diagnostics))
        self.diagnostics = diagnostics


class ParseError(BicameralError):
    """A text that is not in the language it should be in; `span` is where reading stopped."""

    @property
    def span(self) -> Span | None:
        return self.diagnostics[0].span


class PolicyError(BicameralError):
    """A policy with errors: no `Policy` is made from it."""


class InputError(BicameralError):
    """A bad case, fact, claim or option. Nothing bad is ever a verdict."""
