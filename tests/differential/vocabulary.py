"""Inputs of generated policies over persons: keyed, related, closed, optional, external; and cases that state some."""

from __future__ import annotations

from random import Random

from tests.differential.scene import PERSON, TEAM, TEAMS, Scene, admissible
from tests.differential.spec import Case, Kind, Signature, Value
from tests.reference.program import Atom, Literal, Rule, Var

WORDS = (
    "member", "flagged", "remote", "age", "score", "cost", "hours", "grade", "reports", "delegates", "knows",
    "pays", "eligible", "refused", "reach", "chain", "total", "most", "least", "picked", "assigned", "quota",
    "budget", "urgent", "waived", "blocked", "even", "odd", "happy", "covered", "safe", "due", "share",
    "tally", "granted", "barred", "seen", "first", "leads", "trusted", "audited", "open_case", "level",
    "ranked", "pair", "step", "near", "apart", "twin", "keeps", "drops", "left", "right", "kind_of", "worth",
)  # fmt: skip
PEOPLE = ("ann", "bob", "cy", "Ann Lee", "zed")
EXHAUSTIVE = 64  # completions of a case that are tried one by one


def scene(rng: Random) -> Scene:
    """Persons and inputs about them, before any rule."""
    people = tuple(rng.sample(PEOPLE[:3] if rng.random() < 0.8 else PEOPLE, rng.choice((1, 2, 2, 2, 3, 3))))
    made = Scene(rng, people)
    made.names = rng.sample(WORDS, len(WORDS))
    for _ in range(rng.choice((1, 1, 2))):
        _input(made, (PERSON,), "bool")
    for _ in range(rng.choice((1, 1, 2))):
        _input(made, (PERSON,), rng.choice(("int", "int", "int", "int", "date", "decimal")))
    if rng.random() < 0.65:
        _input(made, (PERSON, PERSON), "bool")
    if rng.random() < 0.35:
        _input(made, (PERSON,), "enum")
    if rng.random() < 0.15:
        _input(made, (PERSON, TEAM), rng.choice(("bool", "int")))
    for _ in range(rng.choice((0, 1, 1, 2))):
        _input(made, (), rng.choice(("bool", "bool", "int")))
    if rng.random() < 0.12:
        _external(made)
    return made


def _input(made: Scene, keys: tuple[str, ...], kind: Kind) -> Signature:
    rng = made.rng
    closed, optional = rng.random() < 0.25, kind != "bool" and rng.random() < 0.2
    low = high = None
    if kind not in {"bool", "enum"}:
        low = rng.choice((0, 0, 0, 1, -2, -3))
        high = low + rng.choice((1, 2, 3, 4, 6))
    one = Signature(
        made.name(), kind, "input", low, high, digits=1 if kind == "decimal" else 0,
        sort=TEAM if kind == "enum" else None, members=TEAMS if kind == "enum" else (),
        closed=closed, optional=optional, keys=keys,
    )  # fmt: skip
    made.inputs.append(one)
    if low is not None and high is not None:
        made.numbers[one.name] = [rng.randint(low, high) for _ in range(4)]
    for count in ("keyed input" if keys else "input", "relation" if keys == (PERSON, PERSON) else ""):
        if count:
            made.count(count)
    if closed:
        made.count("closed input")
    if optional:
        made.count("optional input")
    return one


def _external(made: Scene) -> None:
    """`#external p.` is a closed input that no annotation declares; with arguments it stands beside a declaration."""
    made.count("#external")
    name = made.name()
    if made.rng.random() < 0.5:
        made.inputs.append(Signature(name, "bool", "external", closed=True))
        made.rules.append(Rule(Atom(name), (), external=True))
    else:
        made.inputs.append(Signature(name, "bool", "input", closed=True, keys=(PERSON,)))
        made.rules.append(Rule(Atom(name, (Var("X"),)), (Literal(0, Atom(PERSON, (Var("X"),))),), external=True))


def case(made: Scene) -> Case:
    """Some instances stated, the others open, as long as brute force can follow."""
    rng = made.rng
    members = {PERSON: made.people, TEAM: TEAMS}
    unknown = tuple(
        one.name for one in made.inputs if one.closed and one.name not in made.stated and rng.random() < 0.3
    )
    listed = frozenset(one.name for one in made.inputs if one.keys and one.kind == "bool" and rng.random() < 0.3)
    stated: dict[str, Value] = {}
    openness = rng.random()
    grounds = [ground for one in made.inputs for ground in one.instances(members)]
    for one in grounds:
        whole = one.predicate in made.stated or one.predicate in listed
        if whole or (one.predicate not in unknown and rng.random() < openness):
            stated[one.name] = admissible(rng, one)
    found = Case(stated, unknown, {PERSON: made.people}, listed, flat=rng.random() < 0.3)
    while (wide := [one for one in grounds if not found.fixes(one)]) and _completions(found, grounds) > EXHAUSTIVE:
        one = max(wide, key=lambda ground: (len(found.domain(ground)), rng.random()))
        stated[one.name] = admissible(rng, one)
    if listed:
        made.count("listed relation")
    unknown = tuple(name for one in made.inputs if one.name in unknown for name in _open(one, stated, members))
    if any(
        0 < sum(g.name in stated for g in grounds if g.predicate == one.name) < len(made.people) for one in made.inputs
    ):
        made.count("partly stated")
    ordered = {one.name: stated[one.name] for one in grounds if one.name in stated}
    return Case(ordered, unknown, {PERSON: made.people}, listed, found.flat)


def _open(one: Signature, stated: dict[str, Value], members: dict[str, tuple[str, ...]]) -> list[str]:
    """A closed input that is unknown: its name, or where some instances are stated those of the others."""
    grounds = [ground.name for ground in one.instances(members)]
    rest = [name for name in grounds if name not in stated]
    return [one.name] if rest == grounds else rest


def _completions(found: Case, grounds: list[Signature]) -> int:
    total = 1
    for one in grounds:
        total *= len(found.domain(one))
    return total
