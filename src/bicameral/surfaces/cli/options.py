"""What every command takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import click

from bicameral.source.record import record

BUDGET = 5_000  # milliseconds


@record
class Common:
    """The options that every command takes."""

    json: bool
    budget: int
    backend: Literal["both", "asp", "smt"]
    require: Literal["both"] | None
    color: bool


def common(function: Callable[..., object]) -> Callable[..., object]:
    """Add the common options; the command gets them as one `Common` named `common`."""

    def collected(
        *,
        as_json: bool,
        budget: int,
        backend: Literal["both", "asp", "smt"],
        require: Literal["both"] | None,
        no_color: bool,
        **words: object,
    ) -> object:
        return function(common=Common(as_json, budget, backend, require, not no_color), **words)

    collected.__doc__ = function.__doc__
    decorated: Callable[..., object] = collected
    for option in reversed(
        [
            click.option("--json", "as_json", is_flag=True, help="Print JSON."),
            click.option(
                "--budget",
                type=click.IntRange(1, 86_400_000),
                default=BUDGET,
                metavar="MS",
                show_default=True,
                help="Milliseconds for deciding.",
            ),
            click.option(
                "--backend",
                type=click.Choice(["both", "asp", "smt"]),
                default="both",
                show_default=True,
                help="Who decides.",
            ),
            click.option(
                "--require", type=click.Choice(["both"]), help="What one backend alone decided becomes UNKNOWN."
            ),
            click.option("--no-color", is_flag=True, help="Print without colour (as NO_COLOR does)."),
        ]
    ):
        decorated = option(decorated)
    return decorated
