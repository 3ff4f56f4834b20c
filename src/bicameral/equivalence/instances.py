"""Copies of a side with its free symbols at constants: a quantifier over these, as far as it is needed.

Whether a side allows something is a question over its free symbols. Denied, it is asked of all their values; instead
of all, those are taken that some answer has shown to matter (instantiation by counterexamples: Janota, Klieber,
Marques-Silva and Clarke 2012).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bicameral.equivalence.sides import Observed, Side, Truth
from bicameral.formula import factory
from bicameral.formula.interpreter import Value, substitute_all
from bicameral.formula.term import Term, symbols
from bicameral.source.record import record

MOST_INSTANCES = 300


@record
class Instance:
    """A side under one valuation of its free symbols: `definitions` are to be asserted."""

    definitions: tuple[Term, ...]
    consistent: Term
    outcomes: tuple[Observed, ...]


def positive(side: Side, outcomes: tuple[Observed, ...]) -> Instance:
    """The side itself, its free symbols free."""
    return Instance(side.definitions, factory.conj(*side.constraints), outcomes)


def instance(
    original: Instance, free: Iterable[Term], values: Mapping[Term, Value], inputs: frozenset[Term], mark: str
) -> Instance:
    """A copy under these values; whatever else is no input is renamed by `mark`."""
    terms = [*original.definitions, original.consistent, *outcome_terms(original.outcomes)]
    mapping = {symbol: factory.constant(symbol.sort, _plain(values[symbol])) for symbol in free}
    for symbol in symbols(*terms):
        if symbol not in inputs and symbol not in mapping:
            mapping[symbol] = factory.symbol(f"{mark}{symbol.payload}", symbol.sort)
    results = dict(zip(terms, substitute_all(terms, mapping), strict=True))
    return Instance(
        tuple(results[term] for term in original.definitions),
        results[original.consistent],
        tuple(rewritten(one, results) for one in original.outcomes),
    )


def varying(side: Side, whole: Instance, known: frozenset[Term]) -> tuple[Instance, frozenset[Term]]:
    """Of a side what rests on its free symbols, and the symbols that do not: no copy needs those anew."""
    resting, same = set(side.free), set[Term]()
    definitions = []
    for definition in whole.definitions:  # each after those of the symbols in it
        mentioned = set(symbols(definition)) - known
        if resting.isdisjoint(mentioned):
            same |= mentioned
        else:
            resting |= mentioned - same
            definitions.append(definition)
    return Instance(tuple(definitions), whole.consistent, whole.outcomes), frozenset(same)


def outcome_terms(outcomes: Iterable[Observed]) -> list[Term]:
    """Every term of some outcomes."""
    found: list[Term] = []
    for one in outcomes:
        if isinstance(one, Truth):
            found.append(one.holds)
        else:
            found += [one.given, one.value, *(term for atom in one.atoms for term in atom), *(c for c, _ in one.odd)]
    return found


def rewritten(one: Observed, results: Mapping[Term, Term]) -> Observed:
    """An outcome with its terms replaced."""
    if isinstance(one, Truth):
        return replace(one, holds=results[one.holds])
    atoms = tuple((results[condition], results[value]) for condition, value in one.atoms)
    odd = tuple((results[condition], shown) for condition, shown in one.odd)
    return replace(one, given=results[one.given], value=results[one.value], atoms=atoms, odd=odd)


def _plain(value: Value) -> bool | int | str:
    assert isinstance(value, bool | int | str)
    return value
