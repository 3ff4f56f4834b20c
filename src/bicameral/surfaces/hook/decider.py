"""The process that decides, started by the supervisor: an envelope line and the call in, one line of JSON out.

It says its verdict twice, by exit status and by an answer that repeats the envelope's proof.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import IO, NoReturn

GRACE = 1_000  # milliseconds beyond the deadline: by then the supervisor has answered, or is gone


def main() -> NoReturn:
    """Decide, say so, and leave at once, past the solvers' own finalisers."""
    envelope = json.loads(sys.stdin.buffer.readline())
    _end_with_the_deadline(int(envelope["milliseconds"]))
    _first_to_go()
    with _own_output() as output:
        passed, answer = _decide(envelope, sys.stdin.buffer.read())
        output.write(json.dumps({"proof": envelope["proof"], "pass": passed, **answer}))
    os._exit(0 if passed else 2)


def _decide(envelope: dict[str, object], call: bytes) -> tuple[bool, dict[str, object]]:
    from bicameral.source import BicameralError

    try:
        from bicameral.surfaces.hook.decide import decide

        outcome = decide(envelope, call)
    except BicameralError as fault:
        said = " / ".join(
            (f"{d.span}: " if d.span else "") + d.message + (f" ({d.hint})" if d.hint else "")
            for d in fault.diagnostics
        )
        return False, {"verdict": None, "line": f"blocked: {said}", "report": None}
    except Exception as fault:  # noqa: BLE001 (a fault of ours blocks, and says which)
        if os.environ.get("BICAMERAL_TRACEBACK"):
            import traceback

            traceback.print_exception(fault)
        what = type(fault).__name__
        return False, {"verdict": None, "line": f"blocked: the policy could not be decided ({what})", "report": None}
    return outcome.passed, {"verdict": outcome.verdict, "line": outcome.line, "report": outcome.report}


def _own_output() -> IO[str]:
    """Standard output for the answer alone: whatever a library prints goes to standard error."""
    kept = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(kept, "w", encoding="utf-8")


def _end_with_the_deadline(milliseconds: int) -> None:
    """Take this process and all that it started along, should nobody else stop it."""

    def end() -> None:
        if hasattr(os, "getpgrp") and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(2)

    timer = threading.Timer((milliseconds + GRACE) / 1000, end)
    timer.daemon = True
    timer.start()


def _first_to_go() -> None:
    """Where memory runs out the system should end this process, not the one that answers for it (Linux)."""
    try:
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    except OSError:
        return
