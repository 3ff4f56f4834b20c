"""Deep, long and broken texts end in a tree or in a ParseError, in time that grows with their length."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from bicameral.source import ParseError
from bicameral.syntax import parse, parse_body, parse_term, to_text
from bicameral.syntax.reading import MAX_DEPTH
from bicameral.syntax.traverse import atoms, variables, walk

MANY = 10_000


def test_parentheses_alone_do_not_nest() -> None:
    assert parse_term("(" * MANY + "x" + ")" * MANY) == parse_term("x")


@pytest.mark.parametrize(
    "term",
    [
        "f(" * MANY + "x" + ")" * MANY,
        "(" * MANY + "x" + ",)" * MANY,
        "-" * MANY + "x",
        "+".join(["1"] * MANY),
        "**".join(["1"] * MANY),
        "\n+".join(["1"] * MANY),
        "|" * MANY + "x" + "|" * MANY,
    ],
)
def test_deep_terms_are_refused_in_words(term: str) -> None:
    for read, text in ((parse_term, term), (parse_body, f"p({term})"), (parse, f"p({term}).")):
        with pytest.raises(ParseError, match=f"nested deeper than {MAX_DEPTH}|unexpected"):
            read(text)


def test_theory_terms_too() -> None:
    with pytest.raises(ParseError, match="nested deeper"):
        parse("&a { " + "(" * MANY + "- x" + ",)" * MANY + " }.")


@pytest.mark.parametrize(
    "text",
    ["(" * MANY, "p(" * MANY, ")" * MANY, "{" * MANY, "%*" * MANY, '"' + "a" * MANY, "#script (lua)" + "x" * MANY],
)
def test_what_never_closes_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse(text)


def test_within_the_bound_everything_works() -> None:
    depth = MAX_DEPTH - 10
    program = parse(f"p({'f(' * depth}X{')' * depth}) :- q(X).\n")
    assert parse(to_text(program)) == program
    assert hash(program) == hash(parse(to_text(program)))
    assert len(list(variables(program))) == 2
    assert [atom.name for atom in atoms(program)] == ["p", "q"]
    assert len(repr(program)) > depth


def test_a_megabyte_on_one_line() -> None:
    pool = "; ".join(f"a{number}" for number in range(40_000))
    program = parse(f"p({pool}).")
    assert sum(1 for _ in walk(program)) == 40_004
    with pytest.raises(ParseError) as caught:
        parse(f"p({pool})")
    assert len(str(caught.value)) < 1000


def test_time_grows_with_length_and_is_short() -> None:
    def seconds(rules: int) -> float:
        text = "\n".join(f"refused({n}) :- cost(C), C > {n} + 1, not approved({n})." for n in range(rules))
        start = time.process_time()
        parse(text)
        return time.process_time() - start

    seconds(10)
    short = min(seconds(1_000) for _ in range(3))
    long = seconds(10_000)
    assert long < 3
    assert long < 25 * short


@pytest.mark.parametrize(
    "text",
    [
        "#show" + " " * 200_000 + "1.",
        "_" * 200_000,
        "'" * 200_000,
        'a("' + "b" * 1_000_000 + '").',
        "a." + " \n" * 500_000,
    ],
    ids=["blanks", "underscores", "primes", "string", "lines"],
)
def test_no_text_takes_long_to_read(text: str) -> None:
    start = time.process_time()
    with suppress(ParseError):
        parse(text)
    assert time.process_time() - start < 3
