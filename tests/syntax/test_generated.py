"""Generated texts against clingo's own parser; tests/syntax/long_run.py does many more."""

from __future__ import annotations

import pytest

from bicameral.source import ParseError
from bicameral.syntax import parse_body, parse_term, to_text
from tests.syntax.brackets import bracketed
from tests.syntax.generator import Generator
from tests.syntax.long_run import cases
from tests.syntax.oracle import CRASHED, Oracle, difference


@pytest.mark.parametrize("seed", range(8))
def test_we_agree_with_clingo(clingo: Oracle, seed: int) -> None:
    for text in cases(100, 20260101 + seed):
        assert difference(clingo, text) is None, text


def test_operators_bind_as_in_clingo(clingo: Oracle) -> None:
    """clingo makes the same of a term as of the term with the parentheses that our tree says."""
    generator = Generator(7)
    for _ in range(300):
        text = generator.text(generator.tokens("lone_term", 40))
        explicit = bracketed(parse_term(text))
        assert clingo.ask(f"p({text}\n).").texts == clingo.ask(f"p({explicit}).").texts, text


def test_a_claim_is_what_clingo_takes_as_a_body(clingo: Oracle) -> None:
    generator = Generator(11)
    for number in range(300):
        words = generator.tokens("claim", 30)
        if number % 2:
            words = generator.mutate(words)
        text = generator.text([word for word in words if word not in {".", ":-", "#show", ":~"}])
        if not text.strip():
            continue  # `:- .` is a rule, but an empty claim claims nothing
        theirs = clingo.ask(f":- {text}\n.")
        try:
            body = parse_body(text)
        except ParseError:
            assert not theirs.accepted or "." in text, text
            continue
        assert theirs != CRASHED
        assert theirs.accepted, text
        assert clingo.ask(f":- {to_text(body)}.").texts == theirs.texts, text
        assert parse_body(to_text(body)) == body
