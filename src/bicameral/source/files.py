"""Text files read once, with their lines at hand for diagnostics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from bicameral.source.diagnostic import BicameralError, Diagnostic, InputError
from bicameral.source.span import Span


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text with the name it is shown by (relative to what the user named)."""

    name: str
    text: str
    _lines: list[str] = field(default_factory=list, init=False, repr=False, compare=False)

    def line(self, number: int) -> str | None:
        """The text of line `number` (from 1) without its end, or None beyond the file."""
        if not self._lines:
            self._lines.extend(self.text.split("\n"))
        return self._lines[number - 1].rstrip("\r") if 1 <= number <= len(self._lines) else None


def read_text(path: Path, name: str | None = None, error: type[BicameralError] = InputError) -> SourceFile:
    """Read a UTF-8 file. Raises `error` when it is missing, unreadable, holds a NUL or is not UTF-8."""
    shown = name if name is not None else str(path)
    try:
        data = path.read_bytes()
    except OSError as fault:
        reason = fault.strerror or type(fault).__name__
        raise error(Diagnostic("unreadable-file", f"cannot read {shown}: {reason}")) from fault
    return decode(data, shown, error)


def decode(data: bytes, name: str, error: type[BicameralError] = InputError) -> SourceFile:
    """Decode UTF-8 bytes (a byte order mark is dropped). Raises `error` naming the place of the first bad byte."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = data[: fault.start]
        line = before.count(b"\n") + 1
        column = fault.start - (before.rfind(b"\n") + 1) + 1
        span = Span(name, line, column, line, column + 1)
        raise error(
            Diagnostic("not-utf8", f"byte 0x{data[fault.start]:02x} is not UTF-8", span, "save the file as UTF-8")
        ) from fault
    if "\x00" in text:
        line = text[: text.index("\x00")].count("\n") + 1
        raise error(Diagnostic("nul-byte", "the file holds a NUL byte", Span(name, line, 1, line, 2)))
    return SourceFile(name, text.replace("\r\n", "\n"))


def fingerprint(files: Sequence[SourceFile]) -> str:
    """The SHA-256 over every file read: for each, in reading order, its relative name and its text, NUL-ended.

    Texts are as decoded: without a byte order mark, lines ended by a line feed.
    """
    digest = sha256()
    for file in files:
        digest.update(file.name.encode("utf-8", "surrogateescape") + b"\0" + file.text.encode() + b"\0")
    return digest.hexdigest()
