"""Terms under a binding: their values, and what a pattern binds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.reference.program import (
    Abs,
    Comparison,
    Extreme,
    Flip,
    Fun,
    Interval,
    Minus,
    Name,
    Num,
    Op,
    Str,
    Term,
    Var,
    variables,
)
from tests.reference.values import Call, Ground, Limit, Text, operate, opposite, related

Binding = Mapping[str, Ground]


@dataclass(slots=True)
class Setting:
    """The `#const`s, and the greatest integer computed so far: clingo wraps where it passes 32 bits."""

    constants: Mapping[str, int] = field(default_factory=dict)
    widest: int = 0

    @property
    def wraps(self) -> bool:
        return self.widest >= 2**31

    def seen(self, value: Ground | None) -> Ground | None:
        if isinstance(value, int):
            self.widest = max(self.widest, abs(value))
        return value


def value_of(term: Term, binding: Binding, setting: Setting) -> Ground | None:
    """The value, or None where clingo calls the operation undefined."""
    match term:
        case Var(name):
            return binding[name]
        case Num(value):
            return setting.seen(value)
        case Name(name):
            return setting.constants.get(name, name)
        case Str(text):
            return Text(text)
        case Extreme(top):
            return Limit(top)
        case Minus(inner):
            found = value_of(inner, binding, setting)
            return None if found is None else setting.seen(opposite(found))
        case Flip(inner):
            found = value_of(inner, binding, setting)
            return ~found if isinstance(found, int) else None
        case Abs(inner):
            found = value_of(inner, binding, setting)
            return setting.seen(abs(found)) if isinstance(found, int) else None
        case Op(symbol, left, right):
            a, b = value_of(left, binding, setting), value_of(right, binding, setting)
            return setting.seen(operate(symbol, a, b)) if isinstance(a, int) and isinstance(b, int) else None
        case Fun(name, args):
            values = values_of(args, binding, setting)
            if values is None:
                return None
            return Call(name, values) if values or not name else name
        case _:
            raise TypeError(f"{term} stands for more than one value")


def values_of(terms: Sequence[Term], binding: Binding, setting: Setting) -> tuple[Ground, ...] | None:
    """None where one of them is undefined."""
    values = [value_of(term, binding, setting) for term in terms]
    defined = tuple(value for value in values if value is not None)
    return defined if len(defined) == len(values) else None


def inside(interval: Interval, binding: Binding, setting: Setting) -> range:
    """What an interval ranges over; nothing where an end is no number."""
    low, high = value_of(interval.low, binding, setting), value_of(interval.high, binding, setting)
    return range(low, high + 1) if isinstance(low, int) and isinstance(high, int) else range(0)


def unify(pattern: Term, value: Ground, binding: dict[str, Ground], setting: Setting) -> bool:
    """Whether the pattern can be the value; `binding` is extended."""
    match pattern:
        case Var("_"):
            return True
        case Var(name):
            return binding.setdefault(name, value) == value
        case Fun(name, args) if args or not name:
            if not isinstance(value, Call) or (value.name, value.negative) != (name, False):
                return False
            if len(value.args) != len(args):
                return False
            return all(unify(arg, part, binding, setting) for arg, part in zip(args, value.args, strict=True))
        case _:
            return value_of(pattern, binding, setting) == value


def needed(pattern: Term) -> set[str]:
    """The variables that must be bound before the pattern is matched: those that operations take."""
    match pattern:
        case Var():
            return set()
        case Fun(_, args):
            return {name for arg in args for name in needed(arg)}
        case _:
            return set(variables(pattern))


def compares(literal: Comparison, binding: Binding, setting: Setting) -> bool:
    """An undefined term drops the instance, whatever the sign; except that clingo reads a negated chain of two or more
    relations as the negation of an auxiliary atom, which is then not derived."""
    defined = values_of(literal.terms, binding, setting)
    if defined is None:
        return literal.sign == 1 and len(literal.relations) > 1
    pairs = zip(defined, literal.relations, defined[1:], strict=False)
    holds = all(related(a, relation, b) for a, relation, b in pairs)
    return holds != (literal.sign == 1)
