"""Bounds on grounding against what clingo grounds."""

from __future__ import annotations

from random import Random

import clingo
import pytest

from bicameral.analysis.dependency import Predicate
from bicameral.analysis.extent import Extent, Given
from bicameral.analysis.flows import Position, flows
from bicameral.analysis.values import Values
from bicameral.syntax import parse, tree

TOP = 2**31 - 1


def extent(text: str, given: dict[Predicate, Given] | None = None) -> Extent:
    statements = parse(text).statements
    constants = {found.name: found.value for found in statements if isinstance(found, tree.Const)}
    return Extent([flow for statement in statements for flow in flows(statement)], constants, given or {})


def ground(text: str) -> list[clingo.Symbol]:
    control = clingo.Control(["--warn=none"], logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    return [atom.symbol for atom in control.symbolic_atoms]


TEXTS = [
    "p(1..5). q(X+Y) :- p(X), p(Y). r(X) :- q(X), X < 4. s(X*X-1) :- r(X).",
    "e(1,2). e(2,3). e(3,1). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).",
    "p(0). p(X+1) :- p(X), X < 10. q(X*100) :- p(X).",
    "p(0). p(X+2) :- p(X), X <= 10, 3 != X. p(X-1) :- p(X), X > -5.",
    "p(a;b;3). q((X,Y)) :- p(X), p(Y). r(f(X)) :- q(X). s(X) :- r(f((X,_))).",
    "p(1..3). n(N) :- N = #count { X : p(X) }. m(S) :- S = #sum { X : p(X) }.",
    "p(1..3). {c(X)} :- p(X). k(S) :- S = #sum { X : c(X) }. l(M) :- M = #max { X : c(X) }.",
    "#const k = 7. p(k). p(-k). q(|X|) :- p(X). r(X/2) :- p(X). s(X\\2) :- p(X). u(X**2) :- p(X). w(-X) :- p(X).",
    "p(5). q(X) :- p(X+1). r(X) :- q(X-3).",
    "p(1..3). {q(X,Y) : p(Y)} :- p(X). h(X) ; g(X) :- p(X). a(X) :- q(X,_), not h(X). :- a(1), p(X), X > 2.",
    "p(3..1). q(X) :- p(X). r(X..X+2) :- s(X). s(1;5).",
    "p(X) :- X = 1..4. q(Y) :- p(X), Y = X*X. r(Z) :- q(Y), Z = (Y;Y+1).",
    "p(1..4). q(X) :- p(X), X & 2 = 2. r(X ^ 3) :- p(X). s(~X) :- p(X). t(X ? 8) :- p(X).",
]


@pytest.mark.parametrize("text", TEXTS)
def test_bounds_hold_what_clingo_grounds(text: str) -> None:
    bounds = extent(text)
    atoms = ground(text)
    check(bounds, atoms, text)
    assert bounds.instances is None or bounds.instances >= len(atoms) or text.startswith(("p(1..", "p(0"))


def check(bounds: Extent, atoms: list[clingo.Symbol], text: str) -> None:
    for predicate in {Predicate(symbol.name, len(symbol.arguments)) for symbol in atoms}:
        of = [symbol for symbol in atoms if (symbol.name, len(symbol.arguments)) == predicate]
        count = bounds.atoms(predicate)
        assert count is None or count >= len(of), (text, predicate, count, len(of))
        for index in range(1, predicate.arity + 1):
            values = {symbol.arguments[index - 1] for symbol in of}
            allowed = bounds.values(Position(predicate, index))
            assert allowed.count is None or allowed.count >= len(values), (text, predicate, index, allowed)
            numbers = [value.number for value in values if value.type is clingo.SymbolType.Number]
            if numbers:
                assert allowed.integers is not None, (text, predicate, index)
                low, high = allowed.integers
                assert low is None or low <= min(numbers), (text, predicate, index, allowed)
                assert high is None or high >= max(numbers), (text, predicate, index, allowed)


def program(rng: Random) -> str:
    """A small safe program over p0..p4 of one or two arguments, recursion bounded by comparisons."""
    arities = [rng.choice((1, 1, 2)) for _ in range(5)]
    lines = [f"p0({','.join(f'{rng.randint(-3, 0)}..{rng.randint(0, 3)}' for _ in range(arities[0]))})."]
    for _ in range(rng.randint(2, 7)):
        head = rng.randrange(5)
        body, names = [], []
        for _ in range(rng.randint(1, 2)):
            used = rng.randrange(5)
            terms = [rng.choice("XYZ") for _ in range(arities[used])]
            names += terms
            body.append(f"p{used}({','.join(terms)})")
        for name in dict.fromkeys(names):
            body += [f"{name} < {rng.randint(2, 6)}", f"{name} >= {rng.randint(-6, -2)}"]
        terms = []
        for _ in range(arities[head]):
            name, other = rng.choice(names), rng.choice(names)
            choices = (
                name,
                f"{name}+1",
                f"{name}-{other}",
                f"{name}*{other}",
                "a",
                f"|{name}|",
                f"{name}/2",
                f"({name};7)",
            )
            terms.append(rng.choice(choices))
        lines.append(f"p{head}({','.join(terms)}) :- {', '.join(body)}.")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(400))
def test_bounds_hold_on_generated_programs(seed: int) -> None:
    text = program(Random(seed))
    check(extent(text), ground(text), text)


def test_inputs_bound_what_follows() -> None:
    given = {Predicate("cost", 1): Given(2, (Values(2, (0, 1001)),)), Predicate("go", 0): Given(1, ())}
    bounds = extent("p(X*2) :- cost(X), go. q(X) :- p(X), cost(Y), X > Y.", given)
    assert bounds.values(Position(Predicate("p", 1), 1)).integers == (0, 2002)
    assert bounds.instances == 2 + 4
    assert not bounds.may_overflow
    assert not bounds.may_crash


@pytest.mark.parametrize(
    ("text", "overflow", "crash"),
    [
        ("p(2147483647). q(X+1) :- p(X).", True, False),
        ("p(2147483646). q(X+1) :- p(X).", False, False),
        ("p(46341). q(X*X) :- p(X).", True, False),
        ("p(46340). q(X*X) :- p(X).", False, False),
        ("p(2**31).", True, False),
        ("p(2**30).", False, False),
        ("p(0). p(X+1) :- p(X).", True, False),
        ("p(0). p(X+1) :- p(X), X < 9.", False, False),
        ("p(2000000000). q(S) :- S = #sum { X,1 : p(X); X,2 : p(X) }.", True, False),
        ("v((-2147483647-1)\\(-1)).", True, True),
        ("v(5/(-1)).", False, False),
        ("v(1..2147483647).", False, True),
        ("x(2147483647). v(Y) :- x(-1*Y-1).", True, True),
        ("x(5). v(Y) :- x(-1*Y-1).", False, False),
    ],
)
def test_what_32_bits_do(text: str, overflow: bool, crash: bool) -> None:
    bounds = extent(text)
    assert (bounds.may_overflow, bounds.may_crash) == (overflow, crash)
