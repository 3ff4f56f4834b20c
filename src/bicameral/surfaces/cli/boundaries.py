"""`bicameral boundaries POLICY`: the cases on each threshold and exception, for the owner to answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from bicameral.casebook.questions import heading, questions
from bicameral.casebook.writing import Question, written
from bicameral.equivalence.boundaries.cases import Boundaries, Edge, boundaries
from bicameral.explanation.encode import Plain, dumps
from bicameral.source import Diagnostic, InputError
from bicameral.surfaces.cli.options import ENTITIES, Common, common, individuals
from bicameral.surfaces.cli.output import load, naming, write
from bicameral.verdict.report import Verdict


@click.command("boundaries")
@click.argument("policy")
@click.option("-o", "output", metavar="FILE", help="Write to FILE, which must not be there yet.")
@ENTITIES
@common
def command(policy: str, output: str | None, entities: tuple[str, ...], common: Common) -> int:
    """Print cases on both sides of every threshold and every exception of POLICY, as a cases.yaml to be answered.

    Each is complete and as small as can be but for what makes the threshold or the exception decide an outcome. Exit
    13 when some threshold or exception is undecided within the budget, which each of them has for itself.
    """
    if output is not None and Path(output).exists():
        hint = "it may hold answers; name another file, or move it away"
        raise InputError(Diagnostic("unwritable-file", f"{output} is there already", hint=hint))
    loaded = load(policy)
    if not loaded.checked.statements and Path(policy).suffix == ".smt2":
        hint = "`diff` compares it with a policy that is one; the cases of that one are run on it with `test --cases`"
        raise InputError(Diagnostic("no-program", f"{policy} is an SMT-LIB file: it has no rules to change", hint=hint))
    with naming(policy), _progress(policy) as progress:
        members = individuals(loaded.checked, entities)
        found = boundaries(loaded.checked, members or None, common.budget, progress)
    made = questions(loaded.checked, found)
    if common.json:
        text = dumps(_plain(loaded.checked.name, loaded.checked.sha256, found, made)) + "\n"
    else:
        text = written(made, heading(loaded.checked, found))
    if output is None:
        click.echo(text, nl=False)
    else:
        write(output, text, new=True)
    return Verdict.UNKNOWN.exit_code if found.undecided else 0


@contextmanager
def _progress(policy: str) -> Iterator[Callable[[int, int], None] | None]:
    """A sign of life for a person at a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status(f"{policy}: looking for its boundaries") as status:
        yield lambda place, count: status.update(f"{policy}: {place} of {count} changes looked at")


def _plain(name: str, sha256: str, found: Boundaries, made: list[Question]) -> dict[str, Plain]:
    return {
        "policy": name,
        "sha256": sha256,
        "cases": [
            {
                "name": question.name,
                "entities": {sort: list(members) for sort, members in question.entities.items()},
                "facts": dict(question.facts),
                "expect": dict.fromkeys(question.about),
                "consistent": case.consistent,
                "decides": [_edge(edge) for edge in case.edges],
            }
            for case, question in zip(found.cases, made, strict=True)
        ],
        "mutants": {
            "killed": len(found.killed),
            "same": [{"rule": one.rule, "change": one.description} for one in found.same],
            "undecided": [
                {"rule": one.mutant.rule, "change": one.mutant.description, "reason": one.reason}
                for one in found.undecided
            ],
        },
        "silent": [_edge(edge) for edge in found.silent],
    }


def _edge(edge: Edge) -> dict[str, Plain]:
    at: dict[str, Plain] = {"file": edge.span.file, "line": edge.span.line}
    return {"kind": edge.kind, "rule": edge.rule, "text": edge.text, "at": at}
