"""Ground inputs and outcomes as atoms: which symbols say that one has a value."""

from __future__ import annotations

from collections.abc import Mapping

from bicameral.backends.asp.job import Argument, Atom
from bicameral.policy.identifiers import is_constant
from bicameral.policy.instances import Entities, instances
from bicameral.policy.model import CheckedPolicy, Declaration, Value
from bicameral.source.record import record


@record
class GroundName:
    """One input or outcome for one tuple of individuals; `name` is how a case writes it."""

    name: str
    declaration: Declaration
    keys: tuple[Argument, ...] = ()

    @property
    def is_number(self) -> bool:
        sort = self.declaration.sort
        return sort is not None and not sort.term_sort.members

    @property
    def lacks(self) -> Value:
        """The value that says *false* or *no value*."""
        return False if self.declaration.sort is None else None

    def atoms(self, value: Value) -> tuple[Atom, ...]:
        """The atoms that are true when the input has this value: one, or none."""
        if value is False or value is None:
            return ()
        if value is True:
            return (Atom(self.declaration.name, self.keys),)
        return (Atom(self.declaration.name, (*self.keys, argument(value))),)


def argument(value: int | str) -> Argument:
    """A program value as an argument; what is neither a number nor a constant is a term by its text."""
    if isinstance(value, int):
        return value
    return ("constant" if is_constant(value) else "term", value)


def read_value(args: tuple[Argument, ...]) -> int | str:
    """The program value in the last argument of an atom."""
    last = args[-1]
    return last if isinstance(last, int) else last[1]


def individual(name: str) -> Argument:
    """An entity: a constant where clingo reads its name so, else a string."""
    return ("constant", name) if is_constant(name) else ("string", name)


def ground(
    policy: CheckedPolicy, declarations: Mapping[str, Declaration], entities: Entities
) -> tuple[GroundName, ...]:
    """Every ground instance of declarations, in their order, then in that of individuals."""
    return tuple(
        GroundName(found.name, found.declaration, tuple(individual(key) for key in found.keys))
        for found in instances(policy, declarations.values(), entities)
    )
