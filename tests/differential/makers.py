"""Rules of each construct over persons, on what is known before: joins, recursion, choices, disjunctions, terms.

A maker adds a predicate or more to the scene, and counts the construct, so that a log shows what was covered.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.differential.scene import KEYS, NUMERIC, PERSON, RELATIONS, TEAM, Scene, X, Y, Z
from tests.differential.spec import Signature
from tests.reference.program import (
    Abs,
    Atom,
    Choice,
    Comparison,
    Conditional,
    Disjunction,
    Flip,
    Fun,
    Guard,
    Interval,
    Literal,
    Minus,
    Name,
    Num,
    Op,
    Option,
    Pool,
    Str,
    Term,
    Var,
)
from tests.reference.terms import Setting, value_of

A, B, N = Var("A"), Var("B"), Var("N")


def join(made: Scene) -> None:
    """`p(X) :- member(X), age(X,A), A >= 3.`"""
    made.count("join")
    new = made.derive(PERSON)
    for _ in range(made.rng.choice((1, 1, 2))):
        made.add(made.atom(new, X), made.person(), *made.about(X, A))


def two_entities(made: Scene) -> None:
    """Two persons' symbolic values compared."""
    rng = made.rng
    relation, one = made.pick(PERSON, PERSON), made.pick(PERSON, kinds=NUMERIC)
    if one is None:
        return
    made.count("join of two entities")
    new = made.derive(*rng.choice(((PERSON,), (PERSON, PERSON), ())))
    tied = [Literal(0, made.atom(relation, X, Y))] if relation else [Comparison(0, (X, Y), (rng.choice(("!=", "<")),))]
    sides: tuple[Term, Term] = (A, B) if rng.random() < 0.6 else (Op("+", A, made.constant(1)), B)
    body = [Literal(0, made.atom(one, X, A)), Literal(0, made.atom(one, Y, B)), *tied]
    made.add(Atom(new.name, KEYS[: len(new.keys)]), *body, Comparison(0, sides, (rng.choice(RELATIONS),)))


def valued(made: Scene) -> None:
    """`pay(X,V) :- age(X,A), V = A*2.`"""
    one = made.pick(PERSON, kinds=("int",))
    if one is None:
        return
    made.count("keyed value")
    numbers = made.numbers[one.name]
    factor = made.rng.choice((2, 3, -1))
    new = made.derive(PERSON, kind="int", numbers=[n * factor for n in numbers])
    value = Op("*", A, Num(factor))
    if made.rng.random() < 0.5:
        made.add(made.atom(new, X, value), Literal(0, made.atom(one, X, A)))
    else:
        extra = made.about(X, B)
        made.add(
            made.atom(new, X, Var("V")),
            Literal(0, made.atom(one, X, A)),
            Comparison(0, (Var("V"), value), ("=",)),
            *extra,
        )
        made.add(made.atom(new, X, made.threshold(one)), made.person(), *made.about(X, B))


def recursion(made: Scene) -> None:
    """Reachability over a relation, with a condition inside."""
    rng = made.rng
    relation = made.pick(PERSON, PERSON)
    if relation is None:
        return
    made.count("positive recursion")
    edge, new = Literal(0, made.atom(relation, X, Y)), made.derive(PERSON, PERSON)
    inside = made.about(Y, A) if rng.random() < 0.5 else []
    made.add(made.atom(new, X, Y), edge)
    first = Literal(0, made.atom(new, X, Y))
    second = Literal(0, made.atom(new if rng.random() < 0.2 else relation, Y, Z))
    made.add(made.atom(new, X, Z), first, second, *inside)
    if inside:
        made.count("negation inside recursion")
    if rng.random() < 0.4:
        made.count("constraint on recursion")
        made.add(None, Literal(0, made.atom(new, X, X)))


def closure(made: Scene) -> None:
    """A property handed on along a relation, through two predicates."""
    relation = made.pick(PERSON, PERSON)
    if relation is None:
        return
    made.count("mutual recursion")
    one, other = made.derive(PERSON), made.auxiliary(PERSON)
    made.add(made.atom(one, X), made.person(), *made.about(X, A))
    made.add(made.atom(other, Y), Literal(0, made.atom(one, X)), Literal(0, made.atom(relation, X, Y)))
    tail = made.about(X, A) if made.rng.random() < 0.5 else []
    made.add(made.atom(one, X), Literal(0, made.atom(other, X)), *tail)


def unfounded(made: Scene) -> None:
    """a :- b. b :- a. with and without support from outside."""
    made.count("positive loop")
    one, other = made.derive(), made.auxiliary()
    made.add(Atom(one.name), Literal(0, Atom(other.name)))
    made.add(
        Atom(other.name),
        Literal(0, Atom(one.name)),
        *(made.about(made.someone(), A) if made.rng.random() < 0.5 else ()),
    )
    if made.rng.random() < 0.7:
        made.add(Atom(one.name), *made.about(made.someone(), A), choice=made.rng.random() < 0.3)


def even_loop(made: Scene) -> None:
    made.count("even loop")
    one, other = made.derive(PERSON), made.auxiliary(PERSON)
    made.add(made.atom(one, X), made.person(), Literal(1, made.atom(other, X)), *made.about(X, A))
    made.add(made.atom(other, X), made.person(), Literal(1, made.atom(one, X)))


def odd_loop(made: Scene) -> None:
    made.count("odd loop")
    one = made.derive(PERSON)
    made.add(made.atom(one, X), made.person(), *made.about(X, A), Literal(1, made.atom(one, X)))
    if made.rng.random() < 0.7:
        made.add(made.atom(one, X), made.person(), *made.about(X, A))


def double_negation(made: Scene) -> None:
    made.count("double negation")
    one = made.derive(PERSON)
    made.add(made.atom(one, X), made.person(), Literal(2, made.atom(one, X)), *made.about(X, A))


def contrary(made: Scene) -> None:
    """An exception by classical negation; or both derived, so that a case with both has no answer set."""
    made.count("classical negation")
    one = made.derive(PERSON)
    minus = "-" + one.name
    made.add(Atom(minus, (X,)), made.person(), *made.about(X, A))
    default = [Literal(1, Atom(minus, (X,)))] if made.rng.random() < 0.6 else []
    made.add(made.atom(one, X), made.person(), *default, *(made.about(X, B) if made.rng.random() < 0.6 else ()))
    if made.rng.random() < 0.4:
        new = made.derive(PERSON)
        made.add(made.atom(new, X), made.person(), Literal(made.rng.choice((0, 1)), Atom(minus, (X,))))


def guards(made: Scene, most: int) -> tuple[Guard | None, Guard | None]:
    """Bounds of a choice: constants, or an input's number where one is bound as N."""
    rng = made.rng
    low, high = sorted((rng.randint(0, most), rng.randint(0, most)))
    left = Guard(rng.choice((">=", ">=", ">", "!=")), made.constant(low)) if rng.random() < 0.7 else None
    right = Guard(rng.choice(("<=", "<=", "<")), made.constant(high)) if left is None or rng.random() < 0.6 else None
    if rng.random() < 0.1:
        return None, Guard("=", made.constant(high))
    return left, right


def choice_of_members(made: Scene) -> None:
    """`1 { picked(X) : member(X) } 2.`"""
    made.count("choice with bounds")
    new, body = made.derive(PERSON), []
    left, right = guards(made, len(made.people))
    quota = made.pick(kinds=("int",))
    if quota is not None and made.rng.random() < 0.3:
        made.count("choice bounded by a number")
        body, right = [Literal(0, Atom(quota.name, (N,)))], Guard("<=", N)
    condition = (made.person(), *made.about(X, A)) if made.rng.random() < 0.7 else (made.person(),)
    options = [Option(made.atom(new, X), condition)]
    if made.rng.random() < 0.2:
        options.append(Option(made.atom(new, made.someone())))
    made.add(Choice(tuple(options), left, right), *body)


def choice_for_each(made: Scene) -> None:
    """`1 { assigned(X,T) : team(T) } 1 :- member(X).`"""
    made.count("choice for each")
    new = made.derive(PERSON, kind="enum")
    bounds: tuple[Guard | None, Guard | None] = Guard(">=", Num(1)), Guard("<=", Num(1))
    if made.rng.random() < 0.3:
        bounds = guards(made, 2)
    option = Option(made.atom(new, X, Var("T")), (Literal(0, Atom(TEAM, (Var("T"),))),))
    made.add(Choice((option,), *bounds), made.person(), *made.about(X, A))
    if made.rng.random() < 0.4 and len(made.people) > 1:
        same = (Literal(0, made.atom(new, X, Var("T"))), Literal(0, made.atom(new, Y, Var("T"))))
        made.add(None, *same, Comparison(0, (X, Y), ("<",)))


def disjunction(made: Scene) -> None:
    """Free of head cycles, or on one."""
    rng = made.rng
    one, other = made.derive(PERSON), made.derive(PERSON)
    options = [Option(made.atom(one, X)), Option(made.atom(other, X))]
    if rng.random() < 0.2:
        made.count("condition in a disjunction")
        given = made.pick(PERSON, kinds=("bool",))
        if given is not None and given in made.inputs:
            options[0] = Option(options[0].atom, (Literal(rng.choice((0, 1)), made.atom(given, X)),))
    made.add(Disjunction(tuple(options)), made.person(), *made.about(X, A))
    if rng.random() < 0.3:
        made.count("disjunction on a head cycle")
        made.add(made.atom(one, X), Literal(0, made.atom(other, X)))
        made.add(made.atom(other, X), Literal(0, made.atom(one, X)), *made.about(X, A))
    else:
        made.count("disjunction")
        if rng.random() < 0.4:
            made.add(made.atom(one, X), Literal(0, made.atom(other, X)), *made.about(X, A))


def conditional(made: Scene) -> None:
    """`happy(X) :- person(X), ok(Y) : reports(X,Y).`"""
    made.count("conditional literal")
    relation, new = made.pick(PERSON, PERSON), made.derive(PERSON)
    inner = made.about(Y, A)
    binders = [
        part
        for part in inner
        if isinstance(part, Literal) and part.atom.args[1:] and isinstance(part.atom.args[-1], Var)
    ]
    literal = made.rng.choice([part for part in inner if part not in binders] or inner)
    bound = (Literal(0, made.atom(relation, X, Y)),) if relation else (made.person(Y),)
    rest = tuple(part for part in inner if part is not literal)
    made.add(made.atom(new, X), made.person(), Conditional(literal, (*bound, *rest)))
    if made.rng.random() < 0.4:
        whole = made.derive()
        made.add(Atom(whole.name), Conditional(Literal(made.rng.choice((0, 1)), made.atom(new, X)), (made.person(),)))


def intervals(made: Scene) -> None:
    """Intervals in facts, heads, bodies and comparisons; pools of numbers and persons."""
    rng = made.rng
    one = made.pick(PERSON, kinds=("int",))
    new = made.derive(PERSON)
    if one is not None and rng.random() < 0.5:
        made.count("interval")
        low = rng.choice(made.numbers[one.name])
        span: Term = Interval(Num(low), Num(low + rng.randint(0, 2)))
        if rng.random() < 0.3:
            span = Pool((Num(low), Num(low + 2)))
        made.add(made.atom(new, X), made.person(), Literal(rng.choice((0, 0, 1, 2)), made.atom(one, X, span)))
        return
    given = made.pick(PERSON)
    if given is not None and rng.random() < 0.6:
        made.count("pool")
        two = Pool((made.someone(), made.someone()))
        made.add(
            made.atom(new, two if rng.random() < 0.5 else made.someone()),
            Literal(rng.choice((0, 1)), made.atom(given, two)),
        )
        return
    made.count("interval in a comparison")
    steps = made.auxiliary()
    made.add(Atom(steps.name + "_at", (Interval(Num(1), Num(3)),)))
    made.add(
        made.atom(new, made.someone()),
        Literal(0, Atom(steps.name + "_at", (N,))),
        Comparison(0, (N, Interval(Num(2), Num(rng.randint(1, 4)))), ("=",)),
        *made.about(made.someone(), A),
    )
    made.add(Atom(steps.name), Literal(0, made.atom(new, X)))


def arithmetic(made: Scene) -> None:
    """Powers, absolute values, bits, division by what may be 0."""
    rng = made.rng
    one = made.pick(PERSON, kinds=("int",))
    if one is None:
        return
    new = made.derive(PERSON)
    number = made.constant(rng.choice((-3, -2, 2, 3)))
    forms: list[tuple[str, Callable[[], Term]]] = [
        ("power of a number", lambda: Op("**", A, Num(2))),
        ("absolute value", lambda: Abs(Op("-", A, number))),
        ("quotient", lambda: Op("/", Op("-", A, Num(rng.choice((1, 3, 4)))), number)),
        ("remainder", lambda: Op("\\", Op("-", A, Num(rng.choice((1, 3, 4)))), number)),
        ("divisor that may be 0", lambda: Op(rng.choice("/\\"), number, A)),
        ("constant power", lambda: Op("+", A, Op("**", Num(rng.choice((0, 2, -2))), Num(rng.choice((-1, 0, 2, 3)))))),
        (
            "bits of constants",
            lambda: Op("+", A, Op(rng.choice("&?^"), Num(rng.randint(-4, 6)), Flip(Num(rng.randint(0, 4))))),
        ),
        ("product of numbers", lambda: Op("*", A, Op("-", A, Num(1)))),
        ("bits of a number", lambda: Op(rng.choice("&?^"), A, Num(rng.randint(1, 6)))),
        ("unknown exponent", lambda: Op("**", Num(2), A)),
        ("constant quotient", lambda: Op("+", A, Op("/", Num(rng.choice((-7, -5, 7))), Num(rng.choice((2, -2, 3)))))),
        ("minus", lambda: Minus(Op("+", A, Num(1)))),
        ("division by 0", lambda: Op("/", A, Num(0))),
    ]
    weights = [3 if "constant" in name or "quotient" in name else 2 for name, _ in forms]
    name, make = rng.choices(forms, weights)[0]
    made.count(name)
    if name in {"bits of a number", "unknown exponent"}:
        made.stated.add(one.name)
    expression = make()
    value = value_of(expression, {A.name: rng.choice(made.numbers[one.name])}, Setting(made.constants))
    bound = made.constant((value if isinstance(value, int) else 1) + rng.choice((-1, 0, 0, 1)))
    compared = Comparison(rng.choice((0, 0, 0, 1)), (expression, bound), (rng.choice(RELATIONS),))
    if rng.random() < 0.15:
        made.count("chain of comparisons")
        compared = Comparison(0, (bound, expression, made.constant(3)), (rng.choice(("<=", "!=")), "<"))
    made.add(made.atom(new, X), Literal(0, made.atom(one, X, A)), compared)


def ordering(made: Scene) -> None:
    """Terms of several kinds as arguments, and their order."""
    rng = made.rng
    table, new = made.auxiliary(), made.derive()
    things: list[Term] = [
        Num(1),
        Num(-2),
        Name("red"),
        Str("s"),
        Fun("f", (Num(1),)),
        Fun("", (Num(1), Name("b"))),
        Minus(Name("c")),
        Fun("", ()),
    ]
    chosen = rng.sample(things, 3)
    for thing in chosen:
        made.add(Atom(table.name + "_of", (thing,)), *(made.about(made.someone(), A) if rng.random() < 0.5 else ()))
    one = made.pick(PERSON, kinds=("int", "enum"))
    if one is not None and rng.random() < 0.6:
        made.count("function of a number")
        made.add(
            Atom(table.name + "_of", (Fun("f", (A,)) if rng.random() < 0.5 else A,)), Literal(0, made.atom(one, X, A))
        )
    if rng.random() < 0.4:
        made.count("terms asked for")
        asked = rng.choice((*chosen, Fun("f", (Num(rng.randint(0, 2)),)), Name("c")))
        made.add(Atom(new.name), Literal(rng.choice((0, 1)), Atom(table.name + "_of", (asked,))))
        return
    made.count("order of kinds")
    made.add(
        Atom(table.name),
        Literal(0, Atom(table.name + "_of", (X,))),
        Comparison(0, (X, rng.choice(things)), (rng.choice(RELATIONS),)),
    )
    made.add(
        Atom(new.name),
        Literal(0, Atom(table.name + "_of", (X,))),
        Literal(0, Atom(table.name + "_of", (Y,))),
        Comparison(0, (X, Y), ("<",)),
        Literal(rng.choice((0, 1)), Atom(table.name)),
    )


def constraint(made: Scene) -> None:
    made.count("constraint")
    one: Signature | None = made.pick(PERSON)
    body = made.about(X, A)
    if one is not None:
        body = [Literal(0, made.atom(one, X)), *body]
    made.add(None, made.person(), *body)


MAKERS: dict[str, tuple[Callable[[Scene], None], ...]] = {
    "join": (join, join, two_entities, valued),
    "recursion": (recursion, recursion, closure, unfounded),
    "loops": (even_loop, odd_loop, double_negation),
    "choice": (choice_of_members, choice_for_each),
    "disjunction": (disjunction,),
    "contrary": (contrary,),
    "conditional": (conditional,),
    "intervals": (intervals,),
    "arithmetic": (arithmetic,),
    "order": (ordering,),
    "constraint": (constraint,),
}
