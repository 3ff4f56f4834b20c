"""Rules of generated policies: bodies that bind what they compare, heads that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tests.differential.spec import Signature
from tests.reference.program import (
    Atom,
    BodyLiteral,
    Comparison,
    Literal,
    Minus,
    Name,
    Num,
    Op,
    Rule,
    Term,
    Var,
)
from tests.reference.terms import Setting, value_of

Plain = int | str  # no other value occurs here
RELATIONS = ("<", "<=", ">", ">=", "=", "!=")
ANCHORS = (0, 1, 2, 5, 10, 100, 999, 1000, 1001, 4300, 30_000)


def samples_of(rng: Random, one: Signature) -> list[Plain]:
    """A few values that an input may take."""
    if one.kind == "enum":
        return list(one.members)
    low = one.low if one.low is not None else (one.high or 0) - 2000 if one.high is not None else -2000
    high = one.high if one.high is not None else low + 40_000
    if high - low <= 60:
        return [rng.randint(low, high) for _ in range(6)]
    return [low, *(low + a for a in ANCHORS if low + a <= high), rng.randint(low, high)]


def _wide(samples: Sequence[Plain]) -> bool:
    numbers = [value for value in samples if isinstance(value, int)]
    return bool(numbers) and max(numbers) - min(numbers) > 60


class _Scope:
    """One rule in the making: its body and the variables that it binds, with sampled values of each."""

    def __init__(self) -> None:
        self.body: list[BodyLiteral] = []
        self.numbers: dict[Var, Sequence[Plain]] = {}
        self.symbols: dict[Var, Sequence[Plain]] = {}
        self.of: dict[str, Var] = {}

    def bind(self, one: Signature, samples: Sequence[Plain], *, again: bool = False) -> Var:
        if one.name in self.of and not again:
            return self.of[one.name]
        var = Var(f"{one.name[0].upper()}{len(self.numbers) + len(self.symbols)}")
        (self.numbers if one.numeric else self.symbols)[var] = samples
        self.of[one.name] = var
        self.body.append(Literal(0, Atom(one.name, (var,))))
        return var


class RuleMaker:
    """All statements of one policy."""

    def __init__(
        self,
        rng: Random,
        inputs: Sequence[Signature],
        derived: Sequence[Signature],
        sorts: Mapping[str, tuple[str, ...]],
        constants: Mapping[str, int],
    ) -> None:
        self.rng = rng
        self.inputs, self.derived, self.sorts, self.constants = inputs, derived, sorts, constants
        self.samples: dict[str, list[Plain]] = {one.name: samples_of(rng, one) for one in inputs if one.valued}
        self.tables: list[tuple[str, str]] = []  # (predicate, sort of its first argument); the second is a number
        self.later: list[Signature] = []

    def rules(self) -> tuple[Rule, ...]:
        rng = self.rng
        made: list[Rule] = []
        if self.sorts and rng.random() < 0.4:
            made += self._table(rng.choice(sorted(self.sorts)))
        known = list(self.inputs)
        for index, one in enumerate(self.derived):
            self.later = list(self.derived[index:])
            for _ in range(rng.choice((1, 1, 2, 2, 3))):
                made.append(self._rule(one, known))
            known.append(one)
        self.later = []
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            scope = self._body(known, rng.randint(1, 3))
            made.append(Rule(None, tuple(scope.body)))
        if rng.random() < 0.3:
            rng.shuffle(made)
        return tuple(made)

    def _table(self, sort: str) -> Iterator[Rule]:
        predicate = f"table_{sort}"
        self.tables.append((predicate, sort))
        for member in self.sorts[sort]:
            for _ in range(self.rng.choice((0, 1, 1, 1, 2))):
                number = Num(self.rng.randint(-3, 12))
                yield Rule(Atom(predicate, (Name(member), number)))
        yield Rule(Atom(predicate, (Name(self.sorts[sort][0]), Num(self.rng.randint(0, 5)))))

    # --- rules -------------------------------------------------------------------------------------------------

    def _rule(self, one: Signature, known: Sequence[Signature]) -> Rule:
        rng = self.rng
        scope = self._body(known, rng.choice((0, 1, 1, 2, 2, 3)))
        head = Atom(one.name, (self._value(one, scope, known),)) if one.valued else Atom(one.name)
        if not scope.body and rng.random() < 0.6:
            scope = self._body(known, 1, scope)
        rng.shuffle(scope.body)
        return Rule(head, tuple(scope.body), choice=rng.random() < 0.12)

    def _value(self, one: Signature, scope: _Scope, known: Sequence[Signature]) -> Term:
        rng = self.rng
        pool = self.samples.setdefault(one.name, [])
        if one.kind == "enum":
            fitting = [var for var, values in scope.symbols.items() if set(values) <= set(one.members)]
            if fitting and rng.random() < 0.3:
                pool.extend(one.members)
                return rng.choice(fitting)
            member = rng.choice(one.members)
            pool.append(member)
            return Name(member)
        if not scope.numbers and rng.random() < 0.7:
            numeric = [other for other in known if other.numeric]
            if numeric:
                source = rng.choice(numeric)
                scope.bind(source, self._pool(source))
        expression = self._expression(scope.numbers) if scope.numbers else Num(rng.randint(-4, 12))
        values = self._sampled(expression, scope)
        pool.extend(values[:4] or [0])
        if isinstance(expression, Num | Var) or rng.random() < 0.4:
            return expression
        head = Var("Value")
        scope.body.append(Comparison(0, (head, expression) if rng.random() < 0.8 else (expression, head), ("=",)))
        return head

    def _pool(self, one: Signature) -> list[Plain]:
        return self.samples.get(one.name) or list(one.members) or [0]

    # --- bodies ------------------------------------------------------------------------------------------------

    def _body(self, known: Sequence[Signature], count: int, scope: _Scope | None = None) -> _Scope:
        scope = scope or _Scope()
        for _ in range(count):
            if self.later and self.rng.random() < 0.1:
                self._negated(self.rng.choice(self.later), scope)  # a loop through negation
                continue
            one = self.rng.choice(known)
            if not one.valued:
                scope.body.append(Literal(self.rng.choice((0, 0, 0, 1, 1, 2)), Atom(one.name)))
            elif one.kind == "enum":
                self._symbolic(one, scope)
            else:
                self._numeric(one, scope)
        return scope

    def _negated(self, one: Signature, scope: _Scope) -> None:
        """A literal with `not` that needs no binding of its own."""
        rng = self.rng
        sign = rng.choice((1, 1, 1, 2))
        if not one.valued:
            scope.body.append(Literal(sign, Atom(one.name)))
        elif rng.random() < 0.3:
            scope.body.append(Literal(1, Atom(one.name, (Var("_"),))))
        else:
            bound = list(scope.numbers if one.numeric else scope.symbols)
            arg: Term = self._constant(rng.choice(self._pool(one)), near=0)
            if bound and rng.random() < 0.5:
                arg = rng.choice(bound)
            scope.body.append(Literal(sign, Atom(one.name, (arg,))))

    def _constant(self, value: Plain, near: int = 1) -> Term:
        """The number, or a `#const` that is not further from it than `near`. Clingo reads 32 bits."""
        if isinstance(value, str):
            return Name(value)
        value = max(-(2**31) + 1, min(2**31 - 1, value))
        for name, number in self.constants.items():
            if abs(number - value) <= near and self.rng.random() < 0.7:
                return Name(name)
        return Num(value)

    def _symbolic(self, one: Signature, scope: _Scope) -> None:
        rng = self.rng
        roll = rng.random()
        if roll < 0.35:
            scope.body.append(Literal(rng.choice((0, 0, 1, 2)), Atom(one.name, (Name(rng.choice(one.members)),))))
        elif roll < 0.45:
            self._negated(one, scope)
        elif roll < 0.6 and (fitting := [table for table, sort in self.tables if sort == one.sort]):
            var = scope.bind(one, one.members)
            number = Var(f"T{len(scope.numbers)}")
            scope.numbers[number] = [0, 1, 2, 3, 5, 8]
            scope.body.append(Literal(0, Atom(fitting[0], (var, number))))
            self._compare(scope)
        elif roll < 0.66:
            var = scope.bind(one, one.members)
            scope.body.append(Literal(0, Atom(one.sort or "", (var,))))
        else:
            var = scope.bind(one, one.members)
            others: list[Term] = [Name(member) for member in one.members]
            others += [other for other in scope.symbols if other != var] * 2
            others += [Num(3), *scope.numbers]  # every integer comes before every constant
            relation = rng.choice(("=", "!=", "!=", *RELATIONS))
            terms = (var, rng.choice(others))
            scope.body.append(self._signed(terms if rng.random() < 0.8 else terms[::-1], (relation,)))

    def _numeric(self, one: Signature, scope: _Scope) -> None:
        rng = self.rng
        roll = rng.random()
        if roll < 0.08:
            self._negated(one, scope)
            return
        if roll < 0.12:
            scope.body.append(Literal(rng.choice((0, 1)), Atom(one.name, (Var("_"),))))
            return
        if roll < 0.18:
            arg = self._constant(rng.choice(self._pool(one)), near=0)
            scope.body.append(Literal(rng.choice((0, 1, 2)), Atom(one.name, (arg,))))
            return
        if roll < 0.22 and scope.numbers:  # an argument that is computed from what others bind
            scope.body.append(Literal(0, Atom(one.name, (self._expression(scope.numbers),))))
            return
        scope.bind(one, self._pool(one), again=roll < 0.25)
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            self._compare(scope)

    def _compare(self, scope: _Scope) -> None:
        rng = self.rng
        expression = self._expression(scope.numbers)
        values = self._sampled(expression, scope) or [0]
        roll = rng.random()
        if roll < 0.06:
            scope.body.append(self._signed((expression, Name(rng.choice(("b", "gold")))), (rng.choice(RELATIONS),)))
        elif roll < 0.2:
            low, high = sorted((rng.choice(values), rng.choice(values)))
            inner = rng.choice((("<", "<="), ("<=", "<"), ("<=", "<="), ("<", "!="), (">=", ">")))
            chain = (self._constant(low - 1), expression, self._constant(high + 1))
            scope.body.append(self._signed(chain, inner))
        else:
            other: Term = self._constant(rng.choice(values) + rng.choice((-1, 0, 0, 0, 1)))
            if len(scope.numbers) > 1 and rng.random() < 0.3:
                other = self._expression(scope.numbers)
            terms = (expression, other) if rng.random() < 0.8 else (other, expression)
            scope.body.append(self._signed(terms, (rng.choice(RELATIONS),)))

    def _signed(self, terms: tuple[Term, ...], relations: tuple[str, ...]) -> Comparison:
        return Comparison(self.rng.choice((0, 0, 0, 0, 0, 0, 0, 1, 1, 2)), terms, relations)

    # --- expressions -------------------------------------------------------------------------------------------

    def _expression(self, variables: Mapping[Var, Sequence[Plain]]) -> Term:
        rng = self.rng
        var = rng.choice(list(variables))
        term: Term = self._factor(var)
        # clingo's bounds creep where a wide variable stands twice in a sum: grounding takes minutes
        others = [other for other in variables if other != var or not _wide(variables[var])]
        if others and rng.random() < 0.25:
            term = Op(rng.choice("+-"), term, self._factor(rng.choice(others)))
        if rng.random() < 0.2:
            term = Op(rng.choice("+-"), term, self._constant(rng.randint(0, 9)))
        if rng.random() < 0.22:
            divisor = rng.choice((2, 2, 3, 3, 7, 10, -2, -3, 1, 0)) if rng.random() < 0.9 else rng.randint(-9, 9)
            term = Op(rng.choice("/\\"), term, Num(divisor))
        return term

    def _factor(self, var: Var) -> Term:
        rng = self.rng
        roll = rng.random()
        if roll < 0.6:
            return var
        if roll < 0.66:
            return Minus(var)
        if roll < 0.72:
            return Op("-", self._constant(rng.randint(-5, 20)), var)
        factor = Num(rng.choice((2, 2, 2, 3, 3, 4, -1, -2, 5, 12, 12, 0 if rng.random() < 0.2 else 7)))
        return Op("*", factor, var) if rng.random() < 0.5 else Op("*", var, factor)

    def _sampled(self, expression: Term, scope: _Scope) -> list[int]:
        found = []
        for _ in range(6):
            binding = {var.name: self.rng.choice(values) for var, values in scope.numbers.items()}
            value = value_of(expression, binding, Setting(self.constants))
            if isinstance(value, int):
                found.append(value)
        return found
