"""Simple delta debugging: drop rules, literals, facts, inputs and claims while the finding stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from tests.differential.generator import Example
from tests.differential.harness import Check
from tests.differential.spec import Policy
from tests.reference.program import Atom, Comparison, Literal, Rule, Term, Var, variables

ATTEMPTS = 400


def shrink(one: Example, check: Check, attempts: int = ATTEMPTS) -> Example:
    """The smallest example found for which `check` still reports something of the same kind."""
    kind = _kind(one, check)
    if kind is None:
        return one
    progress = True
    while progress and attempts > 0:
        progress = False
        for smaller in _smaller(one):
            attempts -= 1
            if attempts <= 0:
                break
            if _kind(smaller, check) == kind:
                one, progress = smaller, True
                break
    return one


def _kind(one: Example, check: Check) -> str | None:
    found = check(one)
    return found[0].what.split(":")[0].split("?")[0] if found else None


def _smaller(one: Example) -> Iterator[Example]:
    if len(one.claims) > 1:
        yield from (replace(one, claims=(claim,)) for claim in one.claims)
    for rules in chain(_fewer(one.policy.rules), _shorter(one.policy.rules)):
        policy = replace(one.policy, rules=rules)
        if _complete(policy, one):
            yield replace(one, policy=policy)
    yield from _declarations(one)
    for name in one.case.stated:
        if one.policy.signatures[name].small:
            stated = {other: value for other, value in one.case.stated.items() if other != name}
            yield replace(one, case=replace(one.case, stated=stated))


def _fewer(rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, ...]]:
    for index in range(len(rules)):
        yield rules[:index] + rules[index + 1 :]


def _shorter(rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, ...]]:
    for index, rule in enumerate(rules):
        bodies = [rule.body[:place] + rule.body[place + 1 :] for place in range(len(rule.body))]
        smaller = [replace(rule, body=body) for body in bodies if body or rule.head is not None]
        smaller += [replace(rule, choice=False)] if rule.choice else []
        for other in filter(_safe, smaller):
            yield (*rules[:index], other, *rules[index + 1 :])


def _declarations(one: Example) -> Iterator[Example]:
    policy, used = one.policy, _used(one.policy, one)
    for name in [signature.name for signature in (*policy.inputs, *policy.derived) if signature.name not in used]:
        smaller = replace(
            policy,
            inputs=tuple(other for other in policy.inputs if other.name != name),
            derived=tuple(other for other in policy.derived if other.name != name),
        )
        stated = {other: value for other, value in one.case.stated.items() if other != name}
        unknown = tuple(other for other in one.case.unknown if other != name)
        yield replace(one, policy=smaller, case=replace(one.case, stated=stated, unknown=unknown))


def _used(policy: Policy, one: Example) -> set[str]:
    names = {literal.atom.predicate for rule in policy.rules for literal in rule.body if isinstance(literal, Literal)}
    names |= {rule.head.predicate for rule in policy.rules if rule.head is not None}
    names |= {part.atom.predicate for claim in one.claims for part in claim.body if isinstance(part, Literal)}
    return names


def _complete(policy: Policy, one: Example) -> bool:
    """Whether everything that is used is declared or derived."""
    headed = {rule.head.predicate for rule in policy.rules if rule.head is not None}
    known = headed | {signature.name for signature in policy.inputs} | set(policy.sorts)
    return _used(policy, one) <= known and all(s.name in headed for s in policy.derived if s.name in _used(policy, one))


def _safe(rule: Rule) -> bool:
    """A cautious test: every variable stands in a positive atom, or is the head's computed one."""
    bound: set[str] = set()
    wanted: set[str] = set() if rule.head is None else _variables(rule.head)
    for literal in rule.body:
        if isinstance(literal, Literal) and literal.sign == 0:
            bound |= {arg.name for arg in literal.atom.args if isinstance(arg, Var)}
            wanted |= _variables(literal.atom)
        elif isinstance(literal, Literal):
            wanted |= _variables(literal.atom)
        else:
            wanted |= {name for term in literal.terms for name in _names(term)}
            if _defines_value(literal):
                bound.add("Value")
    return wanted - {"_"} <= bound


def _defines_value(literal: Comparison) -> bool:
    return literal.sign == 0 and literal.relations == ("=",) and Var("Value") in literal.terms


def _variables(atom: Atom) -> set[str]:
    return {name for arg in atom.args for name in _names(arg)}


def _names(term: Term) -> set[str]:
    return set(variables(term))
