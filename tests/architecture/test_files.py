"""House rules that a reader of one file can check, checked for all of them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, SRC, modules, named

LONGEST = 400
REASON = re.compile(r"Longer than \d+ lines: \S.+")
TOP_LEVEL = {
    "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "LIMITATIONS.md", "requirements.txt",
    "src", "rules", "translations", "tests", "benchmarks", "docs",
}  # fmt: skip


@pytest.mark.parametrize("path", modules(), ids=named)
def test_no_file_is_longer_than_a_reader_has_patience_for(path: Path) -> None:
    text = path.read_text("utf-8")
    docstring = ast.get_docstring(ast.parse(text)) or ""
    assert len(text.splitlines()) <= LONGEST or REASON.search(docstring), (
        f"{named(path)} has {len(text.splitlines())} lines: split it, or say why in its docstring "
        "(`Longer than 400 lines: ...`)"
    )


@pytest.mark.parametrize("path", modules(), ids=named)
def test_no_floating_point(path: Path) -> None:
    """Values are exact: no literal and no conversion makes a binary fraction (clocks give theirs ready-made)."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{named(path)}:{node.lineno}"
        assert not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"), (
            f"{named(path)}:{node.lineno}"
        )


@pytest.mark.parametrize("path", modules(), ids=named)
def test_every_module_says_what_it_adds(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), f"{named(path)} has no docstring"


@pytest.mark.parametrize("path", modules(), ids=named)
def test_no_postponed_work(path: Path) -> None:
    assert not re.search(r"NotImplementedError|TODO|FIXME|XXX|not (yet )?implemented", path.read_text("utf-8"))


def test_no_policy_is_known_by_name() -> None:
    """Identifiers, strings and texts under src name no policy of rules/."""
    policies = {folder.name for folder in (ROOT / "rules").glob("*") if (folder / "policy.lp").exists()}
    known = re.compile(rf"\b(?:{'|'.join(sorted(policies)) or '(?!)'})\b")
    for path in [*SRC.rglob("*.py"), *SRC.rglob("*.lark")]:
        found = known.search(path.read_text("utf-8"))
        assert found is None, f"{named(path)} names {found[0]}"


def test_the_top_level_holds_what_it_should() -> None:
    import subprocess

    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode != 0:
        pytest.skip("not a git checkout")
    tops = {line.split("/")[0] for line in tracked.stdout.splitlines()}
    assert {top for top in tops if not top.startswith(".")} <= TOP_LEVEL
