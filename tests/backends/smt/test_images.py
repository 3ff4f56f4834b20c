"""Days that calendar functions take to the same values, against the standard library's calendar."""

from __future__ import annotations

import datetime as dt

from bicameral.backends.smt.images import outermost_calls, preimages
from bicameral.formula import factory
from bicameral.sorts.term_sort import INT

EPOCH = dt.date(1970, 1, 1).toordinal()
DAY = factory.symbol("day", INT)
FIRST, LAST = (dt.date(year, 1, 1).toordinal() - EPOCH for year in (1996, 2005))


def date_of(day: int) -> dt.date:
    return dt.date.fromordinal(EPOCH + day)


def test_first_days_of_months_and_thresholds() -> None:
    month = factory.call("month", DAY)
    threshold = dt.date(2000, 6, 15).toordinal() - EPOCH
    found = preimages((month,), DAY, range(FIRST, LAST), (threshold,))
    seen: dict[tuple[bool, int], int] = {}
    for day in range(FIRST, LAST):
        seen.setdefault((day >= threshold, date_of(day).month), day)
    assert list(found) == list(seen.values())


def test_the_length_of_a_year_has_two_values() -> None:
    length = factory.call("days_between", DAY, factory.call("add_years", DAY, factory.integer(1)))
    found = preimages((length,), DAY, range(FIRST, LAST), ())
    assert [date_of(day) for day in found] == [dt.date(1996, 1, 1), dt.date(1996, 2, 29)]


def test_calls_are_found_only_where_nothing_else_sees_the_number() -> None:
    inner = factory.call("add_years", DAY, factory.integer(1))
    outer = factory.call("month", inner)
    assert outermost_calls((factory.le(outer, factory.integer(3)),), DAY) == (outer,)
    assert outermost_calls((factory.lt(outer, DAY),), DAY) is None
    assert outermost_calls((), DAY) is None
