"""Bicameral: policies in clingo, every question decided twice.

    from bicameral import Policy
    report = Policy.load("rules/leave").check({"weekly_hours": 30}, "eligible")
    report.verdict

Everything public is named here and imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_HOMES = {
    "bicameral.engine": ("Options", "Policy"),
    "bicameral.source": ("BicameralError", "Diagnostic", "InputError", "ParseError", "PolicyError"),
    "bicameral.verdict.report": (
        "Ambiguous",
        "BackendView",
        "Because",
        "Conflict",
        "IntervalView",
        "Missing",
        "Note",
        "OutcomeRow",
        "OutcomeTable",
        "OutcomeValue",
        "PolicyView",
        "Report",
        "Reports",
        "Verdict",
        "WitnessView",
    ),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from bicameral.engine import Options as Options
    from bicameral.engine import Policy as Policy
    from bicameral.source import BicameralError as BicameralError
    from bicameral.source import Diagnostic as Diagnostic
    from bicameral.source import InputError as InputError
    from bicameral.source import ParseError as ParseError
    from bicameral.source import PolicyError as PolicyError
    from bicameral.verdict.report import Ambiguous as Ambiguous
    from bicameral.verdict.report import BackendView as BackendView
    from bicameral.verdict.report import Because as Because
    from bicameral.verdict.report import Conflict as Conflict
    from bicameral.verdict.report import IntervalView as IntervalView
    from bicameral.verdict.report import Missing as Missing
    from bicameral.verdict.report import Note as Note
    from bicameral.verdict.report import OutcomeRow as OutcomeRow
    from bicameral.verdict.report import OutcomeTable as OutcomeTable
    from bicameral.verdict.report import OutcomeValue as OutcomeValue
    from bicameral.verdict.report import PolicyView as PolicyView
    from bicameral.verdict.report import Report as Report
    from bicameral.verdict.report import Reports as Reports
    from bicameral.verdict.report import Verdict as Verdict
    from bicameral.verdict.report import WitnessView as WitnessView

__all__ = [*_HOME, "__version__"]  # noqa: PLE0604 (all of them are strings)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
