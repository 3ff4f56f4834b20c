"""Examples in Markdown that are run: the convention, its reader and its runner.

In README.md and docs/**/*.md, top to bottom and for each page in a folder of its own that holds copies of `rules/` and
`translations/`:

- A fenced block whose info string has `file=PATH` is written to that file.
- A ```console block is a shell session: `$ command` (continued by `> `), then its output, both streams together. All
  blocks of a page share one shell, so `$ echo $?` shows the exit code of the command before it.
- A ```pycon block is a Python session (doctest); all of a page share their names.

What differs from run to run is masked, visibly: `<ms>` for a time in milliseconds, `<sha256>` for 64 hexadecimal digits
or the first 12. A line `...` of expected output stands for any lines. `pytest tests/docs --rewrite-examples` writes
what the commands print.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SENTINEL = "--8<-- end of one command --8<--"
FENCE = re.compile(
    r"^(?P<indent> *)(?P<ticks>`{3,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=indent)(?P=ticks) *$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block: its info string, its text, and where that text starts in the page."""

    info: str
    body: str
    start: int
    line: int

    @property
    def language(self) -> str:
        return self.info.split()[0] if self.info.split() else ""

    @property
    def file(self) -> str | None:
        found = re.search(r"(?:^|\s)file=(\S+)", self.info)
        return found[1] if found else None


@dataclass(frozen=True)
class Step:
    """One command of a console block and the output that the page shows for it."""

    command: str
    expected: str
    shown: str  # the command as the page has it, prompts included


def pages() -> list[Path]:
    """Every page whose examples are run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(text: str) -> list[Block]:
    return [
        Block(m["info"].strip(), m["body"], m.start("body"), text.count("\n", 0, m.start()) + 1)
        for m in FENCE.finditer(text)
    ]


def steps(body: str) -> Iterator[Step]:
    """The commands of a console block with what each is shown to print."""
    lines = body.splitlines()
    at = 0
    while at < len(lines):
        if not lines[at].startswith("$ "):
            raise ValueError(f"a console block starts each command with `$ `, not with {lines[at]!r}")
        first = at
        command = [lines[at][2:]]
        at += 1
        while at < len(lines) and lines[at].startswith("> "):
            command.append(lines[at][2:])
            at += 1
        shown = at
        while at < len(lines) and not lines[at].startswith("$ "):
            at += 1
        yield Step("\n".join(command), "\n".join(lines[shown:at]), "\n".join(lines[first:shown]))


def mask(output: str) -> str:
    """The output with what differs from run to run replaced by a visible mask."""
    output = re.sub(r'("ms": )[0-9.]+', r"\1<ms>", output)
    output = re.sub(r"\b[0-9]+\.[0-9] ms\b", "<ms> ms", output)
    output = re.sub(r"\b[0-9a-f]{64}\b", "<sha256>", output)
    return re.sub(r"\bsha256 [0-9a-f]{12}\b", "sha256 <sha256>", output)


def matches(expected: str, actual: str) -> bool:
    """Whether the output is as the page shows it, `...` lines standing for any lines."""
    if "..." not in expected.splitlines():
        return expected.rstrip() == actual.rstrip()
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in expected.splitlines())
    return re.fullmatch(pattern, actual.rstrip() + "\n") is not None


def folder(target: Path) -> None:
    """Lay out what a page's examples start from."""
    for name in ("rules", "translations"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))


class Shell:
    """One bash for all console blocks of a page."""

    def __init__(self, where: Path) -> None:
        scripts = Path(sys.executable).parent
        keep = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("BICAMERAL_", "PYTHON", "COLUMNS"))
        }
        keep |= {"PATH": f"{scripts}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        keep |= {"BICAMERAL_CACHE_DIR": os.environ.get("BICAMERAL_CACHE_DIR", str(where.parent / "cache"))}
        self._bash = subprocess.Popen(
            ["bash", "--norc", "--noprofile"],
            cwd=where,
            env=keep,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )

    def run(self, command: str) -> str:
        """What the command prints on both streams; `$?` stays its exit code for the next one."""
        assert self._bash.stdin is not None
        assert self._bash.stdout is not None
        self._bash.stdin.write(f"{{ {command}\n}} </dev/null\n__status=$?; echo '{SENTINEL}'; (exit $__status)\n")
        self._bash.stdin.flush()
        out: list[str] = []
        for line in self._bash.stdout:
            if line.endswith(SENTINEL + "\n"):
                out.append(line.removesuffix(SENTINEL + "\n"))
                return "".join(out).rstrip("\n")
            out.append(line)
        raise AssertionError(f"the shell ended at {command!r} after {''.join(out)!r}")

    def close(self) -> None:
        assert self._bash.stdin is not None
        assert self._bash.stdout is not None
        self._bash.stdin.close()
        self._bash.wait(timeout=30)
        self._bash.stdout.close()
