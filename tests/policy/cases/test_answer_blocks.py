"""Answer blocks: facts and a claim as SMT-LIB, and every attempt to smuggle in more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bicameral.policy import check_text
from bicameral.policy.cases.reader import CaseReader
from bicameral.policy.model import Case, Value
from bicameral.source import InputError, SourceFile
from bicameral.syntax import to_text

POLICY = """
%@ sort reason = medical | family
%@ sort person
%@ input cost: int -1000..1000 as costEur
%@ input ratio: decimal(2) -10..10
%@ input start: date
%@ input why: reason
%@ input optional bonus: int 0..100
%@ input p
%@ input q
%@ input age(person): int 0..150
%@ outcome total: decimal(1)
%@ outcome kind: reason
%@ outcome ok as isOk
%@ outcome bad
total(T) :- cost(C), T = 10*C.
kind(R) :- why(R).
ok :- p, not q.
bad :- not p.
"""

POLICY_TEXT = POLICY
READER = CaseReader(check_text(POLICY))


def read(text: str) -> Case:
    return READER.finish(READER.read_draft(SourceFile("answer.smt2", text), "smt2"))


def test_facts_in_own_units() -> None:
    case = read(
        "; what a model said\n(assert (! (= costEur 25) :named fact-cost))\n(assert (! (not p) :named fact-p))\n"
        "(assert q)\n(assert (= ratio 0.43))\n(assert (= start 20549))\n(assert (= why medical))\n"
        "(assert (not bonus.given))\n(assert (= |age(ann)| 30))"
    )
    assert case.stated == {
        "cost": 25,
        "ratio": 43,
        "start": 20549,
        "why": "medical",
        "bonus": None,
        "p": False,
        "q": True,
        "age(ann)": 30,
    }
    assert {name: origin.name for name, origin in case.origins.items()} == {"cost": "fact-cost", "p": "fact-p"}
    assert read("(assert (= ratio 4))").stated == {"ratio": 400}  # an integer literal is whole units
    assert read("(assert (= cost (- 5)))").stated == {"cost": -5}
    assert read("(assert (= cost 5.0))").stated == {"cost": 5}


SMUGGLING = [
    "(assert isOk)",
    "(assert (not ok))",
    "(assert (= total 3))",
    "(assert false)",
    "(assert true)",
    "(assert (and p q))",
    "(assert (or p q))",
    "(assert (=> p q))",
    "(assert (> cost 3))",
    "(assert (= cost 3 4))",
    "(assert (= cost cost))",
    "(assert (= cost (+ 1 2)))",
    "(assert (= cost ratio))",
    "(assert (= p q))",
    "(assert (= 3 cost))",
    "(assert (not (not p)))",
    "(assert (let ((x p)) x))",
    "(assert (! p :named a :named b))",
    "(assert (! p :pattern (p)))",
    '(assert (! p :named "a"))',
    "(assert (! (! p :named a) :named b))",
    "(assert (! p :named a))(assert (! q :named a))",
    '(assert "p")',
    "(assert)",
    "(assert p q)",
    "assert",
    "()",
    "((assert p))",
    "(assert foo)",
    "(assert (= foo 3))",
    "(assert |(assert p)|)",
    "(assert age)",
    "(assert (= age 3))",
    "(assert (= |age| 3))",
    "(assert (= cost 3)) (assert (= costEur 4))",
    "(assert p) (assert (not p))",
    "(assert (= cost 3.5))",
    "(assert (= cost 1001))",
    "(assert (= cost true))",
    "(assert (= cost #x10))",
    "(assert (= start 2026-01-01))",
    "(assert (= start 1.5))",
    "(assert (= why other))",
    "(assert (= p 1))",
    "(assert bonus.given)",
    "(assert (not cost.given))",
    "(declare-const x Int)",
    "(declare-const isOk Bool)",
    "(declare-fun p () Bool)",
    "(define-fun isOk () Bool true)",
    "(define-fun p () Bool true)",
    "(define-fun-rec claim () Bool claim)",
    "(define-const claim Bool ok)",
    "(define-fun claim () Int 3)",
    "(define-fun claim ((x Bool)) Bool ok)",
    "(define-fun claim () Bool ok) (define-fun claim () Bool ok)",
    "(define-fun claim () Bool claim)",
    "(define-fun claim () Bool true)",
    "(define-fun claim () Bool p)",
    "(define-fun claim () Bool (forall ((x Int)) ok))",
    "(define-fun claim () Bool (! ok :named x))",
    "(define-fun claim () Bool (let ((x ok)) x))",
    "(define-fun claim () Bool (= (* total cost) 3))",
    "(define-fun claim () Bool (> (div total 2) 3))",
    "(define-fun claim () Bool total)",
    "(define-fun claim () Bool (and ok unknown))",
    "(define-fun claim () Bool (< kind medical))",
    "(define-fun claim () Bool (= kind other))",
    "(define-fun claim () Bool (> total 999999999999))",
    "(define-fun claim () Bool)",
    "(define-fun claim () Bool (and))",
    "(define-fun claim () Bool (> ok 3))",
    "(set-option :produce-models true)",
    "(set-logic ALL)",
    "(set-info :status sat)",
    "(push 1)",
    "(pop 1)",
    "(check-sat)",
    "(check-sat-assuming (p))",
    "(get-model)",
    "(reset)",
    "(exit)",
    '(echo "x")',
    '(include "x.smt2")',
    "(assert p))",
    "(assert p",
    "(assert (= cost 3)",
    '(assert "',
    "(assert |p",
    "",
    "   ",
    "(" * 100_000,
    "(assert " * 5_000 + "p" + ")" * 5_000,
]


@pytest.mark.parametrize("text", SMUGGLING, ids=range(len(SMUGGLING)))
def test_everything_else_is_refused_and_the_line_named(text: str) -> None:
    lead = "(assert (= ratio 1))\n; a comment\n"
    with pytest.raises(InputError) as caught:
        read(lead + text if text.strip() else text)
    found = caught.value.diagnostics[0]
    assert found.span is not None
    assert found.span.line == (3 if text.strip() else 1)
    assert found.span.file == "answer.smt2"


def test_comments_and_strings_hide_nothing() -> None:
    assert read("(assert p) ; (assert isOk)\n").stated == {"p": True}
    with pytest.raises(InputError, match="line 2"):
        read("(assert p) ; )\n(assert isOk)")


# --- claims: compiled rules against direct evaluation ----------------------------------------------------------

Formula = Any  # (operator, arguments...) or a name or a number

NUMBERS = st.integers(-30, 30).map(Fraction) | st.sampled_from([Fraction(1, 2), Fraction(-7, 4), Fraction(1, 100)])
SUMS = st.recursive(
    st.sampled_from(["cost", "ratio", "total"]) | NUMBERS,
    lambda inner: st.tuples(st.sampled_from("+-"), inner, inner) | st.tuples(st.just("*"), NUMBERS, inner),
    max_leaves=4,
)
COMPARISONS = st.tuples(st.sampled_from(["<", "<=", ">", ">=", "=", "distinct"]), SUMS, SUMS)
MEMBERS = st.tuples(
    st.sampled_from(["=", "distinct"]), st.sampled_from(["kind", "why"]), st.sampled_from(["medical", "why", "kind"])
)
FORMULAS = st.recursive(
    st.sampled_from(["p", "q", "isOk", "bad", "true", "false", "bonus.given"]) | COMPARISONS | MEMBERS,
    lambda inner: (
        st.tuples(st.just("not"), inner)
        | st.tuples(st.sampled_from(["and", "or", "=>", "xor", "=", "distinct"]), inner, inner)
        | st.tuples(st.sampled_from(["and", "or", "=>", "="]), inner, inner, inner)
        | st.tuples(st.just("ite"), inner, inner, inner)
    ),
    max_leaves=8,
)


def written(formula: Formula) -> str:
    if isinstance(formula, Fraction):
        size = abs(formula)
        text = str(size.numerator) if size.denominator == 1 else f"{float(size):.2f}"
        return f"(- {text})" if formula < 0 else text
    if isinstance(formula, str):
        return formula
    return f"({' '.join(map(written, formula))})"


def value(formula: Formula, facts: Mapping[str, Any]) -> Any:
    if not isinstance(formula, tuple):
        return facts.get(formula, formula)
    operator, *rest = formula
    found = [value(argument, facts) for argument in rest]
    table: dict[str, Callable[..., Any]] = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
        "=": lambda *a: all(x == a[0] for x in a),
        "distinct": lambda a, b: a != b,
        "not": lambda a: not a,
        "and": lambda *a: all(a),
        "or": lambda *a: any(a),
        "=>": lambda *a: not all(a[:-1]) or a[-1],
        "xor": lambda a, b: a != b,
        "ite": lambda a, b, c: b if a else c,
    }
    return table[operator](*found)


def mentions_derived(formula: Formula) -> bool:
    if isinstance(formula, tuple):
        return any(map(mentions_derived, formula))
    return formula in ("total", "kind", "isOk", "bad")


@given(
    FORMULAS,
    st.integers(-40, 40),
    st.integers(-1000, 1000),
    st.sampled_from(["medical", "family"]),
    st.booleans(),
    st.booleans(),
    st.none() | st.integers(0, 100),
)
@settings(max_examples=300, deadline=None)
def test_a_claim_means_what_it_says(
    formula: Formula, cost: int, ratio: int, why: str, p: bool, q: bool, bonus: int | None
) -> None:
    formula = ("or", formula, ("and", "isOk", "bad")) if not mentions_derived(formula) else formula
    facts = {
        "cost": Fraction(cost),
        "ratio": Fraction(ratio, 100),
        "total": Fraction(cost),
        "why": why,
        "kind": why,
        "p": p,
        "q": q,
        "isOk": p and not q,
        "bad": not p,
        "bonus.given": bonus is not None,
        "true": True,
        "false": False,
    }
    claim = read(f"(define-fun claim () Bool {written(formula)})").claims[0]
    values: dict[str, Value] = {"cost": cost, "ratio": ratio, "why": why, "bonus": bonus}
    lines = [f"{name}({found})." for name, found in values.items() if found is not None]
    lines += [f"{name}." for name, found in (("p", p), ("q", q)) if found]
    control = clingo.Control(["--warn=none"])
    # `total` counts tenths: 10 of them a unit
    control.add("\n".join([POLICY_TEXT, *lines, *map(to_text, claim.rules)]))
    control.ground()
    models = []
    control.solve(on_model=lambda model: models.append(model.contains(clingo.Function(claim.head))))
    assert models == [bool(value(formula, facts))]


def test_large_claims_are_refused() -> None:
    names = " ".join(["p"] * 200)
    with pytest.raises(InputError, match="larger than"):
        read(f"(define-fun claim () Bool (and ok (distinct {names})))")
