"""Stable models by definition: ground by substitution, guess, take the reduct's least model, compare.

Gelfond and Lifschitz 1988, with double negation (Lifschitz, Tang and Turner 1999) and choice heads read as
`a :- body, not not a`. Slow on purpose; nothing here is shared with the package.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations

from tests.reference.program import (
    Atom,
    BodyLiteral,
    Comparison,
    Ground,
    GroundAtom,
    Literal,
    Minus,
    Name,
    Num,
    Op,
    Program,
    Rule,
    Term,
    Var,
)

Binding = dict[str, Ground]
Model = frozenset[GroundAtom]


class TooLargeError(Exception):
    """More guesses than a test should wait for."""


@dataclass(frozen=True, slots=True)
class GroundRule:
    """`head` None: a constraint. The three bodies are positive, negated and doubly negated atoms."""

    head: GroundAtom | None
    choice: bool
    positive: tuple[GroundAtom, ...]
    negated: tuple[GroundAtom, ...]
    doubly: tuple[GroundAtom, ...]


# --- terms ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Setting:
    """The `#const`s, and the greatest integer computed so far: clingo wraps where it passes 32 bits."""

    constants: Mapping[str, int] = field(default_factory=dict)
    widest: int = 0

    @property
    def wraps(self) -> bool:
        return self.widest >= 2**31


def value_of(term: Term, binding: Mapping[str, Ground], setting: Setting) -> Ground | None:
    """The value, or None where clingo calls the operation undefined."""
    match term:
        case Var(name):
            return binding[name]
        case Num(value):
            return value
        case Name(name):
            return setting.constants.get(name, name)
        case Minus(inner):
            negated = value_of(inner, binding, setting)
            return _seen(-negated, setting) if isinstance(negated, int) else None
        case Op(symbol, left, right):
            a = value_of(left, binding, setting)
            b = value_of(right, binding, setting)
            return _seen(operate(symbol, a, b), setting) if isinstance(a, int) and isinstance(b, int) else None


def _seen(value: int | None, setting: Setting) -> int | None:
    if value is not None:
        setting.widest = max(setting.widest, abs(value))
    return value


def operate(symbol: str, a: int, b: int) -> int | None:
    """clingo's integers: the quotient is truncated toward zero, the remainder has the dividend's sign."""
    if symbol == "+":
        return a + b
    if symbol == "-":
        return a - b
    if symbol == "*":
        return a * b
    if b == 0:
        return None
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient if symbol == "/" else a - quotient * b


def order(value: Ground) -> tuple[int, int, bytes]:
    """clingo's total order on what occurs here: integers, then constants by their text."""
    return (0, value, b"") if isinstance(value, int) else (1, 0, value.encode())


def related(a: Ground, relation: str, b: Ground) -> bool:
    x, y = order(a), order(b)
    return {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "=": x == y, "!=": x != y}[relation]


# --- grounding -----------------------------------------------------------------------------------------------


def ground(program: Program, inputs: Collection[GroundAtom] = (), setting: Setting | None = None) -> list[GroundRule]:
    """Every instance over the atoms that could be derived with any of `inputs` given.

    `setting` (the program's own when None) tells afterwards how large integers became.
    """
    setting = setting or Setting(program.constants)
    possible: dict[GroundAtom, None] = dict.fromkeys(inputs)
    instances: dict[GroundRule, None] = {}
    grew = True
    while grew:
        found = {instance: None for rule in program.rules for instance in _instances(rule, possible, setting)}
        grew = found != instances
        instances = found
        possible.update((rule.head, None) for rule in found if rule.head is not None)
    return list(instances)


def _instances(rule: Rule, possible: Collection[GroundAtom], setting: Setting) -> Iterator[GroundRule]:
    atoms = list(possible)
    for binding, positive in _match(_bound_first(rule.body), {}, (), atoms, setting):
        negated: list[GroundAtom] = []
        doubly: list[GroundAtom] = []
        holds = True
        for literal in rule.body:
            if isinstance(literal, Comparison):
                holds = holds and _compares(literal, binding, setting)
            elif literal.sign:
                meant = _meant(literal.atom, binding, setting, atoms)
                holds = holds and meant is not None
                (negated if literal.sign == 1 else doubly).extend(meant or ())
        head = None if rule.head is None else _instance(rule.head, binding, setting)
        if holds and (rule.head is None or head is not None):
            yield GroundRule(head, rule.choice, positive, tuple(negated), tuple(doubly))


def _bound_first(body: Iterable[BodyLiteral]) -> list[BodyLiteral]:
    """What binds variables: atoms that are matched, then equalities; then atoms that are computed."""
    literals = list(body)
    positive = [part for part in literals if isinstance(part, Literal) and part.sign == 0]
    simple = [part for part in positive if all(isinstance(arg, Var | Num | Name) for arg in part.atom.args)]
    assigning = [part for part in literals if isinstance(part, Comparison) and part.sign == 0 and "=" in part.relations]
    return [*simple, *assigning, *(part for part in positive if part not in simple)]


def _match(
    parts: list[BodyLiteral],
    binding: Binding,
    positive: tuple[GroundAtom, ...],
    atoms: list[GroundAtom],
    setting: Setting,
) -> Iterator[tuple[Binding, tuple[GroundAtom, ...]]]:
    if not parts:
        yield binding, positive
        return
    first, rest = parts[0], parts[1:]
    if isinstance(first, Comparison):
        if (assigned := _assign(first, binding, setting)) is not None:
            yield from _match(rest, assigned, positive, atoms, setting)
        return
    for atom in atoms:
        if (extended := _unify(first.atom, atom, binding, setting)) is not None:
            yield from _match(rest, extended, (*positive, atom), atoms, setting)


def _unify(pattern: Atom, atom: GroundAtom, binding: Binding, setting: Setting) -> Binding | None:
    predicate, values = atom
    if predicate != pattern.predicate or len(values) != len(pattern.args):
        return None
    extended = dict(binding)
    for arg, value in zip(pattern.args, values, strict=True):
        if isinstance(arg, Var) and arg.name == "_":
            continue
        if isinstance(arg, Var) and arg.name not in extended:
            extended[arg.name] = value
        elif value_of(arg, extended, setting) != value:
            return None
    return extended


def _assign(literal: Comparison, binding: Binding, setting: Setting) -> Binding | None:
    """`X = term` with X new binds X; None where the term is undefined. Any other comparison is tested later."""
    extended = dict(binding)
    for left, relation, right in zip(literal.terms, literal.relations, literal.terms[1:], strict=False):
        for target, source in ((left, right), (right, left)):
            if relation == "=" and isinstance(target, Var) and target.name not in extended:
                value = value_of(source, extended, setting)
                if value is None:
                    return None
                extended[target.name] = value
                break
    return extended


def _compares(literal: Comparison, binding: Binding, setting: Setting) -> bool:
    """An undefined term drops the instance, whatever the sign; except that clingo reads a negated chain of two or more
    relations as the negation of an auxiliary atom, which is then not derived."""
    values = [value_of(term, binding, setting) for term in literal.terms]
    defined = [value for value in values if value is not None]
    if len(defined) < len(values):
        return literal.sign == 1 and len(literal.relations) > 1
    pairs = zip(defined, literal.relations, defined[1:], strict=False)
    holds = all(related(a, relation, b) for a, relation, b in pairs)
    return holds != (literal.sign == 1)


def _instance(atom: Atom, binding: Binding, setting: Setting) -> GroundAtom | None:
    values = [value_of(arg, binding, setting) for arg in atom.args]
    defined = tuple(value for value in values if value is not None)
    return (atom.predicate, defined) if len(defined) == len(values) else None


def _meant(atom: Atom, binding: Binding, setting: Setting, atoms: list[GroundAtom]) -> tuple[GroundAtom, ...] | None:
    """The atoms that a negated literal speaks of; `not p(_)` speaks of every p. None: an undefined argument."""
    if Var("_") in atom.args:
        return tuple(other for other in atoms if _unify(atom, other, binding, setting) is not None)
    instance = _instance(atom, binding, setting)
    return None if instance is None else (instance,)


# --- models --------------------------------------------------------------------------------------------------


def least(rules: Iterable[GroundRule], facts: Iterable[GroundAtom], out: Model, maybe: Model) -> Model:
    """The least model of `rules`, where `not a` is read as a not in `out` and `not not a` as a in `maybe`.

    With `out` and `maybe` both X this is the least model of the reduct by X.
    """
    kept = [
        rule
        for rule in rules
        if rule.head is not None
        and not any(atom in out for atom in rule.negated)
        and all(atom in maybe for atom in rule.doubly)
        and (not rule.choice or rule.head in maybe)
    ]
    true = set(facts)
    grew = True
    while grew:
        before = len(true)
        true.update(rule.head for rule in kept if rule.head is not None and true.issuperset(rule.positive))
        grew = len(true) > before
    return frozenset(true)


def violates(rules: Iterable[GroundRule], model: Model) -> bool:
    return any(
        rule.head is None
        and model.issuperset(rule.positive)
        and not any(atom in model for atom in rule.negated)
        and model.issuperset(rule.doubly)
        for rule in rules
    )


def is_stable(rules: list[GroundRule], facts: Collection[GroundAtom], candidate: Model) -> bool:
    return least(rules, facts, candidate, candidate) == candidate and not violates(rules, candidate)


def models_by_definition(rules: list[GroundRule], facts: Collection[GroundAtom]) -> list[Model]:
    """Every set of atoms is tried. For tests of `models`."""
    atoms = sorted({rule.head for rule in rules if rule.head is not None} | set(facts), key=repr)
    if len(atoms) > 16:
        raise TooLargeError(f"{len(atoms)} atoms")
    return [model for model in map(frozenset, _subsets(atoms)) if is_stable(rules, facts, model)]


def models(rules: list[GroundRule], facts: Collection[GroundAtom], limit: int = 12) -> list[Model]:
    """All stable models.

    The reduct by X depends only on X's atoms under negation or in choice heads, so only those are guessed, and of
    them only those that the well-founded bounds leave open (Van Gelder 1993: every stable model lies between).
    """
    lower: Model = frozenset(facts)
    upper: Model = lower | {rule.head for rule in rules if rule.head is not None}
    guessed = {a for rule in rules for a in (*rule.negated, *rule.doubly)}
    guessed |= {rule.head for rule in rules if rule.choice and rule.head is not None}
    while True:
        higher, smaller = least(rules, facts, upper, lower), least(rules, facts, lower, upper)
        if (higher, smaller) == (lower, upper):
            break
        lower, upper = higher, smaller
    undecided = sorted(guessed & (upper - lower), key=repr)
    if len(undecided) > limit:
        raise TooLargeError(f"{len(undecided)} atoms to guess")
    found = []
    for subset in _subsets(undecided):
        guess = lower | set(subset)
        model = least(rules, facts, guess, guess)
        if model & guessed == guess & guessed and is_stable(rules, facts, model):
            found.append(model)
    return found


def _subsets(atoms: list[GroundAtom]) -> Iterator[tuple[GroundAtom, ...]]:
    return chain.from_iterable(combinations(atoms, size) for size in range(len(atoms) + 1))
