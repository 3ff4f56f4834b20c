"""The step functions as terms and as SMT-LIB, against Python's own calendar."""

from __future__ import annotations

import calendar as stdlib
import datetime as dt
from collections.abc import Callable
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal
from random import Random

import pytest
import z3

from bicameral.formula import calendar, factory, smtlib
from bicameral.formula.bounds import bounds
from bicameral.formula.interpreter import evaluate
from bicameral.formula.steps import reduced
from bicameral.formula.term import Op, Term, subterms
from bicameral.sorts.term_sort import INT

EPOCH = dt.date(1970, 1, 1)
A = factory.symbol("a", INT)
# The first and the last month, ends of centuries leap and not, the epoch, and dates before it.
CORNERS = [dt.date(1, 1, 1), dt.date(9999, 12, 31), dt.date(1900, 2, 28), dt.date(1900, 3, 1), dt.date(2000, 2, 29)]
CORNERS += [dt.date(2100, 2, 28), dt.date(1969, 12, 31), EPOCH, dt.date(2024, 2, 29), dt.date(1600, 2, 29)]


def number(date: dt.date) -> int:
    return (date - EPOCH).days


def last(date: dt.date) -> dt.date:
    return date.replace(day=stdlib.monthrange(date.year, date.month)[1])


def plus(date: dt.date, months: int) -> dt.date:
    year, month = divmod(date.year * 12 + date.month - 1 + months, 12)
    return dt.date(year, month + 1, min(date.day, stdlib.monthrange(year, month + 1)[1]))


def whole(first: dt.date, second: dt.date, months: int) -> int:
    """By bisection on the definition: the greatest n with first + n * months <= second; negated when swapped."""
    if first > second:
        return -whole(second, first, months)
    low, high = 0, (second.year - first.year) * 12 // months + 13
    while high - low > 1:
        middle = (low + high) // 2
        try:
            reached = plus(first, middle * months) <= second
        except ValueError:  # beyond 9999
            reached = False
        low, high = (middle, high) if reached else (low, middle)
    return low


UNARY: dict[str, Callable[[dt.date], int]] = {
    "year": lambda d: d.year,
    "month": lambda d: d.month,
    "day": lambda d: d.day,
    "weekday": lambda d: d.isoweekday(),
    "end_of_month": lambda d: number(last(d)),
    "first_of_next_month": lambda d: number(last(d)) + 1,
}
PAIRS: dict[str, Callable[[dt.date, dt.date], int]] = {
    "days_between": lambda a, b: (b - a).days,
    "months_between": lambda a, b: whole(a, b, 1),
    "years_between": lambda a, b: whole(a, b, 12),
}
STEPS: dict[str, Callable[[dt.date, int], int]] = {
    "add_days": lambda d, n: number(d + dt.timedelta(days=n)),
    "add_months": lambda d, n: number(plus(d, n)),
    "add_years": lambda d, n: number(plus(d, 12 * n)),
}
ROUNDING = {"round_half_up": ROUND_HALF_UP, "round_down": ROUND_DOWN, "round_up": ROUND_UP}


def dates(rng: Random, count: int) -> list[dt.date]:
    near = [
        corner + dt.timedelta(days=step)
        for corner in CORNERS
        for step in range(-3, 4)
        if 0 < corner.toordinal() + step <= dt.date.max.toordinal()
    ]
    return near + [dt.date.fromordinal(rng.randint(1, dt.date.max.toordinal())) for _ in range(count)]


def points(seed: int, count: int = 300) -> list[tuple[str, tuple[int, ...], int]]:
    """A function, its arguments, and the value that Python's standard library gives."""
    rng = Random(seed)
    found: list[tuple[str, tuple[int, ...], int]] = []
    for date in dates(rng, count):
        found += [(name, (number(date),), of(date)) for name, of in UNARY.items()]
        others = [rng.choice(dates(rng, 1)), date, last(date)]
        near = date.toordinal() + rng.randint(-800, 800)
        others += [dt.date.fromordinal(near)] if 0 < near <= dt.date.max.toordinal() else []
        found += [(name, (number(date), number(o)), of(date, o)) for name, of in PAIRS.items() for o in others]
        for name, step in STEPS.items():
            n = rng.randint(-40, 40)
            try:
                found.append((name, (number(date), n), step(date, n)))
            except (ValueError, OverflowError):
                continue
    for name, mode in ROUNDING.items():
        for _ in range(count):
            value, unit = rng.randint(-10_000, 10_000), rng.choice([1, 10, 25, 100])
            found.append((name, (value, unit), int((Decimal(value) / unit).to_integral_value(mode)) * unit))
    return found


def test_terms_have_the_values_of_the_standard_library() -> None:
    for name, arguments, wanted in points(1):
        assert evaluate(factory.call(name, A, *map(factory.integer, arguments[1:])), {"a": arguments[0]}) == wanted
        assert factory.call(name, *map(factory.integer, arguments)) == factory.integer(wanted)


def test_the_smt_lib_definitions_have_the_values_of_the_standard_library() -> None:
    """Z3 evaluates the text, which shares nothing with the interpreter."""
    solver = z3.SimpleSolver()
    lines = calendar.definitions(calendar.STEPS)
    for name, arguments, wanted in points(2):
        shown = " ".join(map(smtlib.print_value, arguments))
        lines.append(f"(assert (= ({calendar.smtlib_name(name)} {shown}) {smtlib.print_value(wanted)}))")
    solver.from_string("\n".join(lines))
    assert solver.check() == z3.sat


def random_step(rng: Random) -> tuple[Term, int]:
    """A step function of one unknown, sometimes within others, and a point of interest."""
    name, arguments, _ = rng.choice(points_cache)
    place = 0 if name.startswith("round") else rng.randrange(len(arguments))
    inner = A
    if rng.random() < 0.3:
        inner = factory.add(
            factory.mul(factory.integer(rng.choice([1, -1, 3])), A), factory.integer(rng.randint(-5, 5))
        )
    term = factory.call(name, *(inner if i == place else factory.integer(v) for i, v in enumerate(arguments)))
    if rng.random() < 0.2:
        term = factory.call("year", term)
    if rng.random() < 0.2:
        term = factory.tdiv(term, factory.integer(rng.choice([12, -7])))
    if rng.random() < 0.3:
        term = factory.add(factory.mul(factory.integer(rng.choice([2, -3])), term), factory.integer(rng.randint(-9, 9)))
    return term, arguments[place]


points_cache = points(3, 60)


@pytest.mark.parametrize("seed", range(4))
def test_reduced_comparisons_say_the_same(seed: int) -> None:
    rng = Random(seed)
    bare = 0
    for _ in range(600):
        term, point = random_step(rng)
        value = evaluate(term, {"a": point + rng.randint(-40, 40)})
        assert isinstance(value, int)
        sides = [term, factory.integer(value + rng.choice([0, 0, 1, -1, 5]))]
        rng.shuffle(sides)
        atom = rng.choice([factory.le, factory.lt, factory.eq])(*sides)
        found = reduced(atom)
        bare += all(node.op is not Op.CALL for node in subterms(found))
        for at in [point + step for step in range(-63, 64, 3)] + [rng.randint(-(10**6), 10**6)]:
            assert evaluate(found, {"a": at}) == evaluate(atom, {"a": at}), (atom, found, at)
    assert bare > 300  # most are step functions that rise or fall


def test_bounds_hold_every_value() -> None:
    rng = Random(5)
    for _ in range(600):
        term, point = random_step(rng)
        low, high = point - rng.randint(0, 400), point + rng.randint(0, 400)
        least, most = bounds(term, {A: (low, high)})
        for at in (low, high, rng.randint(low, high)):
            value = evaluate(term, {"a": at})
            assert isinstance(value, int)
            assert least is None or least <= value
            assert most is None or value <= most
