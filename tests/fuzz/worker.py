"""The command line in a forked worker: a crash, a signal or a hang is seen, and does not take the fuzzer along."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import resource
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Self

Command = Callable[[list[str]], int]
MEMORY = 6 * 2**30  # bytes of address space


@dataclass(frozen=True, slots=True)
class Result:
    """`code` is the exit code, negative for a signal, None where the command did not end in time."""

    code: int | None
    out: str
    err: str


def _command_line(arguments: list[str]) -> int:
    from bicameral.surfaces.cli.main import main

    return main(arguments)


def _serve(command: Command, channel: Connection, out: str, err: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.disable()
    for path, number in ((os.devnull, 0), (out, 1), (err, 2)):
        os.dup2(os.open(path, os.O_RDWR), number)
    sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))  # noqa: SIM115
    while True:
        arguments = channel.recv()
        for number in (1, 2):
            os.ftruncate(number, 0)
            os.lseek(number, 0, os.SEEK_SET)
        code = command(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        channel.send(code)


class Worker:
    """Runs command lines one after the other, and starts anew after a death."""

    def __init__(self, timeout: float = 60, command: Command = _command_line) -> None:
        self._timeout = timeout
        self._command = command
        self._files = [tempfile.NamedTemporaryFile(suffix=end) for end in (".out", ".err")]  # noqa: SIM115 (closed at exit)
        self._process: multiprocessing.process.BaseProcess | None = None
        self._channel: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _fault: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._end()
        for file in self._files:
            file.close()

    def run(self, arguments: list[str]) -> Result:
        channel = self._channel if self._channel is not None else self._start()
        channel.send(arguments)
        code: int | None = None
        if channel.poll(self._timeout):
            try:
                code = channel.recv()
            except EOFError:  # it died: its status tells how
                assert self._process is not None
                self._process.join()
                code = self._process.exitcode
                self._end()
        else:
            self._end()
        out, err = (Path(file.name).read_text(encoding="utf-8", errors="replace") for file in self._files)
        return Result(code, out, err)

    def _start(self) -> Connection:
        context = multiprocessing.get_context("fork")
        self._channel, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(self._command, theirs, *(file.name for file in self._files)), daemon=False
        )
        self._process.start()
        theirs.close()
        return self._channel

    def _end(self) -> None:
        if self._channel is not None:
            self._channel.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._channel = None
