"""Each policy in stock clingo computes what its document says, and what others have published."""

from __future__ import annotations

import random
from datetime import date, timedelta
from fractions import Fraction

import pytest

from tests.rules import reference
from tests.rules.calendar import add_months
from tests.rules.owners import OwnersCase, every_case
from tests.rules.stock import Fact, outcomes, own_unit

ROUNDS = 500


def only(atoms: dict[str, set[Fact]] | None, name: str) -> Fact:
    assert atoms is not None
    (value,) = atoms[name]
    return value


def cents(rng: random.Random, *edges: int, high: int) -> Fraction:
    """An amount with two digits, often at or beside an edge given in whole units."""
    if rng.random() < 0.5:
        return Fraction(max(0, rng.choice(edges) * 100 + rng.randint(-2, 2)), 100)
    return Fraction(rng.randint(0, high * 100), 100)


def test_travel() -> None:
    for cost in (0, 999, 1000, 1001, 2500):
        for tenure in (0, 5, 6, 7, 100):
            for international in (False, True):
                for approved in (False, True):
                    facts: dict[str, Fact] = {"cost": cost, "tenure": tenure}
                    facts |= {"international": international, "manager_approved": approved}
                    atoms = outcomes("travel", facts)
                    assert atoms is not None
                    want = reference.travel(cost, international, approved, tenure)
                    assert ("trip_approved" in atoms, "booking_allowed" in atoms) == (want, want), facts


def test_cash_law() -> None:
    for food in (False, True):
        for premises in (False, True):
            atoms = outcomes("cash_law", {"food_or_retail": food, "paid_on_premises": premises})
            assert atoms is not None
            assert ("must_accept_cash" in atoms) == (food and premises)


def test_lending() -> None:
    for debt in ("0", "0.4299", "0.43", "0.4301", "1.2"):
        for loan in ("0", "0.95", "0.9501", "100"):
            for qualified in (False, True):
                facts: dict[str, Fact] = {"debt_to_income": Fraction(debt), "loan_to_value": Fraction(loan)}
                atoms = outcomes("lending", facts | {"qualified_mortgage": qualified})
                assert atoms is not None
                assert ("approved" in atoms) == reference.lending(Fraction(debt), Fraction(loan), qualified), facts


def near(rng: random.Random, *days: date) -> date:
    return rng.choice(days) + timedelta(days=rng.randint(-3, 3) if rng.random() < 0.6 else rng.randint(-400, 400))


def test_holiday() -> None:
    rng = random.Random(20)
    covered = 0
    for _ in range(4 * ROUNDS):
        year = rng.randint(2001, 2098)
        year_start = near(rng, date(year, 1, 31), date(year, 2, 28), date(year, 3, 1), date(year, 4, 1))
        following = add_months(year_start, 12)
        month = add_months(year_start, rng.randint(0, 12))
        start = near(rng, year_start, following, month) if rng.random() < 0.5 else None
        leaving = near(rng, year_start, following, month) if rng.random() < 0.5 else None
        days = Fraction(rng.randint(0, 70), 10)
        facts: dict[str, Fact] = {"days_per_week": days, "year_start": year_start}
        facts |= {name: day for name, day in (("start", start), ("leaving", leaving)) if day is not None}
        atoms = outcomes("holiday_uk", facts)
        want = reference.holiday(days, year_start, start, leaving)
        assert (None if atoms is None else only(atoms, "entitlement")) == want, facts
        covered += want is not None
    assert covered > ROUNDS


def test_severance() -> None:
    rng = random.Random(21)
    for turn in range(4 * ROUNDS):
        months = cents(rng, 0, 8, 12, 120, 132, 720, high=720)
        salary = cents(rng, 0, 1, 100, 144, 1000, 2500, 100_000, high=100_000)
        months, salary = min(months, Fraction(720)), min(salary, Fraction(100_000))
        unfit = turn % 2 == 1
        facts: dict[str, Fact] = {"service": months, "salary": salary, "unfit_through_work": unfit}
        atoms = outcomes("severance_fr", facts)
        assert atoms is not None
        assert only(atoms, "severance") == reference.severance(months, salary, unfit), facts
        assert ("entitled" in atoms) == (months >= 8 or unfit), facts


def test_leave() -> None:
    rng = random.Random(22)
    for _ in range(ROUNDS):
        annual = min(cents(rng, 5200, 5772, 47_580, 133_224, 133_328, 10**7, high=200_000), Fraction(10**7))
        hours = cents(rng, 820, high=2000)
        leave = rng.choice(["family", "medical", "combined"])
        complication = rng.random() < 0.5
        facts: dict[str, Fact] = {"annual_pay": annual, "hours": hours, "leave": leave}
        atoms = outcomes("leave_wa", facts | {"pregnancy_complication": complication})
        assert atoms is not None
        benefit, weeks = reference.weekly_benefit(annual), reference.weeks(hours, leave, complication)
        assert ("eligible" in atoms) == (hours >= 820), facts
        assert (only(atoms, "weekly_benefit"), only(atoms, "weeks")) == (benefit, weeks), facts


def test_dependent_care() -> None:
    rng = random.Random(23)
    for _ in range(ROUNDS):
        year = rng.choice([2022, 2025, 2026, 2027, 2100])
        filing = rng.choice(["single", "joint", "separate"])
        benefit, earnings, spouse = (cents(rng, 0, 2500, 3750, 5000, 7500, high=10_000) for _ in range(3))
        facts: dict[str, Fact] = {"tax_year": year, "filing": filing, "benefit": benefit, "earnings": earnings}
        atoms = outcomes("dependent_care", facts | {"spouse_earnings": spouse})
        want = reference.exclusion(year, filing, benefit, earnings, spouse)
        assert (only(atoms, "exclusion"), only(atoms, "taxable")) == (want, benefit - want), facts


@pytest.mark.parametrize("case", [case for case in every_case() if case.values], ids=str)
def test_owners_values(case: OwnersCase) -> None:
    """What an input nobody stated could change is no value in cases.yaml, so leaving it out is sound here."""
    atoms = outcomes(case.policy, {name: own_unit(value) for name, value in case.facts.items()})
    for name, want in case.values.items():
        assert only(atoms, name) == own_unit(want)


def test_no_step_leaves_32_bits() -> None:
    """The largest admissible inputs, where a product would wrap if one could."""
    assert only(
        outcomes("severance_fr", {"service": 720, "salary": 100_000, "unfit_through_work": True}), "severance"
    ) == reference.severance(Fraction(720), Fraction(100_000), True)
    assert only(outcomes("leave_wa", {"annual_pay": 10**7}), "weekly_benefit") == 1647
    facts: dict[str, Fact] = {"tax_year": 2026, "filing": "single", "benefit": 10**6, "earnings": 10**7}
    assert only(outcomes("dependent_care", facts), "taxable") == 992_500
