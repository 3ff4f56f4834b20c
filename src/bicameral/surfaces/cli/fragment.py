"""`bicameral fragment POLICY`: what is lowered, how, and what is not."""

from __future__ import annotations

import click

from bicameral.explanation.encode import Plain, dumps
from bicameral.lowering.fragment import Row, report
from bicameral.policy.instances import invented, scope_of
from bicameral.surfaces.cli.options import ENTITIES, Common, common, individuals
from bicameral.surfaces.cli.output import load, naming, table


@click.command("fragment")
@click.argument("policy")
@ENTITIES
@common
def command(policy: str, entities: tuple[str, ...], common: Common) -> int:
    """Say for each rule of POLICY which fragment it is in, and the SMT-LIB logic that the whole needs.

    What is not lowered is said with its witness: the term, the cycle, the construct. Exit 0 either way.
    """
    loaded = load(policy)
    with naming(policy):
        given = invented(loaded.checked, individuals(loaded.checked, entities))
        found = report(loaded.checked, loaded.lowered(None, scope_of(loaded.checked, given)))
    if common.json:
        rules = [_entry(row) for row in found.rows]
        click.echo(dumps({"policy": loaded.checked.name, "logic": found.logic, "rules": rules}))
        return 0
    said = [row for row in found.rows if row.fragment != "silent"]  # a constant, a directive for output: no rule
    table([(row.name, f"{row.span.file}:{row.span.line}", row.fragment, _remark(row)) for row in said], common)
    click.echo()
    if found.logic is not None:
        click.echo(f"All of it is lowered; the whole needs {found.logic}.")
    else:
        click.echo("What is refused is not lowered, so clingo decides alone.")
    return 0


def _entry(row: Row) -> dict[str, Plain]:
    at: dict[str, Plain] = {"file": row.span.file, "line": row.span.line}
    told: dict[str, Plain] = {"construct": row.construct, "witness": row.witness, "instead": row.instead}
    return {"rule": row.name, "at": at, "fragment": row.fragment, "logic": row.logic, **told}


def _remark(row: Row) -> str:
    if row.fragment != "refused":
        return row.logic or ""
    return "; ".join(part for part in (row.construct, row.witness, row.instead) if part)
