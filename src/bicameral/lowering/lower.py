"""The lowering of a policy, and of each claim on top of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bicameral.analysis.dependency import DependencyGraph, Predicate
from bicameral.formula import factory
from bicameral.formula.term import Op, Term, subterms
from bicameral.formula.term import symbols as symbols_of
from bicameral.lowering import completion, inputs, order
from bicameral.lowering.evaluation import Evaluator
from bicameral.lowering.instantiation import MAX_SYMBOLIC, Extent, Instance, Instantiator
from bicameral.lowering.program import Argument, Assertion, Constant, InputSymbol, Kind, LoweredProgram, Refusal
from bicameral.lowering.refused import RefusedError
from bicameral.policy.model import CheckedPolicy, Claim, Declaration, NamedStatement
from bicameral.sorts.term_sort import BOOL, INT
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


def lower(policy: CheckedPolicy, claim: Claim | None = None) -> LoweredProgram:
    """The policy (and a claim) as named assertions, or what was refused and why."""
    return Lowerer(policy).lowered(claim)


class Lowerer:
    """Lowers a policy once, and then any number of claims on top of it."""

    def __init__(self, policy: CheckedPolicy) -> None:
        self._policy = policy
        self._refusals: list[Refusal] = []
        self._extents: dict[Predicate, Extent] = {}
        self._names: dict[str, None] = {}
        self._symbols = [
            inputs.input_symbol(declaration) for declaration in policy.inputs.values() if self._plain(declaration)
        ]
        self._evaluator = Evaluator(policy.constants, inputs.limits(self._symbols))
        self._instantiator = Instantiator(self._evaluator, self._extents)
        self._base = self._lower_policy()

    @classmethod
    def over(
        cls,
        policy: CheckedPolicy,
        symbols: Sequence[InputSymbol],
        extents: dict[Predicate, Extent],
        assertions: list[Assertion],
    ) -> Lowerer:
        """A lowerer of claims over assertions that were not made from statements (an SMT-LIB file)."""
        lowerer = cls(policy)
        lowerer._symbols = list(symbols)
        lowerer._extents.clear()
        lowerer._extents.update(extents)
        lowerer._names = dict.fromkeys(
            str(symbol.payload)
            for extent in extents.values()
            for entry in extent.guarded()
            for symbol in symbols_of(entry.condition, *(arg for arg in entry.args if isinstance(arg, Term)))
        )
        lowerer._base = lowerer._program(assertions)
        return lowerer

    def lowered(self, claim: Claim | None = None) -> LoweredProgram:
        """The policy with the claim's rules as a definition on top."""
        return self._base if claim is None else self._lower_claim(claim)

    # --- the policy ------------------------------------------------------------------------------------------

    def _lower_policy(self) -> LoweredProgram:
        self._declare_inputs()
        instances = self._instantiate(self._policy.statements)
        assertions = self._complete(instances)
        return self._program(assertions)

    def _plain(self, declaration: Declaration) -> bool:
        if declaration.keys:
            witness = f"{declaration.name}({', '.join(declaration.keys)}) ranges over entities"
            self._refusals.append(Refusal(None, "keyed-input", declaration.span, witness))
        return not declaration.keys

    def _declare_inputs(self) -> None:
        for symbol in self._symbols:
            predicate, extent = inputs.extent(symbol)
            self._extents[predicate] = extent
            self._names[str(symbol.value.payload)] = None
            if symbol.given is not None:
                self._names[str(symbol.given.payload)] = None
        for outcome in self._policy.outcomes.values():
            if outcome.sort is not None:  # the constants of `lowering.emit`
                self._names |= dict.fromkeys((outcome.smt_name, f"{outcome.smt_name}.given"))
        declared = {Predicate(d.name, d.arity) for d in self._declarations()}
        for sort in self._policy.sorts.values():
            predicate = Predicate(sort.name, 1)
            if sort.members is not None and predicate not in declared:
                extent = self._extents.setdefault(predicate, Extent())
                for name in sort.members:
                    extent.add((Constant("constant", name),), factory.TRUE)

    def _declarations(self) -> list[Declaration]:
        policy = self._policy
        return [*policy.inputs.values(), *policy.outcomes.values(), *policy.defines.values()]

    def _refuse(self, statement: NamedStatement | None, fault: RefusedError) -> None:
        self._refusals.append(Refusal(statement, fault.construct, fault.span, fault.witness))

    def _instantiate(self, statements: Sequence[NamedStatement]) -> list[Instance]:
        """Instances of every statement, along the positive dependencies; in the order of the statements."""
        graph = DependencyGraph(statements)
        rank: dict[Predicate, int] = {}
        for number, component in enumerate(graph.components(positive_only=True)):
            rank |= dict.fromkeys(component, number)
            cycle = graph.cycle(component, positive_only=True)
            if cycle:
                path = " -> ".join([str(cycle[0].head), *(str(edge.body) for edge in cycle)])
                statement = statements[cycle[0].statement]
                self._refuse(statement, RefusedError("recursion", statement.span, f"positive recursion: {path}"))
        for predicate in graph.defined:
            if predicate.arity == 0:
                self._atom(predicate, ())  # so that a proposition without any instance has its world closed too
        found: dict[int, list[Instance]] = {}
        for index in sorted(range(len(statements)), key=lambda i: (_rank(graph, rank, i), i)):
            found[index] = self._statement(statements[index])
        return [instance for index in sorted(found) for instance in found[index]]

    def _statement(self, named: NamedStatement) -> list[Instance]:
        statement = named.statement
        try:
            match statement:
                case tree.Rule():
                    instances = list(self._instantiator.instances(named, statement))
                    for instance in instances:
                        if instance.head is not None:
                            self._atom(instance.head, instance.args, named)
                    return instances
                case tree.External() if statement.body:
                    raise RefusedError("external-body", statement.span, "`#external` with a body")
                case tree.External() if statement.atom.pools != ((),):
                    raise RefusedError("external-arguments", statement.span, "`#external` of an atom with arguments")
                case tree.External():
                    return []
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

    def _atom(self, predicate: Predicate, args: tuple[Argument, ...], deriving: NamedStatement | None = None) -> None:
        extent = self._extents.setdefault(predicate, Extent())
        if args not in extent.tuples:
            if len(extent.tuples) >= MAX_SYMBOLIC and deriving is not None and not extent.ground:
                witness = f"{predicate} has more than {MAX_SYMBOLIC} tuples over unknown numbers"
                raise RefusedError("symbolic-tuples", deriving.span, witness)
            extent.add(args, factory.symbol(self._name(predicate, args, deriving), BOOL))

    def _name(self, predicate: Predicate, args: tuple[Argument, ...], deriving: NamedStatement | None) -> str:
        """A name that no other symbol has: the atom, or where that is long, the statement that first derives it."""
        declaration = self._policy.outcomes.get(predicate.name)
        shown = predicate
        if declaration is not None and declaration.arity == predicate.arity:
            shown = Predicate(declaration.smt_name, predicate.arity)
        large = any(isinstance(arg, Term) and arg.size > _LONG for arg in args)
        plain = completion.show_atom(shown, () if large else args)
        if (large or len(plain) > _LONG) and deriving is not None and not all(order.is_ground(arg) for arg in args):
            plain = f"{shown.name} @ {deriving.smt_name}"
        plain = plain.translate(_UNSYMBOLIC)
        name, number = plain, 1
        while name in self._names:
            number += 1
            name = f"{plain} ({number})"
        self._names[name] = None
        return name

    def _complete(self, instances: list[Instance]) -> list[Assertion]:
        assertions = completion.rules(instances, self._extents)
        if self._refusals:
            return assertions  # nothing is decided by them; a report still tells what each rule needs
        found = completion.supports(instances)
        names = completion.rule_names(instances)
        given = {inputs.extent(symbol)[0] for symbol in self._symbols}
        valued = {Predicate(d.name, d.arity): d.name for d in self._declarations() if d.sort is not None and not d.keys}
        for predicate, extent in self._extents.items():
            assertions += completion.congruence(predicate, extent)
            if predicate not in given and not all(condition.is_true for condition in extent.tuples.values()):
                assertions += completion.closed_world(
                    predicate,
                    self._extents,
                    found.get(predicate, {}),
                    names.get(predicate, []),
                    valued=valued.get(predicate),
                )
        assertions += completion.contraries(self._extents)
        for symbol in self._symbols:
            limits = inputs.range_assertion(symbol)
            if limits is not None:
                assertions.append(limits)
        return assertions

    def _program(self, assertions: list[Assertion]) -> LoweredProgram:
        return LoweredProgram(
            inputs=tuple(self._symbols),
            assertions=tuple(assertions),
            atoms={(p.name, p.arity): extent.guarded() for p, extent in self._extents.items()},
            comparisons=tuple(comparisons(assertion.formula for assertion in assertions)),
            intermediates=tuple(self._evaluator.intermediates.values()),
            refusals=tuple(self._refusals),
        )

    # --- a claim ---------------------------------------------------------------------------------------------

    def _lower_claim(self, claim: Claim) -> LoweredProgram:
        base = self._base
        if base.refusals:
            return replace(base, claim=factory.FALSE)
        extents, names = dict(self._extents), dict(self._names)
        intermediates = dict(self._evaluator.intermediates)
        try:
            definitions = self._define(claim)
            truth = self._extents[Predicate(claim.head, 0)].tuples[()]
            added = comparisons(assertion.formula for assertion in definitions)
            return replace(
                base,
                assertions=(*base.assertions, *definitions),
                comparisons=tuple(dict.fromkeys((*base.comparisons, *added))),
                intermediates=tuple(self._evaluator.intermediates.values()),
                refusals=tuple(self._refusals),
                claim=truth,
            )
        finally:  # the next claim starts from the policy alone
            self._extents.clear()
            self._extents.update(extents)
            self._names = names
            self._evaluator.intermediates = intermediates
            self._refusals = list(base.refusals)

    def _define(self, claim: Claim) -> list[Assertion]:
        """The claim's rules as equivalences: each fresh atom holds exactly when one of its bodies does."""
        statements = [
            NamedStatement(rule, claim.text, None, number, (), (), rule.span)
            for number, rule in enumerate(claim.rules, start=1)
        ]
        known = set(self._extents)
        self._atom(Predicate(claim.head, 0), ())
        instances = self._instantiate(statements)
        found = completion.supports(instances)
        definitions: list[Assertion] = []
        for predicate, extent in self._extents.items():
            if predicate not in known:
                formula = factory.conj(
                    *(
                        factory.iff(truth, completion.support(self._extents, found.get(predicate, {}), args))
                        for args, truth in extent.tuples.items()
                    )
                )
                definitions.append(Assertion(Kind.DEFINITION, predicate.name, f"claim {predicate}", formula))
        return definitions


_LONG = 32  # characters of an atom's name that still read as an atom
_UNSYMBOLIC = str.maketrans({"|": "!", "\\": "%"})  # no SMT-LIB symbol holds a bar or a backslash


def _rank(graph: DependencyGraph, rank: dict[Predicate, int], index: int) -> int:
    """A statement comes with the first of its heads: all of them depend on everything that its body reads."""
    return min((rank[head] for head in graph.heads.get(index, ())), default=len(rank))


def comparisons(formulas: Iterable[Term]) -> list[Term]:
    """The distinct arithmetic atoms of the formulas, in order."""
    found: dict[Term, None] = {}
    for formula in formulas:
        for node in subterms(formula):
            if node.op in (Op.EQ, Op.LE, Op.LT) and node.args[0].sort == INT:
                found[node] = None
    return list(found)
