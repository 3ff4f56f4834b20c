"""`bicameral test POLICY...`: the owner's cases, run."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext

import click

from bicameral.casebook import CASES_FILE, BookResult, Casebook, CaseResult
from bicameral.explanation.encode import Plain, dumps
from bicameral.source import BicameralError
from bicameral.surfaces.cli import exits
from bicameral.surfaces.cli.options import Common, common
from bicameral.surfaces.cli.output import folder_of, load, naming, style, warn
from bicameral.verdict.report import Verdict


@click.command("test")
@click.argument("policies", nargs=-1, required=True, metavar="POLICY...")
@common
def command(policies: tuple[str, ...], common: Common) -> int:
    """Run the cases.yaml beside each POLICY: what its owner expects, put to both backends.

    Exit 1 when a case fails, 2 when a policy or its cases cannot be read (the others are run all the same), 14 when
    the backends contradict each other on a case.
    """
    results = []
    unread = False
    for policy in policies:
        try:
            loaded = load(policy)
            with _progress(policy), naming(policy):
                book = Casebook.beside(loaded, os.path.join(folder_of(policy), CASES_FILE))  # noqa: PTH118
                results.append(book.run(common.budget, common.backend, common.require))
        except BicameralError as fault:
            unread = True
            click.echo(f"{policy}: its cases are not run", err=True)
            warn(fault.diagnostics)
            continue
        if not common.json:
            for line in _page(results[-1], common):
                click.echo(line)
    if common.json:
        click.echo(dumps({"policies": [_plain(result) for result in results]}))
    return _code(results, unread=unread)


def _code(results: Sequence[BookResult], *, unread: bool) -> int:
    """14 before 2 before 1 before 0."""
    if any(result.exit_code == Verdict.DISAGREEMENT.exit_code for result in results):
        return Verdict.DISAGREEMENT.exit_code
    if unread:
        return exits.BAD_INPUT
    return 0 if all(result.passed for result in results) else exits.FAILED


def _progress(policy: str) -> AbstractContextManager[object]:
    """A sign of life for a person at a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(f"{policy}: running its cases")


def _page(result: BookResult, common: Common) -> Iterator[str]:
    paint = style(common)
    for case in result.cases:
        word = "FAIL" if case.failed else "pass" if case.answered else "open"
        yield f"{paint(word, word)}  {result.policy}: {case.name}"
        yield from (f"        {line}" for line in _failures(case))
    passed = sum(case.passed for case in result.cases)
    unanswered = f", {len(result.unanswered)} unanswered" if result.unanswered else ""
    rules, covered = len(result.rules), len(result.rules) - len(result.uncovered)
    cases = f"{passed} of {len(result.cases)} cases pass{unanswered}"
    yield f"{result.policy}: {cases}, their reasons cite {covered} of {rules} rules"
    if result.uncovered:
        yield f"        never cited: {', '.join(result.uncovered)}"


def _failures(case: CaseResult) -> Iterator[str]:
    for line in case.expectations:
        if not line.passed:
            yield f"{line.about}: expected {line.expected}, got {line.got}"
    yield from case.unmet
    if case.blank:
        yield f"unanswered: {', '.join(case.blank)}"
    elif not (case.answered or case.failed):
        yield "unanswered: `expect` is blank"
    if case.failed and case.adjudication is not None:
        yield f"adjudication: {case.adjudication}"


def _plain(result: BookResult) -> dict[str, Plain]:
    return {
        "policy": result.policy,
        "cases_sha256": result.sha256,
        "passed": result.passed,
        "cases": [_plain_case(case) for case in result.cases],
        "uncovered": list(result.uncovered),
    }


def _plain_case(case: CaseResult) -> dict[str, Plain]:
    return {
        "name": case.name,
        "passed": case.passed if case.answered or case.failed else None,
        "unanswered": list(case.blank),
        "expect": [
            {"about": line.about, "expected": line.expected, "got": line.got, "passed": line.passed}
            for line in case.expectations
        ],
        "unmet": list(case.unmet),
        "adjudication": case.adjudication,
    }
