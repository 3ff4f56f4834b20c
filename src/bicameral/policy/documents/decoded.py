"""A decoded JSON or YAML document: plain data, and where each part of it stands."""

from __future__ import annotations

from typing import Protocol

from bicameral.source import Diagnostic, InputError, SourceFile, Span
from bicameral.source.record import record

Path = tuple[str | int, ...]

DEEPEST = 100  # nesting of a document: a case needs four levels
MOST_DIGITS = 1000  # of a number


class Places(Protocol):
    """Where the parts of a document stand."""

    def __call__(self, path: Path, value: bool = False) -> Span | None:
        """The span of the nearest part to `path`: its key where it has one, or else, or when asked, its value."""


@record
class Document:
    """`data` is made of dict, list, str, int, Decimal, bool and None; `where` gives the span of a path in it."""

    data: object
    source: SourceFile
    where: Places


def document_error(
    source: SourceFile, code: str, message: str, span: Span | None = None, hint: str | None = None
) -> InputError:
    """An InputError at a place of a document, its line shown."""
    line = source.line(span.line) if span is not None else None
    if line is not None and len(line) > 200:
        line = None
    at = span if span is not None else Span(source.name, 1, 1, 1, 2)
    return InputError(Diagnostic(code, message, at, hint, line_text=line))


def check_text(text: str) -> str | None:
    """What is wrong with a string of a document, None when nothing is."""
    if text.isascii() and text.isprintable():
        return None
    for character in text:
        if "\ud800" <= character <= "\udfff":
            return "half of a surrogate pair is no character"
        if character == "\x00":
            return "a NUL character"
    return None
