"""Files of every construct, valid and not, against clingo's own parser.

Each file of good/ is one program; each line of a file of bad/ is one, but for the files named `whole_...`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.syntax.oracle import CRASHED, Oracle, difference, ours

HERE = Path(__file__).parent
GOOD = sorted((HERE / "good").glob("*.lp"))
BAD = sorted((HERE / "bad").glob("*.lp"))


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def texts(path: Path) -> list[str]:
    text = read(path)
    return [text] if path.stem.startswith("whole_") else text.split("\n")[:-1]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_what_clingo_reads_we_read_as_it_does(clingo: Oracle, path: Path) -> None:
    assert ours(read(path))[0].accepted
    assert difference(clingo, read(path)) is None


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_statements_stand_where_clingo_sees_them(clingo: Oracle, path: Path) -> None:
    mine, theirs = ours(read(path))[0], clingo.ask(read(path))
    # clingo makes a statement of each element of an optimization, and counts bytes rather than characters
    for kind, place, other, line in zip(mine.kinds, mine.places, theirs.places, theirs.texts, strict=True):
        if kind != "Minimize" and line.isascii():
            assert place == other, line


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_what_clingo_refuses_we_refuse(clingo: Oracle, path: Path) -> None:
    for text in texts(path):
        assert not ours(text)[0].accepted, text
        theirs = clingo.ask(text)
        assert not theirs.accepted, text
        assert (theirs == CRASHED) == (path.stem == "characters" and not text.isascii()), text


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_errors_stand_where_clingo_sees_them(clingo: Oracle, path: Path) -> None:
    for text in texts(path):
        theirs = clingo.ask(text)
        # at the end of the text we point at the last word, in a script and in a constant's value at the whole of it
        at_end = theirs.error is not None and theirs.error[0] > text.count("\n") + (not text.endswith("\n"))
        if theirs.error is None or at_end or text.startswith("#const") or "#script" in text:
            continue
        assert ours(text)[0].error == theirs.error, text
