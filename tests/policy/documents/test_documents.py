"""JSON and YAML, exactly, whatever they hold."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bicameral.policy.documents.decoded import Document
from bicameral.policy.documents.json_reader import read_json
from bicameral.policy.documents.scalars import plain_scalar
from bicameral.policy.documents.yaml_reader import read_yaml
from bicameral.source import InputError, SourceFile


def source(text: str) -> SourceFile:
    return SourceFile("case", text)


def refused(read: object, text: str) -> InputError:
    assert callable(read)
    started = time.perf_counter()
    with pytest.raises(InputError) as caught:
        read(source(text))
    assert time.perf_counter() - started < 5
    caught.value.args[0].encode()  # a message that can be printed
    assert caught.value.diagnostics[0].span is not None
    return caught.value


def test_json_numbers_are_exact() -> None:
    data = read_json(source('{"a": 2500.0, "b": 0.10, "c": 12345678901234567890, "d": 1E-3}')).data
    assert data == {"a": Decimal("2500.0"), "b": Decimal("0.10"), "c": 12345678901234567890, "d": Decimal("0.001")}


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('{"a": 1,\n "b": 2,\n "a": 3}', "duplicate-key", 3, 2),
        ('{"a":\n NaN}', "bad-number", 2, 2),
        ('{"a": -Infinity}', "bad-number", 1, 7),
        ('{"a": 1e999999999}', "bad-number", 1, 7),
        ('{"a": 1,}', "bad-json", 1, 9),
        ('{"a": 1} 2', "bad-json", 1, 10),
        ("{'a': 1}", "bad-json", 1, 2),
        ('{"a": "\\ud800"}', "bad-text", 1, 8),
        ('{"a": "\\u0000"}', "bad-text", 1, 8),
        ("", "empty-file", 1, 1),
        (" \n", "empty-file", 1, 1),
        ("[" * 100_000, "bad-json", 1, 1),
        ('{"a":' * 100_000, "bad-json", 1, 1),
        ("[" * 200 + "]" * 200, "bad-json", 1, 1),
        ('{"a": ' + "9" * 10_000_000 + "}", "bad-number", 1, 1),
        ('{"a": 0.' + "9" * 10_000_000 + "}", "bad-number", 1, 1),
    ],
    ids=range(16),
)
def test_json_that_is_refused(text: str, code: str, line: int, column: int) -> None:
    found = refused(read_json, text).diagnostics[0]
    assert found.code == code
    assert found.span is not None
    if code != "bad-number" or len(text) < 1000:
        assert (found.span.line, found.span.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("null", None),
        ("nUll", "nUll"),
        ("0o17", 15),
        ("0x1F", 31),
        ("017", 17),
        ("-5", -5),
        ("+5", 5),
        ("1_000", "1_000"),
        ("2500.0", Decimal("2500.0")),
        (".5", Decimal("0.5")),
        ("5.", Decimal(5)),
        ("1e3", Decimal(1000)),
        ("2026-01-01", "2026-01-01"),
        ("12:30", "12:30"),
        ("'5'", "5"),
        ('"true"', "true"),
    ],
)
def test_yaml_scalars_are_those_of_the_core_schema(text: str, value: object) -> None:
    found = read_yaml(source(f"a: {text}\n")).data
    assert isinstance(found, dict)
    assert found["a"] == value
    assert type(found["a"]) is type(value)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("a: &x 1\nb: 2", "bad-yaml", 1),
        ("a: 1\nb: *x", "bad-yaml", 2),
        ("<<: {a: 1}", "bad-yaml", 1),
        ("a: 1\nb: 2\na: 3", "duplicate-key", 3),
        ("a: !!int 3", "bad-yaml", 1),
        ("a: !foo 3", "bad-yaml", 1),
        ("--- 1\n--- 2", "bad-yaml", 2),
        ("%YAML 1.1\n---\na: no", "bad-yaml", 2),
        ("1: x", "bad-yaml", 1),
        ("true: x", "bad-yaml", 1),
        ("? [a]\n: b", "bad-yaml", 1),
        ("a: [1,", "bad-yaml", 1),
        ("\ta: 1", "bad-yaml", 1),
        ("a: .nan", "bad-number", 1),
        ("a: .inf", "bad-number", 1),
        ("a: 1e999999999", "bad-number", 1),
        ("a: " + "9" * 2000, "bad-number", 1),
        ('a: "\\ud800"', "bad-text", 1),
        ('a: "\\0"', "bad-text", 1),
        ("a: \x01", "bad-yaml", 1),
        ("", "empty-file", 1),
        ("# nothing\n", "empty-file", 1),
        ("[" * 100_000, "bad-yaml", 1),
        ("- " * 20_000, "bad-yaml", 1),
        ("{a: " * 10_000, "bad-yaml", 1),
        ("a: " + "9" * 10_000_000, "bad-yaml", 1),
        ("a: " + "!" * 1_000_000, "bad-yaml", 1),
    ],
    ids=range(27),
)
def test_yaml_that_is_refused(text: str, code: str, line: int) -> None:
    found = refused(read_yaml, text).diagnostics[0]
    assert found.code == code
    assert found.span is not None
    assert found.span.line == line


def test_places() -> None:
    text = '{"a": [1, {"b": "x"},\n 3],\n "c": {"d": {}, "e": 1}}'
    for document in (read_json(source(text)), read_yaml(source(text))):
        places = {
            ("a",): (1, 2),
            ("a", 0): (1, 8),
            ("a", 1, "b"): (1, 12),
            ("a", 2): (2, 2),
            ("c",): (3, 2),
            ("c", "e"): (3, 17),
            ("c", "none"): (3, 2),
        }
        for path, (line, column) in places.items():
            span = document.where(path)
            assert span is not None
            assert (span.line, span.column) == (line, column)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8", exclude_characters="\0")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab_ é", min_size=1), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_json_reads_what_the_standard_library_writes(value: object) -> None:
    document = read_json(source(json.dumps(value)))
    assert document.data == value
    assert document.where(()) is not None


@given(st.text())
def test_plain_scalars_never_fail_otherwise(text: str) -> None:
    try:
        value = plain_scalar(text)
    except ValueError:
        return
    assert value is None or isinstance(value, bool | int | Decimal | str)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40))
def test_no_text_breaks_a_reader(text: str) -> None:
    for read in (read_json, read_yaml):
        try:
            read(source(text))
        except InputError as fault:
            fault.args[0].encode()


@pytest.mark.parametrize(
    ("read", "text", "hint"),
    [
        (read_json, '{"a": True}', "`true`"),
        (read_json, '{"a": None}', "`null`"),
        (read_json, "{'a': 1}", "double quotes"),
        (read_json, "{a: 1}", "double quotes"),
        (read_json, '{"a": 1,}', "a comma too many"),
        (read_json, '{"a": [1, 2,]}', "a comma too many"),
        (read_json, '{"a": 1, // one\n"b": 2}', "no comments"),
        (read_yaml, "a:\n\tb: 1", "blanks"),
        (read_yaml, "a: b: c", "quotes"),
        (read_yaml, "a: [1", "not closed"),
        (read_yaml, "a:\n  b: 1\n c: 2", "indented alike"),
    ],
)
def test_common_slips_have_a_hint(read: Callable[[SourceFile], Document], text: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        read(source(text))
    assert hint in (caught.value.diagnostics[0].hint or "")
