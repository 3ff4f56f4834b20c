"""Ground inputs and outcomes as atoms: which symbols say that one has a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from bicameral.backends.asp.job import Argument, Atom
from bicameral.policy.model import CheckedPolicy, Declaration, Value


@dataclass(frozen=True, slots=True)
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
    return value if isinstance(value, int) else ("constant", value)


def read_value(args: tuple[Argument, ...]) -> int | str:
    """The program value in the last argument of an atom."""
    last = args[-1]
    return last if isinstance(last, int) else last[1]


def individual(name: str) -> Argument:
    """An entity: a constant where its name is an identifier, else a string."""
    plain = name.lstrip("_")
    is_identifier = name.isascii() and name.isidentifier() and plain[:1].islower()
    return ("constant", name) if is_identifier else ("string", name)


def members(policy: CheckedPolicy, sort: str, entities: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The individuals of a sort in a case: declared, or those of the case and those that the program names."""
    declared = policy.sorts[sort].members
    if declared is not None:
        return declared
    return tuple(dict.fromkeys((*entities.get(sort, ()), *policy.individuals.get(sort, ()))))


def ground(
    policy: CheckedPolicy, declarations: Mapping[str, Declaration], entities: Mapping[str, tuple[str, ...]]
) -> tuple[GroundName, ...]:
    """Every ground instance of declarations, in their order, then in that of entities."""
    found = []
    for declaration in declarations.values():
        if not declaration.keys:
            found.append(GroundName(declaration.name, declaration))
            continue
        for names in product(*(members(policy, sort, entities) for sort in declaration.keys)):
            keys = tuple(individual(name) for name in names)
            found.append(GroundName(f"{declaration.name}({','.join(map(_shown, keys))})", declaration, keys))
    return tuple(found)


def entities_of(policy: CheckedPolicy, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The members of open sorts that ground names of inputs mention."""
    found: dict[str, dict[str, None]] = {}
    for name in names:
        declaration = policy.inputs.get(name.partition("(")[0])
        if declaration is not None and declaration.keys:
            for sort, individual_name in zip(declaration.keys, _individuals(name), strict=True):
                found.setdefault(sort, {})[individual_name] = None
    return {sort: tuple(listed) for sort, listed in found.items()}


def _individuals(name: str) -> list[str]:
    """The names between the parentheses of a ground name, unescaped."""
    inside = name[name.index("(") + 1 : -1]
    found, current, quoted, place = [], "", False, 0
    while place < len(inside):
        char = inside[place]
        if quoted and char == "\\":
            place += 1
            current += "\n" if inside[place] == "n" else inside[place]
        elif char == '"':
            quoted = not quoted
        elif char == "," and not quoted:
            found.append(current)
            current = ""
        else:
            current += char
        place += 1
    return [*found, current]


def _shown(key: Argument) -> str:
    if isinstance(key, int):
        return str(key)
    kind, text = key
    if kind == "constant":
        return text
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
    return f'"{escaped}"'
