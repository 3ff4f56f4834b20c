"""Random SMT-LIB policies, and what z3 itself says of a text."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction

import z3

COLOURS = ("red", "green", "blue")


@dataclass
class File:
    """A text with its lines, the inputs that can be stated, and facts for all of them."""

    text: str
    facts: dict[str, object]
    stated: list[str]  # the same facts as assertions
    grids: list[str]  # what the lines say of Reals, as assertions
    outcomes: list[str] = field(default_factory=list)  # Boolean ones


class Generator:
    """One random file: inputs of every type, outcomes, auxiliaries, functions, lets."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._bools: list[str] = []
        self._ints: list[str] = []
        self._reals: list[str] = []
        self._colours: list[str] = []
        self._functions: list[tuple[str, list[str], str]] = []
        self._names = 0

    def file(self) -> File:
        rand = self._random
        lines = ["; %@ sort colour = red | green | blue", "; %@ sort who = ann | bob"]
        body = ["(declare-datatypes ((colour 0)) (((blue) (red) (green))))"]
        found = File("", {}, [], [])
        for name in ("a", "b"):
            lines.append(f"; %@ input {name}")
            self._input(found, body, name, "Bool", rand.random() < 0.5)
        for name in ("m", "n"):
            lines.append(f"; %@ input {name}: int -20..20")
            self._input(found, body, name, "Int", rand.randint(-20, 20))
        lines.append("; %@ input rate: decimal(2) -5..5")
        self._input(found, body, "rate", "Real", Fraction(rand.randint(-500, 500), 100))
        lines.append("; %@ input shade: colour")
        self._input(found, body, "shade", "colour", rand.choice(COLOURS))
        lines.append("; %@ input optional age(who): int 0..9")
        for who in ("ann", "bob"):
            self._optional(found, body, who)
        self._function(body)
        for name in ("yes", "no"):
            lines.append(f"; %@ outcome {name}")
            body.append(f"(declare-const {name} Bool)")
            found.outcomes.append(name)
        lines += ["; %@ outcome pay: int", "; %@ outcome cost: decimal(1)"]
        body += ["(declare-fun pay () Int)", "(declare-const cost Real)", "(declare-const aux Bool)"]
        found.grids.append("(is_int (* 10 cost))")
        body.append(f"(define-fun aid () Int {self._int(2)})")
        for name, symbols in (("aux", self._bools), ("aid", self._ints), ("pay", self._ints), ("cost", self._reals)):
            if rand.random() < 0.8:
                symbols.append(name)
        body.append(f"(assert (! (= yes {self._bool(3)}) :named first))")
        self._bools += ["yes"]
        body += [f"(assert {self._bool(3)})" for _ in range(rand.randint(1, 3))]
        body.append(f"(assert (! (=> {self._bool(2)} (= no {self._bool(2)})) :named |rule last|))")
        found.text = "\n".join(lines + body) + "\n"
        return found

    def _input(self, found: File, body: list[str], name: str, sort: str, value: bool | int | Fraction | str) -> None:
        body.append(f"(declare-const {name} {sort})")
        {"Bool": self._bools, "Int": self._ints, "Real": self._reals, "colour": self._colours}[sort].append(name)
        found.facts[name] = float_free(value)
        found.stated.append(f"(= {name} {literal(value)})")
        if sort == "Real":
            found.grids.append(f"(is_int (* 100 {name}))")

    def _optional(self, found: File, body: list[str], who: str) -> None:
        body += [f"(declare-const |age({who})| Int)", f"(declare-const |age({who}).given| Bool)"]
        self._ints.append(f"|age({who})|")
        self._bools.append(f"|age({who}).given|")
        value = self._random.randint(0, 9)
        given = self._random.random() < 0.7
        ages = found.facts.setdefault("age", {})
        assert isinstance(ages, dict)
        ages[who] = value if given else False
        found.stated.append(f"(= |age({who}).given| {literal(given)})")
        found.grids.append(f"(=> |age({who}).given| (and (<= 0 |age({who})|) (<= |age({who})| 9)))")
        if given:
            found.stated.append(f"(= |age({who})| {value})")

    def _function(self, body: list[str]) -> None:
        outer = self._bools, self._ints, self._reals, self._colours
        self._bools, self._ints, self._reals, self._colours = ["p", *outer[0]], ["x"], ["r"], outer[3]
        body.append(f"(define-fun test ((p Bool) (x Int) (r Real)) Bool {self._bool(2)})")
        body.append(f"(define-fun size ((x Int) (p Bool) (r Real)) Int {self._int(2)})")
        self._bools, self._ints, self._reals, self._colours = outer
        self._functions = [("test", ["Bool", "Int", "Real"], "Bool"), ("size", ["Int", "Bool", "Real"], "Int")]

    # --- expressions -----------------------------------------------------------------------------------------

    def _of(self, sort: str, depth: int) -> str:
        return {"Bool": self._bool, "Int": self._int, "Real": self._real}[sort](depth)

    def _call(self, sort: str, depth: int) -> str | None:
        known = [function for function in self._functions if function[2] == sort]
        if not known or self._random.random() < 0.7:
            return None
        name, sorts, _ = self._random.choice(known)
        return f"({name} {' '.join(self._of(one, depth - 1) for one in sorts)})"

    def _let(self, sort: str, depth: int) -> str | None:
        if self._random.random() < 0.92:
            return None
        self._names += 1
        name, bound = f"let{self._names}", self._random.choice(["Bool", "Int"])
        value = self._of(bound, depth - 1)
        symbols = self._bools if bound == "Bool" else self._ints
        symbols.append(name)
        inner = self._of(sort, depth - 1)
        symbols.remove(name)
        return f"(let (({name} {value})) {inner})"

    def _bool(self, depth: int) -> str:
        rand = self._random
        if depth <= 0:
            return rand.choice([*self._bools, "true", "false"]) if rand.random() < 0.2 else rand.choice(self._bools)
        special = self._call("Bool", depth) or self._let("Bool", depth)
        if special is not None:
            return special
        match rand.randint(0, 7):
            case 0:
                return f"(not {self._bool(depth - 1)})"
            case 1:
                count = rand.randint(1, 3)
                return f"({rand.choice(['and', 'or'])} {' '.join(self._bool(depth - 1) for _ in range(count))})"
            case 2:
                operator = rand.choice(["=>", "xor", "=", "distinct"])
                return f"({operator} {self._bool(depth - 1)} {self._bool(depth - 1)})"
            case 3:
                return f"(ite {self._bool(depth - 1)} {self._bool(depth - 1)} {self._bool(depth - 1)})"
            case 4:
                return f"(= {rand.choice(self._colours)} {rand.choice(COLOURS)})"
            case 5:
                operator = rand.choice(["<", "<=", ">", ">=", "=", "distinct"])
                return f"({operator} {self._real(depth - 1)} {self._real(depth - 1)})"
            case _:
                operator = rand.choice(["<", "<=", ">", ">=", "=", "distinct"])
                more = f" {self._int(depth - 1)}" if rand.random() < 0.2 else ""
                return f"({operator} {self._int(depth - 1)} {self._int(depth - 1)}{more})"

    def _int(self, depth: int) -> str:
        rand = self._random
        if depth <= 0:
            return rand.choice(self._ints) if rand.random() < 0.7 else literal(rand.randint(-9, 9))
        special = self._call("Int", depth) or self._let("Int", depth)
        if special is not None:
            return special
        match rand.randint(0, 5):
            case 0:
                return f"({rand.choice('+-')} {self._int(depth - 1)} {self._int(depth - 1)})"
            case 1:
                return f"(* {literal(rand.randint(-4, 4))} {self._int(depth - 1)})"
            case 2 | 3:
                divisor = literal(rand.choice([-7, -3, -2, -1, 1, 2, 3, 5]))
                return f"({rand.choice(['div', 'mod'])} {self._int(depth - 1)} {divisor})"
            case 4:
                return f"({rand.choice(['abs', '-'])} {self._int(depth - 1)})"
            case _:
                return f"(ite {self._bool(depth - 1)} {self._int(depth - 1)} {self._int(depth - 1)})"

    def _real(self, depth: int) -> str:
        rand = self._random
        if depth <= 0:
            decimal = f"{rand.randint(0, 9)}.{rand.randint(0, 99):02d}"
            return rand.choice(self._reals) if rand.random() < 0.6 else decimal
        match rand.randint(0, 5):
            case 0 | 1:
                return f"({rand.choice('+-')} {self._real(depth - 1)} {self._real(depth - 1)})"
            case 2:
                return f"(* {rand.choice(['0.5', '1.25', '(- 3.0)', '2'])} {self._real(depth - 1)})"
            case 3:
                return f"(/ {self._real(depth - 1)} {rand.choice(['3.0', '(- 0.5)', '4'])})"
            case 4:
                return f"(to_real {self._int(depth - 1)})"
            case _:
                return f"(ite {self._bool(depth - 1)} {self._real(depth - 1)} {self._real(depth - 1)})"


def literal(value: bool | int | Fraction | str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        shown = f"(/ {abs(value.numerator)}.0 {value.denominator}.0)"
        return f"(- {shown})" if value < 0 else shown
    if isinstance(value, int):
        return f"(- {-value})" if value < 0 else str(value)
    return value


def float_free(value: bool | int | Fraction | str) -> object:
    if isinstance(value, Fraction):
        from decimal import Decimal

        return Decimal(value.numerator) / Decimal(value.denominator)
    return value


def z3_says(text: str, *asserted: str, milliseconds: int = 10_000) -> str:
    """sat, unsat or unknown, by z3 on the text itself. Raises z3.Z3Exception for what it does not read."""
    solver = z3.Solver()
    solver.set("timeout", milliseconds)
    solver.add(z3.parse_smt2_string(text + "".join(f"(assert {one})\n" for one in asserted)))
    return str(solver.check())
