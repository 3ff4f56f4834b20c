"""Ground instances: the individuals of a sort in a case, and a declaration for each tuple of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from bicameral.policy.identifiers import ground_name
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.source.record import record

Entities = Mapping[str, tuple[str, ...]]  # of each open sort, its members in a case

# The same as a key: what is prepared for a claim is prepared for the individuals it may speak of.
Scope = tuple[tuple[str, tuple[str, ...]], ...]

INVENTED = 2  # individuals of an open sort where nobody names any


def scope_of(policy: CheckedPolicy, entities: Entities) -> Scope:
    """The members of every open sort; nothing for a policy that has none."""
    return tuple((name, members(policy, name, entities)) for name, sort in policy.sorts.items() if sort.members is None)


@record
class Instance:
    """A declared predicate for one tuple of individuals; `name` is how a case writes it."""

    name: str
    declaration: Declaration
    keys: tuple[str, ...] = ()


def members(policy: CheckedPolicy, sort: str, entities: Entities) -> tuple[str, ...]:
    """The individuals of a sort: declared, or those of the case and those that the program names."""
    declared = policy.sorts[sort].members
    if declared is not None:
        return declared
    return tuple(dict.fromkeys((*entities.get(sort, ()), *policy.individuals.get(sort, ()))))


def instances(policy: CheckedPolicy, declarations: Iterable[Declaration], entities: Entities) -> Iterator[Instance]:
    """Every ground instance of declarations, in their order, then in that of individuals."""
    for declaration in declarations:
        if not declaration.keys:
            yield Instance(declaration.name, declaration)
            continue
        for keys in product(*(members(policy, sort, entities) for sort in declaration.keys)):
            yield Instance(ground_name(declaration.name, keys), declaration, keys)


def invented(policy: CheckedPolicy, given: Entities) -> dict[str, tuple[str, ...]]:
    """Entities for a text that is of no case: as given, elsewhere the program's own, and some made up to be two."""
    found: dict[str, tuple[str, ...]] = {}
    for name, sort in policy.sorts.items():
        if sort.members is not None:
            continue
        known = given.get(name)
        if known is None:
            own = policy.individuals.get(name, ())
            numbers = (f"{name}_{number}" for number in range(1, 2 * INVENTED + len(policy.symbols)))
            fresh = (made for made in numbers if made not in policy.symbols)
            known = (*own, *(next(fresh) for _ in range(INVENTED - len(own))))
        found[name] = known
    return found
