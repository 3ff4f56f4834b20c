"""The thresholds and the exceptions of a policy, each with its place.

A threshold is a comparison of two numbers in a body, a condition or a head, or the guard of an aggregate or of a
choice; of a chain each link is one. What only assigns (`W = P / 5200`, `N = #count { ... }`) is none, and neither is
a comparison of names. The end of an interval is one where the interval is no plain list of values.

An exception is a rule whose head stands under `not` in the body of a statement, for that statement; or a rule that
`overrides` another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from bicameral.analysis.dependency import Predicate, head_atoms, predicates
from bicameral.equivalence.boundaries.numbers import Numbers
from bicameral.equivalence.boundaries.trees import Path, at, located
from bicameral.policy.model import CheckedPolicy, NamedStatement
from bicameral.source import Span
from bicameral.source.record import record
from bicameral.syntax import to_text, tree
from bicameral.syntax.node import Node
from bicameral.syntax.traverse import variables

Aggregate = tree.SetAggregate | tree.BodyAggregate | tree.HeadAggregate

ORDERED = {
    tree.ComparisonOperator.LESS: tree.ComparisonOperator.LESS_EQUAL,
    tree.ComparisonOperator.LESS_EQUAL: tree.ComparisonOperator.LESS,
    tree.ComparisonOperator.GREATER: tree.ComparisonOperator.GREATER_EQUAL,
    tree.ComparisonOperator.GREATER_EQUAL: tree.ComparisonOperator.GREATER,
}
"""Each inequality with the one that differs in whether the end is in."""

CONTRARY = {
    tree.ComparisonOperator.LESS: tree.ComparisonOperator.GREATER_EQUAL,
    tree.ComparisonOperator.LESS_EQUAL: tree.ComparisonOperator.GREATER,
    tree.ComparisonOperator.GREATER: tree.ComparisonOperator.LESS_EQUAL,
    tree.ComparisonOperator.GREATER_EQUAL: tree.ComparisonOperator.LESS,
    tree.ComparisonOperator.EQUAL: tree.ComparisonOperator.NOT_EQUAL,
    tree.ComparisonOperator.NOT_EQUAL: tree.ComparisonOperator.EQUAL,
}


@record
class Threshold:
    """`link` is the place in a chain. `path` leads to the comparison, to the aggregate's guard, or to the interval.

    `shifted` leads to the term that a unit is added to, `operator` is written between it and the other side.
    """

    kind: Literal["comparison", "guard", "interval"]
    statement: int
    path: Path
    link: int
    shifted: tuple[Path, ...]
    operator: tree.ComparisonOperator | None
    text: str
    span: Span


@record
class Exception_:  # noqa: N801 - the word of the literature, which Python has taken
    """A negated literal of a statement, at `path`, and the statements that derive its atom."""

    statement: int
    path: Path
    atom: tree.SymbolicAtom
    rules: tuple[int, ...]
    text: str
    span: Span


@record
class Overriding:
    """An `overrides` claim: statements of the winner's name, and of the loser's."""

    winner: str
    loser: str
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    span: Span


def thresholds(policy: CheckedPolicy) -> list[Threshold]:
    """Every threshold of a policy, in the order of its text."""
    numbers = Numbers(policy)
    return [
        found
        for index, named in enumerate(policy.statements)
        if isinstance(named.statement, tree.Rule)
        for found in _of_rule(index, named, named.statement, numbers)
    ]


def exceptions(policy: CheckedPolicy) -> list[Exception_]:
    """Every negated literal whose atom a rule derives, in the order of the text."""
    defined: dict[Predicate, list[int]] = {}
    for index, named in enumerate(policy.statements):
        if isinstance(named.statement, tree.Rule):
            for atom in head_atoms(named.statement.head):
                for predicate in predicates(atom):
                    defined.setdefault(predicate, []).append(index)
    return [
        replace(found, rules=tuple(dict.fromkeys(rules)))
        for found in negations(policy)
        if (rules := [index for predicate in predicates(found.atom) for index in defined.get(predicate, ())])
    ]


def negations(policy: CheckedPolicy) -> Iterator[Exception_]:
    """Every negated atom in a rule, inputs among them; `rules` are empty."""
    for index, named in enumerate(policy.statements):
        if isinstance(named.statement, tree.Rule):
            for path, node in located(named.statement):
                if (
                    isinstance(node, tree.Literal)
                    and node.sign is tree.Sign.NEGATION
                    and isinstance(node.atom, tree.SymbolicAtom)
                    and path[0] == "body"
                ):
                    yield Exception_(index, path, node.atom, (), to_text(node), node.span)


def overriding(policy: CheckedPolicy) -> list[Overriding]:
    """Every `overrides` claim."""
    names: dict[str, list[int]] = {}
    for index, named in enumerate(policy.statements):
        names.setdefault(named.name, []).append(index)
    return [
        Overriding(one.winner, one.loser, tuple(names.get(one.winner, ())), tuple(names.get(one.loser, ())), one.span)
        for one in policy.overrides
    ]


# --- thresholds of one rule -----------------------------------------------------------------------------------------


def _of_rule(index: int, named: NamedStatement, rule: tree.Rule, numbers: Numbers) -> Iterator[Threshold]:
    names = numbers.variables(rule)
    for path, node in located(rule):
        match node:
            case tree.Comparison():
                yield from _links(index, path, node, numbers, names, _known_elsewhere(rule, path))
            case tree.LeftGuard() | tree.Guard() if path[-1] in ("left", "right"):
                free = {variable.name for variable in variables(node.term)}
                if node.operator is not tree.ComparisonOperator.EQUAL or free <= _known_elsewhere(rule, path):
                    yield _guard(index, path, node, at(rule, path[:-1]))
            case tree.Interval():
                ends = ((*path, "left"), (*path, "right"))
                yield Threshold("interval", index, path, 0, ends, None, to_text(node), named.span)
            case _:
                pass


def _links(
    index: int, path: Path, node: tree.Comparison, numbers: Numbers, names: set[str], known: set[str]
) -> Iterator[Threshold]:
    terms = (node.term, *(guard.term for guard in node.guards))
    places: list[Path] = [(*path, "term"), *((*path, "guards", link, "term") for link in range(len(node.guards)))]
    for link, guard in enumerate(node.guards):
        left, right = terms[link], guard.term
        if not any(numbers.is_number(term, names) and not isinstance(term, tree.Interval) for term in (left, right)):
            continue
        if guard.operator is tree.ComparisonOperator.EQUAL and not _free(node) <= known:
            continue
        shifted = places[link] if _free(right) and not _free(left) else places[link + 1]
        text = f"{to_text(left)} {guard.operator.value} {to_text(right)}"
        yield Threshold("comparison", index, path, link, (shifted,), guard.operator, text, node.span)


def _guard(index: int, path: Path, node: tree.LeftGuard | tree.Guard, aggregate: Aggregate) -> Threshold:
    whole = to_text(replace(aggregate, left=None, right=None))
    sides = [to_text(node.term), whole] if isinstance(node, tree.LeftGuard) else [whole, to_text(node.term)]
    text = f" {node.operator.value} ".join(sides)
    return Threshold("guard", index, path, 0, ((*path, "term"),), node.operator, text, node.span)


# --- what a comparison assigns ---------------------------------------------------------------------------------------


def _known_elsewhere(rule: tree.Rule, path: Path) -> set[str]:
    """The variables that are bound without the part of a body, or of a condition, that `path` lies in."""
    place = path[1] if path[0] == "body" else None
    outer = _bound([part for index, part in enumerate(rule.body) if index != place], set())
    if "condition" in path:
        inside = path.index("condition")
        literals = at(rule, path[: inside + 1])
        own = rule.body if place is None else [rule.body[int(place)]]
        return _bound(
            [part for index, part in enumerate(literals) if index != path[inside + 1]], outer | _bound(own, outer)
        )
    return outer


def _bound(body: Sequence[tree.BodyElement], known: set[str]) -> set[str]:
    """The variables that positive atoms bind, and those that are assigned from them."""
    found = set(known)
    for element in body:
        if isinstance(element, tree.Literal) and element.sign is tree.Sign.NONE:
            found |= _free(element) if isinstance(element.atom, tree.SymbolicAtom) else set()
    before = -1
    while before < len(found):
        before = len(found)
        for target, source in (pair for element in body for pair in _assignments(element)):
            if source is None or _free(source) <= found:
                found |= _free(target)
    return found


def _assignments(element: tree.BodyElement) -> Iterator[tuple[tree.Term, tree.Term | None]]:
    match element:
        case tree.Literal(tree.Sign.NONE, tree.Comparison(left, guards)):
            for guard in guards:
                if guard.operator is tree.ComparisonOperator.EQUAL:
                    yield left, guard.term
                    yield guard.term, left
                left = guard.term
        case tree.BodyLiteral(tree.Sign.NONE, tree.SetAggregate(left=left, right=right)):
            yield from ((guard.term, None) for guard in (left, right) if guard is not None and _is_equal(guard))
        case tree.BodyLiteral(tree.Sign.NONE, tree.BodyAggregate(left=left, right=right)):
            yield from ((guard.term, None) for guard in (left, right) if guard is not None and _is_equal(guard))
        case _:
            pass


def _is_equal(guard: tree.LeftGuard | tree.Guard) -> bool:
    return guard.operator is tree.ComparisonOperator.EQUAL


def _free(node: Node) -> set[str]:
    return {variable.name for variable in variables(node)}
