"""A reason re-checked on the ASP side: what it does not cite is dropped, as clingo text, and the verdict must stay.

To drop a rule is to make its head a choice; a closed world, to add choices of its atoms; a constraint, to delete
it; a fact, an assumption or a range, to reopen it. An answer set found is a refutation; where none is found over
samples of an unbounded domain, nothing is shown.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from bicameral.verdict.report import Report, Verdict
from tests.differential.generator import Example
from tests.differential.harness import Tally
from tests.differential.oracles import choices, claim_rule, mentioned, solve_within
from tests.differential.spec import CLAIM, Claim, Signature, Value
from tests.reference.program import Atom, BodyLiteral, Literal, Name, Num, Program, Rule
from tests.reference.text import show, show_atom

Entry = tuple[str, str]  # kind and name
_EXCLUDED = {Verdict.VALID: f":- {CLAIM}.", Verdict.INVALID: f":- not {CLAIM}.", Verdict.INCONSISTENT: ""}
BEYOND = 4  # how far beyond each end of a range that is dropped values are tried
SAMPLES = 14  # values about the numbers that the policy mentions


class Followed(Enum):
    """Whether a verdict follows from what is kept."""

    YES = "yes"
    NO = "no"
    UNSHOWN = "unshown"


_NEEDED = {Followed.NO: "yes", Followed.YES: "no", Followed.UNSHOWN: "unshown"}


def entries(report: Report) -> list[Entry]:
    return [(entry.kind, entry.name) for entry in report.because]


def follows(one: Example, claim: Claim, verdict: Verdict, kept: Collection[Entry]) -> Followed:
    """Whether `kept` alone gives the verdict."""
    domains = {of.name: _domain(one, claim, of, kept) for of in one.inputs}
    rest = choices(one, {name: values for name, (values, _) in domains.items()}) + _EXCLUDED[verdict]
    freed = _freed(one, kept)
    program = Program((*_relaxed(one, kept), *freed.surely, claim_rule(claim)), one.policy.constants)
    found = solve_within(show(program) + rest)
    if found is None:
        return Followed.UNSHOWN
    if found:
        return Followed.NO
    if freed.more is None or any(sampled for _, sampled in domains.values()):
        return Followed.UNSHOWN
    program = Program((*_relaxed(one, kept), *freed.more, claim_rule(claim)), one.policy.constants)
    return Followed.YES if solve_within(show(program) + rest) is False else Followed.UNSHOWN


def _relaxed(one: Example, kept: Collection[Entry]) -> list[Rule]:
    """The statements, those not kept dropped."""
    rules: list[Rule] = []
    for rule, name in zip(one.policy.rules, one.policy.statement_names(), strict=True):
        kind = "constraint" if rule.head is None else "rule"
        if (kind, name) in kept or rule.choice:
            rules.append(rule)
        elif rule.head is not None:
            rules.append(replace(rule, choice=True))
    return rules


@dataclass(frozen=True, slots=True)
class Freed:
    """Choices of the atoms of the closed worlds that are dropped.

    Which atoms there are depends on which instances a grounder keeps. `surely` frees an atom only where one exists;
    `more` wherever one could, None where that is unbounded.
    """

    surely: tuple[Rule, ...]
    more: tuple[Rule, ...] | None


def _freed(one: Example, kept: Collection[Entry]) -> Freed:
    surely: list[Rule] = []
    more: list[Rule] = []
    bounded = True
    for rule in one.policy.rules:
        head = rule.head
        assert head is None or isinstance(head, Atom)  # asked of policies without persons
        if head is None or {("closed-world", head.predicate), ("closed-world", _resolved(one, head))} & set(kept):
            continue
        computed = not all(isinstance(arg, Num | Name) for arg in head.args)
        bounded = bounded and not computed
        if computed and any(kind == "closed-world" and name.startswith(f"{head.predicate}(") for kind, name in kept):
            continue  # the world of one of its values is kept
        binding = tuple(filter(_binds, rule.body)) if head.args else ()
        surely.append(Rule(head, binding, choice=True))
        more.append(Rule(head, (), choice=True))
    return Freed(tuple(surely), tuple(more) if bounded else None)


def _binds(literal: BodyLiteral) -> bool:
    """Whether an instance exists only where it holds, whatever is dropped."""
    return literal.sign == 0 and bool(literal.atom.args) if isinstance(literal, Literal) else True


def _resolved(one: Example, atom: Atom) -> str:
    """The atom with `#const`s replaced, as reports name it."""
    args = tuple(
        Num(one.policy.constants[arg.name]) if isinstance(arg, Name) and arg.name in one.policy.constants else arg
        for arg in atom.args
    )
    return show_atom(Atom(atom.predicate, args))


def _domain(one: Example, claim: Claim, of: Signature, kept: Collection[Entry]) -> tuple[list[Value], bool]:
    stated = of.name in one.case.stated
    assumed = one.case.assumes(of)
    if (stated and ("fact", of.name) in kept) or (assumed and ("assumed", of.name) in kept):
        return one.case.domain(of), False
    if not of.numeric:
        return of.domain(), False
    if of.small and ("range", of.name) in kept:
        return of.domain(), False
    return _wide(one, claim, of, within=("range", of.name) in kept), True


def _wide(one: Example, claim: Claim, of: Signature, *, within: bool) -> list[Value]:
    """Samples, beyond the range's ends as well unless `within`; what the case states among them."""
    near = {n * k + d for n in mentioned(one, claim) for k in (1, -1, 2) for d in (-1, 0, 1)}
    near |= {n // k + d for n in mentioned(one, claim) for k in (2, 3, 12) for d in (-1, 0, 1)}
    values = {0, *Random(one.seed).sample(sorted(near), min(SAMPLES, len(near)))}
    for end in (of.low, of.high):
        if end is not None:
            values |= {end + d for d in (-BEYOND, -1, 0, 1, BEYOND)}
    if of.small and of.low is not None and of.high is not None and of.high - of.low < SAMPLES:
        values |= set(range(of.low, of.high + 1))
    stated = one.case.stated.get(of.name)
    values |= {stated} if isinstance(stated, int) else set()
    if within:
        values = {v for v in values if (of.low is None or of.low <= v) and (of.high is None or v <= of.high)}
    none: list[Value] = [None] if of.may_lack else []
    return none + sorted(v for v in values if abs(v) < 2**24)


def check_reason(one: Example, claim: Claim, report: Report, tally: Tally) -> list[str]:
    """What is wrong with `because`: it does not suffice, or one entry can go."""
    kept = entries(report)
    sufficient = follows(one, claim, report.verdict, kept)
    tally.add(f"reason follows: {sufficient.value}")
    if sufficient is Followed.NO:
        return [f"the reason {kept} does not give {report.verdict.name}"]
    found = []
    for entry in kept:
        rest = [other for other in kept if other != entry]
        without = follows(one, claim, report.verdict, rest)
        tally.add(f"entry needed: {_NEEDED[without]}")
        if without is Followed.YES:
            found.append(f"the reason {kept} is not minimal: {entry} can go")
    return found
