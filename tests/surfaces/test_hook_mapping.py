"""The mapping file: what it may say, and whose word an argument is."""

from __future__ import annotations

from pathlib import Path

import pytest

from bicameral.policy import check_text
from bicameral.source import InputError
from bicameral.surfaces.hook.call import Call, read_call
from bicameral.surfaces.hook.facts import from_arguments, from_commands
from bicameral.surfaces.hook.mapping import Mapping, read_mapping, resolve

POLICY = check_text(
    """\
%@ input amount: int 0..
%@ input countersigned "a second person has signed" from ledger, notary
%@ input closed urgent
%@ outcome allowed
allowed :- amount(A), A < 10, countersigned.
allowed :- urgent.
"""
)
HEAD = 'tool = "order"\npolicy = "."\nclaim = "allowed"\n'


def _mapping(rest: str) -> Mapping:
    mapping = read_mapping(HEAD + rest, "hook.toml")
    resolve(mapping, POLICY, "hook.toml")
    return mapping


def _stated(rest: str, **arguments: object) -> dict[str, object]:
    return from_arguments(_mapping(rest), POLICY, Call(None, arguments)).values


@pytest.mark.parametrize(
    ("rest", "word"),
    [
        ("", "arguments"),
        ("arguments = {}\nturst = ['call']", "turst"),
        ("arguments = {}\ntrust = 'call'", "trust"),
        ("arguments = {}\nrequire = 'one'", "require"),
        ("arguments = {}\ndeadline = 0", "deadline"),
        ("arguments = {}\nfacts = [{source = 'ledger', command = [], inputs = {a = 'amount'}}]", "command"),
        ("arguments = {}\nfacts = [{source = 'ledger', command = 'ls', inputs = {a = 'amount'}}]", "command"),
        ("arguments = {}\nfacts = [{source = 'ledger', command = ['ls'], inputs = {}}]", "inputs"),
        (
            "arguments = {}\nfacts = [{source = 'ledger', command = ['ls'], inputs = {a = 'amount'}, shell = true}]",
            "shell",
        ),
        ("arguments = {a = 1}", "arguments"),
        ("arguments = {a = ''}", "arguments"),
        ("arguments = {a = {input = 'amount', from = 'ledger'}}", "from"),
        ("arguments = {a = 'amuont'}", "did you mean `amount`"),
        ("arguments = {a = 'allowed'}", "no input `allowed`"),
        ("arguments = {a = {input = 'countersigned', source = 'hearsay'}}", "not taken from hearsay"),
        (
            "arguments = {}\nfacts = [{source = 'hearsay', command = ['x'], inputs = {a = 'countersigned'}}]",
            "not taken from hearsay",
        ),
        (
            "arguments = {}\nfacts = [{source = 'ledger', command = ['x'], inputs = {a = 'nothing'}}]",
            "no input `nothing`",
        ),
    ],
)
def test_a_wrong_mapping_says_what_is_wrong(rest: str, word: str) -> None:
    with pytest.raises(InputError, match=word.replace("`", ".")):
        _mapping(rest)


SIGNED = {"amount": 5, "signed": True}


def test_an_argument_with_a_source_of_its_own_needs_a_trusted_source() -> None:
    plain = "arguments = {amount = 'amount', signed = 'countersigned'}"
    assert _stated(plain, **SIGNED) == {"amount": 5}
    trusting = f"trust = ['call']\n{plain}"
    assert _stated(trusting, **SIGNED) == {"amount": 5, "countersigned": True}
    named = "arguments = {amount = 'amount', signed = {input = 'countersigned', source = 'notary'}}"
    assert _stated(named, **SIGNED) == {"amount": 5, "countersigned": True}
    elsewhere = f"trust = ['ledger']\n{plain}"
    assert _stated(elsewhere, **SIGNED) == {"amount": 5}


def test_null_is_unstated() -> None:
    assert _stated("arguments = {amount = 'amount'}", amount=None) == {}


@pytest.mark.parametrize("ignore", ["ignore = ['id']\n", "ignore = ['*']\n"])
def test_unknown_arguments_block_unless_they_are_listed(ignore: str) -> None:
    rest = "arguments = {amount = 'amount'}"
    with pytest.raises(InputError, match="unknown argument 'id'"):
        _stated(rest, id=7)
    assert _stated(ignore + rest, id=7, amount=1) == {"amount": 1}


def test_a_required_argument_that_is_not_taken_is_still_required() -> None:
    rest = "arguments = {signed = {input = 'countersigned', required = true}}"
    assert _stated(rest, signed=False) == {}
    for arguments in ({}, {"signed": None}):
        with pytest.raises(InputError, match="must give the argument 'signed'"):
            _stated(rest, **arguments)


def test_two_arguments_for_one_input_must_agree() -> None:
    rest = "arguments = {a = 'amount', b = 'amount'}"
    assert _stated(rest, a=1, b=1) == {"amount": 1}
    for b in (2, True, "1"):
        with pytest.raises(InputError, match="stated differently"):
            _stated(rest, a=1, b=b)


# --- trusted commands ----------------------------------------------------------------------------------------------


def _said(folder: Path, command: str, keys: str = "signed = 'countersigned'", timeout: int = 5000) -> dict[str, object]:
    rest = (
        "arguments = {amount = 'amount', signed = 'countersigned'}\n"
        f"facts = [{{source = 'ledger', command = ['sh', '-c', '''{command}'''], inputs = {{{keys}}},"
        f" timeout = {timeout}}}]"
    )
    mapping = _mapping(rest)
    facts = from_arguments(mapping, POLICY, Call(None, dict(SIGNED)))
    from_commands(mapping, POLICY, folder, b'{"id": 7}', facts)
    return facts.values


def test_a_trusted_command_states_what_it_says(tmp_path: Path) -> None:
    assert _said(tmp_path, 'echo "{\\"signed\\": false}"') == {"amount": 5, "countersigned": False}
    assert _said(tmp_path, 'echo "{\\"signed\\": null}"') == {"amount": 5}
    assert _said(tmp_path, "echo {}") == {"amount": 5}


def test_it_gets_the_call_and_runs_in_the_mapping_files_folder(tmp_path: Path) -> None:
    _said(tmp_path, "cat > got; echo {}")
    assert (tmp_path / "got").read_bytes() == b'{"id": 7}'


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("exit 3", "failed with status 3"),
        ("kill -9 $$", "failed with status -9"),
        ("true", "empty"),
        ("echo no", "not JSON"),
        ("echo []", "not a JSON object"),
        ('echo "{\\"signed\\": true, \\"signed\\": true}"', "twice"),
        ('echo "{\\"signed\\": NaN}"', "not a number"),
        ('echo "{\\"other\\": 1}"', "says 'other'"),
        ("sleep 30", "longer than 300 ms"),
        ("head -c 2000000 /dev/zero", "more than"),
        ("printf '\\377'", "UTF-8"),
    ],
)
def test_a_trusted_command_that_fails_blocks(tmp_path: Path, command: str, word: str) -> None:
    with pytest.raises(InputError, match=word):
        _said(tmp_path, command, timeout=300 if "sleep" in command else 5000)


def test_a_contradiction_between_sources_blocks(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="`amount` is stated differently by call and by ledger"):
        _said(tmp_path, 'echo "{\\"amount\\": 6}"', keys="amount = 'amount'")


def test_a_command_that_is_not_there_blocks(tmp_path: Path) -> None:
    for program in ("nowhere-to-be-found", "./nowhere", "/"):
        rest = f"arguments = {{}}\nfacts = [{{source = 'ledger', command = ['{program}'], inputs = {{a = 'amount'}}}}]"
        mapping = _mapping(rest)
        with pytest.raises(InputError, match="cannot be run"):
            from_commands(mapping, POLICY, tmp_path, b"{}", from_arguments(mapping, POLICY, Call(None, {})))


# --- the call ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b"null", "not a JSON object"),
        (b"[]", "not a JSON object"),
        (b"{}", "no object tool_input"),
        (b'{"tool_input": []}', "no object tool_input"),
        (b'{"tool_input": {}, "tool_name": 7}', "tool_name"),
        (b'{"tool_input": {"a": 1, "a": 1}}', "`a` stands twice"),
        (b'{"tool_input": {}, "tool_input": {}}', "`tool_input` stands twice"),
        (b'{"session": {"x": 1, "x": 2}, "tool_input": {}}', "`x` stands twice"),
        (b'{"tool_input": {"a": NaN}}', "NaN"),
        (b'{"tool_input": {"a": -Infinity}}', "-Infinity"),
        (b'{"tool_input": {"a": 1e}}', "not JSON"),
        (b'{"tool_input": {}} {}', "not JSON"),
        (b"\xff\xfe{}", "UTF-8"),
        (b'{"tool_input": {"a": "\x00"}}', "NUL"),
        (b'{"tool_input": ' + b"[" * 100_000, "nested deeper"),
        (b'{"tool_input": {"a": ' + b"9" * 5000 + b"}}", "5,000 characters"),
    ],
)
def test_a_call_that_is_none_blocks(data: bytes, word: str) -> None:
    with pytest.raises(InputError, match=word):
        read_call(data)


def test_a_call_may_carry_more_than_we_read() -> None:
    call = read_call(b'{"session_id": "x", "cwd": "/", "tool_name": "order", "tool_input": {"a": 0.10}, "more": [1.5]}')
    assert call.tool == "order"
    assert str(call.arguments["a"]) == "0.10"
