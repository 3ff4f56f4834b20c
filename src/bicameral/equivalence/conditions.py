"""The conditions on numbers of the inputs by which regions are told apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bicameral.equivalence.sides import Truth
from bicameral.equivalence.vocabulary import Vocabulary
from bicameral.formula import factory
from bicameral.formula.interpreter import substitute
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.sorts.term_sort import INT


def conditions(vocabulary: Vocabulary, known: frozenset[Term]) -> list[Term]:
    """Conditions on numbers of the inputs: the sides' own, and where two sides' values of an outcome are equal."""
    numbers: dict[Term, Term] = {}
    for side in vocabulary.sides:
        for definition in side.definitions:
            if definition.op is Op.EQ and definition.args[0].op is Op.SYMBOL and definition.args[0].sort == INT:
                numbers[definition.args[0]] = substitute(definition.args[1], numbers)
    found = [substitute(one, numbers) for side in vocabulary.sides for one in side.comparisons]
    for outcome in vocabulary.outcomes:
        first, *rest = [
            _leaves(substitute(one.value, numbers)) for one in outcome.observed if not isinstance(one, Truth)
        ] or [[]]
        found += [factory.eq(one, other) for leaves in rest for one in first for other in leaves]
        found += [
            factory.eq(*two)
            for leaves, side in zip((first, *rest), vocabulary.sides, strict=False)
            if side.free
            for two in combinations(leaves, 2)
        ]
    every = dict.fromkeys(each for one in found for each in _atoms(one))
    return [one for one in every if known.issuperset(symbols(one))]


def _leaves(term: Term) -> list[Term]:
    """The values that a chain of choices can give."""
    found: dict[Term, None] = {}
    waiting = [term]
    while waiting:
        one = waiting.pop()
        if one.op is Op.ITE:
            waiting += one.args[1:]
        elif one.sort == INT:
            found[one] = None
    return list(found)[::-1]


def _atoms(term: Term) -> Iterator[Term]:
    for node in subterms(term):
        if node.op in (Op.EQ, Op.LE, Op.LT) and node.args[0].sort == INT:
            yield node
