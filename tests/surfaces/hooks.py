"""Running the hook as a harness would: a process, bytes on its standard input, an exit code and a line back."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ENTRY = "from bicameral.surfaces.entry import main; main()"
IMPOSTOR = "import sys; sys.executable = {program!r}; from bicameral.surfaces.entry import main; main()"


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line for the agent; fails when there are more or none."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


def start(*words: str, program: Path | None = None, **popen: object) -> subprocess.Popen[bytes]:
    """The hook with `words` after `hook`; `program` stands in for the interpreter that runs the decider."""
    code = ENTRY if program is None else IMPOSTOR.format(program=str(program))
    settings: dict[str, object] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    settings |= popen
    return subprocess.Popen([sys.executable, "-c", code, "hook", *words], **settings)  # type: ignore[call-overload,no-any-return]


def run(*words: str, call: bytes | str = b"{}", program: Path | None = None, **popen: object) -> Answer:
    data = call.encode() if isinstance(call, str) else call
    with start(*words, program=program, **popen) as process:
        out, err = process.communicate(data, timeout=60)
    return Answer(process.returncode, out.decode(), err.decode())


def blocked(answer: Answer, *words: str) -> None:
    """The call was blocked, with one line that has all the words, and without a traceback."""
    assert answer.code == 2, answer
    assert answer.line.startswith("blocked: "), answer
    for word in words:
        assert word in answer.line, answer


def script(folder: Path, body: str, name: str = "decider") -> Path:
    """An executable that stands in for the deciding process. It gets `-P -c ...` and the envelope on standard input."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\nimport json, os, signal, sys, time\n{body}\n", "utf-8")
    path.chmod(0o755)
    return path


def environment(**extra: str) -> dict[str, str]:
    return {**os.environ, **extra}
