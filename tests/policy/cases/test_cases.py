"""Facts and what goes with them, from every form of a case."""

from __future__ import annotations

import datetime as dt
import timeit
from decimal import Decimal

import pytest

from bicameral.policy import check_text
from bicameral.policy.cases.reader import CaseReader, make_case, overlay, read_case
from bicameral.source import InputError, SourceFile

TRAVEL = """
%@ input cost: int 0.. EUR "total trip cost" as costEur
%@ input international
%@ input manager_approved as managerApproved from approvals
%@ input tenure: int 0..600 months as Tenure
%@ outcome trip_approved as tripApproved
refused :- cost(C), C > 1000, not manager_approved.
refused :- international, tenure(T), T < 6.
trip_approved :- not refused.
"""

RICH = """
%@ sort reason = medical | family
%@ sort person
%@ input why: reason as Why
%@ input optional pay: decimal(2) 0..1000 EUR
%@ input closed bonus: int 0..10
%@ input closed flagged
%@ input start: date 2000-01-01..2030-12-31
%@ input dependent(person)
%@ input closed knows(person, person)
%@ input age(person): int 0..150
%@ input closed scored(reason): int 0..9
%@ outcome eligible(person)
%@ outcome ok
eligible(P) :- dependent(P), age(P,A), A < 26.
eligible(bob) :- knows(bob, "Ann Lee").
ok :- why(medical), pay(P), P > 3, flagged, bonus(B), start(S), S > B, scored(family, 3).
"""


@pytest.fixture(scope="module")
def travel() -> CaseReader:
    return CaseReader(check_text(TRAVEL))


@pytest.fixture(scope="module")
def rich() -> CaseReader:
    return CaseReader(check_text(RICH))


def faults(reader: CaseReader, text: str, kind: str = "json") -> list[tuple[str, int | None]]:
    with pytest.raises(InputError) as caught:
        reader.finish(reader.read_draft(SourceFile(f"case.{kind}", text), kind))
    found = caught.value.diagnostics
    return [(d.code, d.span.line if d.span is not None else None) for d in found]


def test_the_example_of_the_design(travel: CaseReader) -> None:
    text = '{"facts": {"cost": 2500, "international": false, "manager_approved": false}, "claim": "trip_approved"}'
    case = read_case(travel.policy, SourceFile("case.json", text), "json")
    assert case.stated == {"cost": 2500, "international": False, "manager_approved": False}
    assert [claim.text for claim in case.claims] == ["trip_approved"]
    assert case.assumed == {}


def test_every_form_states_the_same(travel: CaseReader) -> None:
    forms = {
        "json": '{"facts": {"costEur": 2500.0, "international": false, "managerApproved": true},"claim":"tripApproved",'
        '"meta": {"costEur": {"name": "fact-cost"}, "manager_approved": {"name": "m", "from": "approvals"}}}',
        "yaml": "facts: {cost: 2500, international: false, manager_approved: true}\nclaim: tripApproved\n"
        "meta:\n  cost: {name: fact-cost}\n  manager_approved: {name: m}\n",
        "lp": "%@ fact fact-cost\ncost(2500). not international.\n%@ fact m\n"
        "manager_approved.\nclaim :- trip_approved.",
        "smt2": "(assert (! (= costEur 2500) :named fact-cost)) (assert (not international))\n"
        "(assert (! managerApproved :named m))\n(define-fun claim () Bool tripApproved)",
    }
    for kind, text in forms.items():
        case = travel.finish(travel.read_draft(SourceFile("case", text), kind))
        assert case.stated == {"cost": 2500, "international": False, "manager_approved": True}, kind
        assert list(case.stated) == ["cost", "international", "manager_approved"]
        assert {name: origin.name for name, origin in case.origins.items()} == {
            "cost": "fact-cost",
            "manager_approved": "m",
        }
        assert [claim.rules[0].body for claim in case.claims] == [
            travel.claims.read("trip_approved").claim.rules[0].body
        ]


def test_facts_come_in_order_of_declaration(travel: CaseReader) -> None:
    case = travel.make_case({"Tenure": 3, "international": True, "costEur": 1})
    assert list(case.stated) == ["cost", "international", "tenure"]


def test_null_is_unstated_and_false_is_no_value(rich: CaseReader) -> None:
    case = rich.make_case({"pay": None, "why": "family", "bonus": False, "flagged": None})
    assert case.stated == {"why": "family", "bonus": None}
    assert case.assumed == {
        "flagged": False,
        "scored(medical)": None,
        "scored(family)": None,
        "knows(bob,bob)": False,
    } | {f"knows({a},{b})": False for a in ("bob", '"Ann Lee"') for b in ("bob", '"Ann Lee"')}
    assert rich.make_case({"pay": False}).stated == {"pay": None}


def test_unknown_opens_closed_inputs(rich: CaseReader) -> None:
    case = rich.make_case({}, unknown=["bonus", "scored(family)", "knows"])
    assert case.assumed == {"flagged": False, "scored(medical)": None}


def test_values_in_own_units(rich: CaseReader) -> None:
    case = rich.make_case({"pay": Decimal("12.50"), "start": "2026-04-06", "Why": "medical"}, as_of="2026-01-01")
    assert case.stated == {"why": "medical", "pay": 1250, "start": 20549}
    assert case.as_of == dt.date(2026, 1, 1)
    assert rich.make_case({"start": dt.date(2026, 4, 6)}).stated == {"start": 20549}


def test_keyed_inputs(rich: CaseReader) -> None:
    facts: dict[str, object] = {
        "dependent": {"ann": True, "Zoë Q": False},
        "age": {"ann": 30, "bob": None},
        "knows": [["ann", "bob"]],
        "scored": {"family": 3},
        "age(bob)": 7,
    }
    case = rich.make_case(facts)
    assert case.entities == {"person": ("ann", "Zoë Q", "bob", "Ann Lee")}
    assert case.stated["dependent(ann)"] is True
    assert case.stated['dependent("Zoë Q")'] is False
    assert "dependent(bob)" not in case.stated
    assert case.stated["age(ann)"] == 30
    assert case.stated["age(bob)"] == 7
    assert case.stated["knows(ann,bob)"] is True
    assert case.stated["knows(bob,ann)"] is False  # a list means exactly these
    assert sum(name.startswith("knows(") for name in case.stated) == 16
    assert case.stated["scored(family)"] == 3
    assert case.assumed["scored(medical)"] is None


def test_entities_given_are_all_there_are(rich: CaseReader) -> None:
    case = rich.make_case({"dependent": ["ann"]}, ["eligible(ann)"], entities={"person": ["ann", "cy"]})
    assert case.entities == {"person": ("ann", "cy", "bob", "Ann Lee")}
    assert case.stated["dependent(cy)"] is False
    with pytest.raises(InputError, match="not among the entities"):
        rich.make_case({"dependent": ["dan"]}, entities={"person": ["ann"]})
    with pytest.raises(InputError, match="no constant"):
        rich.make_case({}, ["eligible(dan)"], entities={"person": ["ann"]})


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"cst": 1}, "unknown-input"),
        ({"cost": "2500"}, "bad-fact"),
        ({"cost": True}, "bad-fact"),
        ({"cost": 2500.0}, "bad-fact"),
        ({"cost": Decimal("0.5")}, "bad-fact"),
        ({"cost": -1}, "bad-fact"),
        ({"tenure": 601}, "bad-fact"),
        ({"international": 1}, "bad-fact"),
        ({"international": "yes"}, "bad-fact"),
        ({"cost": False}, "bad-fact"),
        ({"cost": [1]}, "bad-fact"),
        ({"cost": {"a": 1}}, "bad-fact"),
        ({"trip_approved": True}, "not-an-input"),
        ({"refused": True}, "unknown-input"),
        ({"cost": 1, "costEur": 2}, "conflicting-facts"),
        ({1: 2}, "unknown-input"),
        ({"cost(a)": 1}, "unknown-input"),
    ],
)
def test_bad_facts(travel: CaseReader, facts: dict[str, object], code: str) -> None:
    with pytest.raises(InputError) as caught:
        travel.make_case(facts)
    assert [d.code for d in caught.value.diagnostics] == [code]


def test_messages_say_what_would_be_right(travel: CaseReader) -> None:
    wrong: list[tuple[dict[str, object], str]] = [
        ({"internatonal": True}, "did you mean `international`"),
        ({"tenure": 601}, "outside its range 0..600 months"),
        ({"cost": 0.5}, "decimal.Decimal"),
        ({"international": "no"}, "expected true or false"),
    ]
    for facts, message in wrong:
        with pytest.raises(InputError, match=message):
            travel.make_case(facts)


def test_the_same_fact_twice_is_fine_when_it_is_the_same(travel: CaseReader) -> None:
    assert travel.make_case({"cost": 1, "costEur": Decimal("1.0")}).stated == {"cost": 1}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"facts": {"cost": 1},\n "clam": "x"}', [("unknown-key", 2)]),
        ('{"facts":\n [1]}', [("bad-case", 2)]),
        ("[]", [("bad-case", 1)]),
        ("3", [("bad-case", 1)]),
        ('{"facts": {"cost": 1,\n"internatonal": true,\n"tenure": -1}}', [("unknown-input", 2), ("bad-fact", 3)]),
        ('{"claim": "trip_approved", "claims": []}', [("bad-case", 1)]),
        ('{"claims": "trip_approved"}', [("bad-case", 1)]),
        ('{"claims": ["trip_approved",\n 3]}', [("bad-claim", 2)]),
        ('{"claims": ["trip_approved",\n "trip_aproved"]}', [("bad-claim", 2)]),
        ('{"unknown": "cost"}', [("bad-case", 1)]),
        ('{"unknown": ["trip_approved"]}', [("not-an-input", 1)]),
        ('{"unknown": ["cost"], "facts": {"cost": 1}}', [("conflicting-facts", None)]),
        ('{"as_of": "2026-13-01"}', [("bad-case", 1)]),
        ('{"as_of": 3}', [("bad-case", 1)]),
        ('{"meta": {"cost": {"nam": "x"}}}', [("unknown-key", 1)]),
        ('{"meta": {"cost": 3}}', [("bad-case", 1)]),
        ('{"meta": {"cots": {}}}', [("unknown-input", 1)]),
        ('{"meta": {"manager_approved":\n {"from": "call"}}}', [("untrusted-source", 2)]),
        ('{"entities": {"person": ["ann"]}}', [("unknown-sort", 1)]),
    ],
)
def test_bad_cases_say_where(travel: CaseReader, text: str, found: list[tuple[str, int | None]]) -> None:
    assert faults(travel, text) == found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"facts": {"dependent": true}}', "bad-fact"),
        ('{"facts": {"age": ["ann"]}}', "bad-fact"),
        ('{"facts": {"age": {"ann": "old"}}}', "bad-fact"),
        ('{"facts": {"age": {"ann": 200}}}', "bad-fact"),
        ('{"facts": {"knows": ["ann"]}}', "bad-fact"),
        ('{"facts": {"knows": {"ann": true}}}', "bad-fact"),
        ('{"facts": {"knows": [["ann", 3]]}}', "unknown-entity"),
        ('{"facts": {"scored": {"famly": 3}}}', "unknown-entity"),
        ('{"facts": {"dependent": {"": true}}}', "unknown-entity"),
        ('{"facts": {"dependent": {"a\\nb": true}}}', "unknown-entity"),
        ('{"facts": {"age(ann)": 3, "age": {"ann": 4}}}', "conflicting-facts"),
        ('{"entities": {"reason": ["x"]}}', "unknown-sort"),
        ('{"entities": {"person": "ann"}}', "bad-case"),
        ('{"entities": {"person": [1]}}', "unknown-entity"),
    ],
)
def test_bad_keyed_facts(rich: CaseReader, text: str, code: str) -> None:
    assert [found for found, _ in faults(rich, text)] == [code]


LP_FAULTS = [
    ("cost(X).", "bad-fact"),
    ("cost(1..3).", "bad-fact"),
    ("cost(a).", "bad-fact"),
    ("cost.", "bad-fact"),
    ("cost(1;2).", "bad-fact"),
    ("-international.", "bad-fact"),
    ("not cost(3).", "bad-fact"),
    ("cost(-5).", "bad-fact"),
    ("cost(2).\ncost(3).", "conflicting-facts"),
    ("international :- cost(3).", "not-a-fact"),
    ("{international}.", "not-a-fact"),
    ("not not international.", "not-a-fact"),
    ("#const a = 3.", "not-a-fact"),
    ("#show.", "not-a-fact"),
    (":- international.", "not-a-fact"),
    ('#include "x.lp".', "not-a-fact"),
    ("#script (python)\n#end.", "not-a-fact"),
    ("foo.", "unknown-input"),
    ("trip_approved.", "not-an-input"),
    ("claim.", "bad-claim"),
    ("claim :- international.", "bad-claim"),
    ("claim :- trip_aproved.", "bad-claim"),
    ("%@ fact x\n", "label-on-nothing"),
    ("%@ fact x\n%@ fact y\ncost(3).", "label-on-nothing"),
    ("%@ rule x\ncost(3).", "unknown-directive"),
    ("%@ fakt x\ncost(3).", "unknown-directive"),
    ("", "empty-file"),
    ("cost(", "syntax"),
]


@pytest.mark.parametrize(("text", "code"), LP_FAULTS)
def test_bad_lp_cases(travel: CaseReader, text: str, code: str) -> None:
    found = faults(travel, text, "lp")
    assert code in [each for each, _ in found]
    assert all(line is not None for _, line in found)


def test_lp_facts_are_in_the_programs_scale(rich: CaseReader) -> None:
    text = 'pay(1250). start(20549). why(medical). dependent("Ann Lee"). not dependent(cy). age(cy, 3). bonus(2+3).'
    case = rich.finish(rich.read_draft(SourceFile("case.lp", text), "lp"))
    assert case.stated["pay"] == 1250
    assert case.stated["start"] == 20549
    assert case.stated["bonus"] == 5
    assert case.stated['dependent("Ann Lee")'] is True
    assert case.stated["dependent(cy)"] is False
    assert "dependent(bob)" not in case.stated  # a relation's facts state those alone
    assert rich.finish(rich.read_draft(SourceFile("case.lp", "not pay(_)."), "lp")).stated == {"pay": None}


def test_facts_overlay(travel: CaseReader) -> None:
    base = travel.mapping({"facts": {"cost": 1}, "claim": "trip_approved"})
    more = travel.mapping({"facts": {"tenure": 3}})
    case = travel.finish(overlay([base, more, travel.read_fact("international=false")]))
    assert case.stated == {"cost": 1, "international": False, "tenure": 3}
    assert len(case.claims) == 1
    assert travel.finish(base, claims=["not trip_approved"]).claims[0].text == "not trip_approved"
    with pytest.raises(InputError, match="stated twice"):
        overlay([base, travel.read_fact("costEur=2")])
    assert travel.finish(overlay([base, travel.read_fact("costEur=2")], replace=True)).stated == {"cost": 2}


def test_lists_overlay(rich: CaseReader) -> None:
    one = rich.mapping({"facts": {"dependent": ["ann"]}})
    other = rich.mapping({"facts": {"dependent": ["bob"]}})
    with pytest.raises(InputError, match="stated twice"):
        overlay([one, other])
    with pytest.raises(InputError, match="stated twice"):
        overlay([one, rich.read_fact("dependent(bob)=true")])
    case = rich.finish(overlay([one, other], replace=True))
    assert case.stated["dependent(bob)"] is True
    assert case.stated.get("dependent(ann)") in (False, None)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("cost=2500", {"cost": 2500}),
        ("costEur = 2500.0", {"cost": 2500}),
        ("international=true", {"international": True}),
        ("cost=null", {}),
        ("cost=0x10", {"cost": 16}),
    ],
)
def test_fact_options(travel: CaseReader, text: str, stated: dict[str, object]) -> None:
    assert travel.finish(travel.read_fact(text)).stated == stated


def test_keyed_fact_options(rich: CaseReader) -> None:
    assert rich.finish(rich.read_fact("age(ann)=30")).stated["age(ann)"] == 30
    assert rich.finish(rich.read_fact('age("A = (b)")=30')).stated['age("A = (b)")'] == 30
    assert rich.finish(rich.read_fact("why='medical'")).stated["why"] == "medical"


@pytest.mark.parametrize(
    "text",
    ["cost", "cost=", "=5", "cost=[1]", "cost='5'", "cost=yes", "cost=.nan", "x=1", "cost=1e999999999", "cost=&a 1"],
)
def test_bad_fact_options(travel: CaseReader, text: str) -> None:
    with pytest.raises(InputError):
        travel.read_fact(text)


def test_a_derived_input_may_be_stated_only_as_it_is_derived() -> None:
    policy = check_text("%@ input d: date\n%@ derive y: int = year(d)\n%@ outcome o\no :- y(Y), Y > 3.")
    assert make_case(policy, {"d": "2026-01-01", "y": 2026}).stated == {"d": 20454, "y": 2026}
    with pytest.raises(InputError, match="derived from other facts as 2026"):
        make_case(policy, {"d": "2026-01-01", "y": 2025})
    with pytest.raises(InputError, match="derived from `d`"):
        make_case(policy, {"y": 2025})


def test_files_without_annotations_have_closed_inputs() -> None:
    policy = check_text("o :- p, not q. r :- s(a).")
    case = make_case(policy, {"p": True, "s": ["a"]}, ["o"])
    assert case.stated == {"p": True, "s(a)": True}
    assert case.assumed == {"q": False}


def test_a_case_is_made_in_microseconds(travel: CaseReader) -> None:
    facts = {"cost": 2500, "international": False, "manager_approved": False, "tenure": 6}
    travel.make_case(facts, ["trip_approved"])
    best = min(timeit.repeat(lambda: travel.make_case(facts, ["trip_approved"]), number=500, repeat=20)) / 500
    assert best < 60e-6  # measured 9 on an idle machine
