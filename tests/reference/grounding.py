"""Every instance of a program's rules over the atoms that could be derived, as formulas."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tests.reference.expand import expand
from tests.reference.formula import FALSE, All, Any, Bound, Fold, Formula, Implies, Is, Not
from tests.reference.program import (
    Aggregate,
    Atom,
    BodyLiteral,
    Choice,
    Comparison,
    Conditional,
    Counted,
    Disjunction,
    Element,
    Guard,
    Interval,
    Literal,
    Program,
    Rule,
    Simple,
    Term,
    Var,
    guards,
    variables,
)
from tests.reference.terms import Setting, compares, inside, needed, unify, value_of, values_of
from tests.reference.values import INF, SUP, Ground, GroundAtom

Bound_ = dict[str, Ground]
Tuple = tuple[Ground, ...]


@dataclass(frozen=True, slots=True)
class GroundRule:
    """`head` is a disjunction of formulas, each of one of `atoms` (or of a negated one); empty: a constraint.

    `choice`: the one atom of the head may be true or false where the body holds.
    """

    head: tuple[Formula, ...]
    atoms: tuple[GroundAtom, ...]
    choice: bool
    body: Formula


def ground(program: Program, inputs: Collection[GroundAtom] = (), setting: Setting | None = None) -> list[GroundRule]:
    """Every instance over the atoms that could be derived with any of `inputs` given.

    `setting` (the program's own when None) tells afterwards how large integers became.
    """
    setting = setting or Setting(program.constants)
    rules = [one for rule in program.rules if not rule.external for one in expand(rule)]
    possible: dict[GroundAtom, None] = dict.fromkeys(inputs)
    while True:
        grounder = Grounder(possible, setting)
        found = {instance: None for rule in rules for instance in grounder.rule(rule)}
        before = len(possible)
        possible.update((atom, None) for rule in found for atom in rule.atoms)
        if len(possible) == before:
            return [*found, *_contraries(possible)]


def _contraries(possible: Iterable[GroundAtom]) -> Iterator[GroundRule]:
    """No atom together with its classical negation."""
    for predicate, args in possible:
        if predicate.startswith("-") and (predicate[1:], args) in possible:
            yield GroundRule((), (), False, All((Is((predicate, args)), Is((predicate[1:], args)))))


def _all(parts: Sequence[Formula]) -> Formula:
    return parts[0] if len(parts) == 1 else All(tuple(parts))


def _any(parts: Sequence[Formula]) -> Formula:
    return parts[0] if len(parts) == 1 else Any(tuple(parts))


def _signed(sign: int, formula: Formula) -> Formula:
    for _ in range(sign):
        formula = Not(formula)
    return formula


class Grounder:
    """Instances over a set of atoms that may be true."""

    def __init__(self, possible: Iterable[GroundAtom], setting: Setting) -> None:
        self._setting = setting
        self._atoms: dict[tuple[str, int], list[GroundAtom]] = {}
        for atom in possible:
            self._atoms.setdefault((atom[0], len(atom[1])), []).append(atom)

    # --- rules -----------------------------------------------------------------------------------------------

    def rule(self, rule: Rule) -> Iterator[GroundRule]:
        for binding, body in self.instances(rule.body, {}):
            match rule.head:
                case None:
                    yield GroundRule((), (), False, body)
                case Atom():
                    atom = self._atom(rule.head, binding)
                    if atom is not None:
                        yield GroundRule((Is(atom),), (atom,), rule.choice, body)
                case Choice():
                    yield from self._choice(rule.head, binding, body)
                case Disjunction():
                    yield from self._disjunction(rule.head, binding, body)

    def _choice(self, head: Choice, binding: Bound_, body: Formula) -> Iterator[GroundRule]:
        """Each option may hold where the body and its condition do; the bounds are constraints on their number."""
        counted: dict[Tuple, list[Formula]] = {}
        for option in head.options:
            for inner, condition in self.instances(option.condition, binding):
                atom = self._atom(option.atom, inner)
                if atom is not None:
                    yield GroundRule((Is(atom),), (atom,), True, _all((body, condition)))
                    counted.setdefault(_named(0, atom), []).append(_all((Is(atom), condition)))
        bounds = self._bounds(guards(head), binding)
        if bounds:
            yield GroundRule((), (), False, _all((body, Not(_fold("count", counted, bounds)))))

    def _disjunction(self, head: Disjunction, binding: Bound_, body: Formula) -> Iterator[GroundRule]:
        """A condition says which options there are: it is not derived, so it stands under two negations."""
        parts: list[Formula] = []
        atoms: dict[GroundAtom, None] = {}
        for option in head.options:
            for inner, condition in self.instances(option.condition, binding):
                atom = self._atom(option.atom, inner)
                if atom is None:
                    continue
                formula = _signed(option.sign, Is(atom))
                parts.append(_all((_signed(2, condition), formula)) if option.condition else formula)
                if not option.sign:
                    atoms[atom] = None
        yield GroundRule(tuple(parts), tuple(atoms), False, body)

    # --- bodies ----------------------------------------------------------------------------------------------

    def instances(self, body: Sequence[BodyLiteral], binding: Bound_) -> Iterator[tuple[Bound_, Formula]]:
        """Each way to bind the variables of a body, with what must then hold."""
        yield from self._join(list(body), dict(binding), ())

    def _join(
        self, left: list[BodyLiteral], binding: Bound_, held: tuple[Formula, ...]
    ) -> Iterator[tuple[Bound_, Formula]]:
        for index, part in enumerate(left):
            if not self._ready(part, binding):
                continue
            rest = left[:index] + left[index + 1 :]
            for extended, formula in self._bind(part, binding):
                yield from self._join(rest, extended, held if formula is None else (*held, formula))
            return
        for index, part in enumerate(left):
            if isinstance(part, Aggregate) and (target := _assigned(part, binding)) is not None:
                rest = left[:index] + left[index + 1 :]
                for value, formula in self._assign(part, binding):
                    yield from self._join(rest, {**binding, target: value}, (*held, formula))
                return
        parts = [self._formula(part, binding) for part in left]
        defined = [part for part in parts if part is not None]
        if len(defined) == len(parts):
            yield binding, _all((*held, *defined))

    def _ready(self, part: BodyLiteral, binding: Bound_) -> bool:
        """Whether the part can now bind variables."""
        match part:
            case Literal(0, atom):
                return all(needed(arg) <= binding.keys() for arg in atom.args)
            case Comparison(0, (Var(), Interval() as interval), ("=",)):
                return set(variables(interval)) <= binding.keys()
            case Comparison(0, _, _):
                return _equation(part, binding) is not None
            case _:
                return False

    def _bind(self, part: BodyLiteral, binding: Bound_) -> Iterator[tuple[Bound_, Formula | None]]:
        if isinstance(part, Literal):
            for atom in self._matches(part.atom, binding):
                extended = dict(binding)
                if self._unify(part.atom, atom, extended):
                    yield extended, Is(atom)
            return
        assert isinstance(part, Comparison)
        if isinstance(interval := part.terms[-1], Interval):
            for number in inside(interval, binding, self._setting):
                extended = dict(binding)
                if unify(part.terms[0], number, extended, self._setting):
                    yield extended, None
            return
        equation = _equation(part, binding)
        assert equation is not None
        value = value_of(equation[1], binding, self._setting)
        extended = dict(binding)
        if value is not None and unify(equation[0], value, extended, self._setting):
            tested = self._join([part], extended, ())  # the rest of a chain, and whatever else it binds
            yield from tested

    def _matches(self, atom: Atom, binding: Bound_) -> list[GroundAtom]:
        return self._atoms.get((atom.predicate, len(atom.args)), [])

    def _unify(self, pattern: Atom, atom: GroundAtom, binding: Bound_) -> bool:
        return all(unify(arg, value, binding, self._setting) for arg, value in zip(pattern.args, atom[1], strict=True))

    def _assign(self, part: Aggregate, binding: Bound_) -> Iterator[tuple[Ground, Formula]]:
        """`S = #sum { ... }` for each value that the aggregate could have."""
        elements = self._elements(part.elements, binding)
        others = [guard for guard in guards(part) if not _assigns(guard, binding)]
        bounds = self._bounds(others, binding)
        if bounds is not None:
            for value in _values(part.function, list(elements)):
                self._setting.seen(value)
                yield value, _fold(part.function, elements, (*bounds, Bound("=", value)))

    # --- formulas --------------------------------------------------------------------------------------------

    def _formula(self, part: BodyLiteral, binding: Bound_) -> Formula | None:
        """What the part says when all its global variables are bound; None where an operation is undefined."""
        match part:
            case Literal(sign, atom):
                meant = self._meant(atom, binding)
                return None if meant is None else _signed(sign, meant)
            case Comparison():
                return All(()) if compares(part, binding, self._setting) else None
            case Conditional():
                return self._conditional(part, binding)
            case Aggregate(sign, function, elements):
                bounds = self._bounds(guards(part), binding)
                found = self._elements(elements, binding)
                return None if bounds is None else _signed(sign, _fold(function, found, bounds))
            case Counted(sign, counted):
                bounds = self._bounds(guards(part), binding)
                return (
                    None if bounds is None else _signed(sign, _fold("count", self._counted(counted, binding), bounds))
                )

    def _meant(self, atom: Atom, binding: Bound_) -> Formula | None:
        """What a negated literal speaks of; `not p(_)` speaks of every p. None: an undefined argument."""
        if any("_" in variables(arg) for arg in atom.args):
            return Any(
                tuple(Is(other) for other in self._matches(atom, binding) if self._unify(atom, other, dict(binding)))
            )
        instance = self._atom(atom, binding)
        return None if instance is None else Is(instance)

    def _literal(self, part: Simple, binding: Bound_) -> Formula:
        """A literal with a condition: false where it is undefined."""
        return self._formula(part, binding) or FALSE

    def _conditional(self, part: Conditional, binding: Bound_) -> Formula:
        return All(
            tuple(
                Implies(condition, self._literal(part.literal, inner))
                for inner, condition in self.instances(part.condition, binding)
            )
        )

    def _elements(self, elements: Sequence[Element], binding: Bound_) -> dict[Tuple, list[Formula]]:
        found: dict[Tuple, list[Formula]] = {}
        for element in elements:
            for inner, condition in self.instances(element.condition, binding):
                values = values_of(element.terms, inner, self._setting)
                if values is not None:
                    found.setdefault(values, []).append(condition)
        return found

    def _counted(self, elements: Sequence[Conditional], binding: Bound_) -> dict[Tuple, list[Formula]]:
        found: dict[Tuple, list[Formula]] = {}
        for element in elements:
            assert isinstance(element.literal, Literal)
            for inner, condition in self.instances(element.condition, binding):
                atom = self._atom(element.literal.atom, inner)
                if atom is not None:
                    sign = element.literal.sign
                    found.setdefault(_named(sign, atom), []).append(_all((_signed(sign, Is(atom)), condition)))
        return found

    def _bounds(self, found: Iterable[Guard], binding: Bound_) -> tuple[Bound, ...] | None:
        bounds = []
        for guard in found:
            value = value_of(guard.term, binding, self._setting)
            if value is None:
                return None
            bounds.append(Bound(guard.relation, value))
        return tuple(bounds)

    def _atom(self, atom: Atom, binding: Bound_) -> GroundAtom | None:
        values = values_of(atom.args, binding, self._setting)
        return None if values is None else (atom.predicate, values)


def _named(sign: int, atom: GroundAtom) -> Tuple:
    return (sign, atom[0], *atom[1])


def _fold(function: str, elements: dict[Tuple, list[Formula]], bounds: tuple[Bound, ...]) -> Fold:
    return Fold(function, tuple((args, _any(when)) for args, when in elements.items()), bounds)


def _values(function: str, tuples: list[Tuple]) -> set[Ground]:
    """What an aggregate over some of the tuples can be."""
    if function == "count":
        return set(range(len(tuples) + 1))
    if function in {"min", "max"}:
        return {args[0] for args in tuples} | {SUP if function == "min" else INF}
    sums = {0}
    for args in tuples:
        weight = args[0]
        if isinstance(weight, int) and (weight > 0 or function == "sum"):
            sums |= {number + weight for number in sums}
    return set(sums)


def _assigns(guard: Guard, binding: Bound_) -> bool:
    return guard.relation == "=" and isinstance(guard.term, Var) and guard.term.name not in binding


def _assigned(part: Aggregate, binding: Bound_) -> str | None:
    """The variable that the aggregate gives a value to."""
    if part.sign:
        return None
    return next((g.term.name for g in guards(part) if _assigns(g, binding) and isinstance(g.term, Var)), None)


def _equation(part: Comparison, binding: Bound_) -> tuple[Term, Term] | None:
    """A pair `pattern = term` of a chain where the term is known and the pattern binds something new."""
    for left, relation, right in zip(part.terms, part.relations, part.terms[1:], strict=False):
        for pattern, source in ((left, right), (right, left)):
            if relation != "=" or not set(variables(source)) <= binding.keys():
                continue
            new = set(variables(pattern)) - binding.keys()
            if new and needed(pattern) <= binding.keys():
                return pattern, source
    return None
