"""The child process of a board: the program on the first line, its atoms out; then one answer for each question.

It lives as long as its parent keeps the pipe open and does not kill it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from bicameral.backends.asp.board import Ground, board_from_json
from bicameral.backends.asp.child import limit_memory
from bicameral.backends.asp.control import GroundingError
from bicameral.backends.contract import Budget


def main() -> None:
    limit_memory()
    try:
        ground = Ground(board_from_json(json.loads(sys.stdin.readline())))
    except GroundingError as fault:
        _say({"fault": f"clingo: {fault}"})
        return
    _say({"closables": [[one.predicate, list(one.keys), one.shown] for one in ground.closables]})
    for line in sys.stdin:
        asked = json.loads(line)
        said = ground.ask(asked["on"], asked["goal"], Budget(int(asked["milliseconds"])))
        _say({"truth": said.truth, "core": list(said.core), "reason": said.reason})


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
