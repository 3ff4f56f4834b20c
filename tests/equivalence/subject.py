"""A generated policy as the package takes it: as a program, or as the SMT-LIB text made of it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bicameral.engine import Policy
from bicameral.equivalence.crosscheck import Translation
from bicameral.policy import check_text
from bicameral.policy.instances import scope_of
from bicameral.source import PolicyError
from tests.equivalence.brute import Subject

BUDGET = 5000


def program(subject: Subject, label: str) -> Translation:
    policy = Policy(check_text(subject.policy.text(), f"{label}.lp"))
    scope = scope_of(policy.checked, dict(subject.entities))
    return Translation(label, policy.checked, policy.lowered(None, scope), scope, program=True)


def text(subject: Subject, label: str, *, bare: bool) -> Translation | None:
    """What `compile` makes of it, read again, `bare` without the lines that say what is what; None where it refuses."""
    policy = Policy(check_text(subject.policy.text(), f"{label}.lp"))
    try:
        made = policy.smtlib(BUDGET, dict(subject.entities))
    except PolicyError:
        return None
    if bare:
        made = "".join(line for line in made.splitlines(keepends=True) if not line.startswith("; %@"))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{label}.smt2"
        path.write_text(made, encoding="utf-8")
        read = Policy.load(path)
    return Translation(path.name, read.checked, read.lowered(), (), program=False)


def beyond(subject: Subject) -> bool:
    """Whether the front end refuses the policy, or the compiler a rule of it."""
    try:
        return bool(program(subject, "asked").lowered.refusals)
    except PolicyError:
        return True
