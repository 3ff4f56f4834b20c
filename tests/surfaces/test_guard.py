"""The guard around the commands: bad words are 2, a crash is 70, and neither is ever taken for a verdict."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from bicameral.source import Diagnostic, InputError
from bicameral.surfaces.cli import exits
from bicameral.surfaces.cli import main as cli


def _plant(monkeypatch: pytest.MonkeyPatch, body: Callable[[], object]) -> None:
    """Let every command be one that does `body`."""
    planted = click.Command("planted", callback=body)
    monkeypatch.setattr(cli._Lazy, "get_command", lambda _self, _ctx, _name: planted)


def _raiser(fault: BaseException) -> Callable[[], object]:
    def body() -> object:
        raise fault

    return body


@pytest.mark.parametrize("code", [0, 10, 11, 12, 13, 14, 1])
def test_a_command_gives_its_code(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    _plant(monkeypatch, lambda: code)
    assert cli.main(["check"]) == code


@pytest.mark.parametrize(
    "fault",
    [
        RuntimeError("a" * 10_000),
        RecursionError(),
        MemoryError(),
        AssertionError(),
        EOFError(),
        OSError(5, "no"),
        UnicodeEncodeError("ascii", "é", 0, 1, "no"),
        ModuleNotFoundError("gone"),
        StopIteration(),
    ],
)
def test_a_crash_is_70(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: Exception) -> None:
    _plant(monkeypatch, _raiser(fault))
    monkeypatch.delenv("BICAMERAL_TRACEBACK", raising=False)
    assert cli.main(["check"]) == exits.CRASHED
    out, err = capsys.readouterr()
    assert out == ""
    assert type(fault).__name__ in err
    assert "Traceback" not in err
    assert len(err) < 400


def test_the_traceback_is_there_for_who_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _plant(monkeypatch, _raiser(RuntimeError("planted")))
    monkeypatch.setenv("BICAMERAL_TRACEBACK", "1")
    assert cli.main(["check"]) == exits.CRASHED
    assert "RuntimeError: planted" in capsys.readouterr().err


def test_what_a_user_can_mend_is_2(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _plant(monkeypatch, _raiser(InputError(Diagnostic("planted", "no such thing", hint="say it otherwise"))))
    assert cli.main(["check"]) == exits.BAD_INPUT
    assert capsys.readouterr().err == "error[planted]: no such thing\n  hint: say it otherwise\n"


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), click.Abort()])
def test_an_interruption_is_130(monkeypatch: pytest.MonkeyPatch, fault: BaseException) -> None:
    _plant(monkeypatch, _raiser(fault))
    assert cli.main(["check"]) == exits.INTERRUPTED


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["chek"],
        ["--what"],
        ["check"],
        ["check", "p", "c", "d"],
        ["check", "p", "--budget", "0"],
        ["check", "p", "--budget", "-5"],
        ["check", "p", "--budget", "soon"],
        ["check", "p", "--backend", "one"],
        ["check", "p", "--require", "asp"],
        ["check", "p", "--what"],
        ["compile"],
        ["compile", "p", "--to", "prolog"],
        ["fragment"],
        ["test"],
        ["--", "hook", "FILE"],
        ["compile", "nowhere"],
        ["fragment", "nowhere"],
        ["fragment", ""],
        ["fragment", "a\x00b"],
        ["fragment", "/"],
        ["fragment", "/dev/null"],
    ],
)
def test_bad_words_are_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == exits.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.strip()
    assert "Traceback" not in err


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["--version"], *([name, "--help"] for name in cli.COMMANDS)])
def test_help_is_0(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    expected = exits.BAD_INPUT if words[0] == "hook" else 0  # `hook --help` must not be an open door
    assert cli.main(words) == expected
    assert any(capsys.readouterr())


def test_a_near_command_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["chek"])
    assert "did you mean `check`?" in capsys.readouterr().err


# --- as a process --------------------------------------------------------------------------------------------------


def _bicameral(*words: str, **run: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-m", "bicameral", *words], check=False, timeout=60, **run
    )


def test_module_and_command_are_one() -> None:
    command = Path(sys.executable).with_name("bicameral")
    script = subprocess.run([str(command), "--help"], check=False, capture_output=True, timeout=60)
    module = _bicameral("--help", capture_output=True)
    assert (script.returncode, script.stdout) == (module.returncode, module.stdout) == (0, module.stdout)
    assert module.stdout


def test_nobody_reads_the_output() -> None:
    read, write = os.pipe()
    os.close(read)
    done = _bicameral("--help", stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert done.returncode == exits.BROKEN_PIPE
    assert done.stderr == b""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_crash(closed: str) -> None:
    command = f'exec "$0" -m bicameral --version {closed}'
    done = subprocess.run(["bash", "-c", command, sys.executable], check=False, capture_output=True, timeout=60)
    assert done.returncode == 0
    assert done.stderr == b""


def test_a_full_disk_is_no_verdict() -> None:
    with Path("/dev/full").open("wb") as full:
        done = _bicameral("--help", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == exits.CRASHED
    assert b"Traceback" not in done.stderr


def test_a_terminal_that_knows_ascii_alone() -> None:
    odd = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = _bicameral("fragment", "nowhere\N{SNOWMAN}", env=odd, capture_output=True)
    assert done.returncode == exits.BAD_INPUT


def test_words_that_are_not_utf8() -> None:
    for words in (["check", "\udcff"], ["\udcff"], ["check", "p", "--claim", "\udcff"], ["check", "p", "\udcff.json"]):
        done = _bicameral(*words, capture_output=True)
        assert done.returncode == exits.BAD_INPUT, words
        assert b"Traceback" not in done.stderr


def test_a_broken_installation_is_70() -> None:
    code = "import sys; sys.modules['click'] = None; from bicameral.surfaces.entry import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "check"], check=False, capture_output=True, timeout=60)
    assert done.returncode == exits.CRASHED
    assert b"Traceback" not in done.stderr
