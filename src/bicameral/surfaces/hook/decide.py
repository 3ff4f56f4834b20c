"""Decides one call: mapping, policy, facts, claim, verdict; only VALID passes."""

from __future__ import annotations

import time
from collections.abc import Mapping as Dictionary
from pathlib import Path
from typing import Any

from bicameral.engine import Policy
from bicameral.policy.cases import reader
from bicameral.policy.model import CheckedPolicy
from bicameral.source import Diagnostic, InputError
from bicameral.source.record import record
from bicameral.surfaces.hook.call import read_call
from bicameral.surfaces.hook.facts import Facts, from_arguments, from_commands
from bicameral.surfaces.hook.mapping import Mapping, policy_path, read_mapping, resolve, takes
from bicameral.surfaces.hook.sentence import sentence
from bicameral.verdict.report import Report, Verdict

RESERVE = 150  # milliseconds of the deadline kept for writing the answer


@record
class Outcome:
    """What the supervisor is told."""

    passed: bool
    verdict: str
    line: str
    report: str | None


def decide(envelope: Dictionary[str, Any], data: bytes) -> Outcome:
    """Decide the call in `data` under the envelope's mapping. Raises BicameralError for whatever is wrong with them."""
    started = time.monotonic()
    file = str(envelope["file"])
    options: dict[str, Any] = envelope["options"]
    mapping = read_mapping(str(envelope["mapping"]), file)
    call = read_call(data)
    if call.tool is not None and call.tool != mapping.tool:
        raise InputError(Diagnostic("tool", f"this hook decides calls of {mapping.tool}, not of {call.tool!r}"))
    policy = Policy.load(policy_path(mapping, file))
    if any(note.code == "no-split" for note in policy.notes):
        hint = "an SMT-LIB policy needs `; %@ input` and `; %@ outcome` lines before a guard takes it"
        raise InputError(Diagnostic("no-split", "the policy does not say what a call may state", hint=hint))
    resolve(mapping, policy.checked, file)
    facts = from_arguments(mapping, policy.checked, call)
    from_commands(mapping, policy.checked, Path(file).parent, data, facts)
    case = reader.make_case(
        policy.checked,
        facts.values,
        [mapping.claim],
        unknown=_unstated_closed(policy.checked, facts),
        meta={name: {"name": f"{source}.{name}"} for name, source in facts.said_by.items()},
    )
    left = int(envelope["milliseconds"]) - int((time.monotonic() - started) * 1000) - RESERVE
    budget = min(left, int(options["budget"])) if options["budget"] is not None else left
    if budget <= 0:
        raise InputError(Diagnostic("deadline", "no time was left to decide"))
    report = policy.check(
        case=case, budget=budget, backend=options["backend"], require=options["require"] or mapping.require
    )
    if not isinstance(report, Report):
        raise InputError(Diagnostic("claim", f"`{mapping.claim}` is not one claim"))
    return _outcome(report, policy.checked, mapping, facts, bool(options["json"]))


def _unstated_closed(policy: CheckedPolicy, facts: Facts) -> list[str]:
    """Closed inputs that nobody stated: before an agent they are unknown, not false."""
    closed = (known for known in policy.inputs.values() if known.closed or known.role == "external")
    return [known.name for known in closed if known.name not in facts.values]


def _others(mapping: Mapping, policy: CheckedPolicy, facts: Facts) -> dict[str, tuple[str, ...]]:
    """The inputs that no argument of this tool states, with who may."""
    arguments = [found for name in mapping.arguments if (found := mapping.argument(name)) is not None]
    stated = {
        policy.names[argument.input].name
        for argument in arguments
        if takes(mapping, argument, policy.names[argument.input])
    }
    return {
        known.name: known.sources
        for known in policy.inputs.values()
        if known.name not in stated and known.name not in facts.values
    }


def _outcome(report: Report, policy: CheckedPolicy, mapping: Mapping, facts: Facts, as_json: bool) -> Outcome:
    passed = report.verdict is Verdict.VALID and not report.conflicts
    line = ""
    if not passed:
        sensitive = {known.name for known in policy.inputs.values() if known.sensitive}
        line = sentence(report, sensitive, _others(mapping, policy, facts))
    text = None
    if as_json:
        from bicameral.explanation.encode import to_json

        text = to_json(report)
    return Outcome(passed, report.verdict.name, line, text)
