"""Terms against Z3 and against Python's own arithmetic: both compute what the factory may have folded away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cvc5
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from bicameral.formula import bounds, factory, smtlib
from bicameral.formula.interpreter import evaluate, substitute
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.sorts.term_sort import BOOL, INT, TermSort

LEVEL = TermSort("level", ("low", "mid", "high"))
SYMBOLS = {
    "x": factory.symbol("x", INT),
    "y": factory.symbol("y", INT),
    "p": factory.symbol("p", BOOL),
    "q": factory.symbol("q", BOOL),
    "level": factory.symbol("level", LEVEL),
}


@dataclass(frozen=True)
class Recipe:
    """A term twice: as the factory builds it, and as plain Python that evaluates it."""

    term: Term
    python: str


def _truncated(a: int, b: int) -> int:
    return int(z3.simplify(z3.IntVal(abs(a)) / z3.IntVal(abs(b))).as_long()) * (1 if (a < 0) == (b < 0) else -1)


numbers = st.recursive(
    st.one_of(
        st.integers(-60, 60).map(lambda n: Recipe(factory.integer(n), f"({n})")),
        st.sampled_from(["x", "y"]).map(lambda n: Recipe(SYMBOLS[n], n)),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(
            lambda p: Recipe(factory.add(p[0].term, p[1].term), f"({p[0].python}+{p[1].python})")
        ),
        st.tuples(inner, inner).map(
            lambda p: Recipe(factory.sub(p[0].term, p[1].term), f"({p[0].python}-{p[1].python})")
        ),
        st.tuples(inner, inner).map(
            lambda p: Recipe(factory.mul(p[0].term, p[1].term), f"({p[0].python}*{p[1].python})")
        ),
        inner.map(lambda r: Recipe(factory.absolute(r.term), f"abs({r.python})")),
        st.tuples(inner, st.integers(-9, 9).filter(bool)).map(
            lambda p: Recipe(factory.tdiv(p[0].term, factory.integer(p[1])), f"quo({p[0].python},{p[1]})")
        ),
        st.tuples(inner, st.integers(-9, 9).filter(bool)).map(
            lambda p: Recipe(
                factory.trem(p[0].term, factory.integer(p[1])), f"({p[0].python}-({p[1]})*quo({p[0].python},{p[1]}))"
            )
        ),
    ),
    max_leaves=8,
)

formulas = st.recursive(
    st.one_of(
        st.sampled_from(["p", "q"]).map(lambda n: Recipe(SYMBOLS[n], n)),
        st.booleans().map(lambda b: Recipe(factory.boolean(b), str(b))),
        st.sampled_from(LEVEL.members).map(
            lambda m: Recipe(factory.eq(SYMBOLS["level"], factory.member(LEVEL, m)), f"(level == {m!r})")
        ),
        st.tuples(numbers, numbers).map(
            lambda p: Recipe(factory.le(p[0].term, p[1].term), f"({p[0].python} <= {p[1].python})")
        ),
        st.tuples(numbers, numbers).map(
            lambda p: Recipe(factory.lt(p[0].term, p[1].term), f"({p[0].python} < {p[1].python})")
        ),
        st.tuples(numbers, numbers).map(
            lambda p: Recipe(factory.eq(p[0].term, p[1].term), f"({p[0].python} == {p[1].python})")
        ),
    ),
    lambda inner: st.one_of(
        inner.map(lambda r: Recipe(factory.neg(r.term), f"(not {r.python})")),
        st.lists(inner, max_size=4).map(
            lambda rs: Recipe(factory.conj(*(r.term for r in rs)), f"all([{','.join(r.python for r in rs)}])")
        ),
        st.lists(inner, max_size=4).map(
            lambda rs: Recipe(factory.disj(*(r.term for r in rs)), f"any([{','.join(r.python for r in rs)}])")
        ),
        st.tuples(inner, inner).map(
            lambda p: Recipe(factory.implies(p[0].term, p[1].term), f"((not {p[0].python}) or {p[1].python})")
        ),
        st.tuples(inner, inner).map(
            lambda p: Recipe(factory.iff(p[0].term, p[1].term), f"({p[0].python} == {p[1].python})")
        ),
        st.tuples(inner, inner, inner).map(
            lambda p: Recipe(
                factory.ite(p[0].term, p[1].term, p[2].term), f"({p[1].python} if {p[0].python} else {p[2].python})"
            )
        ),
    ),
    max_leaves=8,
)
environments = st.fixed_dictionaries(
    {
        "x": st.integers(-40, 40),
        "y": st.integers(-40, 40),
        "p": st.booleans(),
        "q": st.booleans(),
        "level": st.sampled_from(LEVEL.members),
    }
)


def _python(recipe: Recipe, env: Mapping[str, bool | int | str]) -> object:
    return eval(recipe.python, {"quo": _truncated, **env})  # the test's own text


@given(formulas, environments)
@settings(max_examples=400, deadline=None)
def test_the_normal_form_keeps_the_value(recipe: Recipe, env: dict[str, bool | int | str]) -> None:
    assert evaluate(recipe.term, env) == bool(_python(recipe, env))


@given(numbers, environments)
@settings(max_examples=200, deadline=None)
def test_numbers_keep_their_value_and_bounds(recipe: Recipe, env: dict[str, bool | int | str]) -> None:
    value = evaluate(recipe.term, env)
    assert value == _python(recipe, env)
    low, high = bounds.bounds(recipe.term, {SYMBOLS["x"]: (-40, 40), SYMBOLS["y"]: (-40, 40)})
    assert isinstance(value, int)
    assert low is None or low <= value
    assert high is None or value <= high


@given(formulas, environments)
@settings(max_examples=150, deadline=None)
def test_z3_reads_the_printed_text_as_the_interpreter_does(recipe: Recipe, env: dict[str, bool | int | str]) -> None:
    text = [smtlib.declare_sort(LEVEL), *smtlib.prelude([recipe.term]), *(smtlib.declare(s) for s in SYMBOLS.values())]
    for name, symbol in SYMBOLS.items():
        value = factory.constant(symbol.sort, env[name])
        text.append(f"(assert (= {smtlib.print_term(symbol)} {smtlib.print_term(value)}))")
    solver = z3.Solver()
    solver.from_string("\n".join([*text, f"(assert {smtlib.print_wrapped(recipe.term, 8, 20)})"]))
    assert (solver.check() == z3.sat) == bool(_python(recipe, env))


@given(formulas, environments)
@settings(max_examples=150, deadline=None)
def test_substitution_of_values_leaves_the_value(recipe: Recipe, env: dict[str, bool | int | str]) -> None:
    mapping = {symbol: factory.constant(symbol.sort, env[name]) for name, symbol in SYMBOLS.items()}
    assert substitute(recipe.term, mapping) == factory.boolean(bool(_python(recipe, env)))


def test_booleans_and_numbers_are_never_confused() -> None:
    assert factory.boolean(True) != factory.integer(1)
    assert len({factory.TRUE, factory.integer(1), factory.FALSE, factory.integer(0)}) == 4


def test_depth_is_no_limit() -> None:
    term = SYMBOLS["x"]
    for _ in range(50_000):
        term = Term(Op.TDIV, INT, (term, factory.integer(-1)))
    assert evaluate(term, {"x": 7}) == 7
    assert symbols(term) == [SYMBOLS["x"]]
    assert sum(1 for _ in subterms(term)) == 50_002


def test_names_that_are_no_symbols_are_quoted() -> None:
    assert [smtlib.quote(name) for name in ("cost", "age(ann)", "2x")] == ["cost", "|age(ann)|", "|2x|"]


@pytest.mark.parametrize("name", ["and", "or", "true", "false", "not", "xor", "let", "assert", "mod", "abs", "select"])
@pytest.mark.parametrize("sort", ["Bool", "Int"])
def test_names_that_smtlib_reserves_can_be_declared(name: str, sort: str) -> None:
    """Bars do not help: `|and|` is `and`, and neither solver lets it be declared."""
    symbol = smtlib.quote(name)
    text = f"(set-logic ALL)(declare-const {symbol} {sort})(declare-const y {sort})(assert (not (= {symbol} y)))"
    assert _z3_says(text) == "sat"
    assert _cvc5_says(text) == "sat"


def _z3_says(text: str) -> str:
    solver = z3.Solver()
    solver.from_string(text)
    return str(solver.check())


def _cvc5_says(text: str) -> str:
    solver = cvc5.Solver(cvc5.TermManager())
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text + "(check-sat)", "text")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(solver, parser.getSymbolManager())
    return said.strip()


def test_the_logic_is_the_smallest() -> None:
    x, y = SYMBOLS["x"], SYMBOLS["y"]
    cases = [
        (SYMBOLS["p"], "QF_UF"),
        (factory.le(x, y), "QF_LIA"),
        (factory.le(factory.tdiv(x, factory.integer(7)), y), "QF_LIA"),
        (factory.le(factory.mul(x, y), y), "QF_NIA"),
        (factory.le(factory.tdiv(x, y), y), "QF_NIA"),
        (factory.eq(SYMBOLS["level"], factory.member(LEVEL, "low")), "QF_UFDT"),
    ]
    assert [(smtlib.logic([term]), name) for term, name in cases] == [(name, name) for _, name in cases]
