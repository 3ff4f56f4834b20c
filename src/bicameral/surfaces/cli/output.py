"""Printing: colour only where a person looks, warnings and progress on standard error."""

from __future__ import annotations

import os
import sys

import click

from bicameral.surfaces.cli.options import Common

COLOURS = {
    "VALID": "green",
    "INVALID": "red",
    "SATISFIABLE": "yellow",
    "INCONSISTENT": "magenta",
    "UNKNOWN": "magenta",
    "DISAGREEMENT": "magenta",
    "pass": "green",
    "FAIL": "red",
}


def coloured(common: Common) -> bool:
    """Whether standard output is a terminal that wants colour."""
    return common.color and not os.environ.get("NO_COLOR") and sys.stdout.isatty()


def paint(text: str, common: Common) -> str:
    """`text` with its first word in the colour of what it says, where colour is wanted."""
    first, space, rest = text.partition(" ") if " " in text.partition("\n")[0] else text.partition("\n")
    if first not in COLOURS or not coloured(common):
        return text
    return click.style(first, fg=COLOURS[first], bold=True) + space + rest
