"""A policy in stock clingo: its text, the facts of a case, and the one answer set."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import clingo

from tests.rules.calendar import add_months, day_number, months_between

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "rules"

Fact = bool | int | Fraction | str | date

# How many program units one own unit is: the n of decimal(n), as the annotations declare it.
SCALES: dict[str, dict[str, int]] = {
    "lending": {"debt_to_income": 10**4, "loan_to_value": 10**4},
    "holiday_uk": {"days_per_week": 10, "entitlement": 100},
    "severance_fr": {"service": 100, "salary": 100, "severance": 100},
    "leave_wa": {"hours": 100, "annual_pay": 100},
    "dependent_care": dict.fromkeys(("benefit", "earnings", "spouse_earnings", "exclusion", "taxable"), 100),
}


@functools.cache
def text(policy: str) -> str:
    return (RULES / policy / "policy.lp").read_text("utf-8")


def own_unit(value: object) -> Fact:
    """A YAML scalar as an exact value: decimals as fractions, ISO dates as dates."""
    if isinstance(value, str) and value[:1].isdigit():
        return date.fromisoformat(value)
    if isinstance(value, Decimal):
        return Fraction(value)
    assert isinstance(value, bool | int | str | Fraction | date)
    return value


def derived(policy: str, facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """What `derive` computes from stated dates."""
    year_start, start, leaving = (facts.get(name) for name in ("year_start", "start", "leaving"))
    out: dict[str, Fact] = {}
    if policy != "holiday_uk" or not isinstance(year_start, date):
        return out
    following = add_months(year_start, 12)
    out |= {"next_year_start": following, "days_in_year": (following - year_start).days}
    out |= {"first_month": year_start.month, "first_day": year_start.day}
    if isinstance(start, date):
        out["months_before"] = months_between(year_start, start)
    if isinstance(leaving, date):
        out["days_before"] = (leaving - year_start).days
    return out


def program(policy: str, facts: Mapping[str, Fact]) -> str:
    """The facts as clingo reads them; false is left out."""
    lines = []
    for name, value in {**facts, **derived(policy, facts)}.items():
        if value is True:
            lines.append(f"{name}.")
        elif isinstance(value, date):
            lines.append(f"{name}({day_number(value)}).")
        elif isinstance(value, str):
            lines.append(f"{name}({value}).")
        elif value is not False:
            scaled = Fraction(value) * SCALES.get(policy, {}).get(name, 1)
            assert scaled.denominator == 1, f"{name} = {value} has too many digits"
            lines.append(f"{name}({scaled.numerator}).")
    return "\n".join(lines)


def outcomes(policy: str, facts: Mapping[str, Fact]) -> dict[str, set[Fact]] | None:
    """The atoms of the one answer set in own units (a Boolean's values are {True}), or None when there is none."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text(policy) + "\n" + program(policy, facts))
    control.ground([("base", [])])
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    found: list[dict[str, set[Fact]]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms: dict[str, set[Fact]] = {}
            for symbol in model.symbols(atoms=True):
                value: Fact = True
                if symbol.arguments:
                    last = symbol.arguments[-1]
                    scale = SCALES.get(policy, {}).get(symbol.name, 1)
                    value = Fraction(last.number, scale) if last.type is clingo.SymbolType.Number else str(last)
                atoms.setdefault(symbol.name, set()).add(value)
            found.append(atoms)
    assert len(found) <= 1, "a policy with every input stated has one answer set at most"
    return found[0] if found else None
