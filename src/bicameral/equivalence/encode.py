"""A cross-check as JSON."""

from __future__ import annotations

from bicameral.equivalence.report import Difference, DiffReport, SideView
from bicameral.explanation import encode
from bicameral.explanation.encode import Plain


def plain(report: DiffReport) -> dict[str, Plain]:
    """The report as JSON has it, keys in the order of its fields."""
    return {
        "verdict": report.verdict.name,
        "translations": list(report.translations),
        "inputs": [{"input": one.input, "domain": one.domain, "only": list(one.only)} for one in report.inputs],
        "entities": {sort: list(names) for sort, names in report.entities.items()},
        "outcomes": list(report.outcomes),
        "differences": [_difference(one) for one in report.differences],
        "complete": report.complete,
        "undecided": report.undecided,
        "domains": [
            {"input": name, "declared": dict(zip(report.translations, declared, strict=True))}
            for name, declared in report.domains
        ],
        "notes": [{"code": note.code, "text": note.text} for note in report.notes],
    }


def _difference(one: Difference) -> Plain:
    return {
        "region": [
            {"input": part.input, "values": [encode.part(each) for each in part.values], "unit": part.unit}
            for part in one.region
        ],
        "conditions": list(one.conditions),
        "outcomes": list(one.outcomes),
        "sides": [_side(side) for side in one.sides],
        "groups": [list(group) for group in one.groups],
        "example": dict(one.example),
        "replayed": dict(one.replayed),
        "question": one.question,
    }


def _side(side: SideView) -> Plain:
    says: Plain = None
    if side.says is not None:
        says = [{"outcome": one.outcome, "status": one.status, "value": one.value} for one in side.says]
    return {"translation": side.translation, "says": says, "rules": list(side.rules)}
