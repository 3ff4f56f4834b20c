"""Small lowered programs made by hand or by hypothesis, and their answer sets by brute force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

from bicameral.backends.contract import Budget, Witness
from bicameral.backends.smt.backend import SmtBackend
from bicameral.backends.smt.session import SmtSession
from bicameral.formula import factory as f
from bicameral.formula.interpreter import Value as TermValue
from bicameral.formula.interpreter import evaluate
from bicameral.formula.term import Term
from bicameral.lowering.program import (
    Argument,
    Assertion,
    Constant,
    GuardedTuple,
    InputSymbol,
    Kind,
    LoweredProgram,
)
from bicameral.policy.model import Case, CheckedPolicy, Declaration, Value
from bicameral.sorts import ValueSort
from bicameral.sorts.catalogue import INTEGER, enumeration
from bicameral.sorts.term_sort import BOOL, INT
from bicameral.source import NOWHERE


def budget() -> Budget:
    return Budget(60_000)


def declaration(
    name: str,
    sort: ValueSort | None = None,
    low: int | None = None,
    high: int | None = None,
    *,
    role: str = "input",
    optional: bool = False,
    closed: bool = False,
    order: int = 0,
) -> Declaration:
    return Declaration(
        role,  # type: ignore[arg-type]
        name,
        (),
        sort,
        low,
        high,
        None,
        None,
        None,
        NOWHERE,
        order,
        closed=closed,
        optional=optional,
    )


def boolean(name: str) -> InputSymbol:
    return InputSymbol(name, declaration(name), f.symbol(name, BOOL), None)


def number(name: str, low: int | None = None, high: int | None = None, *, optional: bool = False) -> InputSymbol:
    given = f.symbol(f"{name}.given", BOOL) if optional else None
    return InputSymbol(name, declaration(name, INTEGER, low, high, optional=optional), f.symbol(name, INT), given)


def member(name: str, members: Sequence[str], *, optional: bool = False) -> InputSymbol:
    sort = enumeration(f"{name}_sort", tuple(members))
    given = f.symbol(f"{name}.given", BOOL) if optional else None
    return InputSymbol(name, declaration(name, sort, optional=optional), f.symbol(name, sort.term_sort), given)


def ranges(inputs: Sequence[InputSymbol]) -> list[Assertion]:
    found = []
    for entry in inputs:
        parts = []
        if entry.declaration.low is not None:
            parts.append(f.le(f.integer(entry.declaration.low), entry.value))
        if entry.declaration.high is not None:
            parts.append(f.le(entry.value, f.integer(entry.declaration.high)))
        if parts:
            within = f.conj(*parts)
            formula = within if entry.given is None else f.implies(entry.given, within)
            found.append(Assertion(Kind.RANGE, entry.name, f"range {entry.name}", formula))
    return found


def rule(name: str, formula: Term) -> Assertion:
    return Assertion(Kind.RULE, name, name, formula)


def closed(name: str, formula: Term, *rules: str) -> Assertion:
    return Assertion(Kind.CLOSED_WORLD, name, f"closed-world {name}", formula, None, rules)


def constraint(name: str, formula: Term) -> Assertion:
    return Assertion(Kind.CONSTRAINT, name, name, formula)


def program(
    inputs: Sequence[InputSymbol],
    assertions: Sequence[Assertion],
    atoms: Mapping[tuple[str, int], Sequence[tuple[Sequence[Argument], Term]]],
    claim: Term | None,
    comparisons: Sequence[Term] = (),
) -> LoweredProgram:
    return LoweredProgram(
        tuple(inputs),
        (*assertions, *ranges(inputs)),
        {key: tuple(GuardedTuple(tuple(args), cond) for args, cond in tuples) for key, tuples in atoms.items()},
        tuple(comparisons),
        (),
        (),
        claim,
    )


def policy(outcomes: Sequence[Declaration] = ()) -> CheckedPolicy:
    return CheckedPolicy(
        name="world",
        title=None,
        version=None,
        effective=(None, None),
        files=(),
        source=None,
        sha256="",
        statements=(),
        constants={},
        sorts={},
        inputs={},
        outcomes={outcome.name: outcome for outcome in outcomes},
        defines={},
        overrides=(),
        warnings=(),
    )


def session(lowered: LoweredProgram, outcomes: Sequence[Declaration] = ()) -> SmtSession:
    return SmtBackend(policy(outcomes), lambda _claim=None, _scope=(), _further=False: lowered).session(None)


def case(stated: Mapping[str, Value] | None = None, assumed: Mapping[str, Value] | None = None) -> Case:
    return Case(dict(stated or {}), dict(assumed or {}))


# --- the travel policy, by hand -------------------------------------------------------------------------------------

TRAVEL_OUTCOMES = [declaration("trip_approved", role="outcome"), declaration("booking_allowed", role="outcome")]


def travel(claim: Term | None) -> LoweredProgram:
    inputs = [number("cost", 0), boolean("international"), boolean("approved"), number("tenure", 0)]
    cost, international, approved, tenure = (entry.value for entry in inputs)
    refused, trip, booking = (f.symbol(name, BOOL) for name in ("refused", "trip_approved", "booking_allowed"))
    expensive = f.conj(f.lt(f.integer(1000), cost), f.neg(approved))
    abroad = f.conj(international, f.neg(approved))
    fresh = f.conj(international, f.lt(tenure, f.integer(6)))
    assertions = [
        rule("cost-rule", f.implies(expensive, refused)),
        rule("international-rule", f.implies(abroad, refused)),
        rule("six-months-rule", f.implies(fresh, refused)),
        rule("policy.lp:9", f.implies(f.neg(refused), trip)),
        rule("booking-rule", f.implies(trip, booking)),
        closed("refused", f.implies(refused, f.disj(expensive, abroad, fresh)), "cost-rule", "international-rule"),
        closed("trip_approved", f.implies(trip, f.neg(refused)), "policy.lp:9"),
        closed("booking_allowed", f.implies(booking, trip), "booking-rule"),
    ]
    atoms: dict[tuple[str, int], list[tuple[Sequence[Argument], Term]]] = {
        ("refused", 0): [((), refused)],
        ("trip_approved", 0): [((), trip)],
        ("booking_allowed", 0): [((), booking)],
    }
    return program(inputs, assertions, atoms, claim, [f.lt(f.integer(1000), cost), f.lt(tenure, f.integer(6))])


TRIP = f.symbol("trip_approved", BOOL)


# --- generated programs ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """A lowered program over small domains and every answer set of it."""

    lowered: LoweredProgram
    outcomes: tuple[Declaration, ...]
    auxiliary: tuple[Term, ...]

    def session(self) -> SmtSession:
        return session(self.lowered, self.outcomes)

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.lowered.inputs]

    def domain(self, entry: InputSymbol) -> list[Value]:
        """The values in the order of preference: false first, none first, then ascending."""
        if entry.value.sort == BOOL:
            return [False, True]
        values: list[Value] = [None] if entry.given is not None else []
        if entry.value.sort.members:
            return values + list(entry.value.sort.members)
        assert entry.declaration.low is not None
        assert entry.declaration.high is not None
        return values + list(range(entry.declaration.low, entry.declaration.high + 1))

    def environment(self, inputs: Mapping[str, Value]) -> dict[str, TermValue]:
        env: dict[str, TermValue] = {}
        for entry in self.lowered.inputs:
            value = inputs[entry.name]
            if entry.given is not None:
                env[str(entry.given.payload)] = value is not None
            if value is None:
                value = entry.value.sort.members[0] if entry.value.sort.members else 0
            env[str(entry.value.payload)] = value
        return env

    def all_inputs(self, fixed: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
        domains = [[fixed[entry.name]] if entry.name in fixed else self.domain(entry) for entry in self.lowered.inputs]
        for values in product(*domains):
            yield dict(zip(self.names, values, strict=True))

    def models(
        self, fixed: Mapping[str, Value], formulas: Sequence[Term] | None = None
    ) -> Iterator[tuple[dict[str, Value], Witness]]:
        """Every answer set whose inputs agree with `fixed`."""
        asserted = [a.formula for a in self.lowered.assertions] if formulas is None else list(formulas)
        for inputs in self.all_inputs(fixed):
            env = self.environment(inputs)
            for truths in product((False, True), repeat=len(self.auxiliary)):
                env.update(zip((str(a.payload) for a in self.auxiliary), truths, strict=True))
                if all(evaluate(formula, env) for formula in asserted):
                    yield inputs, self.witness(inputs, env)

    def witness(self, inputs: Mapping[str, Value], env: Mapping[str, TermValue]) -> Witness:
        shown: dict[str, bool | tuple[int | str, ...]] = {}
        for outcome in self.outcomes:
            tuples = self.lowered.atoms.get((outcome.name, outcome.arity), ())
            if outcome.sort is None:
                shown[outcome.name] = any(evaluate(g.condition, env) for g in tuples)
                continue
            values: set[int | str] = set()
            for guarded in tuples:
                if evaluate(guarded.condition, env):
                    argument = guarded.args[-1]
                    if isinstance(argument, Term):
                        value = evaluate(argument, env)
                        assert isinstance(value, int)
                        values.add(value)
                    else:
                        assert isinstance(argument, Constant)
                        values.add(argument.name)
            shown[outcome.name] = tuple(sorted(values, key=lambda v: (isinstance(v, str), v)))
        claim = self.lowered.claim
        return Witness(inputs, shown, True if claim is None else bool(evaluate(claim, env)))

    def rank(self, inputs: Mapping[str, Value]) -> tuple[int, ...]:
        """Where inputs stand in the order of preference."""
        return tuple(self.domain(entry).index(inputs[entry.name]) for entry in self.lowered.inputs)


@st.composite
def _inputs(draw: st.DrawFn) -> list[InputSymbol]:
    found = [boolean(f"b{i}") for i in range(draw(st.integers(0, 2)))]
    for i in range(draw(st.integers(0, 2))):
        low = draw(st.integers(-3, 2))
        found.append(number(f"n{i}", low, low + draw(st.integers(0, 8)), optional=draw(st.booleans())))
    if draw(st.booleans()):
        found.append(member("kind", ("red", "amber", "green")[: draw(st.integers(1, 3))], optional=draw(st.booleans())))
    return list(draw(st.permutations(found or [boolean("b0")])))


def _expression(draw: st.DrawFn, numbers: Sequence[InputSymbol]) -> tuple[Term, Term]:
    """An Int term and the condition under which it means something."""
    entry = draw(st.sampled_from(numbers))
    guard = f.TRUE if entry.given is None else entry.given
    term = entry.value
    match draw(st.integers(0, 5)):
        case 0:
            term = f.mul(f.integer(draw(st.integers(-3, 3))), term)
        case 1:
            term = f.tdiv(term, f.integer(draw(st.sampled_from([-3, -2, 2, 3]))))
        case 2:
            term = f.trem(term, f.integer(draw(st.sampled_from([-3, 2, 3]))))
        case 3:
            other = draw(st.sampled_from(numbers))
            guard = f.conj(guard, f.TRUE if other.given is None else other.given)
            term = f.add(term, f.mul(f.integer(draw(st.integers(-2, 2))), other.value))
        case 4:
            other = draw(st.sampled_from(numbers))
            guard = f.conj(guard, f.TRUE if other.given is None else other.given)
            term = f.mul(term, other.value)
    return term, guard


def _atom(draw: st.DrawFn, inputs: Sequence[InputSymbol], known: Sequence[Term]) -> Term:
    booleans = [entry.value for entry in inputs if entry.value.sort == BOOL] + list(known)
    numbers = [entry for entry in inputs if entry.value.sort == INT]
    members = [entry for entry in inputs if entry.value.sort.members]
    kinds = (["boolean"] if booleans else []) + (["number"] * 2 if numbers else []) + (["member"] if members else [])
    match draw(st.sampled_from(kinds)):
        case "number":
            term, guard = _expression(draw, numbers)
            bound = f.integer(draw(st.integers(-6, 10)))
            relation = draw(st.sampled_from([f.le, f.lt, f.eq]))
            return f.conj(guard, relation(term, bound) if draw(st.booleans()) else relation(bound, term))
        case "member":
            entry = draw(st.sampled_from(members))
            value = f.member(entry.value.sort, draw(st.sampled_from(entry.value.sort.members)))
            return f.conj(f.TRUE if entry.given is None else entry.given, f.eq(entry.value, value))
        case _:
            return draw(st.sampled_from(booleans))


def _body(draw: st.DrawFn, inputs: Sequence[InputSymbol], known: Sequence[Term]) -> Term:
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        atom = _atom(draw, inputs, known)
        parts.append(f.neg(atom) if draw(st.booleans()) else atom)
    return f.conj(*parts)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Definitions by completion, now and then a choice, a loop through negation or a constraint."""
    inputs = draw(_inputs())
    names = [f"a{i}" for i in range(draw(st.integers(1, 4)))]
    auxiliary = [f.symbol(name, BOOL) for name in names]
    assertions: list[Assertion] = []
    for place, atom in enumerate(auxiliary):
        known = auxiliary if draw(st.integers(0, 9)) == 0 else auxiliary[:place]
        bodies = [_body(draw, inputs, known) for _ in range(draw(st.integers(1, 2)))]
        choice = draw(st.integers(0, 6)) == 0
        if not choice:
            assertions += [rule(f"r{place}{i}", f.implies(body, atom)) for i, body in enumerate(bodies)]
        assertions.append(closed(names[place], f.implies(atom, f.disj(*bodies)), f"r{place}0"))
    if draw(st.integers(0, 4)) == 0:
        assertions.append(constraint("no", f.neg(_body(draw, inputs, auxiliary))))
    outcomes = [declaration(names[0], role="outcome"), declaration("pay", INTEGER, role="outcome")]
    pays = []
    for _ in range(draw(st.integers(0, 3))):
        numbers = [entry for entry in inputs if entry.value.sort == INT]
        value, guard = f.integer(draw(st.integers(0, 2))), f.TRUE
        if draw(st.booleans()) and numbers:
            value, guard = _expression(draw, numbers)
        condition = f.conj(guard, draw(st.sampled_from(auxiliary)))
        pays.append(((value,), condition if draw(st.booleans()) else f.conj(condition, _body(draw, inputs, []))))
    claim = _body(draw, inputs, auxiliary)
    lowered = program(inputs, assertions, {(names[0], 0): [((), auxiliary[0])], ("pay", 1): pays}, claim)
    return World(lowered, tuple(outcomes), tuple(auxiliary))


@st.composite
def worlds_with_facts(draw: st.DrawFn) -> tuple[World, Case]:
    world = draw(worlds())
    stated: dict[str, Value] = {}
    assumed: dict[str, Value] = {}
    for entry in world.lowered.inputs:
        if draw(st.booleans()):
            value = draw(st.sampled_from(world.domain(entry)))
            target = assumed if value in (False, None) and draw(st.booleans()) else stated
            target[entry.name] = value
    return world, case(stated, assumed)
