"""One fact at a time: from a name and a decoded value to ground names and program values."""

from __future__ import annotations

from collections.abc import Mapping

from bicameral.policy.bounds import show_range
from bicameral.policy.cases.drafts import Draft, Fault
from bicameral.policy.documents.decoded import Path
from bicameral.policy.identifiers import ground_name, read_ground_name
from bicameral.policy.model import CheckedPolicy, Declaration, Value
from bicameral.sorts import clipped, did_you_mean, read_boolean
from bicameral.sorts.numbers import kind_of


class FactReader:
    """Reads facts of one policy into drafts."""

    def __init__(self, policy: CheckedPolicy) -> None:
        self._policy = policy
        self._inputs: dict[str, Declaration] = {
            name: declaration for name, declaration in policy.names.items() if declaration.role != "outcome"
        }
        self.plain = {name: Converter(d) for name, d in self._inputs.items() if not d.keys}

    def state(self, name: object, value: object, path: Path, draft: Draft, faults: list[Fault]) -> None:
        """Add a fact to a draft, or what is wrong with it to the faults."""
        converter = self.plain.get(name) if type(name) is str else None
        if converter is None:
            self._other(name, value, path, draft, faults)
            return
        if value is None:
            return
        try:
            read = converter.read(value)
        except ValueError as fault:
            hint = converter.meant(value) or converter.hint
            faults.append(Fault(path, "bad-fact", f"`{name}`: {fault}", hint))
            return
        put(draft, converter.declaration.name, read, path, faults)

    def _other(self, name: object, value: object, path: Path, draft: Draft, faults: list[Fault]) -> None:
        """Keyed inputs, whole or `age(ann)`, and unknown names."""
        found = self.resolve(name, path, faults)
        if found is None or value is None:
            return
        declaration, keys = found
        if keys or not declaration.keys:
            self._leaf(declaration, keys, value, path, draft, faults)
        elif isinstance(value, list | tuple) and declaration.sort is None:
            self._relation(declaration, list(value), path, draft, faults)
        elif isinstance(value, Mapping):
            self._nested(declaration, (), value, path, draft, faults)
        else:
            wanted = "an object, or a list of those that are" if declaration.sort is None else "an object"
            example = f'{{"{declaration.name}": {{"ann": ...}}}}'
            message = f"`{declaration.name}` is stated for each {', '.join(declaration.keys)}: expected {wanted}"
            faults.append(Fault(path, "bad-fact", f"{message}, found {kind_of(value)}", f"such as {example}"))

    def resolve(self, name: object, path: Path, faults: list[Fault]) -> tuple[Declaration, tuple[str, ...]] | None:
        """The input that `cost`, an alias, or `age(ann)` names; without individuals for a keyed input as a whole."""
        if not isinstance(name, str):
            faults.append(Fault(path, "unknown-input", f"{kind_of(name)} is no name of an input"))
            return None
        declaration = self._inputs.get(name)
        if declaration is not None:
            return declaration, ()
        read = read_ground_name(name)
        if read is not None and read[1] and read[2] == len(name.rstrip()):
            declaration = self._inputs.get(read[0])
            if declaration is not None and len(declaration.keys) == len(read[1]):
                return declaration, read[1]
        faults.append(self._unknown(name, path))
        return None

    def _unknown(self, name: str, path: Path) -> Fault:
        base = name.partition("(")[0].strip()
        known = self._policy.names.get(base) or self._policy.defines.get(base)
        if known is not None and known.role in ("outcome", "define"):
            message = f"`{clipped(name)}` is decided by the policy: a case cannot state it"
            return Fault(path, "not-an-input", message, "state the inputs that it follows from, or claim it")
        if known is not None:
            shape = f"{known.name}({', '.join(known.keys)})" if known.keys else known.name
            return Fault(path, "unknown-input", f"`{clipped(name)}` is no input: `{shape}` is")
        stated = [key for key, declaration in self._inputs.items() if declaration.role != "derive"]
        message = f"`{clipped(name)}` is no input of this policy"
        return Fault(path, "unknown-input", message, did_you_mean(base, stated))

    def _relation(
        self, declaration: Declaration, items: list[object], path: Path, draft: Draft, faults: list[Fault]
    ) -> None:
        """A list means exactly these."""
        listed = []
        for index, item in enumerate(items):
            keys = item if isinstance(item, list | tuple) else (item,)
            if len(keys) != len(declaration.keys):
                message = f"`{declaration.name}`: expected {_tuple_of(declaration)}, found {kind_of(item)}"
                faults.append(Fault((*path, index), "bad-fact", message))
                continue
            before = len(faults)
            named = tuple(self._key(declaration, k, key, (*path, index), faults) for k, key in enumerate(keys))
            if len(faults) > before:
                continue
            listed.append(ground_name(declaration.name, named))
            _mention(declaration, named, draft)
            put(draft, listed[-1], True, (*path, index), faults)
        draft.relations[declaration.name] = frozenset(listed)

    def _nested(
        self,
        declaration: Declaration,
        keys: tuple[str, ...],
        value: Mapping[object, object],
        path: Path,
        draft: Draft,
        faults: list[Fault],
    ) -> None:
        """An object states the instances that it names, a level for each key."""
        for name, below in value.items():
            here = (*path, str(name))
            before = len(faults)
            key = self._key(declaration, len(keys), name, here, faults)
            if len(faults) > before or below is None:
                continue
            if len(keys) + 1 == len(declaration.keys):
                self._leaf(declaration, (*keys, key), below, here, draft, faults)
            elif isinstance(below, Mapping):
                self._nested(declaration, (*keys, key), below, here, draft, faults)
            else:
                sort = declaration.keys[len(keys) + 1]
                message = f"`{declaration.name}`: expected an object for each {sort}, found {kind_of(below)}"
                faults.append(Fault(here, "bad-fact", message))

    def _leaf(
        self,
        declaration: Declaration,
        keys: tuple[str, ...],
        value: object,
        path: Path,
        draft: Draft,
        faults: list[Fault],
    ) -> None:
        converter = Converter(declaration)
        try:
            read = converter.read(value)
        except ValueError as fault:
            shown = clipped(self.ground(declaration, keys))
            faults.append(Fault(path, "bad-fact", f"`{shown}`: {fault}", converter.meant(value)))
            return
        self.put_ground(declaration, keys, read, path, draft, faults)

    def put_ground(
        self,
        declaration: Declaration,
        keys: tuple[str, ...],
        value: Value,
        path: Path,
        draft: Draft,
        faults: list[Fault],
    ) -> None:
        """Add a program value for some individuals, checked for its range and theirs."""
        before = len(faults)
        for index, key in enumerate(keys):
            self._key(declaration, index, key, path, faults)
        try:
            if type(value) is int:
                Converter(declaration).check(value)
        except ValueError as fault:
            shown = clipped(self.ground(declaration, keys))
            faults.append(Fault(path, "bad-fact", f"`{shown}`: {fault}"))
        if len(faults) == before:
            _mention(declaration, keys, draft)
            put(draft, self.ground(declaration, keys), value, path, faults)

    def example(self, name: str) -> str:
        """A value that an input could have, as an option writes it: for hints."""
        read = read_ground_name(name)
        declaration = self._inputs.get(read[0]) if read is not None else None
        if declaration is None:
            return "VALUE"
        sort = declaration.sort
        if sort is None:
            return "true"
        if sort.term_sort.members:
            return sort.term_sort.members[0]
        return str(sort.show(declaration.low if declaration.low is not None else 0))

    @staticmethod
    def ground(declaration: Declaration, keys: tuple[str, ...]) -> str:
        """The ground name; the input's own for a keyed one as a whole."""
        return ground_name(declaration.name, keys)

    def _key(self, declaration: Declaration, index: int, key: object, path: Path, faults: list[Fault]) -> str:
        """The name of an individual, checked where its sort is closed."""
        sort = declaration.keys[index]
        wrong = individual_fault(self._policy, sort, key)
        if wrong is not None:
            faults.append(Fault(path, "unknown-entity", f"`{declaration.name}`: {wrong[0]}", wrong[1]))
        return key if isinstance(key, str) else ""


def individual_fault(policy: CheckedPolicy, sort: str, key: object) -> tuple[str, str | None] | None:
    """What is wrong with an individual of a sort, and a hint; None when nothing is."""
    if not isinstance(key, str) or not key:
        return f"expected the name of a {sort}, found {kind_of(key)}", None
    if not key.isprintable():
        return f"`{clipped(key)}` holds characters that are not printed", None
    members = policy.sorts[sort].members
    if members is not None and key not in members:
        return f"`{clipped(key)}` is no {sort}", did_you_mean(key, members)
    return None


def _tuple_of(declaration: Declaration) -> str:
    if len(declaration.keys) == 1:
        return f"a {declaration.keys[0]}"
    return f"a list [{', '.join(declaration.keys)}]"


def _mention(declaration: Declaration, keys: tuple[str, ...], draft: Draft) -> None:
    for sort, key in zip(declaration.keys, keys, strict=True):
        draft.mentioned.setdefault(sort, {})[key] = None


def put(draft: Draft, ground: str, value: Value, path: Path, faults: list[Fault]) -> None:
    """Add a fact to a draft; twice with different values is a fault."""
    if draft.stated.setdefault(ground, value) != value:
        message = f"the fact `{clipped(ground)}` is stated twice, with different values"
        faults.append(Fault(path, "conflicting-facts", message))


class Converter:
    """Decoded values of one input to program values."""

    __slots__ = ("_high", "_lacks", "_low", "_sort", "declaration")

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self._sort = declaration.sort
        self._low = declaration.low
        self._high = declaration.high
        self._lacks = declaration.may_lack_value

    def read(self, value: object) -> Value:
        """Raises ValueError with what would be right."""
        sort = self._sort
        if sort is None:
            return value if value is True or value is False else read_boolean(value)
        if value is False and self._lacks:
            return None
        read = sort.read(value)
        if type(read) is int:
            low, high = self._low, self._high
            if (low is not None and read < low) or (high is not None and read > high):
                self.check(read)
        return read

    def check(self, read: int) -> None:
        """Raise ValueError when a program value is outside the range."""
        if (self._low is not None and read < self._low) or (self._high is not None and read > self._high):
            assert self._sort is not None
            shown = show_range(self._low, self._high, self._sort)
            unit = f" {self.declaration.unit}" if self.declaration.unit else ""
            raise ValueError(f"{clipped(self._sort.show(read))} is outside its range {shown}{unit}")

    def meant(self, value: object) -> str | None:
        """A hint at what a value that is none of this input was most likely meant to be."""
        from bicameral.policy.cases.meant import meant

        return meant(self.declaration, value)

    @property
    def hint(self) -> str | None:
        text = self.declaration.text
        return f"{self.declaration.name}: {text}" if text else None
