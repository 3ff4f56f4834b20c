"""Syntax errors: where reading stopped, what stands there, and what could have stood there, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bicameral.source import Diagnostic, ParseError, SourceFile, Span
from bicameral.syntax.expected import acceptable, in_words
from bicameral.syntax.lexer import UNKNOWN
from bicameral.syntax.tables import END

if TYPE_CHECKING:
    from bicameral.syntax.build import RefusalError
    from bicameral.syntax.lexer import Lexer, Token
    from bicameral.syntax.parser import Machine

LONGEST_LINE = 1000  # a longer line of source is not shown
LONGEST_WORD = 40

_STRING_START = re.compile(r'"(?:[^"\n\\]|\\[n"\\])*')
_KEYWORD = re.compile(r"#[A-Za-z0-9_]*\+?")
_TYPOGRAPHIC = {
    "\u201c": '`"`', "\u201d": '`"`', "\u201e": '`"`', "\u00ab": '`"`', "\u00bb": '`"`',
    "\u2018": "`'`", "\u2019": "`'`", "\u2013": "`-`", "\u2014": "`-`", "\u2212": "`-`",
    "\u2264": "`<=`", "\u2265": "`>=`", "\u2260": "`!=`", "\u00d7": "`*`", "\u00a0": "a blank", "\u2026": "`..`",
}  # fmt: skip


def check_characters(text: str, name: str) -> None:
    """Refuse what cannot stand in any text: NUL and surrogates. Raises ParseError."""
    if "\0" in text:
        raise _at(text, name, text.index("\0"), "a NUL character may not stand in a text")
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as fault:
            raise _at(text, name, fault.start, "half a surrogate pair may not stand in a text") from None


def _at(text: str, name: str, offset: int, message: str) -> ParseError:
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    # the line is not shown: no terminal could
    return ParseError(Diagnostic("syntax", message, Span(name, line, column, line, column + 1)))


def _error(text: str, span: Span, message: str, hint: str | None = None) -> ParseError:
    shown = SourceFile(span.file, text).line(span.line)
    if shown is not None and len(shown) > LONGEST_LINE:
        shown = None
    return ParseError(Diagnostic("syntax", message, span, hint, line_text=shown))


def refusal_error(refusal: RefusalError, text: str) -> ParseError:
    """What build.py refuses, as a diagnostic."""
    return _error(text, refusal.span, refusal.message, refusal.hint)


def syntax_error(engine: Machine, lexer: Lexer, first: int, token: Token, before: tuple[int, int]) -> ParseError:
    """The parser, started in state `first`, cannot take `token`.

    `before` is where the last token ended: its line and column.
    """
    kind, value, start, end, line, line_start = token
    column = start - line_start + 1
    text = lexer.text
    span = Span(lexer.name, line, column, line, column + max(1, end - start))
    if kind == UNKNOWN:
        special = _unreadable(text, start)
        if special is not None:
            length, message, hint = special
            return _error(text, span._replace(end_column=column + length), message, hint)
    kinds = acceptable(engine, lexer, first, start)
    hint = None
    if "DOT" in kinds and kind != "DOT" and before[0] != line:
        hint = f"a statement ends with a dot: is one missing at line {before[0]}, column {before[1]}?"
    found = f"unexpected `{_clipped(value)}`"
    if kind == END:
        span = Span(lexer.name, before[0], before[1], before[0], before[1] + 1)
        found = "the text ends too early"
    return _error(text, span, f"{found}: expected {in_words(engine.tables, kinds)}", hint)


def _clipped(value: str) -> str:
    first = value.split("\n", 1)[0]
    return first if len(first) <= LONGEST_WORD else first[:LONGEST_WORD] + "..."


def _unreadable(text: str, start: int) -> tuple[int, str, str | None] | None:
    """Length, message and hint for the start of something that is no token; None if it could be one elsewhere."""
    character = text[start]
    if character == '"':
        return _bad_string(text, start)
    if text.startswith("%*", start):
        return 2, "this comment does not end", "end it with `*%`; within it a `%` comments out the rest of its line"
    if text.startswith("#script", start):
        return (
            len("#script"),
            "this script cannot be read",
            "write `#script (python)` or `#script (lua)`, then the code without a comment before it, then `#end.`",
        )
    if character == "#":
        return _bad_keyword(text, start)
    if not character.isascii():
        plain = _TYPOGRAPHIC.get(character)
        hint = f"write {plain}" if plain is not None else "names are made of ASCII letters, digits, `_` and `'`"
        shown = f"`{character}`" if character.isprintable() else f"the character U+{ord(character):04X}"
        return 1, f"{shown} may stand in strings and comments only", hint
    if not character.isprintable():
        return 1, f"the control character U+{ord(character):04X} may stand in strings and comments only", None
    return None


def _bad_string(text: str, start: int) -> tuple[int, str, str | None]:
    match = _STRING_START.match(text, start)
    end = match.end() if match is not None else start + 1
    if text.startswith("\\", end):
        hint = 'write `\\\\` for a backslash, `\\"` for a quotation mark, `\\n` for a line end'
        return end - start + 1, 'in a string a backslash may stand before `n`, `"` and `\\` only', hint
    return end - start, "this string does not end on its line", 'end it with `"`'


def _bad_keyword(text: str, start: int) -> tuple[int, str, str | None] | None:
    from difflib import get_close_matches

    from bicameral.syntax.tables import tables

    match = _KEYWORD.match(text, start)
    word = match[0] if match is not None else "#"
    known = {text for texts in tables().spellings.values() for text in texts if text.startswith("#")}
    if word in known or word.removesuffix("+") in known:
        return None
    near = get_close_matches(word, sorted(known), 1)
    return len(word), f"`{_clipped(word)}` is no keyword", f"did you mean `{near[0]}`?" if near else None
