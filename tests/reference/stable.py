"""Stable models by definition: a set of atoms that is the only one, within itself, to satisfy its own reduct.

Ferraris 2005 and 2011, with the aggregates of Abstract Gringo (Gebser et al. 2015); on normal programs this is
Gelfond and Lifschitz 1988. `models_by_definition` tries every set and every subset. `models` narrows both by what
surely holds and what may be founded (Van Gelder 1993: every stable model lies between). Slow on purpose; nothing
here is shared with the package.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations

from tests.reference.formula import Is, Model, Span
from tests.reference.grounding import GroundRule
from tests.reference.values import GroundAtom

Found = frozenset[GroundAtom]
NODES = 1500  # of the search for models, the searches for smaller ones included


class TooLargeError(Exception):
    """More guesses than a test should wait for."""


# --- the definition ------------------------------------------------------------------------------------------


def satisfies(rule: GroundRule, here: Model, there: Model) -> bool:
    """Whether `here` satisfies the reduct of the rule by `there`, and `there` the rule."""
    return all(_satisfies(rule, world, there) for world in (here, there))


def _satisfies(rule: GroundRule, here: Model, there: Model) -> bool:
    if not rule.body.holds(here, there):
        return True
    if rule.choice and rule.atoms[0] not in there:  # {a} is `a or not a`
        return True
    return any(part.holds(here, there) for part in rule.head)


def is_stable(rules: Sequence[GroundRule], facts: Collection[GroundAtom], candidate: Model) -> bool:
    """By definition: every proper subset with the facts is tried."""
    if not candidate >= set(facts) or not all(satisfies(rule, candidate, candidate) for rule in rules):
        return False
    free = sorted(candidate - set(facts), key=repr)
    return not any(
        all(satisfies(rule, here, candidate) for rule in rules)
        for subset in subsets(free)
        if (here := set(facts) | set(subset)) != candidate
    )


def models_by_definition(rules: Sequence[GroundRule], facts: Collection[GroundAtom]) -> list[Found]:
    """Every set of atoms is tried. For tests of `models`."""
    atoms = sorted({atom for rule in rules for atom in rule.atoms} | set(facts), key=repr)
    if len(atoms) > 12:
        raise TooLargeError(f"{len(atoms)} atoms")
    return [model for model in map(frozenset, subsets(atoms)) if is_stable(rules, facts, model)]


def subsets(atoms: Sequence[GroundAtom]) -> Iterator[tuple[GroundAtom, ...]]:
    return chain.from_iterable(combinations(atoms, size) for size in range(len(atoms) + 1))


# --- the same, narrowed --------------------------------------------------------------------------------------


def models(rules: Sequence[GroundRule], facts: Collection[GroundAtom], nodes: int = NODES) -> list[Found]:
    """All stable models. Raises TooLargeError beyond `nodes` guesses."""
    return list(Search(rules, facts, nodes).models())


class Search:
    def __init__(self, rules: Sequence[GroundRule], facts: Collection[GroundAtom], nodes: int = NODES) -> None:
        self._rules = rules
        self._facts = frozenset(facts)
        self._nodes = nodes

    def models(self) -> Iterator[Found]:
        everything = self._facts | {atom for rule in self._rules for atom in rule.atoms}
        yield from self._between(self._facts, everything)

    def _spend(self) -> None:
        self._nodes -= 1
        if self._nodes < 0:
            raise TooLargeError("too many guesses")

    def _between(self, low: Found, high: Found) -> Iterator[Found]:
        """The stable models from `low` to `high`."""
        self._spend()
        narrowed = self._narrow(low, high)
        if narrowed is None:
            return
        low, high = narrowed
        if low == high:
            if all(satisfies(rule, low, low) for rule in self._rules) and not self._smaller(self._facts, low, low):
                yield low
            return
        atom = min(high - low, key=repr)
        yield from self._between(low, high - {atom})
        yield from self._between(low | {atom}, high)

    def _narrow(self, low: Found, high: Found) -> tuple[Found, Found] | None:
        """What every stable model between the bounds holds, and what one may; None: there is none."""
        while True:
            before = (low, high)
            forced = self._forced(low, high)
            if forced is None:
                return None
            low = forced
            high = self._founded(low, high)
            if not low <= high:
                return None
            if (low, high) == before:
                return before

    def _forced(self, low: Found, high: Found) -> Found | None:
        """`low` with the one head that is left where a body surely holds; None where no head is left."""
        true = set(low)
        span = Span(true, high)
        for rule in self._rules:
            if rule.choice or not rule.body.between(span, span)[0]:
                continue
            left = [part for part in rule.head if part.between(span, span)[1]]
            if not left:
                return None
            if len(left) == 1 and isinstance(left[0], Is):
                true.add(left[0].atom)
        return frozenset(true)

    def _founded(self, low: Found, high: Found) -> Found:
        """What rules may derive from the facts, one after the other: nothing else is in a stable model."""
        true = set(self._facts)
        here, there = Span(frozenset(), true), Span(low, high)
        waiting = [rule for rule in self._rules if rule.atoms]
        grew = True
        while grew:
            grew = False
            remaining = []
            for rule in waiting:
                if rule.body.between(here, there)[1]:
                    true.update(atom for atom in rule.atoms if atom in high)
                    grew = True
                else:
                    remaining.append(rule)
            waiting = remaining
        return frozenset(true)

    def _smaller(self, low: Found, high: Found, there: Found) -> bool:
        """Whether a proper subset of `there`, from `low` to `high`, satisfies the reduct by `there`."""
        self._spend()
        true = set(low)
        grew = True
        while grew:
            before = len(true)
            for rule in self._rules:
                if not self._must(rule, Span(true, high), there):
                    continue
                left = [part for part in rule.head if part.between(Span(true, high), Span(there, there))[1]]
                if not left:
                    return False
                if len(left) == 1 and isinstance(left[0], Is):
                    true.add(left[0].atom)
            grew = len(true) > before
        if not true <= high or true == there:
            return False
        if all(satisfies(rule, true, there) for rule in self._rules):
            return True
        undecided = min(high - true, key=repr, default=None)
        if undecided is None:
            return False
        return self._smaller(frozenset(true), high - {undecided}, there) or self._smaller(
            frozenset(true | {undecided}), high, there
        )

    @staticmethod
    def _must(rule: GroundRule, here: Span, there: Found) -> bool:
        """Whether the reduct of the rule surely asks for its head."""
        if rule.choice and rule.atoms[0] not in there:
            return False
        return rule.body.between(here, Span(there, there))[0]
