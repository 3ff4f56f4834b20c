"""`python -m tests.differential.long_run --programs 20000 --seed 1 --log docs/long-runs/differential.log`."""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from functools import partial
from pathlib import Path

from tests.differential.campaign import campaign, reports
from tests.differential.generator import PROFILES, Example
from tests.differential.harness import Disagreement, examine, sides
from tests.differential.shrink import shrink

BLOCK = 50
SHRUNK = 10  # disagreements that are shrunk for the log; the others are listed by seed


def _check(one: Example) -> list[Disagreement]:
    return examine(one, (sides, reports))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--report-every", type=int, default=4, help="1: the report of every program is checked")
    parser.add_argument("--profile", choices=PROFILES, default="mixed")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.programs)
    blocks = [seeds[at : at + BLOCK] for at in range(0, len(seeds), BLOCK)]
    started, counts, found = time.monotonic(), Counter[str](), list[Disagreement]()
    with multiprocessing.get_context("forkserver").Pool(chosen.processes, maxtasksperchild=4) as pool:
        work = pool.imap_unordered(partial(campaign, report_every=chosen.report_every, profile=chosen.profile), blocks)
        for done, outcome in enumerate(work, start=1):
            if done % 40 == 0:
                print(f"{done * BLOCK} programs, {time.monotonic() - started:.0f} s", flush=True)  # noqa: T201
            counts += outcome.tally.counts
            for one in outcome.found:
                print(f"seed {one.example.seed}: {one.what}"[:300], flush=True)  # noqa: T201
            found += outcome.found
    found.sort(key=lambda one: one.example.seed)
    lines = [f"differential: {chosen.programs} generated programs, seeds {seeds.start} to {seeds.stop - 1}"]
    lines += [f"{name}: {count}" for name, count in sorted(counts.items())]
    lines += [f"seconds: {time.monotonic() - started:.0f}", f"disagreements: {len(found)}"]
    lines += [f"seed {one.example.seed}: {one.what}" for one in found]
    lines += [f"--- shrunk\n{_shrunk(one)}" for one in found[:SHRUNK]]
    report = "\n".join(lines) + "\n"
    print(report)  # noqa: T201
    if chosen.log:
        chosen.log.parent.mkdir(parents=True, exist_ok=True)
        chosen.log.write_text(report, encoding="utf-8")
    return 1 if found else 0


def _shrunk(one: Disagreement) -> str:
    small = shrink(one.example, _check)
    return "\n".join(map(str, _check(small) or [one]))


if __name__ == "__main__":
    raise SystemExit(main())
