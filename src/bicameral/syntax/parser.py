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
from bicameral.syntax.build import RefusalError
from bicameral.syntax.build_statements import ALL_ACTIONS
from bicameral.syntax.collector import paused_collector
from bicameral.syntax.errors import check_characters, refusal_error, syntax_error
from bicameral.syntax.lexer import Lexer
from bicameral.syntax.tables import Tables, tables

# Makes a value of the values on the stack, and the span where it wants one.
Reduction = Callable[[list[Any], Any], Any]


class Machine:
    """The tables together with the functions that make nodes."""

    def __init__(self, source: Tables) -> None:
        self.tables = source
        # of each production: its origin, its size, what makes its value, whether that takes a span
        self.steps: list[tuple[str, int, Reduction, bool]] = []
        self.units: dict[int, str] = {}  # actions that reduce a single symbol and keep its value
        for number, production in enumerate(source.productions):
            function, spanned = ALL_ACTIONS[production.action] if production.action is not None else (None, False)
            reduction = _reduction(function, production.keep, spanned=spanned)
            self.steps.append((production.origin, production.size, reduction, spanned))
            if function is None and production.size == 1:
                self.units[~number] = production.origin
        self.chains: dict[tuple[int, str, str], tuple[int, int | None]] = {}

    def chain(self, base: int, origin: str, kind: str) -> tuple[int, int | None]:
        """The state after `origin` on top of `base`, and its action on `kind`, single-child reductions done."""
        actions, gotos, units = self.tables.actions, self.tables.gotos, self.units
        state = gotos[base][origin]
        action = actions[state].get(kind)
        while action in units:
            state = gotos[base][units[action]]
            action = actions[state].get(kind)
        self.chains[base, origin, kind] = found = (state, action)
        return found


def _reduction(function: Callable[..., Any] | None, keep: tuple[int | None, ...], *, spanned: bool) -> Reduction:
    """How `function` is called on its children; a part left out is the None at the bottom of the stack."""
    offsets = tuple(0 if offset is None else offset for offset in keep)
    if function is None:
        only = offsets[0]
        return lambda values, _: values[only]
    match offsets:
        case (first,) if spanned:
            return lambda values, span: function(values[first], span)
        case (first, second) if spanned:
            return lambda values, span: function(values[first], values[second], span)
        case (first,):
            return lambda values, _: function(values[first])
        case (first, second):
            return lambda values, _: function(values[first], values[second])
        case _ if spanned:
            return lambda values, span: function(*[values[offset] for offset in offsets], span)
        case _:
            return lambda values, _: function(*[values[offset] for offset in offsets])


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
        with paused_collector():
            return _drive(engine, lexer, engine.tables.starts[start], name), lexer
    except RefusalError as refusal:
        raise refusal_error(refusal, text) from None


def _drive(engine: Machine, lexer: Lexer, first_state: int, name: str) -> Any:
    actions, modes = engine.tables.actions, engine.tables.modes
    steps, units, chains, chain = engine.steps, engine.units, engine.chains, engine.chain
    states: list[int] = [first_state]
    values: list[Any] = [None]
    starts: list[int] = [0]
    line_starts: list[int] = []
    state, mode = first_state, 0
    end, line, line_start = 0, 1, 0
    make = tuple.__new__
    for token in lexer.tokens():
        kind = token[0]
        action = actions[state].get(kind)
        while action is not None and action < 0:
            if action in units:
                origin = units[action]
            else:
                origin, size, reduction, spanned = steps[~action]
                begin = starts[-size] if size else end
                if not spanned:
                    span = None
                elif begin >= line_start:
                    column = 1 - line_start
                    span = make(Span, (name, line, begin + column, line, end + column))
                else:
                    span = _long_span(name, begin, end, lexer.text, line_starts)
                value = reduction(values, span)
                if size != 1:  # one symbol makes room for one
                    del states[len(states) - size :], values[len(values) - size :], starts[len(starts) - size :]
                    states.append(0)
                    values.append(value)
                    starts.append(begin)
                else:
                    values[-1] = value
            base = states[-2]
            states[-1], action = chains.get((base, origin, kind)) or chain(base, origin, kind)
        if action is None:
            raise syntax_error(engine, lexer, first_state, token, (line, end - line_start + 1))
        states.append(action)
        state = action
        _, value, begin, end, line, line_start = token
        values.append(value)
        starts.append(begin)
        if modes[state] != mode:
            mode = modes[state]
            lexer.switch(mode, end)
    return values[-2]  # below END


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
