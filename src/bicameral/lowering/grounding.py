"""The order of grounding: components of the positive dependencies, recursive ones by semi-naive evaluation.

Each round joins a recursive rule with the tuples of the round before, once for each of its recursive literals, so no
instance is found twice (Bancilhon 1986). Instances come out in the order of the statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence

from bicameral.analysis.dependency import DependencyGraph, Predicate, body_occurrences, head_occurrences, predicates
from bicameral.lowering.bodies import Window
from bicameral.lowering.elements import Computed
from bicameral.lowering.evaluation import Evaluator
from bicameral.lowering.extent import Extent
from bicameral.lowering.instantiation import Instance, Instantiator
from bicameral.lowering.program import Argument
from bicameral.lowering.refused import RefusedError
from bicameral.policy.model import NamedStatement
from bicameral.syntax import tree

# Statements that have no part in what the answer sets are.
_SILENT = (
    tree.Const
    | tree.ShowNothing
    | tree.ShowSignature
    | tree.ShowTerm
    | tree.Defined
    | tree.Program
    | tree.Include
    | tree.Optimize
    | tree.WeakConstraint
    | tree.ProjectSignature
    | tree.ProjectAtom
    | tree.Heuristic
    | tree.TheoryDefinition
    | tree.Annotation
)

AddAtom = Callable[[Predicate, tuple[Argument, ...], NamedStatement | None], None]
Refuse = Callable[[NamedStatement | None, RefusedError], None]

# Rounds of one component: a chain of that many steps. What grows without end is refused here.
MAX_ROUNDS = 5_000


class Grounder:
    """Grounds statements over extents that grow; `add_atom` gives a new head atom its place in them."""

    def __init__(
        self, evaluator: Evaluator, extents: MutableMapping[Predicate, Extent], add_atom: AddAtom, refuse: Refuse
    ) -> None:
        self._evaluator = evaluator
        self._extents = extents
        self._add_atom = add_atom
        self._refuse = refuse
        self.recursive: set[Predicate] = set()  # predicates on positive cycles
        self.computed: list[Computed] = []  # by the last statements ground

    def ground(self, statements: Sequence[NamedStatement]) -> list[Instance]:
        """Instances of every statement; what is refused is reported and has none."""
        self._instantiator = Instantiator(self._evaluator, self._extents)
        graph = DependencyGraph(statements)
        component: dict[Predicate, int] = {}
        components = graph.components(positive_only=True)
        for number, names in enumerate(components):
            component |= dict.fromkeys(names, number)
        for predicate in graph.defined:
            if predicate.arity == 0:
                self._add_atom(predicate, (), None)  # a proposition without any instance has its world closed too
        self.recursive = {name for names in components if graph.cycle(names, positive_only=True) for name in names}
        by_component: dict[int, list[int]] = {}
        for index in range(len(statements)):
            # a statement comes with the first of its heads: all of them depend on everything that its body reads
            first = min((component[head] for head in graph.heads.get(index, ())), default=len(components))
            by_component.setdefault(first, []).append(index)
        found: dict[int, list[Instance]] = {index: [] for index in range(len(statements))}
        for number in sorted(by_component):
            inside = self.recursive.intersection(components[number]) if number < len(components) else set()
            self._component(statements, by_component[number], inside, found)
        self._collect()
        self.computed = self._instantiator.computed
        return [instance for index in sorted(found) for instance in found[index]]

    def _collect(self) -> None:
        """Every tuple is known: what conditions and aggregates range over is so, too."""
        for named, pending in self._instantiator.pending:
            try:
                pending.collect()
            except RefusedError as fault:
                self._refuse(named, fault)

    def _component(
        self,
        statements: Sequence[NamedStatement],
        indices: Sequence[int],
        inside: set[Predicate],
        found: dict[int, list[Instance]],
    ) -> None:
        """Ground the statements of one component."""
        recursive: list[tuple[int, list[tree.Literal]]] = []
        for index in indices:
            literals = self._recursive_literals(statements[index], inside) if inside else []
            if literals is None:
                continue
            if literals:
                recursive.append((index, literals))
            else:
                found[index] += self._statement(statements[index])
        if recursive:
            self._rounds(statements, recursive, inside, found)

    def _recursive_literals(self, named: NamedStatement, inside: set[Predicate]) -> list[tree.Literal] | None:
        """The literals of a statement's body that read its own component; None where it is refused for how it does."""
        rule = named.statement
        if not isinstance(rule, tree.Rule):
            return []
        literals = [
            part
            for part in rule.body
            if isinstance(part, tree.Literal)
            and part.sign is tree.Sign.NONE
            and isinstance(part.atom, tree.SymbolicAtom)
            and not inside.isdisjoint(predicates(part.atom))
        ]
        plain = {id(literal.atom) for literal in literals}
        plain |= {id(part.literal.atom) for part in rule.body if isinstance(part, tree.ConditionalLiteral)}
        for occurrence in (*body_occurrences(rule.body), *head_occurrences(rule.head)):
            if not occurrence.positive or id(occurrence.atom) in plain:
                continue
            met = next((name for name in predicates(occurrence.atom) if name in inside), None)
            if met is not None:
                through = "an aggregate" if occurrence.aggregate else "a condition in a head"
                witness = f"a positive cycle through {met} and {through}"
                construct = "aggregate-recursion" if occurrence.aggregate else "condition-recursion"
                self._refuse(named, RefusedError(construct, occurrence.atom.span, witness))
                return None
        return literals

    def _rounds(
        self,
        statements: Sequence[NamedStatement],
        recursive: Sequence[tuple[int, list[tree.Literal]]],
        inside: set[Predicate],
        found: dict[int, list[Instance]],
    ) -> None:
        old = dict.fromkeys(inside, 0)
        for _ in range(MAX_ROUNDS):
            new = {name: len(self._extents[name]) if name in self._extents else 0 for name in inside}
            if new == old:
                return
            for index, literals in recursive:
                for place, literal in enumerate(literals):
                    windows = _windows(literals, place, old, new)
                    if windows is not None:
                        found[index] += self._statement(statements[index], windows, literal)
            old = new
        named = statements[recursive[0][0]]
        names = ", ".join(sorted(map(str, inside)))
        witness = f"{names} still grow after {MAX_ROUNDS} rounds"
        self._refuse(named, RefusedError("growing", named.span, witness))

    def _statement(
        self,
        named: NamedStatement,
        windows: dict[int, Window] | None = None,
        first: tree.BodyElement | None = None,
    ) -> list[Instance]:
        statement = named.statement
        try:
            match statement:
                case tree.Rule():
                    instances = list(self._instantiator.instances(named, statement, windows, first))
                    for predicate, args in _heads(instances):
                        self._add_atom(predicate, args, named)
                    return instances
                case tree.External():
                    return []  # false unless stated: no rule derives it
                case tree.Edge():
                    raise RefusedError("edge", statement.span, "`#edge`")
                case tree.Script():
                    raise RefusedError("script", statement.span, "`#script`")
                case _:
                    assert isinstance(statement, _SILENT)
                    return []
        except RefusedError as fault:
            self._refuse(named, fault)
            return []


def _heads(instances: Sequence[Instance]) -> Iterator[tuple[Predicate, tuple[Argument, ...]]]:
    for instance in instances:
        if instance.head is not None:
            yield instance.head, instance.args


def _windows(
    literals: Sequence[tree.Literal], place: int, old: dict[Predicate, int], new: dict[Predicate, int]
) -> dict[int, Window] | None:
    """The literal at `place` meets the last round's tuples, those before it any, those after it earlier ones."""
    windows: dict[int, Window] = {}
    for number, literal in enumerate(literals):
        assert isinstance(literal.atom, tree.SymbolicAtom)
        (name, *others) = [name for name in predicates(literal.atom) if name in old]
        assert not others  # pools of several arities are refused before
        if number == place:
            if old[name] == new[name]:
                return None
            windows[id(literal)] = old[name], new[name]
        else:
            windows[id(literal)] = 0, new[name] if number < place else old[name]
    return windows
