"""Where the process starts: the hook takes its own guarded path, everything else is the command line.

House rule: nothing is imported here before it is known which of the two is wanted, and nothing that happens on the
hook's path, a broken installation included, ends in another exit code than 0 or 2.
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False  # `typing` itself takes longer to import than this module to run
if TYPE_CHECKING:
    from typing import NoReturn

CRASHED = 70
YOUNG = 2_000_000  # objects made before the collector looks at them: what a start makes lives to the end


def main() -> NoReturn:
    """Run the command in `sys.argv` and end the process with its exit code."""
    if sys.argv[1:2] == ["hook"]:
        _hook(sys.argv[2:])
    gc.set_threshold(YOUNG)
    try:
        from bicameral.surfaces.cli.main import main as command_line
    except Exception as fault:  # noqa: BLE001 (a broken installation is a crash, and 1 is no crash's code)
        os.write(2, f"bicameral is not installed whole: {fault}\n".encode("utf-8", "replace"))
        sys.exit(CRASHED)
    _end(command_line(sys.argv[1:]))


def _end(code: int) -> NoReturn:
    """End the process with everything printed, and without taking its solvers apart first."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        os._exit(code or CRASHED)  # an answer that nobody could read is no answer
    os._exit(code)


def _hook(arguments: list[str]) -> NoReturn:
    try:
        from bicameral.surfaces.hook.supervisor import answer

        answer(arguments)
    except BaseException as fault:  # noqa: BLE001 (whatever it is, the call must not pass)
        try:
            os.write(2, f"blocked: the hook could not start ({type(fault).__name__})\n".encode())
        finally:
            os._exit(2)
    finally:
        os._exit(2)
