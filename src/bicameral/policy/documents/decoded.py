"""A decoded JSON or YAML document: plain data, and where each part of it stands."""

from __future__ import annotations

from collections.abc import Callable

from bicameral.source import Diagnostic, InputError, SourceFile, Span
from bicameral.source.record import record

Path = tuple[str | int, ...]

DEEPEST = 100  # nesting of a document: a case needs four levels
MOST_DIGITS = 1000  # of a number


@record
class Document:
    """`data` is made of dict, list, str, int, Decimal, bool and None; `where` gives the span of a path in it.

    A path leads to a value; the span is that of its key where it has one.
    """

    data: object
    source: SourceFile
    where: Callable[[Path], Span | None]


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
