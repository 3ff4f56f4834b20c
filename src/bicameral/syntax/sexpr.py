"""SMT-LIB 2.6 s-expressions with their places.

The language of s-expressions is a list of tokens and parentheses (SMT-LIB 2.6, section 3.1), so this reader keeps a
stack and no grammar tables: a process that reads an answer block need not load any.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from bicameral.source import Diagnostic, ParseError, SourceFile, Span

AtomKind = Literal["symbol", "keyword", "numeral", "decimal", "string"]


@dataclass(frozen=True, slots=True)
class SAtom:
    """A token; `text` is its meaning: bars and quotes removed, `""` in strings undone."""

    kind: AtomKind
    text: str
    span: Span = field(compare=False)

    def is_symbol(self, text: str) -> bool:
        return self.kind == "symbol" and self.text == text


@dataclass(frozen=True, slots=True)
class SList:
    items: tuple[SExpr, ...]
    span: Span = field(compare=False)

    @property
    def head(self) -> str | None:
        """The symbol that the list starts with, if it starts with one."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, SAtom) and first.kind == "symbol" else None


SExpr = SAtom | SList


@dataclass(frozen=True, slots=True)
class SFile:
    """The expressions of a file, and its comments (without the `;`), each with its place."""

    expressions: tuple[SExpr, ...]
    comments: tuple[tuple[Span, str], ...]


MAX_DEPTH = 200  # later stages walk expressions recursively

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\n]+)
      | (?P<comment>;[^\n]*)
      | (?P<open>\() | (?P<close>\))
      | (?P<string>"(?:[^"]|"")*")
      | (?P<quoted>\|[^|\\]*\|)
      | (?P<decimal>(?:0|[1-9][0-9]*)\.[0-9]+(?![^\s();"|]))
      | (?P<numeral>(?:0|[1-9][0-9]*)(?![^\s();"|]))
      | (?P<keyword>:[A-Za-z0-9~!@$%^&*_+=<>.?/-]+)
      | (?P<symbol>[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*)""",
    re.VERBOSE | re.ASCII,
)


def read(source: SourceFile) -> SFile:
    """Every expression of the text. Raises ParseError at the first place that is none."""
    return _Reader(source).read()


class _Reader:
    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self._line = 1
        self._line_start = 0
        self._done: list[SExpr] = []
        self._comments: list[tuple[Span, str]] = []
        self._open: list[tuple[Span, list[SExpr]]] = []

    def read(self) -> SFile:
        text, position = self._source.text, 0
        while position < len(text):
            token = _TOKEN.match(text, position)
            if token is None:
                raise self._fault(self._span(position, position + 1), *_unreadable(text[position]))
            self._take(token, position)
            position = token.end()
        if self._open:
            raise self._fault(self._open[-1][0], "this parenthesis is never closed", "add the `)` it lacks")
        return SFile(tuple(self._done), tuple(self._comments))

    def _take(self, token: re.Match[str], start: int) -> None:
        kind, text = token.lastgroup, token.group()
        span = self._span(start, token.end())
        self._count_lines(text, start)
        match kind:
            case "blank":
                pass
            case "comment":
                self._comments.append((span, text[1:]))
            case "open":
                if len(self._open) >= MAX_DEPTH:
                    raise self._fault(span, f"nested deeper than {MAX_DEPTH}", "flatten the expression")
                self._open.append((span, []))
            case "close":
                if not self._open:
                    raise self._fault(span, "this parenthesis closes nothing", "remove it")
                opened, items = self._open.pop()
                self._add(SList(tuple(items), opened._replace(end_line=span.end_line, end_column=span.end_column)))
            case "string":
                self._add(SAtom("string", text[1:-1].replace('""', '"'), span))
            case "quoted":
                self._add(SAtom("symbol", text[1:-1], span))
            case "keyword" | "decimal" | "numeral" | "symbol":
                self._add(SAtom(kind, text, span))
            case _:
                raise AssertionError(kind)

    def _add(self, item: SExpr) -> None:
        (self._open[-1][1] if self._open else self._done).append(item)

    def _count_lines(self, text: str, start: int) -> None:
        newlines = text.count("\n")
        if newlines:
            self._line += newlines
            self._line_start = start + text.rfind("\n") + 1

    def _span(self, start: int, end: int) -> Span:
        before = self._source.text[start:end]
        newlines = before.count("\n")
        end_line_start = self._line_start if not newlines else start + before.rfind("\n") + 1
        return Span(
            self._source.name,
            self._line,
            start - self._line_start + 1,
            self._line + newlines,
            end - end_line_start + 1,
        )

    def _fault(self, span: Span, message: str, hint: str) -> ParseError:
        return ParseError(Diagnostic("smtlib-syntax", message, span, hint, line_text=self._source.line(span.line)))


def _unreadable(character: str) -> tuple[str, str]:
    if character == '"':
        return "this string is never closed", 'close it with `"`'
    if character == "|":
        return "this quoted symbol is never closed, or holds a backslash", "close it with `|`"
    return f"{character!r} starts no SMT-LIB token", "expected a symbol, a number, a string or a parenthesis"
