"""`bicameral diff A B [C ...]`: where translations part."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from bicameral.explanation.encode import dumps
from bicameral.source import Diagnostic, InputError
from bicameral.surfaces.cli.options import ENTITIES, Common, common, individuals
from bicameral.surfaces.cli.output import load, style, width


@click.command("diff")
@click.argument("translations", nargs=-1, required=True, metavar="A B [C ...]")
@ENTITIES
@common
def command(translations: tuple[str, ...], entities: tuple[str, ...], common: Common) -> int:
    """Cross-check translations of a policy: .lp policies and .smt2 files in any mix.

    What they allow is compared for every input, in both directions. Exit 0 when they are equivalent, 10 when they
    differ, 13 when that was not decided, 14 when a replay contradicts the finding.
    """
    from bicameral.equivalence.encode import plain
    from bicameral.equivalence.render import page
    from bicameral.translations import cross_check

    if len(translations) < 2:
        hint = "bicameral diff rules/travel translations/travel/reading.smt2"
        raise InputError(Diagnostic("bad-option", "a cross-check takes two translations or more", hint=hint))
    policies = {label: load(path) for label, path in zip(_labels(translations), translations, strict=True)}
    first = next(iter(policies.values()))
    report = cross_check(
        policies, budget=common.budget, entities=individuals(first.checked, entities) if entities else None
    )
    click.echo(dumps(plain(report)) if common.json else page(report, style=style(common), width=width()))
    return report.exit_code


def _labels(paths: Sequence[str]) -> list[str]:
    """The paths as they were given; the same one twice is told apart by its place."""
    plain = [os.path.normpath(path) for path in paths]
    return [p if plain.count(p) == 1 else f"{p} ({n})" for n, p in enumerate(plain, start=1)]
