"""Derived inputs as terms over the symbols of the inputs that they are computed from.

No symbol is made for them: whatever the arguments turn out to be, the value follows. A value outside the derived
input's own range, or one that the function does not have, is inadmissible, as it is where the arguments are stated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd

from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering.inputs import UNSYMBOLIC
from bicameral.lowering.program import Assertion, InputSymbol, Kind
from bicameral.policy.derive import functions
from bicameral.policy.derive.values import in_order
from bicameral.policy.identifiers import ground_name
from bicameral.policy.instances import Entities, instances
from bicameral.policy.model import CheckedPolicy, Declaration, Derivation
from bicameral.sorts import ValueSort
from bicameral.source.record import record


@record
class Derived:
    """A derived input: its `symbol` has a term for a value, over the symbols of inputs alone, `given` likewise.

    `admissible` says when the value is one that a case may have.
    """

    symbol: InputSymbol
    admissible: Term

    @property
    def smt_name(self) -> str:
        return smt_name(self.symbol)

    def range_assertion(self) -> Assertion | None:
        """That the value is admissible; None where that goes without saying."""
        given = self.symbol.given if self.symbol.given is not None else factory.TRUE
        formula = factory.implies(given, self.admissible)
        if formula.is_true:
            return None
        return Assertion(Kind.RANGE, self.symbol.name, f"range {self.smt_name}", formula)


def smt_name(symbol: InputSymbol) -> str:
    """How SMT-LIB text names a derived input."""
    return ground_name(symbol.declaration.smt_name, symbol.keys).translate(UNSYMBOLIC)


def derived_inputs(policy: CheckedPolicy, symbols: Sequence[InputSymbol], entities: Entities) -> tuple[Derived, ...]:
    """Every ground derived input, each after those it is computed from.

    One that is computed from an input that `symbols` lacks is left out.
    """
    known = {symbol.name: symbol for symbol in symbols}
    found: list[Derived] = []
    for instance in instances(policy, in_order(policy.inputs), entities):
        declaration = instance.declaration
        derivation = declaration.derivation
        assert derivation is not None
        arguments: dict[str, InputSymbol] = {}
        for name in derivation.arguments:
            if isinstance(name, str):
                ground = ground_name(name, instance.keys if policy.inputs[name].keys else ())
                if ground in known:
                    arguments[name] = known[ground]
        if len(arguments) < len({name for name in derivation.arguments if isinstance(name, str)}):
            continue
        value, defined = term(derivation, declaration, arguments)
        given = factory.conj(*(symbol.given for symbol in arguments.values() if symbol.given is not None))
        symbol = InputSymbol(
            instance.name, declaration, value, given if declaration.may_lack_value else None, instance.keys
        )
        known[instance.name] = symbol
        admissible = factory.conj(defined, _within(declaration, value, policy.inputs))
        found.append(Derived(symbol, admissible))
    return tuple(found)


def term(derivation: Derivation, declaration: Declaration, arguments: Mapping[str, InputSymbol]) -> tuple[Term, Term]:
    """The value of a call in the program scale of its declaration, and when the function has one."""
    parts = [arguments[a].value if isinstance(a, str) else factory.integer(a) for a in derivation.arguments]
    assert declaration.sort is not None
    if derivation.function in functions.ROUNDING:
        return _rounded(derivation, declaration.sort, parts[0], parts[1])
    defined = factory.TRUE
    if functions.CALENDAR[derivation.function].result == "date" and len(parts) == 2:
        most = functions.MOST_STEP
        step = derivation.arguments[1]
        bounds = arguments[step].declaration if isinstance(step, str) else None
        if bounds is None or bounds.low is None or bounds.low < -most:
            defined = factory.conj(defined, factory.le(factory.integer(-most), parts[1]))
        if bounds is None or bounds.high is None or bounds.high > most:
            defined = factory.conj(defined, factory.le(parts[1], factory.integer(most)))
    return factory.call(derivation.function, *parts), defined


def _within(declaration: Declaration, value: Term, inputs: Mapping[str, Declaration]) -> Term:
    """That the value is within its range, ends left out that the ranges of the arguments see to."""
    derivation, sort = declaration.derivation, declaration.sort
    assert derivation is not None
    assert sort is not None
    bounds = tuple(
        (argument, argument) if isinstance(argument, int) else (inputs[argument].low, inputs[argument].high)
        for argument in derivation.arguments
    )
    low, high = functions.reach(derivation.function, bounds, derivation.sorts, sort)
    parts = []
    if declaration.low is not None and (low is None or low < declaration.low):
        parts.append(factory.le(factory.integer(declaration.low), value))
    if declaration.high is not None and (high is None or high > declaration.high):
        parts.append(factory.le(value, factory.integer(declaration.high)))
    return factory.conj(*parts)


# --- rounding -----------------------------------------------------------------------------------------------------


def _rounded(derivation: Derivation, target: ValueSort, number: Term, places: Term) -> tuple[Term, Term]:
    sort = derivation.sorts[0]
    scale = sort.scale if sort is not None else 1
    if places.is_const:
        assert isinstance(places.payload, int)
        return _to_places(derivation.function, scale, target.scale, number, places.payload)
    value: Term = factory.ZERO
    defined: list[Term] = []
    for digits in range(-functions.MOST_PLACES, functions.MOST_PLACES + 1):
        chosen = factory.eq(places, factory.integer(digits))
        rounded, fits = _to_places(derivation.function, scale, target.scale, number, digits)
        value = factory.ite(chosen, rounded, value)
        defined.append(factory.conj(chosen, fits))
    return value, factory.disj(*defined)


def _to_places(function: str, scale: int, target: int, number: Term, places: int) -> tuple[Term, Term]:
    """Rounded to a known number of places, and when the result fits the target."""
    if abs(places) > functions.MOST_PLACES:
        return factory.ZERO, factory.FALSE
    fine = scale * int(10 ** max(places, 0))
    step = scale * int(10 ** max(-places, 0))
    common = gcd(target, fine)
    rounded = factory.call(function, factory.mul(factory.integer(fine // scale), number), factory.integer(step))
    scaled = factory.mul(factory.integer(target // common), rounded)
    rest = factory.integer(fine // common)
    if step * target % fine == 0:
        return factory.tdiv(scaled, rest), factory.TRUE
    return factory.tdiv(scaled, rest), factory.eq(factory.trem(scaled, rest), factory.ZERO)
