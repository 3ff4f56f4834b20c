"""The files that the fuzzer damages: the policies of `rules/` and their cases in all four forms.

Read here by a few lines of our own, so that the corpus does not depend on what it tests.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

from ruamel.yaml import YAML

RULES = Path(__file__).parents[2] / "rules"
CASE_NAMES = ("case.json", "case.yaml", "case.lp", "case.smt2")
_INPUT = re.compile(r"%@ input (?:closed |optional |sensitive )*([a-z_]\w*)(?:: (\w+)(?:\((\d+)\))?)?(.*)")

Scalar = bool | int | float | str | date | None


@dataclass(frozen=True, slots=True)
class Material:
    """One policy folder with one case file. `files` are relative names and bytes; the case is one of `CASE_NAMES`."""

    name: str
    files: dict[str, bytes]
    case: str


@dataclass(frozen=True, slots=True)
class _Input:
    kind: str | None
    digits: int
    smt_name: str


def materials() -> list[Material]:
    """Every case of every policy, its form going round."""
    found = []
    for folder in sorted(path for path in RULES.iterdir() if (path / "policy.lp").exists()):
        files = {name: (folder / name).read_bytes() for name in ("policy.lp", "source.md") if (folder / name).exists()}
        inputs = dict(_inputs(files["policy.lp"].decode()))
        for number, (facts, claims) in enumerate(_cases(folder / "cases.yaml")):
            form = CASE_NAMES[number % len(CASE_NAMES)]
            if any(name not in inputs for name in facts):
                form = CASE_NAMES[number % 2]
            text = _written(form, facts, claims, inputs)
            found.append(Material(f"{folder.name}-{number}", {**files, form: text.encode()}, form))
    return found


def _inputs(policy: str) -> list[tuple[str, _Input]]:
    found = []
    for name, kind, digits, rest in _INPUT.findall(policy):
        alias = re.search(r"\bas (\w+)", rest)
        found.append((name, _Input(kind or None, int(digits or 0), alias[1] if alias else name)))
    return found


def _cases(path: Path) -> list[tuple[dict[str, Scalar], list[str]]]:
    named: dict[str, dict[str, Scalar]] = {}
    found = []
    for entry in YAML(typ="safe").load(path.read_text(encoding="utf-8")):
        facts = {**named.get(entry.get("like", ""), {}), **entry.get("facts", {})}
        named[entry["name"]] = facts
        claims = [
            claim if isinstance(value, str) and value.isupper() else f"{claim} = {_own(value)}"
            for claim, value in entry["expect"].items()
        ]
        found.append(({name: value for name, value in facts.items() if value is not None}, claims))
    return found


def _own(value: Scalar) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def _written(form: str, facts: dict[str, Scalar], claims: list[str], inputs: dict[str, _Input]) -> str:
    if form == "case.json":
        return json.dumps({"facts": facts, "claims": claims}, default=_own, indent=1)
    if form == "case.yaml":
        lines = ["facts:", *(f"  {name}: {json.dumps(value, default=_own)}" for name, value in facts.items())]
        return "\n".join([*(lines if facts else ["facts: {}"]), "claims:", *(f"  - {claim}" for claim in claims), ""])
    if form == "case.lp":
        rules = [f"claim :- {claim}." for claim in claims[:1] if "=" not in claim]
        return "\n".join([*(_program_fact(name, value, inputs[name]) for name, value in facts.items()), *rules, ""])
    lines = [f"(assert (! {_equation(value, inputs[name])} :named fact-{name}))" for name, value in facts.items()]
    asked = claims[0].partition(" = ")
    claim = f"(= {asked[0]} {asked[2]})" if asked[2] else f"({claims[0]})" if " " in claims[0] else claims[0]
    return "\n".join([*lines, f"(define-fun claim () Bool {claim})", ""])


def _program_fact(name: str, value: Scalar, of: _Input) -> str:
    if value is True or value is False:
        return f"{name}." if value else f"not {name}."
    if isinstance(value, date):
        return f"{name}({value.toordinal() - date(1970, 1, 1).toordinal()})."
    if of.kind == "decimal":
        return f"{name}({int(Decimal(str(value)).scaleb(of.digits))})."
    return f"{name}({value})."


def _equation(value: Scalar, of: _Input) -> str:
    if value is True or value is False:
        return of.smt_name if value else f"(not {of.smt_name})"
    if isinstance(value, date):
        value = value.toordinal() - date(1970, 1, 1).toordinal()
    shown = str(value)
    return f"(= {of.smt_name} {f'(- {shown[1:]})' if shown.startswith('-') else shown})"
