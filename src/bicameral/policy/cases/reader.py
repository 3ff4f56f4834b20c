"""Cases: facts, claims and what goes with them, from JSON, YAML, `.lp`, answer blocks and Python.

Every reader makes a draft; `CaseReader.finish` makes a case of it: derived inputs computed, closed ones assumed,
all in order of declaration. Nothing of a case is ever pasted into program text.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from bicameral.policy.cases.drafts import Draft, Fault, overlay, raise_faults
from bicameral.policy.cases.facts import FactReader, individual_fault
from bicameral.policy.claims.reader import ClaimReader, ReadClaim
from bicameral.policy.derive.values import Derivations, derived_value, in_order
from bicameral.policy.documents.decoded import Document, Path
from bicameral.policy.model import Case, CheckedPolicy, FactOrigin, Value
from bicameral.sorts import DATE, clipped, did_you_mean
from bicameral.sorts.numbers import kind_of
from bicameral.source import BicameralError, Diagnostic, InputError, SourceFile

__all__ = ["FORMATS", "KEYS", "CaseReader", "Draft", "derived_value", "make_case", "overlay", "read_case"]

FORMATS = {".json": "json", ".yaml": "yaml", ".yml": "yaml", ".lp": "lp", ".smt2": "smt2"}
KEYS = ("facts", "claim", "claims", "entities", "unknown", "as_of", "meta")
META_KEYS = ("name", "from", "note")


def read_case(policy: CheckedPolicy, source: SourceFile, format: str) -> Case:  # noqa: A002 - what it is
    """The case in a file of one of `FORMATS`' kinds. Raises InputError."""
    reader = CaseReader(policy)
    return reader.finish(reader.read_draft(source, format))


def make_case(
    policy: CheckedPolicy,
    facts: Mapping[str, object],
    claims: Sequence[str] = (),
    unknown: Sequence[str] = (),
    meta: Mapping[str, object] | None = None,
    as_of: object = None,
    entities: Mapping[str, Sequence[str]] | None = None,
) -> Case:
    """A case from Python values. For many cases of one policy keep a `CaseReader`. Raises InputError."""
    return CaseReader(policy).make_case(facts, claims, unknown, meta, as_of, entities)


class CaseReader:
    """Reads cases of one policy; owns the cache of its claims."""

    def __init__(self, policy: CheckedPolicy) -> None:
        self.policy = policy
        self.claims = ClaimReader(policy)
        self.facts = FactReader(policy)
        self._order = {name: index for index, name in enumerate(policy.inputs)}
        self._derived = in_order(policy.inputs)
        self._keyed = any(declaration.keys for declaration in policy.inputs.values()) or any(
            sort.members is None for sort in policy.sorts.values()
        )
        self._involved = self._keyed or bool(self._derived)
        self._closed: dict[str, Value] = {
            d.name: (False if d.sort is None else None) for d in policy.inputs.values() if d.closed and not d.keys
        }

    def make_case(
        self,
        facts: Mapping[str, object],
        claims: Sequence[str] = (),
        unknown: Sequence[str] = (),
        meta: Mapping[str, object] | None = None,
        as_of: object = None,
        entities: Mapping[str, Sequence[str]] | None = None,
    ) -> Case:
        """A case from decoded values: numbers as int or Decimal, dates as text or `datetime.date`.

        Raises InputError with everything that is wrong.
        """
        if not (unknown or meta or entities or as_of is not None or self._involved):
            quick = self._quick(facts, (claims,) if isinstance(claims, str) else claims)
            if quick is not None:
                return quick
        draft, faults = Draft(), list[Fault]()
        for name, value in facts.items():
            self.facts.state(name, value, ("facts", name), draft, faults)
        if unknown or meta or as_of is not None or entities:
            self._rest({"unknown": unknown, "meta": meta, "as_of": as_of, "entities": entities}, draft, faults)
        try:
            draft.claims = self.claims.read_all((claims,) if isinstance(claims, str) else claims)
        except InputError as fault:
            faults += [Fault((), found.code, found.message, found.hint) for found in fault.diagnostics]
        raise_faults(faults)
        return self.finish(draft)

    def _quick(self, facts: Mapping[str, object], claims: Sequence[str]) -> Case | None:
        """The case where all is plain and right; None where it takes a closer look to say what is wrong."""
        plain = self.facts.plain
        stated: dict[str, Value] = {}
        try:
            for name, value in facts.items():
                converter = plain[name]
                if value is not None:
                    known = converter.declaration.name
                    if known in stated:
                        return None
                    stated[known] = converter.read(value)
        except (KeyError, TypeError, ValueError):
            return None
        read = [self.claims.read(claim) for claim in claims]
        for claim in read:
            if claim.individuals:
                return None
        order = self._order
        names = sorted(stated, key=order.__getitem__)
        closed = self._closed
        return Case(
            {name: stated[name] for name in names},
            {name: closed[name] for name in closed if name not in stated} if closed else {},
            {},
            tuple([claim.claim for claim in read]),
        )

    def read_draft(self, source: SourceFile, format: str) -> Draft:  # noqa: A002 - what it is
        """The facts and claims in a file: `json`, `yaml`, `lp` or `smt2`. Raises InputError."""
        match format:
            case "json":
                from bicameral.policy.documents.json_reader import read_json

                return self._document(read_json(source))
            case "yaml":
                from bicameral.policy.documents.yaml_reader import read_yaml

                return self._document(read_yaml(source))
            case "lp":
                from bicameral.policy.cases.lp_cases import read_lp

                return read_lp(self.policy, self.facts, self.claims, source)
            case "smt2":
                from bicameral.policy.cases.answer_blocks import read_answer_block

                return read_answer_block(self.policy, self.facts, self.claims, source)
            case _:
                known = ", ".join(dict.fromkeys(FORMATS.values()))
                raise InputError(Diagnostic("unknown-format", f"`{clipped(format)}` is no format of cases: {known}"))

    def read_fact(self, text: str) -> Draft:
        """One fact written `NAME=VALUE`, the value a YAML scalar. Raises InputError."""
        from bicameral.policy.cases.fact_option import split_fact

        name, value = split_fact(text, self.facts.example)
        draft, faults = Draft(), list[Fault]()
        self.facts.state(name, value, ("facts", name), draft, faults)
        raise_faults(faults)
        return draft

    def mapping(self, data: object, where: Document | None = None, path: Path = ()) -> Draft:
        """The facts and claims of a decoded object. Raises InputError."""
        draft, faults = Draft(), list[Fault]()
        self._mapping(data, path, draft, faults)
        if faults and where is not None:
            raise InputError(*(fault.placed(where) for fault in faults))
        raise_faults(faults)
        return draft

    def _document(self, document: Document) -> Draft:
        return self.mapping(document.data, document)

    def _mapping(self, data: object, path: Path, draft: Draft, faults: list[Fault]) -> None:
        if not isinstance(data, dict):
            message = f"expected an object with `facts`, found {kind_of(data)}"
            faults.append(Fault(path, "bad-case", message, 'such as {"facts": {}}'))
            return
        for key in data:
            if key not in KEYS:
                hint = did_you_mean(str(key), KEYS)
                if key in self.policy.names:
                    hint = f'facts stand under `facts`: {{"facts": {{"{key}": ...}}}}'
                faults.append(Fault((*path, key), "unknown-key", f"`{clipped(key)}` is no key of a case", hint))
        facts = data.get("facts")
        if isinstance(facts, dict):
            for name, value in facts.items():
                self.facts.state(name, value, (*path, "facts", name), draft, faults)
        elif facts is not None:
            message = f"`facts`: expected an object, found {kind_of(facts)}"
            faults.append(Fault((*path, "facts"), "bad-case", message, 'such as {"cost": 2500}'))
        self._rest(data, draft, faults, path)
        draft.claims = self._claims(data, path, faults)

    def _rest(self, data: Mapping[str, object], draft: Draft, faults: list[Fault], path: Path = ()) -> None:
        self._entities(data.get("entities"), (*path, "entities"), draft, faults)
        self._unknown(data.get("unknown"), (*path, "unknown"), draft, faults)
        self._meta(data.get("meta"), (*path, "meta"), draft, faults)
        draft.as_of = _date(data.get("as_of"), (*path, "as_of"), faults)

    def _claims(self, data: Mapping[str, object], path: Path, faults: list[Fault]) -> tuple[ReadClaim, ...]:
        one, several = data.get("claim"), data.get("claims")
        if one is not None and several is not None:
            faults.append(Fault((*path, "claims"), "bad-case", "both `claim` and `claims`", "give one of them"))
            return ()
        if several is not None and not isinstance(several, list):
            faults.append(Fault((*path, "claims"), "bad-case", f"`claims`: expected a list, found {kind_of(several)}"))
            return ()
        texts = several if isinstance(several, list) else [] if one is None else [one]
        found = []
        for index, text in enumerate(texts):
            here: Path = (*path, "claim") if one is not None else (*path, "claims", index)
            if not isinstance(text, str):
                message = f"expected a claim as text, found {kind_of(text)}"
                faults.append(Fault(here, "bad-claim", message))
                continue
            try:
                found.append(self.claims.read(text))
            except BicameralError as fault:
                faults.extend(Fault(here, d.code, d.message, d.hint) for d in fault.diagnostics)
        return tuple(found)

    def _entities(self, value: object, path: Path, draft: Draft, faults: list[Fault]) -> None:
        if value is None:
            return
        if not isinstance(value, Mapping):
            faults.append(Fault(path, "bad-case", f"`entities`: expected an object, found {kind_of(value)}"))
            return
        for sort, names in value.items():
            here = (*path, sort)
            declared = self.policy.sorts.get(sort)
            if declared is None or declared.members is not None:
                message = f"`{clipped(sort)}` is no open sort of this policy"
                opened = [name for name, s in self.policy.sorts.items() if s.members is None]
                faults.append(Fault(here, "unknown-sort", message, did_you_mean(str(sort), opened)))
            elif not isinstance(names, list | tuple):
                message = f"`{sort}`: expected a list of names, found {kind_of(names)}"
                faults.append(Fault(here, "bad-case", message, f'such as {{"{sort}": ["ann", "bob"]}}'))
            else:
                wrong = [(i, individual_fault(self.policy, sort, name)) for i, name in enumerate(names)]
                faults += [Fault((*here, i), "unknown-entity", w[0], w[1]) for i, w in wrong if w is not None]
                draft.entities[sort] = tuple(dict.fromkeys(name for name in names if isinstance(name, str)))

    def _unknown(self, value: object, path: Path, draft: Draft, faults: list[Fault]) -> None:
        if value is None:
            return
        if not isinstance(value, list | tuple):
            faults.append(Fault(path, "bad-case", f"`unknown`: expected a list, found {kind_of(value)}"))
            return
        names = []
        for index, name in enumerate(value):
            found = self.facts.resolve(name, (*path, index), faults)
            if found is not None:
                names.append(self.facts.ground(*found))
        draft.unknown = tuple(dict.fromkeys(names))

    def _meta(self, value: object, path: Path, draft: Draft, faults: list[Fault]) -> None:
        if value is None:
            return
        if not isinstance(value, Mapping):
            faults.append(Fault(path, "bad-case", f"`meta`: expected an object, found {kind_of(value)}"))
            return
        for name, entry in value.items():
            here = (*path, name)
            found = self.facts.resolve(name, here, faults)
            origin = _origin(entry, here, faults)
            if found is None or origin is None:
                continue
            declaration, keys = found
            if origin.source is not None and declaration.sources and origin.source not in declaration.sources:
                listed = ", ".join(f"`{source}`" for source in declaration.sources)
                message = f"`{declaration.name}` may not be stated by `{clipped(origin.source)}`"
                faults.append(Fault((*here, "from"), "untrusted-source", message, f"it may be stated by {listed}"))
            draft.origins[self.facts.ground(declaration, keys)] = origin

    def finish(self, draft: Draft, claims: Sequence[str] | None = None) -> Case:
        """The case that a draft makes; `claims` take the place of the draft's own. Raises InputError."""
        read = draft.claims if claims is None else self.claims.read_all(claims)
        entities: dict[str, tuple[str, ...]] = {}
        notes: tuple[tuple[str, str], ...] = ()
        if self._keyed or draft.entities:
            from bicameral.policy.cases.entities import Population

            population = Population(self.policy, draft)
            population.check(read)
            entities = population.entities
            stated, assumed = population.facts()
            notes = tuple(population.notes)
        else:
            self._no_individuals(read)
            order = self._order
            stated = dict(sorted(draft.stated.items(), key=lambda item: order[item[0]]))
            assumed = {n: v for n, v in self._closed.items() if n not in stated and n not in draft.unknown}
        if draft.unknown:
            _not_both(draft)
        if self._derived:
            Derivations(self.policy, self._derived, entities).compute(stated, assumed)
            stated, assumed = self._ordered(stated), self._ordered(assumed)
        return Case(
            stated=stated,
            assumed=assumed,
            origins=draft.origins,
            claims=tuple([each.claim for each in read]),
            as_of=draft.as_of,
            entities=entities,
            notes=notes,
        )

    def complete(self, inputs: Mapping[str, Value]) -> dict[str, Value]:
        """Inputs with the derived ones without keys computed from the others, where all of those are there."""
        derived = [declaration for declaration in self._derived if not declaration.keys]
        names = {declaration.name for declaration in derived}
        stated = {name: value for name, value in inputs.items() if name not in names}
        Derivations(self.policy, derived, {}).compute(stated, {})
        return {**inputs, **stated}

    def _ordered(self, facts: Mapping[str, Value]) -> dict[str, Value]:
        """Facts in order of declaration; those of one input as they come."""
        order = self._order
        return dict(sorted(facts.items(), key=lambda item: order[item[0].partition("(")[0]]))

    def _no_individuals(self, claims: Sequence[ReadClaim]) -> None:
        found = []
        for read in claims:
            for name in read.individuals:
                message = f"in the claim `{clipped(read.claim.text)}`: `{clipped(name)}` is no constant of this policy"
                found.append(Diagnostic("bad-claim", message, hint=did_you_mean(name, self.policy.names)))
        if found:
            raise InputError(*found)


def _not_both(draft: Draft) -> None:
    both = [name for name in draft.unknown if name in draft.stated]
    if both:
        said = "is stated and declared unknown"
        raise InputError(*(Diagnostic("conflicting-facts", f"`{clipped(name)}` {said}") for name in both))


def _origin(entry: object, path: Path, faults: list[Fault]) -> FactOrigin | None:
    if not isinstance(entry, Mapping):
        message = f"expected an object with {', '.join(f'`{key}`' for key in META_KEYS)}, found {kind_of(entry)}"
        faults.append(Fault(path, "bad-case", message))
        return None
    for key, value in entry.items():
        if key not in META_KEYS:
            hint = did_you_mean(str(key), META_KEYS)
            faults.append(Fault((*path, key), "unknown-key", f"`{clipped(key)}` is no key of `meta`", hint))
        elif value is not None and not isinstance(value, str):
            faults.append(Fault((*path, key), "bad-case", f"`{key}`: expected a text, found {kind_of(value)}"))
    read = {key: value for key, value in entry.items() if isinstance(value, str)}
    return FactOrigin(read.get("name"), read.get("from"), read.get("note"))


def _date(value: object, path: Path, faults: list[Fault]) -> dt.date | None:
    if value is None:
        return None
    try:
        return dt.date.fromisoformat(str(DATE.show(DATE.read(value))))
    except ValueError as fault:
        faults.append(Fault(path, "bad-case", f"`as_of`: {fault}"))
        return None
