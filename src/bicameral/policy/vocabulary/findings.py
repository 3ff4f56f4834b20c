"""The diagnostics of one policy, gathered while it is read and checked."""

from __future__ import annotations

from bicameral.policy.vocabulary.directives import Directive, Malformed, Word
from bicameral.source import Diagnostic, PolicyError, Severity, SourceFile, Span

MOST = 100  # diagnostics shown of one policy; a broken file has no need of more


class Findings:
    """Errors and warnings, with the source line of each."""

    def __init__(self) -> None:
        self._files: dict[str, SourceFile] = {}
        self._found: list[Diagnostic] = []

    def knows(self, file: SourceFile) -> None:
        """Remember a file, to show its lines."""
        self._files[file.name] = file

    def error(self, code: str, message: str, span: Span | None = None, hint: str | None = None) -> None:
        self._add(code, message, span, hint, "error")

    def warning(self, code: str, message: str, span: Span | None = None, hint: str | None = None) -> None:
        self._add(code, message, span, hint, "warning")

    def take(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        """Add what another stage found."""
        self._found.extend(diagnostics)

    def _add(self, code: str, message: str, span: Span | None, hint: str | None, severity: Severity) -> None:
        file = self._files.get(span.file) if span is not None else None
        line = file.line(span.line) if file is not None and span is not None else None
        self._found.append(Diagnostic(code, message, span, hint, severity, line))

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return self._ordered("warning")

    @property
    def has_errors(self) -> bool:
        return any(found.severity == "error" for found in self._found)

    def stop_on_errors(self) -> None:
        """Raise PolicyError when an error was found."""
        errors = self._ordered("error")
        if errors:
            raise PolicyError(*errors[:MOST])

    def _ordered(self, severity: Severity) -> tuple[Diagnostic, ...]:
        order = {name: index for index, name in enumerate(self._files)}

        def place(found: Diagnostic) -> tuple[int, int, int]:
            span = found.span
            return (order.get(span.file, len(order)), span.line, span.column) if span is not None else (-1, 0, 0)

        unique = dict.fromkeys(found for found in self._found if found.severity == severity)
        return tuple(sorted(unique, key=place))


class Line:
    """One line of annotation: its directive and its place.

    `origin` is the column at which the directive's text begins.
    """

    __slots__ = ("directive", "file", "origin", "span")

    def __init__(self, directive: Directive | Malformed, file: SourceFile, span: Span) -> None:
        self.directive = directive
        self.file = file
        self.span = span
        text = file.line(span.line) or ""
        after = text.find("%@", span.column - 1) + 2
        self.origin = after + len(text[after:]) - len(text[after:].lstrip()) + 1

    def at(self, word: Word | None) -> Span:
        """The span of a word of this line; of the whole annotation for None."""
        return self.span if word is None else self.between(word.start, word.end)

    def between(self, start: int, end: int) -> Span:
        """The span of a stretch of the directive's text."""
        line = self.span.line
        return Span(self.file.name, line, self.origin + start, line, self.origin + max(end, start + 1))
