"""The calendar and rounding functions of `derive`, exactly, on program values.

Each function has a signature (what its arguments and its result may be, checked when a policy is loaded) and a
computation. Dates are day numbers, for every integer; rounding is on integers scaled by powers of ten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bicameral.formula import calendar
from bicameral.formula.calendar import Bounds
from bicameral.sorts import INTEGER, DecimalSort, ValueSort


@dataclass(frozen=True, slots=True)
class CalendarFunction:
    """Arguments (`date` or `int` each), result, computation."""

    arguments: tuple[str, ...]
    result: str
    compute: Callable[..., int]


CALENDAR: Mapping[str, CalendarFunction] = {
    "days_between": CalendarFunction(("date", "date"), "int", calendar.days_between),
    "months_between": CalendarFunction(("date", "date"), "int", calendar.months_between),
    "years_between": CalendarFunction(("date", "date"), "int", calendar.years_between),
    "add_days": CalendarFunction(("date", "int"), "date", calendar.add_days),
    "add_months": CalendarFunction(("date", "int"), "date", calendar.add_months),
    "add_years": CalendarFunction(("date", "int"), "date", calendar.add_years),
    "first_of_next_month": CalendarFunction(("date",), "date", calendar.first_of_next_month),
    "end_of_month": CalendarFunction(("date",), "date", calendar.end_of_month),
    "year": CalendarFunction(("date",), "int", calendar.year),
    "month": CalendarFunction(("date",), "int", calendar.month),
    "day": CalendarFunction(("date",), "int", calendar.day),
    "weekday": CalendarFunction(("date",), "int", calendar.weekday),
}

ROUNDING: Mapping[str, Callable[[int, int], int]] = {
    "round_half_up": calendar.round_half_up,
    "round_down": calendar.round_down,
    "round_up": calendar.round_up,
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


def reach(
    function: str, arguments: tuple[Bounds, ...], sorts: tuple[ValueSort | None, ...], target: ValueSort
) -> Bounds:
    """Bounds of a call's value in program scale, given those of its arguments; None where there is none."""
    if function not in ROUNDING:
        return calendar.reach(function, arguments)
    if arguments[1][0] != arguments[1][1]:
        return None, None
    low, high = ([argument[end] for argument in arguments] for end in (0, 1))
    return _at(function, low, sorts, target), _at(function, high, sorts, target)


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
