"""What the makers of rules share: the predicates known so far, with sampled numbers, and the rules made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.differential.spec import Kind, Role, Signature, Value, individual_term
from tests.reference.program import Atom, Comparison, Head, Literal, Name, Num, Rule, Simple, Term, Var
from tests.reference.program import BodyLiteral as Part

PERSON, TEAM = "person", "team"
TEAMS = ("red", "blue")
NUMERIC: tuple[Kind, ...] = ("int", "date", "decimal")
RELATIONS = ("<", "<=", ">", ">=", "=", "!=")
X, Y, Z = Var("X"), Var("Y"), Var("Z")
KEYS = (X, Y, Z)


@dataclass(slots=True)
class Scene:
    """One policy in the making. `numbers` are sampled values of each valued predicate."""

    rng: Random
    people: tuple[str, ...]
    inputs: list[Signature] = field(default_factory=list)
    derived: list[Signature] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    constants: dict[str, int] = field(default_factory=dict)
    numbers: dict[str, list[int]] = field(default_factory=dict)
    constructs: list[str] = field(default_factory=list)
    stated: set[str] = field(default_factory=set)  # inputs that a case must state: clingo alone takes them unknown
    names: list[str] = field(default_factory=list)

    def name(self) -> str:
        return self.names.pop()

    # --- predicates ------------------------------------------------------------------------------------------

    def known(self, *keys: str, kinds: Sequence[Kind] = ("bool",)) -> list[Signature]:
        return [one for one in (*self.inputs, *self.derived) if one.keys == keys and one.kind in kinds]

    def pick(self, *keys: str, kinds: Sequence[Kind] = ("bool",)) -> Signature | None:
        found = self.known(*keys, kinds=kinds)
        return self.rng.choice(found) if found else None

    def derive(
        self, *keys: str, kind: Kind = "bool", role: Role | None = None, numbers: Sequence[int] = ()
    ) -> Signature:
        """A new predicate; what is not bool has its value last."""
        roles: tuple[Role, ...] = ("outcome", "outcome", "define", "auxiliary")
        chosen = self.rng.choice(roles) if role is None else role
        one = Signature(self.name(), kind, chosen, keys=keys)
        if kind == "enum":
            one = replace(one, sort=TEAM, members=TEAMS)
        self.derived.append(one)
        self.numbers[one.name] = list(numbers) or [0, 1, 2]
        return one

    def auxiliary(self, *keys: str) -> Signature:
        """One that no annotation declares."""
        return self.derive(*keys, role="auxiliary")

    def add(self, head: Head, *body: Part, choice: bool = False) -> None:
        self.rules.append(Rule(head, body, choice))

    def count(self, construct: str) -> None:
        self.constructs.append(construct)

    # --- literals --------------------------------------------------------------------------------------------

    def someone(self) -> Term:
        return individual_term(self.rng.choice(self.people))

    def person(self, var: Term = X) -> Literal:
        return Literal(0, Atom(PERSON, (var,)))

    def atom(self, one: Signature, *args: Term) -> Atom:
        return Atom(one.name, args)

    def about(self, var: Term, value: Var) -> list[Simple]:
        """One or two conditions on a person, which bind what they compare."""
        rng = self.rng
        parts: list[Simple] = []
        for _ in range(rng.choice((1, 1, 2))):
            one = self.pick(PERSON, kinds=("bool", "bool", "int", "enum", "date", "decimal"))
            if one is None:
                return [self.person(var)]
            parts += self.says(one, (var,), value)
            value = Var(value.name + "1")
        return parts

    def says(self, one: Signature, keys: tuple[Term, ...], value: Var, *, positive: bool = False) -> list[Simple]:
        """Something about one predicate for these keys, negated at times unless `positive`."""
        rng = self.rng
        sign = 0 if positive else rng.choice((0, 0, 0, 1, 1, 2))
        if one.kind == "bool":
            return [Literal(sign, Atom(one.name, keys))]
        if one.kind == "enum":
            member = rng.choice(one.members)
            if rng.random() < 0.6:
                return [Literal(sign, Atom(one.name, (*keys, Name(member))))]
            compared = Comparison(0, (value, Name(member)), (rng.choice(RELATIONS),))
            return [Literal(0, Atom(one.name, (*keys, value))), compared]
        if rng.random() < 0.12:
            return [Literal(0 if positive else 1, Atom(one.name, (*keys, Var("_"))))]
        return [Literal(0, Atom(one.name, (*keys, value))), self.compared(one, value)]

    def compared(self, one: Signature, value: Term) -> Comparison:
        rng = self.rng
        relation = rng.choice(RELATIONS)
        return Comparison(rng.choice((0, 0, 0, 0, 1, 2)), (value, self.threshold(one)), (relation,))

    def threshold(self, one: Signature) -> Term:
        return self.constant(self.rng.choice(self.numbers.get(one.name) or [0]) + self.rng.choice((-1, 0, 0, 1)))

    def constant(self, value: int) -> Term:
        """The number, at times as a `#const`."""
        if self.rng.random() < 0.12:
            name = f"limit{abs(value) % 10}"
            if self.constants.setdefault(name, value) == value:
                self.count("#const")
                return Name(name)
        return Num(value)

    def bounded(self, *keys: Term) -> list[Literal]:
        """That the keys are persons, so that a rule is safe."""
        return [self.person(key) for key in keys]


def admissible(rng: Random, one: Signature) -> Value:
    values = one.domain()
    return rng.choice(values)
