"""Text that a person reads otherwise than clingo does; what clingo makes of it is asked of clingo."""

from __future__ import annotations

import clingo
import pytest

from bicameral.policy import check_text

VALUED = "%@ input cost: int 0..100\n%@ input begin: date 2020-01-01..2030-12-31\n%@ input urgent\n%@ outcome ok\n"


def codes(rule: str) -> list[str]:
    return [found.code for found in check_text(VALUED + rule).warnings]


@pytest.mark.parametrize("rule", ["ok :- cost > 3.", "ok :- 3 < cost, urgent.", "ok :- not begin = 5."])
def test_a_value_s_bare_name_is_a_constant(rule: str) -> None:
    assert codes(rule) == ["name-as-constant"]


def test_a_date_is_a_subtraction() -> None:
    assert codes("ok :- begin(B), B >= 2026-12-31.") == ["date-as-subtraction"]
    (warning,) = check_text(VALUED + "ok :- begin(B), B >= 2026-12-31.").warnings
    assert warning.message.endswith(f"it is {clingo.parse_term('2026-12-31')}")


@pytest.mark.parametrize(
    "rule",
    ["ok :- cost(C), C > 3.", "ok :- cost(C), C > 100-12-3.", "ok :- urgent, cost(C), C = 2026-13-1.", "ok :- x = y."],
)
def test_what_people_and_clingo_read_alike(rule: str) -> None:
    assert not {"name-as-constant", "date-as-subtraction"} & set(codes(rule))
