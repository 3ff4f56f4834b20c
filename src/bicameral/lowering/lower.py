"""The lowering of a policy for the individuals of a case, and of each claim on top of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.formula.term import symbols as symbols_of
from bicameral.lowering import completion, inputs, order
from bicameral.lowering.completion import Completion
from bicameral.lowering.conditions import Conditions
from bicameral.lowering.derivation import Derived, derived_inputs
from bicameral.lowering.evaluation import Evaluator
from bicameral.lowering.extent import Extent
from bicameral.lowering.grounding import Grounder
from bicameral.lowering.instantiation import Instance
from bicameral.lowering.program import Argument, Assertion, Constant, InputSymbol, Kind, LoweredProgram, Refusal
from bicameral.lowering.ranking import Ranking
from bicameral.lowering.refused import RefusedError
from bicameral.policy.identifiers import ground_name
from bicameral.policy.instances import Entities, instances, members
from bicameral.policy.model import CheckedPolicy, Claim, Declaration, NamedStatement
from bicameral.sorts.term_sort import BOOL

MAX_SYMBOLIC = 60  # tuples of one predicate that may all be one atom
MAX_INPUTS = 100_000  # ground inputs: each is a symbol


def lower(policy: CheckedPolicy, claim: Claim | None = None, entities: Entities | None = None) -> LoweredProgram:
    """The policy (and a claim) as named assertions, or what was refused and why.

    `entities` are the members of the open sorts; one that is not named there has those alone that the program names.
    """
    return Lowerer(policy, entities).lowered(claim)


class Lowerer:
    """Lowers a policy once, and then any number of claims on top of it."""

    def __init__(self, policy: CheckedPolicy, entities: Entities | None = None, *, further: bool = False) -> None:
        """`further` adds one more individual to each open sort, who is asserted not to exist."""
        self._policy = policy
        self._further = inputs.Further(policy, entities or {}) if further else None
        self._entities = entities or {} if self._further is None else self._further.entities
        self._exists: Mapping[str, Term] = {} if self._further is None else self._further.exists
        self._refusals: list[Refusal] = []
        self._extents: dict[Predicate, Extent] = {}
        self._names: dict[str, None] = {}
        self._symbols = self._inputs()
        self._derived = derived_inputs(policy, self._symbols, self._entities)
        self._evaluator = Evaluator(policy.constants, inputs.limits([*self._symbols, *self._computed()]))
        self._grounder = Grounder(self._evaluator, self._extents, self._atom, self._refuse)
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
        lowerer._derived = ()
        lowerer._extents.clear()
        lowerer._extents.update(extents)
        lowerer._names = dict.fromkeys(
            str(symbol.payload)
            for extent in extents.values()
            for entry in extent.guarded()
            for symbol in symbols_of(entry.condition, *(arg for arg in entry.args if isinstance(arg, Term)))
        )
        lowerer._base = lowerer._program(assertions, {})
        return lowerer

    def lowered(self, claim: Claim | None = None) -> LoweredProgram:
        """The policy with the claim's rules as a definition on top."""
        return self._base if claim is None else self._lower_claim(claim)

    # --- the policy ------------------------------------------------------------------------------------------

    def _lower_policy(self) -> LoweredProgram:
        self._declare_inputs()
        ground = self._grounder.ground(self._policy.statements)
        assertions, values = self._complete(ground, self._grounder.recursive)
        return self._program(assertions, values)

    def _inputs(self) -> list[InputSymbol]:
        found: list[InputSymbol] = []
        stated = [declaration for declaration in self._policy.inputs.values() if declaration.derivation is None]
        for instance in instances(self._policy, stated, self._entities):
            if len(found) == MAX_INPUTS:
                witness = f"more than {MAX_INPUTS} inputs, with {instance.name}"
                self._refusals.append(Refusal(None, "instances", instance.declaration.span, witness))
                break
            found.append(inputs.input_symbol(instance))
        return found

    def _computed(self) -> list[InputSymbol]:
        return [derived.symbol for derived in self._derived]

    def _declare_inputs(self) -> None:
        for declaration in self._policy.inputs.values():
            self._extents[inputs.predicate(declaration)] = Extent()
        for symbol in self._symbols:
            self._add_tuples(symbol)
            self._names[str(symbol.value.payload)] = None
            if symbol.given is not None:
                self._names[str(symbol.given.payload)] = None
        for derived in self._derived:
            self._derive(derived)
        for outcome in instances(self._policy, self._policy.outcomes.values(), self._entities):
            if outcome.declaration.sort is not None:  # the constants of `lowering.emit`
                name = ground_name(outcome.declaration.smt_name, outcome.keys).translate(inputs.UNSYMBOLIC)
                self._names |= dict.fromkeys((name, f"{name}.given"))
        declared = {inputs.predicate(declaration) for declaration in self._declarations()}
        for sort in self._policy.sorts:
            predicate = Predicate(sort, 1)
            if predicate not in declared:
                extent = self._extents.setdefault(predicate, Extent())
                for name in members(self._policy, sort, self._entities):
                    extent.add((inputs.individual(name),), self._exists.get(name, factory.TRUE))

    def _add_tuples(self, symbol: InputSymbol) -> None:
        exist = [self._exists[key] for key in symbol.keys if key in self._exists]
        extent = self._extents[inputs.predicate(symbol.declaration)]
        for args, condition in inputs.tuples(symbol):
            extent.add(args, factory.conj(*exist, condition))

    def _derive(self, derived: Derived) -> None:
        symbol, span = derived.symbol, derived.symbol.declaration.span
        try:
            self._evaluator.record(symbol.value, span)
        except RefusedError as fault:
            self._refuse(None, fault)
        self._add_tuples(symbol)
        self._names[derived.smt_name] = None

    def _declarations(self) -> list[Declaration]:
        policy = self._policy
        return [*policy.inputs.values(), *policy.outcomes.values(), *policy.defines.values()]

    def _refuse(self, statement: NamedStatement | None, fault: RefusedError) -> None:
        self._refusals.append(Refusal(statement, fault.construct, fault.span, fault.witness))

    def _atom(self, predicate: Predicate, args: tuple[Argument, ...], deriving: NamedStatement | None = None) -> None:
        """Give an atom that a statement may derive a Boolean of its own. Raises RefusedError for one too many."""
        extent = self._extents.setdefault(predicate, Extent())
        if args in extent.tuples:
            return
        if deriving is not None and not all(order.is_ground(arg) for arg in args):
            alike = extent.alike(args)
            if len(alike) >= MAX_SYMBOLIC:
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
            keys = tuple(arg for arg in args if isinstance(arg, Constant))
            plain = f"{completion.show_atom(shown, keys)} @ {deriving.smt_name}"
        plain = plain.translate(inputs.UNSYMBOLIC)
        name, number = plain, 1
        while name in self._names:
            number += 1
            name = f"{plain} ({number})"
        self._names[name] = None
        return name

    def _complete(
        self, ground: Sequence[Instance], recursive: set[Predicate]
    ) -> tuple[list[Assertion], dict[Term, Term]]:
        ranking = Ranking(ground, self._extents, recursive)
        self._check_disjunctions(ground, ranking)
        self._check_conditions(ground, ranking)
        found = Completion(ground, self._extents, ranking, set(map(inputs.individual, self._exists)))
        assertions = found.rules()
        if self._refusals:
            return assertions, {}  # nothing is decided by them; a report still tells what each rule needs
        given = {inputs.predicate(declaration) for declaration in self._policy.inputs.values()}
        given |= {Predicate(sort, 1) for sort in self._policy.sorts} - {
            inputs.predicate(declaration) for declaration in self._declarations()
        }
        declared = {inputs.predicate(declaration): declaration for declaration in self._declarations()}
        for predicate, extent in self._extents.items():
            assertions += completion.congruence(predicate, extent, ranking)
            if predicate not in given and not all(condition.is_true for condition in extent.tuples.values()):
                assertions += found.closed_world(predicate, declared.get(predicate))
        assertions += completion.contraries(self._extents)
        assertions += ranking.assertions()
        numbers, values = completion.computed(self._grounder.computed, self._extents)
        assertions += numbers
        for symbol in self._symbols:
            limits = inputs.range_assertion(symbol)
            if limits is not None:
                assertions.append(self._confined(symbol, limits))
        for derived in self._derived:
            limits = derived.range_assertion()
            if limits is not None:
                assertions.append(self._confined(derived.symbol, limits))
        if self._further is not None:
            assertions += self._further.assertions()
        return assertions, values

    def _confined(self, symbol: InputSymbol, limits: Assertion) -> Assertion:
        """What is said of somebody who may not exist is nothing that a reason cites."""
        return limits if self._exists.keys().isdisjoint(symbol.keys) else replace(limits, kind=Kind.DEFINITION)

    def _check_disjunctions(self, ground: Sequence[Instance], ranking: Ranking) -> None:
        """Shifting is exact where no two atoms of a head are on one positive cycle."""
        for instance in ground:
            if instance.head is not None and instance.others:
                heads = [(instance.head, instance.args), *(other for other, _ in instance.others)]
                atoms = [self._extents[predicate].tuples[args] for predicate, args in heads]
                if ranking.shares_component(atoms):
                    shown = " and ".join(completion.show_atom(predicate, args) for predicate, args in heads)
                    witness = f"{shown} are on one positive cycle"
                    self._refuse(instance.statement, RefusedError("head-cycle", instance.statement.span, witness))
                    return

    def _check_conditions(self, ground: Sequence[Instance], ranking: Ranking) -> None:
        for instance in ground:
            atom = ranking.conditional(instance, self._extents)
            if atom is not None:
                witness = f"a positive cycle through {atom.payload}, which stands in a condition of it"
                self._refuse(instance.statement, RefusedError("condition-recursion", instance.statement.span, witness))
                return

    def _program(self, assertions: list[Assertion], values: Mapping[Term, Term]) -> LoweredProgram:
        found = Conditions(self._symbols, values)
        return LoweredProgram(
            inputs=tuple(self._symbols),
            derived=tuple(self._computed()),
            assertions=tuple(assertions),
            atoms={(p.name, p.arity): extent.guarded() for p, extent in self._extents.items()},
            comparisons=tuple(found.comparisons(assertion.formula for assertion in assertions)),
            intermediates=tuple(self._evaluator.intermediates.values()),
            refusals=tuple(self._refusals),
            values=tuple(values.items()),
        )

    # --- a claim ---------------------------------------------------------------------------------------------

    def _lower_claim(self, claim: Claim) -> LoweredProgram:
        base = self._base
        if base.refusals:
            return replace(base, claim=factory.FALSE)
        known, names = set(self._extents), dict(self._names)
        intermediates = dict(self._evaluator.intermediates)
        try:
            definitions, values = self._define(claim, known)
            truth = self._extents[Predicate(claim.head, 0)].tuples[()]
            values |= dict(base.values)
            found = Conditions(self._symbols, values)
            added = found.comparisons(assertion.formula for assertion in definitions)
            return replace(
                base,
                assertions=(*base.assertions, *definitions),
                comparisons=tuple(dict.fromkeys((*base.comparisons, *added))),
                intermediates=tuple(self._evaluator.intermediates.values()),
                refusals=tuple(self._refusals),
                values=tuple(values.items()),
                claim=truth,
            )
        finally:  # the next claim starts from the policy alone
            for predicate in [name for name in self._extents if name not in known]:
                del self._extents[predicate]
            self._names = names
            self._evaluator.intermediates = intermediates
            self._refusals = list(base.refusals)

    def _define(self, claim: Claim, known: set[Predicate]) -> tuple[list[Assertion], dict[Term, Term]]:
        """The claim's rules as equivalences: each fresh atom holds exactly when one of its bodies does."""
        statements = [
            NamedStatement(rule, claim.text, None, number, (), (), rule.span)
            for number, rule in enumerate(claim.rules, start=1)
        ]
        self._atom(Predicate(claim.head, 0), ())
        ground = self._grounder.ground(statements)
        found = Completion(ground, self._extents, Ranking(ground, self._extents, ()))
        definitions: list[Assertion] = []
        for predicate, extent in self._extents.items():
            if predicate not in known:
                formula = factory.conj(
                    *(factory.iff(truth, found.support(predicate, args)) for args, truth in extent.tuples.items())
                )
                definitions.append(Assertion(Kind.DEFINITION, predicate.name, f"claim {predicate}", formula))
        numbers, values = completion.computed(self._grounder.computed, self._extents)
        return [*definitions, *numbers], values


_LONG = 32  # characters of an atom's name that still read as an atom
