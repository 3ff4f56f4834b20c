"""`python -m benchmarks.table benchmark.json`: the ratios of docs/performance.md as Markdown."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.individuals import SIZES as INDIVIDUALS

Medians = dict[str, float]  # seconds, by the test's name
ROWS = (  # what, ours, theirs, the greatest ratio that is allowed
    (
        "warm `check`, 1,000 distinct travel cases, full report",
        "test_warm_check.py::test_bicameral",
        "test_warm_check.py::test_parse_everything_script",
        "1/3",
    ),
    (
        "`bicameral check` as a process, cached tables",
        "test_cold_process.py::test_bicameral_with_cached_tables",
        "test_cold_process.py::test_parse_everything_script",
        "2",
    ),
    (
        "`bicameral check` as a process, empty cache",
        "test_cold_process.py::test_bicameral_with_an_empty_cache",
        "test_cold_process.py::test_parse_everything_script",
        "5",
    ),
)
SIZES = (10, 100, 1_000, 10_000)
PAIRS = (100, 1_000)
CROSS_CHECKS = ("proof", "difference", "z3_reads_both")


def medians(path: Path) -> Medians:
    report = json.loads(path.read_text(encoding="utf-8"))
    return {one["fullname"].removeprefix("benchmarks/"): one["stats"]["median"] for one in report["benchmarks"]}


def table(found: Medians) -> Iterator[str]:
    yield "| measure | ours | the script | ratio | allowed |"
    yield "|---|---|---|---|---|"
    for what, ours, theirs, allowed in ROWS:
        a, b = found[ours], found[theirs]
        yield f"| {what} | {_time(a)} | {_time(b)} | {a / b:.2f} | {allowed} |"
    yield ""
    yield "| rules | load | tree cached | compile | clingo parses | and grounds | (load + compile) / clingo parses |"
    yield "|---|---|---|---|---|---|---|"
    for size in SIZES:
        names = ("load", "load_from_the_cache", "compile", "clingo_parses", "clingo_parses_and_grounds")
        times = [found[f"test_scale.py::test_{name}[{size}]"] for name in names]
        ratio = (times[0] + times[2]) / times[3]
        yield f"| {size:,} | {' | '.join(map(_time, times))} | {ratio:.0f} |"

    yield ""
    yield "| individuals | lowered | clingo grounds and solves | ratio |"
    yield "|---|---|---|---|"
    for name, sizes in INDIVIDUALS.items():
        for size in sizes:
            lowered, ground = _individuals(found, name, size)
            yield f"| {name}, {size:,} | {_time(lowered)} | {_time(ground)} | {lowered / ground:.1f} |"
    yield ""
    yield "| rules of a pair | proved equivalent | one threshold's difference | Z3 reads both texts | ratios |"
    yield "|---|---|---|---|---|"
    for size in PAIRS:
        proof, difference, read = (found[f"test_cross_check.py::test_{name}[{size}]"] for name in CROSS_CHECKS)
        ratios = f"{proof / read:.0f}, {difference / read:.0f}"
        yield f"| {size:,} | {_time(proof)} | {_time(difference)} | {_time(read)} | {ratios} |"
    yield ""
    yield from chart(found)


def chart(found: Medians) -> Iterator[str]:
    """Lowering against size, each workload up to its greatest: straight lines where it is linear."""
    yield "```mermaid"
    yield "xychart-beta"
    yield f'    title "Lowering time in ms: {", ".join(INDIVIDUALS)}"'
    yield '    x-axis "share of the greatest size (%)" [12.5, 25, 50, 100]'
    yield '    y-axis "ms"'
    for name, sizes in INDIVIDUALS.items():
        times = ", ".join(f"{_individuals(found, name, size)[0] * 1000:.0f}" for size in sizes)
        yield f"    line [{times}]"
    yield "```"


def _individuals(found: Medians, name: str, size: int) -> tuple[float, float]:
    prefix = "test_individuals.py::test_"
    return found[f"{prefix}lower[{name}-{size}]"], found[f"{prefix}clingo_grounds_and_solves[{name}-{size}]"]


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


if __name__ == "__main__":
    sys.stdout.write("\n".join(table(medians(Path(sys.argv[1])))) + "\n")
