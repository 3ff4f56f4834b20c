"""One seeded campaign: damage, run, judge."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from subprocess import run

from tests.fuzz.corpus import Material, materials
from tests.fuzz.judge import fault, refuted, valid_claims
from tests.fuzz.mutate import mutate
from tests.fuzz.worker import Result, Worker

BUDGET = "2000"  # milliseconds
COMMAND = [sys.executable, "-m", "bicameral"]


@dataclass(frozen=True, slots=True)
class Finding:
    seed: int
    what: str
    files: dict[str, bytes]
    err: str


@dataclass(slots=True)
class Outcome:
    codes: Counter[int | None] = field(default_factory=Counter)
    checked_valid: int = 0
    processes: int = 0
    findings: list[Finding] = field(default_factory=list)


@cache
def _materials() -> tuple[Material, ...]:
    return tuple(materials())


def damaged(seed: int) -> tuple[str, dict[str, bytes]]:
    """The case's name and the files, one or two of them damaged. One in twenty is left as it is."""
    rng = Random(seed)
    material = rng.choice(_materials())
    files = dict(material.files)
    others = list(rng.choice(_materials()).files.values())
    targets = rng.choice((["policy.lp"], ["policy.lp"], [material.case], [material.case], ["policy.lp", material.case]))
    if rng.random() < 0.04 and "source.md" in files:
        targets = ["source.md"]
    if rng.random() > 0.05:
        for name in targets:
            files[name] = mutate(rng, files[name], others)
    return material.case, files


def campaign(seeds: Iterator[int] | range, *, process_every: int = 100) -> Outcome:
    """Every seed in the worker; each `process_every`-th in a process of its own besides."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as top, Worker() as worker:
        for seed in seeds:
            case, files = damaged(seed)
            folder = Path(top) / "damaged"
            folder.mkdir(exist_ok=True)
            for old in folder.iterdir():
                old.unlink()
            for name, data in files.items():
                (folder / name).write_bytes(data)
            arguments = ["check", str(folder), str(folder / case), "--json", "--budget", BUDGET]
            result = worker.run(arguments)
            outcome.codes[result.code] += 1
            what = fault(result)
            if what is None and result.code == 0 and (valid := valid_claims(result)):
                outcome.checked_valid += 1
                what = refuted(folder, folder / case, valid, seed)
            if what is None and seed % process_every == 0:
                outcome.processes += 1
                what = _as_process(arguments, result)
            if what is not None:
                outcome.findings.append(Finding(seed, what, files, result.err[-2000:]))
    return outcome


def _as_process(arguments: list[str], inside: Result) -> str | None:
    done = run([*COMMAND, *arguments], capture_output=True, check=False, timeout=90)
    result = Result(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
    if (what := fault(result)) is not None:
        return f"as a process: {what}"
    undecided = {result.code, inside.code} & {13}
    return None if result.code == inside.code or undecided else f"exit {inside.code} inside, {result.code} as a process"
