"""Derived inputs as terms: lowered and interpreted against the functions; and through `check`, both backends."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from random import Random

import pytest

from bicameral.engine import Policy
from bicameral.formula.interpreter import evaluate
from bicameral.lowering import lower
from bicameral.lowering.program import InputSymbol, Kind, LoweredProgram
from bicameral.policy import check_text
from bicameral.policy.derive.values import derived_value, in_order
from bicameral.policy.model import CheckedPolicy, Value
from bicameral.sorts import Json
from bicameral.source import InputError
from bicameral.verdict.report import IntervalView, Report, Verdict

EPOCH = dt.date(1970, 1, 1)

EVERY = """
%@ input a: date
%@ input optional b: date 1890-01-01..2110-12-31
%@ input n: int -4000..4000
%@ input far: int
%@ input places: int
%@ input pay: decimal(3) -2000..2000
%@ derive days: int = days_between(a, b)
%@ derive months: int = months_between(a, b)
%@ derive years: int 0..100 = years_between(b, a)
%@ derive later: date = add_days(a, n)
%@ derive much_later: date = add_days(a, far)
%@ derive month_later: date 1600-01-01.. = add_months(b, n)
%@ derive year_later: date = add_years(a, 3)
%@ derive next: date = first_of_next_month(a)
%@ derive last: date = end_of_month(month_later)
%@ derive y: int = year(next)
%@ derive m: int = month(a)
%@ derive d: int = day(last)
%@ derive w: int = weekday(b)
%@ derive since: int = months_between(2000-02-29, a)
%@ derive half: decimal(2) = round_half_up(pay, 1)
%@ derive down: decimal(2) = round_down(pay, -1)
%@ derive up: int -5000..2000 = round_up(pay, 0)
%@ derive some: decimal(2) = round_half_up(pay, places)
%@ outcome o
o :- days(D), D > 0.
"""


def value_of(symbol: InputSymbol, env: Mapping[str, bool | int | str]) -> Value:
    if symbol.given is not None and not evaluate(symbol.given, env):
        return None
    value = evaluate(symbol.value, env)
    assert isinstance(value, int)
    return value


def environment(lowered: LoweredProgram, values: Mapping[str, Value]) -> dict[str, bool | int | str]:
    env: dict[str, bool | int | str] = {}
    for symbol in lowered.inputs:
        value = values[symbol.name]
        env[str(symbol.value.payload)] = 0 if value is None else value
        if symbol.given is not None:
            env[str(symbol.given.payload)] = value is not None
    return env


def admissible(policy: CheckedPolicy, values: dict[str, Value]) -> tuple[dict[str, Value], set[str]]:
    """Every derived value as a stated case gets it, and those that are refused."""
    refused: set[str] = set()
    for declaration in in_order(policy.inputs):
        assert declaration.derivation is not None
        if refused.isdisjoint(declaration.derivation.arguments):
            try:
                values[declaration.name] = derived_value(declaration, values)
            except InputError:
                refused.add(declaration.name)
        else:
            refused.add(declaration.name)
    return values, refused


def test_every_function_lowered_has_the_values_of_a_stated_case() -> None:
    policy = check_text(EVERY)
    lowered = lower(policy)
    assert lowered.refusals == ()
    stated = [name for name, declared in policy.inputs.items() if declared.derivation is None]
    assert [symbol.name for symbol in lowered.inputs] == stated
    ranges = {a.name: a.formula for a in lowered.assertions if a.kind is Kind.RANGE}
    rng = Random(11)
    seen = dict.fromkeys((symbol.name for symbol in lowered.derived), 0)
    inadmissible = 0
    for _ in range(4000):
        near = rng.choice([-719162, 0, 47540, 11016, -25509, rng.randint(-40000, 60000)])
        values: dict[str, Value] = {
            "a": min(max(-719162, near + rng.randint(-40, 40)), 2932896),
            "b": rng.choice([None, rng.randint(-29219, 51498), min(max(-29219, near + rng.randint(-800, 800)), 51498)]),
            "n": rng.randint(-4000, 4000),
            "far": rng.choice([rng.randint(-400, 400), 10**9, 10**9 + 1, -(10**12)]),
            "places": rng.choice([-2, -1, 0, 1, 2, 3, 30, 31, -31]),
            "pay": rng.randint(-2_000_000, 2_000_000),
        }
        env = environment(lowered, values)
        values, refused = admissible(policy, values)
        for symbol in lowered.derived:
            if symbol.name not in refused:
                assert value_of(symbol, env) == values[symbol.name], (symbol.name, values)
                seen[symbol.name] += 1
        # one that is refused for itself says so; what rests on it is not looked at
        for name in refused:
            derivation = policy.inputs[name].derivation
            assert derivation is not None
            if refused.isdisjoint(derivation.arguments):
                assert evaluate(ranges[name], env) is False, (name, values)
        inadmissible += bool(refused)
        if not refused:
            assert all(evaluate(ranges[s.name], env) for s in lowered.derived if s.name in ranges)
    assert min(seen.values()) > 300
    assert 0 < inadmissible < 4000


def test_ends_of_ranges_that_the_arguments_see_to_are_left_out() -> None:
    policy = check_text(
        "%@ input a: date 2000-01-01..2010-12-31\n%@ derive y: int = year(a)\n%@ derive z: int 2003.. = year(a)\n"
        "%@ outcome o\no :- y(Y), z(Y)."
    )
    names = [a.smt_name for a in lower(policy).assertions if a.kind is Kind.RANGE]
    assert names == ["range a", "range z"]


def test_literals_alone_are_numbers() -> None:
    policy = check_text("%@ derive n: int = days_between(2024-02-28, 2024-03-01)\n%@ outcome o\no :- n(2).")
    (derived,) = lower(policy).derived
    assert derived.value.payload == 2
    assert Policy(policy).check({}, "o").verdict is Verdict.VALID


def test_chains_that_double_are_refused() -> None:
    lines = ["%@ input d0: date 1990-01-01..2000-01-01", "%@ outcome o"]
    for step in range(20):
        lines.append(f"%@ derive n{step}: int = year(d{step})")
        lines.append(f"%@ derive d{step + 1}: date = add_days(d{step}, n{step})")
    lowered = lower(check_text("\n".join([*lines, "o :- d20(D), D > 0."])))
    assert {refusal.construct for refusal in lowered.refusals} == {"term-size"}


# --- through both backends ----------------------------------------------------------------------------------------

LOW, HIGH = "1968-01-01", "2001-03-31"
UNARY = {
    "months_between(x, 2000-08-31)": (6, -3),
    "months_between(1996-02-29, x)": (12, 0, -1),
    "years_between(x, 2000-02-29)": (18, 0),
    "years_between(1969-12-31, x)": (-1, 30),
    "days_between(x, 1970-01-01)": (30, -30),
    "add_months(x, 6)": (11016, -300),
    "add_years(x, 1)": (11017, 0),
    "first_of_next_month(x)": (11017, 0),
    "end_of_month(x)": (11016, -1),
    "year(x)": (1970, 2000),
}


def asked(text: str, claim: str, facts: Mapping[str, object] | None = None) -> Report:
    report = Policy(check_text(text)).check(facts or {}, claim, budget=60_000)
    assert report.agreement == "both", (text, claim, report.notes)
    return report


def ends(part: object) -> tuple[Json, Json]:
    assert isinstance(part, IntervalView)
    return part.from_, part.to


def truth(text: str, dates: range) -> dict[int, bool | None]:
    """For each day whether the claim holds, by the functions and a comparison; None where the day is inadmissible."""
    checked = check_text(text)
    found: dict[int, bool | None] = {}
    declared = checked.inputs["v"]
    for x in dates:
        try:
            value = derived_value(declared, {"x": x})
        except InputError:
            found[x] = None
        else:
            assert isinstance(value, int)
            found[x] = value >= int(text.rpartition(">= ")[2].rstrip("."))
    return found


@pytest.mark.parametrize(("call", "limit"), [(call, limit) for call, limits in UNARY.items() for limit in limits])
def test_the_days_on_which_a_step_function_decides(call: str, limit: int) -> None:
    result = "date" if call.startswith(("add", "first", "end")) else "int"
    text = f"%@ input x: date {LOW}..{HIGH}\n%@ derive v: {result} = {call}\n%@ outcome o\no :- v(V), V >= {limit}."
    low, high = ((dt.date.fromisoformat(end) - EPOCH).days for end in (LOW, HIGH))
    table = truth(text, range(low, high + 1))
    sides = {side: [x for x, holds in table.items() if holds is side] for side in (True, False)}
    report = asked(text, "o")
    if not (sides[True] and sides[False]):
        assert report.verdict is (Verdict.VALID if sides[True] else Verdict.INVALID)
        return
    assert report.verdict is Verdict.SATISFIABLE
    (missing,) = report.missing
    assert missing.input == "x"
    for wanted, shown in ((sides[True], missing.holds), (sides[False], missing.fails)):
        days: list[int] = []
        for part in shown:
            first, second = (dt.date.fromisoformat(str(end)) for end in ends(part))
            days += range((first - EPOCH).days, (second - EPOCH).days + 1)
        assert days == wanted


PAIR = """
%@ input hired: date 1990-01-01..2030-12-31  "first day"
%@ input notice: date 1990-01-01..2030-12-31
%@ input closed seen: date
%@ derive served: int 0.. months = months_between(hired, notice)
%@ derive ends: date = end_of_month(notice)
%@ derive age: int = days_between(seen, notice)
%@ outcome entitled
%@ outcome last: date
%@ rule served-rule
entitled :- served(S), S > 6.
last(E) :- ends(E).
%@ rule seen-rule
late :- age(A), A > 10.
"""


def test_the_argument_is_asked_for_and_cited() -> None:
    report = asked(PAIR, "entitled", {"notice": "2024-08-31"})
    (missing,) = report.missing
    assert (missing.input, missing.question, missing.at) == (
        "hired",
        "first day?",
        {"notice": "2024-08-31", "seen": None},
    )
    assert [ends(part) for part in missing.holds] == [("1990-01-01", "2024-01-31")]
    assert [ends(part) for part in missing.fails] == [("2024-02-01", "2024-09-29")]
    assert report.holds_when is not None
    assert list(report.holds_when.inputs) == ["hired", "notice", "seen", "served", "ends", "age"]
    assert report.holds_when.inputs["served"] == 7
    assert report.holds_when.outcomes["last"] == "2024-08-31"
    decided = asked(PAIR, "entitled", {"notice": "2024-08-31", "hired": "2024-02-01"})
    assert decided.verdict is Verdict.INVALID
    assert [(b.kind, b.name) for b in decided.because] == [
        ("closed-world", "entitled"), ("fact", "hired"), ("fact", "notice")
    ]  # fmt: skip


def test_what_no_argument_can_make_true_is_invalid() -> None:
    """The range of the derived input would allow it; those of its arguments do not."""
    text = PAIR.replace("int 0.. months", "int 0..9000 months")
    assert asked(text, "served(S), S > 500, entitled").verdict is Verdict.INVALID
    assert asked(text, "ends(E), notice(N), E < N, entitled").verdict is Verdict.INVALID


def test_arguments_that_leave_the_range_of_what_is_derived_are_inadmissible() -> None:
    """Stated they are bad input; unknown they are no case."""
    with pytest.raises(InputError, match="outside its range"):
        asked(PAIR, "entitled", {"hired": "2024-03-01", "notice": "2024-01-01"})
    text = PAIR.replace("notice: date 1990-01-01..2030-12-31", "notice: date 1980-01-01..1989-06-30")
    assert asked(text, "entitled").verdict is Verdict.INCONSISTENT


def test_an_absent_argument_leaves_no_value() -> None:
    assert (
        asked(PAIR, "age(A), not entitled", {"hired": "2024-01-01", "notice": "2024-02-01"}).verdict is Verdict.INVALID
    )
    report = Policy(check_text(PAIR)).check(
        {"hired": "2024-01-01", "notice": "2024-02-01"}, "late", unknown=("seen",), budget=60_000
    )
    assert report.agreement == "both"
    assert [m.input for m in report.missing] == ["seen"]
    assert report.missing[0].fails[0] is None
    assert [ends(part)[1] for part in report.missing[0].holds] == ["2024-01-21"]


def test_a_stated_derived_input_must_follow() -> None:
    facts = {"hired": "2024-01-01", "notice": "2024-02-01", "served": 1}
    assert asked(PAIR, "entitled", facts).verdict is Verdict.INVALID
    with pytest.raises(InputError, match="is stated, and derived"):
        asked(PAIR, "entitled", facts | {"served": 2})


KEYED = """
%@ sort person
%@ input born(person): date 1900-01-01..2026-12-31
%@ input today: date 2000-01-01..2026-12-31
%@ derive age(person): int = years_between(born, today)
%@ outcome adult(person)
adult(P) :- age(P, A), A >= 18.
"""


def test_keyed_derived_inputs() -> None:
    checked = Policy(check_text(KEYED))
    facts: dict[str, object] = {"born": {"ann": "2006-02-28"}, "today": "2024-02-28"}
    people = {"person": ["ann", "bob"]}
    assert checked.check(facts, "adult(ann)", entities=people, budget=60_000).verdict is Verdict.VALID
    report = checked.check(facts, "adult(bob)", entities=people, budget=60_000)
    assert (report.verdict, report.agreement) == (Verdict.SATISFIABLE, "both")
    assert [m.input for m in report.missing] == ["born(bob)"]
    assert [ends(part) for part in report.missing[0].holds] == [("1900-01-01", "2006-02-28")]
