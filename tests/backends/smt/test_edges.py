"""What single cases must yield: unbounded numbers, 32 bits, products, own symbols of SMT-LIB files, unknowns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from z3.z3types import Z3Exception

from bicameral.backends.contract import CLINGO_MAX, NO, Answer, Budget, Region, Truth, Witness, undecided
from bicameral.backends.smt import session as session_module
from bicameral.backends.smt.solver import Solver
from bicameral.formula import factory as f
from bicameral.formula.term import Term
from bicameral.lowering.program import Argument, Constant, LoweredProgram, Refusal
from bicameral.policy.model import Value
from bicameral.sorts.catalogue import INTEGER, enumeration
from bicameral.sorts.term_sort import BOOL, INT, REAL
from bicameral.source import NOWHERE
from tests.backends.smt.worlds import (
    TRAVEL_OUTCOMES,
    TRIP,
    boolean,
    budget,
    case,
    closed,
    constraint,
    declaration,
    member,
    number,
    program,
    rule,
    session,
    travel,
)

A = f.symbol("a", BOOL)


def i(value: int) -> Term:
    return f.integer(value)


def defined(inputs: Sequence[object], body: Term, claim: Term = A) -> LoweredProgram:
    """One atom that holds exactly when its body does."""
    assertions = [rule("r", f.implies(body, A)), closed("a", f.implies(A, body), "r")]
    return program(inputs, assertions, {("a", 0): [((), A)]}, claim)  # type: ignore[arg-type]


# --- the travel policy ----------------------------------------------------------------------------------------------


def test_travel_boundaries() -> None:
    session_ = session(travel(TRIP), TRAVEL_OUTCOMES)
    facts = case({"cost": 2000, "international": True, "approved": True})
    pair = session_.closest(facts, budget())
    assert not isinstance(pair, Answer)
    assert [side["tenure"] for side in pair] == [6, 5]
    regions = session_.regions(facts, pair[0], "tenure", budget())
    assert regions == (Region(((6, None),)), Region(((0, 5),)))
    cheap = case({"international": False, "approved": False, "tenure": 0})
    pair = session_.closest(cheap, budget())
    assert not isinstance(pair, Answer)
    assert [side["cost"] for side in pair] == [1000, 1001]


def test_travel_witness_and_elements() -> None:
    session_ = session(travel(TRIP), TRAVEL_OUTCOMES)
    facts = {"cost": 2500, "international": False, "approved": False, "tenure": 7}
    witness = session_.complete(facts, None, budget())
    assert witness == Witness(facts, {"trip_approved": False, "booking_allowed": False}, holds=False)
    with session_.oracle(case(facts)) as oracle:
        names = [(element.kind, element.name) for element in oracle.elements]
        assert names[:2] == [("rule", "cost-rule"), ("rule", "international-rule")]
        needed = [
            ("rule", "cost-rule"),
            ("closed-world", "trip_approved"),
            ("fact", "cost"),
            ("fact", "approved"),
        ]
        kept = [names.index(name) for name in needed]
        found = oracle.consistent(kept, True, budget())
        assert (found.truth, found.core) == (Truth.NO, frozenset(kept))
        for place in kept:
            less = [other for other in kept if other != place]
            assert oracle.consistent(less, True, budget()).truth is Truth.YES


# --- numbers without an end -----------------------------------------------------------------------------------------


def test_a_number_without_a_lower_end_is_nearest_zero() -> None:
    free = number("n")
    above = session(defined([free], f.le(i(-7), free.value)))
    assert above.smallest(case(), True, budget()) == {"n": 0}
    assert above.smallest(case(), False, budget()) == {"n": -8}
    assert above.closest(case(), budget()) == ({"n": -7}, {"n": -8})
    assert above.regions(case(), {"n": 0}, "n", budget()) == (Region(((-7, None),)), Region(((None, -8),)))
    below = number("n", None, -3)
    assert session(defined([below], f.TRUE)).smallest(case(), True, budget()) == {"n": -3}


def test_numbers_of_any_size() -> None:
    free = number("n", 0)
    huge = 10**30
    session_ = session(defined([free], f.le(i(huge), free.value)))
    assert session_.decide(case({"n": huge - 1}), budget()).can_hold == NO
    assert session_.smallest(case(), True, budget()) == {"n": huge}
    assert session_.closest(case(), budget()) == ({"n": huge}, {"n": huge - 1})


def test_the_closest_pair_stays_within_32_bits_where_it_can() -> None:
    n, b = number("n", 0), boolean("b")
    far = f.lt(i(CLINGO_MAX), n.value)
    both = session(defined([n, b], f.disj(f.conj(far, b.value), f.eq(n.value, i(7)))))
    pair = both.closest(case(), budget())
    assert not isinstance(pair, Answer)
    assert [side["n"] for side in pair] == [7, 6]
    only_far = session(defined([n, b], far)).closest(case(), budget())
    assert only_far == ({"n": CLINGO_MAX + 1, "b": False}, {"n": CLINGO_MAX, "b": False})
    one_open = session(defined([n], f.disj(f.le(n.value, i(3)), far))).closest(case(), budget())
    assert one_open == ({"n": 3}, {"n": 4})


def test_remainders_make_regions_of_points() -> None:
    n = number("n", 0)
    periodic = f.conj(f.lt(i(100), n.value), f.eq(f.trem(n.value, i(7)), i(5)))
    holds, fails = _regions(defined([n], periodic), {"n": 0}, "n")
    assert holds.intervals[:3] == ((103, 103), (110, 110), (117, 117))
    assert fails.intervals[:2] == ((0, 102), (104, 109))
    assert not holds.complete
    assert not fails.complete


def test_a_remainder_that_does_not_matter_cuts_nothing() -> None:
    n, b = number("n", 0), boolean("b")
    body = f.disj(f.lt(i(1000), n.value), f.conj(b.value, f.eq(f.trem(n.value, i(7)), i(5))))
    holds, fails = _regions(defined([n, b], body), {"n": 0, "b": False}, "n")
    assert (holds, fails) == (Region(((1001, None),)), Region(((0, 1000),)))


def test_a_remainder_far_away() -> None:
    n = number("n", 0, 10**12)
    holds, fails = _regions(defined([n], f.eq(f.trem(n.value, i(10**9)), i(7))), {"n": 0}, "n")
    assert holds.intervals[:3] == ((7, 7), (10**9 + 7, 10**9 + 7), (2 * 10**9 + 7, 2 * 10**9 + 7))
    assert fails.intervals[:2] == ((0, 6), (8, 10**9 + 6))


def test_regions_below_any_point() -> None:
    n = number("n")
    body = f.conj(f.lt(n.value, i(-1000)), f.eq(f.trem(n.value, i(100)), i(-3)))
    holds, fails = _regions(defined([n], body), {"n": 0}, "n")
    assert not holds.complete
    assert holds.intervals[-1] == (-1003, -1003)
    assert fails.intervals[-1] == (-1002, None)


def _regions(lowered: LoweredProgram, at: dict[str, Value], name: str) -> tuple[Region, Region]:
    found = session(lowered).regions(case(), at, name, budget())
    assert not isinstance(found, Answer), found.reason
    return found


# --- products -------------------------------------------------------------------------------------------------------


def area(limit: int) -> LoweredProgram:
    x, y = number("x", 0, 10**9), number("y", 0, 10**9)
    return defined([x, y], f.lt(i(limit), f.mul(x.value, y.value)))


def test_a_stated_factor_makes_a_product_linear() -> None:
    session_ = session(area(10**12))
    facts = case({"x": 123_457})
    assert session_.smallest(facts, True, budget()) == {"x": 123_457, "y": 8_099_987}
    assert 123_457 * 8_099_986 <= 10**12 < 123_457 * 8_099_987
    pair = session_.closest(facts, budget())
    assert pair == ({"x": 123_457, "y": 8_099_987}, {"x": 123_457, "y": 8_099_986})
    holds, fails = _regions(area(10**12), {"x": 123_457, "y": 0}, "y")
    assert (holds.intervals, fails.intervals) == (((8_099_987, 10**9),), ((0, 8_099_986),))


def test_facts_of_a_product_stay_switchable() -> None:
    session_ = session(area(100))
    facts = case({"x": 5, "y": 7})
    with session_.oracle(facts) as oracle:
        names = [element.name for element in oracle.elements]
        everything = range(len(names))
        found = oracle.consistent(everything, True, budget())
        assert found.truth is Truth.NO
        assert {names[place] for place in found.core} >= {"a", "x", "y"}
        without = [place for place in everything if names[place] != "y" or oracle.elements[place].kind != "fact"]
        assert oracle.consistent(without, True, budget()).truth is Truth.YES
        again = oracle.consistent(everything, True, budget())
        assert again == found
    assert session_.decide(facts, budget()).can_hold == NO


# --- outcomes -------------------------------------------------------------------------------------------------------


def valued(tuples: Sequence[tuple[Argument, Term]], inputs: Sequence[object] = ()) -> tuple[LoweredProgram, list]:  # type: ignore[type-arg]
    members = enumeration("color", ("red", "green"))
    outcomes = [declaration("paint", members, role="outcome"), declaration("pay", INTEGER, role="outcome")]
    atoms = {("paint", 1): [((argument,), condition) for argument, condition in tuples]}
    return program(inputs, [], atoms, None), outcomes  # type: ignore[arg-type]


def test_members_as_values() -> None:
    b, c = boolean("b"), boolean("c")
    red, green = Constant("constant", "red"), Constant("constant", "green")
    lowered, outcomes = valued([(red, b.value), (red, f.neg(b.value)), (green, c.value)], [b, c])
    session_ = session(lowered, outcomes)
    found = session_.two_values(case(), "paint", budget())
    assert found == Witness({"b": False, "c": True}, {"paint": ("green", "red"), "pay": ()}, holds=True)
    assert isinstance(found, Witness)
    assert session_.replay(found, budget()).truth is Truth.YES
    assert session_.replay(replace(found, outcomes={"paint": ("red",)}), budget()) == NO
    assert session_.two_values(case({"c": False}), "paint", budget()) == NO
    assert session_.two_values(case(), "pay", budget()) == NO
    assert session_.two_values(case(), "unheard_of", budget()) == NO


def test_a_value_that_is_a_symbol_of_its_own() -> None:
    """As in an SMT-LIB file: `pay` is a constant that the assertions define."""
    n = number("n", 0, 100)
    pay = f.symbol("pay", INT)
    outcomes = [declaration("pay", INTEGER, role="outcome")]
    assertions = [
        rule("pay", f.eq(pay, f.add(f.mul(i(3), n.value), i(2)))),
        constraint("no", f.neg(f.eq(n.value, i(50)))),
    ]
    lowered = program([n], assertions, {("pay", 1): [((pay,), f.TRUE)]}, f.le(i(110), pay))
    session_ = session(lowered, outcomes)
    assert session_.complete({"n": 10}, None, budget()) == Witness({"n": 10}, {"pay": (32,)}, holds=False)
    assert session_.replay(Witness({"n": 10}, {"pay": (32,)}, holds=False), budget()).truth is Truth.YES
    assert session_.replay(Witness({"n": 10}, {"pay": (33,)}, holds=False), budget()) == NO
    assert session_.closest(case(), budget()) == ({"n": 36}, {"n": 35})
    regions = session_.regions(case(), {"n": 0}, "n", budget())
    assert regions == (Region(((36, 49), (51, 100))), Region(((0, 35),)))
    assert session_.two_values(case(), "pay", budget()) == NO


def test_a_free_value_is_nearest_zero() -> None:
    pay = f.symbol("pay", INT)
    outcomes = [declaration("pay", INTEGER, role="outcome")]
    bounds = rule("pay", f.disj(f.le(pay, i(-3)), f.le(i(8), pay)))
    session_ = session(program([boolean("b")], [bounds], {("pay", 1): [((pay,), f.TRUE)]}, None), outcomes)
    assert session_.complete({"b": True}, None, budget()) == Witness({"b": True}, {"pay": (8,)}, holds=True)


def test_values_over_symbols_of_their_own() -> None:
    kind = enumeration("kind", ("red", "green")).term_sort
    k, b = f.symbol("k", kind), f.symbol("own", BOOL)
    value = f.add(f.ite(f.eq(k, f.member(kind, "red")), i(10), i(20)), f.ite(b, i(1), i(2)))
    outcomes = [declaration("pay", INTEGER, role="outcome")]
    inputs = [boolean("x")]
    rules = [rule("r", f.implies(inputs[0].value, f.neg(f.eq(k, f.member(kind, "red")))))]
    session_ = session(program(inputs, rules, {("pay", 1): [((value,), f.TRUE)]}, None), outcomes)
    assert session_.complete({"x": True}, None, budget()) == Witness({"x": True}, {"pay": (22,)}, holds=True)
    assert session_.complete({"x": False}, None, budget()) == Witness({"x": False}, {"pay": (12,)}, holds=True)
    assert session_.replay(Witness({"x": True}, {"pay": (21,)}, holds=True), budget()).truth is Truth.YES
    assert session_.replay(Witness({"x": True}, {"pay": (11,)}, holds=True), budget()) == NO


# --- more than one answer set ---------------------------------------------------------------------------------------


def test_inputs_that_each_decide() -> None:
    """`{p} :- x. p :- y.`: x alone leaves p open, y settles it, neither excludes it."""
    x, y = boolean("x"), boolean("y")
    lowered = program(
        [x, y],
        [rule("r", f.implies(y.value, A)), closed("a", f.implies(A, f.disj(x.value, y.value)), "r")],
        {("a", 0): [((), A)]},
        A,
    )
    session_ = session(lowered)
    open_ = {"x": True, "y": False}
    assert session_.closest(case(), budget()) == (open_, open_)
    assert session_.closest_settled(case(), budget()) == ({"x": False, "y": True}, {"x": False, "y": False})
    assert session_.closest_settled(case({"x": True}), budget()) == NO


def test_a_side_that_is_empty() -> None:
    never = session(program([boolean("b")], [constraint("no", f.FALSE)], {}, f.TRUE))
    decision = never.decide(case(), budget())
    assert (decision.can_hold, decision.can_fail) == (NO, NO)
    assert never.closest(case(), budget()) == NO
    assert never.smallest(case(), None, budget()) == NO
    assert never.complete({"b": True}, None, budget()) == NO


def test_without_a_claim() -> None:
    b = boolean("b")
    session_ = session(program([b], [constraint("no", b.value)], {}, None))
    assert session_.decide(case(), budget()).can_hold.truth is Truth.YES
    assert session_.decide(case(), budget()).can_fail == NO
    assert session_.decide(case({"b": False}), budget()).can_hold == NO
    assert session_.complete({"b": True}, None, budget()) == Witness({"b": True}, {}, holds=True)
    assert session_.complete({"b": True}, False, budget()) == NO
    assert session_.smallest(case(), None, budget()) == {"b": True}
    assert session_.smallest(case(), False, budget()) == NO
    assert session_.replay(Witness({"b": True}, {}, holds=False), budget()) == NO


def test_names_that_smtlib_reserves() -> None:
    inputs = [boolean("and"), number("mod", 0, 9), member("true", ("red", "not"), optional=True), boolean("@e0")]
    body = f.conj(inputs[0].value, f.lt(i(3), inputs[1].value), inputs[3].value)
    session_ = session(defined(inputs, body))
    facts: dict[str, Value] = {"and": True, "mod": 4, "true": "not", "@e0": True}
    assert session_.complete(facts, True, budget()) == Witness(facts, {}, holds=True)
    assert session_.closest(case(facts), budget()) == NO


# --- what is not decided --------------------------------------------------------------------------------------------


def test_a_refused_program_decides_nothing() -> None:
    lowered = replace(travel(TRIP), refusals=(Refusal(None, "aggregate", NOWHERE, "a sum in a body"),))
    session_ = session(lowered, TRAVEL_OUTCOMES)
    told = undecided("a sum in a body")
    decision = session_.decide(case(), budget())
    assert (decision.can_hold, decision.can_fail, decision.reason) == (told, told, "a sum in a body")
    facts: dict[str, Value] = {"cost": 1, "international": True, "approved": True, "tenure": 1}
    assert session_.complete(facts, None, budget()) == told
    assert session_.replay(Witness(facts, {}, holds=True), budget()) == told
    assert session_.smallest(case(), None, budget()) == told
    assert session_.closest(case(), budget()) == told
    assert session_.closest_settled(case(), budget()) == told
    assert session_.regions(case(), facts, "cost", budget()) == told
    assert session_.two_values(case(), "pay", budget()) == told
    with session_.oracle(case()) as oracle:
        assert oracle.consistent([], None, budget()).reason == "a sum in a body"


def test_reals_are_not_decided_here() -> None:
    real = f.symbol("r", REAL)
    lowered = program([], [constraint("no", f.le(real, f.real(0)))], {}, f.TRUE)  # type: ignore[arg-type]
    assert session(lowered).decide(case(), budget()).can_hold.truth is Truth.UNDECIDED


def test_no_time_is_no_answer() -> None:
    session_ = session(travel(TRIP), TRAVEL_OUTCOMES)
    decision = session_.decide(case(), Budget(0))
    assert (decision.can_hold, decision.can_fail) == (undecided("out of time"), undecided("out of time"))
    assert session_.closest(case(), Budget(0)) == undecided("out of time")
    at: dict[str, Value] = {"cost": 1, "international": True, "approved": True, "tenure": 1}
    assert session_.regions(case(), at, "cost", Budget(0)) == undecided("out of time")
    with session_.oracle(case()) as oracle:
        assert oracle.consistent([0], None, Budget(0)).reason == "out of time"
    assert session_.decide(case(), budget()).can_hold.truth is Truth.YES


def pigeons(holes: int) -> LoweredProgram:
    """One more pigeon than holes: no answer set, and no short proof of that."""
    sits = [[f.symbol(f"p{p}.{h}", BOOL) for h in range(holes)] for p in range(holes + 1)]
    everyone = [constraint(f"somewhere{p}", f.disj(*row)) for p, row in enumerate(sits)]
    alone = [
        constraint(f"alone{h}.{p}.{q}", f.neg(f.conj(sits[p][h], sits[q][h])))
        for h in range(holes)
        for p in range(holes + 1)
        for q in range(p)
    ]
    return program([boolean("b")], [*everyone, *alone], {}, f.TRUE)


def test_a_hard_question_runs_out_of_time_and_the_session_lives_on() -> None:
    session_ = session(pigeons(12))
    allowed = Budget(300)
    decision = session_.decide(case(), allowed)
    assert decision.can_hold == undecided("out of time")
    assert decision.milliseconds < 5_000
    with session_.oracle(case()) as oracle:
        kept = [place for place, element in enumerate(oracle.elements) if element.name.startswith("alone")]
        assert oracle.consistent(kept, None, budget()).truth is Truth.YES


@pytest.mark.parametrize("text", ["sat", "unsat", "(error sat)", "x" * 10_000])
def test_an_exception_is_never_an_answer(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    session_ = session(travel(TRIP), TRAVEL_OUTCOMES)

    def broken(self: Solver, literals: Sequence[object]) -> int:
        raise Z3Exception(text)

    monkeypatch.setattr(Solver, "_check", broken)
    decision = session_.decide(case(), budget())
    assert decision.can_hold.truth is Truth.UNDECIDED
    assert decision.can_fail.truth is Truth.UNDECIDED
    assert decision.reason is not None
    assert decision.reason.startswith("Z3: ")
    assert len(decision.reason) < 500
    with session_.oracle(case()) as oracle:
        assert oracle.consistent([], None, budget()).truth is Truth.UNDECIDED
    assert session_.closest(case(), budget()) == undecided(decision.reason)


def test_an_unknown_keeps_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    session_ = session(travel(TRIP), TRAVEL_OUTCOMES)
    monkeypatch.setattr(Solver, "_check", lambda self, literals: 0)
    monkeypatch.setattr(Solver, "_reason", lambda self: "(incomplete (theory arithmetic))")
    decision = session_.decide(case(), budget())
    assert decision.can_hold == undecided("Z3: (incomplete (theory arithmetic))")
    monkeypatch.setattr(Solver, "_reason", lambda self: "max. resource limit exceeded")
    assert session_.decide(case(), budget()).can_hold == undecided("out of time")


def test_text_that_z3_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise Z3Exception("sat")

    monkeypatch.setattr(session_module, "cores_of", broken)
    assert session(travel(TRIP), TRAVEL_OUTCOMES).decide(case(), budget()).can_hold == undecided("Z3: sat")


def test_a_use_leaves_no_trace() -> None:
    """Levels are closed, whatever was asked: the same questions in another order get the same answers."""
    facts = case({"cost": 2000})
    fresh = [session(travel(TRIP), TRAVEL_OUTCOMES) for _ in range(4)]
    used = session(travel(TRIP), TRAVEL_OUTCOMES)
    for _ in range(3):
        assert used.closest(facts, budget()) == fresh[0].closest(facts, budget())
        assert used.smallest(facts, False, budget()) == fresh[1].smallest(facts, False, budget())
        with used.oracle(facts) as oracle, fresh[2].oracle(facts) as other:
            everything = range(len(oracle.elements))
            found = oracle.consistent(everything, False, budget())
            assert found.truth == other.consistent(everything, False, budget()).truth
        with pytest.raises(AssertionError):
            used.complete({"cost": None}, None, budget())
        assert used.closest_settled(facts, budget()) == fresh[3].closest_settled(facts, budget())
