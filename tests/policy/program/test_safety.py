"""Safety of variables against gringo itself."""

from __future__ import annotations

import random

import clingo
import pytest

from bicameral.policy.program.safety import unsafe_variables
from bicameral.syntax import parse


def gringo_accepts(text: str) -> bool:
    messages: list[str] = []
    control = clingo.Control(logger=lambda _code, message: messages.append(message))
    try:
        control.add(text)
        control.ground()
    except RuntimeError:
        assert any("unsafe" in message for message in messages), messages
        return False
    return True


def accepts(text: str) -> bool:
    return not any(unsafe_variables(statement) for statement in parse(text).statements)


RULES = """
p(X) :- q(X).
p(X) :- q(X+1).
p(X) :- q(2*X-3).
p(X) :- q(X*X).
p(X) :- q(X/2).
p(X) :- q(X+Y).
p(X) :- q(Y), X = Y+1.
p(X) :- q(Y), X+1 = Y.
p(X) :- q(Y), X > Y.
p(X) :- q(Y), not X != Y.
p(X) :- q(Y), not X = Y.
p(X) :- X = 1..3.
p(X) :- X = Y.
p(X) :- X = Y, Y = 3.
p(X) :- not q(X).
p(X) :- q(f(X,a),(X,1)).
p :- q(_), not q(_).
p(_) :- q(1).
p :- _ < 3, q(1).
p(X;Y) :- q(X).
p(X;Y) :- q(X), q(Y).
p :- q(X;Y), X < 2.
p(X) :- X = #sum { Y : q(Y) }.
p(X) :- X = #sum { Y : q(Z) }.
p(X) :- #count { Y : q(Y), Y < X } > 2.
p(X) :- q(X), #count { Y : q(Y), Y < X } > 2.
p(X) :- not X = #sum { 1 }.
p :- q(X) : q(X).
p :- not q(X) : q(Y).
{ p(X) : q(X) } :- q(1).
{ p(X) } :- q(1).
{ p(X) : q(Y) } X :- q(X).
p(X) ; r(Y) :- q(X).
p(X) ; r(Y) : q(Y) :- q(X).
r(_) ; p(1) :- q(1).
:- q(X), X != Y.
:~ q(X). [X@Y]
:~ q(X), q(Y). [X@Y, X]
#minimize { X,Y : q(X) }.
#external e(X) : q(X).
#external e(X) : q(Y).
#show X : q(X).
#show X : q(Y).
not p(X) :- q(X).
p(|X|) :- q(X), X = |Y|.
""".strip().split("\n")


@pytest.mark.parametrize("rule", RULES)
def test_as_gringo_has_it(rule: str) -> None:
    assert accepts(rule) == gringo_accepts(f"{rule} q(1).")


class Generator:
    """Rules of every shape; arithmetic is on variables and numbers, so that gringo folds nothing away."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def variable(self) -> str:
        return self.pick("X", "Y", "Z")

    def number(self) -> str:
        match self.random.randrange(6):
            case 0 | 1 | 2:
                return self.variable()
            case 3:
                return f"{self.variable()}{self.pick('+', '-', '*')}{self.pick('2', '3')}"
            case 4:
                return f"{self.pick('2', '3')}{self.pick('+', '-', '*')}{self.variable()}"
            case _:
                return f"{self.variable()}{self.pick('+', '*')}{self.variable()}"

    def term(self) -> str:
        match self.random.randrange(8):
            case 0:
                return self.pick("1", "a", "_")
            case 1:
                return f"f({self.number()})"
            case 2:
                return f"({self.variable()},{self.number()})"
            case _:
                return self.number()

    def atom(self) -> str:
        return f"{self.pick('p', 'q')}({self.term()}{self.pick('', '', ',' + self.variable())})"

    def literal(self) -> str:
        if self.random.random() < 0.3:
            left, right = self.random.sample(["X", "Y", "Z"], 2)
            return f"{left} {self.pick('=', '=', '<', '!=')} {self.pick(right, right + '+1', '1..' + right)}"
        return self.pick("", "", "", "not ") + self.atom()

    def condition(self) -> str:
        return ", ".join(self.literal() for _ in range(self.random.randint(1, 2)))

    def element(self) -> str:
        match self.random.randrange(6):
            case 0:
                return f"{self.variable()} {self.pick('=', '<')} #sum {{ {self.variable()} : {self.condition()} }}"
            case 1:
                return f"{self.literal()} : {self.condition()}"
            case _:
                return self.literal()

    def rule(self) -> str:
        head = self.pick(self.atom(), self.atom(), f"{{ {self.atom()} : {self.condition()} }}", "")
        return f"{head} :- {'; '.join(self.element() for _ in range(self.random.randint(1, 3)))}."


@pytest.mark.parametrize("seed", range(20))
def test_generated_rules_as_gringo_has_them(seed: int) -> None:
    generator = Generator(seed)
    agreed = {True: 0, False: 0}
    for _ in range(60):
        rule = generator.rule()
        theirs = gringo_accepts(rule)
        mine = accepts(rule)
        assert mine or not theirs, f"refused without need: {rule}"
        agreed[theirs] += mine == theirs
    assert agreed[True] > 2
    assert agreed[False] > 2
