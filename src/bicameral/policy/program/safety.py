"""Safety: every variable of a rule is bound by a positive body literal or by an equality that such ones decide.

The conditions are those of gringo, the grounder of clingo: an argument binds a variable where it stands alone, in a
function or tuple, or in a linear expression with one variable; an equality binds one side once the other is bound;
an aggregate binds by `=` once its global variables are. Pools are expanded first, as gringo does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bicameral.policy.program.pools import expand
from bicameral.policy.program.scan import Scan, flat
from bicameral.policy.vocabulary.findings import Findings
from bicameral.syntax import tree
from bicameral.syntax.traverse import variables, walk
from bicameral.syntax.tree import BinaryOperator, ComparisonOperator, Sign, UnaryOperator


def check_safety(scans: Sequence[Scan], findings: Findings) -> None:
    """Report unsafe variables."""
    for found in scans:
        if tree.Variable not in found.kinds or _plainly_safe(found):
            continue
        unsafe = dict.fromkeys(_key(variable) for variable in unsafe_variables(found.named.statement))
        spans = {_key(v): v.span for v in reversed([n for n in found.nodes if type(n) is tree.Variable])}
        for key in unsafe:
            name = key if isinstance(key, str) else "_"
            hint = "bind it by an atom in the body that is not negated"
            findings.error("unsafe-variable", f"the variable `{name}` is unsafe", spans[key], hint)


def _plainly_safe(found: Scan) -> bool:
    """Whether every variable is an argument of a positive body atom, or equal to a term over such ones.

    What this does not see through is looked at again, in full.
    """
    statement = found.named.statement
    if not isinstance(statement, tree.Rule):
        return False
    bound: set[str] = set()
    equations: list[tree.Comparison] = []
    for literal in statement.body:
        if not isinstance(literal, tree.Literal) or literal.sign is not Sign.NONE:
            continue
        atom = literal.atom
        if isinstance(atom, tree.SymbolicAtom) and len(atom.pools) == 1:
            bound.update([term.name for term in atom.pools[0] if type(term) is tree.Variable])
        elif isinstance(atom, tree.Comparison) and atom.guards[0].operator is ComparisonOperator.EQUAL:
            equations.append(atom)
    wanted = {node.name for node in found.nodes if type(node) is tree.Variable}
    for equation in equations:
        if not wanted - bound:
            break
        if type(equation.term) is tree.Variable and _names(equation.guards[0].term) <= bound:
            bound.add(equation.term.name)
    return "_" not in wanted and wanted <= bound and not _has_pools(found)


def _names(term: tree.Term) -> set[str]:
    return {node.name for node in flat(term) if type(node) is tree.Variable}


def _has_pools(found: Scan) -> bool:
    if not found.kinds.isdisjoint((tree.Pool, tree.Absolute)):
        return True
    return any(len(node.pools) > 1 for node in found.nodes if type(node) in (tree.Function, tree.SymbolicAtom))


def unsafe_variables(statement: tree.Statement) -> list[tree.Variable]:
    """The variables of a statement that nothing binds, at their first occurrence."""
    if any(_undefined(node) for node in walk(statement)):
        return []
    found: dict[str | int, tree.Variable] = {}
    for alternative in expand(statement):
        for part in _parts(alternative):
            for variable in part.unsafe():
                found.setdefault(_key(variable), variable)
    return list(found.values())


def _undefined(node: Any) -> bool:
    """Whether gringo may fold a node away, or drop the rule for it, before it looks at safety."""
    match node:
        case tree.UnaryOperation():
            return _no_number(node.argument)
        case tree.Absolute():
            return any(map(_no_number, node.arguments))
        case tree.Interval():
            return _no_number(node.left) or _no_number(node.right)
        case tree.BinaryOperation():
            return _divides_by_zero(node) or _folds(node) or _no_number(node.left) or _no_number(node.right)
        case tree.Comparison():
            names = [_key(variable) for variable in variables(node)]
            return len(set(names)) < len(names) or any(not _keys(left, right) for left, right in _pairs(node))
        case _:
            return False


def _divides_by_zero(node: tree.BinaryOperation) -> bool:
    """Whether the divisor may be 0 whatever the variables are."""
    if node.operator not in (BinaryOperator.DIVISION, BinaryOperator.MODULO) or _keys(node.right):
        return False
    return not isinstance(node.right, tree.Number) or node.right.value == 0


def _folds(node: tree.BinaryOperation) -> bool:
    """`0*X` is 0 to gringo."""
    return node.operator is BinaryOperator.MULTIPLICATION and (_is_zero(node.left) or _is_zero(node.right))


def _pairs(comparison: tree.Comparison) -> Iterator[tuple[tree.Term, tree.Term]]:
    left = comparison.term
    for guard in comparison.guards:
        yield left, guard.term
        left = guard.term


def _no_number(term: tree.Term) -> bool:
    return isinstance(term, tree.Function | tree.Tuple | tree.String | tree.Infimum | tree.Supremum | tree.Pool)


def _key(variable: tree.Variable) -> str | int:
    """What tells variables apart: the name, for the anonymous one the occurrence."""
    return variable.name if variable.name != "_" else id(variable)


def _keys(*nodes: Any) -> set[str | int]:
    return {_key(variable) for node in nodes for variable in variables(node)}


@dataclass(slots=True)
class _Scope:
    """Literals, and the nodes whose variables they must bind; `local` are scopes within, which see what is bound."""

    needs: list[Any] = field(default_factory=list)
    literals: list[tree.BodyElement] = field(default_factory=list)
    local: list[_Scope] = field(default_factory=list)

    def unsafe(self, outer: frozenset[str | int] = frozenset()) -> Iterator[tree.Variable]:
        shared = {*outer, *_keys(*self.needs, *(_outside(element) for element in self.literals))}
        bound = {*outer, *_bound(self.literals, outer, shared)}
        for node in self.needs:
            yield from (variable for variable in variables(node) if _key(variable) not in bound)
        for node in map(_outside, self.literals):
            for variable in variables(node):
                if _key(variable) not in bound and not _projected(variable, node):
                    yield variable
        for scope in self.local:
            yield from scope.unsafe(frozenset(bound | shared))


def _outside(element: tree.BodyElement) -> Any:
    match element:
        case tree.Literal():
            return element
        case tree.BodyLiteral(atom=tree.SetAggregate() | tree.BodyAggregate() as aggregate):
            return tree.Tuple(tuple(guard.term for guard in (aggregate.left, aggregate.right) if guard is not None))
        case _:
            return tree.Tuple(())


def _projected(variable: tree.Variable, node: Any) -> bool:
    """Whether it is `_` in a negated atom, where it means *any*."""
    return (
        variable.name == "_"
        and isinstance(node, tree.Literal)
        and node.sign is not Sign.NONE
        and isinstance(node.atom, tree.SymbolicAtom)
    )


def _parts(statement: tree.Statement) -> Iterator[_Scope]:
    match statement:
        case tree.Rule():
            yield _rule(statement)
        case tree.External() | tree.ProjectAtom():
            yield _body(statement.body, statement.atom)
        case tree.ShowTerm():
            yield _body(statement.body, statement.term)
        case tree.Heuristic():
            kept = [statement.atom, statement.bias, statement.priority, statement.modifier]
            yield _body(statement.body, *(node for node in kept if node is not None))
        case tree.Edge():
            yield _body(statement.body, *(node for edge in statement.edges for node in edge))
        case tree.WeakConstraint():
            yield _weighed(statement)
        case tree.Optimize():
            yield from map(_weighed, statement.elements)
        case _:
            return


def _weighed(statement: tree.WeakConstraint | tree.OptimizeElement) -> _Scope:
    body = statement.body if isinstance(statement, tree.WeakConstraint) else statement.condition
    priority = () if statement.priority is None else (statement.priority,)
    return _body(body, statement.weight, *priority, *statement.terms)


def _body(body: Iterable[tree.BodyElement], *needs: Any) -> _Scope:
    scope = _Scope(list(needs), list(body))
    for element in scope.literals:
        match element:
            case tree.ConditionalLiteral():
                scope.local.append(_Scope([], [element.literal, *element.condition]))
            case tree.BodyLiteral(atom=tree.SetAggregate() as choice):
                # in a body `{ a : b }` counts what satisfies both
                scope.local += [_Scope([], [part.literal, *part.condition]) for part in choice.elements]
            case tree.BodyLiteral(atom=tree.BodyAggregate() as aggregate):
                scope.local += [_Scope(list(part.terms), list(part.condition)) for part in aggregate.elements]
            case _:
                pass
    return scope


def _rule(rule: tree.Rule) -> _Scope:
    scope = _body(rule.body)
    match rule.head:
        case tree.Literal():
            scope.needs.append(rule.head)
        case tree.Disjunction():
            # the anonymous variable is projected there
            named = [[v for v in variables(part.literal) if v.name != "_"] for part in rule.head.elements]
            scope.local += [
                _Scope(list(needs), list(part.condition)) for needs, part in zip(named, rule.head.elements, strict=True)
            ]
        case tree.SetAggregate():
            scope.needs += _guards(rule.head)
            scope.local += [_Scope([part.literal], list(part.condition)) for part in rule.head.elements]
            if len(rule.head.elements) == 1 and not _guards(rule.head):
                scope.literals += rule.head.elements[0].condition  # gringo moves it into the body
        case tree.HeadAggregate():
            scope.needs += _guards(rule.head)
            for element in rule.head.elements:
                needs = [*element.terms, element.literal.literal]
                scope.local.append(_Scope(needs, list(element.literal.condition)))
        case _:
            pass
    return scope


def _guards(aggregate: tree.SetAggregate | tree.HeadAggregate) -> list[tree.Term]:
    return [guard.term for guard in (aggregate.left, aggregate.right) if guard is not None]


# --- what binds ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Binding:
    """`gives` are bound once `needs` are."""

    needs: frozenset[str | int]
    gives: frozenset[str | int]


def _bound(elements: Iterable[tree.BodyElement], outer: frozenset[str | int], shared: set[str | int]) -> set[str | int]:
    waiting = [binding for element in elements for binding in _bindings(element, shared)]
    bound: set[str | int] = set(outer)
    while True:
        ready = [binding for binding in waiting if binding.needs <= bound]
        if not ready:
            return bound
        waiting = [binding for binding in waiting if not binding.needs <= bound]
        for binding in ready:
            bound |= binding.gives


def _bindings(element: tree.BodyElement, shared: set[str | int]) -> Iterator[_Binding]:
    match element:
        case tree.Literal(atom=tree.SymbolicAtom() as atom):
            if element.sign is Sign.NONE:
                yield _Binding(frozenset(), frozenset(_bindable(atom.pools[0])))
        case tree.Literal(atom=tree.Comparison() as comparison):
            yield from _equalities(element.sign, comparison)
        case tree.BodyLiteral(atom=tree.SetAggregate() | tree.BodyAggregate()):
            if element.sign is Sign.NONE:
                yield from _assignments(element.atom, shared)
        case _:
            return


def _equalities(sign: Sign, comparison: tree.Comparison) -> Iterator[_Binding]:
    equal = ComparisonOperator.NOT_EQUAL if sign is Sign.NEGATION else ComparisonOperator.EQUAL
    for (left, right), guard in zip(_pairs(comparison), comparison.guards, strict=True):
        if guard.operator is equal:
            yield _Binding(frozenset(_keys(right)), frozenset(_bindable((left,))))
            yield _Binding(frozenset(_keys(left)), frozenset(_bindable((right,))))


def _assignments(aggregate: Any, shared: set[str | int]) -> Iterator[_Binding]:
    """An aggregate is evaluated once the variables that it shares with the outside are bound."""
    needs = frozenset(_keys(*aggregate.elements) & shared)
    for guard in (aggregate.left, aggregate.right):
        if guard is not None and guard.operator is ComparisonOperator.EQUAL:
            yield _Binding(needs, frozenset(_bindable((guard.term,))))


def _bindable(terms: Iterable[tree.Term]) -> Iterator[str | int]:
    """The variables that a match of the terms determines."""
    stack = list(terms)
    while stack:
        term = stack.pop()
        match term:
            case tree.Variable():
                yield _key(term)
            case tree.Function() if not term.external:
                stack += term.pools[0]
            case tree.Tuple():
                stack += term.arguments
            case tree.BinaryOperation() | tree.UnaryOperation():
                yield from _linear(term)
            case _:
                pass


def _linear(term: tree.Term) -> Iterator[str | int]:
    """The one variable of a linear expression."""
    while True:
        match term:
            case tree.Variable():
                yield _key(term)
                return
            case tree.UnaryOperation(operator=UnaryOperator.MINUS):
                term = term.argument
            case tree.BinaryOperation(
                operator=BinaryOperator.PLUS | BinaryOperator.MINUS | BinaryOperator.MULTIPLICATION
            ):
                left, right = bool(_keys(term.left)), bool(_keys(term.right))
                if left == right:
                    return
                inner, other = (term.left, term.right) if left else (term.right, term.left)
                if term.operator is BinaryOperator.MULTIPLICATION and _is_zero(other):
                    return
                term = inner
            case _:
                return


def _is_zero(term: tree.Term) -> bool:
    return any(isinstance(node, tree.Number) and node.value == 0 for node in walk(term))
