"""Step functions of numbers: the calendar, and rounding, on program values and as SMT-LIB.

Dates are day numbers of the proleptic Gregorian calendar, for every integer. All but three of them rise or fall with
each argument and go through every bound, so a comparison of one with a constant is a bound of its argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bicameral.sorts.date import civil, day_number, month_length
from bicameral.source.record import record

Bounds = tuple[int | None, int | None]  # None: no bound known on that side


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


@record
class StepFunction:
    """What is known of one function.

    `directions` say for each argument whether the value rises (1) or falls (-1) with it, without end; 0 where it
    does neither, and `values` are then what the function is between. `parameters` and `body` are its SMT-LIB
    definition, `uses` the helpers and functions that stand in it.
    """

    compute: Callable[..., int]
    directions: tuple[int, ...]
    body: str
    uses: tuple[str, ...] = ()
    values: Bounds = (None, None)


# Months are counted from March of the year 0, so that the leap day ends a year; a date is taken apart by Neri and
# Schneider's divisions (2023), each by a constant. SMT-LIB's `div` rounds down where the divisor is positive.
_HELPERS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "n1": ("(a Int)", "(+ (* 4 (+ a 719468)) 3)", ()),
    "n2": ("(a Int)", "(+ (* 4 (div (mod (calendar.n1 a) 146097) 4)) 3)", ("n1",)),
    "n3": ("(a Int)", "(+ (* 5 (div (mod (calendar.n2 a) 1461) 4)) 461)", ("n2",)),
    "months": (
        "(a Int)",
        "(+ (* 1200 (div (calendar.n1 a) 146097)) (* 12 (div (calendar.n2 a) 1461)) (div (calendar.n3 a) 153) (- 3))",
        ("n1", "n2", "n3"),
    ),
    "first": (
        "(i Int)",
        (
            "(let ((y (div i 12)) (m (mod i 12))) (+ (* 365 y) (div y 4) (- (div y 100)) (div y 400) "
            "(div (+ (* 153 m) 2) 5) (- 719468)))"
        ),
        (),
    ),
    "forward": (  # where a <= b: one month less unless the day is reached, or the end of the month
        "(a Int) (b Int)",
        (
            "(let ((n (- (calendar.months b) (calendar.months a)))) "
            "(ite (or (<= (calendar.day a) (calendar.day b)) (= (calendar.day (+ b 1)) 1)) n (- n 1)))"
        ),
        ("months", "day"),
    ),
}

STEPS: Mapping[str, StepFunction] = {
    "days_between": StepFunction(days_between, (-1, 1), "(- b a)"),
    "months_between": StepFunction(
        months_between, (-1, 1), "(ite (<= a b) (calendar.forward a b) (- (calendar.forward b a)))", ("forward",)
    ),
    "years_between": StepFunction(
        years_between,
        (-1, 1),
        "(ite (<= a b) (div (calendar.forward a b) 12) (- (div (calendar.forward b a) 12)))",
        ("forward",),
    ),
    "add_days": StepFunction(add_days, (1, 1), "(+ a b)"),
    "add_months": StepFunction(
        add_months,
        (1, 1),
        "(let ((i (+ (calendar.months a) b))) (let ((end (- (calendar.first (+ i 1)) 1)) "
        "(there (+ (calendar.first i) (calendar.day a) (- 1)))) (ite (< there end) there end)))",
        ("months", "first", "day"),
    ),
    "add_years": StepFunction(add_years, (1, 1), "(calendar.add_months a (* 12 b))", ("add_months",)),
    "first_of_next_month": StepFunction(
        first_of_next_month, (1,), "(+ (calendar.end_of_month a) 1)", ("end_of_month",)
    ),
    # The two comparisons with the date itself change nothing, and tell a solver at once what it would search for.
    "end_of_month": StepFunction(
        end_of_month,
        (1,),
        "(let ((end (- (calendar.first (+ (calendar.months a) 1)) 1))) "
        "(ite (< end a) a (ite (< (+ a 30) end) (+ a 30) end)))",
        ("months", "first"),
    ),
    "year": StepFunction(year, (1,), "(div (+ (calendar.months a) 2) 12)", ("months",)),
    "month": StepFunction(month, (0,), "(+ (mod (+ (calendar.months a) 2) 12) 1)", ("months",), (1, 12)),
    "day": StepFunction(day, (0,), "(+ (div (mod (calendar.n3 a) 153) 5) 1)", ("n3",), (1, 31)),
    "weekday": StepFunction(weekday, (0,), "(+ (mod (+ a 3) 7) 1)", (), (1, 7)),
    "round_half_up": StepFunction(
        round_half_up,
        (1, 0),
        "(ite (>= a 0) (* (div (+ (* 2 a) b) (* 2 b)) b) (- (* (div (+ (* (- 2) a) b) (* 2 b)) b)))",
    ),
    "round_down": StepFunction(round_down, (1, 0), "(ite (>= a 0) (* (div a b) b) (- (* (div (- a) b) b)))"),
    "round_up": StepFunction(round_up, (1, 0), "(ite (>= a 0) (- (* (div (- a) b) b)) (* (div a b) b))"),
}


def smtlib_name(function: str) -> str:
    """Its name in SMT-LIB text; a point keeps it apart from any name of a policy."""
    return f"calendar.{function}"


def definitions(functions: Iterable[str]) -> list[str]:
    """The definitions that text with these functions needs, each after those it uses."""
    found: dict[str, str] = {}
    stack = list(functions)[::-1]
    while stack:
        name = stack[-1]
        parameters, body, uses = _definition(name)
        waiting = [use for use in uses if use not in found]
        if waiting and name not in found:
            stack += waiting
            continue
        found.setdefault(name, f"(define-fun {smtlib_name(name)} ({parameters}) Int {body})")
        stack.pop()
    return list(found.values())


def _definition(name: str) -> tuple[str, str, tuple[str, ...]]:
    if name in _HELPERS:
        return _HELPERS[name]
    step = STEPS[name]
    return " ".join(f"({letter} Int)" for letter in "ab"[: len(step.directions)]), step.body, step.uses


def reach(function: str, arguments: Sequence[Bounds]) -> Bounds:
    """Bounds of the value, given those of the arguments."""
    step = STEPS[function]
    if step.values != (None, None):
        return step.values
    lowest: list[int | None] = []
    highest: list[int | None] = []
    for direction, (low, high) in zip(step.directions, arguments, strict=True):
        if direction == 0 and (low is None or low != high):
            return None, None
        lowest.append(low if direction >= 0 else high)
        highest.append(high if direction >= 0 else low)
    return _at(step, lowest), _at(step, highest)


def _at(step: StepFunction, ends: list[int | None]) -> int | None:
    known = [end for end in ends if end is not None]
    return step.compute(*known) if len(known) == len(ends) else None
