"""Printing: colour only where a person looks, tables that do not wrap in a pipe, warnings on standard error."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from bicameral.source import Diagnostic
from bicameral.surfaces.cli.options import Common

if TYPE_CHECKING:
    from bicameral.explanation.render import Style

COLOURS = {
    **dict.fromkeys(("VALID", "certain", "pass", "lowered"), "green"),
    **dict.fromkeys(("INVALID", "impossible", "FAIL"), "red"),
    **dict.fromkeys(("SATISFIABLE", "open", "refused"), "yellow"),
    **dict.fromkeys(
        ("INCONSISTENT", "UNKNOWN", "DISAGREEMENT", "undecided", "disagreement", "inconsistent"), "magenta"
    ),
}


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
