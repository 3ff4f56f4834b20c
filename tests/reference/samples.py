"""Small random programs of every construct, for the reference against clingo."""

from __future__ import annotations

from random import Random

from tests.reference.program import (
    Aggregate,
    Atom,
    BodyLiteral,
    Choice,
    Comparison,
    Conditional,
    Counted,
    Disjunction,
    Element,
    Extreme,
    Fun,
    Guard,
    Head,
    Interval,
    Literal,
    Name,
    Num,
    Op,
    Option,
    Pool,
    Program,
    Rule,
    Simple,
    Str,
    Term,
    Var,
)

RELATIONS = ("<", "<=", ">", ">=", "=", "!=")
FUNCTIONS = ("sum", "sum", "sum+", "count", "min", "max")
WEIGHTS: tuple[Term, ...] = (*map(Num, (-2, -1, 0, 1, 1, 2, 3)), Name("w"), Str("s"))


class Sampler:
    """Propositional programs: up to six atoms, every cycle there can be."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.names = ["a", "b", "c", "d", "e", "f", "-a"][: rng.randint(2, 6)]
        if rng.random() < 0.2:
            self.names.append("-a")

    def program(self) -> Program:
        rules = [self.rule() for _ in range(self.rng.randint(2, 7))]
        return Program((Rule(Atom("x"), choice=True), *rules))

    def atom(self) -> Atom:
        return Atom(self.rng.choice(self.names))

    def literal(self) -> Literal:
        return Literal(self.rng.choice((0, 0, 0, 1, 1, 2)), self.atom())

    def condition(self, least: int = 0) -> tuple[Simple, ...]:
        return tuple(self.literal() for _ in range(self.rng.choice((least, 1, 1, 2))))

    def rule(self) -> Rule:
        rng = self.rng
        body = tuple(self.part() for _ in range(rng.choice((0, 1, 1, 2, 3))))
        roll = rng.random()
        head: Head = self.atom()
        if roll < 0.12 and body:
            head = None
        elif roll < 0.25:
            head = self.choice(self.bounds())
        elif roll < 0.45:
            head = Disjunction(tuple(self.alternative() for _ in range(rng.randint(2, 3))))
        return Rule(head, body, choice=isinstance(head, Atom) and rng.random() < 0.15)

    def option(self, conditional: float) -> Option:
        return Option(self.atom(), self.condition(1) if self.rng.random() < conditional else ())

    def choice(self, bounds: tuple[Guard | None, Guard | None]) -> Choice:
        """With bounds, conditions rest on `x` alone: clingo finds no answer set of `2 { c : b; b }.`"""
        count = self.rng.randint(1, 3)
        if bounds == (None, None):
            return Choice(tuple(self.option(0.3) for _ in range(count)))
        return Choice(tuple(self.alternative() for _ in range(count)), *bounds)

    def alternative(self) -> Option:
        """Conditions in disjunctive heads rest on `x` alone: gringo's reading of ones that rest on the head itself is
        not the formula's (`{a}. a : a :- a.` loses {a})."""
        if self.rng.random() < 0.85:
            return Option(self.atom())
        return Option(self.atom(), (Literal(self.rng.choice((0, 1, 2)), Atom("x")),))

    def bounds(self) -> tuple[Guard | None, Guard | None]:
        rng = self.rng
        left = Guard(rng.choice((">=", ">=", ">", "=", "!=")), Num(rng.randint(0, 2))) if rng.random() < 0.6 else None
        right = Guard(rng.choice(("<=", "<=", "<", "=")), Num(rng.randint(0, 3))) if rng.random() < 0.5 else None
        return left, right

    def guard(self) -> Guard:
        rng = self.rng
        term: Term = Num(rng.randint(-2, 4)) if rng.random() < 0.9 else rng.choice((Name("v"), Extreme(top=True)))
        return Guard(rng.choice(RELATIONS), term)

    def part(self) -> BodyLiteral:
        rng = self.rng
        roll = rng.random()
        if roll < 0.62:
            return self.literal()
        if roll < 0.72:
            return Conditional(self.literal(), self.condition(1))
        guards: tuple[Guard | None, Guard | None] = (self.guard(), self.guard() if rng.random() < 0.25 else None)
        if rng.random() < 0.5:
            guards = guards[::-1]
        sign = rng.choice((0, 0, 0, 1, 2))
        if roll < 0.8:
            counted = tuple(Conditional(self.literal(), self.condition()) for _ in range(rng.randint(1, 3)))
            return Counted(sign, counted, *guards)
        elements = tuple(
            Element((rng.choice(WEIGHTS), *((Num(rng.randint(1, 2)),) if rng.random() < 0.5 else ())), self.condition())
            for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))
        )
        return Aggregate(sign, rng.choice(FUNCTIONS), elements, *guards)


class Relational(Sampler):
    """Joins, recursion, variables in aggregates, pools and intervals over two or three individuals."""

    def program(self) -> Program:
        rng = self.rng
        people = ("ann", "bob", "cy")[: rng.randint(2, 3)]
        rules: list[Rule] = [Rule(Atom("p", (Name(one),))) for one in people]
        for _ in range(rng.randint(1, 4)):
            fact = Atom("r", (Name(rng.choice(people)), Name(rng.choice(people))))
            rules.append(Rule(fact, choice=rng.random() < 0.6))
        rules += [
            Rule(Atom("n", (Name(one), self.number())), choice=rng.random() < 0.4)
            for one in people
            if rng.random() < 0.7
        ]
        if rng.random() < 0.4:
            rules.append(
                Rule(
                    Choice(
                        (
                            Option(
                                Atom("q", (Pool((Num(1), Name("ann"), Str("x"))),)),
                            ),
                        )
                    )
                )
            )
        x, y, z, n = map(Var, "XYZN")
        p, r, t, u = (
            Literal(0, Atom(name, args)) for name, args in (("p", (x,)), ("r", (x, y)), ("t", (x, y)), ("u", (x,)))
        )
        n1, yes = Literal(0, Atom("n", (x, n))), Literal(0, Atom("p", (y,)))
        q = Literal(0, Atom("q", (x,))), Literal(0, Atom("q", (y,)))
        sign = rng.randint(0, 2)
        exactly = Guard(">=", Num(1)), Guard("<=", Num(1))
        s = Var("S")
        pool: list[Rule] = [
            Rule(Atom("t", (x, y)), (r,)),
            Rule(Atom("t", (x, z)), (t, Literal(0, Atom("r", (y, z))))),
            Rule(Atom("u", (x,)), (p, Literal(rng.choice((1, 2)), Atom("t", (x, x))))),
            Rule(Atom("u", (x,)), (p, Literal(1, Atom("r", (x, Var("_")))))),
            Rule(Atom("u", (x,)), (p, self.everyone(x, y))),
            Rule(Atom("s", (s,)), (self.total(Guard("=", s)),)),
            Rule(Atom("s", (x, s)), (p, self.reports(x, Guard("=", s)))),
            Rule(Atom("v"), (self.total(self.guard()),)),
            Rule(Atom("v"), (p, self.reports(x, self.guard()))),
            Rule(Atom("o", (x,)), (n1, Comparison(0, (n, self.number()), ("<",)))),
            Rule(Atom("o", (Op("/", Num(4), n),)), (n1,)),
            Rule(Atom("o", (Fun("f", (x, n)),)), (n1,)),
            Rule(Atom("o", (n,)), (Comparison(0, (n, Interval(Num(0), self.number())), ("=",)),)),
            Rule(Atom("i", (Interval(Num(1), n),)), (n1,)),
            Rule(Atom("v"), (Literal(sign, Atom("n", (Name("ann"), Interval(Num(0), Num(2))))),)),
            Rule(Atom("v"), (Literal(sign, Atom("q", (Pool((Num(1), Name("ann"))),))),)),
            Rule(Atom("l", (x, y)), (*q, Comparison(0, (x, y), ("<",)))),
            Rule(Choice((Option(Atom("c", (x, y)), (yes,)),), *exactly), (u,)),
            Rule(Disjunction((Option(Atom("g", (x,))), Option(Atom("h", (x,))))), (u,)),
            Rule(Disjunction((Option(Atom("g", (x,)), (p,)),)), ()),
            Rule(Atom("g", (x,)), (Literal(0, Atom("h", (x,))), Literal(0, Atom("r", (x, x))))),
            Rule(None, (Literal(0, Atom("g", (x,))), Literal(0, Atom("o", (x,))))),
            Rule(None, (self.total(self.guard()),)),
            Rule(Atom("-u", (x,)), (p, Literal(1, Atom("u", (x,))))),
        ]
        rules += rng.sample(pool, rng.randint(2, 6))
        rng.shuffle(rules)
        return Program(tuple(rules))

    def number(self) -> Term:
        return Num(self.rng.randint(-1, 3))

    def everyone(self, x: Var, y: Var) -> Conditional:
        """`all that x relates to are ...`"""
        head: Simple = Literal(self.rng.choice((0, 1)), Atom("n", (y, self.number())))
        if self.rng.random() < 0.3:
            head = Literal(0, Atom("t", (y, x)))
        return Conditional(head, (Literal(0, Atom("r", (x, y))),))

    def total(self, guard: Guard) -> Aggregate:
        rng = self.rng
        x, n = Var("X"), Var("N")
        terms = rng.choice(((n,), (n, x), (x,), (Op("*", n, Num(2)), x), (Op("/", Num(2), n), x)))
        condition: tuple[Simple, ...] = (Literal(0, Atom("n", (x, n))),)
        if rng.random() < 0.4:
            condition += (rng.choice((Literal(1, Atom("u", (x,))), Comparison(0, (n, Num(1)), (">",)))),)
        elements = [Element(terms, condition)]
        if rng.random() < 0.3:
            elements.append(
                Element(
                    (Pool((Num(1), Num(2))),),
                    (Literal(rng.randint(0, 1), Atom("r", (x, x))), Literal(0, Atom("p", (x,)))),
                )
            )
        return Aggregate(0, rng.choice(FUNCTIONS), tuple(elements), None, guard)

    def reports(self, x: Var, guard: Guard) -> Aggregate:
        rng = self.rng
        y, n = Var("Y"), Var("N")
        condition = (Literal(0, Atom("r", (x, y))), Literal(0, Atom("n", (y, n))))
        return Aggregate(0, rng.choice(FUNCTIONS), (Element((n, y) if rng.random() < 0.5 else (n,), condition),), guard)


def sample(seed: int) -> Program:
    """Two of three are propositional."""
    rng = Random(seed)
    return (Relational if seed % 3 == 0 else Sampler)(rng).program()
