"""Printing: colour only where a person looks, tables that do not wrap in a pipe, warnings on standard error."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bicameral.source import Diagnostic, InputError, PolicyError
from bicameral.surfaces.cli.options import Common

if TYPE_CHECKING:
    from bicameral.engine import Policy
    from bicameral.explanation.render import Style

COLOURS = {
    **dict.fromkeys(("VALID", "certain", "pass", "lowered"), "green"),
    **dict.fromkeys(("INVALID", "impossible", "FAIL"), "red"),
    **dict.fromkeys(("SATISFIABLE", "open", "refused"), "yellow"),
    **dict.fromkeys(
        ("INCONSISTENT", "UNKNOWN", "DISAGREEMENT", "undecided", "disagreement", "inconsistent"), "magenta"
    ),
}


NO_POLICY = (".json", ".yaml", ".yml", ".toml", ".md")  # endings of what stands beside policies
POLICY_HINT = "a policy is a folder with a policy.lp, or an .lp or .smt2 file"


def style(common: Common) -> Style:
    """How words of a report are painted: not at all, unless standard output is a terminal that wants colour."""
    if not (common.color and not os.environ.get("NO_COLOR") and sys.stdout is not None and sys.stdout.isatty()):
        return lambda text, _role: text

    def paint(text: str, role: str) -> str:
        if role in COLOURS:
            return click.style(text, fg=COLOURS[role], bold=True)
        return click.style(text, bold=role == "heading", dim=role == "dim")

    return paint


def width() -> int:
    """Columns for text: a terminal's, within what reads well."""
    return max(60, min(100, shutil.get_terminal_size((80, 24)).columns))


def warn(diagnostics: Iterable[Diagnostic]) -> None:
    """Show diagnostics on standard error."""
    for diagnostic in diagnostics:
        click.echo(diagnostic.render(), err=True)


def folder_of(policy: str) -> str:
    """The folder of a policy as the user named it; empty where that is the working folder."""
    folder = policy if os.path.isdir(policy) else os.path.dirname(policy)  # noqa: PTH112, PTH120 (words, not paths)
    plain = os.path.normpath(folder) if folder else ""
    return "" if plain == "." else plain


def at_home(diagnostic: Diagnostic, policy: str) -> Diagnostic:
    """A finding in a policy's own files, its place named from where the user stands."""
    span, folder = diagnostic.span, folder_of(policy)
    if span is None or not span.file or not folder:
        return diagnostic
    named = os.path.normpath(os.path.join(folder, span.file))  # noqa: PTH118

    def at(text: str) -> str:
        return re.sub(rf"(?<![\w./-]){re.escape(span.file)}(?=:[0-9])", lambda _: named, text)

    hint = at(diagnostic.hint) if diagnostic.hint is not None else None
    return replace(diagnostic, message=at(diagnostic.message), hint=hint, span=span._replace(file=named))


def load(policy: str, outcomes: Sequence[str] | None = None) -> Policy:
    """The policy in a folder or file. Raises PolicyError, places named from where the user stands.

    `outcomes` name those of an `.smt2` file.
    """
    from bicameral.engine import Policy

    if not policy:
        raise PolicyError(Diagnostic("unreadable-file", "the name of the policy is empty", hint=POLICY_HINT))
    if policy.lower().endswith(NO_POLICY) and not os.path.isdir(policy):  # noqa: PTH112
        message = f"{policy} is no policy: its ending is that of a case or a document"
        raise PolicyError(Diagnostic("unreadable-file", message, hint=f"POLICY comes first; {POLICY_HINT}"))
    with naming(policy):
        return Policy.load(policy, outcomes)


@contextmanager
def naming(policy: str) -> Iterator[None]:
    """Name the places of what is found wrong with a policy from where the user stands."""
    try:
        yield
    except PolicyError as fault:
        raise PolicyError(*(at_home(found, policy) for found in fault.diagnostics)) from fault


def write(path: str, text: str, *, new: bool = False) -> None:
    """Write a file; `new` refuses one that is there. Raises InputError."""
    try:
        with Path(path).open("x" if new else "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as fault:
        what = fault.strerror if isinstance(fault, OSError) else "not a usable path"
        raise InputError(Diagnostic("unwritable-file", f"cannot write {path}: {what}")) from fault


def table(rows: Sequence[Sequence[str]], common: Common) -> None:
    """Columns under one another; the last one is wrapped on a terminal. A cell that is a role has its colour."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    terminal = sys.stdout.isatty()
    plain = not common.color or bool(os.environ.get("NO_COLOR"))
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        grid.add_row(*(Text(cell, style=COLOURS.get(cell, "")) for cell in row))
    console = Console(no_color=plain, highlight=False, width=None if terminal else 10_000, soft_wrap=False)
    with console.capture() as captured:
        console.print(grid)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())
