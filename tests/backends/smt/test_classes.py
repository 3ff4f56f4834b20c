"""Representatives against the classes that brute force finds, and one path against the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from bicameral.backends.contract import CLINGO_MAX, Answer, ClassGroup, undecided
from bicameral.backends.smt.classes import _Group, representatives
from bicameral.formula import factory as f
from bicameral.formula.interpreter import evaluate
from bicameral.formula.term import Term
from bicameral.lowering.program import InputSymbol, Intermediate, LoweredProgram
from bicameral.policy.model import Value
from bicameral.source import NOWHERE
from tests.backends.smt.worlds import boolean, budget, number, program

few = settings(max_examples=150, deadline=None)


def lowered(
    inputs: Sequence[InputSymbol], comparisons: Sequence[Term], intermediates: Sequence[Term] = ()
) -> LoweredProgram:
    return replace(
        program(inputs, [], {}, None, comparisons),
        intermediates=tuple(Intermediate(term, NOWHERE) for term in intermediates),
    )


def points(found: tuple[ClassGroup, ...] | Answer) -> list[tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]]:
    assert not isinstance(found, Answer), found
    return [(group.names, group.points) for group in found]


N = number("n", 0)
n = N.value


def i(value: int) -> Term:
    return f.integer(value)


def test_one_point_for_each_side_of_a_threshold() -> None:
    found = representatives(lowered([N], [f.lt(i(1000), n)]), ["n"], {}, 100, budget())
    assert points(found) == [(("n",), ((0,), (1001,)))]


def test_a_class_is_no_interval() -> None:
    found = representatives(lowered([N], [f.lt(i(100), n), f.eq(f.trem(n, i(7)), i(5))]), ["n"], {}, 100, budget())
    assert points(found) == [(("n",), ((0,), (5,), (101,), (103,)))]


def test_a_point_that_overflows_is_left_out() -> None:
    product_ = f.mul(i(90), n)
    found = representatives(lowered([N], [f.lt(i(30_000_000), product_)], [product_]), ["n"], {}, 100, budget())
    (names, both), *_ = points(found)
    assert names == ("n",)
    assert [90 * point > 30_000_000 for (point,) in both] == [False, True]
    assert all(90 * point <= CLINGO_MAX for (point,) in both)


def test_a_class_that_only_overflows() -> None:
    assert representatives(lowered([N], [f.lt(i(3_000_000_000), n)]), ["n"], {}, 100, budget()) == undecided("overflow")
    scaled = f.mul(i(1000), n)
    world = lowered([N], [f.lt(i(3_000_000), n)], [scaled])
    assert representatives(world, ["n"], {}, 100, budget()) == undecided("overflow")


def test_unlike_numbers_are_groups_of_their_own() -> None:
    other = number("m", -5, 5)
    third = number("k", 3, 9)
    world = lowered([N, other, third], [f.lt(n, other.value)])
    assert points(representatives(world, ["n", "m", "k"], {}, 100, budget())) == [
        (("n", "m"), ((0, -5), (0, 1))),
        (("k",), ((3,),)),
    ]


def test_stated_numbers_are_put_in() -> None:
    other = number("m", 0, optional=True)
    world = lowered([N, other], [f.lt(f.add(n, other.value), i(10))])
    assert points(representatives(world, ["n"], {"m": 4}, 100, budget())) == [(("n",), ((0,), (6,)))]
    assert points(representatives(world, ["n"], {"m": None}, 100, budget())) == [(("n",), ((0,),))]
    assert representatives(world, ["n"], {}, 100, budget()) == undecided("m is open")


def test_the_cap_counts_classes() -> None:
    world = lowered([N], [f.eq(n, i(value)) for value in range(10)])
    assert representatives(world, ["n"], {}, 10, budget()) == undecided("more than 10 classes")
    assert len(points(representatives(world, ["n"], {}, 11, budget()))[0][1]) == 11


def test_nothing_open() -> None:
    assert representatives(lowered([N, boolean("b")], [f.lt(n, i(5))]), [], {"n": 3}, 10, budget()) == ()


@st.composite
def _numbers(draw: st.DrawFn) -> tuple[list[InputSymbol], list[Term], list[Term]]:
    inputs = []
    for place in range(draw(st.integers(1, 2))):
        low = draw(st.integers(-5, 5))
        inputs.append(number(f"n{place}", low, low + draw(st.integers(0, 12)), optional=draw(st.booleans())))

    def expression() -> Term:
        term = draw(st.sampled_from(inputs)).value
        for _ in range(draw(st.integers(0, 2))):
            match draw(st.integers(0, 4)):
                case 0:
                    term = f.mul(i(draw(st.integers(-4, 4))), term)
                case 1:
                    term = f.tdiv(term, i(draw(st.sampled_from([-3, 2, 5]))))
                case 2:
                    term = f.trem(term, i(draw(st.sampled_from([-3, 2, 5]))))
                case 3:
                    term = f.add(term, i(draw(st.integers(-4, 4))))
                case _:
                    term = f.add(term, draw(st.sampled_from(inputs)).value)
        return term

    comparisons = []
    for _ in range(draw(st.integers(0, 4))):
        relation = draw(st.sampled_from([f.le, f.lt, f.eq]))
        comparisons.append(relation(expression(), i(draw(st.integers(-8, 12)))))
    huge = draw(st.integers(CLINGO_MAX // 12, CLINGO_MAX // 3))
    intermediates = [f.mul(i(huge), expression()) for _ in range(draw(st.integers(0, 1)))]
    return inputs, [term for term in comparisons if not term.is_const], intermediates


@few
@given(_numbers(), st.data())
def test_against_brute_force(made: tuple[list[InputSymbol], list[Term], list[Term]], data: st.DataObject) -> None:
    inputs, comparisons, intermediates = made
    stated: dict[str, Value] = {}
    for entry in inputs[1:]:
        if data.draw(st.booleans()):
            low, high = entry.declaration.low or 0, entry.declaration.high or 0
            stated[entry.name] = data.draw(st.integers(low, high))
    names = [entry.name for entry in inputs if entry.name not in stated]
    world = lowered(inputs, comparisons, intermediates)
    found = representatives(world, names, stated, 10_000, budget())
    expected = feasible(inputs, comparisons, stated, [])
    fitting = feasible(inputs, comparisons, stated, intermediates)
    if expected != fitting:
        assert found == undecided("overflow")
        return
    assert not isinstance(found, Answer), found.reason
    assert sorted(name for group in found for name in group.names) == sorted(names)
    seen = []
    for choice in product(*(group.points for group in found)):
        env: dict[str, Value] = dict(stated)
        for group, point in zip(found, choice, strict=True):
            env.update(zip(group.names, point, strict=True))
        assert fits(intermediates, env)
        seen.append(truths(comparisons, env))
    assert len(set(seen)) == len(seen)
    assert set(seen) == expected
    assert representatives(world, names, stated, 10_000, budget()) == found


def truths(comparisons: Sequence[Term], env: Mapping[str, Value]) -> tuple[bool, ...]:
    return tuple(bool(evaluate(term, env)) for term in comparisons)  # type: ignore[arg-type]


def fits(intermediates: Sequence[Term], env: Mapping[str, Value]) -> bool:
    values = [evaluate(term, env) for term in intermediates]  # type: ignore[arg-type]
    return all(isinstance(value, int) and abs(value) <= CLINGO_MAX for value in values)


def feasible(
    inputs: Sequence[InputSymbol], comparisons: Sequence[Term], stated: Mapping[str, Value], limits: Sequence[Term]
) -> set[tuple[bool, ...]]:
    domains = []
    for entry in inputs:
        low, high = entry.declaration.low or 0, entry.declaration.high or 0
        value = stated.get(entry.name)
        domains.append([value] if isinstance(value, int) else list(range(low, high + 1)))
    envs = [dict(zip((entry.name for entry in inputs), values, strict=True)) for values in product(*domains)]
    return {truths(comparisons, env) for env in envs if fits(limits, env)}


@few
@given(_numbers())
def test_thresholds_and_solver_find_the_same_classes(
    made: tuple[list[InputSymbol], list[Term], list[Term]],
) -> None:
    inputs, comparisons, _ = made
    mine = [term for term in comparisons if str(inputs[0].name) in repr(term) and "n1" not in repr(term)]
    group = _Group(inputs[:1], mine, [])
    quick = group.by_thresholds(1000)
    if quick is None:
        return
    slow = group.by_solver(1000, budget())
    assert {group.truths(point) for point in quick} == {group.truths(point) for point in slow}
    assert len(quick) == len(slow)
