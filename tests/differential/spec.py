"""What a generated policy, case and claim are, and how they are written down.

Values are in the program's scale (scaled decimals, day numbers), as the reference and clingo see them; own units
are made here by our own arithmetic, not the package's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import product
from typing import Literal as OneOf

from tests.reference.program import Atom, BodyLiteral, Comparison, Literal, Name, Num, Program, Rule, Str, Term, Var
from tests.reference.text import show_body, show_rule
from tests.reference.values import Ground, GroundAtom, Text, show_value

Value = bool | int | str | None
Role = OneOf["input", "external", "outcome", "define", "auxiliary"]
Kind = OneOf["bool", "enum", "int", "decimal", "date"]
EPOCH = date(1970, 1, 1)
CLAIM = "asked_here"  # the head of a claim in the opinions that are made here


def individual(name: str) -> Ground:
    """An entity in the program: a constant where its name is an identifier, else a string."""
    return name if name.isidentifier() and name[:1].islower() else Text(name)


def individual_term(name: str) -> Term:
    return Name(name) if isinstance(individual(name), str) else Str(name)


@dataclass(frozen=True, slots=True)
class Signature:
    """A predicate: an input, or what the policy derives (`role` outcome, define or auxiliary).

    `keys` are sorts. An instance for some individuals has them in `at` and its ground name as name.
    """

    name: str
    kind: Kind
    role: Role
    low: int | None = None
    high: int | None = None
    digits: int = 0
    sort: str | None = None
    members: tuple[str, ...] = ()
    alias: str | None = None
    closed: bool = False
    optional: bool = False
    keys: tuple[str, ...] = ()
    at: tuple[str, ...] = ()

    @property
    def predicate(self) -> str:
        return self.name.partition("(")[0]

    def instances(self, members: Mapping[str, tuple[str, ...]]) -> Iterator[Signature]:
        """One for each tuple of individuals; itself without keys."""
        if not self.keys:
            yield self
            return
        for names in product(*(members[sort] for sort in self.keys)):
            inner = ",".join(show_value(individual(name)) for name in names)
            yield replace(self, name=f"{self.name}({inner})", at=names)

    def atoms(self, value: Value) -> frozenset[GroundAtom]:
        """The atoms of an instance with this value: one, or none."""
        keys = tuple(map(individual, self.at))
        if value is True:
            return frozenset({(self.predicate, keys)})
        return frozenset() if value is None or value is False else frozenset({(self.predicate, (*keys, value))})

    @property
    def valued(self) -> bool:
        return self.kind != "bool"

    @property
    def smt_name(self) -> str:
        return self.alias or self.name

    @property
    def may_lack(self) -> bool:
        return self.valued and (self.closed or self.optional)

    @property
    def small(self) -> bool:
        """Whether the whole range can be enumerated."""
        return not self.numeric or (self.low is not None and self.high is not None and self.high - self.low <= 60)

    @property
    def numeric(self) -> bool:
        return self.kind in {"int", "decimal", "date"}

    def domain(self) -> list[Value]:
        """Every admissible value, no value first. Only of a small one."""
        if self.kind == "bool":
            return [False, True]
        none: list[Value] = [None] if self.may_lack else []
        if self.kind == "enum":
            return none + list(self.members)
        assert self.low is not None
        assert self.high is not None
        return none + list(range(self.low, self.high + 1))

    def own(self, value: int | str) -> str:
        """A value in own units, as an annotation, a claim or a JSON number writes it."""
        if self.kind == "date":
            return (EPOCH + timedelta(days=int(value))).isoformat()
        if self.kind == "decimal":
            sign, digits = "-" if int(value) < 0 else "", str(abs(int(value))).rjust(self.digits + 1, "0")
            return f"{sign}{digits[: -self.digits]}.{digits[-self.digits :]}"
        return str(value)

    def json(self, value: Value) -> str:
        if value is None:
            return "false"  # none, of an optional value
        if isinstance(value, bool):
            return json.dumps(value)
        return json.dumps(self.own(value)) if self.kind in {"enum", "date"} else self.own(value)

    def annotation(self) -> str:
        words: list[str] = [self.role]
        words += ["closed"] if self.closed else []
        words += ["optional"] if self.optional else []
        shown = f"{self.name}({','.join(self.keys)})" if self.keys else self.name
        if not self.valued:
            words.append(shown)
        else:
            words += [f"{shown}:", self._type()]
            if self.low is not None or self.high is not None:
                low = "" if self.low is None else self.own(self.low)
                words.append(f"{low}..{'' if self.high is None else self.own(self.high)}")
        words += ["as", self.alias] if self.alias else []
        return "%@ " + " ".join(words)

    def _type(self) -> str:
        if self.kind == "decimal":
            return f"decimal({self.digits})"
        return self.sort if self.kind == "enum" and self.sort is not None else self.kind


@dataclass(frozen=True, slots=True)
class Policy:
    sorts: Mapping[str, tuple[str, ...]]
    inputs: tuple[Signature, ...]
    derived: tuple[Signature, ...]
    rules: tuple[Rule, ...]
    constants: Mapping[str, int] = field(default_factory=dict)
    open_sorts: tuple[str, ...] = ()
    constructs: tuple[str, ...] = ()  # what it was made to contain, for the tally

    @property
    def signatures(self) -> dict[str, Signature]:
        return {one.name: one for one in (*self.inputs, *self.derived)}

    def _labelled(self) -> Iterator[tuple[str | None, Rule]]:
        """Every fourth statement keeps the name of its place; an `#external` takes no label."""
        for number, rule in enumerate(self.rules, 1):
            yield (f"r{number}" if number % 4 and not rule.external else None), rule

    def statement_names(self) -> list[str]:
        """The name that reports use of each rule."""
        at = len(self.text().splitlines()) - sum(2 if label else 1 for label, _ in self._labelled())
        names = []
        for label, _ in self._labelled():
            at += 2 if label else 1
            names.append(label or f"policy.lp:{at}")
        return names

    def members(self, entities: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """The members of every sort."""
        return {**self.sorts, **{sort: entities.get(sort, ()) for sort in self.open_sorts}}

    def text(self) -> str:
        lines = ["%@ policy generated"]
        lines += [f"%@ sort {name}" for name in self.open_sorts]
        lines += [f"%@ sort {name} = {' | '.join(members)}" for name, members in self.sorts.items()]
        lines += [one.annotation() for one in self.inputs if one.role == "input"]
        lines += [one.annotation() for one in self.derived if one.role != "auxiliary"]
        lines += [f"#const {name} = {value}." for name, value in self.constants.items()]
        for label, rule in self._labelled():
            lines += [f"%@ rule {label}", show_rule(rule)] if label else [show_rule(rule)]
        return "\n".join(lines) + "\n"

    def program(self, entities: Mapping[str, tuple[str, ...]]) -> Program:
        """What the rules say, with the members of sorts as facts (a sort is a closed predicate)."""
        members = [
            Rule(Atom(name, (individual_term(m),))) for name, group in self.members(entities).items() for m in group
        ]
        return Program((*self.rules, *members), self.constants)


@dataclass(frozen=True, slots=True)
class Case:
    """`stated` is by ground names. `unknown` are closed inputs that are open in this case.

    `listed` are relations stated as lists of what holds; `flat` writes `"age(ann)": 30` for nested objects.
    """

    stated: Mapping[str, Value]
    unknown: tuple[str, ...] = ()
    entities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    listed: frozenset[str] = frozenset()
    flat: bool = False

    def json(self, policy: Policy, claims: tuple[str, ...] = ()) -> str:
        facts: dict[str, object] = {}
        for signature in policy.inputs:
            for one in signature.instances(policy.members(self.entities)):
                if one.name in self.stated:
                    self._put(facts, signature, one)
        parts = [f'"facts": {_written(facts)}']
        if self.unknown:
            parts.append(f'"unknown": {json.dumps(list(self.unknown))}')
        if self.entities:
            parts.append(f'"entities": {json.dumps({sort: list(names) for sort, names in self.entities.items()})}')
        if claims:
            parts.append(f'"claims": {json.dumps(list(claims))}')
        return "{" + ", ".join(parts) + "}\n"

    def _put(self, facts: dict[str, object], signature: Signature, one: Signature) -> None:
        value = self.stated[one.name]
        if signature.name in self.listed:
            listed = facts.setdefault(signature.name, [])
            assert isinstance(listed, list)
            if value:
                listed.append(list(one.at) if len(one.at) > 1 else one.at[0])
            return
        if self.flat or not one.at:
            facts[one.name] = _Raw(one.json(value))
            return
        here = facts
        for name in (signature.name, *one.at[:-1]):
            below = here.setdefault(name, {})
            assert isinstance(below, dict)
            here = below
        here[one.at[-1]] = _Raw(one.json(value))

    def domain(self, one: Signature) -> list[Value]:
        """What the instance `one` may be in this case."""
        if one.name in self.stated:
            return [self.stated[one.name]]
        if self.assumes(one):
            return [None if one.valued else False]
        return one.domain()

    def assumes(self, one: Signature) -> bool:
        """Whether a closed input counts as false, or as without a value."""
        return one.closed and not {one.name, one.predicate} & set(self.unknown) and one.name not in self.stated

    def fixes(self, one: Signature) -> bool:
        return one.name in self.stated or self.assumes(one)


@dataclass(frozen=True, slots=True)
class _Raw:
    """A value that is JSON already."""

    text: str


def _written(value: object) -> str:
    if isinstance(value, _Raw):
        return value.text
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {_written(part)}" for key, part in value.items()) + "}"
    return json.dumps(value)


@dataclass(frozen=True, slots=True)
class Claim:
    """`text` is what the user writes, `body` the same in the program's scale.

    `smt` is the claim over the printed SMT-LIB's constants, None where an auxiliary predicate is asked.
    """

    text: str
    body: tuple[BodyLiteral, ...]


def claim_of_body(body: tuple[BodyLiteral, ...]) -> Claim:
    return Claim(show_body(body), body)


def claim_of_comparison(one: Signature, relation: str, value: int | str, *, mirrored: bool = False) -> Claim:
    """`allowance >= 20`, `pay(ann) = 4900.00`, in own units; `mirrored` writes `20 <= allowance`."""
    flipped = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(relation, relation)
    text = f"{one.own(value)} {flipped} {one.name}" if mirrored else f"{one.name} {relation} {one.own(value)}"
    term = Num(value) if isinstance(value, int) else Name(value)
    keys = tuple(map(individual_term, one.at))
    body = (Literal(0, Atom(one.predicate, (*keys, Var("V")))), Comparison(0, (Var("V"), term), (relation,)))
    return Claim(text, body)
