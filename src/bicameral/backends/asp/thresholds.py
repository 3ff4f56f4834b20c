"""Numbers that the author's text only compares with constants, read off the syntax tree.

Where nothing is lowered no condition is known from there. But an input that stands in bodies as `cost(C)` with C in
nothing besides comparisons of C with numbers is told apart by those numbers alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from bicameral.policy.model import Declaration
from bicameral.syntax import tree
from bicameral.syntax.traverse import atoms, variables


def limits_of(
    input_: Declaration, statements: Iterable[tree.Statement], constants: Mapping[str, tree.Term]
) -> frozenset[int] | None:
    """The numbers that the input is compared with; None where anything else is done to it."""
    found: set[int] = set()
    for statement in statements:
        count = sum(atom.name == input_.name and not atom.negative for atom in atoms(statement))
        if count == 0:
            continue
        if not isinstance(statement, tree.Rule):
            return None
        limits = _in_rule(input_, statement, count, constants)
        if limits is None:
            return None
        found |= limits
    return frozenset(found)


def _in_rule(input_: Declaration, rule: tree.Rule, count: int, constants: Mapping[str, tree.Term]) -> set[int] | None:
    """Likewise in one rule, where the input's name stands `count` times."""
    values = [name for element in rule.body for name in _value(input_, element)]
    if len(values) != count:
        return None  # negated, in a condition, in an aggregate, in a head
    found: set[int] = set()
    compared: Counter[str] = Counter(name for name in values if name != "_")
    if any(times > 1 for times in compared.values()):
        return None
    for element in rule.body:
        for name in [name for name in compared if any(v.name == name for v in variables(element))]:
            limit = _limit(element, name, constants)
            if limit is not None:
                compared[name] += 1
                found.add(limit)
    used = Counter(variable.name for variable in variables(rule))
    return found if all(used[name] == times for name, times in compared.items()) else None


def _value(input_: Declaration, element: tree.BodyElement) -> Iterable[str]:
    """The variable that takes the value in a literal of the input: at most one, `_` where the literal is negated."""
    if not isinstance(element, tree.Literal):
        return
    atom = element.atom
    if isinstance(atom, tree.SymbolicAtom) and atom.name == input_.name and not atom.negative and len(atom.pools) == 1:
        arguments = atom.pools[0]
        value = arguments[-1] if len(arguments) == input_.arity else None
        if isinstance(value, tree.Variable) and (element.sign is tree.Sign.NONE or value.name == "_"):
            yield value.name


def _limit(element: tree.BodyElement, name: str, constants: Mapping[str, tree.Term]) -> int | None:
    """The number that the variable is compared with, either way round."""
    if not isinstance(element, tree.Literal) or not isinstance(element.atom, tree.Comparison):
        return None
    comparison = element.atom
    if len(comparison.guards) != 1:
        return None
    left, right = comparison.term, comparison.guards[0].term
    if isinstance(right, tree.Variable):
        left, right = right, left
    return _number(right, constants) if isinstance(left, tree.Variable) and left.name == name else None


def _number(term: tree.Term, constants: Mapping[str, tree.Term]) -> int | None:
    if isinstance(term, tree.Function) and term.pools == ((),) and term.name in constants:
        term = constants[term.name]
    if isinstance(term, tree.UnaryOperation) and term.operator is tree.UnaryOperator.MINUS:
        below = _number(term.argument, constants)
        return None if below is None else -below
    return term.value if isinstance(term, tree.Number) else None
