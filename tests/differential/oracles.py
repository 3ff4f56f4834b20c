"""The opinions that owe nothing to the package: the reference by reduct, and stock clingo on the source text.

Both answer over explicit domains. Where an input's range is large the domain is a window: then a *yes* is a yes,
and a *no* is only a no of the window.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random

import clingo

from tests.differential.generator import WINDOW, Example
from tests.differential.spec import CLAIM, Claim, Signature, Value, individual
from tests.reference.grounding import ground
from tests.reference.program import Atom, Num, Program, Rule, subterms, terms
from tests.reference.stable import Found, models
from tests.reference.terms import Setting
from tests.reference.text import show_rule
from tests.reference.values import GroundAtom, show_ground, show_value

Assignment = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Sides:
    """Whether the claim can hold and whether it can fail."""

    can_hold: bool
    can_fail: bool


@dataclass(frozen=True, slots=True)
class Truths:
    """What the reference finds for each complete input: the answer sets on either side of the claim."""

    holding: Mapping[tuple[Value, ...], tuple[Found, ...]]
    failing: Mapping[tuple[Value, ...], tuple[Found, ...]]
    wraps: bool  # some integer leaves 32 bits: clingo cannot be asked

    @property
    def sides(self) -> Sides:
        return Sides(any(self.holding.values()), any(self.failing.values()))


def windows(one: Example, claim: Claim) -> dict[str, list[Value]]:
    """For each ground input what is tried: its domain, or values about the numbers that the policy mentions."""
    rng = Random(one.seed)
    numbers = sorted(mentioned(one, claim))
    found = {}
    for signature in one.inputs:
        if one.case.fixes(signature) or signature.small:
            found[signature.name] = one.case.domain(signature)
        else:
            none: list[Value] = [None] if signature.may_lack else []
            found[signature.name] = none + _window(rng, signature, numbers)
    return found


def _window(rng: Random, signature: Signature, numbers: list[int]) -> list[Value]:
    near = {n * k + d for n in (*numbers, 0) for k in (1, -1, 2, 7) for d in (-1, 0, 1)}
    near |= {(n + d) // k for n in numbers for k in (2, 3, 4, 12) for d in (-1, 0, 1)}
    near |= {end for end in (signature.low, signature.high) if end is not None}
    inside = sorted(
        n for n in near
        if (signature.low is None or n >= signature.low) and (signature.high is None or n <= signature.high)
    )  # fmt: skip
    return list(rng.sample(inside, min(WINDOW, len(inside))))


def mentioned(one: Example, claim: Claim) -> set[int]:
    rules = (*one.policy.rules, claim_rule(claim))
    numbers = {part.value for rule in rules for term in terms(rule) for part in subterms(term) if isinstance(part, Num)}
    return numbers | set(one.policy.constants.values())


def completions(domains: Mapping[str, list[Value]]) -> Iterator[dict[str, Value]]:
    for values in product(*domains.values()):
        yield dict(zip(domains, values, strict=True))


def claim_rule(claim: Claim) -> Rule:
    return Rule(Atom(CLAIM), claim.body)


def reference(one: Example, claim: Claim) -> Truths:
    """Every completion, every stable model."""
    domains = windows(one, claim)
    inputs = {signature.name: signature for signature in one.inputs}
    possible: set[GroundAtom] = set()
    for name, values in domains.items():
        for value in values:
            possible |= inputs[name].atoms(value)
    program = one.policy.program(one.case.entities)
    setting = Setting(program.constants)
    asked = Program((*program.rules, claim_rule(claim)), program.constants)
    rules = ground(asked, sorted(possible, key=repr), setting)
    holding, failing = {}, {}
    for assignment in completions(domains):
        facts = frozenset(atom for name, value in assignment.items() for atom in inputs[name].atoms(value))
        found = models(rules, facts)
        key = tuple(assignment.values())
        holding[key] = tuple(model for model in found if (CLAIM, ()) in model)
        failing[key] = tuple(model for model in found if (CLAIM, ()) not in model)
    return Truths(holding, failing, setting.wraps)


def choices(one: Example, domains: Mapping[str, list[Value]]) -> str:
    """The inputs as clingo text: facts, and one value of each domain."""
    lines = []
    for signature in one.inputs:
        values = domains[signature.name]
        atoms = [show_ground(atom) for value in values for atom in signature.atoms(value)]
        if len(atoms) == len(values) == 1:
            lines.append(f"{atoms[0]}.")
        elif atoms:
            lines.append(f"{0 if len(values) > len(atoms) else 1} {{{'; '.join(atoms)}}} 1.")
    members = one.policy.members(one.case.entities)
    lines += [f"{sort}({show_value(individual(name))})." for sort, names in members.items() for name in names]
    return "\n".join(lines) + "\n"


def clingo_text(one: Example, claim: Claim) -> str:
    """The source text as generated, the inputs over their windows, and the claim."""
    return one.policy.text() + choices(one, windows(one, claim)) + show_rule(claim_rule(claim)) + "\n"


def _silent(_code: clingo.MessageCode, _text: str) -> None:
    """Undefined operations are part of the language here."""


def solve(text: str, options: tuple[str, ...] = ()) -> bool:
    return bool(_solve(text, options))


def solve_within(text: str, conflicts: int = 50_000) -> bool | None:
    """Whether there is an answer set; None where clingo needs more conflicts than that."""
    return _solve(text, (f"--solve-limit={conflicts}",))


def _solve(text: str, options: tuple[str, ...]) -> bool | None:
    control = clingo.Control(["--warn=none", *options], logger=_silent)
    control.add("base", [], text)
    control.ground([("base", [])])
    return control.solve().satisfiable


def ask_clingo(one: Example, claim: Claim, options: tuple[str, ...] = ()) -> Sides:
    """Each side asked by a constraint, in a control of its own."""
    text = clingo_text(one, claim)
    return Sides(solve(f"{text}:- not {CLAIM}.", options), solve(f"{text}:- {CLAIM}.", options))
