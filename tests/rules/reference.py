"""What the documents under `rules/` say, in exact fractions: written from each source.md, not from its policy.lp."""

from __future__ import annotations

import math
from datetime import date
from fractions import Fraction

from tests.rules.calendar import add_months


def round_up(value: Fraction, step: Fraction) -> Fraction:
    return math.ceil(value / step) * step


def travel(cost: int, international: bool, approved: bool, tenure: int) -> bool:
    """Whether the trip is approved; booking follows it."""
    if not approved and (cost > 1000 or international):
        return False
    return not international or tenure >= 6


def lending(debt: Fraction, loan: Fraction, qualified: bool) -> bool:
    return (qualified or debt <= Fraction("0.43")) and loan <= Fraction("0.95")


def holiday(days: Fraction, year_start: date, start: date | None, leaving: date | None) -> Fraction | None:
    """Days of holiday, or None for what the document does not cover."""
    following = add_months(year_start, 12)
    if (year_start.month, year_start.day) == (2, 29):
        return None
    if (start is not None and start >= following) or (leaving is not None and leaving < year_start):
        return None
    starts = start is not None and start >= year_start
    leaves = leaving is not None and leaving < following
    if starts and leaves:
        return None
    full = min(Fraction("5.6") * days, Fraction(28))
    if starts:
        assert start is not None
        begun = next(m for m in range(1, 13) if start < add_months(year_start, m))  # the month of the start, from 1
        return round_up(full * Fraction(12 - begun + 1, 12), Fraction(1, 2))
    if leaves:
        assert leaving is not None
        elapsed = (leaving - year_start).days + 1
        year = [date.fromordinal(n) for n in range(year_start.toordinal(), following.toordinal())]
        holds = any((day.month, day.day) == (2, 29) for day in year)
        return round_up(full * Fraction(elapsed, 366 if holds else 365), Fraction(1, 10))
    return full


def severance(months: Fraction, salary: Fraction, unfit: bool) -> Fraction:
    years = months / 12
    if months < 8 and not unfit:
        return Fraction(0)
    amount = salary * (min(years, Fraction(10)) / 4 + max(years - 10, Fraction(0)) / 3)
    cents = math.floor(amount * 100 + Fraction(1, 2))
    return Fraction(2 * cents if unfit else cents, 100)


def weekly_benefit(annual: Fraction) -> int:
    average = math.floor(annual / 52)
    if average < 100:
        return average
    benefit = math.floor(Fraction(9, 10) * min(average, 915) + Fraction(1, 2) * max(average - 915, 0))
    return max(100, min(benefit, 1647))


def weeks(hours: Fraction, leave: str, complication: bool) -> int:
    if hours < 820:
        return 0
    base = {"family": 12, "medical": 12, "combined": 16}[leave]
    return base + (2 if complication and leave != "family" else 0)


def exclusion(year: int, filing: str, benefit: Fraction, earnings: Fraction, spouse: Fraction) -> Fraction:
    cap = Fraction(5000 if year < 2026 else 7500) / (2 if filing == "separate" else 1)
    earned = earnings if filing == "single" else min(earnings, spouse)
    return min(benefit, cap, earned)
