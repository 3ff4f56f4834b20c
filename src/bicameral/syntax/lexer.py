"""From text to tokens: names, numbers, comments, annotations.

One regular expression for each vocabulary (see grammar.lark) finds the tokens; nested comments are skipped by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bicameral.source import Span
from bicameral.syntax.tables import END, Vocabulary
from bicameral.syntax.tree import Annotation

# kind, text, start, end, number of the line, offset of that line's start
Token = tuple[str, str, int, int, int, int]

UNKNOWN = "$UNKNOWN"  # a character, or the start of a string, comment or keyword, that begins no token

_NEWLINE, _COMMENT, _SCRIPT = "$NEWLINE", "$COMMENT", "SCRIPT"
_COMMENT_PART = re.compile(r"\*%|%\*|%[^\n]*")
_LINE_END = re.compile(r"[^\n]*")

Compiled = tuple[re.Pattern[str], list[tuple[str, dict[str, str]]]]


def compile_vocabulary(vocabulary: Vocabulary) -> Compiled:
    """The expression for one vocabulary, and for each of its groups the kind and the words of another kind."""
    words = {text: name for text, name in vocabulary.literals.items() if text[0].isalpha()}
    rest = {text: name for text, name in vocabulary.literals.items() if text not in words}
    ordered = sorted(rest, key=lambda text: (-len(text), text))
    quoted = [re.escape(text) + (r"(?![A-Za-z0-9_])" if text[-1].isalpha() else "") for text in ordered]
    groups: list[tuple[str, str, dict[str, str]]] = [(_NEWLINE, r"\n[ \t\r\n]*", {})]
    groups += [(name, pattern, words) for name, pattern in vocabulary.patterns.items()]
    groups += [(_COMMENT, r"%|\#!", {}), ("", "|".join(quoted), rest), (UNKNOWN, ".", {})]
    expression = "|".join(f"({pattern})" for _, pattern, _ in groups)
    kinds = [("", {}), *((name, special) for name, _, special in groups)]
    return re.compile(rf"[ \t\r]*(?:{expression}|\Z)"), kinds


_compiled: dict[tuple[int, int], tuple[Sequence[Vocabulary], Compiled]] = {}


def _compile(vocabularies: Sequence[Vocabulary], mode: int) -> Compiled:
    """Compile once: most texts need the first vocabulary alone."""
    found = _compiled.get((id(vocabularies), mode))
    if found is None:
        found = _compiled[id(vocabularies), mode] = (vocabularies, compile_vocabulary(vocabularies[mode]))
    return found[1]


class Lexer:
    """The tokens of one text, in the vocabulary that the parser sets before it asks for the next."""

    def __init__(self, vocabularies: Sequence[Vocabulary], text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.annotations: list[Annotation] = []
        self._vocabularies = vocabularies
        self._line = 1
        self._line_start = 0
        self.switch(0, 0)

    def switch(self, mode: int, offset: int) -> None:
        """Read on from `offset` in another vocabulary."""
        pattern, self._kinds = _compile(self._vocabularies, mode)
        self._scan = pattern.scanner(self.text, offset)  # type: ignore[attr-defined]
        self._mode = mode

    def tokens(self) -> Iterator[Token]:
        """All tokens up to END; after one of kind UNKNOWN there is no going on."""
        while True:
            match = self._scan.match()
            group = match.lastindex
            if group is None:
                end = len(self.text)
                yield END, "", end, end, self._line, self._line_start
                return
            kind, special = self._kinds[group]
            value = match[group]
            kind = special.get(value, kind)
            start, end = match.span(group)
            if kind is _NEWLINE:
                self._count_lines(value, start)
            elif kind is _COMMENT:
                after = self._skip_comment(start)
                if after is None:
                    yield UNKNOWN, value, start, end, self._line, self._line_start
                    return
                self.switch(self._mode, after)
            else:
                if kind == _SCRIPT:
                    self._count_lines(value, start)
                yield kind, value, start, end, self._line, self._line_start

    def _count_lines(self, value: str, start: int) -> None:
        lines = value.count("\n")
        if lines:
            self._line += lines
            self._line_start = start + value.rindex("\n") + 1

    def _skip_comment(self, start: int) -> int | None:
        """The offset after the comment at `start`; None for one without an end."""
        if self.text.startswith("%*", start):
            return self._skip_block(start)
        match = _LINE_END.match(self.text, start)
        end = match.end() if match else start
        if self.text.startswith("%@", start) and not self.text[self._line_start : start].strip(" \t\r"):
            column = start - self._line_start + 1
            content = self.text[start:end].rstrip()
            span = Span(self.name, self._line, column, self._line, column + len(content))
            self.annotations.append(Annotation(content[2:].strip(), span))
        return end

    def _skip_block(self, start: int) -> int | None:
        depth = 0
        for match in _COMMENT_PART.finditer(self.text, start):
            part = match[0]
            depth += (part == "%*") - (part == "*%")
            if depth == 0:
                self._count_lines(self.text[start : match.end()], start)
                return match.end()
        return None
