"""The process that answers for the hook: it starts the one that decides, and blocks on whatever else happens.

It imports the standard library alone, never reads the call, and knows three ways to end: the decider's proof that the
call may pass (exit 0), anything else (exit 2), and a watchdog for when even this process hangs (exit 2). The proof is
an exit status 0 together with an answer that repeats a number drawn for this one call, so that neither a crash nor
stray output can look like it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import IO, Any, NoReturn

PASS = 0
BLOCK = 2
LARGEST_CALL = 1 << 20  # bytes of standard input
DEADLINE = 10_000  # milliseconds for everything, unless the mapping file says otherwise
LONGEST_DEADLINE = 600_000
OPENING = 3_000  # milliseconds for reading the mapping file, which says what the deadline is
SLACK = 250  # milliseconds that the watchdog gives the ordinary ways to end first
LONGEST_LINE = 2_000  # characters shown to the agent; short enough that a pipe takes them at once

USAGE = "usage: bicameral hook FILE [--json] [--budget MS] [--backend both|asp|smt] [--require both] < call.json"

EXPECTED = 'the harness writes it there as JSON: {"tool_name": "...", "tool_input": {...}}'

_STAGE = "starting"  # what this process is doing, for the watchdog's message
_CHILD: list[int] = []  # the process group of the decider, once it runs


class BlockedError(Exception):
    """The call does not pass; the text is for the agent."""


def answer(arguments: list[str]) -> NoReturn:
    """Decide the call on standard input under the mapping file in `arguments`; ends the process with 0 or 2."""
    try:
        started = time.monotonic()
        _catch_signals()
        _open_standard_streams()
        _watch(started + (OPENING + SLACK) / 1000)
        output = _supervise(arguments, started)
    except BlockedError as block:
        _end(BLOCK, str(block))
    except BaseException as fault:  # noqa: BLE001 (whatever it is, the call must not pass)
        _end(BLOCK, f"blocked: the hook failed while {_STAGE} ({type(fault).__name__})")
    _end(PASS, "", output)


# --- ways to end ---------------------------------------------------------------------------------------------------


def _end(code: int, line: str, output: str = "") -> NoReturn:
    """Write what there is to say and leave, past every finaliser that could still change the exit code."""
    try:
        _kill_child()
        if output:
            _write(1, output if output.endswith("\n") else output + "\n")
        if line:
            _write(2, one_line(line) + "\n")
    except BaseException:  # noqa: BLE001 (an unread message does not change the answer)
        os._exit(BLOCK)
    os._exit(code)


def _write(descriptor: int, text: str) -> None:
    data = text.encode("utf-8", "backslashreplace")
    while data:
        data = data[os.write(descriptor, data) :]


def one_line(text: str) -> str:
    """`text` as one line of printable characters of bounded length."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return flat if len(flat) <= LONGEST_LINE else flat[: LONGEST_LINE - 1] + "…"


def _kill_child() -> None:
    while _CHILD:
        group = _CHILD.pop()
        try:
            if hasattr(os, "killpg"):
                os.killpg(group, signal.SIGKILL)
            else:
                os.kill(group, signal.SIGTERM)
        except OSError:
            continue  # it is gone already


def _catch_signals() -> None:
    """End with a block on every signal that would end this process and can be caught."""
    harmless = {"SIGCHLD", "SIGCLD", "SIGCONT", "SIGURG", "SIGWINCH", "SIGINFO", "SIGTSTP", "SIGTTIN", "SIGTTOU"}
    faults = {"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP"}  # returning from these repeats them for ever

    def stopped(number: int, _frame: FrameType | None) -> None:
        _end(BLOCK, f"blocked: the hook was stopped by signal {number} while {_STAGE}")

    for number in signal.valid_signals():
        name = getattr(number, "name", "")
        if name == "SIGPIPE":
            signal.signal(number, signal.SIG_IGN)
        elif name not in harmless | faults | {"SIGKILL", "SIGSTOP"}:
            try:
                signal.signal(number, stopped)
            except (OSError, ValueError):
                continue  # the system keeps this one


def _open_standard_streams() -> None:
    """Give closed standard streams a null device, so that no pipe or file of ours takes their numbers."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != descriptor:
                os.dup2(opened, descriptor)
                os.close(opened)


_WATCH_UNTIL = [time.monotonic()]
_WATCHERS: list[threading.Thread] = []


def _watch(until: float) -> None:
    """Set the moment (monotonic clock) at which a thread ends this process with a block, whatever it is doing."""
    _WATCH_UNTIL[0] = until
    if not _WATCHERS:
        _WATCHERS.append(threading.Thread(target=_watchdog, daemon=True))
        _WATCHERS[0].start()


def _watchdog() -> None:
    while (left := _WATCH_UNTIL[0] - time.monotonic()) > 0:
        time.sleep(min(left, SLACK / 5000))
    # This thread's last resort, even where standard error blocks: the exit does not wait for the message.
    threading.Thread(target=_end, args=(BLOCK, f"blocked: out of time while {_STAGE}"), daemon=True).start()
    time.sleep(SLACK / 1000)
    os._exit(BLOCK)


# --- the ordinary way ----------------------------------------------------------------------------------------------


def _supervise(arguments: list[str], started: float) -> str:
    """What to print on standard output when the call may pass. Raises BlockedError in every other case."""
    import json

    file, options = read_arguments(arguments)
    _stage("reading the mapping file")
    text, deadline = _read_mapping(file)
    until = started + deadline / 1000
    _watch(until + SLACK / 1000)
    _stage("reading standard input")
    call = _read_call()
    proof = os.urandom(16).hex()
    left = int((until - time.monotonic()) * 1000)
    envelope = {"proof": proof, "file": file, "mapping": text, "milliseconds": left, "options": options}
    _stage("deciding")
    status, output = _run_decider(json.dumps(envelope).encode() + b"\n" + call, until)
    try:
        said = json.loads(output)
        line, verdict = str(said["line"]), said["verdict"]
        proved = status == 0 and said["proof"] == proof and said["pass"] is True and verdict == "VALID"
        report = str(said["report"] or "")
    except (ValueError, KeyError, TypeError):
        raise BlockedError(f"blocked: the process that decides {_how_it_ended(status)}") from None
    if not proved:
        if report:
            _write(1, report + "\n")
        raise BlockedError(line or f"blocked: the process that decides {_how_it_ended(status)}")
    return report


def _stage(name: str) -> None:
    global _STAGE  # noqa: PLW0603 (one process, one call: the watchdog and the handlers read it)
    _STAGE = name


def read_arguments(arguments: list[str]) -> tuple[str, dict[str, Any]]:
    """The mapping file and the options. Raises BlockedError, with the usage, on anything else."""
    options: dict[str, Any] = {"json": False, "budget": None, "backend": "both", "require": None}
    files: list[str] = []
    rest = iter(arguments)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "--json":
            options["json"] = True
        elif word == "--no-color":
            continue
        elif name in ("--budget", "--backend", "--require"):
            options[name[2:]] = value if equals else next(rest, "")
        elif word.startswith("-"):
            raise BlockedError(f"blocked: {'' if word in ('-h', '--help') else f'no option {word}; '}{USAGE}")
        else:
            files.append(word)
    if len(files) != 1:
        raise BlockedError(f"blocked: one mapping file is needed; {USAGE}")
    if options["budget"] is not None and not (options["budget"].isascii() and options["budget"].isdigit()):
        raise BlockedError(f"blocked: --budget takes milliseconds; {USAGE}")
    if options["backend"] not in ("both", "asp", "smt") or options["require"] not in (None, "both"):
        raise BlockedError(f"blocked: a value that does not exist; {USAGE}")
    return files[0], options


def _read_mapping(file: str) -> tuple[str, int]:
    """The mapping file's text and its deadline in milliseconds; everything else in it is the decider's business."""
    import tomllib

    try:
        with open(file, "rb") as stream:  # noqa: PTH123 (pathlib is an import this process can do without)
            data = stream.read(LARGEST_CALL + 1)
        if len(data) > LARGEST_CALL:
            raise BlockedError(f"blocked: the mapping file {file} is longer than {LARGEST_CALL} bytes")
        text = data.decode("utf-8")
        deadline = tomllib.loads(text).get("deadline", DEADLINE)
    except OSError as fault:
        raise BlockedError(f"blocked: cannot read the mapping file {file}: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise BlockedError(f"blocked: the mapping file {file} is not UTF-8") from None
    except tomllib.TOMLDecodeError as fault:
        raise BlockedError(f"blocked: the mapping file {file} is not TOML: {fault}") from None
    if type(deadline) is not int or not 1 <= deadline <= LONGEST_DEADLINE:
        raise BlockedError(f"blocked: deadline in {file} must be 1 to {LONGEST_DEADLINE} milliseconds")
    return text, deadline


def _read_call() -> bytes:
    """All of standard input, up to the size that a call may have."""
    parts: list[bytes] = []
    size = 0
    while part := os.read(0, 1 << 16):
        parts.append(part)
        size += len(part)
        if size > LARGEST_CALL:
            raise BlockedError(f"blocked: the call on standard input is longer than {LARGEST_CALL} bytes")
    if not size:
        raise BlockedError(f"blocked: no call on standard input; {EXPECTED}")
    return b"".join(parts)


def _run_decider(message: bytes, until: float) -> tuple[int, bytes]:
    """The decider's exit status and output. Raises BlockedError when it is not done in time."""
    import subprocess

    shown: int | IO[bytes] | None = None if os.environ.get("BICAMERAL_TRACEBACK") else subprocess.DEVNULL
    with subprocess.Popen(  # -P: a file of the agent's in the working folder is no module of ours
        [sys.executable, "-P", "-c", "from bicameral.surfaces.hook.decider import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=shown,
        start_new_session=True,
    ) as child:
        _CHILD.append(child.pid)
        try:
            output, _ = child.communicate(message, timeout=max(0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            _kill_child()
            raise BlockedError("blocked: UNKNOWN: the policy was not decided in time") from None
        return child.returncode, output


def _how_it_ended(status: int) -> str:
    if status < 0:
        return f"died of signal {-status}"
    return f"ended with status {status} and no usable answer"
