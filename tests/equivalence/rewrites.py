"""Mutants that should say the same: bodies reordered, auxiliaries renamed, folded, unfolded, choices written otherwise.

Brute force has the last word on each; these are meant to be equivalent so that many pairs are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

from tests.differential.spec import Policy, Signature
from tests.equivalence.walking import mapped, nodes
from tests.reference.program import (
    Atom,
    BodyLiteral,
    Choice,
    Comparison,
    Disjunction,
    Literal,
    Name,
    Num,
    Option,
    Rule,
    Term,
    Var,
    heads,
)

Rewrite = Callable[[Random, Policy], Policy | None]


def _fresh(policy: Policy, stem: str) -> str:
    used = {node.predicate for node in nodes(policy.rules) if isinstance(node, Atom)} | set(policy.signatures)
    return next(name for number in count(1) if (name := f"{stem}_{number}") not in used)


def _variables(node: Any) -> list[str]:
    return list(dict.fromkeys(n.name for n in nodes(node) if isinstance(n, Var) and n.name != "_"))


def _auxiliary(policy: Policy, name: str) -> Policy:
    return replace(policy, derived=(*policy.derived, Signature(name, "bool", "auxiliary")))


def _replaced(policy: Policy, at: int, *rules: Rule) -> Policy:
    return replace(policy, rules=(*policy.rules[:at], *rules, *policy.rules[at + 1 :]))


def _some(rng: Random, policy: Policy, wanted: Callable[[Rule], bool]) -> int | None:
    found = [at for at, rule in enumerate(policy.rules) if not rule.external and wanted(rule)]
    return rng.choice(found) if found else None


def reorder(rng: Random, policy: Policy) -> Policy:
    """Bodies and rules in another order."""
    externals = [rule for rule in policy.rules if rule.external]
    rules = [
        replace(rule, body=tuple(rng.sample(rule.body, len(rule.body)))) for rule in policy.rules if not rule.external
    ]
    rng.shuffle(rules)
    return replace(policy, rules=(*externals, *rules))


def rename_auxiliaries(rng: Random, policy: Policy) -> Policy | None:
    hidden = {one.name for one in policy.derived if one.role in ("define", "auxiliary")}
    hidden |= {n.predicate.lstrip("-") for n in nodes(policy.rules) if isinstance(n, Atom)} - set(policy.signatures)
    hidden -= {*policy.sorts, *policy.open_sorts}
    if not hidden:
        return None
    new = {old: _fresh(policy, f"renamed_{old}") for old in sorted(hidden)}

    def change(node: Any) -> Any:
        if isinstance(node, Atom) and node.predicate.lstrip("-") in new:
            return replace(
                node, predicate=node.predicate.replace(node.predicate.lstrip("-"), new[node.predicate.lstrip("-")])
            )
        return node

    derived = tuple(replace(one, name=new.get(one.name, one.name)) for one in policy.derived)
    return replace(policy, rules=mapped(policy.rules, change), derived=derived)


def rename_input(rng: Random, policy: Policy) -> Policy | None:
    """An input under another name, with its old one as alias."""
    known = [one for one in policy.inputs if one.role == "input" and one.alias is None]
    if not known:
        return None
    one = rng.choice(known)
    new = _fresh(policy, "other")

    def change(node: Any) -> Any:
        return replace(node, predicate=new) if isinstance(node, Atom) and node.predicate == one.name else node

    renamed = replace(one, name=new, alias=one.name)
    inputs = tuple(renamed if other is one else other for other in policy.inputs)
    return replace(policy, inputs=inputs, rules=mapped(policy.rules, change))


def fold(rng: Random, policy: Policy) -> Policy | None:
    """`h :- body.` as `h :- aux. aux :- body.`"""
    at = _some(rng, policy, lambda rule: bool(rule.body) and (rule.head is None or not _conditions(rule)))
    if at is None:
        return None
    rule, name = policy.rules[at], _fresh(policy, "folded")
    shared = [v for v in _variables(rule.head) if v in _variables(rule.body)]
    atom = Atom(name, tuple(map(Var, shared)))
    return _replaced(_auxiliary(policy, name), at, replace(rule, body=(Literal(0, atom),)), Rule(atom, rule.body))


def _conditions(rule: Rule) -> bool:
    return isinstance(rule.head, Choice | Disjunction) and any(option.condition for option in rule.head.options)


def unfold(rng: Random, policy: Policy) -> Policy | None:
    """A positive literal replaced by what defines it, a rule for each of its rules."""
    externals = {atom.predicate for rule in policy.rules if rule.external for atom in heads(rule)}
    given = {one.name for one in policy.inputs} | {*policy.sorts, *policy.open_sorts} | externals
    places = [
        (at, place, part)
        for at, rule in enumerate(policy.rules)
        for place, part in enumerate(rule.body)
        if not rule.external and isinstance(part, Literal) and part.sign == 0 and part.atom.predicate not in given
    ]
    rng.shuffle(places)
    for at, place, part in places:
        defining = [r for r in policy.rules if any(a.predicate == part.atom.predicate for a in heads(r))]
        if not all(_plain(rule) for rule in defining) or policy.rules[at].choice or len(defining) > 4:
            continue
        rule = policy.rules[at]
        made = [_unfolded(rule, place, part.atom, other) for other in defining]
        if made:
            return _replaced(policy, at, *made)
    return None


def _plain(rule: Rule) -> bool:
    """`p(X,Y) :- body.` with distinct variables."""
    if rule.choice or rule.external or not isinstance(rule.head, Atom):
        return False
    names = [arg.name for arg in rule.head.args if isinstance(arg, Var) and arg.name != "_"]
    return len(set(names)) == len(rule.head.args)


def _unfolded(rule: Rule, place: int, atom: Atom, defining: Rule) -> Rule:
    assert isinstance(defining.head, Atom)
    formal = [arg.name for arg in defining.head.args if isinstance(arg, Var)]
    apart = {name: Var(f"{name}u") for name in _variables(defining)}
    body = mapped(defining.body, lambda n: apart.get(n.name, n) if isinstance(n, Var) else n)
    equal: list[BodyLiteral] = [
        Comparison(0, (apart[name], argument), ("=",))
        for name, argument in zip(formal, atom.args, strict=True)
        if argument != Var("_")
    ]
    return replace(rule, body=(*rule.body[:place], *body, *equal, *rule.body[place + 1 :]))


def redundant(rng: Random, policy: Policy) -> Policy | None:
    """A rule again, with more in its body."""
    at = _some(rng, policy, lambda rule: isinstance(rule.head, Atom) or rule.head is None)
    if at is None:
        return None
    rule = policy.rules[at]
    other = rng.choice([one for one in policy.rules if not one.external])
    apart = {name: Var(f"{name}r") for name in _variables(other)}
    extra = mapped(other.body, lambda n: apart.get(n.name, n) if isinstance(n, Var) else n)
    return replace(policy, rules=(*policy.rules, replace(rule, body=(*rule.body, *extra))))


def duplicate_literal(rng: Random, policy: Policy) -> Policy | None:
    at = _some(rng, policy, lambda rule: bool(rule.body))
    if at is None:
        return None
    rule = policy.rules[at]
    return _replaced(policy, at, replace(rule, body=(*rule.body, rng.choice(rule.body))))


def _options(rule: Rule) -> tuple[Option, ...]:
    """What a choice without bounds may choose."""
    if rule.choice and isinstance(rule.head, Atom):
        return (Option(rule.head),)
    if isinstance(rule.head, Choice) and rule.head.left is rule.head.right is None:
        return rule.head.options
    return ()


def hidden_choice(rng: Random, policy: Policy) -> Policy | None:
    """`{o}.` as `{k}. o :- k.`"""
    at = _some(rng, policy, lambda rule: bool(_options(rule)))
    if at is None:
        return None
    rule, made, options = policy.rules[at], policy, []
    copies: list[Rule] = []
    for option in _options(rule):
        name = _fresh(made, "hidden")
        made = _auxiliary(made, name)
        atom = Atom(name, tuple(map(Var, _variables(option.atom))))
        options.append(Option(atom, option.condition))
        copies.append(Rule(option.atom, (Literal(0, atom),)))
    if rule.choice and isinstance(options[0].atom, Atom):
        return _replaced(made, at, replace(rule, head=options[0].atom), *copies)
    return _replaced(made, at, replace(rule, head=Choice(tuple(options))), *copies)


def even_loop(rng: Random, policy: Policy) -> Policy | None:
    """`{o} :- body.` as `o :- body, not n. n :- body, not o.`, or as `o :- body, not not o.`"""
    at = _some(rng, policy, lambda rule: bool(_options(rule)))
    if at is None:
        return None
    rule, made = policy.rules[at], policy
    copies: list[Rule] = []
    for option in _options(rule):
        body = (*rule.body, *option.condition)
        if rng.random() < 0.5:
            copies.append(Rule(option.atom, (*body, Literal(2, option.atom))))
            continue
        name = _fresh(made, "other_way")
        made = _auxiliary(made, name)
        atom = Atom(name, tuple(map(Var, _variables(option.atom))))
        copies.append(Rule(option.atom, (*body, Literal(1, atom))))
        copies.append(Rule(atom, (*body, Literal(1, option.atom))))
    return _replaced(made, at, *copies)


def odd_loop(rng: Random, policy: Policy) -> Policy | None:
    """`:- body.` as `f :- body, not f.`"""
    at = _some(rng, policy, lambda rule: rule.head is None)
    if at is None:
        return None
    name = _fresh(policy, "never")
    atom = Atom(name)
    return _replaced(_auxiliary(policy, name), at, Rule(atom, (*policy.rules[at].body, Literal(1, atom))))


def shifted(rng: Random, policy: Policy) -> Policy | None:
    """`a; b :- body.` as `a :- body, not b. b :- body, not a.`"""
    at = _some(rng, policy, lambda rule: isinstance(rule.head, Disjunction) and not _conditions(rule))
    if at is None:
        return None
    rule = policy.rules[at]
    assert isinstance(rule.head, Disjunction)
    if any(option.sign for option in rule.head.options):
        return None
    rules = []
    for option in rule.head.options:
        others = tuple(Literal(1, other.atom) for other in rule.head.options if other is not option)
        rules.append(Rule(option.atom, (*rule.body, *others)))
    return _replaced(policy, at, *rules)


def idle_choice(rng: Random, policy: Policy) -> Policy:
    """A choice that nothing rests on, or on which nothing turns."""
    name = _fresh(policy, "idle")
    made = _auxiliary(policy, name)
    at = _some(rng, policy, lambda rule: isinstance(rule.head, Atom) and not rule.choice)
    rules = [Rule(Atom(name), (), choice=True)]
    if at is not None and rng.random() < 0.7:
        rule = policy.rules[at]
        ways = [replace(rule, body=(*rule.body, Literal(sign, Atom(name)))) for sign in (0, 1)]
        return _replaced(made, at, *ways, *rules)
    return replace(made, rules=(*made.rules, *rules))


def relation_rewritten(rng: Random, policy: Policy) -> Policy | None:
    """`A > 3` as `A >= 4`, `A = 3` as `not A != 3`."""
    places = [n for n in nodes(policy.rules) if isinstance(n, Comparison) and len(n.relations) == 1]
    if not places:
        return None
    one = rng.choice(places)
    new = _other_relation(rng, one)

    def change(node: Any) -> Any:
        return new if node == one else node

    return replace(policy, rules=mapped(policy.rules, change))


def _other_relation(rng: Random, one: Comparison) -> Comparison:
    (relation,), right = one.relations, one.terms[1]
    if isinstance(right, Num) and relation in (">", "<=") and rng.random() < 0.6:
        return replace(one, terms=(one.terms[0], Num(right.value + 1)), relations=({">": ">=", "<=": "<"}[relation],))
    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}[relation]
    return replace(one, terms=(right, one.terms[0]), relations=(turned,))


def constants_written_out(rng: Random, policy: Policy) -> Policy | None:
    if not policy.constants:
        return None

    def change(node: Any) -> Any:
        return Num(policy.constants[node.name]) if isinstance(node, Name) and node.name in policy.constants else node

    return replace(policy, rules=mapped(policy.rules, change))


def same(rng: Random, policy: Policy) -> Policy:
    return policy


REWRITES: Sequence[Rewrite] = (
    reorder, rename_auxiliaries, rename_input, fold, fold, unfold, unfold, redundant, duplicate_literal, hidden_choice,
    hidden_choice, even_loop, even_loop, odd_loop, shifted, idle_choice, relation_rewritten, constants_written_out,
    same,
)  # fmt: skip

__all__ = ["REWRITES", "Rewrite", "Term"]
