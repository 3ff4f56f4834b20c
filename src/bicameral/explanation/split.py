"""Where a policy gives two answers: one input on both sides of a claim, one valued outcome with two values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from bicameral.analysis.dependency import Predicate, head_atoms, predicates
from bicameral.analysis.stratification import splitting
from bicameral.backends.contract import Decision, Element, Truth, Witness
from bicameral.explanation.views import declaration, own, own_inputs
from bicameral.policy.identifiers import show_individual
from bicameral.policy.instances import Instance
from bicameral.policy.model import Case, CheckedPolicy, NamedStatement, Value
from bicameral.syntax import tree
from bicameral.verdict.report import Ambiguous, Conflict


class Probe(Protocol):
    """Further questions about the policy, in program text."""

    def decide(self, claim: str, case: Case) -> Decision | None:
        """The SMT backend's decision on a claim; None when it cannot be asked."""

    def atoms(self, predicate: Predicate) -> tuple[str, ...]:
        """The ground atoms of a predicate that the program can derive, as program text; not too many."""

    def cited(self, claim: str, case: Case) -> tuple[Element, ...]:
        """The elements of the preferred reason why the claim holds; empty when it need not."""


def complete_case(policy: CheckedPolicy, inputs: Mapping[str, Value]) -> Case:
    """The case that states these inputs, in declaration order."""
    order = {name: position for position, name in enumerate(policy.inputs)}
    return Case(dict(sorted(inputs.items(), key=lambda item: order.get(item[0].partition("(")[0], len(order)))), {})


def ambiguous(policy: CheckedPolicy, probe: Probe, holds: Witness, fails: Witness) -> Ambiguous:
    """The atoms that two answer sets under the same inputs split, and the rules that let them.

    The rules are those of a choice, a disjunction or a loop through negation that the split outcomes depend on, as
    far as what they derive is itself split; without any, all that derive a split outcome.
    """
    case = complete_case(policy, holds.inputs)
    atoms: list[str] = []
    split: set[Predicate] = set()
    for name, value in holds.outcomes.items():
        other, declared = fails.outcomes[name], declaration(policy, name)
        if value == other or declared is None:
            continue
        split.add(Predicate(declared.name, declared.arity))
        if isinstance(value, tuple) and isinstance(other, tuple):
            several = [one for one in dict.fromkeys((*value, *other)) if (one in value) != (one in other)]
            atoms += [f"{name[:-1]},{one})" if declared.keys else f"{name}({one})" for one in several]
        else:
            atoms.append(name)
    sources = splitting(policy.statements, split)
    for predicate in dict.fromkeys(each for several in sources.values() for each in several):
        opened = [atom for atom in probe.atoms(predicate) if atom not in atoms and _open(probe.decide(atom, case))]
        atoms += opened
        split |= {predicate} if opened else set()
    rules = [policy.statements[index] for index, heads in sources.items() if not split.isdisjoint(heads)]
    deriving = [named for predicate, several in _deriving(policy).items() if predicate in split for named in several]
    return Ambiguous(own_inputs(policy, holds.inputs), tuple(atoms), _names(rules or deriving))


def conflict(policy: CheckedPolicy, probe: Probe, outcome: Instance, witness: Witness) -> Conflict:
    """Two values of one outcome in an answer set, and the rules that give them.

    The rules are those that the reasons for the two values cite; where the values are not certain under the
    witness's inputs, every rule that derives the outcome.
    """
    found = witness.outcomes[outcome.name]
    values = found if isinstance(found, tuple) else ()
    case = complete_case(policy, witness.inputs)
    heads = _names(
        named
        for (name, _), several in _deriving(policy).items()
        if name == outcome.declaration.name
        for named in several
    )
    cited: list[str] = []
    for value in values:
        elements = probe.cited(ground_atom(outcome, value), case)
        rules = [element.name for element in elements if element.kind == "rule" and element.name in heads]
        if not rules:
            cited = []
            break
        cited += rules
    return Conflict(
        outcome.name,
        tuple(own(policy, outcome.name, value) for value in values),
        tuple(name for name in heads if name in cited) if cited else heads,
    )


def ground_atom(outcome: Instance, value: int | str) -> str:
    """The atom that gives an outcome a value, as program text."""
    return f"{outcome.declaration.name}({','.join([*map(show_individual, outcome.keys), str(value)])})"


def _open(decision: Decision | None) -> bool:
    return decision is not None and decision.can_hold.truth is Truth.YES and decision.can_fail.truth is Truth.YES


def _deriving(policy: CheckedPolicy) -> dict[Predicate, list[NamedStatement]]:
    """The rules that can derive each predicate, in the order of the text."""
    out: dict[Predicate, list[NamedStatement]] = {}
    for named in policy.statements:
        if isinstance(named.statement, tree.Rule):
            for predicate in dict.fromkeys(p for atom in head_atoms(named.statement.head) for p in predicates(atom)):
                out.setdefault(predicate, []).append(named)
    return out


def _names(statements: Iterable[NamedStatement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(named.name for named in statements))
