"""The calendar and rounding functions against their definitions."""

from __future__ import annotations

import calendar
import datetime as dt
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bicameral.formula import calendar as steps
from bicameral.policy import check_text
from bicameral.policy.cases.reader import CaseReader
from bicameral.policy.derive import functions
from bicameral.sorts import INTEGER, decimal

EPOCH = dt.date(1970, 1, 1)
DAYS = st.dates(dt.date(1890, 1, 1), dt.date(2110, 12, 31))
STEPS = st.integers(-200, 200)
REACH = 3000  # months between any two of DAYS


def day_number(date: dt.date) -> int:
    return (date - EPOCH).days


def date_of(day: int) -> dt.date:
    return EPOCH + dt.timedelta(days=day)


def plus_months(date: dt.date, months: int) -> dt.date:
    """By counting months one at a time on the standard library's calendar."""
    year, month = date.year, date.month
    for _ in range(abs(months)):
        month += 1 if months > 0 else -1
        if month == 13:
            year, month = year + 1, 1
        elif month == 0:
            year, month = year - 1, 12
    return dt.date(year, month, min(date.day, calendar.monthrange(year, month)[1]))


@given(DAYS, STEPS)
def test_add_months(date: dt.date, months: int) -> None:
    assert date_of(steps.add_months(day_number(date), months)) == plus_months(date, months)


@given(DAYS, st.integers(-15, 15))
def test_add_years_is_twelve_months_each(date: dt.date, years: int) -> None:
    assert date_of(steps.add_years(day_number(date), years)) == plus_months(date, 12 * years)


@given(DAYS, STEPS)
def test_add_days(date: dt.date, days: int) -> None:
    assert date_of(steps.add_days(day_number(date), days)) == date + dt.timedelta(days=days)


def greatest(a: int, b: int, months: int) -> int:
    """The greatest n with add(a, n) <= b, by search; negated when swapped."""
    if a > b:
        return -greatest(b, a, months)
    n = 0
    while steps.add_months(a, months * (n + 1)) <= b:
        n += 1
    return n


@given(DAYS, DAYS)
def test_months_between_by_search(first: dt.date, second: dt.date) -> None:
    a, b = day_number(first), day_number(second)
    assert steps.months_between(a, b) == greatest(a, b, 1)


@given(DAYS, DAYS)
def test_years_between_by_search(first: dt.date, second: dt.date) -> None:
    a, b = day_number(first), day_number(second)
    assert steps.years_between(a, b) == greatest(a, b, 12)


@given(DAYS, DAYS)
def test_days_between(first: dt.date, second: dt.date) -> None:
    assert steps.days_between(day_number(first), day_number(second)) == (second - first).days


@given(DAYS)
def test_parts(date: dt.date) -> None:
    day = day_number(date)
    assert (steps.year(day), steps.month(day), steps.day(day)) == (date.year, date.month, date.day)
    assert steps.weekday(day) == date.isoweekday()
    last = date_of(steps.end_of_month(day))
    assert (last.year, last.month) == (date.year, date.month)
    assert (last + dt.timedelta(days=1)).day == 1
    assert steps.first_of_next_month(day) == steps.end_of_month(day) + 1


@pytest.mark.parametrize(
    ("first", "second", "months", "years"),
    [
        ("2024-01-31", "2024-02-29", 1, 0),  # clamped to the month's end
        ("2024-01-31", "2024-02-28", 0, 0),
        ("2023-01-31", "2023-02-28", 1, 0),
        ("2024-02-29", "2025-02-28", 12, 1),
        ("2024-02-29", "2025-02-27", 11, 0),
        ("2024-02-28", "2025-02-28", 12, 1),
        ("2025-02-28", "2024-02-29", -12, -1),  # negated: counted from the earlier
        ("2020-08-01", "2021-02-09", 6, 0),
    ],
)
def test_published_edges(first: str, second: str, months: int, years: int) -> None:
    a, b = (day_number(dt.date.fromisoformat(text)) for text in (first, second))
    assert (steps.months_between(a, b), steps.years_between(a, b)) == (months, years)


ROUNDINGS = {"round_half_up": ROUND_HALF_UP, "round_down": ROUND_DOWN, "round_up": ROUND_UP}


@given(st.integers(-(10**7), 10**7), st.integers(0, 4), st.integers(-3, 4), st.sampled_from(sorted(ROUNDINGS)))
def test_rounding_is_that_of_the_decimal_module(value: int, digits: int, places: int, function: str) -> None:
    with localcontext() as context:
        context.prec = 60
        number = Decimal(value).scaleb(-digits)
        step = Decimal(1).scaleb(-places)
        wanted = (number / step).to_integral_value(ROUNDINGS[function]) * step
        target = decimal(6)
        found = functions.compute(function, (value, places), (decimal(digits), None), target)
        assert Decimal(found).scaleb(-6) == wanted


def test_a_rounded_number_must_fit_its_type() -> None:
    with pytest.raises(ValueError, match="does not fit int"):
        functions.compute("round_down", (125, 1), (decimal(2), None), INTEGER)
    assert functions.compute("round_down", (125, 0), (decimal(2), None), INTEGER) == 1


def test_steps_beyond_sense_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="leaves the calendar"):
        functions.compute("add_years", (0, 10**100), (None, None), INTEGER)
    with pytest.raises(ValueError, match="at most"):
        functions.compute("round_up", (1, 10**9), (None, None), INTEGER)


@given(
    st.lists(DAYS, min_size=2, max_size=2, unique=True).map(sorted),
    st.lists(DAYS, min_size=2, max_size=2, unique=True).map(sorted),
    st.data(),
)
def test_reach_holds_every_value(first: list[dt.date], second: list[dt.date], data: st.DataObject) -> None:
    function = data.draw(st.sampled_from(["days_between", "months_between", "years_between"]))
    a = data.draw(st.dates(*first))
    b = data.draw(st.dates(*second))
    bounds = tuple((day_number(low), day_number(high)) for low, high in (first, second))
    low, high = functions.reach(function, bounds, (None, None), INTEGER)
    assert low is not None
    assert high is not None
    assert low <= functions.compute(function, (day_number(a), day_number(b)), (None, None), INTEGER) <= high


POLICY = """
%@ input start: date 2000-01-01..2099-12-31
%@ input closed leaving: date 2000-01-01..2099-12-31
%@ input pay: decimal(4) 0..1000
%@ derive next: date = add_months(start, 6)
%@ derive served: int 0..600 = months_between(start, leaving)
%@ derive twice: int = year(next)
%@ derive cents: decimal(2) = round_half_up(pay, 2)
%@ derive left: int = days_between(start, 2026-04-06)
%@ outcome o
o :- next(N), N > 0, served(S), S > 2, twice(T), T > 0, cents(C), C > 0, left(L), L > 0.
"""


def test_derived_inputs_of_a_case() -> None:
    reader = CaseReader(check_text(POLICY))
    case = reader.make_case({"start": "2026-01-31", "leaving": "2026-04-30", "pay": Decimal("1.005")})
    assert list(case.stated) == ["start", "leaving", "pay", "next", "served", "twice", "cents", "left"]
    assert date_of(case.stated["next"]) == dt.date(2026, 7, 31)  # type: ignore[arg-type]
    assert case.stated["served"] == 3
    assert case.stated["twice"] == 2026
    assert case.stated["cents"] == 101
    assert case.stated["left"] == 65
    assert case.assumed == {}


def test_a_derived_input_without_a_value_is_assumed_as_its_argument_is() -> None:
    reader = CaseReader(check_text(POLICY))
    case = reader.make_case({"start": "2026-01-31"})
    assert case.assumed == {"leaving": None, "served": None}
    assert "cents" not in case.stated
    assert reader.policy.inputs["served"].may_lack_value
    opened = reader.make_case({"start": "2026-01-31"}, unknown=["leaving"])
    assert opened.assumed == {}
    assert "served" not in opened.stated


def test_ranges_of_derived_inputs_come_from_their_arguments() -> None:
    policy = check_text(POLICY)
    assert (policy.inputs["twice"].low, policy.inputs["twice"].high) == (2000, 2100)
    assert (policy.inputs["cents"].low, policy.inputs["cents"].high) == (0, 100000)
    assert (policy.inputs["served"].low, policy.inputs["served"].high) == (0, 600)


def test_keyed_derived_inputs() -> None:
    policy = check_text(
        "%@ sort person\n%@ input born(person): date\n%@ input closed left(person): date\n%@ input today: date\n"
        "%@ derive age(person): int 0..150 = years_between(born, today)\n"
        "%@ derive gone(person): int = days_between(left, today)\n%@ outcome o\n"
        "o :- age(bob,A), A > 3, gone(bob,G), G > 3."
    )
    facts = {"born": {"ann": "2000-05-01", "cy": None}, "today": "2026-04-30", "left": {"ann": "2026-04-01"}}
    case = CaseReader(policy).make_case(facts, entities={"person": ["ann", "cy"]})
    assert case.stated["age(ann)"] == 25
    assert case.stated["gone(ann)"] == 29
    assert "age(cy)" not in case.stated
    assert case.assumed == {"left(cy)": None, "left(bob)": None, "gone(cy)": None, "gone(bob)": None}
    assert list(case.stated) == ["born(ann)", "left(ann)", "today", "age(ann)", "gone(ann)"]
