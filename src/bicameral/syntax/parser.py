"""The LALR(1) driver: shifts tokens, reduces by the grammar's productions, builds the tree as it goes.

It runs the tables that Lark computed (tables.py). Two things make it quick: values are made at once, with no parse
tree in between, and a chain of single-child productions (a number is a term is a sum ...) is one look-up.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from typing import Any

from bicameral.source import Span
from bicameral.syntax.build import ACTIONS, Refusal
from bicameral.syntax.errors import check_characters, refusal_error, syntax_error
from bicameral.syntax.lexer import Lexer
from bicameral.syntax.tables import END, Tables, tables

# origin, size, function, offsets of its arguments (0 is the None at the bottom of the stack), takes a span
Step = tuple[str, int, Callable[..., Any] | None, tuple[int, ...], bool]


class Machine:
    """The tables together with the functions that make nodes."""

    def __init__(self, source: Tables) -> None:
        self.tables = source
        self.steps: list[Step] = []
        self.units: dict[int, str] = {}  # actions that reduce a single symbol and keep its value
        for number, production in enumerate(source.productions):
            function, spanned = ACTIONS[production.action] if production.action is not None else (None, False)
            offsets = tuple(0 if offset is None else offset for offset in production.keep)
            self.steps.append((production.origin, production.size, function, offsets, spanned))
            if function is None and production.size == 1:
                self.units[~number] = production.origin
        self.chains: dict[tuple[int, str, str], int] = {}

    def chain(self, base: int, origin: str, kind: str) -> int:
        """The state after `origin` on top of `base`, all single-child reductions before `kind` done."""
        actions, gotos, units = self.tables.actions, self.tables.gotos, self.units
        state = gotos[base][origin]
        while (action := actions[state].get(kind)) in units:
            state = gotos[base][units[action]]
        self.chains[base, origin, kind] = state
        return state


@cache
def machine() -> Machine:
    """The one machine of this process."""
    return Machine(tables())


def run(text: str, name: str, start: str) -> tuple[Any, Lexer]:
    """Parse `text` from a start symbol of the grammar; gives its value, and the lexer with the annotations.

    Raises ParseError.
    """
    check_characters(text, name)
    engine = machine()
    lexer = Lexer(engine.tables.vocabularies, text, name)
    try:
        return _drive(engine, lexer, engine.tables.starts[start], name), lexer
    except Refusal as refusal:
        raise refusal_error(refusal, text) from None


def _drive(engine: Machine, lexer: Lexer, first: int, name: str) -> Any:
    actions, gotos = engine.tables.actions, engine.tables.gotos
    modes = engine.tables.modes
    steps, units, chains = engine.steps, engine.units, engine.chains
    states: list[int] = [first]
    values: list[Any] = [None]
    starts: list[int] = [0]
    line_starts: list[int] = []
    state, mode = first, 0
    last_end, last_line, last_line_start = 0, 1, 0
    make = tuple.__new__
    for token in lexer.tokens():
        kind = token[0]
        action = actions[state].get(kind)
        while action is not None and action < 0:
            origin = units.get(action)
            if origin is None:
                origin, size, function, offsets, spanned = steps[~action]
                begin = starts[-size] if size else last_end
                if function is None:
                    value = values[offsets[0]]
                elif spanned:
                    if begin >= last_line_start:
                        span = make(
                            Span,
                            (
                                name,
                                last_line,
                                begin - last_line_start + 1,
                                last_line,
                                last_end - last_line_start + 1,
                            ),
                        )
                    else:
                        span = _long_span(name, begin, last_end, lexer.text, line_starts)
                    value = function(*[values[offset] for offset in offsets], span)
                else:
                    value = function(*[values[offset] for offset in offsets])
                if size:
                    del states[-size:], values[-size:], starts[-size:]
                states.append(0)
                values.append(value)
                starts.append(begin)
            base = states[-2]
            state = chains.get((base, origin, kind)) or engine.chain(base, origin, kind)
            states[-1] = state
            action = actions[state].get(kind)
        if action is None:
            raise syntax_error(engine, lexer, states, token)
        if kind == END:
            return values[-1]
        states.append(action)
        state = action
        _, value, begin, last_end, last_line, last_line_start = token
        values.append(value)
        starts.append(begin)
        if modes[state] != mode:
            mode = modes[state]
            lexer.switch(mode, last_end)
    raise AssertionError("the lexer ends with END")


def _long_span(name: str, begin: int, end: int, text: str, line_starts: list[int]) -> Span:
    """A span over several lines; `line_starts` is filled at its first use."""
    if not line_starts:
        line_starts.append(0)
        position = text.find("\n") + 1
        while position:
            line_starts.append(position)
            position = text.find("\n", position) + 1
    first = bisect_right(line_starts, begin)
    last = bisect_right(line_starts, end)
    return Span(name, first, begin - line_starts[first - 1] + 1, last, end - line_starts[last - 1] + 1)
