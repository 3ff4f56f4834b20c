"""An SMT-LIB file means as a policy what it means to z3: random files, random inputs, every Boolean outcome."""

from __future__ import annotations

from pathlib import Path

import pytest

from bicameral.engine import Policy
from tests.lowering.smtlib_files import File, Generator, z3_says

VERDICTS = {
    ("sat", "unsat"): "VALID",
    ("unsat", "sat"): "INVALID",
    ("sat", "sat"): "SATISFIABLE",
    ("unsat", "unsat"): "INCONSISTENT",
}


def load(file: File, folder: Path) -> Policy:
    path = folder / "file.smt2"
    path.write_text(file.text, encoding="utf-8")
    return Policy.load(path)


@pytest.mark.parametrize("seed", range(120))
def test_verdicts_are_those_of_z3_on_the_text(seed: int, tmp_path: Path) -> None:
    file = Generator(seed).file()
    policy = load(file, tmp_path)
    for outcome in file.outcomes:
        base = [*file.grids, *file.stated]
        raw = (z3_says(file.text, *base, outcome), z3_says(file.text, *base, f"(not {outcome})"))
        report = policy.check(file.facts, outcome, budget=20_000)
        assert "unknown" not in raw
        assert report.verdict.name == VERDICTS[raw], file.text


@pytest.mark.parametrize("seed", range(120, 150))
def test_open_inputs_are_those_of_the_ranges_and_grids(seed: int, tmp_path: Path) -> None:
    file = Generator(seed).file()
    policy = load(file, tmp_path)
    limits = ["(<= (- 20) m 20)", "(<= (- 20) n 20)", "(<= (- 5.0) rate 5.0)"]
    stated = [one for one in file.stated if "age" not in one and " m " not in one]
    facts = {name: value for name, value in file.facts.items() if name not in ("age", "m")}
    base = [*file.grids, *limits, *stated]
    raw = (z3_says(file.text, *base, "yes"), z3_says(file.text, *base, "(not yes)"))
    report = policy.check(facts, "yes", budget=5_000)
    if "unknown" not in raw and report.verdict.name != "UNKNOWN":
        assert report.verdict.name == VERDICTS[raw], file.text


def test_the_generated_files_are_of_every_verdict(tmp_path: Path) -> None:
    found = set()
    for seed in range(30):
        file = Generator(seed).file()
        found.add(load(file, tmp_path).check(file.facts, "no").verdict.name)
    assert found == set(VERDICTS.values())
