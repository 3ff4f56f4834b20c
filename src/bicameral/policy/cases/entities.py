"""Keyed inputs of a case: which individuals there are, and which facts that closes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod

from bicameral.policy.cases.drafts import Draft
from bicameral.policy.claims.reader import ReadClaim
from bicameral.policy.identifiers import ground_name
from bicameral.policy.model import CheckedPolicy, Declaration, Value
from bicameral.sorts import clipped, did_you_mean
from bicameral.source import Diagnostic, InputError

MOST_INSTANCES = 1_000_000  # of one input


class Population:
    """The individuals of one case's open sorts: given, named by facts, named by the program."""

    def __init__(self, policy: CheckedPolicy, draft: Draft) -> None:
        self._policy = policy
        self._draft = draft
        self.entities: dict[str, tuple[str, ...]] = {}
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
        known = {name for names in self.entities.values() for name in names}
        found = []
        for read in claims:
            for name in read.individuals:
                if name not in known:
                    message = (
                        f"in the claim `{clipped(read.claim.text)}`: `{clipped(name)}` is no constant of this policy"
                    )
                    hint = did_you_mean(name, sorted(known)) or "and the case has no entity of that name"
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
            for ground in self._instances(declaration):
                if ground in draft.stated:
                    stated[ground] = draft.stated[ground]
                elif exact:
                    stated[ground] = False
                elif declaration.closed and not open_here and ground not in draft.unknown:
                    assumed[ground] = lacks
        return stated, assumed

    def _instances(self, declaration: Declaration) -> Iterator[str]:
        sizes = []
        names = []
        for sort in declaration.keys:
            members = self._policy.sorts[sort].members
            names.append(members if members is not None else self.entities[sort])
            sizes.append(len(names[-1]))
        if prod(sizes) > MOST_INSTANCES:
            message = f"`{declaration.name}` has {prod(sizes):,} instances: at most {MOST_INSTANCES:,}"
            raise InputError(Diagnostic("too-many-entities", message))
        for keys in product(*names):
            yield ground_name(declaration.name, keys)


def _strangers(sort: str, names: Iterable[str], known: Sequence[str]) -> Iterator[Diagnostic]:
    """What to say of the names that are not among the entities given."""
    for name in names:
        if name not in known:
            message = f"`{clipped(name)}` is not among the entities given for `{sort}`"
            yield Diagnostic("unknown-entity", message, hint=did_you_mean(name, known))
