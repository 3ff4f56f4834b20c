"""The composition root of cross-checks: two or more policies in, a report of where they part out.

from bicameral.translations import cross_check
cross_check({"a": Policy.load("a.lp"), "b": Policy.load("b.smt2")}).verdict
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bicameral.backends.contract import Budget
from bicameral.engine import BUDGET_MS, Policy
from bicameral.equivalence import crosscheck
from bicameral.equivalence.bounded import Table, search
from bicameral.equivalence.comparing import Formulas
from bicameral.equivalence.crosscheck import Translation
from bicameral.equivalence.differences import describe, describe_bounded
from bicameral.equivalence.replay import Check
from bicameral.equivalence.report import DiffReport
from bicameral.formula.term import Term, subterms
from bicameral.policy.instances import Entities, invented, scope_of
from bicameral.verdict.report import OutcomeTable, Report

SEARCH = 70  # per cent of the budget: the rest is for replaying examples


def cross_check(
    policies: Mapping[str, Policy],
    *,
    budget: int = BUDGET_MS,
    entities: Entities | None = None,
    renamed: Mapping[str, str] | None = None,
) -> DiffReport:
    """Compare what policies allow. `entities` are members of open sorts, two made up where none are given.

    `renamed` maps names of one policy to those of another. Raises InputError where they share no outcome, or where one
    name has different types.
    """
    members = dict(entities or {})
    for policy in policies.values():  # what one program names, all are asked of
        for sort, names in invented(policy.checked, members).items():
            members.setdefault(sort, names)
    translations = [_translation(label, policy, members) for label, policy in policies.items()]
    refused = next((one for one in translations if one.lowered.refusals), None)
    if refused is not None:
        return _bounded(translations, refused, policies, members, Budget(budget))
    whole, searching = Budget(budget), Budget(max(1, budget * SEARCH // 100))
    found = crosscheck.cross_check(translations, _solver, searching, renamed or {})
    checks = [_check(policy, members) for policy in policies.values()]
    return describe(translations, found, checks, members, whole)


def _translation(label: str, policy: Policy, members: Entities) -> Translation:
    scope = scope_of(policy.checked, {s: n for s, n in members.items() if s in policy.checked.sorts})
    return Translation(label, policy.checked, policy.lowered(None, scope), scope, "asp" in policy.backends)


def _bounded(
    translations: Sequence[Translation],
    refused: Translation,
    policies: Mapping[str, Policy],
    members: Entities,
    budget: Budget,
) -> DiffReport:
    """Beyond the fragment: clingo, case by case."""
    tables = [_table(policy, members) for policy in policies.values()]
    found = search([one.policy for one in translations], [one.lowered for one in translations], tables, budget)
    refusal = refused.lowered.refusals[0]
    why = f"{refused.label} is not lowered ({refusal.span.file}:{refusal.span.line}: {refusal.witness})"
    return describe_bounded(list(policies), found, why, members)


def _table(policy: Policy, members: Entities) -> Table:
    mine = _open_sorts(policy, members)

    def table(facts: Mapping[str, object], budget: int) -> OutcomeTable:
        return policy.check(facts, entities=mine, budget=budget)

    return table


def _open_sorts(policy: Policy, members: Entities) -> dict[str, list[str]]:
    sorts = policy.checked.sorts
    return {sort: list(names) for sort, names in members.items() if sort in sorts and sorts[sort].members is None}


def _solver(formulas: Sequence[Term]) -> Formulas:
    from bicameral.backends.smt.formulas import FormulaSolver
    from bicameral.backends.smt.prepared import kind_for

    return FormulaSolver(kind_for(list(subterms(*formulas))))


def _check(policy: Policy, members: Entities) -> Check:
    mine = _open_sorts(policy, members)

    def check(facts: Mapping[str, object], claim: str, budget: int) -> Report:
        return policy.check(facts, claim, entities=mine, budget=budget)

    return check
