"""`bicameral diff A B [C ...]`: where translations part."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from bicameral.explanation.encode import dumps
from bicameral.source import Diagnostic, InputError, read_text
from bicameral.surfaces.cli.options import ENTITIES, OUTCOMES, Common, common, individuals, outcome_names
from bicameral.surfaces.cli.output import load, style, width, write


@click.command("diff")
@click.argument("translations", nargs=-1, required=True, metavar="A B [C ...]")
@ENTITIES
@OUTCOMES
@click.option("--map", "names", metavar="FILE", help="YAML or JSON: names of one translation with another's for them.")
@click.option("--questions", metavar="FILE", help="Write a question for each region to FILE, as cases to be answered.")
@common
def command(
    translations: tuple[str, ...],
    entities: tuple[str, ...],
    outcomes: str | None,
    names: str | None,
    questions: str | None,
    common: Common,
) -> int:
    """Cross-check translations of a policy: .lp policies and .smt2 files in any mix.

    What they allow is compared for every input, in both directions. Exit 0 when they are equivalent, 10 when they
    differ, 13 when that was not decided, 14 when a replay contradicts the finding.
    """
    from bicameral.casebook.crosschecks import heading, questions_of
    from bicameral.casebook.writing import written
    from bicameral.equivalence.encode import plain
    from bicameral.equivalence.render import page
    from bicameral.translations import cross_check

    if len(translations) < 2:
        hint = "as in bicameral diff policy.lp reading.smt2"
        raise InputError(Diagnostic("bad-option", "a cross-check takes two translations or more", hint=hint))
    split = outcome_names(outcomes)
    policies = {
        label: load(path, split if path.endswith(".smt2") else None)
        for label, path in zip(_labels(translations), translations, strict=True)
    }
    first = next(iter(policies.values()))
    report = cross_check(
        policies,
        budget=common.budget,
        entities=individuals(first.checked, entities) if entities else None,
        renamed=_renamed(names),
    )
    if questions is not None:
        write(questions, written(questions_of(report), heading(report)))
    click.echo(dumps(plain(report)) if common.json else page(report, style=style(common), width=width()))
    return report.exit_code


def _renamed(path: str | None) -> dict[str, str]:
    """The names that a file maps. Raises InputError."""
    if path is None:
        return {}
    from bicameral.policy.documents.yaml_reader import read_yaml

    data = read_yaml(read_text(Path(path), path)).data
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in (*data, *data.values())):
        hint = "such as `costEur: cost`: a name of one translation, and what another calls it"
        raise InputError(Diagnostic("bad-option", f"--map: {path} maps no names to names", hint=hint))
    return {str(name): str(other) for name, other in data.items()}


def _labels(paths: Sequence[str]) -> list[str]:
    """The paths as they were given; the same one twice is told apart by its place."""
    plain = [os.path.normpath(path) for path in paths]
    return [p if plain.count(p) == 1 else f"{p} ({n})" for n, p in enumerate(plain, start=1)]
