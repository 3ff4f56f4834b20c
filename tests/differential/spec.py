"""What a generated policy, case and claim are, and how they are written down.

Values are in the program's scale (scaled decimals, day numbers), as the reference and clingo see them; own units
are made here by our own arithmetic, not the package's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Literal as OneOf

from tests.reference.program import (
    Atom,
    BodyLiteral,
    Comparison,
    GroundAtom,
    Literal,
    Name,
    Num,
    Program,
    Rule,
    Var,
    show_body,
    show_rule,
)

Value = bool | int | str | None
Role = OneOf["input", "outcome", "define", "auxiliary"]
Kind = OneOf["bool", "enum", "int", "decimal", "date"]
EPOCH = date(1970, 1, 1)
CLAIM = "asked_here"  # the head of a claim in the opinions that are made here


@dataclass(frozen=True, slots=True)
class Signature:
    """A predicate: an input, or what the policy derives (`role` outcome, define or auxiliary)."""

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
        if not self.valued:
            words.append(self.name)
        else:
            words += [f"{self.name}:", self._type()]
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

    @property
    def signatures(self) -> dict[str, Signature]:
        return {one.name: one for one in (*self.inputs, *self.derived)}

    def statement_names(self) -> list[str]:
        """The name that reports use of each rule."""
        lines = self.text().splitlines()
        names = []
        at = len(lines) - sum(2 if number % 4 else 1 for number in range(1, len(self.rules) + 1))
        for number in range(1, len(self.rules) + 1):
            at += 2 if number % 4 else 1
            names.append(f"r{number}" if number % 4 else f"policy.lp:{at}")
        return names

    def text(self) -> str:
        lines = ["%@ policy generated"]
        lines += [f"%@ sort {name} = {' | '.join(members)}" for name, members in self.sorts.items()]
        lines += [one.annotation() for one in self.inputs]
        lines += [one.annotation() for one in self.derived if one.role != "auxiliary"]
        lines += [f"#const {name} = {value}." for name, value in self.constants.items()]
        for number, rule in enumerate(self.rules, 1):
            if number % 4:  # every fourth statement keeps the name of its place
                lines.append(f"%@ rule r{number}")
            lines.append(show_rule(rule))
        return "\n".join(lines) + "\n"

    def program(self) -> Program:
        """What the rules say, with the members of sorts as facts (a sort is a closed predicate)."""
        members = [Rule(Atom(name, (Name(m),))) for name, group in self.sorts.items() for m in group]
        return Program((*self.rules, *members), self.constants)


@dataclass(frozen=True, slots=True)
class Case:
    """`unknown` are closed inputs that are open in this case."""

    stated: Mapping[str, Value]
    unknown: tuple[str, ...] = ()

    def json(self, policy: Policy, claims: tuple[str, ...] = ()) -> str:
        facts = [f"{json.dumps(name)}: {policy.signatures[name].json(value)}" for name, value in self.stated.items()]
        parts = [f'"facts": {{{", ".join(facts)}}}']
        if self.unknown:
            parts.append(f'"unknown": {json.dumps(list(self.unknown))}')
        if claims:
            parts.append(f'"claims": {json.dumps(list(claims))}')
        return "{" + ", ".join(parts) + "}\n"

    def domain(self, policy: Policy, one: Signature) -> list[Value]:
        """What `one` may be in this case."""
        if one.name in self.stated:
            return [self.stated[one.name]]
        if one.closed and one.name not in self.unknown:
            return [None if one.valued else False]
        return one.domain()


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
    """`allowance >= 20`, in own units; `mirrored` writes `20 <= allowance`."""
    flipped = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(relation, relation)
    text = f"{one.own(value)} {flipped} {one.name}" if mirrored else f"{one.name} {relation} {one.own(value)}"
    term = Num(value) if isinstance(value, int) else Name(value)
    body = (Literal(0, Atom(one.name, (Var("V"),))), Comparison(0, (Var("V"), term), (relation,)))
    return Claim(text, body)


def atoms_of(assignment: Mapping[str, Value]) -> frozenset[GroundAtom]:
    """The facts of a complete input."""
    atoms: set[GroundAtom] = set()
    for name, value in assignment.items():
        if value is True:
            atoms.add((name, ()))
        elif value is not None and value is not False:
            atoms.add((name, (value,)))
    return frozenset(atoms)
