"""Simple delta debugging: drop rules, parts of rules, facts, inputs, persons and claims while the finding stays.

What is dropped may leave a program that nobody reads (an unsafe variable, a name that nothing derives): then the
finding is another one, and the attempt counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from tests.differential.generator import Example
from tests.differential.harness import Check
from tests.differential.spec import Case, Policy
from tests.reference.program import (
    Aggregate,
    BodyLiteral,
    Choice,
    Conditional,
    Counted,
    Disjunction,
    Head,
    Literal,
    Rule,
    heads,
    predicates,
    simple_parts,
)

ATTEMPTS = 400
T = TypeVar("T")


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
    """The finding without its particulars; a crash with what crashed, so that no other error is taken for it."""
    found = check(one)
    if not found:
        return None
    what = found[0].what
    if what.startswith(("crash", "not read")):
        return " ".join(what.split("`")[0].split()[:5])
    return what.split(":")[0].split("?")[0]


def _smaller(one: Example) -> Iterator[Example]:
    if len(one.claims) > 1:
        yield from (replace(one, claims=(claim,)) for claim in one.claims)
    rules = one.policy.rules
    for index, rule in enumerate(rules):
        yield replace(one, policy=replace(one.policy, rules=rules[:index] + rules[index + 1 :]))
        for other in _shorter(rule):
            yield replace(one, policy=replace(one.policy, rules=(*rules[:index], other, *rules[index + 1 :])))
    yield from _declarations(one)
    yield from _facts(one)


def _without(parts: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    for place in range(len(parts)):
        yield parts[:place] + parts[place + 1 :]


def _shorter(rule: Rule) -> Iterator[Rule]:
    if rule.choice:
        yield replace(rule, choice=False)
    for body in _without(rule.body):
        if body or rule.head is not None:
            yield replace(rule, body=body)
    for place, part in enumerate(rule.body):
        for smaller in _parts(part):
            yield replace(rule, body=(*rule.body[:place], smaller, *rule.body[place + 1 :]))
    for head in _heads(rule.head):
        yield replace(rule, head=head)


def _parts(part: BodyLiteral) -> Iterator[BodyLiteral]:
    match part:
        case Conditional():
            yield from (replace(part, condition=condition) for condition in _without(part.condition) if condition)
        case Aggregate():
            yield from (replace(part, elements=elements) for elements in _without(part.elements))
            for place, element in enumerate(part.elements):
                for condition in _without(element.condition):
                    smaller = replace(element, condition=condition)
                    yield replace(part, elements=(*part.elements[:place], smaller, *part.elements[place + 1 :]))
            if part.left is not None and part.right is not None:
                yield replace(part, right=None)
        case Counted():
            yield from (replace(part, elements=elements) for elements in _without(part.elements) if elements)
        case _:
            if part.sign == 2:
                yield replace(part, sign=0)


def _heads(head: Head) -> Iterator[Head]:
    match head:
        case Choice():
            yield from (replace(head, options=options) for options in _without(head.options) if options)
            if head.left is not None:
                yield replace(head, left=None)
            if head.right is not None:
                yield replace(head, right=None)
        case Disjunction():
            yield from (Disjunction(options) for options in _without(head.options) if options)
            yield head.options[0].atom
        case _:
            return


def _declarations(one: Example) -> Iterator[Example]:
    used = _used(one.policy, one)
    declared = [signature.name for signature in (*one.policy.inputs, *one.policy.derived)]
    for name in [name for name in declared if name not in used]:
        smaller = replace(
            one.policy,
            inputs=tuple(other for other in one.policy.inputs if other.name != name),
            derived=tuple(other for other in one.policy.derived if other.name != name),
        )
        kept = {ground.name for ground in replace(one, policy=smaller).inputs}
        stated = {ground: value for ground, value in one.case.stated.items() if ground in kept}
        unknown = tuple(other for other in one.case.unknown if other.partition("(")[0] != name)
        yield replace(one, policy=smaller, case=replace(one.case, stated=stated, unknown=unknown))


def _facts(one: Example) -> Iterator[Example]:
    """Fewer persons; open facts where brute force can follow."""
    for sort, names in one.case.entities.items():
        for fewer in _without(names):
            if fewer:
                case = replace(one.case, entities={**one.case.entities, sort: fewer})
                yield replace(one, case=_within(replace(one, case=case), case))
    small = {ground.name: ground.small and ground.predicate not in one.case.listed for ground in one.inputs}
    for name in one.case.stated:
        if small[name]:
            stated = {other: value for other, value in one.case.stated.items() if other != name}
            yield replace(one, case=replace(one.case, stated=stated))
    if one.case.listed or one.case.flat:
        yield replace(one, case=replace(one.case, listed=frozenset(), flat=False))


def _within(one: Example, case: Case) -> Case:
    """The case without facts of persons that it no longer has."""
    kept = {ground.name for ground in one.inputs}
    stated = {name: value for name, value in case.stated.items() if name in kept}
    return replace(case, stated=stated, unknown=tuple(name for name in case.unknown if "(" not in name or name in kept))


def _used(policy: Policy, one: Example) -> set[str]:
    names = {name for rule in policy.rules for name in predicates(rule)}
    names |= {atom.predicate for rule in policy.rules for atom in heads(rule)}
    for claim in one.claims:
        names |= {p.atom.predicate for part in claim.body for p in simple_parts(part) if isinstance(p, Literal)}
    return {name.lstrip("-") for name in names}
