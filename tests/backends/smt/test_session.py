"""Every answer of a session against brute force over small worlds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from bicameral.backends.contract import NO, Answer, Region, Truth, Witness
from bicameral.formula.term import Term
from bicameral.policy.model import Case, Value
from tests.backends.smt.worlds import World, budget, worlds_with_facts

few = settings(max_examples=150, deadline=None)
Both = tuple[World, Case]


def values(case: Case) -> dict[str, Value]:
    return {**case.stated, **case.assumed}


def truth(answer: Answer) -> bool:
    assert answer.truth is not Truth.UNDECIDED, answer.reason
    return answer.truth is Truth.YES


@few
@given(worlds_with_facts())
def test_decide(both: Both) -> None:
    world, case = both
    decision = world.session().decide(case, budget())
    sides = {witness.holds for _, witness in world.models(values(case))}
    assert (truth(decision.can_hold), truth(decision.can_fail)) == (True in sides, False in sides)


@few
@given(worlds_with_facts(), st.sampled_from([None, False, True]))
def test_smallest_and_complete(both: Both, holds: bool | None) -> None:
    world, case = both
    session = world.session()
    found = session.smallest(case, holds, budget())
    models = [(i, w) for i, w in world.models(values(case)) if holds is None or w.holds == holds]
    if not models:
        assert found == NO
        return
    least = min((inputs for inputs, _ in models), key=world.rank)
    assert found == least
    assert not isinstance(found, Answer)
    assert list(found) == world.names
    witness = session.complete(found, holds, budget())
    assert witness in [w for i, w in models if i == least]
    assert witness == session.complete(found, holds, budget())


@few
@given(worlds_with_facts(), st.data())
def test_complete_is_the_same_whatever_was_asked_before(both: Both, data: st.DataObject) -> None:
    world, case = both
    inputs = data.draw(st.sampled_from(list(world.all_inputs(values(case)))))
    used = world.session()
    for other in data.draw(st.lists(st.sampled_from(list(world.all_inputs({}))), max_size=5)):
        used.complete(other, None, budget())
    for holds in (None, True, False):
        assert used.complete(inputs, holds, budget()) == world.session().complete(inputs, holds, budget())


@few
@given(worlds_with_facts(), st.data())
def test_replay(both: Both, data: st.DataObject) -> None:
    world, case = both
    session = world.session()
    witnesses = [w for _, w in world.models(values(case))]
    for witness in witnesses[:5]:
        assert truth(session.replay(witness, budget()))
        pay = data.draw(st.lists(st.integers(-3, 6), max_size=2, unique=True).map(sorted).map(tuple))
        outcomes: dict[str, bool | tuple[int | str, ...]] = {"a0": data.draw(st.booleans()), "pay": pay}
        changed = Witness(witness.inputs, outcomes, data.draw(st.booleans()))
        assert truth(session.replay(changed, budget())) == (changed in witnesses)


@few
@given(worlds_with_facts(), st.data())
def test_oracle(both: Both, data: st.DataObject) -> None:
    world, case = both
    session = world.session()
    by_name: dict[tuple[str, str], list[Term]] = {}
    for assertion in world.lowered.assertions:
        by_name.setdefault((assertion.kind.value, assertion.name), []).append(assertion.formula)
    with session.oracle(case) as oracle:
        elements = list(oracle.elements)
        kinds = ["rule", "closed-world", "constraint", "fact", "assumed", "range"]
        assert [kinds.index(e.kind) for e in elements] == sorted(kinds.index(e.kind) for e in elements)
        for goal in (None, True, False):
            kept = [p for p, e in enumerate(elements) if e.kind == "range" or data.draw(st.booleans())]
            assert_consistency(world, case, by_name, oracle, kept, goal)
    again = session.decide(case, budget())
    assert again.can_hold.truth is not Truth.UNDECIDED


def assert_consistency(world, case, by_name, oracle, kept, goal) -> None:  # type: ignore[no-untyped-def]
    def expected(places: list[int]) -> bool:
        elements = [oracle.elements[place] for place in places]
        formulas = [f for e in elements for f in by_name.get((e.kind, e.name), [])]
        formulas += [f for (kind, _), group in by_name.items() if kind == "range" for f in group]
        stated = {e.name: values(case)[e.name] for e in elements if e.kind in ("fact", "assumed")}
        return any(goal is None or w.holds == goal for _, w in world.models(stated, formulas))

    found = oracle.consistent(kept, goal, budget())
    assert found.truth is not Truth.UNDECIDED, found.reason
    assert (found.truth is Truth.YES) == expected(kept)
    if found.truth is Truth.NO:
        assert found.core <= set(kept)
        assert not expected(sorted(found.core))


def pair_rank(world: World, left: Mapping[str, Value], right: Mapping[str, Value]) -> tuple[object, ...]:
    differing = [name for name in world.names if left[name] != right[name]]
    distance = 0
    for name in world.names:
        a, b = left[name], right[name]
        if isinstance(a, int) and isinstance(b, int) and not isinstance(a, bool):
            distance += abs(a - b)
    return len(differing), distance, world.rank(left), world.rank(right)


@few
@given(worlds_with_facts())
def test_closest(both: Both) -> None:
    world, case = both
    sides: dict[bool, dict[str, dict[str, Value]]] = {True: {}, False: {}}
    for inputs, witness in world.models(values(case)):
        sides[witness.holds][repr(inputs)] = inputs
    pairs = [(pair_rank(world, a, b), a, b) for a, b in product(sides[True].values(), sides[False].values())]
    found = world.session().closest(case, budget())
    if not pairs:
        assert found == NO
        return
    _, left, right = min(pairs, key=lambda pair: pair[0])
    assert found == (left, right)


@few
@given(worlds_with_facts())
def test_closest_settled(both: Both) -> None:
    world, case = both
    sides: dict[bool, dict[str, dict[str, Value]]] = {True: {}, False: {}}
    for inputs, witness in world.models(values(case)):
        sides[witness.holds][repr(inputs)] = inputs
    holding = [i for key, i in sides[True].items() if key not in sides[False]]
    failing = [i for key, i in sides[False].items() if key not in sides[True]]
    pairs = [(pair_rank(world, a, b), a, b) for a, b in product(holding, failing)]
    found = world.session().closest_settled(case, budget())
    if not pairs:
        assert found == NO
        return
    _, left, right = min(pairs, key=lambda pair: pair[0])
    assert found == (left, right)


@few
@given(worlds_with_facts(), st.data())
def test_regions(both: Both, data: st.DataObject) -> None:
    world, case = both
    at = data.draw(st.sampled_from(list(world.all_inputs(values(case)))))
    name = data.draw(st.sampled_from(world.names))
    found = world.session().regions(case, at, name, budget())
    assert not isinstance(found, Answer), found.reason
    others = {n: v for n, v in at.items() if n != name}
    entry = next(entry for entry in world.lowered.inputs if entry.name == name)
    for region, holds in zip(found, (True, False), strict=True):
        there = {inputs[name] for inputs, w in world.models(others) if w.holds == holds}
        expected = [value for value in world.domain(entry) if value in there]
        assert members(region) == expected
        assert region.complete
        for (_, end), (start, _) in zip(region.intervals, region.intervals[1:], strict=False):
            assert end is not None
            assert start is not None
            assert end + 1 < start


def members(region: Region) -> list[Value]:
    found = list(region.values)
    for low, high in region.intervals:
        assert low is not None
        assert high is not None
        found.extend(range(low, high + 1))
    return found


@few
@given(worlds_with_facts())
def test_two_values(both: Both) -> None:
    world, case = both
    session = world.session()
    found = session.two_values(case, "pay", budget())
    models = [(i, w) for i, w in world.models(values(case)) if len(w.outcomes["pay"]) > 1]  # type: ignore[arg-type]
    if not models:
        assert found == NO
        return
    least = min((inputs for inputs, _ in models), key=world.rank)
    assert isinstance(found, Witness)
    assert found.inputs == least
    assert found in [w for i, w in models if i == least]
