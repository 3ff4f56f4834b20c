from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from bicameral.source import SourceFile
from bicameral.syntax import cache, parse_file


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_made_once(folder: Path) -> None:
    made: list[str] = []

    def make() -> str:
        made.append("made")
        return "value"

    assert [cache.cached("kind", "key", make) for _ in range(3)] == ["value"] * 3
    assert made == ["made"]
    assert len(entries(folder)) == 1


def test_kinds_and_keys_are_apart(folder: Path) -> None:
    found = [cache.cached(kind, key, lambda k=kind + key: k) for kind in "ab" for key in "xy"]  # type: ignore[misc]
    assert found == ["ax", "ay", "bx", "by"]
    assert len(entries(folder)) == 4


@pytest.mark.parametrize("damage", [b"", b"nonsense", pickle.dumps("value")[:-3], b"cnowhere\nnothing\n."])
def test_a_damaged_entry_is_a_miss(folder: Path, damage: bytes) -> None:
    cache.cached("kind", "key", lambda: "value")
    (entry,) = entries(folder)
    entry.write_bytes(damage)
    assert cache.cached("kind", "key", lambda: "new") == "new"
    assert cache.cached("kind", "key", lambda: "newer") == "new"


def test_a_folder_that_cannot_be_is_a_miss(folder: Path) -> None:
    folder.write_text("a file where the folder should be", encoding="utf-8")
    assert cache.cached("kind", "key", lambda: "value") == "value"


def test_what_cannot_be_pickled_is_not_kept(folder: Path) -> None:
    value = cache.cached("kind", "key", lambda: sys)
    assert value is sys
    assert not folder.exists() or entries(folder) == []


def test_empty_turns_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.FOLDER_VARIABLE, "")
    assert cache.cached("kind", "key", lambda: 1) == 1
    assert cache.cached("kind", "key", lambda: 2) == 2


def test_it_does_not_grow_without_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 10)
    for number in range(25):
        cache.cached("kind", str(number), lambda: "value")
    assert len(entries(folder)) <= 11


def test_a_file_is_read_back_with_its_places(folder: Path) -> None:
    file = SourceFile("a.lp", "a :- b.\n")
    first, second = parse_file(file), parse_file(file)
    assert first == second
    assert first.statements[0].span == second.statements[0].span
    assert parse_file(SourceFile("b.lp", file.text)).statements[0].span.file == "b.lp"


PROBE = """
import sys
import bicameral.syntax
assert "lark" not in sys.modules
bicameral.syntax.parse("a :- b.")
bicameral.syntax.parse_body("a, X < 3")
print("lark" in sys.modules)
"""


def test_with_a_warm_cache_lark_is_not_imported(folder: Path) -> None:
    environment = {**os.environ, cache.FOLDER_VARIABLE: str(folder)}
    runs = [
        subprocess.run([sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [run.stdout.strip() for run in runs] == ["True", "False"]
