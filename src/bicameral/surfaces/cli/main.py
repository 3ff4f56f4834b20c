"""The group of commands, and the guard around it: no crash of ours looks like a verdict."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from bicameral.sorts.near import did_you_mean
from bicameral.source import BicameralError
from bicameral.surfaces.cli import exits

COMMANDS = {
    "boundaries": "the cases on each threshold that an owner should answer",
    "check": "decide claims on a case, and say why",
    "compile": "print the policy as SMT-LIB, or closed for stock clingo",
    "diff": "where translations of a policy part",
    "fragment": "say for each rule how it is lowered, or why not",
    "hook": "decide one agent call from standard input: exit 0 or 2",
    "test": "run the policy's cases.yaml",
}


class _Lazy(click.Group):
    """Imports a command's module when that command is called. (Click fixes the methods' parameters.)"""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"bicameral.surfaces.cli.{cmd_name}"), "command", None)
        return command if isinstance(command, click.Command) else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as fault:
            raise click.UsageError(
                f"no option `{fault.option_name}` before the command; options follow it, as in "
                f"`bicameral check POLICY {fault.option_name}`",
                ctx,
            ) from fault

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"no command `{args[0]}`; {did_you_mean(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


def _version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from bicameral import __version__

        click.echo(f"bicameral {__version__}")
        ctx.exit(0)


@click.group(
    cls=_Lazy,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes of check: 0 VALID, 10 INVALID, 11 SATISFIABLE, 12 INCONSISTENT, 13 UNKNOWN, 14 DISAGREEMENT; "
    "2 is bad input, 70 a crash.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
def group() -> None:
    """Policies with defaults and exceptions: every question is decided twice before a verdict is given."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; the exit code. Never raises."""
    try:
        code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return exits.BROKEN_PIPE
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return exits.INTERRUPTED
    except Exception as fault:  # noqa: BLE001 (the guard: a crash has its own exit code)
        return _apologise(fault)
    return code


def _run(arguments: Sequence[str]) -> int:
    try:
        # not `group.main`: it would turn a broken pipe into exit code 1 and an EOFError of ours into an interruption
        with group.make_context("bicameral", list(arguments)) as context:
            code = group.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as help_wanted:
        help_wanted.show()
        return exits.BAD_INPUT
    except click.ClickException as fault:
        fault.show()
        return exits.BAD_INPUT
    except BicameralError as fault:
        for diagnostic in fault.diagnostics:
            click.echo(diagnostic.render(), err=True)
        return exits.BAD_INPUT
    return code if isinstance(code, int) else 0


def _apologise(fault: Exception) -> int:
    """Say that this is our fault, in one line, or with everything when asked."""
    try:
        if os.environ.get("BICAMERAL_TRACEBACK"):
            import traceback

            traceback.print_exception(fault)
        what = type(fault).__name__
        click.echo(
            f"bicameral crashed ({what}). This is a fault of ours, not of your policy or case; nothing was decided.\n"
            "Set BICAMERAL_TRACEBACK=1 and run it again to see where; please report what it prints.",
            err=True,
        )
    except OSError:
        _drop_output()
    return exits.CRASHED


def _drop_output() -> None:
    """Point the standard streams at nothing, so that the interpreter's last flush cannot change the exit code."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nothing, stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue  # it is closed already
