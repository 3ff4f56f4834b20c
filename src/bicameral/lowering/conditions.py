"""What of the lowered formulas depends on numbers: the comparisons that tell values of the inputs apart.

A comparison may stand on atoms, too (a sum counts a weight where an atom holds). Two values are alike when it has
the same truth on both however the atoms are, so each way in which they can be gives a comparison over inputs alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from bicameral.formula import factory
from bicameral.formula.interpreter import substitute
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.lowering.program import InputSymbol
from bicameral.sorts.term_sort import BOOL, INT

MAX_SPLIT = 10  # atoms in one comparison: beyond, it is left as it is, and whoever needs classes finds none


class Conditions:
    """Finds comparisons over the symbols of inputs."""

    def __init__(self, inputs: Sequence[InputSymbol], values: Mapping[Term, Term]) -> None:
        self._numbers = {symbol.value for symbol in inputs if symbol.value.sort == INT}
        self._values = values  # of the numbers that aggregates compute

    def comparisons(self, formulas: Iterable[Term]) -> list[Term]:
        """The distinct arithmetic atoms of the formulas that some input's number is in, in order."""
        found: dict[Term, None] = {}
        seen: set[Term] = set()
        for formula in formulas:
            for node in subterms(formula):
                if node in seen or node.op not in (Op.EQ, Op.LE, Op.LT) or node.args[0].sort != INT:
                    continue
                seen.add(node)
                for part in self._split(node):
                    if not self._numbers.isdisjoint(symbols(part)):
                        found[part] = None
        return list(found)

    def _split(self, comparison: Term) -> Iterable[Term]:
        whole = substitute(comparison, self._values) if self._values else comparison
        inside = symbols(whole)
        atoms = [symbol for symbol in inside if symbol.sort == BOOL]
        if not atoms or self._numbers.isdisjoint(inside):
            return (whole,)
        if len(atoms) > MAX_SPLIT:
            return (whole,)
        found: dict[Term, None] = {}
        for truths in product((factory.FALSE, factory.TRUE), repeat=len(atoms)):
            for node in subterms(substitute(whole, dict(zip(atoms, truths, strict=True)))):
                if node.op in (Op.EQ, Op.LE, Op.LT):
                    found[node] = None
        return found
