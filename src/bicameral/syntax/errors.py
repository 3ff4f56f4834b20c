"""Syntax errors in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bicameral.source import Diagnostic, ParseError, SourceFile, Span
from bicameral.syntax.build import Refusal

if TYPE_CHECKING:
    from bicameral.syntax.lexer import Lexer, Token
    from bicameral.syntax.parser import Machine


def refusal_error(refusal: Refusal, text: str) -> ParseError:
    line = SourceFile("", text).line(refusal.span.line)
    return ParseError(Diagnostic("syntax", refusal.message, refusal.span, refusal.hint, line_text=line))


def check_characters(text: str, name: str) -> None:
    """Refuse what cannot be handed on as UTF-8 text. Raises ParseError."""


def syntax_error(engine: Machine, lexer: Lexer, states: list[int], token: Token) -> ParseError:
    kind, value, start, end, line, line_start = token
    span = Span(lexer.name, line, start - line_start + 1, line, end - line_start + 1)
    expected = sorted(engine.tables.actions[states[-1]])
    return ParseError(
        Diagnostic("syntax", f"unexpected {value!r}, expected {expected}", span,
                   line_text=SourceFile("", lexer.text).line(line))
    )
