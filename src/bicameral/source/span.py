"""Places in a text: one-based lines and columns, the end exclusive."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of one file; lines and columns count from 1, columns in characters."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("", 1, 1, 1, 1)
