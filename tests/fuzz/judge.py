"""What may come of a damaged file: a verdict or a diagnostic; and a VALID is put to stock clingo."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import clingo

from bicameral.policy import load
from bicameral.policy.cases import reader
from bicameral.policy.identifiers import show_individual
from bicameral.policy.instances import Instance, instances, members
from bicameral.policy.model import Case, CheckedPolicy, Claim, Declaration, Value
from bicameral.source import BicameralError, read_text
from bicameral.syntax import to_text
from tests.fuzz.worker import Result

VERDICTS = {0, 10, 11, 12, 13}
_NUMBER = re.compile(r"(?<![\w.])\d{1,9}(?![\w.])")
SAMPLES = 7  # values of an unknown number
STEPS = 20_000  # conflicts that clingo may spend


def fault(result: Result) -> str | None:
    """What is wrong with how the command ended, or None."""
    if result.code is None:
        return "no end in time"
    if "Traceback" in result.err or "PANIC" in result.err:
        return "a traceback"
    if result.code == 2:
        return None if result.err.strip() else "exit 2 without a diagnostic"
    if result.code == 14:
        return "the backends disagree"
    if result.code not in VERDICTS:
        return f"exit status {result.code}"
    return _malformed(result)


def _malformed(result: Result) -> str | None:
    try:
        report = json.loads(result.out)
    except ValueError:
        return f"exit status {result.code} without a JSON report"
    known = {"VALID": 0, "INVALID": 10, "SATISFIABLE": 11, "INCONSISTENT": 12, "UNKNOWN": 13}
    verdicts = [known.get(one["verdict"], -1) for one in report.get("reports", [report]) if "verdict" in one]
    if verdicts and max(verdicts) != result.code:
        return f"exit status {result.code} for verdicts {verdicts}"
    return None


def valid_claims(result: Result) -> list[int]:
    """The places of the claims that were called VALID."""
    report = json.loads(result.out)
    return [at for at, one in enumerate(report.get("reports", [report])) if one.get("verdict") == "VALID"]


def refuted(folder: Path, case_file: Path, valid: list[int], seed: int) -> str | None:
    """An answer set of stock clingo, without preprocessing, in which a claim called VALID fails."""
    try:
        policy = load(folder)
        case = reader.read_case(policy, read_text(case_file), case_file.suffix[1:].replace("yml", "yaml"))
    except BicameralError as found:
        return f"a verdict on what the library refuses: {found.diagnostics[0].message}"
    ground = instances(policy, policy.inputs.values(), case.entities)
    if any(one.declaration.role == "derive" and one.name not in case.stated for one in ground):
        return None  # its value depends on others: independent samples would not be admissible
    for at in valid:
        if at < len(case.claims) and (model := _counterexample(policy, case, case.claims[at], Random(seed))):
            return f"VALID for `{case.claims[at].text}`, but it fails in {model}"
    return None


def _counterexample(policy: CheckedPolicy, case: Case, claim: Claim, rng: Random) -> str | None:
    text = "\n".join(file.text for file in policy.files)
    numbers = sorted({int(found) + d for found in _NUMBER.findall(text) for d in (-1, 0, 1)})
    lines = [re.sub(r"#include[^.]*\.", "", text)]
    ground = instances(policy, policy.inputs.values(), case.entities)
    lines += [_choice(one, _domain(case, one.name, one.declaration, numbers, rng)) for one in ground]
    declared = {one.name for one in (*policy.inputs.values(), *policy.outcomes.values()) if one.arity == 1}
    lines += [
        f"{sort}({show_individual(member)})."
        for sort in policy.sorts
        if sort not in declared and sort.isidentifier()
        for member in members(policy, sort, case.entities)
    ]
    lines += [to_text(rule) for rule in claim.rules]
    lines.append(f":- {claim.head}.")
    control = clingo.Control(["--eq=0", "--warn=none"], logger=lambda _code, _text: None)
    control.configuration.solve.solve_limit = str(STEPS)  # type: ignore[union-attr]
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    found: list[str] = []
    control.solve(on_model=lambda model: found.append(str(model)))
    return found[0] if found else None


def _domain(case: Case, name: str, one: Declaration, numbers: list[int], rng: Random) -> list[Value]:
    if name in case.stated:
        return [case.stated[name]]
    if name in case.assumed:
        return [case.assumed[name]]
    none: list[Value] = [None] if one.may_lack_value else []
    if one.sort is None:
        return [False, True]
    if one.sort.term_sort.members:
        return none + list(one.sort.term_sort.members)
    inside = [
        n
        for n in {*numbers, *(end for end in (one.low, one.high) if end is not None)}
        if (one.low is None or one.low <= n) and (one.high is None or n <= one.high)
    ]
    return none + list(rng.sample(sorted(inside), min(SAMPLES, len(inside))))


def _choice(one: Instance, domain: list[Value]) -> str:
    name, keys = one.declaration.name, [show_individual(key) for key in one.keys]
    if one.declaration.sort is None:
        atom = f"{name}({','.join(keys)})" if keys else name
        return {(True,): f"{atom}.", (False,): ""}.get(tuple(domain), f"{{{atom}}}.")  # type: ignore[arg-type]
    atoms = "; ".join(f"{name}({','.join([*keys, str(value)])})" for value in domain if value is not None)
    return f"{0 if None in domain else 1} {{{atoms}}} 1."
