"""Policies about several people in stock clingo: the facts of a case, choices for what is open, and two questions.

Nothing of ours is used, so what an input is stands here once more, by hand. An open number takes its whole range where
that is small; elsewhere the points on both sides of everything it is compared with.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import product
from typing import Any

import clingo

from tests.rules.calendar import add_months, day_number, months_between
from tests.rules.owners import VERDICTS, exact_yaml
from tests.rules.stock import RULES, text

POLICIES = ("health_plan", "approval_chain", "jurisdictions")


@dataclass(frozen=True)
class Input:
    """`keys` arguments before the value, and the values it may have as program text; `maybe` has none at all."""

    keys: int
    values: tuple[str, ...] = ()
    closed: bool = False
    maybe: bool = False


SORTS = {"health_plan": "person", "approval_chain": "person", "jurisdictions": "worker"}
STATES = ("washington", "california", "hesse", "bavaria")
AGES = tuple(map(str, range(121)))
AMOUNTS = tuple(map(str, (0, 799, 800, 801, 999, 1000, 1001, 1999, 2000, 2001, 5000, 5001, 10_000_000)))
REQUEST_DAYS = tuple(str(day_number(date(2026, 3, 10) + timedelta(days=n))) for n in (-2, -1, 0, 1, 2, 300))
DAY = date(2026, 4, 1)
HIRING_DAYS = (
    date(1990, 1, 1),
    *(add_months(DAY, -months) + timedelta(days=n) for months in (6, 12, 60) for n in (-1, 0, 1)),
    date(2027, 12, 31),
)

INPUTS: dict[str, dict[str, Input]] = {
    "health_plan": {
        "relation": Input(1, ("child", "spouse", "former_spouse")),
        "age": Input(1, AGES),
        "disabled_at": Input(1, AGES, maybe=True),
        "own_coverage": Input(1),
        "catastrophic_only": Input(1),
        "court_order": Input(1, closed=True),
        "enrolled": Input(1, closed=True),
    },
    "approval_chain": {
        "amount": Input(0, AMOUNTS),
        "requested_on": Input(0, REQUEST_DAYS),
        "requests": Input(1),
        "reports_to": Input(2, closed=True),
        "limit": Input(1, AMOUNTS),
        "board": Input(1, closed=True),
        "delegates": Input(2, closed=True),
        "last_day": Input(2, ("date",), closed=True),
        "suspended": Input(1),
        "signed": Input(1, closed=True),
        "emergency": Input(0, closed=True),
    },
    "jurisdictions": {
        "works_in": Input(1, ("united_states", "germany", "japan")),
        "region": Input(1, STATES, maybe=True),
        "hired": Input(1, tuple(str(day_number(day)) for day in HIRING_DAYS)),
        "day": Input(0, (str(day_number(DAY)),)),
        "fixed_term": Input(1),
        "under_agreement": Input(1, closed=True),
        "premature_birth": Input(1, closed=True),
        "multiple_birth": Input(1, closed=True),
        "call_centre": Input(1),
        "on_call": Input(1),
        "pregnant": Input(1),
        "agreed": Input(1, closed=True),
    },
}
SCALES = {"contribution": 100}


@dataclass(frozen=True)
class PeopleCase:
    policy: str
    name: str
    facts: dict[str, Any]
    entities: dict[str, list[str]]
    expect: dict[str, Any]
    because: tuple[str, ...]
    missing: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.policy}: {self.name}"

    @property
    def verdicts(self) -> dict[str, str]:
        """By claim: the verdicts expected, an outcome's value being a claim that must be VALID."""
        return {
            claim if want in VERDICTS else f"{claim} = {want}": want if want in VERDICTS else "VALID"
            for claim, want in self.expect.items()
        }


@functools.cache
def cases(policy: str) -> tuple[PeopleCase, ...]:
    """The owner's cases, `like` resolved: instance by instance where a fact is an object, as a whole elsewhere."""
    out: dict[str, PeopleCase] = {}
    for entry in exact_yaml().load((RULES / policy / "cases.yaml").read_text("utf-8")):
        base = out[entry["like"]] if "like" in entry else None
        case = PeopleCase(
            policy,
            entry["name"],
            _over(base.facts if base else {}, entry.get("facts", {})),
            {**(base.entities if base else {}), **entry.get("entities", {})},
            entry["expect"],
            tuple(entry.get("because", ())),
            tuple(entry.get("missing", ())),
        )
        assert case.name not in out
        out[case.name] = case
    return tuple(out.values())


def every_case() -> list[PeopleCase]:
    return [case for policy in POLICIES for case in cases(policy)]


def _over(base: dict[str, Any], later: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for name, value in later.items():
        before = merged.get(name)
        merged[name] = _over(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged


def _plain(value: object) -> str:
    found = str(value)
    return str(day_number(date.fromisoformat(found))) if re.fullmatch(r"\d{4}-\d\d-\d\d", found) else found


def _stated(value: object, keys: int) -> Iterator[tuple[tuple[str, ...], object]]:
    """Each instance that a fact states, with its value; a list is handled by the caller."""
    if keys == 0:
        yield (), value
        return
    assert isinstance(value, dict)
    for name, inner in value.items():
        for rest, found in _stated(inner, keys - 1):
            yield (name, *rest), found


def _listed(value: list[Any]) -> list[tuple[str, ...]]:
    return [tuple(entry) if isinstance(entry, list | tuple) else (entry,) for entry in value]


def members(policy: str, facts: Mapping[str, Any], entities: Mapping[str, list[str]]) -> tuple[str, ...]:
    """Everybody whom a case names."""
    found = dict.fromkeys(name for names in entities.values() for name in names)
    for name, value in facts.items():
        keys = INPUTS[policy][name].keys
        tuples = _listed(value) if isinstance(value, list) else [instance for instance, _ in _stated(value, keys)]
        found |= dict.fromkeys(person for instance in tuples for person in instance)
    return tuple(found)


def program(policy: str, facts: Mapping[str, Any], people: tuple[str, ...]) -> str:
    """The policy's text, the facts, and a choice for each instance of an open input that is not stated."""
    lines = [text(policy), *(f"{SORTS[policy]}({person})." for person in people)]
    for name, declared in INPUTS[policy].items():
        value = facts.get(name)
        if isinstance(value, list):
            known: dict[tuple[str, ...], object] = dict.fromkeys(product(people, repeat=declared.keys), False)
            known |= dict.fromkeys(_listed(value), True)
        else:
            known = {} if value is None else dict(_stated(value, declared.keys))
        for instance in product(people, repeat=declared.keys):
            if instance in known:
                lines.append(_fact(name, instance, known[instance]))
            elif not declared.closed:
                lines.append(_choice(name, instance, declared))
    if policy == "jurisdictions":
        lines.append("service(W, M) :- hired(W, H), day(D), months(H, D, M).")
        hired = {*INPUTS[policy]["hired"].values, *map(_plain, facts.get("hired", {}).values())}
        lines += [
            f"months({first}, {last}, {months_between(_day(first), _day(last))})."
            for first, last in product(sorted(hired), {_plain(facts.get("day", DAY))})
        ]
    return "\n".join(lines)


def _day(number: str) -> date:
    return date(1970, 1, 1) + timedelta(days=int(number))


def _atom(name: str, arguments: tuple[str, ...]) -> str:
    return f"{name}({', '.join(arguments)})" if arguments else name


def _fact(name: str, instance: tuple[str, ...], value: object) -> str:
    if value is False:
        return ""
    return _atom(name, instance if value is True else (*instance, _plain(value))) + "."


def _choice(name: str, instance: tuple[str, ...], declared: Input) -> str:
    if not declared.values:
        return f"{{ {_atom(name, instance)} }}."
    atoms = "; ".join(_atom(name, (*instance, value)) for value in declared.values)
    return f"{0 if declared.maybe else 1} {{ {atoms} }} 1."


def body(claim: str) -> str:
    """A claim as a clingo body: a comparison in own units asks for the value that the outcome has."""
    found = re.fullmatch(r"(\w+)(?:\(([\w, ]*)\))?\s*(<=|>=|!=|=|<|>)\s*(\S+)", claim)
    if found is None:
        return claim
    name, keys, operator, value = found.groups()
    if re.fullmatch(r"[\d.]+", value):
        whole, _, rest = value.partition(".")
        digits = len(str(SCALES.get(name, 1))) - 1
        value = str(int(whole + rest.ljust(digits, "0")))
    return f"{_atom(name, (*([keys] if keys else []), 'Value'))}, Value {operator} {value}"


def verdict(case: PeopleCase, claim: str) -> str:
    """By clingo's own answer: can the claim hold, can it fail."""
    people = members(case.policy, case.facts, case.entities)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], f"{program(case.policy, case.facts, people)}\nclaim :- {body(claim)}.\n#defined claim/0.")
    control.ground([("base", [])])
    atom = clingo.Function("claim")
    holds, fails = (control.solve(assumptions=[(atom, side)]).satisfiable for side in (True, False))
    return {(1, 0): "VALID", (0, 1): "INVALID", (1, 1): "SATISFIABLE", (0, 0): "INCONSISTENT"}[bool(holds), bool(fails)]
