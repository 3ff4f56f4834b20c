"""Ground instances: the individuals of a sort in a case, and a declaration for each tuple of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from bicameral.policy.identifiers import ground_name
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.source.record import record

# Of each open sort its members in a case; and of an input with too many instances to write all of them out, under
# its listing's name, those that may hold (`listed`).
Entities = Mapping[str, tuple[str, ...]]

# The same as a key: what is prepared for a claim is prepared for the individuals it may speak of.
Scope = tuple[tuple[str, tuple[str, ...]], ...]

INVENTED = 2  # individuals of an open sort where nobody names any


def scope_of(policy: CheckedPolicy, entities: Entities) -> Scope:
    """The members of every open sort, and what is listed; nothing for a policy without open sorts."""
    sorts = [(name, members(policy, name, entities)) for name, sort in policy.sorts.items() if sort.members is None]
    listings = [listing(declaration) for declaration in policy.inputs.values() if declaration.keys]
    return (*sorts, *((name, entities[name]) for name in listings if name in entities))


def listing(declaration: Declaration) -> str:
    """The name under which the instances of an input that may hold are listed; no sort is called so."""
    return f"{declaration.name}/{declaration.arity}"


def listed(keys: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Tuples of individuals as a listing has them."""
    return tuple("\0".join(one) for one in keys)


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
        for keys in tuples(policy, declaration, entities):
            yield Instance(ground_name(declaration.name, keys), declaration, keys)


def tuples(policy: CheckedPolicy, declaration: Declaration, entities: Entities) -> Iterator[tuple[str, ...]]:
    """The individuals that a declared predicate may be of: all, or those listed."""
    found = entities.get(listing(declaration))
    if found is not None:
        yield from (tuple(one.split("\0")) for one in found)
        return
    yield from product(*(members(policy, sort, entities) for sort in declaration.keys))


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
