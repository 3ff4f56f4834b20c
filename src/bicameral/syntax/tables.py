"""The LALR(1) tables of grammar.lark, as plain data.

Lark reads the grammar and computes the tables; from then on they are lists and dicts that a process with a warm
cache unpickles without importing Lark. The driver is parser.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bicameral.syntax.cache import cached

if TYPE_CHECKING:
    from lark.grammar import Rule, Symbol
    from lark.lexer import Pattern

STARTS = ("program", "claim", "lone_term")
END = "$END"
GRAMMAR_FILE = Path(__file__).with_name("grammar.lark")

# The vocabulary of a state: the first of these of which it accepts a terminal, else the usual one.
MARKERS = ({"THEORY_OP"}, {"DEFINITION_NAME", "UNARY", "LEFT", "HEAD"})


class Production(NamedTuple):
    """A grammar rule: `size` symbols become one `origin`.

    `action` names the function of build.py that makes the value; where it is None the value is the child `keep[0]`.
    `keep` are the children handed over, as offsets from the top of the stack; None stands for an optional part left
    out.
    """

    origin: str
    size: int
    action: str | None
    keep: tuple[int | None, ...]
    expansion: tuple[str, ...]


class Vocabulary(NamedTuple):
    """The terminals of one kind of lexing: `literals` maps texts to names, `patterns` names to expressions."""

    literals: dict[str, str]
    patterns: dict[str, str]


class Tables(NamedTuple):
    """`actions[state][terminal]` is a state to shift to, or `~p` to reduce by production p."""

    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]
    productions: list[Production]
    starts: dict[str, int]
    modes: list[int]  # of each state, an index into vocabularies
    vocabularies: list[Vocabulary]
    spellings: dict[str, tuple[str, ...]]  # the texts of each terminal that is no expression


@cache
def tables() -> Tables:
    """The tables, from the cache or made anew."""
    text = GRAMMAR_FILE.read_text(encoding="utf-8")
    return cached("tables", text, lambda: build(text))


def build(grammar: str) -> Tables:
    """Have Lark compute the tables of a grammar."""
    from lark import Lark
    from lark.lexer import Lexer, LexerState, Token
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        def __init__(self, _configuration: Any) -> None: ...

        def lex(self, _lexer_state: LexerState, _parser_state: Any) -> Iterator[Token]:
            return iter(())

    lark = Lark(grammar, parser="lalr", lexer=NoLexer, start=list(STARTS), maybe_placeholders=True)
    table = lark.parser.parser.parser.parse_table
    numbers = {rule: number for number, rule in enumerate(lark.rules)}
    count = max(table.states) + 1
    actions: list[dict[str, int]] = [{} for _ in range(count)]
    gotos: list[dict[str, int]] = [{} for _ in range(count)]
    origins = {rule.origin.name for rule in lark.rules}
    for state, row in table.states.items():
        for name, (action, argument) in row.items():
            if name in origins:
                gotos[state][name] = argument
            else:
                actions[state][name] = argument if action is Shift else ~numbers[argument]
    for state in table.end_states.values():
        actions[state][END] = state  # Lark stops there by itself
    spellings = {terminal.name: _spellings(terminal.pattern) for terminal in lark.terminals}
    spellings = {name: texts for name, texts in spellings.items() if texts}
    patterns = {terminal.name: terminal.pattern.value for terminal in lark.terminals if terminal.name not in spellings}
    modes = [_mode(row) for row in actions]
    return Tables(
        actions,
        gotos,
        [_production(rule) for rule in lark.rules],
        dict(table.start_states),
        modes,
        [_vocabulary(mode, modes, actions, spellings, patterns) for mode in range(len(MARKERS) + 1)],
        spellings,
    )


def _spellings(pattern: Pattern) -> tuple[str, ...]:
    """The texts of a terminal defined by quoted texts alone; none for an expression."""
    from lark.lexer import PatternStr

    if isinstance(pattern, PatternStr):
        return (pattern.value,)
    inner = pattern.value.removeprefix("(?:").removesuffix(")")
    texts = tuple(re.sub(r"\\(.)", r"\1", part) for part in inner.split("|"))
    return texts if pattern.value == f"(?:{'|'.join(map(re.escape, texts))})" else ()


def _mode(row: dict[str, int]) -> int:
    return next((number for number, marker in enumerate(MARKERS, 1) if not marker.isdisjoint(row)), 0)


def _vocabulary(
    mode: int,
    modes: list[int],
    actions: list[dict[str, int]],
    spellings: dict[str, tuple[str, ...]],
    patterns: dict[str, str],
) -> Vocabulary:
    """What any state of this mode accepts."""
    names = sorted({name for row, own in zip(actions, modes, strict=True) if own == mode for name in row} - {END})
    return Vocabulary(
        {text: name for name in names for text in spellings.get(name, ())},
        {name: patterns[name] for name in names if name in patterns},
    )


def _production(rule: Rule) -> Production:
    size = len(rule.expansion)
    keep: list[int | None] = []
    symbols = iter(enumerate(rule.expansion))
    for left_out in rule.options.empty_indices or (False,) * size:
        if left_out:
            keep.append(None)
            continue
        index, symbol = next(symbols)
        if _is_kept(symbol):
            keep.append(index - size)
    if rule.alias is None and len(keep) != 1:
        msg = f"a grammar rule needs `-> name` or a single child: {rule}"
        raise ValueError(msg)
    return Production(
        str(rule.origin.name), size, rule.alias, tuple(keep), tuple(str(symbol.name) for symbol in rule.expansion)
    )


def _is_kept(symbol: Symbol) -> bool:
    return not (symbol.is_term and getattr(symbol, "filter_out", False))
