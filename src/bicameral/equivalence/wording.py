"""Regions, sayings and questions in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from bicameral.equivalence.regions import Values, linear
from bicameral.equivalence.report import Part, Saying
from bicameral.equivalence.vocabulary import SharedInput, SharedOutcome
from bicameral.explanation.wording import part_text, value_text
from bicameral.formula.term import Op, Term, symbols
from bicameral.policy.model import Declaration
from bicameral.sorts import Json
from bicameral.verdict.report import IntervalView

_SIGNS = {Op.EQ: "=", Op.LE: "<=", Op.LT: "<"}
_OPERATORS = {Op.ADD: " + ", Op.MUL: " * ", Op.TDIV: " / ", Op.TREM: " \\ "}


def own_value(one: SharedInput, value: int | str | bool) -> Json:
    """A value of the comparison in own units."""
    return in_units(one.declaration, value, one.scale)


def in_units(declaration: Declaration, value: int | str | bool, scale: int) -> Json:
    """A value in units of 1/`scale` as its declaration writes it."""
    sort = declaration.sort
    if sort is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value.rpartition(".")[2]
    if scale == sort.scale:
        return sort.show(value)
    return value if scale == 1 else Decimal(value).scaleb(1 - len(str(scale)))


def part(one: SharedInput, values: Values) -> Part:
    """What an input may be in a region."""
    found: list[IntervalView | Json] = [None] if values.lacking else []
    for low, high in values.intervals:
        ends = [None if end is None else own_value(one, end) for end in (low, high)]
        if high == one.high:
            ends[1] = None if low is not None and low != high else ends[1]
        if low == one.low and low != high and high is not None:
            ends[0] = None if one.low is None else ends[0]
        found.append(IntervalView(*ends))
    found += [own_value(one, value) for value in values.listed]
    return Part(one.name, tuple(found), one.declaration.unit)


def condition(term: Term, inputs: Mapping[Term, SharedInput]) -> str:
    """A comparison of several inputs as a person writes it, in own units where they have one scale."""
    comparison = term.args[0] if term.op is Op.NOT else term
    if comparison.op not in _SIGNS:
        return f"not ({_infix(comparison, inputs)})" if term.op is Op.NOT else _infix(term, inputs)
    sign = "!=" if term.op is Op.NOT else _SIGNS[comparison.op]
    scales = {inputs[symbol].scale for symbol in symbols(comparison) if symbol in inputs}
    form = linear(comparison)
    if form is not None and len(scales) == 1:
        (scale,) = scales
        factors, constant = form
        left = [(factor, _name(symbol, inputs)) for symbol, factor in factors.items() if factor > 0]
        right = [(-factor, _name(symbol, inputs)) for symbol, factor in factors.items() if factor < 0]
        return f"{_sum(left, max(constant, 0), scale)} {sign} {_sum(right, max(-constant, 0), scale)}"
    shown = f"{_infix(comparison.args[0], inputs)} {sign} {_infix(comparison.args[1], inputs)}"
    return shown if scales <= {1} else f"{shown} (in the program's own scale)"


def _name(symbol: Term, inputs: Mapping[Term, SharedInput]) -> str:
    return inputs[symbol].name if symbol in inputs else str(symbol.payload)


def _sum(parts: Sequence[tuple[int, str]], constant: int, scale: int) -> str:
    shown = [name if factor == 1 else f"{factor} * {name}" for factor, name in parts]
    if constant or not shown:
        shown.append(value_text(constant if scale == 1 else Decimal(constant).scaleb(1 - len(str(scale)))))
    return " + ".join(shown)


def _infix(term: Term, inputs: Mapping[Term, SharedInput]) -> str:
    match term.op:
        case Op.CONST:
            return str(term.payload)
        case Op.SYMBOL:
            return _name(term, inputs)
        case Op.CALL:
            return f"{term.payload}({', '.join(_infix(arg, inputs) for arg in term.args)})"
        case Op.ADD | Op.MUL | Op.TDIV | Op.TREM:
            parts = (_infix(arg, inputs) for arg in term.args)
            return _OPERATORS[term.op].join(f"({one})" if " " in one else one for one in parts)
        case Op.EQ | Op.LE | Op.LT:
            return f"{_infix(term.args[0], inputs)} {_SIGNS[term.op]} {_infix(term.args[1], inputs)}"
        case _:
            return repr(term)


def part_words(one: Part) -> str:
    """`tenure 6 months`, `international`, `not approved`, `kind family or medical`."""
    if one.values == (True,):
        return one.input
    if one.values == (False,):
        return f"not {one.input}"
    shown = " or ".join(map(part_text, one.values))
    return f"{one.input} {shown}{f' {one.unit}' if one.unit else ''}"


def saying_words(one: Saying) -> str:
    """`proves trip_approved`, `leaves bonus open`, `gives pay 12`, `gives no pay`."""
    match one.status:
        case "proves" | "refutes":
            return f"{one.status} {one.outcome}"
        case "value":
            return f"gives {one.outcome} {value_text(one.value)}"
        case "none":
            return f"gives no {one.outcome}"
        case _:
            return f"leaves {one.outcome} open"


def question(
    parts: Sequence[Part],
    conditions: Sequence[str],
    outcomes: Sequence[SharedOutcome],
    declarations: Mapping[str, Declaration],
) -> str:
    """What the owner of the policy is to say about a region."""
    circumstances = [_circumstance(one, declarations[one.input]) for one in parts] + list(conditions)
    when = f"When {_listed(circumstances)}" if circumstances else "Whatever the case"
    return f"{when}: {'; '.join(_asked(outcome) for outcome in outcomes)}?"


def _circumstance(one: Part, declaration: Declaration) -> str:
    text = declaration.text or one.input
    keys = one.input.partition("(")[2].rstrip(")")
    said = f"{text} ({keys})" if keys else text
    if one.values == (True,):
        return said
    if one.values == (False,):
        return f"it is not so that {said}" if declaration.text else f"not {said}"
    shown = " or ".join(map(part_text, one.values))
    return f"{said} is {shown}{f' {one.unit}' if one.unit else ''}"


def _asked(outcome: SharedOutcome) -> str:
    declaration = outcome.declaration
    keys = outcome.name.partition("(")[2].rstrip(")")
    text = declaration.text or outcome.name
    said = f"{text} ({keys})" if keys and declaration.text else text
    return said if declaration.sort is None else f"what is {said}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
