from __future__ import annotations

from bicameral.syntax import parse, to_text, tree


def found(text: str) -> list[tuple[str, int, int, bool]]:
    items = [item for item in parse(text).statements if isinstance(item, tree.Annotation)]
    return [(item.text, item.span.line, item.span.column, item.inside) for item in items]


def test_lines_of_annotation_are_kept_in_order() -> None:
    text = "%@ one\na.\n  %@two  \r\n\t%@\nb.\n%@ three"
    assert found(text) == [("one", 1, 1, False), ("two", 3, 3, False), ("", 4, 2, False), ("three", 6, 1, False)]
    assert [type(item).__name__ for item in parse(text).statements] == [
        "Annotation", "Rule", "Annotation", "Annotation", "Rule", "Annotation",
    ]  # fmt: skip


def test_only_a_line_of_its_own_is_one() -> None:
    assert found('a. %@ one\n% %@ two\n%* *% %@ three\n%%@ four\n%*\n%@ five\n*%\nb("\\n%@ six").\n') == []
    assert found("#script (lua)\n%@ one\n#end.\n#! %@ two\n") == []


def test_after_a_comment_over_lines_a_line_is_not_blank() -> None:
    assert found("%* a\n *% %@ one\n%* *%\n%@ two\n") == [("two", 4, 1, False)]


def test_within_a_statement_it_goes_before_it() -> None:
    program = parse("a :- b,\n %@ one\n c.\n%@ two\nd.")
    assert found("a :- b,\n %@ one\n c.\n%@ two\nd.") == [("one", 2, 2, True), ("two", 4, 1, False)]
    assert to_text(program) == "%@ one\na :- b, c.\n%@ two\nd.\n"
    assert parse(to_text(program)) == program


def test_after_the_dot_it_is_outside() -> None:
    assert found("a.\n%@ one\n") == [("one", 2, 1, False)]
    assert found(":~ a.\n%@ one\n[1]\nb.") == [("one", 2, 1, True)]
    assert found("#external a.\n%@ one\nb.") == [("one", 2, 1, False)]
