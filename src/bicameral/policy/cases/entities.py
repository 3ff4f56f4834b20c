"""Keyed inputs of a case: which individuals there are, and which facts that closes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from bicameral.policy.cases.drafts import Draft
from bicameral.policy.claims.reader import ReadClaim
from bicameral.policy.identifiers import ground_name, is_constant, read_ground_name
from bicameral.policy.instances import listed, listing
from bicameral.policy.model import CheckedPolicy, Declaration, Value
from bicameral.sorts import clipped, did_you_mean
from bicameral.source import Diagnostic, InputError

MOST_INSTANCES = 1_000_000  # of one open input
MOST_WRITTEN_OUT = 5_000  # of an input whose other instances are false: beyond, only those that may hold are


class Population:
    """The individuals of one case's open sorts: given, named by facts, named by the program."""

    def __init__(self, policy: CheckedPolicy, draft: Draft) -> None:
        self._policy = policy
        self._draft = draft
        self.entities: dict[str, tuple[str, ...]] = {}
        self.notes: list[tuple[str, str]] = []
        found: list[Diagnostic] = []
        for name, sort in policy.sorts.items():
            if sort.members is not None:
                continue
            given = draft.entities.get(name)
            programs = policy.individuals.get(name, ())
            mentioned = draft.mentioned.get(name, {})
            if given is not None:
                found += _strangers(name, mentioned, (*given, *programs))
            self.entities[name] = tuple(dict.fromkeys((*(given or ()), *mentioned, *programs)))
        if found:
            raise InputError(*found)

    def check(self, claims: Sequence[ReadClaim]) -> None:
        """Refuse a claim about an individual that the case does not have."""
        known = {name for sort in self._policy.sorts for name in self.entities.get(sort, ())}
        listed = (name for sort in self._policy.sorts.values() for name in sort.members or ())
        known.update(name for name in listed if not is_constant(name))  # of an SMT-LIB file
        found = []
        for read in claims:
            for name in read.individuals:
                if name not in known:
                    message = (
                        f"in the claim `{clipped(read.claim.text)}`: `{clipped(name)}` is no individual of this case "
                        "and no constant of this policy"
                    )
                    hint = did_you_mean(name, sorted(known)) or "name it under `entities`, or state a fact of it"
                    found.append(Diagnostic("bad-claim", message, hint=hint))
        if found:
            raise InputError(*found)

    def facts(self) -> tuple[dict[str, Value], dict[str, Value]]:
        """What is stated and what is assumed, in order of declaration, then of entities."""
        draft = self._draft
        stated: dict[str, Value] = {}
        assumed: dict[str, Value] = {}
        for declaration in self._policy.inputs.values():
            if not (declaration.keys or declaration.closed):
                if declaration.name in draft.stated:
                    stated[declaration.name] = draft.stated[declaration.name]
                continue
            open_here = declaration.name in draft.unknown
            lacks: Value = False if declaration.sort is None else None
            exact = declaration.name in draft.relations
            size = self._size(declaration)
            if size > MOST_WRITTEN_OUT and (exact or (declaration.closed and not open_here)):
                self._list(declaration, size, stated)
                continue
            for ground in self._instances(declaration):
                if ground in draft.stated:
                    stated[ground] = draft.stated[ground]
                elif exact:
                    stated[ground] = False
                elif declaration.closed and not open_here and ground not in draft.unknown:
                    assumed[ground] = lacks
        return stated, assumed

    def _list(self, declaration: Declaration, size: int, stated: dict[str, Value]) -> None:
        """Of an input with very many instances those alone that somebody stated, or that are open in this case."""
        mine = f"{declaration.name}("
        may_hold: list[tuple[str, ...]] = []
        for ground in (*self._draft.stated, *self._draft.unknown):
            if ground.startswith(mine):
                read = read_ground_name(ground)
                assert read is not None
                may_hold.append(read[1])
                if ground in self._draft.stated:
                    stated[ground] = self._draft.stated[ground]
        self.entities[listing(declaration)] = listed(may_hold)
        rest = f"{size - len(may_hold):,} instances of {declaration.name} that nobody stated are false"
        text = f"{rest}; no reason cites them"
        self.notes.append(("listed", text))

    def _members(self, declaration: Declaration) -> list[tuple[str, ...]]:
        sorts = [(sort, self._policy.sorts[sort].members) for sort in declaration.keys]
        return [declared if declared is not None else self.entities[sort] for sort, declared in sorts]

    def _size(self, declaration: Declaration) -> int:
        return prod(len(names) for names in self._members(declaration))

    def _instances(self, declaration: Declaration) -> Iterator[str]:
        size = self._size(declaration)
        if size > MOST_INSTANCES:
            message = f"`{declaration.name}` has {size:,} instances: at most {MOST_INSTANCES:,}"
            raise InputError(
                Diagnostic("too-many-entities", message, hint="declare it `closed`, or state it as a list")
            )
        for keys in product(*self._members(declaration)):
            yield ground_name(declaration.name, keys)


def _strangers(sort: str, names: Iterable[str], known: Sequence[str]) -> Iterator[Diagnostic]:
    """What to say of the names that are not among the entities given."""
    among = set(known)
    for name in names:
        if name not in among:
            message = f"`{clipped(name)}` is not among the entities given for `{sort}`"
            yield Diagnostic("unknown-entity", message, hint=did_you_mean(name, known))
