"""The files of a program: read, included, parsed, their statements in order of the text.

`#include` takes a path relative to the file it stands in. It may reach the folder above the policy's and what is
below that, symbolic links resolved, and no further. A file is read once, as clingo does, so cycles end.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from bicameral.policy.vocabulary.findings import Findings
from bicameral.source import BicameralError, Diagnostic, PolicyError, SourceFile, read_text
from bicameral.source.record import record
from bicameral.syntax import parse_file, tree

MOST_FILES = 1000


class Library(Protocol):
    """Where files come from."""

    def read(self, name: str, base: str | None) -> SourceFile:
        """The file `name` as named in the file `base` (None: by the user). Raises PolicyError."""


@record
class FolderLibrary:
    """Files on disk; they are named relative to the policy's folder."""

    folder: Path  # resolved

    def read(self, name: str, base: str | None) -> SourceFile:
        path = (self.folder / base).parent / name if base is not None else self.folder / name
        try:
            resolved = path.resolve()
            special = resolved.exists() and not resolved.is_file()
        except (OSError, RuntimeError, ValueError) as fault:  # a loop of links, a NUL in the name, too long a name
            raise PolicyError(Diagnostic("unreadable-file", f"cannot read `{name}`: not a usable path")) from fault
        if base is not None and not resolved.is_relative_to(self.folder.parent):
            raise PolicyError(
                Diagnostic(
                    "include-out-of-bounds",
                    f"`{name}` is outside the folder above the policy's",
                    hint="shared files belong beside the policy's folder or below it",
                )
            )
        shown = Path(os.path.relpath(resolved, self.folder)).as_posix() if base is not None else name
        if special:
            raise PolicyError(Diagnostic("unreadable-file", f"cannot read {shown}: not a file"))
        return read_text(resolved, shown, PolicyError)


@record
class TextLibrary:
    """Files in memory, by name."""

    texts: Mapping[str, str]

    def read(self, name: str, base: str | None) -> SourceFile:
        shown = os.path.normpath(Path(base).parent / name) if base is not None else name
        if shown.startswith("../.."):
            raise PolicyError(Diagnostic("include-out-of-bounds", f"`{name}` is outside the folder above the policy's"))
        if shown not in self.texts:
            raise PolicyError(Diagnostic("unreadable-file", f"cannot read {shown}: no such file"))
        return SourceFile(shown, self.texts[shown])


@record
class Placed:
    """A statement or annotation and the file it stands in."""

    statement: tree.Statement
    file: SourceFile


@dataclass(slots=True)
class ProgramText:
    """The files in reading order, and what they hold, an included file right after its `#include`."""

    files: list[SourceFile] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)


def read_program(library: Library, name: str, findings: Findings) -> ProgramText:
    """Read a program and all it includes. Raises PolicyError when the first file cannot be read at all."""
    program = ProgramText()
    first = library.read(name, None)
    stack = [_statements(program, first, findings)]
    while stack:
        placed = next(stack[-1], None)
        if placed is None:
            stack.pop()
            continue
        program.placed.append(placed)
        if isinstance(placed.statement, tree.Include):
            included = _include(library, program, placed, placed.statement, findings)
            if included is not None:
                stack.append(_statements(program, included, findings))
    return program


def _statements(program: ProgramText, file: SourceFile, findings: Findings) -> Iterator[Placed]:
    program.files.append(file)
    findings.knows(file)
    try:
        parsed = parse_file(file)
    except BicameralError as fault:
        findings.take(fault.diagnostics)
        return iter(())
    return iter([Placed(statement, file) for statement in parsed.statements])


def _include(
    library: Library, program: ProgramText, placed: Placed, include: tree.Include, findings: Findings
) -> SourceFile | None:
    if include.angle:
        findings.error(
            "include-out-of-bounds",
            f"`#include <{include.file}>` names a file of clingo's own",
            include.span,
            'only files of the policy can be included: #include "file.lp".',
        )
        return None
    try:
        file = library.read(include.file, placed.file.name)
    except PolicyError as fault:
        found = fault.diagnostics[0]
        findings.error(found.code, found.message, found.span or include.span, found.hint)
        return None
    if len(program.files) >= MOST_FILES:
        findings.error("include-out-of-bounds", f"more than {MOST_FILES} files", include.span)
        return None
    return None if any(known.name == file.name for known in program.files) else file
