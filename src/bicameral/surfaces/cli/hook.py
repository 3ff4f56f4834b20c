"""`bicameral hook` never comes here: `entry` gives it a guarded process. This is for every odd way to say it."""

from __future__ import annotations

import click

from bicameral.surfaces.cli import exits


@click.command("hook", context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def command(words: tuple[str, ...]) -> int:
    """Decide one agent call from standard input: exit 0 lets it through, exit 2 blocks it."""
    click.echo(f"blocked: `hook` must be the first word, not after options: {' '.join(words)}", err=True)
    return exits.BAD_INPUT
