"""Seeded policies with cases and claims; here those of inputs without keys and rules without recursion.

Every choice comes from one `random.Random`, so a seed names a program for ever. Thresholds are taken from sampled
values of the expression they stand against, so that they are met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from tests.differential.fragment import GROUPS, fragment
from tests.differential.rules import RuleMaker, samples_of
from tests.differential.spec import (
    Case,
    Claim,
    Kind,
    Policy,
    Role,
    Signature,
    Value,
    claim_of_body,
    claim_of_comparison,
)
from tests.reference.program import Atom, BodyLiteral, Comparison, Literal, Name, Num, Term, Var, heads

WORDS = (
    "cost", "international", "approved", "tenure", "grade", "base", "years", "rate", "start_date", "ends", "hours",
    "bonus", "member", "remote", "urgent", "risk", "score", "waived", "child", "region", "ratio", "period", "cap",
    "eligible", "refused", "allowance", "pay", "paid", "notice", "ceiling", "flagged", "review",
)  # fmt: skip
AWKWARD = (
    "and", "or", "let", "true", "false", "ite", "div", "mod", "abs", "store", "select", "par", "forall", "exists",
    "assert", "real", "bool", "bv", "is", "t_given",
)  # fmt: skip
MEMBERS = (
    "gold", "silver", "b", "aa", "ab", "zz", "medical", "family", "both", "x1", "a_very_long_member_name", "cost",
    "and", "true", "z",
)  # fmt: skip
EXHAUSTIVE = 200  # completions of a case that are tried one by one
WINDOW = 8  # values tried of an input whose range is large
DAY = 20_454  # 2026-01-01


@dataclass(frozen=True, slots=True)
class Example:
    """A policy with a case and claims."""

    seed: int
    policy: Policy
    case: Case
    claims: tuple[Claim, ...]
    profile: str = "mixed"

    @property
    def inputs(self) -> list[Signature]:
        """Every ground input, in the order of declarations, then of entities."""
        return instances(self.policy.inputs, self.policy, self.case)

    @property
    def outcomes(self) -> list[Signature]:
        return instances([one for one in self.policy.derived if one.role == "outcome"], self.policy, self.case)

    @property
    def exhaustive(self) -> bool:
        """Whether every open input can be enumerated, so that brute force decides."""
        return all(one.small or self.case.fixes(one) for one in self.inputs)


def instances(signatures: Iterable[Signature], policy: Policy, case: Case) -> list[Signature]:
    members = policy.members(case.entities)
    return [ground for one in signatures for ground in one.instances(members)]


PROFILES = ("mixed", "plain", "fragment", *GROUPS)


def example(seed: int, profile: str = "mixed") -> Example:
    """The example of a seed: of inputs without keys (`plain`), of the whole fragment, or of one group of constructs.

    `mixed` makes every third program plain.
    """
    rng = Random(seed)
    if profile == "plain" or (profile == "mixed" and seed % 3 == 0):
        policy = make_policy(rng, large=rng.random() < 0.35)
        case = make_case(rng, policy)
        claims = {claim.text: claim for claim in (make_claim(rng, policy) for _ in range(rng.choice((1, 1, 2))))}
        return Example(seed, policy, case, tuple(claims.values()), profile)
    only = profile if profile in GROUPS else None
    return Example(seed, *fragment(rng, only), profile)


# --- policies ------------------------------------------------------------------------------------------------


def make_policy(rng: Random, *, large: bool) -> Policy:
    names = _names(rng)
    sorts = {f"kind{i}": tuple(rng.sample(MEMBERS, rng.randint(2, 4))) for i in range(rng.choice((0, 1, 1, 2)))}
    inputs = tuple(_input(rng, next(names), sorts, large=large) for _ in range(rng.randint(2, 6)))
    derived = tuple(_derived(rng, next(names), sorts) for _ in range(rng.randint(1, 5)))
    if all(one.role != "outcome" for one in derived):
        derived = (*derived[:-1], Signature(derived[-1].name, "bool", "outcome"))
    constants = {f"limit{i}": rng.choice((0, 2, 3, 5, 10, 100, -2)) for i in range(rng.choice((0, 0, 1, 2)))}
    maker = RuleMaker(rng, inputs, derived, sorts, constants)
    return Policy(sorts, inputs, derived, maker.rules(), constants)


def _names(rng: Random) -> Iterator[str]:
    pool = rng.sample(WORDS, len(WORDS))
    if rng.random() < 0.15:
        pool[rng.randint(0, 8)] = rng.choice(AWKWARD)
    return iter(pool)


def _kind(rng: Random, sorts: Mapping[str, tuple[str, ...]], kinds: tuple[Kind, ...]) -> Kind:
    kind = rng.choice(kinds)
    return "int" if kind == "enum" and not sorts else kind


def _alias(rng: Random, name: str) -> str | None:
    if rng.random() < 0.7:
        return None
    head, *tail = name.split("_")
    return rng.choice(("smt_" + name, "the" + name.capitalize(), head + "X" + "".join(map(str.capitalize, tail))))


def _input(rng: Random, name: str, sorts: Mapping[str, tuple[str, ...]], *, large: bool) -> Signature:
    kind = _kind(rng, sorts, ("bool", "bool", "bool", "int", "int", "int", "enum", "enum", "decimal", "date"))
    closed, optional = rng.random() < 0.2, kind != "bool" and rng.random() < 0.2
    alias = _alias(rng, name)
    if kind == "bool":
        return Signature(name, "bool", "input", alias=alias, closed=closed)
    if kind == "enum":
        sort = rng.choice(sorted(sorts))
        return Signature(
            name, "enum", "input", sort=sort, members=sorts[sort], alias=alias, closed=closed, optional=optional
        )
    low: int | None = DAY + rng.randint(-3, 3) if kind == "date" else rng.choice((0, 0, 0, 1, -3, -7, 998))
    high: int | None = (low or 0) + rng.choice((1, 2, 3, 4, 5, 7, 11, 30))
    if large and rng.random() < 0.6:
        low = rng.choice((low, low, None, low if kind == "date" else -(10**6)))
        high = rng.choice((None, None, (low or 0) + 3000, 10**6 if kind == "date" else 2 * 10**9))
    return Signature(
        name, kind, "input", low=low, high=high, digits=rng.choice((1, 2, 4)) if kind == "decimal" else 0,
        alias=alias, closed=closed, optional=optional,
    )  # fmt: skip


def _derived(rng: Random, name: str, sorts: Mapping[str, tuple[str, ...]]) -> Signature:
    role: Role = rng.choice(("outcome", "outcome", "define", "auxiliary"))
    kind = _kind(rng, sorts, ("bool", "bool", "bool", "bool", "int", "int", "decimal", "date", "enum"))
    alias = _alias(rng, name) if role == "outcome" else None
    if kind == "enum":
        sort = rng.choice(sorted(sorts))
        return Signature(name, "enum", role, sort=sort, members=sorts[sort], alias=alias)
    return Signature(name, kind, role, digits=2 if kind == "decimal" else 0, alias=alias)


# --- cases ---------------------------------------------------------------------------------------------------


def make_case(rng: Random, policy: Policy) -> Case:
    """Some inputs stated, the others open, as long as brute force can follow."""
    unknown = tuple(one.name for one in policy.inputs if one.closed and rng.random() < 0.3)
    stated: dict[str, Value] = {}
    openness = rng.random()
    for one in policy.inputs:
        if one.name not in unknown and rng.random() < openness:
            stated[one.name] = _admissible(rng, one)
    while _completions(policy, Case(stated, unknown)) > EXHAUSTIVE:
        widest = max(policy.inputs, key=lambda one: _width(policy, Case(stated, unknown), one))
        unknown = tuple(name for name in unknown if name != widest.name)
        stated[widest.name] = _admissible(rng, widest)
    return Case({one.name: stated[one.name] for one in policy.inputs if one.name in stated}, unknown)


def _admissible(rng: Random, one: Signature) -> Value:
    if one.kind == "bool":
        return rng.random() < 0.5
    if one.optional and rng.random() < 0.2:
        return None
    return rng.choice(samples_of(rng, one))


def _width(policy: Policy, case: Case, one: Signature) -> int:
    if one.name in case.stated or (one.closed and one.name not in case.unknown):
        return 1
    return len(case.domain(one)) if one.small else WINDOW


def _completions(policy: Policy, case: Case) -> int:
    total = 1
    for one in policy.inputs:
        total *= _width(policy, case, one)
    return total


# --- claims --------------------------------------------------------------------------------------------------


def make_claim(rng: Random, policy: Policy) -> Claim:
    """About what the policy derives, in either form."""
    outcomes = [one for one in policy.derived if one.role == "outcome"]
    headed = {atom.predicate for rule in policy.rules for atom in heads(rule)}
    valued = [one for one in outcomes if one.valued]
    if valued and rng.random() < 0.5:
        one = rng.choice(valued)
        if one.kind == "enum" and not set(one.members) & set(policy.signatures):  # else which is meant is not clear
            return claim_of_comparison(one, rng.choice(("=", "=", "!=")), rng.choice(one.members))
        if one.kind != "enum":
            value = _threshold(rng, policy, one)
            relation = rng.choice(("<", "<=", ">", ">=", "=", "!="))
            return claim_of_comparison(one, relation, value, mirrored=rng.random() < 0.2)
    asked = rng.choice(outcomes if rng.random() < 0.7 else [one for one in policy.derived if one.name in headed])
    body = list(_asked(rng, policy, asked))
    if rng.random() < 0.25:
        other = rng.choice((*policy.inputs, *policy.derived))
        if other.name != asked.name:
            body += _asked(rng, policy, other, suffix="2")
    return claim_of_body(tuple(body))


def _threshold(rng: Random, policy: Policy, one: Signature) -> int:
    """A number that rules for `one` mention, or near it."""
    mentioned = [
        arg.value for rule in policy.rules for atom in heads(rule) if atom.predicate == one.name
        for arg in atom.args if isinstance(arg, Num)
    ]  # fmt: skip
    around = DAY if one.kind == "date" and not mentioned else 0
    return rng.choice([*mentioned, around + rng.randint(-4, 12), around + rng.randint(0, 4)])


def _asked(rng: Random, policy: Policy, one: Signature, suffix: str = "") -> Iterator[BodyLiteral]:
    if not one.valued:
        yield Literal(rng.choice((0, 0, 0, 1, 1, 2)), Atom(one.name))
        return
    plain = [member for member in one.members if member not in policy.signatures]  # a valued name would be meant
    if one.kind == "enum" and not plain:
        yield Literal(1, Atom(one.name, (Var("_"),)))
        return
    value: Term = Name(rng.choice(plain)) if one.kind == "enum" else Num(_threshold(rng, policy, one))
    if policy.constants and one.numeric and rng.random() < 0.3:
        value = Name(rng.choice(sorted(policy.constants)))
    roll = rng.random()
    if roll < 0.35:
        yield Literal(rng.choice((0, 0, 1, 2)), Atom(one.name, (value,)))
    elif roll < 0.5:
        yield Literal(rng.choice((0, 1)), Atom(one.name, (Var("_"),)))
    else:
        var = Var("V" + suffix)
        yield Literal(0, Atom(one.name, (var,)))
        yield Comparison(rng.choice((0, 0, 0, 1)), (var, value), (rng.choice(("<", "<=", ">", ">=", "=", "!=")),))
