"""The parent's side of a child process: start, wait, kill, and say what became of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

from bicameral.backends.asp.control import OUT_OF_TIME
from bicameral.backends.asp.job import Job, Result, result_from_json, to_json
from bicameral.backends.contract import Budget

_COMMAND = ("-P", "-m", "bicameral.backends.asp.child")  # -P: never a module of the working directory


def run(job: Job, budget: Budget) -> tuple[Result, ...]:
    """The answer to each query; undecided from the first one that the child did not live to answer."""
    request = json.dumps({"job": to_json(job), "milliseconds": budget.left})
    try:
        child = subprocess.Popen(
            [sys.executable, *_COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
    except OSError as fault:
        return _filled([], job, f"no child process: {fault.strerror}")
    killed = False
    with child:
        try:
            output, _ = child.communicate(request, timeout=budget.left / 1000)
        except subprocess.TimeoutExpired:
            killed = True
            child.kill()
            output, _ = child.communicate()
        except BaseException:
            child.kill()
            raise
    reason = OUT_OF_TIME if killed else _fate(child.returncode)
    return _filled(_results(output), job, reason)


def _results(output: str) -> list[Result]:
    results = []
    for line in output.split("\n"):
        try:
            results.append(result_from_json(json.loads(line)))
        except (ValueError, KeyError, TypeError):
            break  # the line it was killed in
    return results


def _filled(results: list[Result], job: Job, reason: str) -> tuple[Result, ...]:
    missing = len(job.queries) - len(results)
    return (*results[: len(job.queries)], *(Result("undecided", reason) for _ in range(missing)))


def _fate(status: int) -> str:
    if status < 0:
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = f"signal {-status}"
        return f"clingo died of {name}"
    return f"clingo's process ended with status {status} before it answered"
