"""`bicameral compile POLICY`: the compiler's text, or the program closed for stock clingo."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from bicameral.source import Diagnostic, InputError
from bicameral.surfaces.cli.options import ENTITIES, Common, common, individuals
from bicameral.surfaces.cli.output import load, naming


@click.command("compile")
@click.argument("policy")
@click.option("--to", type=click.Choice(["smtlib", "asp"]), default="smtlib", show_default=True, help="What to print.")
@click.option("-o", "output", metavar="FILE", help="Write to FILE instead of standard output.")
@ENTITIES
@common
def command(
    policy: str, to: Literal["smtlib", "asp"], output: str | None, entities: tuple[str, ...], common: Common
) -> int:
    """Print POLICY as SMT-LIB text, or with choices for its open inputs added, ready for stock clingo.

    What cannot be lowered exactly is refused with the rule and the witness.
    """
    loaded = load(policy)
    with naming(policy):
        make = loaded.smtlib if to == "smtlib" else loaded.closed_program
        text = make(budget=common.budget, entities=individuals(loaded.checked, entities))
    if common.json:
        from bicameral.explanation.encode import dumps

        sha256 = loaded.checked.sha256
        text = dumps({"policy": loaded.checked.name, "sha256": sha256, "to": to, "text": text}) + "\n"
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
        return 0
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as fault:
        raise InputError(Diagnostic("unwritable-file", f"cannot write {output}: {fault.strerror}")) from fault
    return 0
