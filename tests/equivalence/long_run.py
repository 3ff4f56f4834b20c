"""`python -m tests.equivalence.long_run --pairs 2000 --seed 1 --log docs/long-runs/pairs-issue4.log`."""

from __future__ import annotations

import argparse
import multiprocessing
import time
from pathlib import Path

from tests.equivalence.harness import Finding, Tally, examine

BLOCK = 20


def block(seeds: range) -> tuple[Tally, list[tuple[int, str]]]:
    """What is found on a range of seeds; only text leaves the process."""
    tally, found = Tally(), list[Finding]()
    for seed in seeds:
        found += examine(seed, tally)
    return tally, [(one.pair.seed, str(one)) for one in found]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--log", type=Path)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.pairs)
    blocks = [seeds[at : at + BLOCK] for at in range(0, len(seeds), BLOCK)]
    started, tally, found = time.monotonic(), Tally(), list[tuple[int, str]]()
    with multiprocessing.get_context("forkserver").Pool(chosen.processes, maxtasksperchild=10) as pool:
        for done, (one, faults) in enumerate(pool.imap(block, blocks), start=1):
            tally.merge(one)
            found += faults
            if done % 10 == 0 or faults:
                print(f"{done * BLOCK} pairs, {time.monotonic() - started:.0f} s, {len(found)} faults", flush=True)  # noqa: T201
    report = _report(seeds, tally, found, time.monotonic() - started)
    print(report)  # noqa: T201
    if chosen.log:
        chosen.log.parent.mkdir(parents=True, exist_ok=True)
        chosen.log.write_text(report, encoding="utf-8")
    return 1 if found else 0


def _report(seeds: range, tally: Tally, found: list[tuple[int, str]], seconds: float) -> str:
    times = sorted(tally.seconds)
    lines = [f"cross-checks: {len(seeds)} generated pairs, seeds {seeds.start} to {seeds.stop - 1}"]
    lines += [f"{name}: {count}" for name, count in sorted(tally.counts.items())]
    lines += [f"a cross-check: median {times[len(times) // 2] * 1000:.0f} ms, the longest {times[-1]:.1f} s"]
    lines += [f"seconds: {seconds:.0f}", f"faults: {len(found)}"]
    lines += tally.remarks
    lines += [f"--- {text}" for _, text in found]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
