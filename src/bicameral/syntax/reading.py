"""The entries of the parser: a file, a claim, a term."""

from __future__ import annotations

from collections.abc import Iterable

from bicameral.syntax import tree
from bicameral.syntax.build import RefusalError
from bicameral.syntax.errors import refusal_error
from bicameral.syntax.node import Node
from bicameral.syntax.parser import run
from bicameral.syntax.traverse import deeper_than

# Nodes that may lie within each other, from the statement down. Comparing two trees takes three levels of Python's
# recursion, of which there are 1,000, for each of theirs: this leaves a quarter of them to whoever calls. A sum of n
# operands is n nodes deep.
MAX_DEPTH = 250


def read_program(text: str, name: str) -> tree.Tree:
    """See `bicameral.syntax.parse`."""
    program: tree.Tree
    program, lexer = run(text, name, "program")
    _check_depth(program.statements, text)
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
    body = tuple(run(text, name, "claim")[0])
    _check_depth(body, text)
    return body


def read_term(text: str, name: str) -> tree.Term:
    """See `bicameral.syntax.parse_term`."""
    term: tree.Term = run(text, name, "lone_term")[0]
    _check_depth((term,), text)
    return term


def _check_depth(nodes: Iterable[Node], text: str) -> None:
    for node in nodes:
        span = node.span
        # each level takes a character at least, but for the few that every statement has
        if span.line == span.end_line and span.end_column - span.column < MAX_DEPTH - 10:
            continue
        found = deeper_than(node, MAX_DEPTH)
        if found is not None:
            message = f"terms are nested deeper than {MAX_DEPTH} levels"
            raise refusal_error(RefusalError(found.span, message, "split the term: give a part of it a name"), text)
