"""The comparison of two or more translations, from their policies to the regions on which they part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bicameral.backends.contract import Budget, Truth
from bicameral.equivalence.comparing import Comparer, Formulas, Region
from bicameral.equivalence.definability import Consistent
from bicameral.equivalence.instances import outcome_terms
from bicameral.equivalence.sides import Side, UndecidedError, program_side, smtlib_side
from bicameral.equivalence.vocabulary import Vocabulary, align, names_of
from bicameral.formula.term import Term
from bicameral.lowering.program import LoweredProgram
from bicameral.policy.instances import Scope
from bicameral.policy.model import CheckedPolicy
from bicameral.source.record import record

MOST_REGIONS = 200
PATIENCE = 20  # parts of the time that is left: what one question about a definition may take

MakeSolver = Callable[[Sequence[Term]], Formulas]  # for formulas as these


@record
class Translation:
    """A policy to be compared, as it was lowered for the individuals in `scope`."""

    label: str
    policy: CheckedPolicy
    lowered: LoweredProgram
    scope: Scope
    program: bool


@record
class Outcome:
    """What a comparison found. `undecided` says why it is no proof; with regions it is why there may be more."""

    vocabulary: Vocabulary | None
    regions: tuple[Region, ...]
    undecided: str | None


def cross_check(
    translations: Sequence[Translation],
    solver: MakeSolver,
    budget: Budget,
    renamed: Mapping[str, str],
) -> Outcome:
    """Every region on which the translations part, all of them lowered. Raises InputError where they share nothing."""
    regions: list[Region] = []
    vocabulary = None
    try:
        vocabulary = align(_sides(translations, solver, budget), renamed)
        comparer = Comparer(vocabulary, solver(_terms(vocabulary)), budget)
        odd = comparer.odd_value()
        if odd is not None:
            return Outcome(vocabulary, (), odd)
        for region in comparer.regions():
            regions.append(region)
            if len(regions) == MOST_REGIONS:
                return Outcome(vocabulary, tuple(regions), f"cut after {MOST_REGIONS} regions")
    except UndecidedError as fault:
        return Outcome(vocabulary, tuple(regions), str(fault))
    return Outcome(vocabulary, tuple(regions), None)


def _terms(vocabulary: Vocabulary) -> list[Term]:
    """Everything that is asked about: the solver is chosen for it."""
    found = [*vocabulary.links, *(one.value for one in vocabulary.inputs)]
    for side in vocabulary.sides:
        found += [*side.definitions, *side.constraints, *side.ranges, *side.comparisons, *outcome_terms(side.outcomes)]
    return found


def _sides(translations: Sequence[Translation], solver: MakeSolver, budget: Budget) -> list[Side]:
    roles: dict[str, str] = {}
    for one in translations:
        if one.program or one.policy.outcomes:
            for symbol in one.lowered.derived:
                roles |= dict.fromkeys(names_of(symbol.name, symbol.declaration), "derived")
            for symbol in one.lowered.inputs:
                roles |= dict.fromkeys(names_of(symbol.name, symbol.declaration), "input")
        for declaration in one.policy.outcomes.values():
            roles |= dict.fromkeys(names_of(declaration.name, declaration), "outcome")
    return [_side(one, roles.get, _consistency(one, solver, budget)) for one in translations]


def _side(one: Translation, role: Callable[[str], str | None], consistent: Consistent) -> Side:
    if one.program:
        return program_side(one.label, one.policy, one.lowered, one.scope, consistent)
    return smtlib_side(one.label, one.policy, one.lowered, lambda n: role(n) or role(n.partition("(")[0]), consistent)


def _consistency(one: Translation, solver: MakeSolver, budget: Budget) -> Consistent:
    """Whether formulas can hold together with everything that a translation asserts."""
    asserted = [assertion.formula for assertion in one.lowered.assertions]
    solvers: dict[bool, Formulas] = {}

    def consistent(formulas: Sequence[Term], whole: bool) -> bool | None:
        if any(one.is_false for one in formulas):
            return False
        if whole not in solvers:
            solvers[whole] = solver(asserted)
            if whole:
                solvers[whole].add(*asserted)
        share = Budget(max(1, budget.left // (PATIENCE if whole else 2 * PATIENCE)))
        answer = solvers[whole].check([one for one in formulas if not one.is_true], share)
        return None if answer.truth is Truth.UNDECIDED else answer.truth is Truth.YES

    return consistent
