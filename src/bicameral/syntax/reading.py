"""The entries of the parser: a file, a claim, a term."""

from __future__ import annotations

from bicameral.syntax import build_statements as _  # noqa: F401 - registers its functions
from bicameral.syntax import tree
from bicameral.syntax.parser import run


def read_program(text: str, name: str) -> tree.Tree:
    """See `bicameral.syntax.parse`."""
    program, lexer = run(text, name, "program")
    if not lexer.annotations:
        return program
    return tree.Tree(tuple(_merge(program.statements, lexer.annotations)), program.span)


def _merge(statements: tuple[tree.Statement, ...], annotations: list[tree.Annotation]) -> list[tree.Statement]:
    """Statements and annotations in the order of the text; one within a statement goes before it."""
    merged: list[tree.Statement] = []
    waiting = iter(annotations)
    annotation = next(waiting, None)
    for statement in statements:
        start, end = statement.span[1:3], statement.span[3:5]
        while annotation is not None and annotation.span[1:3] < end:
            inside = annotation.span[1:3] > start
            merged.append(tree.Annotation(annotation.text, annotation.span, inside))
            annotation = next(waiting, None)
        merged.append(statement)
    if annotation is not None:
        merged += [annotation, *waiting]
    return merged


def read_body(text: str, name: str) -> tuple[tree.BodyElement, ...]:
    """See `bicameral.syntax.parse_body`."""
    return tuple(run(text, name, "claim")[0])


def read_term(text: str, name: str) -> tree.Term:
    """See `bicameral.syntax.parse_term`."""
    term: tree.Term = run(text, name, "lone_term")[0]
    return term
