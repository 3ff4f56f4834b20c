"""Arithmetic that no warning speaks of stays within 32 bits."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from bicameral.policy import check_text
from bicameral.policy.program.constants import operate
from bicameral.policy.program.intervals import Interval, absolute, combine, negated
from bicameral.syntax.tree import BinaryOperator

SMALL = st.tuples(st.integers(-12, 12), st.integers(-12, 12)).map(lambda ends: Interval(min(ends), max(ends)))
BITWISE = (BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR)


@given(st.sampled_from([op for op in BinaryOperator if op not in BITWISE]), SMALL, SMALL)
def test_an_interval_holds_every_value(operator: BinaryOperator, left: Interval, right: Interval) -> None:
    found = combine(operator, left, right)
    for a, b in product(range(left.low, left.high + 1), range(right.low, right.high + 1)):
        value = operate(operator, a, b)
        assert value is None or found.low <= value <= found.high


@given(SMALL)
def test_signs(value: Interval) -> None:
    for each in range(value.low, value.high + 1):
        assert negated(value).low <= -each <= negated(value).high
        assert absolute(value).low <= abs(each) <= absolute(value).high


def warned(body: str, inputs: str = "") -> list[str]:
    text = f"%@ input p: int 0..100000\n%@ input r: int 0..30000\n{inputs}%@ outcome o\n{body}"
    return [found.line_text or "" for found in check_text(text).warnings if found.code == "can-overflow"]


def test_products_of_ranges() -> None:
    assert warned("o :- p(P), r(R), P*R > 5.") != []
    assert warned("o :- p(P), r(R), P < 1000, P*R > 5.") == []
    assert warned("o :- p(P), r(R), (P/100)*R + (P\\100)*R/100 > 5.") == []
    assert warned("o :- p(P), r(R), P*R/100 > 5.") != []
    assert warned("o :- p(P), P*20000 > 5.") == []
    assert warned("o :- p(P), P*30000 > 5.") != []
    assert warned("o :- p(P), P > 3, X = P - 3, X*20000 > 5.") == []


def test_through_auxiliary_predicates_in_any_order() -> None:
    assert warned("o :- d(X), X > 5. d(X*30) :- c(X). c(X*600) :- p(X).") == []
    assert warned("o :- d(X), X > 5. d(X*40) :- c(X). c(X*600) :- p(X).") != []


def test_recursion_that_is_bounded_and_that_is_not() -> None:
    assert warned("o :- c(9). c(0). c(X+1) :- c(X), X < 10.") == []
    assert warned("o :- c(9). c(0). c(X+1) :- c(X).") != []


def test_the_hint_is_written_out() -> None:
    text = "%@ input s: int 0..30000000\n%@ outcome o\no :- s(S), S*90/100 > 3."
    (found,) = check_text(text).warnings
    assert found.hint is not None
    assert r"(S/100)*90+(S\100)*90/100" in found.hint
    assert found.span is not None
    assert (found.span.line, found.span.column) == (3, 12)


def test_conditions_of_aggregates_narrow_their_own_variables() -> None:
    body = "o :- 3 < #sum { P*R : p(P), r(R)%s }."
    assert warned(body % "") != []
    assert warned(body % ", P < 100") == []


def test_a_count_is_as_large_as_a_case_can_be() -> None:
    start = "%@ sort person\n%@ input insured(person)\n%@ outcome premium: int\n"
    counted = "premium({} * N) :- N = #count {{ P : insured(P) }}.\n"
    assert not check_text(start + counted.format(1000)).warnings
    assert [one.code for one in check_text(start + counted.format(3000)).warnings] == ["can-overflow"]
