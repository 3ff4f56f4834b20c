"""What an SMT-LIB policy may not hold: each fault at its place and with its mend, never a crash and never a hang."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import z3

from bicameral.formula import smtlib
from bicameral.formula.term import symbols
from bicameral.lowering.program import InputSymbol
from bicameral.lowering.smtlib_policy import read_policy
from bicameral.source import BicameralError, SourceFile
from tests.lowering.smtlib_files import Generator, z3_says

ROOT = Path(__file__).parents[2]
BOOL = "(declare-const p Bool)\n"
KEYED = "; %@ sort person = ann | bob\n; %@ input age(person): int\n"


def fault(text: str) -> str:
    with pytest.raises(BicameralError) as found:
        read_policy(SourceFile("file.smt2", text), "file")
    assert all(one.span is not None and one.message for one in found.value.diagnostics)
    return "\n".join(one.render() for one in found.value.diagnostics)


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        (f"{BOOL}(check-sat)", "2:1", "`check-sat` is not read"),
        (f"{BOOL}(exit)", "2:1", "`exit` is not read"),
        (f"{BOOL}(push 1)", "2:1", "`push` is not read"),
        ('(include "other.smt2")', "1:1", "`include` is not read"),
        ("(get-model)", "1:1", "`get-model` is not read"),
        ("(reset)", "1:1", "`reset` is not read"),
        ('(echo "VALID")', "1:1", "`echo` is not read"),
        ("(define-funs-rec ((f ((x Int)) Int)) ((f x)))", "1:1", "not read"),
        ("(define-fun-rec f ((x Int)) Int (f x))", "1:1", "not read"),
        ("(define-fun f ((x Int)) Int (f x))", "1:29", "`f` is no operator or function"),
        ("(define-fun f ((x Int)) Int (g x))\n(define-fun g ((x Int)) Int (f x))", "1:29", "`g` is no operator"),
        ("(define-fun f () Int (+ f 1))", "1:25", "`f` is not declared before"),
        (f"{BOOL}(assert q)", "2:9", "`q` is not declared"),
        ("(assert (forall ((x Int)) (> x 0)))", "1:9", "`forall` is not read"),
        ("(declare-fun f (Int) Int)", "1:16", "a function with arguments"),
        ("(declare-const a (Array Int Int))", "1:18", "an unknown sort"),
        ("(declare-sort S 0)", "1:1", "`declare-sort` is not read"),
        ("(declare-const x Real)", "1:16", "a Real without a grid"),
        ("(declare-const x Int)\n(declare-const x Bool)", "2:16", "`x` is declared twice"),
        ("(declare-const and Bool)", "1:16", "`and` is a word of SMT-LIB"),
        ("(declare-const |true| Bool)", "1:16", "`true` is a word"),
        (f"{BOOL}(assert (! p :named a))\n(assert (! p :named a))", "3:21", "`a` is declared twice"),
        (f"{BOOL}(assert (! p :named p))", "2:21", "`p` is declared twice"),
        (f"{BOOL}(assert (or (! p :named a) p))", "2:25", "inside an expression"),
        (f"{BOOL}(assert (! p :pattern (p)))", "2:9", "no other attribute"),
        (f"{BOOL}(assert (let ((x p) (x p)) x))", "2:22", "`x` is bound twice"),
        (f"{BOOL}(assert (let ((and p)) and))", "2:16", "`and` is a word"),
        (f"{BOOL}(assert (p))", "2:9", "`p` is a value"),
        (f"{BOOL}(assert (+ 1 2))", "2:9", "this is Int, not Bool"),
        (f"{BOOL}(assert (= p 1))", "2:9", "`=` does not take (Bool, Int)"),
        (f"{BOOL}(assert (> p 1))", "2:9", "`>` does not take (Bool, Int)"),
        (f"{BOOL}(assert (not p p))", "2:9", "`not` does not take"),
        (f"{BOOL}(assert p p)", "2:1", "expected (assert TERM)"),
        ("(declare-const x Int)\n(assert (= 1 (div x 0)))", "2:14", "`div` does not take"),
        ("(declare-const x Int)\n(assert (= 1 (mod x x)))", "2:14", "the divisor is a constant"),
        ("(declare-const x Int)\n(assert (= 1 (div x 2 3)))", "2:14", "2 arguments needed"),
        ("(declare-const x Int)\n(assert (= 1 (abs x x)))", "2:14", "1 argument needed"),
        ("(declare-const x Int)\n(assert (= 1.5 (/ x 0)))", "2:16", "not divided by 0"),
        ("(declare-const x Int)\n(assert (= x (to_int 1.5)))", "2:14", "`to_int` is no operator"),
        ("(declare-datatypes ((T 1)) (((a))))", "1:21", "(NAME 0)"),
        ("(declare-datatypes ((T 0) (S 0)) (((a))))", "1:1", "expected (declare-datatypes"),
        ("(declare-datatypes ((T 0)) (((a (f Int)))))", "1:30", "a member with fields"),
        ("(declare-datatypes ((T 0)) (((a) (a))))", "1:35", "`a` is declared twice"),
        ("(set-option :smt.random_seed 3)", "1:1", "this option is not read"),
        ("(declare-const x Int)\n(assert (> x #b1))", "2:14", "starts no SMT-LIB token"),
        ("(declare-const x Int", "1:1", "never closed"),
        ("hello", "1:1", "this is no command"),
        ("((assert true))", "1:1", "this is no command"),
        # lines
        ("; %@ input age: int\n", "1:12", "declares no constant `age`"),
        (f"{KEYED}(declare-const |age(ann)| Int)", "2:12", "declares no constant `age(bob)`"),
        (f"{KEYED}(declare-const |age(carl)| Int)", "3:16", "`carl` is no person"),
        (f"{KEYED}(declare-const age Int)", "3:16", "`age` names no individual"),
        (f"{KEYED}(declare-const |age( ann )| Int)", "3:16", "is written otherwise"),
        (f"{KEYED}(declare-const |age(ann)| Bool)", "3:16", "is a Bool here"),
        (f"{KEYED}(declare-const |age(ann).given| Bool)", "3:16", "always has a value"),
        ("; %@ input optional x: int\n(declare-const x Int)", "1:21", "declares no constant `x.given`"),
        ("; %@ input closed x: int\n(declare-const x Int)", "1:19", "declares no constant `x.given`"),
        ("; %@ input optional x: int\n(declare-const x.given Int)", "2:16", "`x.given` is an Int here"),
        ("; %@ outcome multi x: int\n(declare-const x Int)", "1:1", "a constant has one value"),
        ("; %@ derive x: int = year(d)", "1:1", "no directive of an SMT-LIB policy"),
        ("; %@ rule r", "1:1", "no directive of an SMT-LIB policy"),
        ("; %@ inptu x", "1:6", "no directive"),
        ("; %@ input x: decimal(2)\n(define-fun x () Real 1.5)", "2:1", "is defined as a Real"),
        ("; %@ input a as b\n(declare-const b Int)", "2:16", "is an Int here"),
        ("; %@ input a as b\n(declare-const b Bool)\n(declare-const a Bool)", "3:16", "the name of another"),
        ("; %@ sort s = a | b\n; %@ input x: s\n(declare-datatype t ((a) (c)))\n(declare-const x t)", "4:16", "says s"),
    ],
)
def test_each_fault_at_its_place(text: str, place: str, says: str) -> None:
    found = fault(text)
    assert says in found
    assert f"file.smt2:{place}:" in found


NINES = "9" * 900


def chained(name: str, sort: str, body: str, count: int = 60) -> str:
    """Functions that each apply the one before twice; `PREVIOUS` stands for it in the body."""
    lines = [f"(define-fun {name}0 ((x {sort})) {sort} x)"]
    for number in range(1, count):
        now = body.replace("PREVIOUS", f"{name}{number - 1}")
        lines.append(f"(define-fun {name}{number} ((x {sort})) {sort} {now})")
    return "\n".join(lines) + "\n"


def squared(first: str) -> str:
    """Sixty squares of squares."""
    lets = "".join(f"(let ((x {first if not number else '(* x x)'})) " for number in range(60))
    return f"(declare-const x Int)\n(assert (> 3 {lets}x{')' * 60}))"


@pytest.mark.parametrize(
    "text",
    [
        f"(assert (> 1 {'9' * 5000}))",
        f"(assert (> 1.0 0.{'9' * 5000}))",
        f"(assert (> 1 {'(* ' * 150}{NINES}{f' {NINES})' * 150}))",
        f"(assert {'(not ' * 5000}true{')' * 5000})",
        chained("f", "Int", "(ite (> x 1) (PREVIOUS (+ x 1)) (PREVIOUS (* 3 x)))") + "(assert (> 1 (f59 1)))",
        f"{BOOL}{chained('g', 'Bool', '(xor (PREVIOUS x) (PREVIOUS (not x)))')}(assert (g59 p))",
        squared("x"),
        squared("(* 99 99)"),
        f"(declare-const x Int)\n(assert (= 0 {'(div ' * 190}x{' 3)' * 190}))",
        f"(declare-const x Int)\n(assert (distinct {'x ' * 20000}))",
        f"; %@ sort s = {' | '.join(f'm{number}' for number in range(200))}\n; %@ input r(s, s, s)\n",
    ],
)
def test_a_text_that_would_grow_without_bound_is_refused_soon(text: str) -> None:
    started = time.perf_counter()
    fault(text)
    assert time.perf_counter() - started < 20


def test_deep_definitions_within_bounds_are_read() -> None:
    text = "(declare-const x Int)\n(define-fun f0 ((x Int)) Int (+ x 1))\n"
    text += "".join(f"(define-fun f{i} ((x Int)) Int (f{i - 1} (+ x {i})))\n" for i in range(1, 100))
    assert read_policy(SourceFile("file.smt2", f"{text}(assert (= 0 (f99 x)))"), "file")


def test_decimals_and_division_are_exact() -> None:
    text = "; %@ input x: decimal(3)\n(declare-const x Real)\n(declare-const p Bool)\n(assert (= p (= x (/ 1 8))))\n"
    read = read_policy(SourceFile("file.smt2", text), "file")
    formula = read.lowerer.lowered().assertions[0].formula
    assert re.sub(r"\s+", " ", repr(formula)) in ("(iff p (= 125 x))", "(iff p (= x 125))", "(iff p (= (* 1 x) 125))")


# --- damaged files ---------------------------------------------------------------------------------------------

TOKEN = re.compile(r'\|[^|]*\||"[^"]*"|;[^\n]*|[()]|[^\s()|";]+|\s+')
HOSTILE = (
    *("(exit)", "(check-sat)", "(push 1)", "(define-funs-rec", "forall", "exists", ":named", "(! p :named a)"),
    *("div", "mod", "(- 7)", "0", "1.5", "#x1F", "9" * 30, "true", "to_int", "(_ is red)", "let", "((let1 1))"),
    *("; %@ input", "; %@ outcome a\n", "; %@ input optional m: int\n", "Real", "Int", "Bool", "(Array Int Int)"),
    *("|", '"', "(", ")", "\u00e9", "\x00"),
)


def damaged(text: str, rand: random.Random) -> str:
    if rand.random() < 0.15:
        return text[: rand.randrange(len(text))]
    tokens = TOKEN.findall(text)
    for _ in range(rand.randint(1, 3)):
        place = rand.randrange(len(tokens))
        match rand.randint(0, 4):
            case 0:
                del tokens[place]
            case 1:
                tokens.insert(place, tokens[rand.randrange(len(tokens))])
            case 2:
                other = rand.randrange(len(tokens))
                tokens[place], tokens[other] = tokens[other], tokens[place]
            case 3:
                tokens[place] = tokens[rand.randrange(len(tokens))]
            case _:
                tokens.insert(place, f" {rand.choice(HOSTILE)} ")
    return "".join(tokens)


def same_meaning(text: str) -> None:
    """An accepted text is one that z3 reads, with models or without as ours."""
    read = read_policy(SourceFile("file.smt2", text), "file")
    formulas = [one.formula for one in read.lowerer.lowered().assertions]
    ours = "".join(smtlib.prelude(formulas))
    ours += "".join(smtlib.declare_sort(s) for s in dict.fromkeys(t.sort for t in symbols(*formulas) if t.sort.members))
    ours += "".join(smtlib.declare(one) for one in symbols(*formulas))
    ours += "".join(f"(assert {smtlib.print_term(one)})" for one in formulas)
    grids = [f"(is_int (* {scale} {name}))" for name, scale in (("rate", 100), ("cost", 10)) if f"{name} Real)" in text]
    limits = [limit for symbol in read.lowerer.lowered().inputs for limit in limits_of(symbol)]
    raw, mine = z3_says(text, *grids, *limits, milliseconds=3000), z3_says(ours, milliseconds=3000)
    assert raw == mine or "unknown" in (raw, mine)


def limits_of(symbol: InputSymbol) -> Iterator[str]:
    """The declared range of an input, over its constant as the text has it."""
    low, high, sort = symbol.declaration.low, symbol.declaration.high, symbol.declaration.sort
    name = smtlib.quote(str(symbol.value.payload))
    if sort is not None and not sort.term_sort.members:
        scale = sort.scale if symbol.name == "rate" else 1
        ends = [f"(<= {smtlib.print_value(low)} (* {scale} {name}))"] if low is not None else []
        ends += [f"(<= (* {scale} {name}) {smtlib.print_value(high)})"] if high is not None else []
        yield from ends if symbol.given is None else (f"(=> {smtlib.print_term(symbol.given)} {end})" for end in ends)


def refusal(text: str) -> BicameralError | None:
    try:
        read_policy(SourceFile("file.smt2", text), "file")
    except BicameralError as found:
        return found
    return None


@pytest.mark.parametrize("seed", range(250))
def test_a_damaged_file_is_read_as_z3_reads_it_or_refused_at_a_place(seed: int) -> None:
    text = damaged(Generator(1000 + seed % 40).file().text, random.Random(seed))
    refused = refusal(text)
    if refused is not None:
        assert all(one.span is not None for one in refused.diagnostics)
        return
    try:
        same_meaning(text)
    except z3.Z3Exception as strict:
        pytest.fail(f"z3 does not read what is accepted: {strict}\n{text}")


@pytest.mark.parametrize("name", ["travel", "health_plan", "dependent_care"])
@pytest.mark.parametrize("seed", range(20))
def test_damaged_emitted_text_is_read_or_refused(name: str, seed: int) -> None:
    text = (ROOT / "translations" / name / "emitted.smt2").read_text(encoding="utf-8")
    refused = refusal(damaged(text, random.Random(seed)))
    assert refused is None or all(one.span is not None for one in refused.diagnostics)
