"""`python -m tests.fuzz.long_run --files 10000 --seed 1 --log docs/long-runs/fuzz.log`: two processes, one log."""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.fuzz.campaign import campaign

BLOCK = 50


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.files)
    blocks = [seeds[at : at + BLOCK] for at in range(0, len(seeds), BLOCK)]
    started, codes, checked, processes, findings = time.monotonic(), Counter[int | None](), 0, 0, []
    context = multiprocessing.get_context("spawn")  # not a Pool: its processes may have none of their own
    with ProcessPoolExecutor(chosen.processes, context) as pool:
        for outcome in pool.map(campaign, blocks):
            codes += outcome.codes
            checked += outcome.checked_valid
            processes += outcome.processes
            for finding in outcome.findings:
                findings.append(finding)
                print(f"seed {finding.seed}: {finding.what}", flush=True)  # noqa: T201
    lines = [
        f"fuzz: {chosen.files} damaged files, seeds {seeds.start} to {seeds.stop - 1}",
        "exit codes: " + ", ".join(f"{code}: {count}" for code, count in sorted(codes.items(), key=str)),
        f"VALID verdicts put to clingo --eq=0: {checked}",
        f"run as processes of their own besides: {processes}",
        f"seconds: {time.monotonic() - started:.0f}",
        f"findings: {len(findings)}",
        *(f"seed {finding.seed}: {finding.what}" for finding in sorted(findings, key=lambda f: f.seed)),
    ]
    report = "\n".join(lines) + "\n"
    print(report)  # noqa: T201
    if chosen.log:
        chosen.log.parent.mkdir(parents=True, exist_ok=True)
        chosen.log.write_text(report, encoding="utf-8")
    return 1 if findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
