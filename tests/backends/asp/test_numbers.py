"""Unknown and stated numbers: classes, thresholds, 32 bits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from bicameral.backends.contract import Answer, Budget, ClassGroup, Truth, undecided
from bicameral.lowering import lower
from bicameral.lowering.program import LoweredProgram
from bicameral.policy import check_text
from bicameral.policy.model import Value
from tests.backends.asp.tools import Scan, backend, brute, budget, case, claim_of, decide, session, sides

REMAINDER = "%@ input n: int 0..\n%@ outcome p\np :- n(N), N > 100, N\\7 = 5.\n"
NARROW = "%@ input c: int 0..\n%@ outcome p\np :- c(C), C*2 >= 100, C*2 <= 102.\n"
PRODUCT = "%@ input s: int 0..\n%@ outcome p\np :- s(S), S*90 > 30000000.\n"
PLAIN = "%@ input c: int\n%@ outcome p\np :- c(C), C > 1000.\n"


class Fixed:
    """A class finder with a prepared answer."""

    def __init__(self, *answer: ClassGroup | Answer) -> None:
        self.answer = answer

    def __call__(
        self,
        lowered: LoweredProgram,
        open_numbers: Sequence[str],
        stated: Mapping[str, Value],
        cap: int,
        budget: Budget,
    ) -> tuple[ClassGroup, ...] | Answer:
        first = self.answer[0]
        return first if isinstance(first, Answer) else tuple(g for g in self.answer if isinstance(g, ClassGroup))


@pytest.mark.parametrize(
    ("text", "stated", "expected"),
    [
        (REMAINDER, None, (True, True)),  # 103 is 14*7 + 5
        (REMAINDER, 103, (True, False)),
        (REMAINDER, 101, (False, True)),
        (REMAINDER, 96, (False, True)),
        (NARROW, None, (True, True)),
        (NARROW, 50, (True, False)),
        (NARROW, 51, (True, False)),
        (NARROW, 52, (False, True)),
        (NARROW, 49, (False, True)),
        (PLAIN, 1000, (False, True)),
        (PLAIN, 1001, (True, False)),
        (PLAIN, -2147483647, (False, True)),
        (PLAIN, 2147483647, (True, False)),
        (PLAIN, None, (True, True)),
    ],
)
def test_thresholds_and_classes(text: str, stated: int | None, expected: tuple[bool, bool]) -> None:
    name = "n" if text == REMAINDER else "c"
    values: dict[str, Value] = {} if stated is None else {name: stated}
    assert sides(decide(text, "p", values)) == expected


@pytest.mark.parametrize("number", [333334, 23860929])
def test_a_product_within_32_bits(number: int) -> None:
    """23860929 * 90 is 2147483610."""
    assert sides(decide(PRODUCT, "p", {"s": number})) == (True, False)


@pytest.mark.parametrize("number", [23860930, 2147483647, 30000001])
def test_a_stated_number_that_overflows(number: int) -> None:
    decision = decide(PRODUCT, "p", {"s": number})
    assert decision.can_hold == decision.can_fail == undecided("overflow")


@pytest.mark.parametrize("number", [2147483648, -2147483648, 10**20])
def test_a_stated_number_that_clingo_cannot_hold(number: int) -> None:
    decision = decide(PLAIN, "p", {"c": number})
    assert decision.can_hold == decision.can_fail == undecided("overflow")


def test_what_the_finder_cannot_do_is_undecided() -> None:
    decision = decide(PRODUCT, "p", {}, Fixed(undecided("overflow")))
    assert decision.can_hold == decision.can_fail == undecided("overflow")
    assert sides(decide(PRODUCT, "p", {"s": 10}, Fixed(undecided("more than 1000 classes")))) == (False, True)


def test_representatives_are_noted() -> None:
    assert decide(PLAIN, "p", {}).notes[0][0] == "representatives"
    assert decide(PLAIN, "p", {"c": 7}).notes == ()
    assert decide(PRODUCT, "p", {}, Fixed(ClassGroup(("s",), ((0,), (333_334,))))).notes[0][0] == "representatives"


def test_thresholds_need_no_finder() -> None:
    text = """
    %@ input cost: decimal(2) 0..
    %@ input start: date
    %@ outcome p
    p :- cost(C), C > 100000, C != 123456, start(S), S >= 20000.
    """
    finder = Scan()
    policy, made = backend(text, finder)
    prepared = made.session(claim_of("p"))
    for cost in (0, 100000, 100001, 123455, 123456, 123457):
        for start in (19999, 20000, 20001):
            decision = prepared.decide(case(policy, {"cost": cost, "start": start}), budget())
            expected = cost > 100000 and cost != 123456 and start >= 20000
            assert sides(decision) == (expected, not expected)
    assert sides(prepared.decide(case(policy, {}), budget())) == (True, True)
    assert sides(prepared.decide(case(policy, {"cost": 123456}), budget())) == (False, True)
    assert finder.calls == []


def test_a_range_up_to_a_thousand_values_is_enumerated() -> None:
    finder = Scan()
    text = "%@ input n: int 1..1000\n%@ outcome p\np :- n(N), N*N = 1369.\n"
    assert sides(decide(text, "p", {}, finder)) == (True, True)
    assert sides(decide(text, "p", {"n": 37}, finder)) == (True, False)
    assert decide(text, "p", {}, finder).notes == ()
    assert finder.calls == []


def test_whole_ranges_that_would_ground_large_are_cut() -> None:
    """Three ranges of 1,000 in one body would be 10**9 instances."""
    text = """
    %@ input a: int 1..1000
    %@ input b: int 1..1000
    %@ input c: int 1..1000
    %@ outcome p
    p :- a(A), b(B), c(C), A > 900, B < 7, C = 500.
    """
    decision = decide(text, "p", {})
    assert sides(decision) == (True, True)
    assert decision.notes[0][0] == "representatives"
    assert decision.milliseconds < 1000
    assert sides(decide(text, "p", {"a": 901, "b": 6, "c": 500})) == (True, False)
    assert sides(decide(text, "p", {"a": 900})) == (False, True)


def test_numbers_compared_with_each_other_are_cut_together() -> None:
    text = """
    %@ input a: int 0..
    %@ input b: int 0..
    %@ input optional c: int 0..
    %@ outcome p
    %@ outcome q
    p :- a(A), b(B), A > B + 3.
    q :- b(B), c(C), C > B.
    q :- not c(_), a(A), A > 7.
    """
    finder = Scan(0, 12)
    assert sides(decide(text, "p, not q", {}, finder)) == (True, True)
    assert set(finder.calls) == {("a", "b", "c")}
    assert sides(decide(text, "p", {"a": 3}, finder)) == (False, True)
    assert sides(decide(text, "p", {"a": 4}, finder)) == (True, True)
    assert sides(decide(text, "q", {"c": None, "a": 7}, finder)) == (False, True)
    assert sides(decide(text, "q", {"c": None, "a": 8}, finder)) == (True, False)
    assert sides(decide(text, "q", {"c": 0}, finder)) == (False, True)
    assert sides(decide(text, "q", {"a": 7, "b": 11}, finder)) == (True, True)


def test_a_claims_own_threshold_counts() -> None:
    text = "%@ input base: int 0..\n%@ outcome pay: int\npay(B+10) :- base(B).\n"
    assert sides(decide(text, "pay(P), P >= 500", {}, Scan(0, 1000))) == (True, True)
    assert sides(decide(text, "pay(P), P >= 500", {"base": 489})) == (False, True)
    assert sides(decide(text, "pay(P), P >= 500", {"base": 490})) == (True, False)


def test_a_claim_beyond_clingos_integers() -> None:
    decision = decide(PLAIN, "c(C), C > 3000000000, p", {})
    assert decision.can_hold.truth is Truth.UNDECIDED
    assert decision.can_hold.reason == "overflow"


def test_a_class_that_lies_beyond_32_bits() -> None:
    """Nothing that clingo can hold is greater than 2147483647, but the declared range has such numbers."""
    text = "%@ input c: int\n%@ outcome p\np :- c(C), C > 2147483647.\n"
    assert decide(text, "p", {}).can_hold == undecided("overflow")
    assert sides(decide(text, "p", {"c": 5})) == (False, True)


def test_outcome_values_are_the_true_ones() -> None:
    """The kept program stands 2500 on a representative; a witness must not."""
    text = "%@ input c: int 0..\n%@ outcome v: int\n%@ outcome p\nv(C) :- c(C), C > 1000.\np :- v(_).\n"
    prepared = session(text, "p")
    for value in (2500, 1001, 77777):
        witness = prepared.complete({"c": value}, True, budget())
        assert not isinstance(witness, Answer)
        assert witness.outcomes == {"v": (value,), "p": True}
        assert prepared.replay(witness, budget()).truth is Truth.YES


def test_aliases_do_not_confuse_numbers() -> None:
    text = """
    %@ input a: int 0.. as b_
    %@ input b: int 0.. as a_
    %@ outcome p
    p :- a(A), b(B), A > 10, B > 20.
    """
    assert sides(decide(text, "p", {"a": 11})) == (True, True)
    assert sides(decide(text, "p", {"a": 11, "b": 20})) == (False, True)
    assert sides(decide(text, "p", {"a": 10})) == (False, True)


def test_unlowered_rules_with_an_unknown_large_number() -> None:
    text = """
    %@ input n: int 0..
    %@ input small: int 0..20
    %@ outcome p
    p :- n(N), #count { X : small(X), X > N } = 0.
    #edge (1, 2) : p.
    """
    policy, made = backend(text)
    prepared = made.session(claim_of("p"))
    decision = prepared.decide(case(policy, {}), budget())
    assert decision.can_hold.truth is Truth.UNDECIDED
    assert decision.can_hold.reason not in (None, "overflow", "out of time")
    assert sides(prepared.decide(case(policy, {"n": 19}), budget())) == (True, True)
    assert sides(prepared.decide(case(policy, {"n": 20}), budget())) == (True, False)
    assert sides(prepared.decide(case(policy, {"n": 3, "small": 4}), budget())) == (False, True)


def test_unlowered_arithmetic_that_may_overflow_is_undecided() -> None:
    text = """
    %@ input n: int 0..
    %@ outcome p
    p :- n(N), #sum { N*1000000 } > 5.
    """
    assert sides(decide(text, "p", {"n": 7})) == (True, False)
    assert decide(text, "p", {"n": 5000}).can_hold == undecided("overflow")


def test_a_number_that_unlowered_text_only_compares_is_cut_by_its_constants() -> None:
    text = """
    #const least = 30.
    %@ input n: int 0..
    %@ input optional m: int ..50
    %@ input a
    %@ outcome p
    p :- n(N), N >= least, 100 > N, not m(_).
    p :- m(M), M = -7, a.
    #edge (1, 2) : p, a.
    """
    domains: dict[str, Sequence[Value]] = {
        "n": [0, 29, 30, 31, 99, 100, 101, 5000],
        "m": [None, -8, -7, -6, 0, 50],
        "a": [False, True],
    }
    cases: list[dict[str, Value]] = [{}, {"n": 29}, {"n": 30}, {"n": 99, "m": None}, {"n": 100}, {"m": -7}, {"m": 1}]
    for stated in cases:
        chosen = {name: [stated[name]] if name in stated else domains[name] for name in domains}
        judged = brute(check_text(text), claim_of("p"), chosen)
        assert sides(decide(text, "p", stated)) == judged


@pytest.mark.parametrize(
    "rule",
    [
        "p :- n(N), m(M), N < M.",
        "p :- n(N), N * 2 > 7.",
        "p :- not n(7).",
        "p :- #sum { N : n(N) } > 7.",
        "p :- n(N), N < X, X = 7.",
        "q(N) :- n(N). p :- q(7).",
        "p :- n(N), n(N), N > 3.",
        "p :- a : n(N), N > 3.",
    ],
)
def test_a_number_to_which_unlowered_text_does_more_is_undecided(rule: str) -> None:
    text = f"%@ input n: int 0..\n%@ input m: int 0..5\n%@ input a\n%@ outcome p\n{rule}\n#edge (1,2) : p."
    decision = decide(text, "p", {"m": 2, "a": True})
    assert decision.can_hold.truth is Truth.UNDECIDED


def test_a_claim_that_is_not_lowered_is_decided_by_clingo_with_the_policys_classes() -> None:
    text = """
    %@ input n: int 0..
    %@ outcome p
    %@ outcome q
    p :- n(N), N * 3 > 100, N \\ 7 = 5.
    q :- n(N), N > 40.
    """
    claim = "#max { X : p, X = 1..2 ; : q } >= 2, not q"  # an empty tuple is not lowered
    policy = check_text(text)
    cases: list[dict[str, Value]] = [{}, {"n": 40}, {"n": 41}, {"n": 47}, {"n": 33}]
    for stated in cases:
        values: Sequence[Value] = [stated["n"]] if "n" in stated else range(200)
        assert lower(policy, claim_of(claim)).refusals
        assert sides(decide(text, claim, stated)) == brute(policy, claim_of(claim), {"n": values})
    assert decide(text, "n(N), #max { 1 : p ; : q } > N", {}).can_hold.truth is Truth.UNDECIDED
