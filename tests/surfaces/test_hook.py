"""The hook end to end: real policies, real solvers, calls as a harness sends them and as nobody should."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.surfaces.hooks import Answer, blocked, environment, run, start

ROOT = Path(__file__).resolve().parents[2]
TRAVEL = ROOT / "rules" / "travel"
OPEN = str(TRAVEL / "hook.toml")
RECORD = str(TRAVEL / "hook-approvals.toml")
CHEAP = {"cost_eur": 400, "international": False, "manager_approved": False}
COSTLY = {"cost_eur": 2500, "international": False, "manager_approved": False}


def _call(arguments: object, **more: object) -> str:
    return json.dumps({"tool_input": arguments, **more})


def _passed(answer: Answer) -> None:
    assert (answer.code, answer.out, answer.err) == (0, "", ""), answer


# --- the travel policy, as the field has it ------------------------------------------------------------------------


def test_a_call_that_the_policy_allows_passes() -> None:
    _passed(run(OPEN, call=_call(CHEAP)))
    _passed(run(OPEN, call=_call({**COSTLY, "manager_approved": True})))
    _passed(run(OPEN, call=_call(CHEAP, tool_name="book_trip", session_id="s", cwd="/", hook_event_name="PreToolUse")))


def test_the_example_of_the_field_is_blocked_with_its_sentence() -> None:
    answer = run(OPEN, call=_call(COSTLY))
    blocked(
        answer, "INVALID", "booking_allowed", "Trips exceeding EUR 1,000 require line-manager approval.", "cost = 2500"
    )


def test_what_is_open_is_asked_for() -> None:
    answer = run(OPEN, call=_call({"cost_eur": 2000, "international": True, "manager_approved": True}))
    blocked(answer, "SATISFIABLE", "tenure", "continuous service (months)?", "from 6", "0 to 5")
    blocked(run(OPEN, call=_call({})), "SATISFIABLE")


def test_six_months_are_enough_and_five_are_not() -> None:
    trip = {"cost_eur": 2000, "international": True, "manager_approved": True}
    _passed(run(OPEN, call=_call({**trip, "tenure_months": 6})))
    blocked(run(OPEN, call=_call({**trip, "tenure_months": 5})), "INVALID", "six-months-rule")


def test_the_agents_word_is_not_the_records() -> None:
    claims_it = {**COSTLY, "manager_approved": True}
    _passed(run(RECORD, call=_call({**claims_it, "trip_id": "T-1041"})))
    _passed(run(RECORD, call=_call({**COSTLY, "trip_id": "T-1041"})))  # the agent's no is not the record's either
    blocked(run(RECORD, call=_call({**claims_it, "trip_id": "T-1042"})), "INVALID", "manager_approved = no")
    for trip in ({"trip_id": "T-9"}, {"trip_id": ["T-1041"]}, {}):
        blocked(run(RECORD, call=_call({**claims_it, **trip})), "SATISFIABLE", "approvals must say manager_approved")


def test_without_trust_the_agents_word_states_nothing(tmp_path: Path) -> None:
    mapping = _copy(tmp_path)
    mapping.write_text(mapping.read_text("utf-8").replace('trust = ["call"]\n', ""), "utf-8")
    blocked(run(str(mapping), call=_call({**COSTLY, "manager_approved": True})), "SATISFIABLE", "approvals must say")
    _passed(run(str(mapping), call=_call({"cost_eur": 400, "international": False})))


def _copy(folder: Path) -> Path:
    shutil.copytree(TRAVEL, folder / "travel", ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "travel" / "hook.toml"


def test_the_report_is_there_for_who_asks() -> None:
    for arguments, verdict, code in ((CHEAP, "VALID", 0), (COSTLY, "INVALID", 2)):
        answer = run(OPEN, "--json", call=_call(arguments))
        assert answer.code == code
        report = json.loads(answer.out)
        assert (report["verdict"], report["agreement"]) == (verdict, "both")


def test_options_can_only_tighten() -> None:
    _passed(run(OPEN, "--budget=60000", "--require=both", "--no-color", call=_call(CHEAP)))
    blocked(run(OPEN, "--backend", "smt", call=_call(CHEAP)), "UNKNOWN")  # the file requires both
    blocked(run(RECORD, "--require", "both", "--backend=asp", call=_call(CHEAP)), "UNKNOWN")


# --- calls that nobody should send ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "word"),
    [
        ("", 'no call on standard input; the harness writes it there as JSON: {"tool_name"'),
        (" \n", 'the call is empty (such as {"tool_name"'),
        ("null", "not a JSON object"),
        ("{", "not JSON"),
        ("{}", "tool_input"),
        (_call(None), "tool_input"),
        (_call([CHEAP]), "tool_input"),
        (_call(CHEAP) + _call(CHEAP), "not JSON"),
        (_call(CHEAP, tool_name="pay"), "not of 'pay'"),
        (_call(CHEAP, tool_name="BOOK_TRIP"), "not of"),
        (_call(CHEAP, tool_name="book_trip "), "not of"),
        (_call(CHEAP, tool_name=None), "tool_name"),
        (_call(CHEAP, tool_name=[]), "tool_name"),
        (_call(CHEAP, tool_name=3), "tool_name"),
        (_call(CHEAP, tool_name={"name": "book_trip"}), "tool_name"),
        (_call(CHEAP, tool_name=""), "not of ''"),
        (_call({**CHEAP, "discount": 1}), "unknown argument 'discount'"),
        (_call({**CHEAP, "cost": 400}), "unknown argument 'cost'"),
        (_call({**CHEAP, "cost_eur": -1}), "range"),
        (_call({**CHEAP, "cost_eur": "400"}), "cost"),
        (_call({**CHEAP, "cost_eur": 400.5}), "cost"),
        (_call({**CHEAP, "cost_eur": True}), "cost"),
        (_call({**CHEAP, "cost_eur": [400]}), "cost"),
        (_call({**CHEAP, "cost_eur": {"amount": 400}}), "cost"),
        (_call({**CHEAP, "international": 0}), "international"),
        (_call({**CHEAP, "international": "false"}), "international"),
        ('{"tool_input": {"cost_eur": 400, "cost_eur": 2500, "international": false}}', "twice"),
        ('{"tool_input": {"cost_eur": NaN, "international": false}}', "NaN"),
        ('{"tool_input": {"cost_eur": 1e400, "international": false}}', "overflow"),
        ('{"tool_input": {"cost_eur": 1e999999999999, "international": false}}', "blocked"),
        ('{"tool_input": {"cost_eur": ' + "9" * 100_000 + "}}", "characters"),
        ('{"tool_input": {"cost_eur": "\\ud800"}}', "surrogate"),
        ("[" * 200_000, "deep"),
        ('{"tool_input": {"international": false, "cost_eur": 400, "manager_approved": false}', "not JSON"),
    ],
)
def test_a_call_that_is_wrong_blocks(call: str, word: str) -> None:
    blocked(run(OPEN, call=call), word)


def test_text_in_a_call_stays_text() -> None:
    """Neither a line break nor a terminal's escape of the agent's reaches anybody's terminal."""
    answer = run(OPEN, call=_call({**CHEAP, "a\nVALID\x1b[2J\u202e": 1}))
    blocked(answer)
    assert "\x1b" not in answer.err
    assert "\u202e" not in answer.err


def test_numbers_that_leave_clingos_32_bits_block_where_both_are_required() -> None:
    blocked(run(OPEN, call=_call({**CHEAP, "cost_eur": 3_000_000_000})))
    blocked(run(OPEN, call=_call({**CHEAP, "cost_eur": 2**32 + 400})))  # 400 to who wraps


# --- policies and mappings that fail -------------------------------------------------------------------------------


def _policy(folder: Path, text: str, claim: str = "ok", rest: str = "", arguments: str = 'a = "a"\nn = "n"') -> str:
    (folder / "policy.lp").write_text(text, "utf-8")
    mapping = folder / "hook.toml"
    head = f'tool = "t"\npolicy = "policy.lp"\nclaim = "{claim}"\ndeadline = 20000\n{rest}'
    mapping.write_text(f"{head}\n[arguments]\n{arguments}\n", "utf-8")
    return str(mapping)


BASE = "%@ input a\n%@ input n: int 0..100\n%@ outcome ok\nok :- a, n(N), N < 50.\n"


def test_a_policy_beside_its_mapping(tmp_path: Path) -> None:
    mapping = _policy(tmp_path, BASE)
    _passed(run(mapping, call=_call({"a": True, "n": 49})))
    blocked(run(mapping, call=_call({"a": True, "n": 50})), "INVALID")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    _passed(run(os.path.relpath(mapping, elsewhere), call=_call({"a": True, "n": 49}), cwd=elsewhere))


def test_an_unstated_closed_input_is_open(tmp_path: Path) -> None:
    text = "%@ input a\n%@ input closed banned\n%@ outcome ok\nok :- a, not banned.\n"
    mapping = _policy(tmp_path, text, arguments='a = "a"\nbanned = "banned"')
    blocked(run(mapping, call=_call({"a": True})), "SATISFIABLE", "banned")
    _passed(run(mapping, call=_call({"a": True, "banned": False})))


def test_an_inconsistent_case_blocks(tmp_path: Path) -> None:
    mapping = _policy(tmp_path, BASE + ":- a, n(N), N > 90.\n", claim="not ok")
    blocked(run(mapping, call=_call({"a": True, "n": 95})), "INCONSISTENT")


def test_a_policy_that_contradicts_itself_blocks(tmp_path: Path) -> None:
    text = (
        "%@ input a\n%@ input n: int 0..9\n%@ outcome ok\n%@ outcome pay: int 0..9\n"
        "ok :- a.\npay(1) :- a.\npay(2) :- a, n(3).\n"
    )
    mapping = _policy(tmp_path, text)
    _passed(run(mapping, call=_call({"a": True, "n": 4})))
    blocked(run(mapping, call=_call({"a": True, "n": 3})), "VALID", "contradicts itself", "pay is 1 and 2")
    blocked(run(mapping, call=_call({"a": True})), "contradicts itself")  # in some case of those that are open


@pytest.mark.parametrize(
    ("text", "claim", "word"),
    [
        ("ok :- ", "ok", "policy.lp:"),
        ("ok :- b.\n%@ outcome ok\n", "ok", "b"),
        (BASE, "nothing", "nothing"),
        (BASE, "a", "nothing"),
        (BASE, "", "claim"),
        (BASE, "ok :- a", "unexpected"),
        (BASE.replace("input a", "inptu a"), "ok", "inptu"),
        ("#script(python)\nimport os; os._exit(0)\n#end.\n" + BASE, "ok", "script"),
        (BASE + "ok :- @f().\n", "ok", "blocked"),
        ('#include "/etc/passwd".\n' + BASE, "ok", "outside"),
        ("\ufeff\x00", "ok", "NUL"),
    ],
)
def test_a_policy_or_a_claim_that_is_wrong_blocks(tmp_path: Path, text: str, claim: str, word: str) -> None:
    answer = run(_policy(tmp_path, text, claim), call=_call({"a": True, "n": 1}))
    blocked(answer, word)
    assert "decided (" not in answer.line, "a diagnostic, not a crash"


def test_an_smtlib_policy_must_say_what_a_call_may_state(tmp_path: Path) -> None:
    text = "(declare-const a Bool)\n(declare-const n Int)\n(declare-const ok Bool)\n(assert (= ok (and a (< n 50))))\n"
    split = "; %@ input a\n; %@ input n: int 0..100\n; %@ outcome ok\n"
    for policy, code in ((text, 2), (split + text, 0)):
        (tmp_path / "policy.smt2").write_text(policy, "utf-8")
        mapping = Path(_policy(tmp_path, BASE))
        mapping.write_text(mapping.read_text("utf-8").replace("policy.lp", "policy.smt2"), "utf-8")
        assert run(str(mapping), call=_call({"a": True, "n": 49})).code == code
    blocked(run(str(mapping), call=_call({"a": True, "n": 50})), "INVALID")


@pytest.mark.parametrize("policy", ["nowhere", "", "/", "/dev/null", "hook.toml", "..", "policy.lp\\u0000"])
def test_a_policy_that_is_not_there_blocks(tmp_path: Path, policy: str) -> None:
    mapping = tmp_path / "hook.toml"
    mapping.write_text(f'tool = "t"\npolicy = "{policy}"\nclaim = "ok"\narguments = {{}}\n', "utf-8")
    blocked(run(str(mapping), call=_call({})))


def test_a_policy_that_never_ends_blocks(tmp_path: Path) -> None:
    mapping = _policy(tmp_path, BASE + "p(0). p(X+1) :- p(X).\nok :- p(-1).\n", rest="require = 'both'\n")
    path = Path(mapping)
    path.write_text(path.read_text("utf-8").replace("20000", "2000"), "utf-8")
    started = time.monotonic()
    blocked(run(mapping, call=_call({"a": True, "n": 1})))
    assert time.monotonic() - started < 10


def test_a_late_trusted_command_blocks(tmp_path: Path) -> None:
    mapping = _policy(tmp_path, BASE)
    with Path(mapping).open("a", encoding="utf-8") as file:
        file.write("[[facts]]\nsource = 's'\ncommand = ['sleep', '60']\ntimeout = 60000\ninputs = {a = 'a'}\n")
    path = Path(mapping)
    path.write_text(path.read_text("utf-8").replace("20000", "1500"), "utf-8")
    started = time.monotonic()
    blocked(run(mapping, call=_call({"n": 1})), "in time")
    assert time.monotonic() - started < 10


# --- processes that die --------------------------------------------------------------------------------------------


def _children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], check=False, capture_output=True, text=True, timeout=10)
    return [int(line) for line in found.stdout.split()]


@pytest.mark.skipif(shutil.which("pgrep") is None, reason="finds the deciding process by pgrep")
@pytest.mark.parametrize("killer", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV, signal.SIGSTOP])
def test_a_decider_that_is_killed_blocks(tmp_path: Path, killer: signal.Signals) -> None:
    mapping = _policy(tmp_path, BASE)
    with Path(mapping).open("a", encoding="utf-8") as file:
        file.write("[[facts]]\nsource = 's'\ncommand = ['sleep', '60']\ntimeout = 60000\ninputs = {a = 'a'}\n")
    path = Path(mapping)
    path.write_text(path.read_text("utf-8").replace("20000", "6000"), "utf-8")
    with start(mapping) as process:
        assert process.stdin is not None
        process.stdin.write(_call({"n": 1}).encode())
        process.stdin.close()
        while not (children := _children(process.pid)):
            time.sleep(0.02)
        os.kill(children[0], killer)
        assert process.wait(timeout=30) == 2


def test_memory_that_runs_out_blocks() -> None:
    command = "ulimit -v 300000; exec " + " ".join(['"$@"'])
    import sys

    from tests.surfaces.hooks import ENTRY

    done = subprocess.run(
        ["bash", "-c", command, "_", sys.executable, "-c", ENTRY, "hook", OPEN],
        check=False,
        input=_call(COSTLY).encode(),
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 2


def test_a_cache_that_is_broken_is_no_way_in(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    answer = run(OPEN, call=_call(CHEAP), env=environment(BICAMERAL_CACHE_DIR=str(cache)))
    _passed(answer)
    for file in cache.iterdir():
        file.write_bytes(b"\x80\x04garbage")
    _passed(run(OPEN, call=_call(CHEAP), env=environment(BICAMERAL_CACHE_DIR=str(cache))))
    blocked(run(OPEN, call=_call(COSTLY), env=environment(BICAMERAL_CACHE_DIR=str(cache))), "INVALID")
    _passed(run(OPEN, call=_call(CHEAP), env=environment(BICAMERAL_CACHE_DIR="")))
    _passed(run(OPEN, call=_call(CHEAP), env=environment(BICAMERAL_CACHE_DIR="/dev/null/nowhere")))
