"""The project's own files, for tests about their form."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "bicameral"


def modules() -> list[Path]:
    return sorted(SRC.rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))
