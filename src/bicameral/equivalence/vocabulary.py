"""What several translations speak of together: inputs and outcomes matched by name or alias, on one domain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from bicameral.equivalence.instances import outcome_terms, rewritten
from bicameral.equivalence.several import value_by_value
from bicameral.equivalence.sides import Input, Observed, Side, Truth, Valued
from bicameral.formula import factory
from bicameral.formula.interpreter import substitute, substitute_all
from bicameral.formula.smtlib import symbol_name
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.policy.model import Declaration
from bicameral.sorts.term_sort import BOOL, INT, TermSort
from bicameral.source import Diagnostic, InputError
from bicameral.source.record import record

T = TypeVar("T", Input, Observed)

_LARGE = 500  # nodes of a number that keeps a symbol of its own


@record
class SharedInput:
    """An input as the comparison has it: `value` and `given` are its symbols, in units of 1/`scale`.

    `low` and `high` bound the values that every side takes. `known` has what it is in the translations that know it,
    by their number.
    """

    name: str
    declaration: Declaration
    value: Term
    given: Term | None
    scale: int
    low: int | None
    high: int | None
    known: Mapping[int, Input]


def common_name(known: Iterable[tuple[str, Declaration]]) -> str:
    """The name that most of those who know something understand: the first's own, or its alias."""
    names = [names_of(name, declaration) for name, declaration in known]
    return max(names[0], key=lambda name: sum(name in each for each in names))


@record
class SharedOutcome:
    """An outcome that every translation has; `observed` has it for each, in the comparison's symbols and scale."""

    name: str
    declaration: Declaration
    observed: tuple[Observed, ...]
    scale: int


@record
class DomainDifference:
    """An input that translations declare differently; compared is what all of them take."""

    name: str
    declared: tuple[str | None, ...]


@record
class Vocabulary:
    """The sides over one set of input symbols, each with auxiliary symbols of its own."""

    inputs: tuple[SharedInput, ...]
    outcomes: tuple[SharedOutcome, ...]
    sides: tuple[Side, ...]
    links: tuple[Term, ...]
    differences: tuple[DomainDifference, ...]


def names_of(name: str, declaration: Declaration) -> tuple[str, ...]:
    """The names under which a ground input or outcome is found: its own, its alias, and that as emitted text has it."""
    keys = name[len(declaration.name) :] if name.startswith(declaration.name) else ""
    alias = declaration.smt_name + keys
    return tuple(dict.fromkeys((name, alias, symbol_name(alias))))


def align(sides: Sequence[Side], renamed: Mapping[str, str]) -> Vocabulary:
    """Match what the sides speak of. `renamed` gives names of one translation another's. Raises InputError."""
    return _Aligner(sides, renamed).align()


class _Aligner:
    def __init__(self, sides: Sequence[Side], renamed: Mapping[str, str]) -> None:
        self._sides = sides
        self._renamed = renamed
        self._links: list[Term] = []
        self._differences: list[DomainDifference] = []
        self._mappings: list[dict[Term, Term]] = [{} for _ in sides]
        self._taken: set[str] = set()
        self._derived: list[tuple[int, Term, Term]] = []

    def align(self) -> Vocabulary:
        groups = self._grouped([side.inputs for side in self._sides])
        inputs = [made for group in groups if (made := self._input(group)) is not None]
        sides = tuple(self._rewritten(number, side) for number, side in enumerate(self._sides))
        for number, value, derived in self._derived:
            self._links.append(factory.eq(value, substitute(derived, self._mappings[number])))
        grouped = self._grouped(value_by_value(sides, self._renamed))
        for group in grouped:
            self._complete(group)
        outcomes = [self._outcome(group) for group in grouped if len(group) == len(sides)]
        if not outcomes:
            labels = " and ".join(side.label for side in sides)
            hint = "they match by name or alias; `--map FILE` maps names, `--outcomes a,b` names those of .smt2 files"
            raise InputError(Diagnostic("no-shared-outcome", f"{labels} share no outcome", hint=hint))
        return Vocabulary(tuple(inputs), tuple(outcomes), sides, tuple(self._links), tuple(self._differences))

    # --- names ------------------------------------------------------------------------------------------------

    def _grouped(self, several: Sequence[Sequence[T]]) -> list[dict[int, T]]:
        """What is one thing, by side; in the order of the first side that has it."""
        found: list[dict[int, T]] = []
        by_name: dict[str, dict[int, T]] = {}
        for number, ones in enumerate(several):
            for one in ones:
                names = [self._called(name) for name in names_of(one.name, one.declaration)]
                known = (by_name[name] for name in names if name in by_name and number not in by_name[name])
                group = next(known, None)
                if group is None:
                    group = {}
                    found.append(group)
                group[number] = one
                for name in names:
                    by_name.setdefault(name, group)
        return found

    def _called(self, name: str) -> str:
        """A name as the map has it; of individuals, the map has the plain name."""
        plain, bracket, keys = name.partition("(")
        return self._renamed.get(name) or self._renamed.get(plain, plain) + bracket + keys

    # --- inputs -----------------------------------------------------------------------------------------------

    def _input(self, group: Mapping[int, Input]) -> SharedInput | None:
        stated = {number: one for number, one in group.items() if not one.derived}
        if not stated:
            return None
        self._same_kind(group)
        shown = self._shown([one.declaration for one in stated.values()])
        first = next(iter(stated.values()))
        scales = self._scales(group)
        scale = min(scales[number] for number in stated)
        value = factory.symbol(self._fresh(first), first.value.sort)
        lacking = all(one.given is not None for one in group.values())
        given = factory.symbol(f"{value.payload}.given", BOOL) if lacking else None
        low, high = _bounds([(one.declaration, scales[number] // scale) for number, one in stated.items()])
        shared = SharedInput(first.name, shown, value, given, scale, low, high, dict(group))
        for number, one in group.items():
            self._stand(number, one, shared, scales[number])
        self._note(group, shared)
        if given is not None and value.sort != BOOL:  # without a value always the same one: see backends.smt.prepared
            fixed = factory.member(value.sort, value.sort.members[0]) if value.sort.members else factory.ZERO
            self._links.append(factory.disj(given, factory.eq(value, fixed)))
        return shared

    def _fresh(self, one: Input) -> str:
        name = names_of(one.name, one.declaration)[-1] if one.derived else str(one.value.payload)
        while name in self._taken:
            name += "'"
        self._taken |= {name, f"{name}.given"}
        return name

    def _stand(self, number: int, one: Input, shared: SharedInput, scale: int) -> None:
        """Let the comparison's symbols stand for those of a side, or link them."""
        mapping = self._mappings[number]
        factor = scale // shared.scale
        if one.derived:
            self._derived.append((number, _times(factor, shared.value), one.value))
            return
        if one.value.sort.members and one.value.sort != shared.value.sort:
            self._links += _linked(shared.value, factory.symbol(_own(number, one.value), one.value.sort))
        else:
            mapping[one.value] = _times(factor, shared.value)
        if one.given is not None:
            mapping[one.given] = factory.TRUE if shared.given is None else shared.given

    def _same_kind(self, group: Mapping[int, Input] | Mapping[int, Observed]) -> None:
        kinds = {number: _kind(one) for number, one in group.items()}
        if len(set(kinds.values())) > 1:
            said = ", ".join(f"{kind} in {self._sides[number].label}" for number, kind in kinds.items())
            name = next(iter(group.values())).name
            hint = "give one of them another name, or `--map` another"
            raise InputError(Diagnostic("different-types", f"`{name}` is {said}", hint=hint))

    def _scales(self, group: Mapping[int, Input] | Mapping[int, Observed]) -> dict[int, int]:
        """Of each side what one stands for; a file without lines of its own takes it from the first that has some."""
        known = {
            number: 1 if one.declaration.sort is None else one.declaration.sort.scale
            for number, one in group.items()
            if self._sides[number].says
        }
        return {number: known.get(number, next(iter(known.values()), 1)) for number in group}

    def _note(self, group: Mapping[int, Input], shared: SharedInput) -> None:
        said = {n: _domain(one) for n, one in group.items() if not one.derived and self._sides[n].says}
        if len(set(said.values())) > 1:
            declared = tuple(said.get(number) for number in range(len(self._sides)))
            self._differences.append(DomainDifference(shared.name, declared))

    @staticmethod
    def _shown(declarations: Sequence[Declaration]) -> Declaration:
        """The declaration that says most: the first with a text."""
        return next((one for one in declarations if one.text is not None), declarations[0])

    # --- sides ------------------------------------------------------------------------------------------------

    def _rewritten(self, number: int, side: Side) -> Side:
        """The side over the comparison's inputs, its other symbols renamed."""
        terms = _terms(side)
        mapping = dict(self._mappings[number])
        mapping |= self._numbers(side, mapping)
        for symbol in symbols(*terms):
            if symbol not in mapping:
                mapping[symbol] = factory.symbol(_own(number, symbol), symbol.sort)
        results = dict(zip(terms, substitute_all(terms, mapping), strict=True))
        outcomes = tuple(rewritten(one, results) for one in side.outcomes)
        return replace(
            side,
            outcomes=outcomes,
            definitions=tuple(results[term] for term in side.definitions),
            constraints=tuple(results[term] for term in side.constraints),
            free=tuple(results[term] for term in side.free),
            ranges=tuple(results[term] for term in side.ranges),
            comparisons=tuple(results[term] for term in side.comparisons),
        )

    @staticmethod
    def _numbers(side: Side, mapping: Mapping[Term, Term]) -> dict[Term, Term]:
        """Symbols that stand for numbers over inputs, written out: what two sides compute alike is then one term."""
        found: dict[Term, Term] = {}
        known = set(symbols(*mapping.values()))
        for definition in side.definitions:
            if definition.op is Op.EQ and definition.args[0].op is Op.SYMBOL and definition.args[0] not in mapping:
                symbol, value = definition.args
                whole = substitute(value, {**mapping, **found})
                choices = any(node.op is Op.ITE for node in subterms(whole))
                if whole.size < _LARGE and not choices and known.issuperset(symbols(whole)):
                    found[symbol] = whole
        return found

    # --- outcomes ---------------------------------------------------------------------------------------------

    def _complete(self, group: dict[int, Observed]) -> None:
        """A value of an outcome with several that a side can never give is one it refutes."""
        first = next(iter(group.values()))
        if isinstance(first, Truth) and first.declaration.multi:
            names = set(names_of(first.declaration.name, first.declaration))
            for number, side in enumerate(self._sides):
                declared = side.policy.outcomes.values()
                if number not in group and any(d.multi and {d.name, d.smt_name} & names for d in declared):
                    group[number] = Truth(first.name, first.declaration, factory.FALSE)

    def _outcome(self, group: Mapping[int, Observed]) -> SharedOutcome:
        self._same_kind(group)
        scales = self._scales(group)
        scale = max(scales.values())
        observed = [_finer(one, scale // scales[number]) for number, one in sorted(group.items())]
        first = next(iter(group.values()))
        return SharedOutcome(
            first.name, self._shown([one.declaration for one in group.values()]), tuple(observed), scale
        )


def same(one: Observed, other: Observed) -> Term:
    """When two sides say the same of an outcome."""
    if isinstance(one, Truth) and isinstance(other, Truth):
        return factory.iff(one.holds, other.holds)
    assert isinstance(one, Valued)
    assert isinstance(other, Valued)
    if one.value.sort == other.value.sort:
        equal = factory.eq(one.value, other.value)
    else:
        equal = factory.disj(
            *(
                factory.conj(factory.eq(one.value, mine), factory.eq(other.value, theirs))
                for mine, theirs in _paired(one.value.sort, other.value.sort)
            )
        )
    return factory.conj(factory.iff(one.given, other.given), factory.implies(one.given, equal))


def _terms(side: Side) -> list[Term]:
    found = [*side.definitions, *side.constraints, *side.free, *side.ranges, *side.comparisons]
    return [*found, *outcome_terms(side.outcomes)]


def _finer(one: Observed, factor: int) -> Observed:
    if isinstance(one, Truth) or factor == 1:
        return one
    atoms = tuple((condition, _times(factor, value)) for condition, value in one.atoms)
    return replace(one, value=_times(factor, one.value), atoms=atoms)


def _bounds(declared: Iterable[tuple[Declaration, int]]) -> tuple[int | None, int | None]:
    """The values that all take: of each declaration its own bounds, and how many of its units make one."""
    lows = [-(-one.low // factor) for one, factor in declared if one.low is not None]
    highs = [one.high // factor for one, factor in declared if one.high is not None]
    return max(lows, default=None), min(highs, default=None)


def _times(factor: int, value: Term) -> Term:
    return value if factor == 1 else factory.mul(factory.integer(factor), value)


def _own(number: int, symbol: Term) -> str:
    """A name that no other side's symbol has."""
    return f"{number}!{symbol.payload}"


def _paired(sort: TermSort, other: TermSort) -> list[tuple[Term, Term]]:
    """The members of two enumerated sorts that have one name; what SMT-LIB puts before it is none of it."""
    theirs = {name.rpartition(".")[2]: factory.member(other, name) for name in other.members}
    mine = {name.rpartition(".")[2]: factory.member(sort, name) for name in sort.members}
    return [(member, theirs[name]) for name, member in mine.items() if name in theirs]


def _linked(value: Term, other: Term) -> list[Term]:
    """That two symbols of different enumerated sorts are members of one name."""
    ways = [
        factory.conj(factory.eq(value, mine), factory.eq(other, theirs))
        for mine, theirs in _paired(value.sort, other.sort)
    ]
    return [factory.disj(*ways)]


def _kind(one: Input | Observed) -> str:
    if isinstance(one, Truth):
        return "Boolean"
    sort = one.value.sort
    return "Boolean" if sort == BOOL else "a number" if sort == INT else "one of a list"


def _domain(one: Input) -> str:
    """What is declared of an input, in own units."""
    declaration = one.declaration
    sort = declaration.sort
    if sort is None:
        return "true or false"
    if one.value.sort.members:
        text = " | ".join(sorted(name.rpartition(".")[2] for name in one.value.sort.members))
    else:
        ends = ["" if end is None else str(sort.show(end)) for end in (declaration.low, declaration.high)]
        text = f"{sort.name} {'..'.join(ends)}" if any(ends) else sort.name
    return f"{text}, or none" if one.given is not None else text
