"""The import contracts of pyproject.toml hold."""

from __future__ import annotations

import subprocess
import sys

from tests.architecture.tree import ROOT

COMMAND = "from importlinter.cli import lint_imports_command"


def test_import_contracts() -> None:
    """In a process of its own: the linter changes the import path and the logging of the one it runs in."""
    run = subprocess.run(
        [sys.executable, "-c", f"{COMMAND}; lint_imports_command()", "--no-cache"],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 broken" in run.stdout
