"""Which symbols of a set of formulas are functions of the others.

A symbol is defined by constraints when they leave it one value at most (Padoa 1901; Beth 1953). What those constraints
that mention no other undefined symbol allow it to be is then a candidate for an explicit definition, and one that
all constraints entail takes the quantifier away: negated, the definition stands and the rest is negated. What stays
undefined has to be quantified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bicameral.formula import factory
from bicameral.formula.interpreter import substitute, substitute_all
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.sorts.term_sort import BOOL
from bicameral.source.record import record


@record
class Definitions:
    """`formulas` are total and give each symbol outside `free` one value for each value of the known and the free."""

    formulas: tuple[Term, ...]
    free: tuple[Term, ...]


# Whether formulas can hold together, or (`whole`) with all constraints; None where it is not decided. Without
# the constraints `abstract` formulas do: Booleans for comparisons, so that no arithmetic is asked about.
Consistent = Callable[[Sequence[Term], bool], bool | None]


def define(
    constraints: Iterable[Term], wanted: Sequence[Term], meant: Mapping[Term, Term], consistent: Consistent
) -> Definitions:
    """Explicit definitions for as many of the `wanted` symbols as the constraints define one after the other.

    A symbol in `meant` has a meaning only where the formula there holds.
    """
    return _Definer(constraints, wanted, meant, consistent).find()


class _Definer:
    def __init__(
        self,
        constraints: Iterable[Term],
        wanted: Sequence[Term],
        meant: Mapping[Term, Term],
        consistent: Consistent,
    ) -> None:
        self._consistent = consistent
        self._meant = meant
        self._open = dict.fromkeys(wanted)
        self._comparisons: dict[Term, int] = {}
        self._pieces = list(dict.fromkeys(_flat(constraints)))
        self._undefined: list[set[Term]] = []
        self._within: dict[Term, list[int]] = {symbol: [] for symbol in wanted}
        self._ready: dict[Term, list[int]] = {symbol: [] for symbol in wanted}
        for number, piece in enumerate(self._pieces):
            mine = {symbol for symbol in symbols(piece) if symbol in self._open}
            self._undefined.append(mine)
            for symbol in mine:
                self._within[symbol].append(number)

    def find(self) -> Definitions:
        found: list[Term] = []
        waiting: dict[Term, None] = {}
        harder: dict[Term, None] = {}  # what the constraints over known symbols do not settle by themselves
        for number, mine in enumerate(self._undefined):
            self._make_ready(number, mine, waiting)
        while waiting or harder:
            whole = not waiting
            symbol = next(iter(harder if whole else waiting))
            del (harder if whole else waiting)[symbol]
            pieces = [self._pieces[number] for number in self._ready[symbol]]
            find = self._boolean if symbol.sort == BOOL else self._value
            made = find(symbol, pieces, whole)
            if made is None:
                if not whole:
                    harder[symbol] = None
                continue
            harder.pop(symbol, None)
            found.append(made)
            del self._open[symbol]
            for number in self._within[symbol]:
                self._undefined[number].discard(symbol)
                self._make_ready(number, self._undefined[number], waiting)
        return Definitions(tuple(found), tuple(self._open))

    def _make_ready(self, number: int, undefined: set[Term], waiting: dict[Term, None]) -> None:
        if len(undefined) == 1:
            (symbol,) = undefined
            self._ready[symbol].append(number)
            waiting[symbol] = None

    def _boolean(self, symbol: Term, pieces: Sequence[Term], whole: bool) -> Term | None:
        """The symbol is true wherever it may be, or only where it must be."""
        may = factory.conj(*(substitute(piece, {symbol: factory.TRUE}) for piece in pieces))
        cannot = factory.conj(*(substitute(piece, {symbol: factory.FALSE}) for piece in pieces))
        must = factory.neg(cannot)
        if may == must or (not whole and self._consistent(self._abstract([may, cannot]), False) is False):
            return factory.iff(symbol, may)
        for value in (may, must) if whole else ():
            if self._consistent([factory.neg(factory.iff(symbol, value))], True) is False:
                return factory.iff(symbol, value)
        return None

    def _abstract(self, formulas: Sequence[Term]) -> list[Term]:
        """The formulas with a Boolean for each comparison: what they exclude is excluded."""
        mapping: dict[Term, Term] = {}
        for node in subterms(*formulas):
            if node.op in (Op.EQ, Op.LE, Op.LT):
                negated = node.op is Op.LT  # `a < b` is `not (b <= a)`
                known = factory.le(node.args[1], node.args[0]) if negated else node
                number = self._comparisons.setdefault(known, len(self._comparisons))
                symbol = factory.symbol(f"? comparison {number}", BOOL)
                mapping[node] = factory.neg(symbol) if negated else symbol
        return substitute_all(formulas, mapping) if mapping else list(formulas)

    def _value(self, symbol: Term, pieces: Sequence[Term], whole: bool) -> Term | None:
        """A number or member that formulas equate with terms over known symbols, each under a condition."""
        ways = [way for piece in pieces if (way := _equated(symbol, piece)) is not None]
        value = next((value for condition, value in ways if condition.is_true), None)
        if value is not None:
            return factory.eq(symbol, value)
        conditions = [condition for condition, _ in ways]
        if not ways or len(ways) < len(self._within[symbol]):
            return None
        meant = self._meant.get(symbol, factory.TRUE)
        asked = [meant, *map(factory.neg, conditions)]
        if self._consistent(asked if whole else self._abstract(asked), whole) is not False:
            return None
        value = ways[-1][1]
        for condition, other in reversed(ways[:-1]):
            value = factory.ite(condition, other, value)
        return factory.eq(symbol, value)


def _equated(symbol: Term, piece: Term) -> tuple[Term, Term] | None:
    """The condition and the value of `condition => symbol = value`."""
    condition, equation = piece.args if piece.op is Op.IMPLIES else (factory.TRUE, piece)
    if equation.op is not Op.EQ or symbol not in equation.args or symbol in symbols(condition):
        return None
    left, right = equation.args
    other = right if left == symbol else left
    return None if symbol in symbols(other) else (condition, other)


def _flat(formulas: Iterable[Term]) -> Iterable[Term]:
    for formula in formulas:
        yield from formula.args if formula.op is Op.AND else (formula,)
