"""The parent's side of a board in a child process, for programs that only a process of their own may ground."""

from __future__ import annotations

import json
import selectors
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from bicameral.backends.asp.board import Board, Closable, Said, board_to_json
from bicameral.backends.asp.control import OUT_OF_TIME
from bicameral.backends.contract import Budget

_COMMAND = ("-P", "-m", "bicameral.backends.asp.board_child")
_GRACE = 250  # milliseconds that an answer may come late before the child is killed


class BoardError(Exception):
    """The child did not get as far as a ground program; the text says why."""


class Remote:
    """A board ground in a child; the same questions as `board.Ground`. Raises BoardError. To be closed."""

    def __init__(self, board: Board, budget: Budget) -> None:
        try:
            self._child = subprocess.Popen(
                [sys.executable, *_COMMAND],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as fault:
            raise BoardError(f"no child process: {fault.strerror}") from fault
        self._kept = b""
        self._fate: str | None = None
        said = self._put(board_to_json(board), budget.left)
        if said is None or "fault" in said:
            self.close()
            raise BoardError(str(said["fault"]) if said is not None else self._fate or "clingo's process ended")
        self.closables = tuple(Closable(place, tuple(keys), shown) for place, keys, shown in said["closables"])

    def ask(self, on: Sequence[int], goal: bool | None, budget: Budget) -> Said:
        if self._fate is not None:
            return Said("undecided", (), self._fate)
        left = budget.left
        said = self._put({"on": list(on), "goal": goal, "milliseconds": left}, left + _GRACE)
        if said is None:
            return Said("undecided", (), self._fate)
        return Said(said["truth"], tuple(said["core"]), said["reason"])

    def _put(self, message: dict[str, Any], milliseconds: int) -> dict[str, Any] | None:
        """One line there and one line back; None where there was none in time, and then the child is no more."""
        budget = Budget(milliseconds)
        child = self._child
        assert child.stdin is not None
        try:
            child.stdin.write(json.dumps(message).encode() + b"\n")
            child.stdin.flush()
            line = self._line(budget)
        except OSError:
            line = None
        if line is not None:
            found: dict[str, Any] = json.loads(line)
            return found
        self._fate = OUT_OF_TIME if budget.left == 0 else "clingo's process ended before it answered"
        child.kill()
        return None

    def _line(self, budget: Budget) -> bytes | None:
        stdout = self._child.stdout
        assert stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            while b"\n" not in self._kept:
                if not selector.select(budget.left / 1000):
                    return None
                read = stdout.read1()  # type: ignore[attr-defined]
                if not read:
                    return None
                self._kept += read
        line, _, self._kept = self._kept.partition(b"\n")
        return line

    def close(self) -> None:
        self._child.kill()
        with suppress(OSError), self._child:  # a line that the child did not take is not flushed
            pass
