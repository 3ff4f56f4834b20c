"""`bicameral test POLICY...`: the owner's cases, run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext

import click

from bicameral.casebook import BookResult, Casebook, CaseResult
from bicameral.engine import Policy
from bicameral.explanation.encode import Plain, dumps
from bicameral.surfaces.cli import exits
from bicameral.surfaces.cli.options import Common, common
from bicameral.surfaces.cli.output import style
from bicameral.verdict.report import Verdict


@click.command("test")
@click.argument("policies", nargs=-1, required=True, metavar="POLICY...")
@common
def command(policies: tuple[str, ...], common: Common) -> int:
    """Run the cases.yaml beside each POLICY: what its owner expects, put to both backends.

    Exit 1 when a case fails, 14 when the backends contradict each other on one.
    """
    books = [Casebook.beside(Policy.load(policy)) for policy in policies]
    results = []
    for policy, book in zip(policies, books, strict=True):
        with _progress(policy):
            results.append(book.run(common.budget, common.backend, common.require))
        if not common.json:
            for line in _page(results[-1], common):
                click.echo(line)
    if common.json:
        click.echo(dumps({"policies": [_plain(result) for result in results]}))
    return _code(results)


def _code(results: Sequence[BookResult]) -> int:
    got = {line.got for result in results for case in result.cases for line in case.expectations}
    if Verdict.DISAGREEMENT.name in got:
        return Verdict.DISAGREEMENT.exit_code
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
        word = "pass" if case.passed else "FAIL"
        yield f"{paint(word, word)}  {result.policy}: {case.name}"
        if not case.passed:
            yield from (f"        {line}" for line in _failures(case))
    passed = sum(case.passed for case in result.cases)
    rules, covered = len(result.rules), len(result.rules) - len(result.uncovered)
    yield f"{result.policy}: {passed} of {len(result.cases)} cases pass, their reasons cite {covered} of {rules} rules"
    if result.uncovered:
        yield f"        never cited: {', '.join(result.uncovered)}"


def _failures(case: CaseResult) -> Iterator[str]:
    for line in case.expectations:
        if not line.passed:
            yield f"{line.about}: expected {line.expected}, got {line.got}"
    yield from case.unmet
    if case.adjudication is not None:
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
        "passed": case.passed,
        "expect": [
            {"about": line.about, "expected": line.expected, "got": line.got, "passed": line.passed}
            for line in case.expectations
        ],
        "unmet": list(case.unmet),
        "adjudication": case.adjudication,
    }
