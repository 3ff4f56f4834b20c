"""`python -m benchmarks.table benchmark.json`: the ratios of docs/performance.md as Markdown."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

Medians = dict[str, float]  # seconds, by the test's name
ROWS = (  # what, ours, theirs, the greatest ratio that DESIGN allows
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


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


if __name__ == "__main__":
    sys.stdout.write("\n".join(table(medians(Path(sys.argv[1])))) + "\n")
