"""`bicameral test POLICY...`: the owner's cases, run."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click

from bicameral.casebook import CASES_FILE, BookResult, Casebook, CaseResult
from bicameral.casebook.coverage import Count, Coverage, Uncovered
from bicameral.casebook.junit import Unread
from bicameral.casebook.junit import junit as as_junit
from bicameral.explanation.encode import Plain, dumps
from bicameral.source import BicameralError, read_text
from bicameral.surfaces.cli import exits
from bicameral.surfaces.cli.options import OUTCOMES, Common, common, outcome_names
from bicameral.surfaces.cli.output import folder_of, load, naming, style, warn, write
from bicameral.verdict.report import Verdict


@click.command("test")
@click.argument("policies", nargs=-1, required=True, metavar="POLICY...")
@click.option("--cases", metavar="FILE", help="Run the cases in FILE instead of those beside each policy.")
@click.option("--junit", metavar="FILE", help="Write the results to FILE as JUnit XML, too.")
@OUTCOMES
@common
def command(
    policies: tuple[str, ...], cases: str | None, junit: str | None, outcomes: str | None, common: Common
) -> int:
    """Run the cases.yaml beside each POLICY: what its owner expects, put to both backends.

    Says which rules no case makes fire, which exceptions win in none, and which thresholds are met from one side
    only. A case whose answer is blank is open: it counts neither way. Exit 1 when a case fails, 2 when a policy or its
    cases cannot be read (the others are run all the same), 14 when the backends contradict each other on a case.
    """
    results: list[BookResult | Unread] = []
    named = outcome_names(outcomes)
    for policy in policies:
        try:
            with _progress(policy):
                result = _run(policy, cases, named, common)
        except BicameralError as fault:
            click.echo(f"{policy}: its cases are not run", err=True)
            warn(fault.diagnostics)
            results.append(Unread(policy, "\n".join(found.render() for found in fault.diagnostics)))
            continue
        results.append(result)
        if not common.json:
            for line in _page(result, common):
                click.echo(line)
    run = [result for result in results if isinstance(result, BookResult)]
    ruled_out = _ruled_out(policies, results) if cases is not None and len(policies) > 1 else None
    if common.json:
        more: dict[str, Plain] = {} if ruled_out is None else {"ruled_out": ruled_out}
        click.echo(dumps({"policies": [_plain(result) for result in run], **more}))
    elif ruled_out is not None:
        for line in _verdict_on(policies, ruled_out):
            click.echo(line)
    if junit is not None:
        write(junit, as_junit(results))
    return _code(run, unread=len(run) < len(results))


def _run(policy: str, cases: str | None, outcomes: Sequence[str] | None, common: Common) -> BookResult:
    loaded = load(policy, outcomes)
    with naming(policy):
        if cases is None:
            book = Casebook.beside(loaded, os.path.join(folder_of(policy), CASES_FILE))  # noqa: PTH118
        else:
            book = Casebook(loaded, read_text(Path(cases), cases), foreign=True)
        return book.run(common.budget, common.backend, common.require)


def _ruled_out(policies: Sequence[str], results: Sequence[BookResult | Unread]) -> dict[str, Plain]:
    """The translations that answers contradict, each with the cases that do."""
    found: dict[str, Plain] = {}
    for policy, result in zip(policies, results, strict=True):
        if isinstance(result, BookResult):
            failed: list[Plain] = [case.name for case in result.cases if case.failed]
            if failed:
                found[policy] = failed
    return found


def _verdict_on(policies: Sequence[str], ruled_out: Mapping[str, Plain]) -> Iterator[str]:
    """The answers' word on several translations of one policy."""
    yield ""
    for policy in policies:
        names = ruled_out.get(policy)
        yield f"{policy}: ruled out by {'; '.join(map(str, names))}" if isinstance(names, list) else f"{policy}: stands"


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
    questions = sum(len(case.blank) for case in result.cases)
    if questions:
        yield f"        open questions: {questions}"
    if result.uncovered:
        yield f"        never cited: {', '.join(result.uncovered)}"
    if result.coverage is not None:
        yield from (f"        {line}" for line in _covered(result.coverage))


def _covered(found: Coverage) -> Iterator[str]:
    if found.reason is not None:
        yield f"coverage not known: {found.reason}"
        return
    counts = [
        f"{found.rules.covered} of {found.rules.total} statements fire",
        f"{found.exceptions.covered} of {found.exceptions.total} exceptions win" if found.exceptions.total else "",
        f"{found.thresholds.covered} of {found.thresholds.total} thresholds are met from both sides"
        if found.thresholds.total
        else "",
    ]
    yield ", ".join(filter(None, counts))
    for one in found.rules.uncovered:
        yield f"{one.missing}: {_place(one)}"
    for one in found.exceptions.uncovered:
        yield f"{one.missing}: {_place(one)} over {one.text}"
    for one in found.thresholds.uncovered:
        yield f"{one.missing}: {_place(one)}: {one.text}"
    if found.undecided:
        yield f"coverage leaves out {found.undecided} cases that the budget ended"


def _place(one: Uncovered) -> str:
    at = f"{one.span.file}:{one.span.line}"
    return one.rule if one.rule.startswith(at) else f"{one.rule} ({at})"


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
        "coverage": None if result.coverage is None else _plain_coverage(result.coverage),
    }


def _plain_coverage(found: Coverage) -> dict[str, Plain]:
    parts = {"rules": found.rules, "exceptions": found.exceptions, "thresholds": found.thresholds}
    plain: dict[str, Plain] = {name: _plain_count(part) for name, part in parts.items()}
    return {**plain, "reason": found.reason, "undecided": found.undecided}


def _plain_count(found: Count) -> dict[str, Plain]:
    missing: list[Plain] = [
        {
            "rule": one.rule,
            "at": {"file": one.span.file, "line": one.span.line},
            "text": one.text,
            "missing": one.missing,
        }
        for one in found.uncovered
    ]
    return {"covered": found.covered, "total": found.total, "uncovered": missing}


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
