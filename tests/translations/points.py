"""Single inputs to try translations on: chance, drawn towards the numbers that the policy compares with."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import z3

from tests.translations.sides import Comparison, Term, members

Point = list[tuple[Term, Term]]


def at(point: Point, *terms: Term) -> Term:
    """What terms come to there."""
    return z3.simplify(z3.substitute(z3.And(*terms), *point))


def points(compared: Comparison, number: int, seed: int = 4) -> Iterator[Point]:
    """Inputs within their ranges, each with its value. The same for the same seed."""
    chance = random.Random(seed)
    numbers = sorted({int(text) for text in re.findall(r"(?<![\w.-])\d{1,9}(?![\w.])", compared.text)})
    for _ in range(number):
        chosen = {name: _value(compared, chance, name, term, numbers) for name, term in compared.inputs.items()}
        for name, term in compared.inputs.items():
            if z3.is_false(chosen.get(f"{name}.given", z3.BoolVal(True, compared.context))):
                chosen[name] = _pinned(compared, term)
        yield [(term, chosen[name]) for name, term in compared.inputs.items()]


def _pinned(compared: Comparison, term: Term) -> Term:
    """What the emitted text has where an input has no value: always the same."""
    if isinstance(term, z3.DatatypeRef):
        return next(iter(members(term.sort()).values()))
    return z3.IntVal(0, compared.context)


def _value(compared: Comparison, chance: random.Random, name: str, term: Term, numbers: list[int]) -> Term:
    context = compared.context
    if isinstance(term, z3.BoolRef):
        return z3.BoolVal(chance.random() < 0.5, context)
    if isinstance(term, z3.DatatypeRef):
        return chance.choice(list(members(term.sort()).values()))
    declaration = compared.declared[name].declaration
    low, high = declaration.low or 0, declaration.high if declaration.high is not None else 10_000
    near = [n for number in numbers for n in (number - 1, number, number + 1) if low <= n <= high]
    return z3.IntVal(chance.choice(near) if chance.random() < 0.7 else chance.randint(low, high), context)
