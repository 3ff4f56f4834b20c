"""The author's statements with switches: what reasons are found with where clingo alone decides.

Every statement that an entry of a reason can name stands twice, under `on(k)` as it is and under `not on(k)` dropped:
a rule with its head made a choice, a choice without its bounds; a constraint, and what `#edge` forbids, stands under
`on(k)` alone. Written on the syntax tree, so that nothing of the lowering is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bicameral.analysis.dependency import Predicate, body_occurrences, head_atoms, head_occurrences, predicates
from bicameral.backends.asp.author import is_wide, tupled
from bicameral.policy.model import CheckedPolicy, NamedStatement
from bicameral.source.record import record
from bicameral.syntax import to_text, tree
from bicameral.syntax.node import Node
from bicameral.syntax.traverse import walk

_NONE = tree.Sign.NONE
_KEPT = tree.Const | tree.External | tree.Defined


@record
class Switched:
    """Program text with a switch for each of `elements` (kind, name), numbered as they are listed.

    `reads` and `gives` are, for each element, the predicates in its bodies and in its heads; `deriving` maps each
    predicate of a head to the names of the statements with it; `rest` are reads and gives of what has no switch.
    """

    text: str
    elements: tuple[tuple[str, str], ...]
    reads: tuple[frozenset[Predicate], ...]
    gives: tuple[frozenset[Predicate], ...]
    deriving: dict[Predicate, tuple[str, ...]]
    rest: tuple[tuple[frozenset[Predicate], frozenset[Predicate]], ...]


def switched(policy: CheckedPolicy, switch: str) -> Switched:
    """The statements of a policy; `switch` is the fresh name of the predicate that keeps an element."""
    kinds = [(_kind(named.statement), named.name) for named in policy.statements]
    elements = [
        *dict.fromkeys((kind, name) for kind, name in kinds if kind == "rule"),
        *dict.fromkeys((kind, name) for kind, name in kinds if kind == "constraint"),
    ]
    numbers = {element: number for number, element in enumerate(elements)}
    reads: list[set[Predicate]] = [set() for _ in elements]
    gives: list[set[Predicate]] = [set() for _ in elements]
    deriving: dict[Predicate, dict[str, None]] = {}
    rest: list[tuple[frozenset[Predicate], frozenset[Predicate]]] = []
    lines: list[str] = []
    for named, (kind, name) in zip(policy.statements, kinds, strict=True):
        number = numbers.get((kind, name))
        lines += map(to_text, _written(named.statement, switch, number, policy))
        body, heads = reads_and_gives(named.statement)
        for predicate in _heads(named):
            deriving.setdefault(predicate, {})[name] = None
        if number is None:
            rest.append((body, heads))
        else:
            reads[number] |= body
            gives[number] |= heads
    return Switched(
        "\n".join(lines) + "\n",
        tuple(elements),
        tuple(map(frozenset, reads)),
        tuple(map(frozenset, gives)),
        {predicate: tuple(names) for predicate, names in deriving.items()},
        tuple(rest),
    )


def _kind(statement: tree.Statement) -> str:
    """`rule`, `constraint`, or nothing for a statement that no reason cites."""
    match statement:
        case tree.Edge():
            return "constraint"
        case tree.Rule(tree.SetAggregate(None, _, None) | tree.HeadAggregate(None, _, _, None)):
            return ""
        case tree.Rule(tree.Literal(sign, atom)):
            return "rule" if sign is _NONE and isinstance(atom, tree.SymbolicAtom) else "constraint"
        case tree.Rule():
            return "rule"
        case _:
            return ""


def _written(
    statement: tree.Statement, switch: str, number: int | None, policy: CheckedPolicy
) -> Iterator[tree.Statement]:
    if isinstance(statement, _KEPT):
        yield statement
    if isinstance(statement, tree.Edge) and number is not None:
        yield tree.Edge(statement.edges, (*statement.body, _switch(switch, number, _NONE)), statement.span)
    if not isinstance(statement, tree.Rule):
        return
    rule = tupled(statement) if is_wide(statement, policy.constants) else statement
    if number is None:
        yield rule
        return
    yield tree.Rule(rule.head, (*rule.body, _switch(switch, number, _NONE)), rule.span)
    if _kind(statement) == "rule":
        off = _switch(switch, number, tree.Sign.NEGATION)
        yield tree.Rule(_as_choice(rule.head), (*rule.body, off), rule.span)


def _switch(switch: str, number: int, sign: tree.Sign) -> tree.Literal:
    return tree.Literal(sign, tree.SymbolicAtom(switch, ((tree.Number(number),),)))


def _as_choice(head: tree.Head) -> tree.Head:
    match head:
        case tree.Literal():
            return tree.SetAggregate(None, (tree.ConditionalLiteral(head, ()),), None)
        case tree.Disjunction() | tree.SetAggregate():
            return tree.SetAggregate(None, head.elements, None)
        case tree.HeadAggregate():
            return tree.HeadAggregate(None, head.function, head.elements, None)
        case _:
            raise AssertionError("a policy has no theory atoms")


def reads_and_gives(statement: tree.Statement) -> tuple[frozenset[Predicate], frozenset[Predicate]]:
    """The predicates in the bodies (and in the conditions of the head) of a statement, and in its head."""
    if isinstance(statement, tree.Edge):
        return frozenset(_read(statement.body)), frozenset()
    if not isinstance(statement, tree.Rule):
        return frozenset(), frozenset()
    conditions = {p for found in head_occurrences(statement.head) for p in predicates(found.atom)}
    conditions |= {p for literal in walk(statement.head) for p in _denied(literal)}
    heads = {p for atom in head_atoms(statement.head) for p in predicates(atom)}
    return frozenset(_read(statement.body) | conditions), frozenset(heads)


def _denied(node: Node) -> Iterator[Predicate]:
    if isinstance(node, tree.Literal) and node.sign is not _NONE and isinstance(node.atom, tree.SymbolicAtom):
        yield from predicates(node.atom)


def _read(body: Sequence[tree.BodyElement]) -> set[Predicate]:
    return {p for found in body_occurrences(body) for p in predicates(found.atom)}


def _heads(named: NamedStatement) -> Iterator[Predicate]:
    """The predicates of a head, in the order of the text."""
    if isinstance(named.statement, tree.Rule):
        for atom in head_atoms(named.statement.head):
            yield from predicates(atom)
