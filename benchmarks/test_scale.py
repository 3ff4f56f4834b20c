"""Loading and compiling 10 to 10,000 rules, beside clingo parsing and grounding the same text."""

from __future__ import annotations

from pathlib import Path

import clingo
import clingo.ast
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.scale import clingo_inputs, policy_text
from bicameral.lowering.emit import smtlib_text
from bicameral.lowering.lower import lower
from bicameral.policy import load

SIZES = (10, 100, 1_000, 10_000)


def rounds(size: int) -> int:
    return max(3, 300 // size)


@pytest.fixture
def folder(tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A policy's folder; the cache is a new one, filled by the first round."""
    monkeypatch.setenv("BICAMERAL_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "policy.lp").write_text(policy_text(size), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("size", SIZES)
def test_load(benchmark: BenchmarkFixture, folder: Path, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    benchmark.group = f"{size:,} rules"
    load(folder)  # the grammar's tables are ready
    monkeypatch.setenv("BICAMERAL_CACHE_DIR", "")  # and no tree is
    checked = benchmark.pedantic(load, args=(folder,), rounds=rounds(size))
    assert len(checked.statements) == size


@pytest.mark.parametrize("size", SIZES)
def test_load_from_the_cache(benchmark: BenchmarkFixture, folder: Path, size: int) -> None:
    benchmark.group = f"{size:,} rules"
    benchmark.pedantic(load, args=(folder,), rounds=rounds(size), warmup_rounds=1)


@pytest.mark.parametrize("size", SIZES)
def test_compile(benchmark: BenchmarkFixture, folder: Path, size: int) -> None:
    """Lowering and printing, the policy being loaded."""
    benchmark.group = f"{size:,} rules"
    checked = load(folder)
    text = benchmark.pedantic(lambda: smtlib_text(checked, lower(checked)), rounds=rounds(size))
    assert text.count(":named") >= size


@pytest.mark.parametrize("size", SIZES)
def test_clingo_parses(benchmark: BenchmarkFixture, size: int) -> None:
    """Into the tree that clingo offers to others."""
    benchmark.group = f"{size:,} rules"
    text = policy_text(size)

    def parse() -> None:
        statements: list[clingo.ast.AST] = []
        clingo.ast.parse_string(text, statements.append)

    benchmark.pedantic(parse, rounds=rounds(size), warmup_rounds=1)


@pytest.mark.parametrize("size", SIZES)
def test_clingo_parses_and_grounds(benchmark: BenchmarkFixture, size: int) -> None:
    benchmark.group = f"{size:,} rules"
    text = policy_text(size) + clingo_inputs()

    def ground() -> None:
        control = clingo.Control(["--warn=none"], logger=lambda _code, _text: None)
        control.add("base", [], text)
        control.ground([("base", [])])

    benchmark.pedantic(ground, rounds=rounds(size), warmup_rounds=1)
