"""Programs for stock clingo: the author's text, then facts and choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bicameral.backends.asp.author import author_texts, claim_text
from bicameral.backends.asp.control import symbol
from bicameral.backends.asp.inputs import GroundName, individual
from bicameral.backends.asp.preparation import Plan, Preparation
from bicameral.backends.asp.program import choice_text
from bicameral.backends.contract import Answer, Budget, ClassFinder
from bicameral.lowering.program import LoweredProgram
from bicameral.policy.model import Case, CheckedPolicy, Value
from bicameral.source import Diagnostic, PolicyError

_BUDGET = 60_000  # milliseconds for finding classes: compiling may take its time


def closed_program(policy: CheckedPolicy, lowered: LoweredProgram, find_classes: ClassFinder) -> str:
    """The policy closed for stock clingo: its answer sets are those of every admissible input.

    Closed inputs are not stated, so they are false or have no value. Raises PolicyError where a number's values can
    be neither listed nor represented.
    """
    preparation = Preparation(policy, None, lowered, find_classes)
    closed = {
        declaration.name: (False if declaration.sort is None else None)
        for declaration in policy.inputs.values()
        if declaration.closed and not declaration.keys
    }
    plan = preparation.plan(closed, {}, Budget(_BUDGET))
    if isinstance(plan, Answer):
        raise PolicyError(Diagnostic("not-closable", f"no program for stock clingo can be written: {plan.reason}"))
    return _text(preparation, plan, {})


def case_program(preparation: Preparation, case: Case, budget: Budget) -> str:
    """The program of one case: policy, claim, facts, and choices for what is open.

    Where the open inputs cannot be listed, a comment says why and they are left out.
    """
    stated = {**case.stated, **case.assumed}
    plan = preparation.plan(stated, case.entities, budget)
    if isinstance(plan, Answer):
        return "\n".join([*_verbatim(preparation), f"% not closed: {plan.reason}", ""])
    return _text(preparation, plan, case.entities)


def _text(preparation: Preparation, plan: Plan, entities: Mapping[str, tuple[str, ...]]) -> str:
    lines = [text.rstrip("\n") for text in _verbatim(preparation)]
    lines += _section("Members of sorts.", _members(preparation, entities))
    lines += _section("Facts.", (line for ground, value in plan.stated for line in _fact(ground, value)))
    lines += _section("Open inputs.", _choices(preparation, plan))
    if preparation.claim is not None:
        lines += ["", f"% The claim: {' '.join(preparation.claim.text.split())}", f"#show {preparation.claim.head}/0."]
    return "\n".join(lines) + "\n"


def _verbatim(preparation: Preparation) -> tuple[str, ...]:
    """The author's text and the claim's rules as they were written."""
    claim = preparation.claim
    texts = author_texts(preparation.policy, verbatim=True)
    return texts if claim is None else (*texts, claim_text(claim.rules))


def _section(title: str, lines: Iterator[str]) -> list[str]:
    found = list(lines)
    return ["", f"% {title}", *found] if found else []


def _members(preparation: Preparation, entities: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for sort, names in preparation.writer.sorts(entities):
        yield " ".join(f"{sort}({symbol(individual(name))})." for name in names)


def _fact(ground: GroundName, value: Value) -> Iterator[str]:
    for atom in ground.atoms(value):
        yield f"{atom.name}({','.join(str(symbol(a)) for a in atom.args)})." if atom.args else f"{atom.name}."
    if not ground.atoms(value):
        yield f"% {ground.name}: {'false' if value is False else 'no value'}"


def _choices(preparation: Preparation, plan: Plan) -> Iterator[str]:
    for number, domain in enumerate(plan.domains):
        keys = [str(symbol(key)) for ground in domain.inputs for key in ground.keys]
        if domain.how != "whole":
            names = ", ".join(ground.name for ground in domain.inputs)
            yield f"% {names}: one value for each class that no condition tells apart"
        yield choice_text(domain, keys, f"{preparation.prefix}point_{number}")
