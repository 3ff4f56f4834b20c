"""What a plain check imports, by the interpreter's own log: nothing that it does not need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

NEVER = ("rich", "ruamel", "msgspec", "lark")
CASE = '{"facts": {"cost": 2500, "international": false, "manager_approved": false}, "claim": "trip_approved"}'


def _imported(folder: Path, *words: str) -> set[str]:
    """Top-level packages that the command imports, on its second run with one cache."""
    command = [sys.executable, "-X", "importtime", "-m", "bicameral", *words]
    environment = {**os.environ, "BICAMERAL_CACHE_DIR": str(folder / "cache")}
    for _ in range(2):
        run = subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=120)
        assert run.returncode in (0, 10), run.stderr[-2000:]
    lines = [line for line in run.stderr.splitlines() if line.startswith("import time:")]
    return {line.rsplit("|", 1)[1].strip().split(".")[0] for line in lines}


@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize("claim", [True, False])
def test_a_plain_check_imports_no_more_than_it_needs(tmp_path: Path, options: list[str], claim: bool) -> None:
    case = tmp_path / "case.json"
    case.write_text(CASE if claim else CASE.partition(', "claim"')[0] + "}", "utf-8")
    imported = _imported(tmp_path, "check", str(ROOT / "rules" / "travel"), str(case), *options)
    assert not imported & set(NEVER)
    assert {"bicameral", "clingo", "z3"} <= imported


def test_the_other_backend_is_not_imported(tmp_path: Path) -> None:
    case = tmp_path / "case.json"
    case.write_text(CASE, "utf-8")
    policy = str(ROOT / "rules" / "travel")
    assert "clingo" not in _imported(tmp_path, "check", policy, str(case), "--backend", "smt")


def test_help_and_version_import_no_solver(tmp_path: Path) -> None:
    for word in ("--help", "--version"):
        assert not _imported(tmp_path, word) & {"z3", "clingo", *NEVER}
