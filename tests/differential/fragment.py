"""Seeded policies of the whole fragment: persons, relations, a few constructs each, small enough for brute force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.differential.aggregates import AGGREGATES
from tests.differential.makers import MAKERS, constraint, join
from tests.differential.scene import KEYS, PERSON, RELATIONS, TEAM, TEAMS, Scene, X
from tests.differential.spec import (
    Case,
    Claim,
    Policy,
    Signature,
    claim_of_body,
    claim_of_comparison,
)
from tests.differential.vocabulary import case, scene
from tests.reference.program import (
    Aggregate,
    Atom,
    BodyLiteral,
    Comparison,
    Conditional,
    Element,
    Guard,
    Literal,
    Name,
    Num,
    Rule,
    Term,
    Var,
    heads,
)

GROUPS: dict[str, tuple[Callable[[Scene], None], ...]] = {**MAKERS, "aggregates": AGGREGATES}
_WEIGHTS = {"aggregates": 5, "recursion": 3, "join": 2, "choice": 2, "disjunction": 2, "arithmetic": 2}


def fragment(rng: Random, only: str | None = None) -> tuple[Policy, Case, tuple[Claim, ...]]:
    """A policy whose last constructs are of the group `only` (any when None), with a case and claims."""
    made = scene(rng)
    groups = list(GROUPS)
    chosen = rng.choices(groups, [_WEIGHTS.get(group, 1) for group in groups], k=rng.choice((1, 2, 2, 3)))
    if only is not None:
        chosen = [*chosen[: rng.choice((0, 0, 1))], only, only]
    for group in chosen:
        before = len(made.derived)
        rng.choice(GROUPS[group])(made)
        if len(made.derived) == before and group != "constraint":
            join(made)
    if rng.random() < 0.15:
        constraint(made)
    last = made.derived[-1] if made.derived else made.derive(PERSON)
    if not any(one.role == "outcome" for one in made.derived):
        made.derived[made.derived.index(last)] = replace(last, role="outcome")
    if rng.random() < 0.3:
        rng.shuffle(made.rules)
    headed = [one for one in made.derived if any(one.name in _heads(rule) for rule in made.rules)]
    if not headed:
        made.add(
            Atom(made.derived[-1].name, KEYS[: len(made.derived[-1].keys)]),
            *map(made.person, KEYS[: len(made.derived[-1].keys)]),
        )
        headed = [made.derived[-1]]
    found = case(made)
    policy = Policy(
        {TEAM: TEAMS}, tuple(made.inputs), tuple(headed), tuple(made.rules), made.constants, (PERSON,),
        tuple(dict.fromkeys(made.constructs)),
    )  # fmt: skip
    claims = {one.text: one for one in (claim(made, policy, headed) for _ in range(rng.choice((1, 1, 2))))}
    return policy, found, tuple(claims.values())


def _heads(rule: Rule) -> set[str]:
    return {atom.predicate for atom in heads(rule)}


# --- claims --------------------------------------------------------------------------------------------------


def claim(made: Scene, policy: Policy, headed: list[Signature]) -> Claim:
    rng = made.rng
    outcomes = [one for one in headed if one.role == "outcome"] or headed
    asked = rng.choice(outcomes if rng.random() < 0.75 else headed)
    if asked.valued and asked.role == "outcome" and rng.random() < 0.5:
        return _comparison(made, policy, asked)
    roll = rng.random()
    body: list[BodyLiteral]
    if roll < 0.55 or not asked.keys:
        body = _instance(made, asked, tuple(made.someone() for _ in asked.keys))
    elif roll < 0.75:
        body = _instance(made, asked, KEYS[: len(asked.keys)], positive=True)
    elif roll < 0.85:
        keys = KEYS[: len(asked.keys)]
        atom = Atom(asked.name, (*keys, *((Var("V"),) if asked.valued else ())))
        guard = Guard(rng.choice(RELATIONS), Num(rng.randint(0, 2)))
        body = [Aggregate(0, "count", (Element(keys, (Literal(0, atom),)),), None, guard)]
    elif len(asked.keys) == 1 and not asked.valued:
        body = [Conditional(Literal(rng.choice((0, 1)), Atom(asked.name, (X,))), (made.person(),))]
    else:
        body = _instance(made, asked, (X,) * len(asked.keys), positive=True)
    if rng.random() < 0.25:
        other = rng.choice((*policy.inputs, *headed))
        key = made.someone()
        body = [*_instance(made, other, (key,) * len(other.keys), suffix="2"), *body]
    return claim_of_body(tuple(body))


def _comparison(made: Scene, policy: Policy, asked: Signature) -> Claim:
    rng = made.rng
    one = rng.choice(list(asked.instances(policy.members({PERSON: made.people}))))
    if one.kind == "enum":
        return claim_of_comparison(one, rng.choice(("=", "!=")), rng.choice(one.members))
    value = rng.choice(made.numbers[asked.name]) + rng.choice((-1, 0, 0, 1))
    return claim_of_comparison(one, rng.choice(RELATIONS), value, mirrored=rng.random() < 0.2)


def _instance(
    made: Scene, asked: Signature, keys: tuple[Term, ...], *, positive: bool = False, suffix: str = ""
) -> list[BodyLiteral]:
    rng = made.rng
    sign = 0 if positive else rng.choice((0, 0, 0, 1, 2))
    if not asked.valued:
        return [Literal(sign, Atom(asked.name, keys))]
    var = Var("V" + suffix)
    if asked.kind == "enum":
        return [Literal(sign, Atom(asked.name, (*keys, Name(rng.choice(asked.members)))))]
    value = rng.choice(made.numbers[asked.name]) + rng.choice((-1, 0, 1))
    if rng.random() < 0.4:
        return [Literal(sign, Atom(asked.name, (*keys, Num(value))))]
    compared = Comparison(0, (var, Num(value)), (rng.choice(RELATIONS),))
    return [Literal(0, Atom(asked.name, (*keys, var))), compared]
