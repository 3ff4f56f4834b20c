"""Whatever the deciding process does, the hook ends with 0 for a proven VALID and with 2 for everything else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.surfaces.hooks import ENTRY, blocked, environment, run, script, start

ENVELOPE = "envelope = json.loads(sys.stdin.buffer.readline()); call = sys.stdin.buffer.read()\n"
SAY = "print(json.dumps({'proof': envelope['proof'], 'pass': True, 'verdict': 'VALID', 'line': '', 'report': None}))\n"


@pytest.fixture
def mapping(tmp_path: Path) -> str:
    path = tmp_path / "hook.toml"
    path.write_text('tool = "t"\npolicy = "."\nclaim = "c"\ndeadline = 3000\narguments = {}\n', "utf-8")
    return str(path)


def test_a_proven_valid_passes(tmp_path: Path, mapping: str) -> None:
    answer = run(mapping, program=script(tmp_path, ENVELOPE + SAY))
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_the_decider_gets_the_call_unchanged(tmp_path: Path, mapping: str) -> None:
    body = ENVELOPE + "assert call == bytes(range(256)); assert envelope['options']['json'] is True\n" + SAY
    assert run(mapping, "--json", call=bytes(range(256)), program=script(tmp_path, body)).code == 0


@pytest.mark.parametrize(
    "body",
    [
        "",  # says nothing, exits 0
        "print('VALID')",
        SAY.replace("envelope['proof']", "'0' * 32"),  # a proof of another call
        SAY.replace("True", "1"),
        SAY.replace("True", "'true'"),
        SAY.replace("'VALID'", "'INVALID'"),
        SAY.replace("'VALID'", "None"),
        SAY + "sys.exit(1)",
        SAY + "sys.stdout.flush(); os._exit(70)",
        SAY + "sys.stdout.flush(); os.kill(os.getpid(), signal.SIGKILL)",
        SAY + "sys.stdout.flush(); os.abort()",
        SAY + SAY,  # two answers are none
        SAY.replace("print(", "sys.stdout.write(").replace("}))", "})[:-1])"),
        "print('[' * 200000)",
        "print('null')",
        "print('[]')",
        "sys.stdout.buffer.write(bytes(range(256)))",
        "raise SystemExit('VALID')",
        "os.kill(os.getpid(), signal.SIGSEGV)",
        "sys.stdout.write('x' * 10_000_000)",
    ],
)
def test_anything_but_a_proof_blocks(tmp_path: Path, mapping: str, body: str) -> None:
    blocked(run(mapping, program=script(tmp_path, ENVELOPE + body)))


def test_a_decider_that_reads_nothing(tmp_path: Path, mapping: str) -> None:
    blocked(run(mapping, call=b" " * 1_000_000, program=script(tmp_path, "sys.exit(0)")))


def test_a_decider_that_cannot_be_started(tmp_path: Path, mapping: str) -> None:
    blocked(run(mapping, program=tmp_path / "nowhere"))
    (tmp_path / "text").write_text("no program", "utf-8")
    blocked(run(mapping, program=tmp_path / "text"))


def test_the_line_is_one_line(tmp_path: Path, mapping: str) -> None:
    said = "blocked: a\\nb\\x1b[31m\\u2028c" + "x" * 10_000
    body = f"print(json.dumps({{'proof': '', 'pass': False, 'verdict': 'INVALID', 'line': '{said}', 'report': None}}))"
    answer = run(mapping, program=script(tmp_path, ENVELOPE + body + "\nsys.stdout.flush(); os._exit(2)"))
    blocked(answer, "a b [31m c")
    assert len(answer.line) <= 2_000


def test_the_report_is_printed_on_both_ways_out(tmp_path: Path, mapping: str) -> None:
    report = SAY.replace("'report': None", "'report': '{}'")
    assert run(mapping, "--json", program=script(tmp_path, ENVELOPE + report)).out == "{}\n"
    answer = run(mapping, "--json", program=script(tmp_path, ENVELOPE + report + "sys.stdout.flush(); os._exit(2)"))
    assert (answer.code, answer.out) == (2, "{}\n")


# --- time ----------------------------------------------------------------------------------------------------------


def _deadline(tmp_path: Path, milliseconds: int) -> str:
    path = tmp_path / "short.toml"
    path.write_text(f'tool = "t"\npolicy = "."\nclaim = "c"\ndeadline = {milliseconds}\narguments = {{}}\n', "utf-8")
    return str(path)


def test_a_late_decider_blocks_and_is_ended_with_what_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    body = ENVELOPE + (
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "time.sleep(600)\n"
    )
    started = time.monotonic()
    blocked(run(_deadline(tmp_path, 700), program=script(tmp_path, body)), "UNKNOWN", "time")
    assert time.monotonic() - started < 5
    for pid in pids.read_text().split():
        assert _gone(int(pid))


def _gone(pid: int) -> bool:
    for _ in range(50):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def test_a_standard_input_that_never_ends_blocks(tmp_path: Path) -> None:
    with start(_deadline(tmp_path, 500)) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(b'{"tool_input": ')
        process.stdin.flush()
        assert process.wait(timeout=20) == 2
        assert b"out of time while reading standard input" in process.stderr.read()


def test_a_mapping_that_never_opens_blocks(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    blocked(run(str(tmp_path / "fifo")), "out of time while reading the mapping file")


def test_a_standard_error_that_nobody_reads_blocks_all_the_same(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.set_blocking(write, False)
    try:
        while True:
            os.write(write, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(write, True)
    with start(_deadline(tmp_path, 500), stderr=write) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(timeout=20) == 2
    os.close(read)
    os.close(write)


# --- signals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGABRT", "SIGXCPU", "SIGVTALRM"],
)
def test_signals_block(tmp_path: Path, mapping: str, name: str) -> None:
    ready = tmp_path / "ready"
    body = ENVELOPE + f"open({str(ready)!r}, 'w').close(); time.sleep(600)"
    with start(mapping, program=script(tmp_path, body)) as process:
        assert process.stdin is not None
        process.stdin.write(b"{}")
        process.stdin.close()
        while not ready.exists():
            time.sleep(0.01)
        process.send_signal(getattr(signal, name))
        assert process.wait(timeout=20) == 2
        assert process.stderr is not None
        assert b"stopped by signal" in process.stderr.read()


def test_a_killed_decider_blocks(tmp_path: Path, mapping: str) -> None:
    pid = tmp_path / "pid"
    body = ENVELOPE + f"open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    with start(mapping, program=script(tmp_path, body)) as process:
        assert process.stdin is not None
        process.stdin.write(b"{}")
        process.stdin.close()
        while not (pid.exists() and pid.read_text()):
            time.sleep(0.01)
        os.kill(int(pid.read_text()), signal.SIGKILL)
        assert process.wait(timeout=20) == 2
        assert process.stderr is not None
        assert b"died of signal 9" in process.stderr.read()


# --- streams and words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "<&- 2>&-"])
def test_closed_streams_block(tmp_path: Path, mapping: str, closed: str) -> None:
    command = f'exec "$0" -c "$1" hook "$2" {closed}'
    done = subprocess.run(["bash", "-c", command, sys.executable, ENTRY, mapping], check=False, input=b"", timeout=60)
    assert done.returncode == 2


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_outputs_do_not_block_what_is_valid(tmp_path: Path, mapping: str, closed: str) -> None:
    fake = script(tmp_path, ENVELOPE + SAY)
    code = f"import sys; sys.executable = {str(fake)!r}; {ENTRY}"
    command = f'exec "$0" -c "$1" hook "$2" {closed}'
    done = subprocess.run(["bash", "-c", command, sys.executable, code, mapping], check=False, input=b"{}", timeout=60)
    assert done.returncode == 0


def test_an_empty_and_a_huge_call_block(mapping: str) -> None:
    blocked(run(mapping, call=b""), "no call")
    blocked(run(mapping, call=b" " * ((1 << 20) + 1)), "longer than")
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            [sys.executable, "-c", ENTRY, "hook", mapping], check=False, stdin=endless, capture_output=True, timeout=60
        )
    assert done.returncode == 2


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--help"],
        ["-h"],
        ["--version"],
        ["--"],
        ["{mapping}", "{mapping}"],
        ["{mapping}", "--what"],
        ["{mapping}", "--budget"],
        ["{mapping}", "--budget", "soon"],
        ["{mapping}", "--budget", "²"],
        ["{mapping}", "--backend", "one"],
        ["{mapping}", "--require", "none"],
        ["nowhere.toml"],
        ["/"],
        ["\x01"],
    ],
)
def test_other_words_block(mapping: str, words: list[str]) -> None:
    blocked(run(*[word.format(mapping=mapping) for word in words]))


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe",
        b"tool = ",
        b"deadline = 0",
        b"deadline = 3600000",
        b"deadline = true",
        b"deadline = 1.5",
        b'deadline = "1"',
        b"a = 1\na = 2",
        b"x = " + b"[" * 5000,
        b"#" * ((1 << 20) + 1),
        b"\x00",
    ],
)
def test_a_mapping_that_is_none_blocks(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(text)
    blocked(run(str(path)))


# --- what lies about -----------------------------------------------------------------------------------------------


def test_modules_in_the_working_folder_are_not_ours(tmp_path: Path, mapping: str) -> None:
    """An agent that can write files where it works must not become part of the hook."""
    for name in ("bicameral", "json", "click", "msgspec", "bicameral/surfaces"):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "__init__.py").write_text("import os; os._exit(0)", "utf-8")
    command = Path(sys.executable).with_name("bicameral")
    done = subprocess.run(
        [str(command), "hook", mapping], check=False, input=b"{}", cwd=tmp_path, capture_output=True, timeout=60
    )
    assert done.returncode == 2


def test_a_broken_installation_blocks(tmp_path: Path, mapping: str) -> None:
    """The supervisor itself cannot be imported: the entry still says 2."""
    breaker = (
        "import sys, importlib.abc\n"
        "class Broken(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name.startswith('bicameral.surfaces.hook'): raise {fault}\n"
        "sys.meta_path.insert(0, Broken())\n"
    )
    for fault in (
        "ImportError('gone')",
        "SyntaxError('half written')",
        "MemoryError()",
        "SystemExit(0)",
        "KeyboardInterrupt()",
    ):
        code = breaker.format(fault=fault) + ENTRY
        done = subprocess.run(
            [sys.executable, "-c", code, "hook", mapping], check=False, input=b"{}", capture_output=True, timeout=60
        )
        assert done.returncode == 2, fault
        assert done.stderr.startswith(b"blocked: "), fault


def test_an_odd_environment_blocks_nothing_and_passes_nothing(tmp_path: Path, mapping: str) -> None:
    odd = environment(
        PYTHONWARNINGS="error", PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONOPTIMIZE="2", PYTHONDEVMODE="1"
    )
    answer = run(mapping, program=script(tmp_path, ENVELOPE + SAY), env=odd)
    assert answer.code == 0
    assert run(mapping, call=b"", env=odd).code == 2


def test_the_supervisor_imports_the_standard_library_alone(tmp_path: Path, mapping: str) -> None:
    fake = script(tmp_path, ENVELOPE + SAY)
    lister = (
        f"import sys, os; sys.executable = {str(fake)!r}\n"
        "leave = os._exit\n"
        "def loud(code):\n"
        "    print(' '.join(sorted({name.split('.')[0] for name in sys.modules})), flush=True)\n"
        "    print(' '.join(sorted(name for name in sys.modules if name.startswith('bicameral'))), flush=True)\n"
        "    leave(code)\n"
        "os._exit = loud\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", lister + ENTRY, "hook", mapping],
        check=True,
        input=b"{}",
        capture_output=True,
        timeout=60,
    )
    tops, ours = done.stdout.decode().splitlines()[:2]
    expected = ["bicameral", "bicameral.surfaces", "bicameral.surfaces.entry"]
    assert ours.split() == [*expected, "bicameral.surfaces.hook", "bicameral.surfaces.hook.supervisor"]
    foreign = set(tops.split()) - set(sys.stdlib_module_names) - {"bicameral", "__main__", "sitecustomize"}
    assert not {name for name in foreign if not name.startswith("_")}
