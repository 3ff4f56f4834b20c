"""Inputs as symbols, and the tuples that they give their predicates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from bicameral.analysis.dependency import Predicate
from bicameral.formula import bounds, factory
from bicameral.formula.term import Term
from bicameral.lowering.program import Argument, Assertion, Constant, InputSymbol, Kind
from bicameral.policy.identifiers import ground_name, is_constant
from bicameral.policy.instances import Entities, Instance, listed, listing, members
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.sorts.term_sort import BOOL, INT

# No SMT-LIB symbol holds a bar, a backslash or a line end; two names never become one.
UNSYMBOLIC = str.maketrans({"%": "%25", "|": "%7C", "\\": "%5C", "\n": "%0A"})


def input_symbol(instance: Instance) -> InputSymbol:
    """The symbols of an input for one tuple of individuals."""
    declaration = instance.declaration
    name = ground_name(declaration.smt_name, instance.keys).translate(UNSYMBOLIC)
    if declaration.sort is None:
        return InputSymbol(instance.name, declaration, factory.symbol(name, BOOL), None, instance.keys)
    given = factory.symbol(f"{name}.given", BOOL) if declaration.may_lack_value else None
    value = factory.symbol(name, declaration.sort.term_sort)
    return InputSymbol(instance.name, declaration, value, given, instance.keys)


def tuples(symbol: InputSymbol) -> Iterator[tuple[tuple[Argument, ...], Term]]:
    """The guarded tuples that an input gives its predicate."""
    keys = tuple(individual(key) for key in symbol.keys)
    sort = symbol.declaration.sort
    given = symbol.given if symbol.given is not None else factory.TRUE
    if sort is None:
        yield keys, symbol.value
    elif sort.term_sort == INT:
        yield (*keys, symbol.value), given
    else:
        for name in sort.term_sort.members:
            chosen = factory.eq(symbol.value, factory.member(sort.term_sort, name))
            yield (*keys, Constant("constant", name)), factory.conj(given, chosen)


def pin(symbol: InputSymbol) -> Term:
    """That an input without a value has one number or member all the same, always the same one.

    Nothing depends on it; left free it would make infinitely many inputs of one. True for an input that has a value.
    """
    if symbol.given is None:
        return factory.TRUE
    sort = symbol.value.sort
    fixed = factory.member(sort, sort.members[0]) if sort.members else factory.ZERO
    return factory.disj(symbol.given, factory.eq(symbol.value, fixed))


def predicate(declaration: Declaration) -> Predicate:
    return Predicate(declaration.name, declaration.arity)


def individual(name: str) -> Constant:
    """An entity: a constant where clingo reads its name so, else a string."""
    return Constant("constant" if is_constant(name) else "string", name)


class Further:
    """One more individual of each open sort, who may not exist: for reasons that rest on there being nobody else."""

    def __init__(self, policy: CheckedPolicy, entities: Entities) -> None:
        taken = {name for names in entities.values() for name in names} | policy.symbols
        self.entities: dict[str, tuple[str, ...]] = dict(entities)
        self.exists: dict[str, Term] = {}  # of each such individual
        self._sorts: dict[str, Term] = {}
        for name, sort in policy.sorts.items():
            if sort.members is None:
                individual_name = f"another {name}"
                while individual_name in taken:
                    individual_name += "'"
                exists = factory.symbol(individual_name, BOOL)
                self.entities[name] = (*members(policy, name, entities), individual_name)
                self.exists[individual_name] = self._sorts[name] = exists
        self._list(policy, entities)

    def _list(self, policy: CheckedPolicy, entities: Entities) -> None:
        """Of listed inputs, whatever there may be of the further individuals."""
        for declaration in policy.inputs.values():
            name = listing(declaration)
            if name in entities:
                pools = [members(policy, sort, self.entities) for sort in declaration.keys]
                of_others = (
                    keys
                    for place, pool in enumerate(pools)
                    for further in pool
                    if further in self.exists
                    for keys in product(*pools[:place], (further,), *pools[place + 1 :])
                )
                self.entities[name] = tuple(dict.fromkeys((*entities[name], *listed(of_others))))

    def assertions(self) -> list[Assertion]:
        """That there is nobody else."""
        return [
            Assertion(Kind.ENTITIES, sort, f"entities {sort}", factory.neg(exists))
            for sort, exists in self._sorts.items()
        ]


def limits(symbols: Iterable[InputSymbol]) -> dict[Term, bounds.Bounds]:
    """The declared bounds of the numeric symbols."""
    return {
        symbol.value: (symbol.declaration.low, symbol.declaration.high)
        for symbol in symbols
        if symbol.value.sort == INT
    }


def range_assertion(symbol: InputSymbol) -> Assertion | None:
    """What the declared range says of the symbol; None without one."""
    low, high = symbol.declaration.low, symbol.declaration.high
    if symbol.value.sort != INT or (low is None and high is None):
        return None
    parts = []
    if low is not None:
        parts.append(factory.le(factory.integer(low), symbol.value))
    if high is not None:
        parts.append(factory.le(symbol.value, factory.integer(high)))
    formula = factory.conj(*parts)
    if symbol.given is not None:
        formula = factory.implies(symbol.given, formula)
    return Assertion(Kind.RANGE, symbol.name, f"range {symbol.value.payload}", formula)
