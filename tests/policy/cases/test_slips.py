"""What people write by a slip, and what they are told: in facts, in `.lp` cases, anywhere in a case."""

from __future__ import annotations

import datetime as dt

import pytest

from bicameral.policy import check_text
from bicameral.policy.cases.reader import CaseReader, overlay, read_case
from bicameral.source import InputError, SourceFile
from tests.policy.cases.test_cases import RICH, TRAVEL


@pytest.fixture(scope="module")
def travel() -> CaseReader:
    return CaseReader(check_text(TRAVEL))


@pytest.fixture(scope="module")
def rich() -> CaseReader:
    return CaseReader(check_text(RICH))


# day numbers are Python's own: (date - 1970-01-01).days
@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("start(2020-10-12).", "a subtraction: 1998", f"{(dt.date(2020, 10, 12) - dt.date(1970, 1, 1)).days}"),
        ('start("2020-10-12").', "found the text", f"{(dt.date(2020, 10, 12) - dt.date(1970, 1, 1)).days}"),
        ("start(2020-04-06).", "unexpected `4`", "day numbers"),
        ("start(2021-2-30).", "not a day of the calendar", "day number"),
        ("start(18000+1).", "expected a day number", "JSON"),
        ("start(plain).", "expected a day number", "JSON"),
        ("pay(1.5).", "unexpected `.`", "JSON"),
        ("why(usual).", "a `#const` of the policy that is medical", "write `medical`"),
        ("dependent(boss).", "a `#const` of the policy that is bob", "write `bob`"),
        ("%@ policy other", "belongs in a policy", "%@ fact NAME"),
    ],
)
def test_lp_values_that_clingo_would_read_otherwise(text: str, said: str, hint: str) -> None:
    policy = check_text(RICH + "#const usual = medical.\n#const boss = bob.\n#const plain = 18000.\n")
    with pytest.raises(InputError) as caught:
        read_case(policy, SourceFile("case.lp", text), "lp")
    found = caught.value.diagnostics[0]
    assert said in found.message
    assert hint in (found.hint or "")


def test_an_lp_date_is_its_day_number_or_a_constant_declared_so() -> None:
    policy = check_text(RICH + "%@ const cut : date = 2020-01-01\n#const cut = 18262.\nok :- start(cut).\n")
    number = (dt.date(2020, 1, 1) - dt.date(1970, 1, 1)).days
    for text in (f"start({number}).", "start(cut)."):
        assert read_case(policy, SourceFile("case.lp", text), "lp").stated["start"] == number


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("start 2020-01-01", "start=2020-01-01"),
        ("start: 2020-01-01", "start=2020-01-01"),
        ("start==2020-01-01", "start=2020-01-01"),
        ("start >= 2020-01-01", "start=2020-01-01"),
        ("start", "start=2000-01-01"),
        ("start=", "start=2000-01-01"),
        ("age(ann) 30", "'age(ann)=30'"),
        ("why", "why=medical"),
        ("flagged", "flagged=true"),
        ("not flagged", "flagged=false"),
        ("unheard", "unheard=VALUE"),
        ("=3", "cost=2500"),
        ("two words=3", "cost=2500"),
        ("2020-01-01", "cost=2500"),
    ],
)
def test_a_fact_without_its_sign_is_shown_with_it(rich: CaseReader, text: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        rich.read_fact(text)
    found = caught.value.diagnostics[0]
    assert "NAME=VALUE" in found.message or "the value is missing" in found.message
    assert hint in (found.hint or "")


@pytest.mark.parametrize(
    ("text", "kind", "places"),
    [
        ('{"as_of": "2026-13-01"}', "json", [(1, 11)]),
        ('{"facts": {"cost": -1,\n "cots": 1}}', "json", [(1, 20), (2, 2)]),
        ('{"claim": "nope", "meta": {"cost": {"from": 3}}}', "json", [(1, 45), (1, 11)]),
        ("as_of: 01/02/2026\nfacts:\n  cost: abc\n  cots: 3\n", "yaml", [(3, 9), (4, 3), (1, 8)]),
        ('{"claims": ["trip_approved", 3]}', "json", [(1, 30)]),
        ('{"facts": [1]}', "json", [(1, 11)]),
    ],
)
def test_a_wrong_value_is_pointed_at_and_so_is_a_wrong_name(
    travel: CaseReader,
    text: str,
    kind: str,
    places: list[tuple[int, int]],
) -> None:
    with pytest.raises(InputError) as caught:
        travel.read_draft(SourceFile("case", text), kind)
    spans = [found.span for found in caught.value.diagnostics]
    assert [(span.line, span.column) for span in spans if span is not None] == places


def test_every_fault_of_a_case_is_told(travel: CaseReader) -> None:
    with pytest.raises(InputError) as caught:
        travel.make_case({"cots": 1, "tenur": 2, "cost": -1}, ["nope", "trip_approved", "nape"])
    assert len(caught.value.diagnostics) == 5
    block = "(assert cots)\n(assert tripApproved)\n(define-fun claim () Bool nope)\n"
    with pytest.raises(InputError) as caught:
        read_case(travel.policy, SourceFile("answer.smt2", block), "smt2")
    assert [found.span.line for found in caught.value.diagnostics if found.span is not None] == [1, 2, 3]
    one, two = travel.mapping({"facts": {"cost": 1, "tenure": 1}}), travel.mapping({"facts": {"cost": 2, "tenure": 2}})
    with pytest.raises(InputError) as caught:
        overlay([one, two])
    assert len(caught.value.diagnostics) == 2


@pytest.mark.parametrize(
    ("facts", "hint"),
    [
        ({"pay": "30.50"}, "without quotation marks: 30.50"),
        ({"pay": "1,000.50"}, "`1000.50`"),
        ({"pay": "30,5"}, "`30.5`"),
        ({"pay": "30 EUR"}, "the number alone: 30"),
        ({"age": {"ann": "30"}}, "without quotation marks: 30"),
        ({"flagged": "yes"}, "write true"),
        ({"flagged": "False"}, "write false"),
        ({"flagged": 0}, "write false"),
        ({"start": "2020/1/31"}, "write 2020-01-31"),
        ({"start": 20200131}, "write 2020-01-31"),
        ({"start": "31.01.2020"}, "year, month and day"),
    ],
)
def test_a_value_in_the_dress_of_another_type_says_how_it_is_written(
    rich: CaseReader, facts: dict[str, object], hint: str
) -> None:
    with pytest.raises(InputError) as caught:
        rich.make_case(facts)
    assert hint in (caught.value.diagnostics[0].hint or "")
