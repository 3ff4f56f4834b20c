"""Aggregates of every function, guard and place, and counts of literals."""

from __future__ import annotations

from tests.differential.scene import NUMERIC, PERSON, RELATIONS, Scene, X, Y
from tests.differential.spec import Role
from tests.reference.program import (
    Aggregate,
    Atom,
    Comparison,
    Conditional,
    Counted,
    Element,
    Extreme,
    Guard,
    Interval,
    Literal,
    Name,
    Num,
    Op,
    Pool,
    Simple,
    Term,
    Var,
)

A, S, N = Var("A"), Var("S"), Var("N")
FUNCTIONS = ("sum", "sum", "sum", "sum+", "count", "count", "min", "max")


def elements(made: Scene, function: str, whose: Var | None) -> tuple[tuple[Element, ...], list[int]]:
    """Elements over all persons, or over those that `whose` relates to; and what their weights may be."""
    rng = made.rng
    relation = made.pick(PERSON, PERSON) if whose is not None else None
    bound: list[Simple] = [Literal(0, made.atom(relation, whose, Y))] if relation and whose else [made.person(Y)]
    one = made.pick(PERSON, kinds=NUMERIC)
    found = []
    numbers = [0]
    for _ in range(rng.choice((1, 1, 1, 2))):
        if one is not None and rng.random() < 0.75:
            made.count("weight of a number")
            weight: Term = (
                A if rng.random() < 0.7 else Op(rng.choice(("*", "-", "/")), A, Num(rng.choice((2, 3, -2, 0))))
            )
            parts: list[Simple] = [Literal(0, made.atom(one, Y, A))]
            numbers += made.numbers[one.name]
            if rng.random() < 0.4:
                parts.append(made.compared(one, A))
                made.count("condition on a number")
        else:
            number = rng.choice((1, 1, 2, -1, 3))
            weight, parts = Num(number), []
            numbers.append(number)
        if rng.random() < 0.5:
            parts += made.about(Y, Var("C"))
        terms: tuple[Term, ...] = (weight, Y) if rng.random() < 0.45 else (weight,)
        if function == "count" and rng.random() < 0.4:
            terms = (Y,)
        if len(terms) == 1:
            made.count("tuples that coincide")
        found.append(Element(terms, (*bound, *parts)))
    if rng.random() < 0.12:
        made.count("pool in an element")
        found.append(
            Element(
                (rng.choice((Pool((Num(1), Num(2))), Interval(Num(1), Num(2)))),),
                tuple(made.about(made.someone(), Var("D"))),
            )
        )
    return tuple(found), numbers


def guard(made: Scene, function: str, numbers: list[int]) -> Guard:
    """Near what the aggregate may be: of some weights, each once or several times."""
    rng = made.rng
    if rng.random() < 0.06:
        made.count("#sup or a constant as guard")
        return Guard(rng.choice(RELATIONS), rng.choice((Extreme(top=True), Extreme(top=False), Name("red"))))
    picked = rng.choices(numbers, k=rng.randint(1, 3))
    value = sum(picked if rng.random() < 0.5 else set(picked))
    if function == "count":
        value = rng.randint(0, len(made.people) + 1)
    elif function in {"min", "max"}:
        value = picked[0]
    return Guard(rng.choice(RELATIONS), made.constant(value + rng.choice((-1, 0, 0, 0, 1))))


def guarded(made: Scene) -> None:
    """`late(X) :- person(X), #sum { A,Y : reports(X,Y), age(Y,A) } > 3.`, negated at times."""
    rng = made.rng
    function, whose = rng.choice(FUNCTIONS), rng.choice((None, X, X))
    made.count(f"#{function}")
    inner, numbers = elements(made, function, whose)
    sign = rng.choice((0, 0, 0, 0, 1, 2))
    if sign:
        made.count("negated aggregate")
    left: Guard | None = guard(made, function, numbers)
    right: Guard | None = None
    if rng.random() < 0.3:
        made.count("guards on both sides")
        right = guard(made, function, numbers)
    elif rng.random() < 0.5:
        left, right = None, left
    new = made.derive(*((PERSON,) if whose is not None else ()))
    outside: list[Simple] = [made.person()] if whose is not None else []
    limit = made.pick(kinds=("int",))
    if limit is not None and left is not None and rng.random() < 0.35:
        made.count("guard of a number")
        outside.append(Literal(0, Atom(limit.name, (N,))))
        left = Guard(left.relation, N if rng.random() < 0.6 else Op("+", N, Num(1)))
    if rng.random() < 0.3:
        outside += made.about(X, Var("E")) if whose is not None else made.about(made.someone(), Var("E"))
    made.add(Atom(new.name, (X,) if whose is not None else ()), *outside, Aggregate(sign, function, inner, left, right))


def assigned(made: Scene) -> None:
    """`total(X,S) :- person(X), S = #sum { A,Y : ... }.`"""
    rng = made.rng
    function, whose = rng.choice(FUNCTIONS), rng.choice((None, None, X))
    made.count(f"#{function}")
    made.count("assignment of an aggregate")
    inner, numbers = elements(made, function, whose)
    keys = (PERSON,) if whose is not None else ()
    role: Role | None = None if function not in {"min", "max"} else "auxiliary"  # #sup is no int
    new = made.derive(*keys, kind="int", role=role, numbers=numbers)
    outside: list[Simple] = [made.person()] if whose is not None else []
    aggregate = Aggregate(0, function, inner, *((Guard("=", S), None) if rng.random() < 0.7 else (None, Guard("=", S))))
    value: Term = S
    made.numbers[new.name] = [
        n for picked in (rng.choices(numbers, k=2), numbers[:2]) for n in (sum(picked), sum(set(picked)))
    ]
    if role is None and rng.random() < 0.3:
        value = Op(rng.choice("+-*"), S, Num(rng.randint(1, 2)))
    made.add(Atom(new.name, (*((X,) if whose is not None else ()), value)), *outside, aggregate)
    over = made.derive(*keys)
    head = Atom(over.name, (X,) if whose is not None else ())
    made.add(
        head,
        Literal(0, Atom(new.name, (*((X,) if whose is not None else ()), S))),
        Comparison(0, (S, made.threshold(new)), (rng.choice(RELATIONS),)),
    )


def of_persons(made: Scene) -> None:
    """The first of the persons: `#min` over constants."""
    made.count("#min of constants")
    new = made.derive(PERSON)
    function = made.rng.choice(("min", "max"))
    aggregate = Aggregate(0, function, (Element((Y,), (made.person(Y), *made.about(Y, A))),), Guard("=", S))
    made.add(made.atom(new, S), aggregate, made.person(S))


def empty(made: Scene) -> None:
    made.count("empty aggregate")
    function = made.rng.choice(FUNCTIONS)
    new = made.derive()
    never = (
        ()
        if made.rng.random() < 0.5
        else (Element((Num(1),), (made.person(Y), Comparison(0, (Num(1), Num(0)), (">",)))),)
    )
    ends: list[Term] = [Num(0), Extreme(top=True), Extreme(top=False)]
    side = Guard(made.rng.choice(RELATIONS), made.rng.choice(ends))
    made.add(Atom(new.name), Aggregate(made.rng.choice((0, 1)), function, never, side), *made.about(made.someone(), A))


def counted(made: Scene) -> None:
    """`1 { ok(Y) : reports(X,Y) } 2` in a body."""
    rng = made.rng
    one = made.pick(PERSON)
    if one is None:
        return
    made.count("count of literals")
    new = made.derive()
    parts = [Conditional(Literal(rng.choice((0, 0, 1)), made.atom(one, Y)), (made.person(Y), *made.about(Y, A)))]
    if rng.random() < 0.4:
        parts.append(Conditional(Literal(0, made.atom(one, made.someone())), ()))
    low = Guard(rng.choice((">=", ">", "!=", "=")), Num(rng.randint(0, 2)))
    high = Guard("<=", Num(rng.randint(1, 3))) if rng.random() < 0.4 else None
    made.add(Atom(new.name), Counted(rng.choice((0, 0, 1)), tuple(parts), low, high))


def on_a_cycle(made: Scene) -> None:
    """An aggregate that a positive cycle runs through (refused), or a negative one (not)."""
    rng = made.rng
    new = made.derive(PERSON)
    sign = rng.choice((0, 1, 1))
    made.count("aggregate on a negative cycle" if sign else "aggregate on a positive cycle")
    inner = Element((Num(1), Y), (Literal(sign, made.atom(new, Y)), made.person(Y)))
    side = Guard(rng.choice((">=", ">", "<", "=")), Num(rng.randint(0, 2)))
    made.add(
        made.atom(new, X), made.person(), Aggregate(0, rng.choice(("sum", "count")), (inner,), side), *made.about(X, A)
    )
    if rng.random() < 0.6:
        made.add(made.atom(new, X), made.person(), *made.about(X, A))


AGGREGATES = (guarded, guarded, guarded, assigned, assigned, of_persons, empty, counted, on_a_cycle)
