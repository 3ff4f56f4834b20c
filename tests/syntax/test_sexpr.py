from __future__ import annotations

import pytest

from bicameral.source import ParseError, SourceFile
from bicameral.syntax.sexpr import SAtom, SList, read


def texts(item: SAtom | SList) -> object:
    return item.text if isinstance(item, SAtom) else [texts(part) for part in item.items]


def test_tokens_of_every_kind() -> None:
    found = read(SourceFile("a.smt2", '(assert (! (= |a b| 0.43) :named x)) ; why\n(echo "a ""b""") <=>x 12'))
    assert [texts(item) for item in found.expressions] == [
        ["assert", ["!", ["=", "a b", "0.43"], ":named", "x"]],
        ["echo", 'a "b"'],
        "<=>x",
        "12",
    ]
    assert [(span.line, text) for span, text in found.comments] == [(1, " why")]


def test_places_are_lines_and_columns() -> None:
    (first, second) = read(SourceFile("a.smt2", "(a\n  |b\nc|)\n d")).expressions
    assert isinstance(first, SList)
    assert (first.span.line, first.span.column, first.span.end_line, first.span.end_column) == (1, 1, 3, 4)
    assert (first.items[1].span.line, first.items[1].span.column) == (2, 3)
    assert (second.span.line, second.span.column) == (4, 2)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("(a\n(b)", 1, 1, "never closed"),
        ("(a))", 1, 4, "closes nothing"),
        ('(a\n "b)', 2, 2, "string is never closed"),
        ("(a |b)", 1, 4, "quoted symbol"),
        ("(a 012)", 1, 4, "starts no SMT-LIB token"),
        ("(a 1x)", 1, 4, "starts no SMT-LIB token"),
        ("(a é)", 1, 4, "starts no SMT-LIB token"),
        ("(" * 5000, 1, 201, "nested deeper"),
    ],
)
def test_faults_have_their_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(SourceFile("a.smt2", text))
    assert caught.value.span is not None
    assert (caught.value.span.line, caught.value.span.column) == (line, column)
    assert words in str(caught.value)
