"""When a valued outcome has two values at once, as SMT-LIB text of a size linear in its atoms."""

from __future__ import annotations

from collections.abc import Sequence

from bicameral.backends.smt.prepared import OutcomeAtom
from bicameral.formula import smtlib
from bicameral.formula.term import Term


def two_values(atoms: Sequence[OutcomeAtom], name: str) -> tuple[str | None, list[str]]:
    """A new literal (`name`) that implies two distinct values, and the lines that say so; None where none can be.

    Some value of an atom is picked, and another atom has a different one; ground members are told apart by name.
    """
    numbers = [atom for atom in atoms if isinstance(atom.value, Term)]
    members: dict[str, list[str]] = {}
    for atom in atoms:
        if isinstance(atom.value, str):
            members.setdefault(atom.value, []).append(smtlib.print_term(atom.condition))
    ways = []
    lines = [f"(declare-const {name} Bool)"]
    if len(numbers) > 1:
        picked = f"{name}.picked"
        value = numbers[0].value
        assert isinstance(value, Term)
        lines.append(f"(declare-const {picked} {smtlib.print_sort(value.sort)})")
        ways.append(f"(and {_some(numbers, '(= {} {})', picked)} {_some(numbers, '(not (= {} {}))', picked)})")
    present = [_any(conditions) for conditions in members.values()]
    if len(present) > 1:
        ways += [f"(and {one} {_any(present[place:])})" for place, one in enumerate(present[:-1], start=1)]
    if numbers and present:
        ways.append(f"(and {_any([smtlib.print_term(atom.condition) for atom in numbers])} {_any(present)})")
    if not ways:
        return None, []
    return name, [*lines, f"(assert (=> {name} {_any(ways)}))"]


def _some(atoms: Sequence[OutcomeAtom], relation: str, picked: str) -> str:
    parts = []
    for atom in atoms:
        assert isinstance(atom.value, Term)
        parts.append(
            f"(and {smtlib.print_term(atom.condition)} {relation.format(smtlib.print_term(atom.value), picked)})"
        )
    return _any(parts)


def _any(formulas: Sequence[str]) -> str:
    return formulas[0] if len(formulas) == 1 else f"(or {' '.join(formulas)})"
