"""Evaluation, order and matching against clingo itself, on ground programs that hypothesis writes."""

from __future__ import annotations

import clingo
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from bicameral.formula import smtlib
from bicameral.formula.term import symbols
from bicameral.lowering import lower, order
from bicameral.lowering.program import LoweredProgram
from bicameral.policy import check_text

terms = st.recursive(
    st.one_of(
        st.integers(-5, 9).map(str),
        st.sampled_from(["a", "b", "-a", '"a"', '"b"', '""', "#inf", "#sup", "()"]),
    ),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["f", "g"]), st.lists(inner, min_size=1, max_size=2)).map(
            lambda p: f"{p[0]}({','.join(p[1])})"
        ),
        st.lists(inner, min_size=1, max_size=2).map(lambda parts: f"({','.join(parts)},)"),
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "\\", "**"]), inner).map(
            lambda p: f"({p[0]}{p[1]}({p[2]}))"
        ),
        inner.map(lambda t: f"|{t}|"),
        inner.map(lambda t: f"-({t})"),
        st.tuples(st.integers(-3, 3), st.integers(-3, 5)).map(lambda p: f"({p[0]}..{p[1]})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({';'.join(parts)})"),
        st.tuples(st.integers(0, 9), st.sampled_from(["&", "?", "^"]), st.integers(0, 9)).map(
            lambda p: f"({p[0]}{p[1]}{p[2]})"
        ),
    ),
    max_leaves=5,
)


def clingo_atoms(program: str) -> set[str]:
    """The atoms of the only answer set of a stratified program."""
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    found: list[set[str]] = []
    control.solve(on_model=lambda model: found.append({str(s) for s in model.symbols(atoms=True)}))
    assert len(found) == 1
    return found[0]


def lowered_atoms(lowered: LoweredProgram) -> set[str]:
    """The atoms of a lowered program without inputs, as Z3 reads its assertions; there must be one model."""
    assert not lowered.refusals, lowered.refusals
    formulas = [assertion.formula for assertion in lowered.assertions]
    names = [smtlib.declare(symbol) for symbol in symbols(*formulas)]
    solver = z3.Solver()
    solver.from_string("\n".join([*names, *(f"(assert {smtlib.print_term(formula)})" for formula in formulas)]))
    assert solver.check() == z3.sat
    model = solver.model()
    known = {str(constant): z3.is_true(model[constant]) for constant in model.decls()}
    solver.add(z3.Or([constant() != model[constant] for constant in model.decls()]))
    assert solver.check() == z3.unsat
    return {
        f"{name}({','.join(order.show(arg) for arg in entry.args)})" if entry.args else name
        for (name, _), tuples in lowered.atoms.items()
        for entry in tuples
        if known[f"|{entry.condition}|" if f"|{entry.condition}|" in known else str(entry.condition)]
    }


@given(st.lists(terms, min_size=1, max_size=3))
@settings(max_examples=400, deadline=None)
def test_ground_terms_evaluate_as_in_clingo(texts: list[str]) -> None:
    program = "".join(f"p({number},{text}).\n" for number, text in enumerate(texts))
    assert lowered_atoms(lower(check_text(program))) == clingo_atoms(program)


@given(terms, terms, st.sampled_from(["<", "<=", ">", ">=", "=", "!="]), st.sampled_from(["", "not ", "not not "]))
@settings(max_examples=400, deadline=None)
def test_comparisons_hold_as_in_clingo(left: str, right: str, operator: str, sign: str) -> None:
    program = f"p(1) :- {sign}{left} {operator} {right}.\n"
    assert lowered_atoms(lower(check_text(program))) == clingo_atoms(program)


@pytest.mark.parametrize(
    "program",
    [
        "q(5). p(X) :- q(X+1).",
        "q(5). p(X) :- q(2*X+1).",
        "q(6). p(X) :- q(2*X+1).",
        "q(a). p(X) :- q(2*X+1).",
        "q(5). p(X) :- q(1-X).",
        "q(5;a). p(X) :- q(-X).",
        "q(-7;-6;8). p(X) :- q(3*X-1).",
        "q(4). p(X) :- X+1 = 4.",
        "q(4). p(X) :- q(Y), 2*X = Y.",
        "p(X) :- 1 < X, X = 1..3.",
        "p(X,Y) :- X = 3 = Y.",
        "p(X) :- X = a < b.",
        "q(f(1,2);f(3,3)). p(X) :- q(f(X,X)).",
        "q(f(1,2);g(1)). p(X) :- q(f(X,_)).",
        "q((1,2);(1,);()). p(X) :- q((X,_)). r(X) :- q((X,)). s :- q(()).",
        "q(3). p :- q(_+1).",
        "q(3;5). p :- not q(_). r :- not q(4).",
        "q(1,2;3). p(X,Y) :- q(X,Y). r(X) :- q(X).",
        "x(2). p(Y) :- x(X), Y = X..X+2. r :- x(X), not X = 1..3. s :- x(X), X != 1..3.",
        "#const n = 3. #const m = n+1. p(n*m). q(m) :- p(12).",
        "p(1..3,(a;b)). q(Y,X) :- p(X,Y), X > 1.",
        "v(X) :- n(X), X > 1, not m(X). n(1..4). m(3).",
        "p(-1). -p(2). q(X) :- -p(X). r(X) :- p(X), not -p(X).",
        "p(X) :- X = -7/2. q(X) :- X = -7\\2. r(X) :- X = 7/(-2). s(X) :- X = 7\\(-2). t(2**3**2). u(-2**2).",
        "x(3). p :- x(X), not 0 < X < 1/0. q :- x(X), not X < 1/0. r :- x(X), not 5 < X/0 < 9. s :- not 0 < a+1 < 9.",
        "x(3). p :- x(X), not not 0 < X < 1/0. q :- x(X), 0 < X < 1/0. r :- x(X), not 1 < X < 3. s :- not 1 < 2 < 3.",
        "p(1/0). q(a+1). r :- not 1/0 = 1. s :- 1 < 1/0.",
    ],
)
def test_programs_ground_as_in_clingo(program: str) -> None:
    assert lowered_atoms(lower(check_text(program))) == clingo_atoms(program)
