"""The fuzzer's own eyes: it sees crashes, signals and hangs."""

from __future__ import annotations

import os
import signal
import sys
import time

from tests.fuzz.judge import fault
from tests.fuzz.worker import Worker


def command(arguments: list[str]) -> int:
    match arguments[0]:
        case "exit":
            os._exit(1)  # as clingo's Python layer does on a panic
        case "abort":
            os.kill(os.getpid(), signal.SIGABRT)
        case "hang":
            time.sleep(60)
        case "complain":
            sys.stderr.write("error: nothing to do\n")
            return 2
        case _:
            sys.stdout.write('{"verdict": "INVALID"}')
    return 10


def test_a_death_is_seen_and_survived() -> None:
    with Worker(timeout=2, command=command) as worker:
        seen = [worker.run([word]) for word in ("well", "exit", "complain", "abort", "hang", "well")]
    assert [result.code for result in seen] == [10, 1, 2, -signal.SIGABRT, None, 10]
    assert [fault(result) for result in seen] == [
        None,
        "exit status 1",
        None,
        f"exit status -{int(signal.SIGABRT)}",
        "no end in time",
        None,
    ]
    assert seen[2].err == "error: nothing to do\n"
    assert seen[5].out == '{"verdict": "INVALID"}'
