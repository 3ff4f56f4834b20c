"""Values in and out of each type, exactly."""

from __future__ import annotations

import datetime as dt
import time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bicameral.sorts import DATE, INTEGER, ValueSort, decimal, enumeration, read_boolean, read_type
from bicameral.sorts.date import FIRST, LAST, civil, day_number
from bicameral.sorts.near import clipped, did_you_mean, nearest

MEDICAL = enumeration("reason", ("medical", "family"))


@given(st.integers(-(10**30), 10**30), st.integers(0, 9))
def test_a_decimal_reads_what_it_shows(value: int, digits: int) -> None:
    sort = decimal(digits)
    shown = sort.show(value)
    assert Fraction(shown) == Fraction(value, 10**digits)
    assert sort.read(shown) == value
    assert -shown.as_tuple().exponent == digits  # type: ignore[operator]
    assert sort.read_text(format(shown, "f")) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9), max_value=10**9))
def test_too_many_digits_are_an_error_and_zeros_are_not(number: Decimal) -> None:
    scaled = Fraction(number) * 10**4
    if scaled.denominator == 1:
        assert decimal(4).read(number) == scaled
    else:
        with pytest.raises(ValueError, match="at most 4 digits"):
            decimal(4).read(number)


def test_whole_numbers() -> None:
    assert INTEGER.read(Decimal("2500.0")) == 2500
    assert INTEGER.read(Decimal("2.5E+3")) == 2500
    assert INTEGER.read(10**30) == 10**30
    with pytest.raises(ValueError, match="whole number"):
        INTEGER.read(Decimal("2500.5"))


@pytest.mark.parametrize("sort", [INTEGER, decimal(2)])
@pytest.mark.parametrize("value", ["2500", True, False, None, [1], {"a": 1}, Decimal("NaN"), Decimal("-Infinity")])
def test_what_is_no_number(sort: ValueSort, value: object) -> None:
    with pytest.raises(ValueError, match=r"expected a number|is not a number"):
        sort.read(value)


@pytest.mark.parametrize("value", [0.43, 2500.0, float("nan"), float("inf")])
def test_floats_are_refused_with_advice(value: float) -> None:
    for sort in (INTEGER, decimal(4)):
        with pytest.raises(ValueError, match=r"decimal\.Decimal"):
            sort.read(value)


@pytest.mark.parametrize(
    "value", [Decimal("1e999999999"), Decimal("1e-999999999"), Decimal("9" * 5000), 10**4000, Decimal("-1e100000")]
)
def test_huge_numbers_are_refused_cheaply(value: object) -> None:
    started = time.perf_counter()
    with pytest.raises(ValueError, match=r"more than|digits after"):
        decimal(9).read(value)
    assert time.perf_counter() - started < 0.1


@given(st.dates())
def test_dates_are_those_of_the_standard_library(date: dt.date) -> None:
    day = (date - dt.date(1970, 1, 1)).days
    assert DATE.read(date.isoformat()) == DATE.read(date) == day
    assert DATE.show(day) == date.isoformat()
    assert civil(day) == (date.year, date.month, date.day)


@given(st.integers(-(10**9), 10**9))
def test_the_calendar_goes_on_for_ever(day: int) -> None:
    assert day_number(*civil(day)) == day


def test_dates_beyond_the_calendar_still_show() -> None:
    assert DATE.show(LAST) == "9999-12-31"
    assert DATE.show(LAST + 1) == "+10000-01-01"
    assert DATE.show(FIRST - 366) == "0000-01-01"
    assert DATE.show(FIRST - 367) == "-0001-12-31"


@pytest.mark.parametrize(
    "text", ["2026-2-1", "2026-02-30", "20260201", "2026-02-01T00:00:00", "0000-01-01", "٢٠٢٦-01-01"]
)
def test_what_is_no_date(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a date|no day|not a day"):
        DATE.read(text)


def test_a_date_with_a_time_is_no_date() -> None:
    with pytest.raises(ValueError, match="expected a date"):
        DATE.read(dt.datetime(2026, 1, 1, 12, 0))
    with pytest.raises(ValueError, match="expected a date"):
        DATE.read(20000)


def test_members() -> None:
    assert MEDICAL.read("family") == "family"
    assert MEDICAL.term_sort.members == ("medical", "family")
    with pytest.raises(ValueError, match="did you mean `medical`"):
        MEDICAL.read("medicl")
    with pytest.raises(ValueError, match="expected one of"):
        MEDICAL.read(1)


def test_booleans() -> None:
    assert read_boolean(True) is True
    for value in (1, 0, "true", None, Decimal(1)):
        with pytest.raises(ValueError, match="expected true or false"):
            read_boolean(value)


def test_the_catalogue() -> None:
    sorts = {"reason": MEDICAL}
    assert read_type("int", sorts) == INTEGER
    assert read_type("date", sorts) == DATE
    assert read_type("decimal( 2 )", sorts) == decimal(2)
    assert read_type("reason", sorts) == MEDICAL
    for text, hint in [("itn", "int"), ("reasn", "reason"), ("decimal", "digits"), ("bool", "without a type")]:
        with pytest.raises(ValueError, match=hint):
            read_type(text, sorts)
    with pytest.raises(ValueError, match="0 to 9"):
        read_type("decimal(10)", sorts)


def test_values_for_people() -> None:
    assert INTEGER.show_text(-2500000) == "-2,500,000"
    assert decimal(4).show_text(4300) == "0.4300"
    assert decimal(2).show_text(-123456789) == "-1,234,567.89"
    assert decimal(0).show_text(1234) == "1,234"
    assert DATE.show_text(0) == "1970-01-01"


def test_near_words() -> None:
    assert nearest("internatonal", ["cost", "international"]) == "international"
    assert nearest("COST", ["cost", "costs"]) == "cost"
    assert nearest("zzz", ["cost"]) is None
    assert nearest("x" * 10**6, ["x"]) is None
    assert did_you_mean("zzz", []) is None
    assert clipped("a\ud800\nb" + "c" * 100) == r"a\ud800\nb" + "c" * 53 + "..."
