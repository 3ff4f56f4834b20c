"""The grammar file itself."""

from __future__ import annotations

import logging

import pytest
from lark import Lark, logger

from bicameral.syntax.build_statements import ALL_ACTIONS
from bicameral.syntax.tables import GRAMMAR_FILE, STARTS, tables

GRAMMAR = GRAMMAR_FILE.read_text(encoding="utf-8")


def test_it_is_lalr_without_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    """Lark resolves a shift-reduce conflict with no more than a note in its log."""
    handlers, level = list(logger.handlers), logger.level
    logger.addHandler(caplog.handler)
    logger.setLevel(logging.DEBUG)
    try:
        Lark(GRAMMAR, parser="lalr", start=list(STARTS), debug=True)
    finally:
        logger.handlers[:] = handlers
        logger.setLevel(level)
    assert "conflict" not in caplog.text.lower()


def test_every_action_it_names_exists_and_is_named() -> None:
    assert {production.action for production in tables().productions if production.action} == set(ALL_ACTIONS)


def test_three_vocabularies() -> None:
    usual, theory, definition = tables().vocabularies
    assert "THEORY_OP" in theory.patterns
    assert "THEORY_OP" not in usual.patterns
    assert "|" in usual.literals
    assert "|" not in theory.literals
    assert {"left", "unary", "directive"} <= set(definition.literals)
    assert not {"left", "unary", "directive"} & set(usual.literals)
    assert "not" not in definition.literals
