"""What could have stood at a place, in words that a person knows rather than the grammar's terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bicameral.syntax.lexer import Lexer

if TYPE_CHECKING:
    from bicameral.syntax.parser import Machine
    from bicameral.syntax.tables import Tables

_TERM = "( | - ~ @ #inf #sup _ VARIABLE NUMBER STRING IDENTIFIER"
# Words for what is acceptable together, tried in order; a name in capitals is a terminal, the rest is quoted text.
GROUPS = (
    ("a statement", f"{_TERM} not #true #false {{ & #count :- :~ #show #const"),
    ("a body literal", f"{_TERM} not #true #false {{ & #count"),
    ("a literal", f"{_TERM} not #true #false"),
    ("a term", _TERM),
    ("a theory term", "( [ { #inf #sup VARIABLE NUMBER STRING IDENTIFIER"),
    ("a theory operator", "THEORY_OP not"),
    ("an atom", "- IDENTIFIER"),
    ("a name", "IDENTIFIER"),
    ("a name", "DEFINITION_NAME"),
    ("a number", "NUMBER"),
    ("a string", "STRING"),
    ("an operator", "+ - * / \\ ** .. ^ ? &"),
    ("a comparison", "= == != <> < <= > >="),
    ("an aggregate", "{ #count #sum #sum+ #min #max"),
    ("an aggregate", "#count #sum #sum+ #min #max"),
    ("the end of the text", "$END"),
)
# What a group covers beyond what it asks for.
_COVERED = {
    "a statement": "ALL",
    "a body literal": "#sum #sum+ #min #max default override #infimum #supremum",
    "a literal": "default override #infimum #supremum",
    "a term": "default override #infimum #supremum",
    "a theory term": "#infimum #supremum",
    "an atom": "default override",
    "a name": "default override left right unary binary head body any directive",
}
# Said last, since they say least.
_LAST = ("an operator", "a comparison", "an aggregate", "the end of the text")


def acceptable(engine: Machine, lexer: Lexer, first: int, stop: int) -> set[str]:
    """The terminals that could have stood where the token at offset `stop` does, in a text read from state `first`.

    The text is read again without making values, so that the stack is as it was before that token had its say.
    A row of the tables lists more than fits, since LALR merges states: each terminal is tried out.
    """
    states = [first]
    again = Lexer(engine.tables.vocabularies, lexer.text, lexer.name)
    for kind, _, start, end, _, _ in again.tokens():
        if start >= stop:
            break
        _shift(engine, states, kind)
        again.switch(engine.tables.modes[states[-1]], end)
    return {kind for kind in engine.tables.actions[states[-1]] if _shift(engine, list(states), kind)}


def _shift(engine: Machine, stack: list[int], kind: str) -> bool:
    """Push a terminal, after the reductions that it asks for; False if it does not fit."""
    actions, gotos = engine.tables.actions, engine.tables.gotos
    while True:
        action = actions[stack[-1]].get(kind)
        if action is None:
            return False
        if action >= 0:
            stack.append(action)
            return True
        production = engine.tables.productions[~action]
        if production.size:
            del stack[-production.size :]
        stack.append(gotos[stack[-1]][production.origin])


def in_words(tables: Tables, kinds: set[str]) -> str:
    """The terminals as an enumeration: "`,`, `.` or an operator"."""
    texts = {text for kind in kinds for text in tables.spellings.get(kind, (kind,))}
    covered: set[str] = set()
    phrases: list[str] = []
    for phrase, words in GROUPS:
        needed = set(words.split())
        if needed <= texts and not needed <= covered and phrase not in phrases:
            phrases.append(phrase)
            more = _COVERED.get(phrase, "")
            covered |= texts if more == "ALL" else needed | set(more.split())
    quoted = sorted(f"`{text}`" for text in texts - covered)
    first = [phrase for phrase in phrases if phrase not in _LAST]
    said = [*first, *quoted, *(phrase for phrase in phrases if phrase in _LAST)]
    if len(said) < 2:
        return said[0] if said else "nothing more"
    return f"{', '.join(said[:-1])} or {said[-1]}"
