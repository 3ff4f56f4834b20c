"""Where the process starts: the hook takes its own guarded path, everything else is the command line.

House rule: nothing is imported here before it is known which of the two is wanted, and nothing that happens on the
hook's path, a broken installation included, ends in another exit code than 0 or 2.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

CRASHED = 70


def main() -> NoReturn:
    """Run the command in `sys.argv` and end the process with its exit code."""
    if sys.argv[1:2] == ["hook"]:
        _hook(sys.argv[2:])
    try:
        from bicameral.surfaces.cli.main import main as command_line
    except Exception as fault:  # noqa: BLE001 (a broken installation is a crash, and 1 is no crash's code)
        os.write(2, f"bicameral is not installed whole: {fault}\n".encode("utf-8", "replace"))
        sys.exit(CRASHED)
    sys.exit(command_line(sys.argv[1:]))


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
