"""From a policy, a claim and facts to a program that can be ground: the plan of one job.

The plan also says where to ground it: in this process only what is shown finite and small and cannot crash clingo.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from bicameral.analysis import extent, finiteness
from bicameral.analysis.dependency import Predicate
from bicameral.analysis.extent import Given
from bicameral.analysis.flows import flows
from bicameral.analysis.values import NOTHING, Values
from bicameral.backends.asp import control
from bicameral.backends.asp.author import author_texts, claim_rules, claim_text, fresh_prefix, is_wide
from bicameral.backends.asp.derived import Following
from bicameral.backends.asp.domains import (
    OVERFLOW,
    WHOLE,
    Conditions,
    Domain,
    find_domains,
    fixed_values,
    representative_note,
    represented,
)
from bicameral.backends.asp.inputs import GroundName, argument, ground, read_value
from bicameral.backends.asp.job import Argument, Atom, Call, Job, Part, Query, Result, Signature
from bicameral.backends.asp.program import Writer, claim_atom
from bicameral.backends.contract import CLINGO_MAX, Answer, Budget, ClassFinder, Witness, undecided
from bicameral.lowering.program import LoweredProgram
from bicameral.policy.instances import Entities, Scope
from bicameral.policy.model import CheckedPolicy, Claim, Value
from bicameral.source.record import record
from bicameral.syntax import tree
from bicameral.syntax.traverse import walk

_LOCAL = 100_000  # ground instances: about a tenth of a second of grounding that nothing could interrupt


@record
class Plan:
    """A ground program to be: what is stated, how the rest is chosen, and whether it may be ground here."""

    texts: tuple[str, ...]
    parts: tuple[Part, ...]
    calls: tuple[Call, ...]
    domains: tuple[Domain, ...]
    stated: tuple[tuple[GroundName, Value], ...]
    is_local: bool

    def job(self, queries: Sequence[Query], options: Sequence[str] = ()) -> Job:
        return Job(self.texts, self.parts, self.calls, tuple(queries), tuple(options))

    def run(self, queries: Sequence[Query], budget: Budget, options: Sequence[str] = ()) -> tuple[Result, ...]:
        """The answer to each query, from this process or from a child that the budget kills."""
        job = self.job(queries, options)
        if self.is_local:
            return tuple(control.run(job, budget))
        from bicameral.backends.asp import process

        return process.run(job, budget)

    @property
    def notes(self) -> tuple[tuple[str, str], ...]:
        return representative_note(represented(self.domains))


class Preparation:
    """What can be done once for a policy and a claim."""

    def __init__(
        self,
        policy: CheckedPolicy,
        claim: Claim | None,
        lowered: LoweredProgram,
        find_classes: ClassFinder,
        scope: Scope = (),
    ) -> None:
        self.policy = policy
        self.entities: Entities = dict(scope)
        self.claim = claim
        self.lowered = lowered
        self.conditions = Conditions(self._as_lowered(lowered))
        self.following = Following(policy)
        self._find_classes = find_classes
        texts = author_texts(policy)
        rules = claim_rules(claim, policy.constants) if claim is not None else ()
        self.texts = texts if claim is None else (*texts, claim_text(rules))
        self._is_wide = any(is_wide(rule, policy.constants) for rule in rules)
        self.prefix = fresh_prefix(self.texts)
        self.writer = Writer(policy, self.prefix)
        self.statements = (*(named.statement for named in policy.statements), *(claim.rules if claim else ()))
        self._flows = [flow for statement in self.statements for flow in flows(statement)]
        self._growth = finiteness.check(policy)
        self.unfit = self._unfit()
        self.claim_atom = claim_atom(claim) if claim is not None else None
        declared = (*policy.inputs.values(), *policy.outcomes.values())
        self._doubles = any(refusal.construct == "term-size" for refusal in lowered.refusals)
        self.has_keys = any(declaration.keys for declaration in declared)
        self.size = len(policy.inputs)

    def _as_lowered(self, lowered: LoweredProgram) -> LoweredProgram:
        """Without the refusals of a claim that sees no number but through atoms that are the same for a whole class."""
        if self.claim is None or not lowered.refusals:
            return lowered
        from bicameral.backends.asp.switched import reads_and_gives

        own = {id(named) for named in self.policy.statements}
        if any(refusal.statement is None or id(refusal.statement) in own for refusal in lowered.refusals):
            return lowered
        read = {predicate for rule in self.claim.rules for predicate in reads_and_gives(rule)[0]}
        is_blind = all(fixed_values(lowered, (predicate.name, predicate.arity)) for predicate in read)
        return replace(lowered, refusals=()) if is_blind else lowered

    def _by_text(self, number: GroundName) -> Domain | None:
        """The domain of a number that the text, the claim's included, only compares with constants."""
        if self.following.reads(number):
            return None
        from bicameral.backends.asp.reopened import reopen

        (found,) = reopen([number], {}, self.statements, self.policy.constants)
        return Domain((number,), tuple((value,) for value in found.inside), "text") if found.whole_inside else None

    def _unfit(self) -> Answer | None:
        """Numbers that clingo would read as others make every answer worthless."""
        large = any(abs(number) > CLINGO_MAX for statement in self.statements for number in _numbers(statement))
        return undecided(OVERFLOW) if large else None

    @cached_property
    def conditions_apart(self) -> Conditions | None:
        """Conditions over derived inputs as numbers of their own, for a program where all of them are stated."""
        if not self.following or self.lowered.refusals:
            return self.conditions
        found = Conditions(self.lowered, apart=True)
        return found if found.stands_apart() else None

    def plan(
        self,
        stated: Mapping[str, Value],
        entities: Mapping[str, tuple[str, ...]],
        budget: Budget,
        *,
        apart: bool = False,
    ) -> Plan | Answer:
        """The program where `stated` inputs have their values and all others are open.

        With `apart`, open derived inputs are numbers of their own and do not follow from their arguments.
        """
        if self.unfit is not None:
            return self.unfit
        if self.conditions.overflows(stated):
            return undecided(OVERFLOW)
        inputs = ground(self.policy, self.policy.inputs, entities)
        known = tuple((found, stated[found.name]) for found in inputs if found.name in stated)
        unknown = [found for found in inputs if found.name not in stated]
        found = self._domains(known, unknown, stated, entities, budget, apart=apart)
        if isinstance(found, Answer):
            return found
        domains, is_small = found
        members = self.writer.members(entities)
        facts = self.writer.facts(known)
        choices = self.writer.choices(domains)
        return Plan(
            self.texts,
            (*members[0], *facts[0], *choices[0]),
            (*members[1], *facts[1], *choices[1]),
            domains,
            known,
            is_small,
        )

    def _domains(
        self,
        known: Sequence[tuple[GroundName, Value]],
        unknown: Sequence[GroundName],
        stated: Mapping[str, Value],
        entities: Mapping[str, tuple[str, ...]],
        budget: Budget,
        *,
        apart: bool,
    ) -> tuple[tuple[Domain, ...], bool] | Answer:
        """Domains of the open inputs, whole ranges cut too where they would make grounding large."""
        follows = bool(self.following) and not apart
        conditions = self.conditions_apart if apart else self.conditions
        if conditions is None:
            return undecided("derived inputs are not to be seen apart from their arguments")
        free = [one for one in unknown if one.declaration.derivation is None] if follows else unknown
        for whole in (WHOLE, 0):
            domains = find_domains(conditions, free, stated, self._find_classes, budget, self._by_text, whole=whole)
            if follows and not isinstance(domains, Answer):
                domains = self.following.follow([*(one for one, _ in known), *unknown], domains, stated)
            if isinstance(domains, Answer):
                return domains
            is_small = self._is_small(known, domains, entities)
            if isinstance(is_small, Answer):
                return is_small
            if is_small or whole == 0:
                return domains, is_small
        raise AssertionError("the last round returns")

    # --- outcomes ---------------------------------------------------------------------------------------------

    @cached_property
    def outcomes_are_fixed(self) -> bool:
        """Whether no outcome's value depends on a number, so that a representative gives the true ones."""
        return not self.lowered.refusals and all(
            fixed_values(self.lowered, (outcome.name, outcome.arity)) for outcome in self.policy.outcomes.values()
        )

    @cached_property
    def read(self) -> tuple[Signature, ...]:
        """What a witness is read from: the predicates of the outcomes, and the claim's."""
        outcomes = tuple((outcome.name, outcome.arity) for outcome in self.policy.outcomes.values())
        return outcomes if self.claim_atom is None else (*outcomes, (self.claim_atom.name, 0))

    @cached_property
    def valued_signatures(self) -> tuple[Signature, ...]:
        return tuple((o.name, o.arity) for o in self.policy.outcomes.values() if o.sort is not None)

    @cached_property
    def _outcomes(self) -> tuple[GroundName, ...]:
        return ground(self.policy, self.policy.outcomes, self.entities)

    def read_outcomes(self, atoms: Sequence[Atom]) -> dict[str, bool | tuple[int | str, ...]]:
        """What the true atoms say of each outcome."""
        true = set(atoms)
        values: dict[tuple[str, tuple[Argument, ...]], list[int | str]] = {}
        for atom in atoms:
            if atom.args:
                values.setdefault((atom.name, atom.args[:-1]), []).append(read_value(atom.args))
        found: dict[str, bool | tuple[int | str, ...]] = {}
        for outcome in self._outcomes:
            key = (outcome.declaration.name, outcome.keys)
            if outcome.declaration.sort is None:
                found[outcome.name] = Atom(*key) in true
            else:
                found[outcome.name] = tuple(sorted(values.get(key, ()), key=lambda v: (isinstance(v, str), v)))
        return found

    def outcome_truths(self, witness: Witness) -> Iterator[tuple[Atom, bool]]:
        """What a witness says of outcome atoms; further values of valued ones are excluded by their signatures."""
        for outcome in self._outcomes:
            said = witness.outcomes[outcome.name]
            if isinstance(said, bool):
                yield Atom(outcome.declaration.name, outcome.keys), said
            else:
                for value in said:
                    yield Atom(outcome.declaration.name, (*outcome.keys, argument(value))), True

    def _is_small(
        self,
        known: Sequence[tuple[GroundName, Value]],
        domains: Sequence[Domain],
        entities: Mapping[str, tuple[str, ...]],
    ) -> bool | Answer:
        """Whether grounding is finite, small and harmless; undecided where clingo's integers might not do."""
        bounds = self._bounds(known, domains, entities)
        if self.lowered.refusals and bounds.may_overflow:
            return undecided(self._growth.witness if isinstance(self._growth, finiteness.Growing) else OVERFLOW)
        return self._is_harmless(bounds)

    def reopened(self, domains: Sequence[Domain], entities: Mapping[str, tuple[str, ...]]) -> bool | Answer:
        """Whether the program may be ground here with nothing stated; undecided where integers might overflow."""
        bounds = self._bounds((), domains, entities)
        return undecided(OVERFLOW) if bounds.may_overflow else self._is_harmless(bounds)

    def _is_harmless(self, bounds: extent.Extent) -> bool:
        is_growing = isinstance(self._growth, finiteness.Growing)
        is_small = bounds.instances is not None and bounds.instances <= _LOCAL and not self._doubles
        return is_small and not is_growing and not bounds.may_crash and not self._is_wide

    def _bounds(
        self,
        known: Sequence[tuple[GroundName, Value]],
        domains: Sequence[Domain],
        entities: Mapping[str, tuple[str, ...]],
    ) -> extent.Extent:
        """What the program makes at most where these inputs have these values."""
        given: dict[Predicate, Given] = {}
        for one, value in known:
            values = [] if isinstance(value, bool) or value is None else [value]
            _bring(given, one, values, len(one.atoms(value)))
        for domain in domains:
            for index, one in enumerate(domain.inputs):
                found = {point[index] for point in domain.points}
                numbers = [value for value in found if value is not None and not isinstance(value, bool)]
                _bring(given, one, numbers, len(found - {None, False}))
        for sort in self.policy.sorts.values():
            names = sort.members if sort.members is not None else entities.get(sort.name, ())
            given.setdefault(Predicate(sort.name, 1), Given(len(names), (Values(len(names), None),)))
        return extent.Extent(self._flows, self.policy.constants, given)


def _bring(given: dict[Predicate, Given], ground: GroundName, values: Sequence[int | str], atoms: int) -> None:
    """Adds the atoms of one ground input to those of its predicate."""
    predicate = Predicate(ground.declaration.name, ground.declaration.arity)
    found = given.get(predicate, Given(0, (NOTHING,) * predicate.arity))
    arguments = [old | Values(1, None) for old in found.arguments[: len(ground.keys)]]
    if ground.declaration.sort is not None:
        numbers = [value for value in values if isinstance(value, int)]
        integers = (min(numbers), max(numbers)) if numbers else None
        arguments.append(found.arguments[-1] | Values(len(values), integers))
    given[predicate] = Given(found.atoms + atoms, tuple(arguments))


def _numbers(statement: tree.Statement) -> Iterator[int]:
    return (node.value for node in walk(statement) if isinstance(node, tree.Number))
