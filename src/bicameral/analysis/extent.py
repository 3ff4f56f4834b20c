"""How much grounding makes, at most: sound bounds on values, atoms and instances of rules.

Also whether any arithmetic may leave clingo's 32 bits, by intervals, for programs whose rules are not lowered.
A bound that is not known is None. Loose bounds cost a child process, never a wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from bicameral.analysis.dependency import Predicate, strongly_connected
from bicameral.analysis.flows import (
    Aggregate,
    Flow,
    GroundAtom,
    Position,
    Source,
    element_flows,
    flows,
    sources,
    subterms,
    variables,
)
from bicameral.analysis.intervals import absolute, operate, reach
from bicameral.formula.bounds import Bounds
from bicameral.syntax import tree

_HIGHEST = 2**31 - 1
_NEVER = 10**12  # more than this is as good as without bound


@dataclass(frozen=True, slots=True)
class Values:
    """A set of terms: how many at most, and bounds of the integers among them (None: there are none)."""

    count: int | None
    integers: Bounds | None

    def __or__(self, other: Values) -> Values:
        count = None if self.count is None or other.count is None else self.count + other.count
        if self.integers is None or other.integers is None:
            return Values(count, self.integers or other.integers)
        (low1, high1), (low2, high2) = self.integers, other.integers
        low = None if low1 is None or low2 is None else min(low1, low2)
        high = None if high1 is None or high2 is None else max(high1, high2)
        return Values(count, (low, high))


NOTHING = Values(0, None)
ANYTHING = Values(None, (None, None))
_PART = (None, None)


@dataclass(frozen=True, slots=True)
class Given:
    """The atoms of a predicate that the case brings: how many at most, and the values of each argument."""

    atoms: int
    arguments: tuple[Values, ...]


class Extent:
    """Bounds for one program; `given` are its inputs."""

    def __init__(
        self,
        statements: Iterable[tree.Statement],
        constants: Mapping[str, tree.Term],
        given: Mapping[Predicate, Given],
    ) -> None:
        self._constants = constants
        self._flows = [flow for statement in statements for flow in flows(statement)]
        self._values: dict[Position, Values] = {}
        self._atoms: dict[Predicate, int | None] = {}
        self.instances: int | None = 0
        self.may_overflow = False
        self._summed: int | None = 0
        for predicate, found in given.items():
            self._atoms[predicate] = found.atoms
            for index, values in enumerate(found.arguments, 1):
                self._values[Position(predicate, index)] = values
        self._run()

    def _run(self) -> None:
        defining: dict[Predicate, list[Flow]] = {}
        for flow in self._flows:
            if flow.head is not None:
                defining.setdefault(flow.head.predicate, []).append(flow)
        for component in _components(defining):
            members = [flow for predicate in component for flow in defining.get(predicate, ())]
            if len(component) > 1 or any(_calls(flow, component[0]) for flow in members):
                self._recursive(component, members)
            else:
                for flow in members:
                    self._add(flow)
        for flow in self._flows:
            if flow.head is None:
                self._add(flow)

    def _add(self, flow: Flow) -> None:
        """Counts a flow whose body is bounded already, and what its head derives."""
        env, instances = self._body(flow)
        self.instances = _plus(self.instances, instances)
        if flow.summed and flow.terms:
            self._sum(_times(instances, _weight(self._evaluate(flow.terms[0], env))))
        if flow.head is None:
            return
        ones = {name: Values(1, values.integers) for name, values in env.items()}
        each = [self._evaluate(term, ones).count for term in flow.head.arguments]
        atoms = _times(instances, *each)
        predicate = flow.head.predicate
        self._atoms[predicate] = _plus(self._atoms.get(predicate, 0), atoms)
        for index, term in enumerate(flow.head.arguments, 1):
            self._grow(Position(predicate, index), _capped(self._evaluate(term, env), atoms))

    def _grow(self, position: Position, values: Values) -> None:
        self._values[position] = self._values.get(position, NOTHING) | values

    def _sum(self, far: int | None) -> None:
        """Adds up how far all sums of the program together can reach."""
        self._summed = _plus(self._summed, far)
        if self._summed is None or self._summed > _HIGHEST:
            self.may_overflow = True

    def _recursive(self, component: Sequence[Predicate], members: Sequence[Flow]) -> None:
        """A component whose arguments are copied round: they can hold what enters it anywhere."""
        within = set(component)
        entering = NOTHING
        for flow in members:
            assert flow.head is not None
            outside = replace(flow, atoms=tuple(atom for atom in flow.atoms if atom.predicate not in within))
            env, _ = self._body(outside)
            inside = {name for atom in flow.atoms if atom.predicate in within for name in _plain(atom)}
            for term in flow.head.arguments:
                if isinstance(term, tree.Variable) and term.name in inside:
                    continue
                entering |= self._evaluate(term, env)  # ANYTHING where it needs a variable from inside
        for predicate in component:
            for index in range(1, predicate.arity + 1):
                entering |= self._values.get(Position(predicate, index), NOTHING)
        for predicate in component:
            for index in range(1, predicate.arity + 1):
                self._values[Position(predicate, index)] = entering
            self._atoms[predicate] = _times(*(entering.count for _ in range(predicate.arity)))
        for flow in members:
            self.instances = _plus(self.instances, self._body(flow)[1])

    # --- bodies -----------------------------------------------------------------------------------------------

    def _body(self, flow: Flow) -> tuple[dict[str, Values], int | None]:
        """The values of each variable, and the number of instances."""
        bound = sources(flow)
        env: dict[str, Values] = {}
        multiplying: list[str] = []
        for name, found in bound.items():
            at = [self._at(source) for source in found if source.position is not None]
            if at:
                env[name] = _narrowest(at)
                multiplying.append(name)
        waiting = [name for name in bound if name not in env]
        for _ in range(len(waiting)):  # a chain of equations settles one variable a round
            for name in [name for name in waiting if name not in env]:
                self._settle(name, bound[name], env, multiplying)
        for name in waiting:
            env.setdefault(name, ANYTHING)
        for comparison in flow.comparisons:
            for term in (comparison.term, *(guard.term for guard in comparison.guards)):
                self._evaluate(term, env)
        for term in (*flow.terms, *(term for atom in flow.atoms for term in atom.arguments)):
            self._evaluate(term, env)
        return env, self._instances(flow, env, multiplying)

    def _at(self, source: Source) -> Values:
        assert source.position is not None
        values = self._values.get(source.position, NOTHING)
        return values if source.kind == "copy" else Values(values.count, _PART)

    def _settle(self, name: str, found: Sequence[Source], env: dict[str, Values], multiplying: list[str]) -> None:
        for source in found:
            if source.aggregate is not None:
                env[name] = self._aggregated(source.aggregate)
                multiplying.append(name)
            elif source.term is not None and all(used in env for used in _names(source.term)):
                env[name] = self._evaluate(source.term, env)
                ones = {used: Values(1, env[used].integers) for used in _names(source.term)}
                if self._evaluate(source.term, ones).count != 1:
                    multiplying.append(name)

    def _aggregated(self, aggregate: Aggregate) -> Values:
        """What an aggregate can come to."""
        elements, weights = 0, NOTHING
        for flow in element_flows(aggregate):
            env, instances = self._body(flow)
            if instances is None:
                return ANYTHING
            elements += instances
            weights |= self._evaluate(flow.terms[0], env) if flow.terms else NOTHING
        if isinstance(aggregate, tree.SetAggregate) or aggregate.function is tree.AggregateFunction.COUNT:
            return Values(elements + 1, (0, elements))
        if aggregate.function in (tree.AggregateFunction.MIN, tree.AggregateFunction.MAX):
            return Values(elements + 1, weights.integers)
        far = _times(elements, _weight(weights))
        return ANYTHING if far is None else Values(2 * far + 1, (-far, far))

    def _instances(self, flow: Flow, env: Mapping[str, Values], multiplying: Sequence[str]) -> int | None:
        """The smaller of two bounds: by the variables' values, and by the atoms that bring new variables."""
        by_values = _times(*(env[name].count for name in multiplying))
        seen: set[str] = set()
        factors: list[int | None] = []
        for atom in flow.atoms:
            new = {name for term in atom.arguments for name in _names(term)} - seen
            if new or self._atoms.get(atom.predicate, 0) == 0:
                factors.append(self._atoms.get(atom.predicate, 0))
            seen |= new
        factors += [env[name].count for name in multiplying if name not in seen]
        by_atoms = _times(*factors)
        if by_values is None or by_atoms is None:
            return by_values if by_atoms is None else by_atoms
        return min(by_values, by_atoms)

    # --- terms ------------------------------------------------------------------------------------------------

    def _evaluate(self, term: tree.Term, env: Mapping[str, Values]) -> Values:
        match term:
            case tree.Variable():
                return env.get(term.name, ANYTHING)
            case tree.Number():
                return self._checked(Values(1, (term.value, term.value)))
            case tree.Function(pools=((),)) if term.name in self._constants:
                return self._evaluate(self._constants[term.name], {})
            case tree.Pool():
                return _union(self._evaluate(part, env) for part in term.arguments)
            case tree.Interval():
                return _interval(self._evaluate(term.left, env), self._evaluate(term.right, env))
            case tree.BinaryOperation() | tree.UnaryOperation() | tree.Absolute():
                return self._arithmetic(term, [self._evaluate(part, env) for part in subterms(term)])
            case tree.Function():
                return _union(self._tuple(arguments, env) for arguments in term.pools)
            case tree.Tuple():
                return self._tuple(term.arguments, env)
            case _:
                return Values(1, None)

    def _tuple(self, arguments: Sequence[tree.Term], env: Mapping[str, Values]) -> Values:
        return Values(_times(*(self._evaluate(argument, env).count for argument in arguments)), None)

    def _arithmetic(
        self, term: tree.BinaryOperation | tree.UnaryOperation | tree.Absolute, parts: Sequence[Values]
    ) -> Values:
        if isinstance(term, tree.Absolute):
            found = _union(Values(part.count, absolute(part.integers)) for part in parts)
        else:
            count = _times(*(part.count for part in parts))
            if any(part.integers is None for part in parts):
                integers: Bounds | None = None  # undefined: the instance is dropped
            else:
                integers = operate(term.operator, [part.integers for part in parts if part.integers is not None])
            found = Values(count, integers)
        return self._checked(_within(found))

    def _checked(self, values: Values) -> Values:
        if values.integers is not None:
            low, high = values.integers
            if low is None or high is None or low < -_HIGHEST or high > _HIGHEST:
                self.may_overflow = True
        return values


def _interval(left: Values, right: Values) -> Values:
    if left.integers is None or right.integers is None:
        return NOTHING
    low, high = left.integers[0], right.integers[1]
    if low is None or high is None:
        return Values(None, (low, high))
    return Values(max(0, high - low + 1), (low, high)) if low <= high else NOTHING


def _weight(values: Values) -> int | None:
    """How large a summand can be; what is no integer counts as 0."""
    return 0 if values.integers is None else reach(values.integers)


def _names(term: tree.Term) -> list[str]:
    return list(variables(term))


def _plain(atom: GroundAtom) -> list[str]:
    return [term.name for term in atom.arguments if isinstance(term, tree.Variable)]


def _calls(flow: Flow, predicate: Predicate) -> bool:
    return any(atom.predicate == predicate for atom in flow.atoms)


def _components(defining: Mapping[Predicate, Sequence[Flow]]) -> list[list[Predicate]]:
    """Predicates that depend on each other through positive atoms, what they depend on first."""
    following: dict[Predicate, list[Predicate]] = {}
    for predicate, found in defining.items():
        used = [atom.predicate for flow in found for atom in flow.atoms]
        for flow in found:
            for _, aggregate in flow.assigned:
                used += [atom.predicate for inner in element_flows(aggregate) for atom in inner.atoms]
        following[predicate] = list(dict.fromkeys(used))
    for used in list(following.values()):
        for predicate in used:
            following.setdefault(predicate, [])
    return strongly_connected(following)


def _within(values: Values) -> Values:
    """Integers only: no more of them than their bounds hold."""
    if values.integers is None:
        return NOTHING
    low, high = values.integers
    if low is None or high is None:
        return values
    width = high - low + 1
    return Values(width if values.count is None else min(width, values.count), values.integers)


def _capped(values: Values, atoms: int | None) -> Values:
    """An argument has no more values than its predicate has atoms."""
    if atoms is None:
        return values
    return Values(atoms if values.count is None else min(atoms, values.count), values.integers)


def _union(parts: Iterable[Values]) -> Values:
    total = NOTHING
    for part in parts:
        total |= part
    return total


def _narrowest(found: Sequence[Values]) -> Values:
    return min(found, key=lambda values: (values.count is None, values.count or 0, values.integers == _PART))


def _plus(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else left + right


def _times(*factors: int | None) -> int | None:
    """A product; 0 is 0 even where another factor is without bound."""
    if 0 in factors:
        return 0
    known = [factor for factor in factors if factor is not None]
    if len(known) < len(factors):
        return None
    total = prod(known)
    return total if total <= _NEVER else None
