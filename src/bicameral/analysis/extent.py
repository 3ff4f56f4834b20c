"""How much grounding makes, at most: sound bounds on values, atoms and instances of rules.

Also whether any arithmetic may leave clingo's 32 bits, by intervals, for programs whose rules are not lowered.
A bound that is not known is None. Loose bounds cost a child process, never a wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bicameral.analysis.dependency import Predicate, strongly_connected
from bicameral.analysis.flows import (
    Aggregate,
    Flow,
    GroundAtom,
    Position,
    Source,
    element_flows,
    sources,
    subterms,
    variables,
)
from bicameral.analysis.intervals import absolute, operate, reach
from bicameral.analysis.values import (
    ANYTHING,
    NOTHING,
    Values,
    capped,
    cut,
    narrowest,
    plus,
    times,
    union,
    weight,
    widened,
    within,
)
from bicameral.formula.bounds import Bounds
from bicameral.source.record import record
from bicameral.syntax import tree

_HIGHEST = 2**31 - 1


_PART = (None, None)
_ASCENDING = 3  # rounds before a moving bound is given up
_ROUNDS = 8
_OPERATORS = tree.ComparisonOperator
_MIRROR = {
    _OPERATORS.LESS: _OPERATORS.GREATER,
    _OPERATORS.LESS_EQUAL: _OPERATORS.GREATER_EQUAL,
    _OPERATORS.GREATER: _OPERATORS.LESS,
    _OPERATORS.GREATER_EQUAL: _OPERATORS.LESS_EQUAL,
    _OPERATORS.EQUAL: _OPERATORS.EQUAL,
    _OPERATORS.NOT_EQUAL: _OPERATORS.NOT_EQUAL,
}


@record
class Given:
    """The atoms of a predicate that the case brings: how many at most, and the values of each argument."""

    atoms: int
    arguments: tuple[Values, ...]


class Extent:
    """Bounds for one program; `given` are its inputs.

    `may_overflow`: some integer may leave 32 bits. `may_crash`: clingo may die of it (-2**31 divided by -1) or never
    return (an interval that ends at 2**31 - 1).
    """

    def __init__(
        self, flows: Sequence[Flow], constants: Mapping[str, tree.Term], given: Mapping[Predicate, Given]
    ) -> None:
        self._constants = constants
        self._flows = flows
        self._values: dict[Position, Values] = {}
        self._atoms: dict[Predicate, int | None] = {}
        self.instances: int | None = 0
        self.may_overflow = False
        self.may_crash = False
        self._summed: int | None = 0
        for predicate, found in given.items():
            self._atoms[predicate] = found.atoms
            for index, values in enumerate(found.arguments, 1):
                self._values[Position(predicate, index)] = values
        self._run()

    def atoms(self, predicate: Predicate) -> int | None:
        """How many atoms of a predicate there are at most."""
        return self._atoms.get(predicate, 0)

    def values(self, position: Position) -> Values:
        """What an argument of a predicate may hold."""
        return self._values.get(position, NOTHING)

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
        if flow.head is None:
            self.instances = plus(self.instances, instances)
        if flow.summed and flow.terms:
            self._sum(times(instances, weight(self._evaluate(flow.terms[0], env))))
        if flow.head is None:
            return
        ones = {name: Values(1, values.integers) for name, values in env.items()}
        each = [self._evaluate(term, ones).count for term in flow.head.arguments]
        atoms = times(instances, *each)
        predicate = flow.head.predicate
        self.instances = plus(self.instances, atoms if 0 not in each else instances)
        self._atoms[predicate] = plus(self._atoms.get(predicate, 0), atoms)
        for index, term in enumerate(flow.head.arguments, 1):
            self._grow(Position(predicate, index), capped(self._evaluate(term, env), atoms))

    def _grow(self, position: Position, values: Values) -> None:
        self._values[position] = self._values.get(position, NOTHING) | values

    def _sum(self, far: int | None) -> None:
        """Adds up how far all sums of the program together can reach."""
        self._summed = plus(self._summed, far)
        if self._summed is None or self._summed > _HIGHEST:
            self.may_overflow = True

    def _recursive(self, component: Sequence[Predicate], members: Sequence[Flow]) -> None:
        """A component whose arguments may be handed round: each holds what enters anywhere or is built within.

        Integers built within are bounded by an ascending iteration, widened, then narrowed.
        """
        positions = [Position(predicate, index) for predicate in component for index in range(1, predicate.arity + 1)]
        current = union(self._values.get(position, NOTHING) for position in positions)
        brought, flags = current, (self.may_overflow, self.may_crash)

        def step(values: Values) -> Values:
            self._values |= dict.fromkeys(positions, values)
            return brought | self._built(component, members)

        for attempt in range(_ROUNDS):
            found = step(current)
            if found.integers == current.integers and attempt:
                break
            current = found if attempt < _ASCENDING else widened(current, found)
        self.may_overflow, self.may_crash = flags
        current = step(step(current))
        self._values |= dict.fromkeys(positions, current)
        for predicate in component:
            self._atoms[predicate] = times(*(current.count for _ in range(predicate.arity)))
        for flow in members:
            self.instances = plus(self.instances, self._body(flow)[1])
        for predicate in component:
            self.instances = plus(self.instances, self._atoms[predicate])

    def _built(self, component: Sequence[Predicate], members: Sequence[Flow]) -> Values:
        """What the heads of a component bring into it: from outside, or computed from what is inside."""
        outside, inside = NOTHING, NOTHING
        for flow in members:
            assert flow.head is not None
            env, _ = self._body(flow)
            handed = {name for atom in flow.atoms if atom.predicate in component for name in _plain(atom)}
            for term in flow.head.arguments:
                values = self._evaluate(term, env)
                if not handed & set(_names(term)):
                    outside |= values
                elif not isinstance(term, tree.Variable):
                    computes = isinstance(term, tree.BinaryOperation | tree.UnaryOperation | tree.Absolute)
                    inside |= values if computes else ANYTHING
        built = outside | inside
        if inside.count == 0 or built.integers is None or None in built.integers:
            return built if inside.count == 0 else Values(None, built.integers)
        return Values(plus(outside.count, within(Values(None, built.integers)).count), built.integers)

    # --- bodies -----------------------------------------------------------------------------------------------

    def _body(self, flow: Flow) -> tuple[dict[str, Values], int | None]:
        """The values of each variable, and the number of instances."""
        bound = sources(flow)
        env: dict[str, Values] = {}
        multiplying: list[str] = []
        for name, found in bound.items():
            at = [self._at(source) for source in found if source.position is not None]
            if at:
                env[name] = narrowest(at)
                multiplying.append(name)
        self._narrow(flow, env)
        waiting = [name for name in bound if name not in env]
        for _ in range(len(waiting)):  # a chain of equations settles one variable a round
            for name in [name for name in waiting if name not in env]:
                self._settle(name, bound[name], env, multiplying)
        for name in waiting:
            env.setdefault(name, ANYTHING)
        instances = self._instances(flow, env, multiplying)
        return env, times(instances, *self._alternatives(flow, env))

    def _alternatives(self, flow: Flow, env: Mapping[str, Values]) -> Iterator[int | None]:
        """Evaluates every term of a body, and gives how many alternatives each has for one instance."""
        ones = {name: Values(1, values.integers) for name, values in env.items()}
        ones["_"] = Values(1, _PART)
        for term in (*flow.terms, *(term for atom in flow.atoms for term in atom.arguments)):
            yield self._evaluate(term, ones).count
        for comparison in flow.comparisons:
            sides = [comparison.term, *(guard.term for guard in comparison.guards)]
            binds = any(isinstance(side, tree.Variable) for side in sides)
            for side in sides:
                count = self._evaluate(side, ones).count
                if not binds:  # what is bound to a variable was counted with it
                    yield count

    def _narrow(self, flow: Flow, env: dict[str, Values]) -> None:
        """Comparisons with constants bound the integers: other instances are dropped, whatever they compute."""
        for comparison in flow.comparisons:
            left = comparison.term
            for guard in comparison.guards:
                for one, operator, other in (
                    (left, guard.operator, guard.term),
                    (guard.term, _MIRROR[guard.operator], left),
                ):
                    if isinstance(one, tree.Variable) and one.name in env and not _names(other):
                        limit = self._evaluate(other, {}).integers
                        env[one.name] = replace(env[one.name], integers=cut(env[one.name].integers, operator, limit))
                left = guard.term

    def _at(self, source: Source) -> Values:
        assert source.position is not None
        values = self._values.get(source.position, NOTHING)
        if source.kind == "copy":
            return values
        if source.kind == "arithmetic" and source.term is not None and values.integers is not None:
            return Values(values.count, self._solved(source.term, values.integers))
        return Values(values.count, _PART)

    def _solved(self, term: tree.Term, matched: Bounds) -> Bounds:
        """Bounds of X where a*X + b is matched; clingo computes (matched - b) / a in 32 bits."""
        offset = reach(self._evaluate(term, dict.fromkeys(_names(term), Values(1, (0, 0)))).integers or (0, 0))
        far = reach(matched)
        if far is None or offset is None or far + offset > _HIGHEST:
            self.may_crash = self.may_overflow = True
            return None, None
        return -far - offset, far + offset

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
        far = times(elements, weight(weights))
        return ANYTHING if far is None else Values(2 * far + 1, (-far, far))

    def _instances(self, flow: Flow, env: Mapping[str, Values], multiplying: Sequence[str]) -> int | None:
        """The smaller of two bounds: by the variables' values, and by the atoms that bring new variables."""
        by_values = times(*(env[name].count for name in multiplying))
        seen: set[str] = set()
        factors: list[int | None] = []
        for atom in flow.atoms:
            new = {name for term in atom.arguments for name in _names(term)} - seen
            if new or self._atoms.get(atom.predicate, 0) == 0:
                factors.append(self._atoms.get(atom.predicate, 0))
            seen |= new
        factors += [env[name].count for name in multiplying if name not in seen]
        by_atoms = times(*factors)
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
                return union(self._evaluate(part, env) for part in term.arguments)
            case tree.Interval():
                return self._interval(self._evaluate(term.left, env), self._evaluate(term.right, env))
            case tree.BinaryOperation() | tree.UnaryOperation() | tree.Absolute():
                return self._arithmetic(term, [self._evaluate(part, env) for part in subterms(term)])
            case tree.Function():
                return union(self._tuple(arguments, env) for arguments in term.pools)
            case tree.Tuple():
                return self._tuple(term.arguments, env)
            case _:
                return Values(1, None)

    def _tuple(self, arguments: Sequence[tree.Term], env: Mapping[str, Values]) -> Values:
        return Values(times(*(self._evaluate(argument, env).count for argument in arguments)), None)

    def _arithmetic(
        self, term: tree.BinaryOperation | tree.UnaryOperation | tree.Absolute, parts: Sequence[Values]
    ) -> Values:
        if isinstance(term, tree.Absolute):
            found = union(Values(part.count, absolute(part.integers)) for part in parts)
        else:
            count = times(*(part.count for part in parts))
            if any(part.integers is None for part in parts):
                integers: Bounds | None = None  # undefined: the instance is dropped
            else:
                self._divided(term.operator, parts)
                integers = operate(term.operator, [part.integers for part in parts if part.integers is not None])
            found = Values(count, integers)
        return self._checked(within(found))

    def _divided(self, operator: tree.BinaryOperator | tree.UnaryOperator, parts: Sequence[Values]) -> None:
        if operator in (tree.BinaryOperator.DIVISION, tree.BinaryOperator.MODULO):
            (lowest, _), (smallest, _) = (part.integers or (0, 0) for part in parts)
            if (lowest is None or lowest < -_HIGHEST) and (smallest is None or smallest < 0):
                self.may_crash = True

    def _interval(self, left: Values, right: Values) -> Values:
        if left.integers is None or right.integers is None:
            return NOTHING
        low, high = left.integers[0], right.integers[1]
        if high is None or high >= _HIGHEST:
            self.may_crash = True
        if low is None or high is None:
            return Values(None, (low, high))
        return Values(high - low + 1, (low, high)) if low <= high else NOTHING

    def _checked(self, values: Values) -> Values:
        if values.integers is not None:
            low, high = values.integers
            if low is None or high is None or low < -_HIGHEST or high > _HIGHEST:
                self.may_overflow = True
        return values


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
