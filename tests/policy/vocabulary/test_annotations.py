"""The annotation language: what it accepts, and what it says of the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bicameral.policy.vocabulary.annotations import EXPECTED, WORDS, read_directives
from bicameral.policy.vocabulary.directives import (
    ConstDirective,
    DeriveDirective,
    InputDirective,
    Malformed,
    OutcomeDirective,
    PolicyDirective,
    RuleDirective,
    SortDirective,
    SourceDirective,
)

ACCEPTED = r"""
policy travel
policy travel "Travel policy" version "2026.1" effective 2026-01-01..
policy travel effective ..2026-01-01
source source.md
source my file, with "quotes".md
sort person
sort reason = a | b|c
input p
input closed optional sensitive p: int
input cost: int 0.. EUR "text" as costEur from hr, b.c-d
input cost:int ..5 EUR/month
input cost: decimal(4) -1.5..2.5 % "text"
input age(person, person): date 2026-01-01..2026-12-31
input x: reason as Upper
input assets: int asses as from_x
derive d: int = f(a, -3, 2026-01-01, 0.5) "text"
derive d(p): int 0..150 years = years_between(born, today)
derive d: int= f()
outcome o
outcome multi o(p): decimal( 2 ) 0..1 EUR "text" as oAlias
define d(p): int
const c : decimal(4) = 0.43
const c : reason 0..1 x = medical "text"
rule 1.a-b_c "one" "two"
rule end
rules r
end
overrides a b
fact fact-cost
""".strip().split("\n")


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text: str) -> None:
    (directive,) = read_directives([text])
    assert not isinstance(directive, Malformed), directive


@pytest.mark.parametrize(
    ("text", "start", "expected", "found"),
    [
        ("", 0, "directive", ""),
        ("input", 5, "a name", "the end of the line"),
        ("input Cost", 6, "a name", "`Cost`"),
        ("input cost int", 11, "`:`", "`int`"),
        ("input cost: int as", 18, "an alias", "the end of the line"),
        ("input cost: 5", 12, "a type", "`5`"),
        ("input cost: int 0 ..5", 18, "the end of the line", "`..5`"),
        ("input cost: int ..", 16, "a range such as 0..100", "`..`"),
        ('input cost "open', 11, 'a text in "quotes"', '`"open`'),
        ("input optional closed x", 22, "", "`x`"),
        ("input x from a b", 15, "`,`", "`b`"),
        ("policy p version 3", 17, 'a text in "quotes"', "`3`"),
        ("sort a = b c", 11, "`|`", "`c`"),
        ("derive x: int = f(g(a))", 19, "`)`", "`(a))`"),
        ("derive x = f(a)", 9, "`:`", "`=`"),
        ("const c = 3", 8, "`:`", "`=`"),
        ("rule", 4, "an ID", "the end of the line"),
        ("rule -x", 5, "an ID", "`-x`"),
        ("end x", 4, "the end of the line", "`x`"),
        ("overrides a", 11, "an ID", "the end of the line"),
        ("source", 6, "a file name", "the end of the line"),
    ],
)
def test_malformed_lines_say_what_was_expected_and_where(text: str, start: int, expected: str, found: str) -> None:
    (directive,) = read_directives([text])
    assert isinstance(directive, Malformed)
    assert directive.code == "malformed-directive"
    assert directive.start == start
    assert expected in directive.message
    assert found in directive.message


def test_unknown_directives_have_a_near_match() -> None:
    (directive,) = read_directives(["outcom x"])
    assert isinstance(directive, Malformed)
    assert (directive.code, directive.hint) == ("unknown-directive", "did you mean `outcome`?")


def test_words_keep_their_places() -> None:
    text = r'input closed cost(person): int 0..5 EUR "a \"b\" \\" as costEur from hr, pay'
    (directive,) = read_directives([text])
    assert isinstance(directive, InputDirective)
    assert directive.closed
    assert not directive.optional
    assert directive.text is not None
    assert directive.text.text == r'a "b" \ '.strip()
    assert directive.use is not None
    words = [
        directive.signature.name,
        *directive.signature.sorts,
        directive.use.type,
        directive.alias,
        *directive.sources,
    ]
    assert [word.text for word in words if word] == ["cost", "person", "int", "costEur", "hr", "pay"]
    assert all(text[word.start : word.end] == word.text for word in words if word)
    assert directive.use.range is not None
    assert text[directive.use.range.start : directive.use.range.end] == "0..5"


def test_other_directives_hold_their_parts() -> None:
    found = read_directives(
        [
            'policy p "T" version "1" effective 2026-01-01..',
            "source a b.md",
            "sort s = a | b",
            "derive d: int = f(a, 3)",
            "outcome multi o: int",
            "const c : int = -3",
            'rules r "one" "two"',
        ]
    )
    policy, source, sort, derive, outcome, const, rules = found
    assert isinstance(policy, PolicyDirective)
    assert policy.effective is not None
    assert policy.effective.text == "2026-01-01.."
    assert isinstance(source, SourceDirective)
    assert source.file.text == "a b.md"
    assert isinstance(sort, SortDirective)
    assert [word.text for word in sort.members] == ["a", "b"]
    assert isinstance(derive, DeriveDirective)
    assert [word.text for word in derive.arguments] == ["a", "3"]
    assert isinstance(outcome, OutcomeDirective)
    assert outcome.multi
    assert isinstance(const, ConstDirective)
    assert const.value.text == "-3"
    assert isinstance(rules, RuleDirective)
    assert rules.block
    assert [word.text for word in rules.sentences] == ["one", "two"]


def test_every_expectation_has_words() -> None:
    """No terminal of the grammar shows its own name to a user."""
    for word in (*WORDS, "input x: int", "derive x: int = f(a", "const x : int"):
        (directive,) = read_directives([f"{word} \x7f"])
        if isinstance(directive, Malformed):
            assert not any(name in directive.message for name in EXPECTED if len(name) > 3)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), st.sampled_from([*WORDS, ""]))
def test_no_line_breaks_the_reader(text: str, word: str) -> None:
    (directive,) = read_directives([f"{word} {text}".replace("\n", " ").strip()])
    if isinstance(directive, Malformed):
        assert 0 <= directive.start <= directive.end
        assert directive.message
