"""The only maker of terms. Every function returns a term in normal form.

Normal form: constants folded; `and`/`or` flat, without duplicates, units or complements; sums flat with like terms
collected and the constant last; a negated comparison of numbers is the opposite comparison.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from bicameral.formula.calendar import STEPS
from bicameral.formula.term import Op, Term
from bicameral.sorts.term_sort import BOOL, INT, REAL, TermSort

TRUE = Term(Op.CONST, BOOL, (), True)
FALSE = Term(Op.CONST, BOOL, (), False)
ZERO = Term(Op.CONST, INT, (), 0)


def boolean(value: bool) -> Term:
    return TRUE if value else FALSE


def integer(value: int) -> Term:
    return Term(Op.CONST, INT, (), int(value))


def real(value: Fraction) -> Term:
    return Term(Op.CONST, REAL, (), Fraction(value))


def member(sort: TermSort, name: str) -> Term:
    """A member of an enumerated sort. Raises ValueError when it has none of that name."""
    if name not in sort.members:
        raise ValueError(f"{name} is no member of {sort.name}")
    return Term(Op.CONST, sort, (), name)


def symbol(name: str, sort: TermSort) -> Term:
    return Term(Op.SYMBOL, sort, (), name)


def constant(sort: TermSort, value: bool | int | Fraction | str) -> Term:
    """The constant of `sort` with this value. Raises TypeError when the value is not of the sort."""
    if sort is BOOL or sort.name == "Bool":
        if isinstance(value, bool):
            return boolean(value)
    elif sort.members:
        if isinstance(value, str):
            return member(sort, value)
    elif sort == INT:
        if isinstance(value, int) and not isinstance(value, bool):
            return integer(value)
    elif isinstance(value, int | Fraction) and not isinstance(value, bool):
        return real(Fraction(value))
    raise TypeError(f"{value!r} is not of sort {sort.name}")


# --- Booleans --------------------------------------------------------------------------------------------------


def neg(term: Term) -> Term:
    match term.op:
        case Op.CONST:
            return boolean(not term.payload)
        case Op.NOT:
            return term.args[0]
        case Op.LE:
            return lt(term.args[1], term.args[0])
        case Op.LT:
            return le(term.args[1], term.args[0])
        case _:
            return Term(Op.NOT, BOOL, (term,))


def _junction(op: Op, terms: Iterable[Term], unit: Term, zero: Term) -> Term:
    flat: dict[Term, None] = {}
    for term in terms:
        for part in term.args if term.op is op else (term,):
            if part == unit:
                continue
            if part == zero or neg(part) in flat:
                return zero
            flat[part] = None
    if not flat:
        return unit
    if len(flat) == 1:
        return next(iter(flat))
    return Term(op, BOOL, tuple(flat))


def conj(*terms: Term) -> Term:
    return _junction(Op.AND, terms, TRUE, FALSE)


def disj(*terms: Term) -> Term:
    return _junction(Op.OR, terms, FALSE, TRUE)


def implies(left: Term, right: Term) -> Term:
    if left.is_false or right.is_true or left == right:
        return TRUE
    if left.is_true:
        return right
    if right.is_false:
        return neg(left)
    return Term(Op.IMPLIES, BOOL, (left, right))


def iff(left: Term, right: Term) -> Term:
    if left == right:
        return TRUE
    for one, other in ((left, right), (right, left)):
        if one.is_true:
            return other
        if one.is_false:
            return neg(other)
    return Term(Op.IFF, BOOL, (left, right))


def eq(left: Term, right: Term) -> Term:
    if left.sort == BOOL:
        return iff(left, right)
    if left == right:
        return TRUE
    if left.is_const and right.is_const:
        return boolean(left.payload == right.payload)
    if left.sort == INT:
        difference = _difference(left, right)
        if difference is not None:
            return boolean(difference == 0)
    return Term(Op.EQ, BOOL, (left, right)) if not left.is_const else Term(Op.EQ, BOOL, (right, left))


def _order(op: Op, left: Term, right: Term) -> Term:
    if left.sort == INT:
        difference = _difference(left, right)
        if difference is not None:
            return boolean(difference < 0 or (op is Op.LE and difference == 0))
    elif left.is_const and right.is_const:
        assert isinstance(left.payload, int | Fraction)
        assert isinstance(right.payload, int | Fraction)
        return boolean(left.payload < right.payload or (op is Op.LE and left.payload == right.payload))
    elif left == right:
        return boolean(op is Op.LE)
    return Term(op, BOOL, (left, right))


def le(left: Term, right: Term) -> Term:
    return _order(Op.LE, left, right)


def lt(left: Term, right: Term) -> Term:
    return _order(Op.LT, left, right)


def _difference(left: Term, right: Term) -> int | None:
    """`left - right` where it is a constant, sums and constant factors multiplied out; else None."""
    total = 0
    like: dict[Term, int] = {}
    stack = [(left, 1), (right, -1)]
    while stack:
        term, factor = stack.pop()
        if term.is_const:
            assert isinstance(term.payload, int)
            total += factor * term.payload
        elif term.op is Op.ADD:
            stack += [(arg, factor) for arg in term.args]
        else:
            coefficient, rest = _split(term)
            if rest.op is Op.ADD:
                stack.append((rest, factor * int(coefficient)))
            else:
                like[rest] = like.get(rest, 0) + factor * int(coefficient)
    return None if any(like.values()) else total


def ite(condition: Term, then: Term, other: Term) -> Term:
    if condition.is_true or then == other:
        return then
    if condition.is_false:
        return other
    if then.sort == BOOL:
        return conj(implies(condition, then), implies(neg(condition), other))
    return Term(Op.ITE, then.sort, (condition, then, other))


# --- numbers ---------------------------------------------------------------------------------------------------


def _number(sort: TermSort, value: int | Fraction) -> Term:
    return integer(int(value)) if sort == INT else real(Fraction(value))


def _split(term: Term) -> tuple[int | Fraction, Term]:
    """A term as coefficient times rest."""
    if term.op is Op.MUL and term.args[0].is_const:
        coefficient = term.args[0].payload
        assert isinstance(coefficient, int | Fraction)
        rest = term.args[1:]
        return coefficient, rest[0] if len(rest) == 1 else Term(Op.MUL, term.sort, rest)
    return 1, term


def add(*terms: Term) -> Term:
    sort = terms[0].sort
    total: int | Fraction = 0
    like: dict[Term, int | Fraction] = {}
    for term in terms:
        for part in term.args if term.op is Op.ADD else (term,):
            if part.is_const:
                assert isinstance(part.payload, int | Fraction)
                total += part.payload
            else:
                coefficient, rest = _split(part)
                like[rest] = like.get(rest, 0) + coefficient
    parts = [_scaled(sort, coefficient, rest) for rest, coefficient in like.items() if coefficient != 0]
    if total != 0 or not parts:
        parts.append(_number(sort, total))
    return parts[0] if len(parts) == 1 else Term(Op.ADD, sort, tuple(parts))


def _scaled(sort: TermSort, coefficient: int | Fraction, rest: Term) -> Term:
    if coefficient == 1:
        return rest
    factors = rest.args if rest.op is Op.MUL else (rest,)
    return Term(Op.MUL, sort, (_number(sort, coefficient), *factors))


def mul(*terms: Term) -> Term:
    sort = terms[0].sort
    product: int | Fraction = 1
    factors: list[Term] = []
    for term in terms:
        for part in term.args if term.op is Op.MUL else (term,):
            if part.is_const:
                assert isinstance(part.payload, int | Fraction)
                product *= part.payload
            else:
                factors.append(part)
    if product == 0 or not factors:
        return _number(sort, product)
    rest = factors[0] if len(factors) == 1 else Term(Op.MUL, sort, tuple(factors))
    return _scaled(sort, product, rest)


def minus(term: Term) -> Term:
    return mul(_number(term.sort, -1), term)


def sub(left: Term, right: Term) -> Term:
    return add(left, minus(right))


def absolute(term: Term) -> Term:
    return ite(le(_number(term.sort, 0), term), term, minus(term))


def truncated_quotient(left: int, right: int) -> int:
    """`left / right` truncated toward zero."""
    quotient = abs(left) // abs(right)
    return quotient if (left >= 0) == (right >= 0) else -quotient


def tdiv(left: Term, right: Term) -> Term:
    """Quotient truncated toward zero; the caller guards against divisor 0."""
    if isinstance(right.payload, int) and right.is_const and right.payload != 0:
        if right.payload == 1:
            return left
        if left.is_const and isinstance(left.payload, int):
            return integer(truncated_quotient(left.payload, right.payload))
    return Term(Op.TDIV, INT, (left, right))


def trem(left: Term, right: Term) -> Term:
    """Remainder of `tdiv`, with the sign of the dividend; the caller guards against divisor 0."""
    if isinstance(right.payload, int) and right.is_const and right.payload != 0:
        if right.payload in (1, -1):
            return ZERO
        if left.is_const and isinstance(left.payload, int):
            quotient = truncated_quotient(left.payload, right.payload)
            return integer(left.payload - quotient * right.payload)
    return Term(Op.TREM, INT, (left, right))


def rdiv(left: Term, right: Term) -> Term:
    """Exact quotient of Reals. Raises ZeroDivisionError for a constant divisor 0."""
    if right.is_const:
        assert isinstance(right.payload, Fraction)
        return mul(real(1 / right.payload), left)
    return Term(Op.RDIV, REAL, (left, right))


def call(function: str, *args: Term) -> Term:
    """A step function of `formula.calendar` of Int terms."""
    if all(arg.is_const for arg in args):
        return integer(STEPS[function].compute(*(arg.payload for arg in args)))
    return Term(Op.CALL, INT, args, function)
