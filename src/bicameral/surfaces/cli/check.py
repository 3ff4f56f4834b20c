"""`bicameral check POLICY [CASE]`: verdicts, and why."""

from __future__ import annotations

import click

from bicameral.surfaces.cli.facts import read_words, refuse_swapped
from bicameral.surfaces.cli.options import OUTCOMES, Common, common, outcome_names
from bicameral.surfaces.cli.output import at_home, load, naming, style, warn, width


@click.command("check")
@click.argument("policy")
@click.argument("case", required=False)
@click.option("--facts", "facts_file", metavar="FILE|-", help="Facts from a file, or from standard input.")
@click.option("--fact", "facts", multiple=True, metavar="NAME=VALUE", help="A single fact; may be repeated.")
@click.option("--claim", "claims", multiple=True, metavar="CLAIM", help="What to decide; may be repeated.")
@click.option("--all-reasons", is_flag=True, help="Show every minimal reason.")
@OUTCOMES
@common
def command(
    policy: str,
    case: str | None,
    facts_file: str | None,
    facts: tuple[str, ...],
    claims: tuple[str, ...],
    all_reasons: bool,
    outcomes: str | None,
    common: Common,
) -> int:
    """Decide claims on a CASE under POLICY, and say why; without a claim, every outcome.

    CASE is a .json, .yaml, .lp or .smt2 file. Facts add up: CASE, then --facts, then --fact; --claim replaces the
    claims of CASE.
    """
    refuse_swapped(policy, case)
    loaded = load(policy, outcome_names(outcomes))
    with naming(policy):
        report = loaded.check(
            case=read_words(loaded.checked, case, facts_file, facts, claims),
            budget=common.budget,
            backend=common.backend,
            require=common.require,
            all_reasons=all_reasons,
        )
    if common.json:
        from bicameral.explanation.encode import to_json

        click.echo(to_json(report))
    else:
        from bicameral.explanation.render import page

        warn(at_home(found, policy) for found in loaded.checked.warnings)
        click.echo(page(report, loaded.checked, style=style(common), width=width()))
    return report.exit_code
