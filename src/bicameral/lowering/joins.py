"""The order in which the parts of a body are evaluated: each once what it needs is bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bicameral.lowering.matching import ANONYMOUS, binds, free_variables
from bicameral.lowering.refused import RefusedError
from bicameral.source import Span
from bicameral.syntax import tree
from bicameral.syntax.traverse import variables, walk

UNREADY = 1_000_000

Aggregate = tree.SetAggregate | tree.BodyAggregate


def global_variables(rule: tree.Rule) -> frozenset[str]:
    """Variables that occur in a head or a body outside aggregates and conditional literals: global within these."""
    found: set[str] = set()
    match rule.head:
        case tree.Literal():
            found |= free_variables(rule.head)
        case tree.Disjunction():
            for element in rule.head.elements:
                if not element.condition:
                    found |= free_variables(element.literal)
        case tree.SetAggregate() | tree.HeadAggregate():
            found |= _guard_variables(rule.head)
        case tree.TheoryAtom():
            pass
    for part in rule.body:
        if isinstance(part, tree.Literal):
            found |= free_variables(part)
        elif isinstance(part, tree.BodyLiteral) and not isinstance(part.atom, tree.TheoryAtom):
            found |= _guard_variables(part.atom)
    return frozenset(found - {ANONYMOUS})


def _guard_variables(aggregate: Aggregate | tree.HeadAggregate) -> set[str]:
    return {name for guard in guards(aggregate) for name in free_variables(guard.term)}


def guards(aggregate: Aggregate | tree.HeadAggregate) -> list[tree.LeftGuard | tree.Guard]:
    return [guard for guard in (aggregate.left, aggregate.right) if guard is not None]


def plan(
    body: Sequence[tree.BodyElement],
    span: Span,
    bound: Iterable[str],
    global_names: frozenset[str],
    first: tree.BodyElement | None = None,
) -> list[tree.BodyElement]:
    """The parts of a body in an order in which each can be evaluated or binds its variables.

    Bound comparisons first, then assignments, then the positive atom with the fewest unbound variables (`first`
    before all others); aggregates and negated atoms last. Raises RefusedError when the rule is unsafe.
    """
    remaining = [part for element in body for part in _links(element)]
    known = set(bound)
    ordered: list[tree.BodyElement] = []
    while remaining:
        best = min(
            range(len(remaining)),
            key=lambda index: (_readiness(remaining[index], known, global_names, first), index),
        )
        part = remaining.pop(best)
        if _readiness(part, known, global_names, first) >= UNREADY:
            names = ", ".join(sorted(_needed(part, global_names) - known))
            raise RefusedError("unsafe", span, f"variables {names} are unsafe")
        ordered.append(part)
        known |= _needed(part, global_names)
    return ordered


def _links(element: tree.BodyElement) -> Iterator[tree.BodyElement]:
    """A chain of comparisons as its links, so that each can assign."""
    if (
        not isinstance(element, tree.Literal)
        or not isinstance(element.atom, tree.Comparison)
        or element.sign is not tree.Sign.NONE
        or len(element.atom.guards) == 1
    ):
        yield element
        return
    no_alternatives(guard.term for guard in element.atom.guards[:-1])
    left = element.atom.term
    for guard in element.atom.guards:
        yield tree.Literal(element.sign, tree.Comparison(left, (guard,), element.atom.span), element.span)
        left = guard.term


def no_alternatives(terms: Iterable[tree.Term]) -> None:
    """Raises RefusedError for an interval or a pool within a chain."""
    for term in terms:
        if any(isinstance(node, tree.Interval | tree.Pool) for node in walk(term)):
            raise RefusedError("chain", term.span, "an interval or a pool within a chain of comparisons")


def _needed(element: tree.BodyElement, global_names: frozenset[str]) -> set[str]:
    """The variables that are bound once the element is evaluated."""
    match element:
        case tree.Literal(_, tree.SymbolicAtom()):
            return free_variables(element) - {ANONYMOUS}
        case tree.Literal():
            return free_variables(element)
        case tree.ConditionalLiteral():
            return free_variables(element) & global_names
        case tree.BodyLiteral(_, tree.TheoryAtom()):
            return set()
        case tree.BodyLiteral():
            assert not isinstance(element.atom, tree.TheoryAtom)
            inside = {variable.name for part in element.atom.elements for variable in variables(part)}
            return (inside & global_names) | _guard_variables(element.atom)


def _readiness(
    element: tree.BodyElement, known: set[str], global_names: frozenset[str], first: tree.BodyElement | None
) -> int:
    """Lower is sooner; UNREADY and above cannot be evaluated yet."""
    unbound = _needed(element, global_names) - known
    match element:
        case tree.Literal(_, tree.BooleanConstant()):
            return 0
        case tree.Literal(sign, tree.Comparison() as comparison):
            if not unbound:
                return 1
            return 2 if sign is tree.Sign.NONE and _assigns(comparison, known) else UNREADY
        case tree.Literal(tree.Sign.NONE, tree.SymbolicAtom() as atom):
            if all(binds(term, known) for alternative in atom.pools for term in alternative):
                return -1 if element is first else 10 + len(unbound)
            return UNREADY
        case tree.Literal():
            return 1000 if not unbound else UNREADY
        case tree.BodyLiteral(tree.Sign.NONE, tree.SetAggregate() | tree.BodyAggregate() as aggregate):
            if not unbound:
                return 900
            assigned = assigned_by(aggregate, known)
            return 800 if assigned is not None and unbound <= free_variables(assigned) else UNREADY
        case _:
            return 950 if not unbound else UNREADY


def assigned_by(aggregate: Aggregate, known: Iterable[str]) -> tree.Term | None:
    """The term that an aggregate assigns to: `S` in `S = #sum { ... }`, where S is not known yet."""
    bound = set(known)
    for guard in guards(aggregate):
        if guard.operator is tree.ComparisonOperator.EQUAL and not free_variables(guard.term) <= bound:
            if binds(guard.term, bound):
                return guard.term
            return None
    return None


def _assigns(comparison: tree.Comparison, known: set[str]) -> bool:
    (guard,) = comparison.guards
    if guard.operator is not tree.ComparisonOperator.EQUAL:
        return False
    for pattern, other in ((comparison.term, guard.term), (guard.term, comparison.term)):
        if free_variables(other) <= known and binds(pattern, known):
            return True
    return False
