"""What a syntax error says: where, what stands there, what could have stood there."""

from __future__ import annotations

import pytest

from bicameral.source import ParseError
from bicameral.syntax import parse, parse_body, parse_term
from bicameral.syntax.tables import tables


def fault(text: str) -> ParseError:
    with pytest.raises(ParseError) as caught:
        parse(text, "f.lp")
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "hint"),
    [
        ("a :- b c.", 1, 8, "unexpected `c`: expected `(`, `,`, `.`, `:`, `;`, an operator, a comparison", None),
        ("a :- b,.", 1, 8, "unexpected `.`: expected a body literal", None),
        ("a :- b, :- c.", 1, 9, "unexpected `:-`: expected a body literal", None),
        ("p(a.", 1, 4, "unexpected `.`: expected `(`, `)`, `,`, `;` or an operator", None),
        ("p(not).", 1, 3, "unexpected `not`: expected a term, `)` or `;`", None),
        ("a.\n\n.", 3, 1, "unexpected `.`: expected a statement", None),
        ("a :- X <.", 1, 9, "expected a term or an aggregate", None),
        ("{a.", 1, 3, "expected `(`, `:`, `;`, `}`, an operator or a comparison", None),
        ("#count.", 1, 7, "expected `{`", None),
        ("#program 1.", 1, 10, "unexpected `1`: expected a name", None),
        ("#include x.", 1, 10, "expected a string or `<`", None),
        ("#defined a/b.", 1, 12, "expected a number", None),
        ("#project 1.", 1, 10, "expected an atom", None),
        ("&a {+}.", 1, 6, "expected a theory term or a theory operator", None),
        ("#theory t {x {+ : 1, foo}}.", 1, 22, "unexpected `foo`: expected `binary` or `unary`", None),
        ("#theory t {1}.", 1, 12, "expected a name, `&`, `;` or `}`", None),
        # the end of a line, of the text
        ("a :- b\nc :- d.", 2, 1, "unexpected `c`", "is one missing at line 1, column 7?"),
        ("a :- b\n\n", 1, 7, "the text ends too early: expected `(`", None),
        ("a.\nb", 2, 2, "the text ends too early", None),
        # things that are no tokens
        ('a :- b("x).', 1, 8, "this string does not end on its line", 'end it with `"`'),
        (r'a("b\t").', 1, 3, "a backslash may stand before", "for a backslash"),
        ("a.\n%* b", 2, 1, "this comment does not end", "`*%`"),
        ("a.\n%* b % *%\n", 2, 1, "this comment does not end", "comments out the rest"),
        ("#script (lua) x", 1, 1, "this script cannot be read", "`#end.`"),
        ("#shwo a/1.", 1, 1, "`#shwo` is no keyword", "did you mean `#show`?"),
        ("a :- #summ {1}.", 1, 6, "`#summ` is no keyword", "did you mean `#sum`?"),
        ("a :- #xyzzy.", 1, 6, "`#xyzzy` is no keyword", None),
        ("p(zoé).", 1, 5, "`é` may stand in strings and comments only", "ASCII letters"),
        ("p(“x”).", 1, 3, "`“` may stand in strings and comments only", 'write `"`'),
        ("a :- X \u2013 1 = 2.", 1, 8, "`\u2013` may stand in strings and comments only", "write `-`"),
        ("a\x0c.", 1, 2, "the control character U+000C", None),
        ("a :- $x.", 1, 6, "unexpected `$`: expected a body literal", None),
        # what the grammar lets through
        ("#const a = 1 + X.", 1, 16, "a variable may not stand in the value of a constant", None),
        ("#const a = f(1..2).", 1, 14, "an interval may not stand in the value of a constant", None),
        ("#const a = (1;2).", 1, 12, "a pool may not stand in the value of a constant", None),
        (f"a({'9' * 5000}).", 1, 3, "this number has too many digits", None),
        ("a.\nb\0.", 2, 2, "a NUL character may not stand in a text", None),
        ("a(\ud800).", 1, 3, "half a surrogate pair may not stand in a text", None),
    ],
)
def test_place_and_words(text: str, line: int, column: int, message: str, hint: str | None) -> None:
    error = fault(text)
    (diagnostic,) = error.diagnostics
    assert error.span is not None
    assert (error.span.file, error.span.line, error.span.column) == ("f.lp", line, column)
    assert message in diagnostic.message
    assert diagnostic.code == "syntax"
    assert hint is None or hint in str(diagnostic.hint)


def test_the_source_line_is_shown() -> None:
    assert str(fault("a.\n  b :- c d.\n")).split("\n") == [
        (
            "f.lp:2:10: error[syntax]: unexpected `d`: expected `(`, `,`, `.`, `:`, `;`, an operator, a comparison or "
            "an aggregate"
        ),
        "  |   b :- c d.",
        "  |          ^",
    ]


def test_no_message_names_a_terminal() -> None:
    grammar_names = {name for name in tables().spellings if len(name) > 3}
    for text in ("a b", "p(", "#const", "#theory t {&", "&a {", "1 <", "#edge (", "#heuristic a. [", "|", "#show"):
        message = fault(text).diagnostics[0].message
        assert not any(name in message for name in grammar_names), message


def test_claims_and_terms() -> None:
    for read, text, words in (
        (parse_body, "", "expected a body literal"),
        (parse_body, "a.", "unexpected `.`"),
        (parse_body, "a :- b", "or the end of the text"),
        (parse_body, "a,", "the text ends too early: expected a body literal"),
        (parse_term, "", "expected a term"),
        (parse_term, "a, b", "unexpected `,`: expected `(`, an operator or the end of the text"),
        (parse_term, "a. b", "unexpected `.`"),
    ):
        with pytest.raises(ParseError) as caught:
            read(text)
        assert words in str(caught.value)
