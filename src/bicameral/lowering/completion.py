"""From instances to named assertions: rules, and the completion that closes each atom's world.

`body -> head` for every instance, named for its statement; `atom -> some support`, named for the atom (Clark 1978;
exact for tight programs by Fages 1994). Atoms whose arguments hold symbols get a Boolean of their own for each
distinct tuple of terms; where two tuples can have the same value they are one atom, which the definitions say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering import order
from bicameral.lowering.instantiation import Extent, Instance
from bicameral.lowering.program import Argument, Assertion, Kind
from bicameral.policy.model import NamedStatement

Supports = dict[Predicate, dict[tuple[Argument, ...], list[Instance]]]


def body(instance: Instance, extents: dict[Predicate, Extent]) -> Term:
    """The body of an instance as a formula."""
    parts = list(instance.conditions)
    for lookup in instance.lookups:
        extent = extents.get(lookup.predicate)
        truth = extent.truth(lookup.args) if extent is not None else factory.FALSE
        parts.append(truth if lookup.double else factory.neg(truth))
    return factory.conj(*parts)


def rules(instances: Sequence[Instance], extents: dict[Predicate, Extent]) -> list[Assertion]:
    """One assertion for each statement that forces something, in the order of the statements."""
    grouped: dict[int, list[Instance]] = {}
    for instance in instances:
        grouped.setdefault(id(instance.statement), []).append(instance)
    assertions = []
    for group in grouped.values():
        statement = group[0].statement
        formula = factory.conj(*(_rule(instance, extents) for instance in group))
        if not formula.is_true:
            kind = Kind.CONSTRAINT if group[0].head is None else Kind.RULE
            name = f"rule {statement.smt_name}"
            assertions.append(Assertion(kind, statement.name, name, formula, statement))
    return assertions


def _rule(instance: Instance, extents: dict[Predicate, Extent]) -> Term:
    premise = body(instance, extents)
    if instance.head is None:
        return factory.neg(premise)
    if instance.choice:
        return factory.TRUE
    return factory.implies(premise, extents[instance.head].tuples[instance.args])


def supports(instances: Iterable[Instance]) -> Supports:
    """The instances that can derive each tuple of each predicate."""
    found: Supports = {}
    for instance in instances:
        if instance.head is not None:
            found.setdefault(instance.head, {}).setdefault(instance.args, []).append(instance)
    return found


def support(
    extents: dict[Predicate, Extent], found: dict[tuple[Argument, ...], list[Instance]], args: tuple[Argument, ...]
) -> Term:
    """When some instance derives the atom with these arguments."""
    parts = []
    for key, instances in found.items():
        same = equal_tuples(key, args)
        if not same.is_false:
            parts += [factory.conj(body(instance, extents), same) for instance in instances]
    return factory.disj(*parts)


def equal_tuples(left: tuple[Argument, ...], right: tuple[Argument, ...]) -> Term:
    if left == right:
        return factory.TRUE
    return factory.conj(*(order.equal(a, b) for a, b in zip(left, right, strict=True)))


def closed_world(
    predicate: Predicate,
    extents: dict[Predicate, Extent],
    found: dict[tuple[Argument, ...], list[Instance]],
    names: Sequence[str],
    *,
    valued: str | None,
) -> list[Assertion]:
    """The other half of the completion of one predicate.

    `valued` is the name under which a valued predicate's closed world is a single entry; other ground atoms have
    one each.
    """
    extent = extents[predicate]
    if valued is not None or not extent.ground:
        name = valued if valued is not None else predicate.name
        formula = factory.conj(*(_only_if(extents, found, extent, args) for args in extent.tuples))
        return _closed(name, formula, names)
    by_args = {args: _supported(extents, found.get(args, [])) for args in extent.tuples}
    return [
        assertion
        for args, condition in extent.tuples.items()
        for assertion in _closed(show_atom(predicate, args), factory.implies(condition, by_args[args]), names)
    ]


def _supported(extents: dict[Predicate, Extent], instances: list[Instance]) -> Term:
    return factory.disj(*(body(instance, extents) for instance in instances))


def _only_if(
    extents: dict[Predicate, Extent],
    found: dict[tuple[Argument, ...], list[Instance]],
    extent: Extent,
    args: tuple[Argument, ...],
) -> Term:
    return factory.implies(extent.tuples[args], support(extents, found, args))


def _closed(name: str, formula: Term, names: Sequence[str]) -> list[Assertion]:
    if formula.is_true:
        return []
    return [Assertion(Kind.CLOSED_WORLD, name, f"closed-world {name}", formula, None, tuple(names))]


def congruence(predicate: Predicate, extent: Extent) -> list[Assertion]:
    """Tuples of terms that can have the same value are one atom."""
    if extent.ground:
        return []
    parts = []
    for group in _may_coincide(extent):
        for (left, truth), (right, other) in combinations(group, 2):
            same = equal_tuples(left, right)
            if not same.is_false:
                parts.append(factory.implies(same, factory.iff(truth, other)))
    formula = factory.conj(*parts)
    if formula.is_true:
        return []
    return [Assertion(Kind.DEFINITION, predicate.name, f"equality {predicate}", formula)]


def _may_coincide(extent: Extent) -> Iterable[list[tuple[tuple[Argument, ...], Term]]]:
    """The tuples in groups that agree where all of them are ground, so that most pairs are never looked at."""
    keys = list(extent.tuples)
    fixed = [i for i in range(len(keys[0])) if all(order.is_ground(key[i]) for key in keys)]
    groups: dict[tuple[Argument, ...], list[tuple[tuple[Argument, ...], Term]]] = {}
    for key, condition in extent.tuples.items():
        groups.setdefault(tuple(key[i] for i in fixed), []).append((key, condition))
    return groups.values()


def contraries(extents: dict[Predicate, Extent]) -> list[Assertion]:
    """No atom together with its classical negation."""
    assertions = []
    for predicate, extent in extents.items():
        positive = extents.get(Predicate(predicate.name[1:], predicate.arity))
        if predicate.name.startswith("-") and positive is not None:
            formula = factory.conj(
                *(
                    factory.neg(factory.conj(condition, positive.truth(args)))
                    for args, condition in extent.tuples.items()
                )
            )
            if not formula.is_true:
                assertions.append(Assertion(Kind.DEFINITION, predicate.name, f"contrary {predicate}", formula))
    return assertions


def show_atom(predicate: Predicate, args: tuple[Argument, ...]) -> str:
    """An atom as clingo writes it."""
    return f"{predicate.name}({','.join(order.show(arg) for arg in args)})" if args else predicate.name


def rule_names(instances: Iterable[Instance]) -> dict[Predicate, list[str]]:
    """The names of the statements with each predicate in the head, in order, each once."""
    names: dict[Predicate, dict[str, None]] = {}
    for instance in instances:
        if instance.head is not None:
            names.setdefault(instance.head, {})[_shown(instance.statement)] = None
    return {predicate: list(found) for predicate, found in names.items()}


def _shown(statement: NamedStatement) -> str:
    return statement.name
