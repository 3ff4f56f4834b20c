"""Translations as raw Z3 terms over one policy's inputs, compared without anything of `bicameral.equivalence`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import z3

from bicameral import Policy
from bicameral.policy import load
from bicameral.policy.identifiers import ground_name
from bicameral.policy.instances import Instance, instances, invented
from bicameral.policy.model import CheckedPolicy, Declaration

ROOT = Path(__file__).parents[2]
TRANSLATIONS = ROOT / "translations"

Term = Any  # Z3's terms have no types of their own

_STEP = re.compile(r"^\(define-fun (calendar\.(?!days_between)\w+) (\(.*?\)\)) Int .*$", re.MULTILINE)


@cache
def policy_of(name: str) -> CheckedPolicy:
    return load(ROOT / "rules" / name)


def ground(policy: CheckedPolicy, declarations: Sequence[Declaration]) -> Iterator[tuple[str, Instance]]:
    """Declarations for two individuals of each open sort, with the names of their constants."""
    for one in instances(policy, declarations, invented(policy, {})):
        yield ground_name(one.declaration.smt_name, one.keys), one


def text_of(path: Path) -> str:
    """An `.smt2` file as it is; an `.lp` file as the compiler lowers it."""
    return path.read_text(encoding="utf-8") if path.suffix == ".smt2" else Policy.load(path).smtlib()


def constants(term: Term, found: dict[str, Term], seen: set[int]) -> None:
    if term.get_id() in seen:
        return
    seen.add(term.get_id())
    declaration = term.decl()
    if z3.is_const(term) and declaration.kind() == z3.Z3_OP_UNINTERPRETED:
        found[declaration.name()] = term
    for child in term.children():
        constants(child, found, seen)


def members(sort: Term) -> dict[str, Term]:
    """The constants of a datatype by their plain names: `colour.red` of our own text is `red`."""
    made = [sort.constructor(i)() for i in range(sort.num_constructors())]
    return {one.decl().name().rsplit(".", 1)[-1]: one for one in made}


def _without_calendar(text: str) -> str:
    """The steps of the calendar as functions of which nothing is known: what then follows holds of the real ones too.

    All translations of a policy have the same definitions of them, to the letter (a test sees to that).
    """

    def declared(step: re.Match[str]) -> str:
        return f"(declare-fun {step[1]} ({'Int ' * step[2].count(' Int)')}) Int)"

    return _STEP.sub(declared, text)


def steps(text: str) -> set[str]:
    return {step[0] for step in _STEP.finditer(text)}


def as_sort(term: Term, wanted: Term) -> Term:
    """A term in the sort of another, member by member where both are enumerations."""
    if term.sort() == wanted.sort():
        return term
    mine, others = members(term.sort()), members(wanted.sort())
    *first, last = others
    result = others[last]
    for name in first:
        result = z3.If(term == mine[name], others[name], result)
    return result


@dataclass(frozen=True, slots=True)
class Side:
    """A translation over the inputs of the emitted text: what it asserts, and its outcomes as pairs (given, value).

    `own` are the constants that are no inputs.
    """

    asserted: tuple[Term, ...]
    own: tuple[Term, ...]
    outcomes: dict[str, tuple[Term, Term]]


class Comparison:
    """The emitted text of a policy beside other translations, in one Z3 context."""

    def __init__(self, name: str, *, abstract: bool = False) -> None:
        self._abstract = abstract
        self._sides = 0
        self.policy = policy_of(name)
        self.context = z3.Context()
        self.text = (TRANSLATIONS / name / "emitted.smt2").read_text(encoding="utf-8")
        self.declared = dict(ground(self.policy, list(self.policy.inputs.values())))
        self._outcomes = dict(ground(self.policy, list(self.policy.outcomes.values())))
        self.inputs: dict[str, Term] = {}
        constants_found = self._constants(self._parse(self.text))
        for constant in self.declared:
            for known in (constant, f"{constant}.given"):
                if known in constants_found:
                    self.inputs[known] = constants_found[known]
        self.emitted = self.side(self.text)

    def side(self, text: str) -> Side:
        """A translation's text, its own constants renamed apart; an input in its form stands for the emitted one."""
        asserted = self._parse(text)
        self._sides += 1
        label = f"side {self._sides} "
        found = self._constants(asserted)
        instead = {
            name: self._as(self.inputs[name], term) if name in self.inputs else z3.Const(f"{label}{name}", term.sort())
            for name, term in found.items()
        }
        pairs = [(found[name], term) for name, term in instead.items()]
        outcomes = {}
        for name, one in self._outcomes.items():
            value = instead.get(name)
            if value is None:  # a constant that nothing is asserted of
                value = z3.Const(f"{label}{name}", self._sort(name, one, text))
            given = instead.get(f"{name}.given", z3.BoolVal(True, self.context))
            outcomes[name] = given, value
        own = tuple(term for name, term in instead.items() if name not in self.inputs)
        return Side(tuple(z3.substitute(one, *pairs) for one in asserted), own, outcomes)

    def region(self, text: str) -> Term:
        """A condition in SMT-LIB over the inputs of the emitted text."""
        return self._parse(f"{self.text}\n(assert {text})")[-1]

    def solver(self, *sides: Side, timeout: int = 20_000) -> Term:
        solver = z3.Solver(ctx=self.context)
        solver.set("timeout", timeout)
        for side in sides:
            solver.add(*side.asserted)
        return solver

    def differ(self, left: Side, right: Side) -> Term:
        """That some outcome has a value on one side alone, or another one."""
        return z3.Or([self.differ_on(name, left, right) for name in self._outcomes])

    def differ_on(self, name: str, left: Side, right: Side) -> Term:
        given, value = left.outcomes[name]
        there, other = right.outcomes[name]
        return z3.Or(given != there, z3.And(given, z3.Not(self.same(value, other))))

    def same(self, value: Term, other: Term) -> Term:
        """That two values of one outcome are one, whatever sorts of Z3 they have."""
        if isinstance(value, z3.DatatypeRef):
            mine, others = members(value.sort()), members(other.sort())
            return z3.And([(value == mine[name]) == (other == others[name]) for name in mine])
        return value == other

    def _parse(self, text: str) -> list[Term]:
        return list(z3.parse_smt2_string(_without_calendar(text) if self._abstract else text, ctx=self.context))

    @staticmethod
    def _constants(asserted: Sequence[Term]) -> dict[str, Term]:
        found: dict[str, Term] = {}
        seen: set[int] = set()
        for one in asserted:
            constants(one, found, seen)
        return found

    def _as(self, term: Term, wanted: Term) -> Term:
        """An input of the emitted text in the sort that another translation gives it."""
        if term.sort() == wanted.sort():
            return term
        if isinstance(wanted, z3.ArithRef):
            sort = self.declared[term.decl().name()].declaration.sort
            assert sort is not None
            return z3.ToReal(term) / z3.RealVal(sort.scale, self.context)
        return as_sort(term, wanted)

    def _sort(self, name: str, one: Instance, text: str) -> Term:
        assert one.declaration.sort is None, f"{name} is in no assertion of {text[:60]}"
        return z3.BoolSort(self.context)
