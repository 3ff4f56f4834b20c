"""What to ask next: the inputs that a closest pair differs in, and the values on either side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bicameral.backends.contract import Answer, Budget, Region
from bicameral.explanation.views import declaration, own, own_inputs
from bicameral.policy.model import Case, CheckedPolicy, Value
from bicameral.sorts import Json
from bicameral.verdict.report import IntervalView, Missing, Note

Inputs = Mapping[str, Value]
Side = tuple[IntervalView | Json, ...]


class Searcher(Protocol):
    """Who knows on which values of one input a claim can hold and fail: see `backends.contract.Reasoner`."""

    def regions(self, case: Case, at: Inputs, name: str, budget: Budget) -> tuple[Region, Region] | Answer:
        """For one input with every other as in `at`."""


def question(policy: CheckedPolicy, name: str) -> str:
    """The question that asks for an input: `continuous service (months)?`"""
    declared = declaration(policy, name)
    if declared is None or declared.text is None:
        return f"{name}?"
    keys = name.partition("(")[2].rstrip(")")
    of = f" of {keys}" if keys else ""
    unit = f" ({declared.unit})" if declared.unit is not None else ""
    return f"{declared.text}{of}{unit}?"


def missing(
    policy: CheckedPolicy, reasoner: Searcher, case: Case, pair: tuple[Inputs, Inputs], budget: Budget
) -> tuple[tuple[Missing, ...], tuple[Note, ...]]:
    """An entry for each input that the pair (holding side, failing side) differs in.

    `at` is what both sides agree on. `holds` is taken with the other inputs as on the holding side, `fails` with
    the others as on the failing side; where the pair differs in one input, these are the same others.
    """
    holding, failing = pair
    # a derived input follows from those it is computed from: it is them that can be asked
    open_ = [name for name in holding if not _is_derived(policy, name)]
    differing = [name for name in open_ if holding[name] != failing[name]]
    shared = {name: holding[name] for name in open_ if holding[name] == failing[name]}
    entries: list[Missing] = []
    notes: list[Note] = []
    for name in differing:
        found = reasoner.regions(case, holding, name, budget)
        other = found if len(differing) == 1 else reasoner.regions(case, failing, name, budget)
        if isinstance(found, Answer) or isinstance(other, Answer):
            undone = found if isinstance(found, Answer) else other
            why = undone.reason if isinstance(undone, Answer) else None
            notes.append(Note("regions-unavailable", f"which values of {name} decide was not settled: {why}"))
            sides = (_points(policy, name, holding[name]), _points(policy, name, failing[name]))
        else:
            if not (found[0].complete and other[1].complete):
                notes.append(Note("regions-cut", f"the values of {name} that decide are not listed to the end"))
            sides = (_side(policy, name, found[0]), _side(policy, name, other[1]))
        entries.append(Missing(name, question(policy, name), own_inputs(policy, shared), *sides))
    return tuple(entries), tuple(notes)


def _is_derived(policy: CheckedPolicy, name: str) -> bool:
    declared = declaration(policy, name)
    return declared is not None and declared.derivation is not None


def _points(policy: CheckedPolicy, name: str, value: Value) -> Side:
    return (own(policy, name, value),)


def _side(policy: CheckedPolicy, name: str, region: Region) -> Side:
    shown: list[IntervalView | Json] = [own(policy, name, value) for value in region.values]
    shown += [IntervalView(own(policy, name, low), own(policy, name, high)) for low, high in region.intervals]
    return tuple(shown)
