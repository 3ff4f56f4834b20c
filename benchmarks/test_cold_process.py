"""One check as a process of its own, with the tables cached and with an empty cache, beside the script as a process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.peer import parse_everything
from benchmarks.travel import CLAIM, PEER_POLICY, POLICY, TravelCase

CASE = TravelCase({"cost": 2500, "international": False, "manager_approved": False}, "INVALID")
GROUP = "cold process, one travel case"


def run(arguments: list[str], expected_exit: int, cache: Path | None = None) -> None:
    environment = dict(os.environ)
    if cache is not None:
        environment["BICAMERAL_CACHE_DIR"] = str(cache)
    done = subprocess.run(arguments, env=environment, capture_output=True, check=False, timeout=60)
    assert done.returncode == expected_exit, done.stderr.decode()
    assert CASE.expected in done.stdout.decode()


@pytest.fixture
def check(tmp_path: Path) -> list[str]:
    case = tmp_path / "case.json"
    case.write_text(json.dumps({"facts": CASE.facts, "claim": CLAIM}), encoding="utf-8")
    return [str(Path(sys.executable).with_name("bicameral")), "check", str(POLICY), str(case)]


@pytest.mark.benchmark(group=GROUP)
def test_bicameral_with_cached_tables(benchmark: BenchmarkFixture, tmp_path: Path, check: list[str]) -> None:
    cache = tmp_path / "cache"
    benchmark.pedantic(run, args=(check, 10, cache), rounds=20, warmup_rounds=2)


@pytest.mark.benchmark(group=GROUP)
def test_bicameral_with_an_empty_cache(benchmark: BenchmarkFixture, tmp_path: Path, check: list[str]) -> None:
    cache = tmp_path / "cache"
    empty: Callable[[], None] = lambda: shutil.rmtree(cache, ignore_errors=True)  # noqa: E731
    benchmark.pedantic(run, args=(check, 10, cache), setup=empty, rounds=10, warmup_rounds=1)


@pytest.mark.benchmark(group=GROUP)
def test_parse_everything_script(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    answer = tmp_path / "answer.smt2"
    answer.write_text(CASE.answer(), encoding="utf-8")
    script = [sys.executable, parse_everything.__file__, str(PEER_POLICY), str(answer)]
    benchmark.pedantic(run, args=(script, 0), rounds=20, warmup_rounds=2)
