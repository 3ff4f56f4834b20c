"""Mutants of a generated policy that change what it says, most of them.

Each kind gives every candidate it knows; which of them are admissible, and which are different after all, others find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from tests.differential.scene import PERSON, RELATIONS
from tests.differential.spec import Policy, individual_term
from tests.equivalence.walking import nodes, variants
from tests.reference.program import (
    Aggregate,
    Atom,
    Choice,
    Comparison,
    Conditional,
    Counted,
    Disjunction,
    Element,
    Guard,
    Literal,
    Name,
    Num,
    Op,
    Option,
    Rule,
    Var,
)

Mutation = Callable[[Policy], Iterator[Policy]]

_OPERATORS = {"+": "-", "-": "+", "*": "+", "/": "\\", "\\": "/", "**": "*", "&": "?", "?": "^", "^": "&"}
_FUNCTIONS = {"sum": ("count", "sum+"), "sum+": ("sum",), "count": ("sum",), "min": ("max",), "max": ("min",)}


def _with_rules(policy: Policy, rules: Iterable[Rule]) -> Policy:
    return replace(policy, rules=tuple(rules))


def _each(policy: Policy, change: Callable[[Any], Iterable[Any]]) -> Iterator[Policy]:
    """Every policy with one node of one rule changed."""
    for rules in variants(tuple(rule for rule in policy.rules if not rule.external), change):
        yield _with_rules(policy, (*(rule for rule in policy.rules if rule.external), *rules))


def _shorter(parts: tuple[Any, ...], removable: Callable[[Any], bool] = lambda _: True) -> Iterator[tuple[Any, ...]]:
    for at, part in enumerate(parts):
        if removable(part):
            yield (*parts[:at], *parts[at + 1 :])


def drop_literal(policy: Policy) -> Iterator[Policy]:
    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Rule):
            yield from (replace(node, body=body) for body in _shorter(node.body))
        elif isinstance(node, Conditional | Element | Option):
            yield from (replace(node, condition=condition) for condition in _shorter(node.condition))

    return _each(policy, change)


def drop_exception(policy: Policy) -> Iterator[Policy]:
    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Rule):
            negated = (replace(node, body=b) for b in _shorter(node.body, lambda p: getattr(p, "sign", 0) == 1))
            yield from negated

    return _each(policy, change)


def negate(policy: Policy) -> Iterator[Policy]:
    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Literal | Comparison | Aggregate | Counted):
            yield replace(node, sign=1 if node.sign != 1 else 0)
        if isinstance(node, Literal):
            yield replace(node, sign=2 if node.sign == 0 else 0)

    return _each(policy, change)


def relation(policy: Policy) -> Iterator[Policy]:
    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Comparison):
            for at, known in enumerate(node.relations):
                for other in RELATIONS:
                    if other != known:
                        yield replace(node, relations=(*node.relations[:at], other, *node.relations[at + 1 :]))
        elif isinstance(node, Guard):
            yield from (replace(node, relation=other) for other in RELATIONS if other != node.relation)

    return _each(policy, change)


def number(policy: Policy) -> Iterator[Policy]:
    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Num):
            yield from (Num(node.value + step) for step in (-1, 1))

    yield from _each(policy, change)
    for name, value in policy.constants.items():
        yield from (replace(policy, constants={**policy.constants, name: value + step}) for step in (-1, 1))


def operator(policy: Policy) -> Iterator[Policy]:
    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Op) and node.symbol in _OPERATORS:
            yield replace(node, symbol=_OPERATORS[node.symbol])

    return _each(policy, change)


def name(policy: Policy) -> Iterator[Policy]:
    """Another member of the same sort."""
    groups: list[tuple[Any, ...]] = [tuple(map(Name, members)) for members in policy.sorts.values()]
    people = {n for n in nodes(policy.rules) if isinstance(n, Name) and n.name in ("ann", "bob", "cy", "zed")}
    groups.append(tuple(people) if len(people) > 1 else ())

    def change(node: Any) -> Iterator[Any]:
        for group in groups:
            if node in group:
                yield from sorted((other for other in group if other != node), key=repr)

    return _each(policy, change)


def variable(policy: Policy) -> Iterator[Policy]:
    """A variable for another of the rule."""
    for at, rule in enumerate(policy.rules):
        known = sorted({n.name for n in nodes(rule) if isinstance(n, Var) and n.name != "_"})

        def change(node: Any, known: list[str] = known) -> Iterator[Any]:
            if isinstance(node, Var) and node.name != "_":
                yield from (Var(other) for other in known if other != node.name)

        for new in variants(rule, change):
            yield _with_rules(policy, (*policy.rules[:at], new, *policy.rules[at + 1 :]))


def predicate(policy: Policy) -> Iterator[Policy]:
    """Another predicate of the same arguments in a body."""
    known = policy.signatures

    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Literal) and (one := known.get(node.atom.predicate)) is not None:
            for other in known.values():
                if other != one and (other.keys, other.kind, other.sort) == (one.keys, one.kind, one.sort):
                    yield replace(node, atom=replace(node.atom, predicate=other.name))

    return _each(policy, change)


def drop_rule(policy: Policy) -> Iterator[Policy]:
    return (_with_rules(policy, rules) for rules in _shorter(policy.rules, lambda rule: not rule.external))


def swap_heads(policy: Policy) -> Iterator[Policy]:
    for one, other in combinations(range(len(policy.rules)), 2):
        rules = list(policy.rules)
        if rules[one].external or rules[other].external or rules[one].head == rules[other].head:
            continue
        rules[one] = replace(rules[one], head=policy.rules[other].head, choice=policy.rules[other].choice)
        rules[other] = replace(rules[other], head=policy.rules[one].head, choice=policy.rules[one].choice)
        yield _with_rules(policy, rules)


def rule_to_choice(policy: Policy) -> Iterator[Policy]:
    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Rule) and isinstance(node.head, Atom) and not node.external:
            yield replace(node, choice=not node.choice)
        if isinstance(node, Rule) and isinstance(node.head, Disjunction) and not any(o.sign for o in node.head.options):
            yield replace(node, head=Choice(node.head.options))
            yield replace(node, head=Choice(node.head.options, Guard(">=", Num(1))))

    return _each(policy, change)


def head_option(policy: Policy) -> Iterator[Policy]:
    """A disjunct, an option or a bound dropped."""

    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Choice | Disjunction) and len(node.options) > 1:
            yield from (replace(node, options=options) for options in _shorter(node.options))
        if isinstance(node, Choice):
            yield from () if node.left is None else (replace(node, left=None),)
            yield from () if node.right is None else (replace(node, right=None),)

    return _each(policy, change)


def aggregate(policy: Policy) -> Iterator[Policy]:
    """Another function, an element fewer, a guard fewer."""

    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Aggregate):
            yield from (replace(node, function=other) for other in _FUNCTIONS[node.function])
        if isinstance(node, Aggregate | Counted):
            if len(node.elements) > 1:
                shorter: Iterator[Any] = _shorter(node.elements)
                yield from (replace(node, elements=elements) for elements in shorter)
            if node.left is not None and node.right is not None:
                yield from (replace(node, left=None), replace(node, right=None))

    return _each(policy, change)


def weights(policy: Policy) -> Iterator[Policy]:
    """The tuple of an element shorter, so that tuples fall together."""

    def change(node: Any) -> Iterator[Any]:
        if isinstance(node, Element) and len(node.terms) > 1:
            yield from (replace(node, terms=(node.terms[0], *rest)) for rest in _shorter(node.terms[1:]))

    return _each(policy, change)


def add_constraint(policy: Policy) -> Iterator[Policy]:
    """What one rule derives is forbidden where its body holds; a rule for one person is for all."""
    for rule in policy.rules:
        if isinstance(rule.head, Atom) and not rule.external:
            yield _with_rules(policy, (*policy.rules, Rule(None, (*rule.body, Literal(0, rule.head)))))


def for_everyone(policy: Policy) -> Iterator[Policy]:
    """A rule about one person only."""
    people = [individual_term(n) for n in ("ann", "bob", "cy")]
    for at, rule in enumerate(policy.rules):
        if rule.external or not any(isinstance(n, Literal) and n.atom.predicate == PERSON for n in nodes(rule.body)):
            continue
        used = {n for r in policy.rules for n in nodes(r) if n in people}
        for person in sorted(used, key=repr) or people[:1]:
            new = replace(rule, body=(*rule.body, Comparison(0, (Var("X"), person), ("=",))))
            yield _with_rules(policy, (*policy.rules[:at], new, *policy.rules[at + 1 :]))


MUTATIONS: tuple[Mutation, ...] = (
    drop_literal, drop_exception, negate, relation, number, operator, name, variable, predicate, drop_rule, swap_heads,
    rule_to_choice, head_option, aggregate, weights, add_constraint, for_everyone,
)  # fmt: skip
