"""What every command takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import click

from bicameral.policy.identifiers import is_name
from bicameral.policy.model import CheckedPolicy
from bicameral.sorts import did_you_mean
from bicameral.source import Diagnostic, InputError
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


def individuals(policy: CheckedPolicy, given: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The members of open sorts that `--entities` names. Raises InputError for another sort or a repeated name."""
    found: dict[str, tuple[str, ...]] = {}
    open_sorts = [name for name, sort in policy.sorts.items() if sort.members is None and is_name(name)]
    for text in given:
        sort, equals, names = text.partition("=")
        listed = tuple(name.strip() for name in names.split(",")) if names.strip() else ()
        if not equals or not all(listed):
            raise _bad(f"`{text}` names no individuals", "write SORT=NAME,NAME,..., as in person=ann,bob")
        if sort not in open_sorts:
            known = ", ".join(open_sorts) or "none"
            raise _bad(f"`{sort}` is no open sort of this policy", did_you_mean(sort, open_sorts) or f"open: {known}")
        if sort in found or len(set(listed)) < len(listed):
            raise _bad(f"`{text}` names a sort or an individual twice", "name each once")
        found[sort] = listed
    return found


def _bad(message: str, hint: str) -> InputError:
    return InputError(Diagnostic("bad-option", f"--entities: {message}", hint=hint))


def outcome_names(given: str | None) -> tuple[str, ...] | None:
    """The names in `--outcomes a,b`; a comma between parentheses is part of a name. Raises InputError."""
    if given is None:
        return None
    names, depth = [""], 0
    for character in given:
        depth += (character == "(") - (character == ")")
        if character == "," and depth <= 0:
            names.append("")
        else:
            names[-1] += character
    found = tuple(name.strip() for name in names)
    if not all(found) or len(set(found)) < len(found):
        raise InputError(Diagnostic("bad-option", f"--outcomes: `{given}` lists no names", hint="as in pay,approved"))
    return found


OUTCOMES = click.option(
    "--outcomes",
    metavar="NAMES",
    help="Of an .smt2 file without `; %@ outcome` lines: which constants are outcomes, as in pay,approved.",
)


ENTITIES = click.option(
    "--entities",
    multiple=True,
    metavar="SORT=NAMES",
    help="Members of an open sort, as in person=ann,bob; of a sort that is not named, two.",
)


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
