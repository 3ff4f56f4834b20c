"""The source document of a policy: where a quoted sentence stands in it, and under which heading."""

from __future__ import annotations

import re
from bisect import bisect_right

from bicameral.policy.model import Anchor
from bicameral.source import SourceFile

_BLANKS = re.compile(r"\s+")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#*)?[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_FENCE = re.compile(r" {0,3}(```|~~~)")


class SourceDocument:
    """A document prepared for finding sentences, white space collapsed."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        starts: list[int] = []  # in the collapsed text, of each word
        lines: list[int] = []
        words: list[str] = []
        offset = 0
        for number, text in enumerate(file.text.split("\n"), start=1):
            for word in text.split():
                starts.append(offset)
                lines.append(number)
                words.append(word)
                offset += len(word) + 1
        self._text = " ".join(words)
        self._starts = starts
        self._lines = lines
        self._headings = _headings(file.text)

    def find(self, sentence: str) -> Anchor | None:
        """The first place where a sentence occurs; None when it does not."""
        wanted = collapse(sentence)
        at = self._text.find(wanted) if wanted else -1
        if at < 0:
            return None
        line = self._lines[bisect_right(self._starts, at) - 1]
        index = bisect_right([number for number, _ in self._headings], line) - 1
        return Anchor(self.file.name, line, self._headings[index][1] if index >= 0 else None)

    def nearest_line(self, sentence: str) -> int | None:
        """The line that shares the longest start of the sentence, for a hint; None without any."""
        words = collapse(sentence).split(" ")[:40]
        for count in range(len(words) - 1, 1, -1):
            at = self._text.find(" ".join(words[:count]))
            if at >= 0:
                return self._lines[bisect_right(self._starts, at) - 1]
        return None


def collapse(text: str) -> str:
    """White space as single blanks, none at the ends."""
    return _BLANKS.sub(" ", text).strip()


def _headings(text: str) -> list[tuple[int, str]]:
    """Line and text of each Markdown heading, those in fenced blocks left out."""
    found: list[tuple[int, str]] = []
    fence: str | None = None
    previous = ""
    for number, line in enumerate(text.split("\n"), start=1):
        mark = _FENCE.match(line)
        if mark is not None:
            fence = mark[1] if fence is None else (None if fence == mark[1] else fence)
        heading = _HEADING.fullmatch(line)
        if fence is None and mark is None:
            if heading is not None:
                found.append((number, heading[1].strip()))
            elif previous.strip() and _UNDERLINE.fullmatch(line) and not previous.lstrip().startswith(("#", "-", ">")):
                found.append((number - 1, previous.strip()))
        previous = line
    return found
