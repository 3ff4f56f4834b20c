"""The calendar and rounding functions of `derive`, exactly, on program values.

Each function has a signature (what its arguments and its result may be, checked when a policy is loaded) and a
computation. Dates are day numbers, for every integer; rounding is on integers scaled by powers of ten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bicameral.sorts import INTEGER, DecimalSort, ValueSort
from bicameral.sorts.date import civil, day_number, month_length


def add_days(a: int, n: int) -> int:
    """The date n days after a."""
    return a + n


def add_months(a: int, n: int) -> int:
    """The date n months after a, clamped to the month's end."""
    year, month, day = civil(a)
    years, month0 = divmod(month - 1 + n, 12)
    year, month = year + years, month0 + 1
    return day_number(year, month, min(day, month_length(year, month)))


def add_years(a: int, n: int) -> int:
    """The date n years after a; 29 February becomes the 28th where there is none."""
    return add_months(a, 12 * n)


def days_between(a: int, b: int) -> int:
    """The greatest n with `add_days(a, n) <= b`."""
    return b - a


def months_between(a: int, b: int) -> int:
    """The greatest n with `add_months(a, n) <= b` where a <= b; negated when swapped."""
    if a > b:
        return -months_between(b, a)
    (year_a, month_a, _), (year_b, month_b, _) = civil(a), civil(b)
    n = (year_b - year_a) * 12 + month_b - month_a
    return n if add_months(a, n) <= b else n - 1


def years_between(a: int, b: int) -> int:
    """The greatest n with `add_years(a, n) <= b` where a <= b; negated when swapped."""
    if a > b:
        return -years_between(b, a)
    n = civil(b)[0] - civil(a)[0]
    return n if add_years(a, n) <= b else n - 1


def first_of_next_month(a: int) -> int:
    """The first day of the month after a's."""
    year, month, _ = civil(a)
    return day_number(year, month, month_length(year, month)) + 1


def end_of_month(a: int) -> int:
    """The last day of a's month."""
    year, month, _ = civil(a)
    return day_number(year, month, month_length(year, month))


def year(a: int) -> int:
    """The calendar year of a."""
    return civil(a)[0]


def month(a: int) -> int:
    """The month of a, January being 1."""
    return civil(a)[1]


def day(a: int) -> int:
    """The day of the month of a."""
    return civil(a)[2]


def weekday(a: int) -> int:
    """The day of the week of a, Monday being 1."""
    return (a + 3) % 7 + 1  # 1970-01-01 was a Thursday


def round_half_up(value: int, step: int) -> int:
    """The multiple of `step` nearest to value; a half goes away from zero."""
    size = (2 * abs(value) + step) // (2 * step) * step
    return size if value >= 0 else -size


def round_down(value: int, step: int) -> int:
    """The multiple of `step` next to value toward zero."""
    size = abs(value) // step * step
    return size if value >= 0 else -size


def round_up(value: int, step: int) -> int:
    """The multiple of `step` next to value away from zero."""
    size = -(-abs(value) // step) * step
    return size if value >= 0 else -size


@dataclass(frozen=True, slots=True)
class CalendarFunction:
    """Arguments (`date` or `int` each), result, computation."""

    arguments: tuple[str, ...]
    result: str
    compute: Callable[..., int]


CALENDAR: Mapping[str, CalendarFunction] = {
    "days_between": CalendarFunction(("date", "date"), "int", days_between),
    "months_between": CalendarFunction(("date", "date"), "int", months_between),
    "years_between": CalendarFunction(("date", "date"), "int", years_between),
    "add_days": CalendarFunction(("date", "int"), "date", add_days),
    "add_months": CalendarFunction(("date", "int"), "date", add_months),
    "add_years": CalendarFunction(("date", "int"), "date", add_years),
    "first_of_next_month": CalendarFunction(("date",), "date", first_of_next_month),
    "end_of_month": CalendarFunction(("date",), "date", end_of_month),
    "year": CalendarFunction(("date",), "int", year),
    "month": CalendarFunction(("date",), "int", month),
    "day": CalendarFunction(("date",), "int", day),
    "weekday": CalendarFunction(("date",), "int", weekday),
}

ROUNDING: Mapping[str, Callable[[int, int], int]] = {
    "round_half_up": round_half_up,
    "round_down": round_down,
    "round_up": round_up,
}

FUNCTIONS = (*CALENDAR, *ROUNDING)

MOST_PLACES = 30  # digits before or after the point that rounding may be asked for
MOST_STEP = 10**9  # of add_*: beyond it no date of the calendar is reached


def check(function: str, arguments: tuple[ValueSort | None, ...], target: ValueSort) -> None:
    """Check the types of a call; None stands for a bare integer. Raises ValueError with what would be right."""
    if function in ROUNDING:
        _check_rounding(function, arguments, target)
        return
    known = CALENDAR[function]
    if len(arguments) != len(known.arguments):
        raise ValueError(f"{function} takes {_shape(known)}, found {len(arguments)} arguments")
    for index, (wanted, found) in enumerate(zip(known.arguments, arguments, strict=True), start=1):
        if wanted != (found or INTEGER).name:
            raise ValueError(f"argument {index} of {function} is a {(found or INTEGER).name}, it takes {_shape(known)}")
    if target.name != known.result:
        raise ValueError(f"{function} gives a value of type {known.result}, not {target.name}")


def _shape(function: CalendarFunction) -> str:
    return f"({', '.join(function.arguments)})"


def _check_rounding(function: str, arguments: tuple[ValueSort | None, ...], target: ValueSort) -> None:
    if len(arguments) != 2:
        raise ValueError(f"{function} takes (number, digits), found {len(arguments)} arguments")
    number, digits = arguments
    if number is not None and not _is_number(number):
        raise ValueError(f"argument 1 of {function} is a {number.name}, it takes a number")
    if digits is not None and digits != INTEGER:
        raise ValueError(f"argument 2 of {function} is a {digits.name}, it takes the int of digits after the point")
    if not _is_number(target):
        raise ValueError(f"{function} gives a number, not a {target.name}")


def check_places(function: str, places: int, target: ValueSort) -> None:
    """Check that a number rounded to `places` digits fits the result. Raises ValueError."""
    if abs(places) > MOST_PLACES:
        raise ValueError(f"{function} to {places} digits: at most {MOST_PLACES}")
    if 10 ** max(places, 0) > target.scale:
        raise ValueError(f"{function} to {places} digits does not fit {target.name}")


def _is_number(sort: ValueSort) -> bool:
    return sort == INTEGER or isinstance(sort, DecimalSort)


def compute(function: str, arguments: tuple[int, ...], sorts: tuple[ValueSort | None, ...], target: ValueSort) -> int:
    """The value of a checked call in the program scale of `target`.

    Raises ValueError where it has none: a step or a number of places beyond sense, or a rounded number with more
    digits than `target` has.
    """
    if function in ROUNDING:
        return _round(function, arguments, sorts[0], target)
    known = CALENDAR[function]
    if known.result == "date" and len(arguments) == 2 and abs(arguments[1]) > MOST_STEP:
        raise ValueError(f"{function} by {arguments[1]} leaves the calendar")
    return known.compute(*arguments)


PERIODIC = {"month": (1, 12), "day": (1, 31), "weekday": (1, 7)}
FALLING = ("days_between", "months_between", "years_between")  # in their first argument; all else rises

Bounds = tuple[int | None, int | None]


def reach(
    function: str, arguments: tuple[Bounds, ...], sorts: tuple[ValueSort | None, ...], target: ValueSort
) -> Bounds:
    """Bounds of a call's value in program scale, given those of its arguments; None where there is none."""
    if function in PERIODIC:
        return PERIODIC[function]
    if function in ROUNDING and arguments[1][0] != arguments[1][1]:
        return None, None
    lowest = [argument[0] for argument in arguments]
    highest = [argument[1] for argument in arguments]
    if function in FALLING:
        lowest[0], highest[0] = highest[0], lowest[0]
    return _at(function, lowest, sorts, target), _at(function, highest, sorts, target)


def _at(function: str, ends: list[int | None], sorts: tuple[ValueSort | None, ...], target: ValueSort) -> int | None:
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return None
    try:
        return compute(function, tuple(known), sorts, target)
    except ValueError:
        return None


def _round(function: str, arguments: tuple[int, ...], sort: ValueSort | None, target: ValueSort) -> int:
    value, places = arguments
    if abs(places) > MOST_PLACES:
        raise ValueError(f"{function} to {places} digits: at most {MOST_PLACES}")
    scale = sort.scale if sort is not None else 1
    fine = scale * int(10 ** max(places, 0))  # every multiple of 10**-places is whole in units of 1/fine
    step = fine * int(10 ** max(-places, 0)) // int(10 ** max(places, 0))
    rounded = ROUNDING[function](value * (fine // scale), step)
    result, rest = divmod(rounded * target.scale, fine)
    if rest:
        raise ValueError(f"{function} to {places} digits does not fit {target.name}")
    return result
