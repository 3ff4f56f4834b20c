"""Seeded pairs of policies, small enough that every input can be tried, and what brute force finds of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from random import Random
from typing import Any

from tests.differential.fragment import GROUPS
from tests.differential.generator import example
from tests.differential.spec import Policy, Signature, individual_term
from tests.equivalence.brute import Allowed, Inputs, Subject, TooManyError, allowed
from tests.equivalence.mutants import MUTATIONS
from tests.equivalence.rewrites import REWRITES
from tests.equivalence.subject import beyond
from tests.equivalence.walking import mapped, nodes
from tests.reference.program import Atom, Num, Rule

MOST_INPUTS = 300
ATTEMPTS = 60
PLAIN = "plain"
PROFILES = (PLAIN, *GROUPS, PLAIN, "aggregates", "choice", "recursion")


@dataclass(frozen=True, slots=True)
class Pair:
    """A program, a mutant of it, and what each allows. `smt`: the mutant is compared as its own SMT-LIB text."""

    seed: int
    profile: str
    change: str
    one: Subject
    other: Subject
    allowed: tuple[Allowed, Allowed]
    smt: bool

    @property
    def bare(self) -> bool:
        """Without the lines that say what is what; then a range is an assertion as any other."""
        return self.seed % 8 == 7 and "domain" not in self.change

    @property
    def inputs(self) -> Iterator[Inputs]:
        """Every input that both sides take."""
        others = [one.domain() for one in self.other.inputs]
        domains = (one.domain() for one in self.one.inputs)
        return product(*([v for v in mine if v in theirs] for mine, theirs in zip(domains, others, strict=True)))

    def __str__(self) -> str:
        entities = {sort: list(names) for sort, names in self.one.entities.items()}
        texts = f"{self.one.policy.text()}--- {self.change}{' (as SMT-LIB)' if self.smt else ''}\n"
        return f"seed {self.seed} ({self.profile}), {entities}\n{texts}{self.other.policy.text()}"


class Many(Signature):
    """An outcome that may have several values."""

    __slots__ = ()

    def annotation(self) -> str:
        return Signature.annotation(self).replace("outcome ", "outcome multi ", 1)


def pair(seed: int) -> Pair:
    """The pair of a seed."""
    rng = Random(f"pair {seed}")
    profile = PROFILES[seed % len(PROFILES)]
    for _ in range(ATTEMPTS):
        made = _attempt(rng, seed, profile)
        if made is not None:
            return made
    raise AssertionError(f"no pair for seed {seed} in {ATTEMPTS} attempts")


def _attempt(rng: Random, seed: int, profile: str) -> Pair | None:
    found = example(rng.randrange(10**9), profile)
    small = _small(rng, Subject(found.policy, found.case.entities))
    if small is None:
        return None
    alike = rng.random() < 0.2
    changed = _changed(rng, small.policy, alike=alike)
    if changed is None:
        return None
    change, policy = changed
    one, other = small, replace(small, policy=policy)
    if rng.random() < 0.06:
        change += ", domain"
        one, other = rng.choice(((_restricted(rng, one), other), (one, _restricted(rng, other))))
    for _ in range(2):
        rows = _rows(one), _rows(other)
        if rows[0] is None or rows[1] is None or not (rows[0].rows or rows[1].rows):
            return None
        found_here = rows[0].two_values, rows[1].two_values
        several = found_here[0] | found_here[1]
        if not several or rng.random() < 0.02:  # some are compared as they are: that is to be refused
            break
        apart = rng.random() < 0.3  # one with several values beside one with one
        names = [{one.outcomes[place].predicate for place in (mine if apart else several)} for mine in found_here]
        numbers = {each.predicate for each in one.outcomes if each.kind != "enum"} & (names[0] | names[1])
        one, other = _many(one, names[0] | numbers), _many(other, names[1] | numbers)
        if not one.outcomes:
            return None
    if beyond(one) or beyond(other):
        return None
    assert rows[0] is not None
    assert rows[1] is not None
    if not alike and rows[0].rows == rows[1].rows and rng.random() < 0.75:
        return None
    return Pair(seed, profile, change, one, other, (rows[0], rows[1]), smt=seed % 4 == 3)


def _rows(subject: Subject) -> Allowed | None:
    try:
        return allowed(subject)
    except (RuntimeError, TooManyError):
        return None


def _many(subject: Subject, names: set[str]) -> Subject:
    """With outcomes that have several values declared so; of numbers, which are compared only one by one, as none."""

    def declared(one: Signature) -> Signature:
        if one.name not in names:
            return one
        if one.kind == "enum":
            parts = {name: getattr(one, name) for name in Signature.__slots__}
            return Many(**parts)
        return replace(one, role="define")

    return replace(subject, policy=replace(subject.policy, derived=tuple(map(declared, subject.policy.derived))))


# --- small inputs --------------------------------------------------------------------------------------------


def _small(rng: Random, subject: Subject) -> Subject | None:
    """The policy over inputs that can all be tried; None where that takes too much away."""
    used = {node.predicate for node in nodes(subject.policy.rules) if isinstance(node, Atom)}
    inputs = tuple(
        _bounded(rng, one, subject) for one in subject.policy.inputs if one.name in used or rng.random() < 0.05
    )
    subject = replace(subject, policy=replace(subject.policy, inputs=inputs))
    while (count := prod(len(one.domain()) for one in subject.inputs)) > MOST_INPUTS:
        smaller = _narrower(rng, subject) or _fewer(rng, subject)
        if smaller is None:
            return None
        subject = smaller
    return subject if count > 1 or rng.random() < 0.05 else None


def _bounded(rng: Random, one: Signature, subject: Subject) -> Signature:
    """A wide range, near a number that the rules mention."""
    if one.small:
        return one
    numbers = sorted({node.value for node in nodes(subject.policy.rules) if isinstance(node, Num)} | {0})
    inside = [n for n in numbers if (one.low is None or one.low <= n) and (one.high is None or n <= one.high)]
    ends = [end for end in (one.low, one.high) if end is not None]
    middle = rng.choice(inside or ends or [0])
    low, high = middle - rng.randint(0, 3), middle + rng.randint(1, 3)
    return replace(
        one,
        low=low if one.low is None else max(low, one.low),
        high=high if one.high is None else min(high, one.high),
    )


def _narrower(rng: Random, subject: Subject) -> Subject | None:
    """The widest range shorter by one value at one end; none gets shorter than two."""
    inputs = [one for one in subject.policy.inputs if one.numeric and len(one.domain()) > 2 + one.may_lack]
    if not inputs:
        return None
    one = max(inputs, key=lambda each: (len(each.domain()), rng.random()))
    assert one.low is not None
    assert one.high is not None
    new = replace(one, low=one.low + 1) if rng.random() < 0.5 else replace(one, high=one.high - 1)
    return _with_inputs(subject, {one.name: new})


def _restricted(rng: Random, subject: Subject) -> Subject:
    """A range that is narrower at one end, or an input that has a value for certain."""
    lacking = [one for one in subject.policy.inputs if one.may_lack]
    if lacking and rng.random() < 0.4:
        one = rng.choice(lacking)
        return _with_inputs(subject, {one.name: replace(one, closed=False, optional=False)})
    return _narrower(rng, subject) or subject


def _with_inputs(subject: Subject, new: Mapping[str, Signature]) -> Subject:
    inputs = tuple(new.get(one.name, one) for one in subject.policy.inputs)
    return replace(subject, policy=replace(subject.policy, inputs=inputs))


def _fewer(rng: Random, subject: Subject) -> Subject | None:
    """One person fewer; where the rules name that one they name another. Then what may lack a value has one."""
    for sort, names in subject.entities.items():
        if len(names) > 1:
            gone = rng.choice(names)
            left = tuple(name for name in names if name != gone)
            old, new = individual_term(gone), individual_term(left[0])

            def change(node: Any, old: Any = old, new: Any = new) -> Any:
                return new if node == old else node

            rules: tuple[Rule, ...] = mapped(subject.policy.rules, change)
            return Subject(replace(subject.policy, rules=rules), {**subject.entities, sort: left})
    lacking = [one for one in subject.policy.inputs if one.may_lack]
    if not lacking:
        return None
    one = rng.choice(lacking)
    return _with_inputs(subject, {one.name: replace(one, closed=False, optional=False)})


# --- mutants -------------------------------------------------------------------------------------------------


def _changed(rng: Random, policy: Policy, *, alike: bool) -> tuple[str, Policy] | None:
    """A mutant that clingo can ground and the front end accepts, and what was done."""
    steps = rng.choice((1, 1, 2, 3)) if alike else rng.choice((1, 1, 1, 1, 2))
    done: list[str] = []
    for _ in range(steps):
        for _ in range(8):
            name, made = _rewritten(rng, policy) if alike or (done and rng.random() < 0.5) else _mutated(rng, policy)
            if made is not None:
                done.append(name)
                policy = made
                break
    return (", ".join(done), policy) if done else None


def _rewritten(rng: Random, policy: Policy) -> tuple[str, Policy | None]:
    rewrite = rng.choice(REWRITES)
    return rewrite.__name__, rewrite(rng, policy)


def _mutated(rng: Random, policy: Policy) -> tuple[str, Policy | None]:
    mutation = rng.choice(MUTATIONS)
    found = list(mutation(policy))
    return mutation.__name__, rng.choice(found) if found else None
