"""Claims in both forms, and what they compile to."""

from __future__ import annotations

import pytest

from bicameral.policy import check_text
from bicameral.policy.claims.reader import CACHED, ClaimReader, read_claim
from bicameral.policy.model import CheckedPolicy
from bicameral.source import InputError
from bicameral.syntax import to_text, tree

POLICY = """
%@ sort reason = medical | family
%@ sort person
%@ input cost: int 0..1000000
%@ input international
%@ input start: date
%@ input why: reason
%@ input ratio: decimal(4) 0..100
%@ outcome approved as Approved
%@ outcome pay: decimal(2) as payEur
%@ outcome multi days_left(person): int
%@ outcome due: date
%@ outcome kind: reason
%@ define helper: int
%@ const limit : decimal(2) = 49.00
#const limit = 4900.
#const plain = 7.
approved :- cost(C), C < 5, international.
pay(C) :- cost(C).
helper(C) :- cost(C).
due(D) :- start(D).
kind(R) :- why(R).
days_left(bob, C) :- cost(C).
tier(gold) :- approved.
tier("Ann Lee") :- ratio(R), R > 3.
"""


@pytest.fixture(scope="module")
def reader() -> ClaimReader:
    return ClaimReader(check_text(POLICY))


def rules(reader: ClaimReader, text: str) -> list[str]:
    claim = reader.read(text).claim
    assert claim.text == text
    return [to_text(rule).replace(claim.head, "claim") for rule in claim.rules]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("approved", "claim :- approved."),
        ("not approved", "claim :- not approved."),
        ("Approved", "claim :- approved."),
        ("not Approved", "claim :- not approved."),
        ("Approved, not international", "claim :- approved, not international."),
        ("pay(V), V > 4900", "claim :- pay(V), V > 4900."),
        ("payEur(V), V > limit", "claim :- pay(V), V > limit."),
        ("tier(gold)", "claim :- tier(gold)."),
        ('tier("Ann Lee")', 'claim :- tier("Ann Lee").'),
        ("kind(medical)", "claim :- kind(medical)."),
        ("approved; helper(H); H = 3..5", "claim :- approved, helper(H), H = 3..5."),
        ("pay = 4900.00", "claim :- pay(V), V = 490000."),
        ("pay = 4900", "claim :- pay(V), V = 490000."),
        ("payEur >= 0.5", "claim :- pay(V), V >= 50."),
        ("20 <= helper", "claim :- helper(V), V >= 20."),
        ("helper <> -3", "claim :- helper(V), V != -3."),
        ("pay > limit", "claim :- pay(V), V > 4900."),
        ("helper == plain", "claim :- helper(V), V = 7."),
        ("due < 2026-04-06", "claim :- due(V), V < 20549."),
        ("due != start", "claim :- due(V), start(W), V != W."),
        ("kind = medical", "claim :- kind(V), V = medical."),
        ("kind != why", "claim :- kind(V), why(W), V != W."),
        ("days_left(bob) < 30", "claim :- days_left(bob,V), V < 30."),
        ('days_left("Ann Lee") < 30', 'claim :- days_left("Ann Lee",V), V < 30.'),
        ("pay >= ratio", "claim :- pay(V), ratio(W), 100*V >= W."),
        ("ratio <= helper", "claim :- ratio(V), helper(W), V <= 10000*W."),
    ],
)
def test_both_forms(reader: ClaimReader, text: str, rule: str) -> None:
    assert rules(reader, text) == [rule]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("aproved", "did you mean `approved`"),
        ("approved(X)", "`approved/0` is known"),
        ("international", "nothing that the policy derives"),
        ("cost = 5", "nothing that the policy derives"),
        ("cost = 5000", "nothing that the policy derives"),
        ("#true", "nothing that the policy derives"),
        ("pay", "has a value"),
        ("not pay", "has a value"),
        ("approved, pay > 3", "do not mix"),
        ("pay > 3, approved", "do not mix"),
        ("pay > 3; approved", "do not mix"),
        ("not pay > 3", "do not mix"),
        ("1 < pay < 3", "one comparison"),
        ("pay = helper = 3", "one comparison"),
        ("pay = 4900.005", "at most 2 digits"),
        ("helper = 3.5", "whole number"),
        ("due < 2026-02-30", "not a day"),
        ("due < 20000", "expected a date"),
        ("helper < 2026-01-01", "expected a number"),
        ("kind = medicl", "did you mean `medical`"),
        ("kind < medical", "have no order"),
        ("kind = due", "values of one kind|is no reason"),
        ("due = helper", "values of one kind"),
        ("pay = approved", "true or false"),
        ("approved = true", "true or false"),
        ("pay = plain", "no declared type"),
        ("helper = limit", "has decimal"),
        ("pay > 30000000", "32 bits"),
        ("pay > -30000000", "32 bits"),
        ("pay(V), V > 3000000000", "32 bits"),
        ("approved, X > 3", "bound by nothing"),
        ("not pay(X)", "bound by nothing"),
        ("approved, @f(1) = 2", "calls code"),
        ("approved, &t { x } = 2", "theory"),
        ("approved.", "unexpected|expected"),
        ("approved :- international", "unexpected|expected"),
        ("approved. :- not approved", "unexpected|expected"),
        ("approved, zoé", "café|ASCII|unexpected|character"),
        ("approved" + ", approved" * 20_000, "more than"),
        ("approved, " + "(" * 20_000, "deep|unexpected|expected"),
    ],
)
def test_bad_claims(reader: ClaimReader, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        reader.read(text)


def test_a_bare_constant_must_be_known() -> None:
    reader = ClaimReader(check_text("%@ outcome pay: int\npay(3)."))
    with pytest.raises(InputError, match="`foo` is no constant"):
        reader.read("pay(V), V > foo")


def test_an_individual_is_known_by_the_case_alone(reader: ClaimReader) -> None:
    assert reader.read("days_left(cy) < 3").individuals == ("cy",)
    assert reader.read("days_left(cy, V), V < 3").individuals == ("cy",)
    assert reader.read("days_left(bob, V), V < 3").individuals == ()


def test_fresh_names_never_collide() -> None:
    first = read_claim(check_text("%@ outcome o\no."), "o")
    taken = check_text(f"%@ outcome o\no. {first.head}(3). {first.head}x.")
    again = read_claim(taken, "o")
    assert again.head not in (first.head, f"{first.head}x")
    assert not {(again.head, n) for n in range(3)} & taken.predicates


def test_one_text_makes_one_claim_and_another_another(reader: ClaimReader) -> None:
    assert reader.read("approved") is reader.read("approved")
    heads = {reader.read(text).claim.head for text in ("approved", "approved ", "not approved")}
    assert len(heads) == 3
    assert read_claim(reader_policy(reader), "approved") == reader.read("approved").claim


def reader_policy(reader: ClaimReader) -> CheckedPolicy:
    return reader._policy


def test_the_cache_is_bounded() -> None:
    reader = ClaimReader(check_text("%@ outcome pay: int\npay(3)."))
    for number in range(CACHED + 50):
        reader.read(f"pay = {number}")
    assert len(reader._known) == CACHED


def test_claims_are_definitions(reader: ClaimReader) -> None:
    """No head of a claim is a predicate of the policy: it adds no answer set and removes none."""
    for text in ("approved", "pay = 3", "not approved, helper(H), H > 3"):
        claim = reader.read(text).claim
        for rule in claim.rules:
            assert isinstance(rule.head, tree.Literal)
            assert isinstance(rule.head.atom, tree.SymbolicAtom)
            assert (rule.head.atom.name, 0) not in reader_policy(reader).predicates


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        # a misspelt name, whatever it is compared with
        ("pey = 46.75", "no `pey`", "did you mean `pay`?"),
        ("46.75 = pey", "no `pey`", "did you mean `pay`?"),
        ("pey = 46", "no `pey`", "did you mean `pay`?"),
        ("pey = 46,75", "no `pey`", "did you mean `pay`?"),
        ("Pay = 46.75", "no `Pay`", "did you mean `pay`?"),
        ("day_left(bob) < 30.5", "no `day_left`", "did you mean `days_left`?"),
        ("stort < 2026-04-06", "no `stort`", "did you mean `start`?"),
        ("days_left < 30", "for each person", "days_left(person)"),
        ("pay(bob) = 4.5", "one value", "compare `pay`"),
        ("approved = 46.75", "true or false", "not approved"),
        # operators that are none
        ("pay => 20", "`=>`", "did you mean `>=`?"),
        ("pay =< 20", "`=<`", "did you mean `<=`?"),
        ("20 => pay", "`=>`", "did you mean `>=`?"),
        ("pay > = 20", "`> =`", "did you mean `>=`?"),
        ("pay === 20", "`===`", "did you mean `=`?"),
        ("pay(P), P => 20", "`=>`", "did you mean `>=`?"),
        ("days_left(bob, D), D=<3", "`=<`", "did you mean `<=`?"),
        # numbers as they are written elsewhere
        ("pay = 46,75", "the decimal point is a dot", "write `46.75`"),
        ("46,75 < pay", "the decimal point is a dot", "write `46.75`"),
        ("pay = 1,000.50", "no commas", "write `1000.50`"),
        ("pay = 1,000,000", "no commas", "write `1000000`"),
        ("pay = 1,000", "the decimal point is a dot", "write `1000` or `1.000`"),
        ("pay = 46 EUR", "expected a number", "write the number alone: `46`"),
        ("pay = $46.75", "expected a number", "write the number alone: `46.75`"),
        ('pay = "46"', "expected a number", None),
        ("pay(P), P >= 46.75", "unexpected `.`", "in the program's scale"),
        ("due(D), D < 2026-04-06", "unexpected `4`", "a date is its day number"),
        ("due(D), D < 2026-10-12", "2004", "dates are day numbers"),
        # more than a body
        ("approved and pay >= 20", "unexpected `and`", "stands alone"),
        ("approved and not international", "unexpected `and`", "joined by `,`"),
        ("approved or international", "unexpected `or`", "no claim says *or*"),
        ("pay = 12 or approved", "expected a number", "no claim says *or*"),
        ("approved.", "unexpected `.`", "no dot at its end"),
        ('"approved"', "ends too early", "without the quotation marks"),
        ("approved, Approvd", "ends too early", None),
        ("Aproved", "ends too early", "did you mean `Approved`?"),
        ("!approved", "`!` is no negation", "did you mean `not`?"),
        ("days left", "unexpected `left`", "did you mean `days_left`?"),
        ("not days-left", "ends too early", "did you mean `days_left`?"),
        ("pay = 1..3", "expected a number", "`pay >= 1`, `pay <= 3`"),
        ("pay =", "the value is missing", "pay = 0.00"),
        ("days_left(bob) != 3.5", "expected a whole number", None),
    ],
)
def test_slips_say_what_was_meant(reader: ClaimReader, text: str, said: str, hint: str | None) -> None:
    with pytest.raises(InputError) as caught:
        reader.read(text)
    found = caught.value.diagnostics[0]
    assert found.code == "bad-claim"
    assert said in found.message
    assert hint is None or hint in (found.hint or "")


@pytest.mark.parametrize(
    "text", ["days_left(bob, -1)", "pay(P), P<=-5", "pay(P), P!=3, not approved", 'tier("Ann => Lee"), approved']
)
def test_what_only_looks_like_a_slip_is_read(text: str) -> None:
    policy = check_text(POLICY + 'tier("Ann => Lee") :- approved.\n')
    assert ClaimReader(policy).read(text).claim.text == text


def test_every_fault_of_a_body_and_of_several_claims_is_told(reader: ClaimReader) -> None:
    with pytest.raises(InputError) as caught:
        reader.read_all(["nope(X), nape(Y), approved", "approved", "pey = 4.5"])
    said = str(caught.value)
    assert len(caught.value.diagnostics) == 3
    for wrong in ("nope", "nape", "pey"):
        assert wrong in said
