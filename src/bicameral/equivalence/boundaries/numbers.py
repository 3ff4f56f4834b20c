"""Which variables and arguments can be numbers: the others are names, and no comparison of names is a threshold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from bicameral.analysis.dependency import Predicate, head_atoms
from bicameral.lowering.inputs import predicate
from bicameral.policy.model import CheckedPolicy
from bicameral.sorts.term_sort import INT
from bicameral.syntax import tree
from bicameral.syntax.node import Node
from bicameral.syntax.traverse import atoms, variables, walk

_COUNTED = (tree.AggregateFunction.COUNT, tree.AggregateFunction.SUM, tree.AggregateFunction.SUM_PLUS)


class Numbers:
    """Where the numbers of a policy are: declared ones, and what rules make of them."""

    def __init__(self, policy: CheckedPolicy) -> None:
        self._constants: Mapping[str, tree.Term] = policy.constants
        self._places: set[tuple[Predicate, int]] = set()
        for declared in (*policy.inputs.values(), *policy.outcomes.values(), *policy.defines.values()):
            if declared.sort is not None and declared.sort.term_sort == INT:
                self._places.add((predicate(declared), declared.arity - 1))
        rules = [named.statement for named in policy.statements if isinstance(named.statement, tree.Rule)]
        before = -1
        while before < len(self._places):
            before = len(self._places)
            for rule in rules:
                self._spread(rule)

    def variables(self, rule: tree.Rule) -> set[str]:
        """The variables of a rule that can be numbers."""
        found = {variable.name for node in walk(rule) if _computes(node) for variable in variables(node)}
        for atom in atoms(rule):
            for place, term in _arguments(atom):
                if isinstance(term, tree.Variable) and place in self._places:
                    found.add(term.name)
        before = -1
        while before < len(found):
            before = len(found)
            for node in walk(rule):
                for sides in _equations(node):
                    if any(side is None or self.is_number(side, found) for side in sides):
                        found |= {side.name for side in sides if isinstance(side, tree.Variable)}
        return found

    def is_number(self, term: tree.Term, names: set[str]) -> bool:
        """Whether a term can be a number, where the variables `names` can."""
        match term:
            case tree.Number():
                return True
            case tree.Variable():
                return term.name in names
            case tree.Function():
                return isinstance(self._constants.get(term.name), tree.Number) and term.pools == ((),)
            case tree.Pool():
                return any(self.is_number(part, names) for part in term.arguments)
            case _:
                return _computes(term)

    def _spread(self, rule: tree.Rule) -> None:
        names = self.variables(rule)
        for atom in head_atoms(rule.head):
            self._places |= {place for place, term in _arguments(atom) if self.is_number(term, names)}


def _arguments(atom: tree.SymbolicAtom) -> Iterator[tuple[tuple[Predicate, int], tree.Term]]:
    name = f"-{atom.name}" if atom.negative else atom.name
    for alternative in atom.pools:
        for place, term in enumerate(alternative):
            yield (Predicate(name, len(alternative)), place), term


def _computes(node: Node) -> bool:
    if isinstance(node, tree.UnaryOperation):
        return not isinstance(node.argument, tree.Function | tree.Tuple)
    return isinstance(node, tree.BinaryOperation | tree.Absolute | tree.Interval)


def _equations(node: Node) -> Iterator[tuple[tree.Term | None, ...]]:
    """Terms that a node compares with each other; None stands for the number that an aggregate is."""
    match node:
        case tree.Comparison():
            terms = (node.term, *(guard.term for guard in node.guards))
            yield from pairwise(terms)
        case tree.SetAggregate():
            yield from ((guard.term, None) for guard in (node.left, node.right) if guard is not None)
        case tree.BodyAggregate() if node.function in _COUNTED:
            yield from ((guard.term, None) for guard in (node.left, node.right) if guard is not None)
        case _:
            pass
