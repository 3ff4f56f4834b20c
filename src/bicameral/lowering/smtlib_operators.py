"""The operators of SMT-LIB's Core, Ints and Reals as makers of terms.

`div` and `mod` are SMT-LIB's: the remainder is never negative, the quotient goes with it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import reduce

from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering import smtlib_reals as reals
from bicameral.lowering.smtlib_reals import MistypedError, NotConstantError, Real, Typed, as_real
from bicameral.sorts.term_sort import BOOL, INT

Operation = Callable[[Sequence[Typed]], Typed]


def _booleans(args: Sequence[Typed]) -> list[Term]:
    terms = [arg for arg in args if isinstance(arg, Term) and arg.sort == BOOL]
    if len(terms) != len(args):
        raise MistypedError("every argument is a Bool")
    return terms


def _numbers(args: Sequence[Typed]) -> Sequence[Typed]:
    if not args or not all(isinstance(arg, Real) or arg.sort == INT for arg in args):
        raise MistypedError("every argument is a number")
    return args


def _exactly(args: Sequence[Typed], count: int) -> None:
    if len(args) != count:
        raise MistypedError(f"{count} argument{'s' if count > 1 else ''} needed")


def _at_least(args: Sequence[Typed], count: int) -> None:
    if len(args) < count:
        raise MistypedError(f"at least {count} argument{'s' if count > 1 else ''} needed")


# --- Core ------------------------------------------------------------------------------------------------------


def _not(args: Sequence[Typed]) -> Term:
    _exactly(args, 1)
    return factory.neg(_booleans(args)[0])


def _implies(args: Sequence[Typed]) -> Term:
    _at_least(args, 2)
    *premises, conclusion = _booleans(args)
    return reduce(lambda result, premise: factory.implies(premise, result), reversed(premises), conclusion)


def _xor(args: Sequence[Typed]) -> Term:
    _at_least(args, 2)
    return reduce(lambda a, b: factory.neg(factory.iff(a, b)), _booleans(args))


def _compare(left: Typed, right: Typed, relation: Callable[[Term, Term], Term]) -> Term:
    if isinstance(left, Term) and isinstance(right, Term):
        return relation(left, right)
    return reals.compared(as_real(left), as_real(right), relation)


def _same(left: Typed, right: Typed) -> Term:
    if isinstance(left, Term) and isinstance(right, Term):
        if left.sort != right.sort:
            raise MistypedError("both sides are of one sort")
        return factory.eq(left, right)
    return reals.compared(as_real(left), as_real(right), factory.eq)


def _equal(args: Sequence[Typed]) -> Term:
    _at_least(args, 2)
    return factory.conj(*(_same(a, b) for a, b in itertools.pairwise(args)))


def _distinct(args: Sequence[Typed]) -> Term:
    _at_least(args, 2)
    return factory.conj(*(factory.neg(_same(a, b)) for a, b in itertools.combinations(args, 2)))


def _ite(args: Sequence[Typed]) -> Typed:
    _exactly(args, 3)
    condition, then, other = args
    (test,) = _booleans([condition])
    if isinstance(then, Term) and isinstance(other, Term):
        if then.sort != other.sort:
            raise MistypedError("both branches are of one sort")
        return factory.ite(test, then, other)
    return reals.choice(test, as_real(then), as_real(other))


# --- numbers ---------------------------------------------------------------------------------------------------


def _chain(relation: Callable[[Term, Term], Term], *, flip: bool) -> Operation:
    def apply(args: Sequence[Typed]) -> Typed:
        _at_least(args, 2)
        pairs = itertools.pairwise(_numbers(args))
        return factory.conj(*(_compare(*((b, a) if flip else (a, b)), relation) for a, b in pairs))

    return apply


def _arithmetic(integers: Callable[..., Term], of_reals: Callable[[Real, Real], Real]) -> Operation:
    """A sum or a product; of integers alone in one step."""

    def apply(args: Sequence[Typed]) -> Typed:
        whole = [arg for arg in _numbers(args) if isinstance(arg, Term)]
        if len(whole) == len(args):
            return integers(*whole)
        return reduce(of_reals, map(as_real, args))

    return apply


_plus = _arithmetic(factory.add, reals.plus)
_times = _arithmetic(factory.mul, reals.times)


def _minus(args: Sequence[Typed]) -> Typed:
    negative = [_times([factory.integer(-1), arg]) for arg in _numbers(args)]
    return negative[0] if len(args) == 1 else _plus([args[0], *negative[1:]])


def _divide(args: Sequence[Typed]) -> Typed:
    _at_least(args, 2)
    return reduce(reals.quotient, map(as_real, _numbers(args)))


def _divisor(args: Sequence[Typed]) -> tuple[Term, int]:
    """The dividend, and a constant divisor: what an unknown one that is 0 gives, SMT-LIB leaves open."""
    _exactly(args, 2)
    left, right = args
    if not (isinstance(left, Term) and isinstance(right, Term) and left.sort == right.sort == INT):
        raise MistypedError("two Ints needed")
    if not right.is_const:
        raise NotConstantError("the divisor is a constant other than 0")
    if not isinstance(right.payload, int) or right.payload == 0:
        raise MistypedError("the divisor is a constant other than 0")
    return left, right.payload


def _div(args: Sequence[Typed]) -> Term:
    """Rounded down for a positive divisor, up for a negative one."""
    left, divisor = _divisor(args)
    size = abs(divisor)
    if isinstance(left.payload, int) and left.is_const:
        return factory.integer(left.payload // size * (1 if divisor > 0 else -1))
    shift = factory.ite(factory.lt(left, factory.ZERO), factory.integer(1 - size), factory.ZERO)
    floor = factory.tdiv(factory.add(left, shift), factory.integer(size))
    return floor if divisor > 0 else factory.minus(floor)


def _modulo(args: Sequence[Typed]) -> Term:
    left, divisor = _divisor(args)
    if isinstance(left.payload, int) and left.is_const:
        return factory.integer(left.payload % abs(divisor))
    rest = factory.trem(left, factory.integer(abs(divisor)))
    return factory.ite(factory.le(factory.ZERO, rest), rest, factory.add(rest, factory.integer(abs(divisor))))


def _absolute(args: Sequence[Typed]) -> Typed:
    _exactly(args, 1)
    (one,) = _numbers(args)
    if isinstance(one, Real):
        return Real(factory.absolute(one.numerator), one.denominator)
    return factory.absolute(one)


def _to_real(args: Sequence[Typed]) -> Real:
    _exactly(args, 1)
    return as_real(args[0])


OPERATIONS: dict[str, Operation] = {
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
    "div": _div,
    "mod": _modulo,
    "abs": _absolute,
    "to_real": _to_real,
}
