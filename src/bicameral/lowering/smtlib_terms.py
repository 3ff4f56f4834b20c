"""SMT-LIB expressions to terms: Core, linear and nonlinear Ints, datatypes of constants, Reals on a grid.

A Real constant declared as `decimal(n)` stands for an integer of 10^-n, so a Real expression is a sum of integer
terms with rational factors; each comparison of two is multiplied out to one of integers. `div` and `mod` are
SMT-LIB's (the remainder is never negative).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm

from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.sorts.term_sort import BOOL, INT
from bicameral.source import Diagnostic, PolicyError, SourceFile, Span
from bicameral.syntax.sexpr import SAtom, SExpr, SList


@dataclass(frozen=True, slots=True)
class Linear:
    """A Real: a sum of integer terms with factors, and a constant."""

    factors: Mapping[Term, Fraction]
    constant: Fraction


@dataclass(frozen=True, slots=True)
class Real:
    """A Real by cases: exactly one guard holds."""

    cases: tuple[tuple[Term, Linear], ...]


Typed = Term | Real


@dataclass(frozen=True, slots=True)
class Macro:
    """`define-fun`: the parameters are typed by their sorts' names."""

    parameters: tuple[tuple[str, str], ...]
    body: SExpr
    sort: str
    scope: Mapping[str, Typed]


class TermReader:
    """Reads expressions over the constants and macros declared so far."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self.constants: dict[str, Typed] = {}
        self.macros: dict[str, Macro] = {}
        self.functions: dict[str, Callable[..., Term]] = {}  # of macros that are known by their definitions

    def fault(self, message: str, span: Span, hint: str | None = None) -> PolicyError:
        return PolicyError(Diagnostic("smtlib-policy", message, span, hint, line_text=self._source.line(span.line)))

    def formula(self, item: SExpr) -> Term:
        """A Bool expression. Raises PolicyError for anything else."""
        return self.boolean(self.read(item, {}), item.span)

    def boolean(self, value: Typed, span: Span) -> Term:
        if isinstance(value, Term) and value.sort == BOOL:
            return value
        raise self.fault("this is not Bool", span)

    def sort_of(self, value: Typed) -> str:
        return "Real" if isinstance(value, Real) else value.sort.name

    def read(self, item: SExpr, scope: Mapping[str, Typed]) -> Typed:
        """An expression; `scope` holds what `let` and parameters bind."""
        if isinstance(item, SAtom):
            return self._atom(item, scope)
        head = item.head
        if head is None:
            raise self.fault("an expression begins with an operator", item.span)
        if head == "let":
            return self._let(item, scope)
        if head == "!" and len(item.items) > 1:
            return self.read(item.items[1], scope)
        args = [self.read(part, scope) for part in item.items[1:]]
        if head in self.functions and all(isinstance(arg, Term) and arg.sort == INT for arg in args):
            return self.functions[head](*args)
        if head in self.macros and self.macros[head].parameters:
            return self._expand(self.macros[head], args, item)
        operation = _OPERATIONS.get(head)
        if operation is None:
            hint = f"known operators: {' '.join(_OPERATIONS)}"
            raise self.fault(f"`{head}` is no operator or function of this file", item.span, hint)
        try:
            return operation(args)
        except (_MistypedError, IndexError) as fault:
            shown = ", ".join(self.sort_of(arg) for arg in args)
            reason = f": {fault}" if isinstance(fault, _MistypedError) and str(fault) else ""
            raise self.fault(f"`{head}` does not take ({shown}){reason}", item.span) from fault

    def _atom(self, item: SAtom, scope: Mapping[str, Typed]) -> Typed:
        match item.kind:
            case "numeral":
                return factory.integer(int(item.text))
            case "decimal":
                return _real(Fraction(item.text))
            case "symbol" if item.text in scope:
                return scope[item.text]
            case "symbol" if item.text in self.constants:
                return self.constants[item.text]
            case "symbol" if item.text in self.macros and not self.macros[item.text].parameters:
                return self._expand(self.macros[item.text], [], item)
            case "symbol" if item.text in ("true", "false"):
                return factory.boolean(item.text == "true")
        raise self.fault(f"`{item.text}` is not declared", item.span)

    def _let(self, item: SList, scope: Mapping[str, Typed]) -> Typed:
        if len(item.items) != 3 or not isinstance(item.items[1], SList):
            raise self.fault("expected (let ((NAME TERM) ...) TERM)", item.span)
        bound: dict[str, Typed] = dict(scope)
        for pair in item.items[1].items:
            if not isinstance(pair, SList) or len(pair.items) != 2 or pair.head is None:
                raise self.fault("expected (NAME TERM)", pair.span)
            bound[pair.head] = self.read(pair.items[1], scope)
        return self.read(item.items[2], bound)

    def _expand(self, macro: Macro, args: Sequence[Typed], item: SExpr) -> Typed:
        if len(args) != len(macro.parameters):
            raise self.fault(f"expected {len(macro.parameters)} arguments", item.span)
        scope = dict(macro.scope)
        for (name, sort), arg in zip(macro.parameters, args, strict=True):
            scope[name] = self.coerce(arg, sort, item.span)
        return self.coerce(self.read(macro.body, scope), macro.sort, item.span)

    def coerce(self, value: Typed, sort: str, span: Span) -> Typed:
        """A value as one of `sort`: an Int literal may stand where a Real is expected."""
        if sort == "Real" and isinstance(value, Term) and value.sort == INT and value.is_const:
            return _as_real(value)
        if self.sort_of(value) != sort:
            raise self.fault(f"this is {self.sort_of(value)}, not {sort}", span)
        return value


class _MistypedError(Exception):
    pass


# --- Reals -----------------------------------------------------------------------------------------------------


def grid(symbol: Term, scale: int) -> Real:
    """The Real that an integer of 1/scale stands for."""
    return Real(((factory.TRUE, Linear({symbol: Fraction(1, scale)}, Fraction(0))),))


def _real(value: Fraction) -> Real:
    return Real(((factory.TRUE, Linear({}, value)),))


def _as_real(value: Typed) -> Real:
    if isinstance(value, Real):
        return value
    if value.sort != INT:
        raise _MistypedError("a number is needed")
    if value.is_const:
        assert isinstance(value.payload, int)
        return _real(Fraction(value.payload))
    return Real(((factory.TRUE, Linear({value: Fraction(1)}, Fraction(0))),))


def _combine(left: Real, right: Real, join: Callable[[Linear, Linear], Linear]) -> Real:
    cases = tuple(
        (guard, join(a, b)) for g, a in left.cases for h, b in right.cases if not (guard := factory.conj(g, h)).is_false
    )
    return Real(cases)


def _sum(left: Linear, right: Linear) -> Linear:
    factors = dict(left.factors)
    for term, factor in right.factors.items():
        factors[term] = factors.get(term, Fraction(0)) + factor
    return Linear(factors, left.constant + right.constant)


def _scaled(one: Linear, factor: Fraction) -> Linear:
    return Linear({term: value * factor for term, value in one.factors.items()}, one.constant * factor)


def _product(left: Linear, right: Linear) -> Linear:
    if not right.factors:
        return _scaled(left, right.constant)
    if not left.factors:
        return _scaled(right, left.constant)
    raise _MistypedError("a product of two unknown Reals is not linear")


def _quotient(left: Linear, right: Linear) -> Linear:
    if right.factors or right.constant == 0:
        raise _MistypedError("a Real is divided by a constant other than 0 only")
    return _scaled(left, 1 / right.constant)


def _integers(difference: Linear) -> Term:
    """A positive multiple of the Linear, as an integer term."""
    common = reduce(lcm, (f.denominator for f in (*difference.factors.values(), difference.constant)), 1)
    parts = [factory.mul(factory.integer(int(f * common)), term) for term, f in difference.factors.items()]
    return factory.add(factory.integer(int(difference.constant * common)), *parts)


def _compare(left: Typed, right: Typed, relation: Callable[[Term, Term], Term]) -> Term:
    if isinstance(left, Term) and isinstance(right, Term):
        return relation(left, right)
    pairs = _combine(_as_real(left), _as_real(right), lambda a, b: _sum(a, _scaled(b, Fraction(-1))))
    return factory.disj(*(factory.conj(g, relation(_integers(d), factory.ZERO)) for g, d in pairs.cases))


# --- operators -------------------------------------------------------------------------------------------------


def _booleans(args: Sequence[Typed]) -> list[Term]:
    terms = [arg for arg in args if isinstance(arg, Term) and arg.sort == BOOL]
    if len(terms) != len(args):
        raise _MistypedError("every argument is a Bool")
    return terms


def _numbers(args: Sequence[Typed]) -> Sequence[Typed]:
    if not args or not all(isinstance(arg, Real) or arg.sort == INT for arg in args):
        raise _MistypedError("every argument is a number")
    return args


def _not(args: Sequence[Typed]) -> Term:
    (one,) = _exactly(_booleans(args), 1)
    return factory.neg(one)


def _exactly(args: Sequence[Term], count: int) -> Sequence[Term]:
    if len(args) != count:
        raise _MistypedError(f"{count} argument{'s' if count > 1 else ''} needed")
    return args


def _at_least(args: Sequence[Typed], count: int) -> None:
    if len(args) < count:
        raise _MistypedError(f"at least {count} arguments needed")


def _implies(args: Sequence[Typed]) -> Term:
    _at_least(args, 2)
    *premises, conclusion = _booleans(args)
    return reduce(lambda result, premise: factory.implies(premise, result), reversed(premises), conclusion)


def _xor(args: Sequence[Typed]) -> Term:
    _at_least(args, 2)
    return reduce(lambda a, b: factory.neg(factory.iff(a, b)), _booleans(args))


def _same(left: Typed, right: Typed) -> Term:
    numbers = [isinstance(arg, Real) or arg.sort == INT for arg in (left, right)]
    if not all(numbers) and (any(numbers) or left.sort != right.sort):  # type: ignore[union-attr]
        raise _MistypedError("both sides are of one sort")
    return _compare(left, right, factory.eq)


def _equal(args: Sequence[Typed]) -> Term:
    _at_least(args, 2)
    return factory.conj(*(_same(a, b) for a, b in itertools.pairwise(args)))


def _distinct(args: Sequence[Typed]) -> Term:
    _at_least(args, 2)
    return factory.conj(*(factory.neg(_same(a, b)) for i, a in enumerate(args) for b in args[i + 1 :]))


def _chain(relation: Callable[[Term, Term], Term], *, flip: bool) -> Callable[[Sequence[Typed]], Typed]:
    def apply(args: Sequence[Typed]) -> Typed:
        _at_least(args, 2)
        pairs = list(zip(_numbers(args), args[1:], strict=False))
        return factory.conj(*(_compare(*((b, a) if flip else (a, b)), relation) for a, b in pairs))

    return apply


def _ite(args: Sequence[Typed]) -> Typed:
    if len(args) != 3:
        raise _MistypedError("3 arguments needed")
    condition, then, other = args
    (test,) = _booleans([condition])
    if isinstance(then, Term) and isinstance(other, Term):
        if then.sort != other.sort:
            raise _MistypedError("both branches are of one sort")
        return factory.ite(test, then, other)
    then, other = _as_real(then), _as_real(other)
    cases = [(factory.conj(test, g), value) for g, value in then.cases]
    cases += [(factory.conj(factory.neg(test), g), value) for g, value in other.cases]
    return Real(tuple(cases))


def _arithmetic(
    integers: Callable[[Term, Term], Term], reals: Callable[[Linear, Linear], Linear]
) -> Callable[[Sequence[Typed]], Typed]:
    def two(left: Typed, right: Typed) -> Typed:
        if isinstance(left, Term) and isinstance(right, Term):
            return integers(left, right)
        return _combine(_as_real(left), _as_real(right), reals)

    return lambda args: reduce(two, _numbers(args))


def _minus(args: Sequence[Typed]) -> Typed:
    if len(args) == 1:
        return _times([factory.integer(-1), args[0]])
    _at_least(args, 2)
    return _plus([args[0], *(_times([factory.integer(-1), arg]) for arg in args[1:])])


_plus = _arithmetic(factory.add, _sum)
_times = _arithmetic(factory.mul, _product)


def _divide(args: Sequence[Typed]) -> Typed:
    _at_least(args, 2)
    return reduce(lambda a, b: _combine(_as_real(a), _as_real(b), _quotient), args)


def _constant_divisor(args: Sequence[Typed]) -> tuple[Term, int]:
    left, right = args
    if len(args) != 2 or not isinstance(left, Term) or not isinstance(right, Term) or left.sort != INT:
        raise _MistypedError("two Ints needed")
    divisor = right.payload
    if not right.is_const or not isinstance(divisor, int) or isinstance(divisor, bool) or divisor == 0:
        raise _MistypedError("the divisor is a constant other than 0")
    return left, divisor


def _remainder(args: Sequence[Typed]) -> Term:
    left, divisor = _constant_divisor(args)
    rest = factory.trem(left, factory.integer(divisor))
    return factory.ite(factory.le(factory.ZERO, rest), rest, factory.add(rest, factory.integer(abs(divisor))))


def _floor(args: Sequence[Typed]) -> Term:
    left, divisor = _constant_divisor(args)
    return factory.tdiv(factory.sub(left, _remainder(args)), factory.integer(divisor))


def _absolute(args: Sequence[Typed]) -> Term:
    (one,) = args
    if not isinstance(one, Term) or one.sort != INT:
        raise _MistypedError("an Int is needed")
    return factory.absolute(one)


_OPERATIONS: dict[str, Callable[[Sequence[Typed]], Typed]] = {
    "not": _not,
    "and": lambda args: factory.conj(*_booleans(args)),
    "or": lambda args: factory.disj(*_booleans(args)),
    "=>": _implies,
    "xor": _xor,
    "=": _equal,
    "distinct": _distinct,
    "ite": _ite,
    "<": _chain(factory.lt, flip=False),
    "<=": _chain(factory.le, flip=False),
    ">": _chain(factory.lt, flip=True),
    ">=": _chain(factory.le, flip=True),
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _divide,
    "div": _floor,
    "mod": _remainder,
    "abs": _absolute,
    "to_real": lambda args: _as_real(*args),
}
