"""Exact evaluation and substitution of terms, without a solver and without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import assert_never

from bicameral.formula import factory
from bicameral.formula.calendar import STEPS
from bicameral.formula.term import Op, Term, subterms

Value = bool | int | Fraction | str


def evaluate(term: Term, env: Mapping[str, Value]) -> Value:
    """The value of `term` where every symbol has the value `env` gives its name.

    Raises KeyError for a symbol without a value. A quotient or remainder by 0 is 0: whoever made it guards it, so
    no result depends on it.
    """
    return evaluate_all((term,), env)[0]


def evaluate_all(terms: Sequence[Term], env: Mapping[str, Value]) -> list[Value]:
    """Likewise for several terms, what they share looked at once."""
    values = evaluate_in_order(subterms(*terms), env)
    return [values[term] for term in terms]


def evaluate_in_order(nodes: Iterable[Term], env: Mapping[str, Value]) -> dict[Term, Value]:
    """The value of each node, arguments before what they stand in: what is evaluated often is put in order once."""
    values: dict[Term, Value] = {}
    for node in nodes:
        if node.op is Op.CONST:
            assert node.payload is not None
            values[node] = node.payload
        elif node.op is Op.SYMBOL:
            assert isinstance(node.payload, str)
            values[node] = env[node.payload]
        elif node.op is Op.CALL:
            values[node] = STEPS[str(node.payload)].compute(*(values[arg] for arg in node.args))
        else:
            values[node] = _apply(node.op, [values[arg] for arg in node.args])
    return values


def _apply(op: Op, args: list[Value]) -> Value:  # noqa: C901 (one case for each operator)
    match op:
        case Op.NOT:
            return not args[0]
        case Op.AND:
            return all(args)
        case Op.OR:
            return any(args)
        case Op.IMPLIES:
            return not args[0] or bool(args[1])
        case Op.IFF | Op.EQ:
            return args[0] == args[1]
        case Op.LE:
            return _number(args[0]) <= _number(args[1])
        case Op.LT:
            return _number(args[0]) < _number(args[1])
        case Op.ITE:
            return args[1] if args[0] else args[2]
        case Op.ADD:
            return sum((_number(arg) for arg in args), start=0)
        case Op.MUL:
            product: int | Fraction = 1
            for arg in args:
                product *= _number(arg)
            return product
        case Op.TDIV | Op.TREM:
            left, right = args
            assert isinstance(left, int)
            assert isinstance(right, int)
            if right == 0:
                return 0
            quotient = factory.truncated_quotient(left, right)
            return quotient if op is Op.TDIV else left - quotient * right
        case Op.RDIV:
            return Fraction(_number(args[0])) / Fraction(_number(args[1])) if args[1] != 0 else Fraction(0)
        case Op.CONST | Op.SYMBOL | Op.CALL:
            raise AssertionError("what has a payload is evaluated by the caller")
        case _:
            assert_never(op)


def _number(value: Value) -> int | Fraction:
    assert isinstance(value, int | Fraction)
    return value


_REBUILD: dict[Op, Callable[..., Term]] = {
    Op.NOT: factory.neg,
    Op.AND: factory.conj,
    Op.OR: factory.disj,
    Op.IMPLIES: factory.implies,
    Op.IFF: factory.iff,
    Op.EQ: factory.eq,
    Op.LE: factory.le,
    Op.LT: factory.lt,
    Op.ITE: factory.ite,
    Op.ADD: factory.add,
    Op.MUL: factory.mul,
    Op.TDIV: factory.tdiv,
    Op.TREM: factory.trem,
    Op.RDIV: factory.rdiv,
}


def rebuilt(node: Term, args: Sequence[Term]) -> Term:
    """The node over other arguments, in normal form."""
    return factory.call(str(node.payload), *args) if node.op is Op.CALL else _REBUILD[node.op](*args)


def substitute(term: Term, mapping: Mapping[Term, Term]) -> Term:
    """`term` with what `mapping` has replaced (outermost first), in normal form again."""
    return substitute_all((term,), mapping)[0]


def substitute_all(terms: Sequence[Term], mapping: Mapping[Term, Term]) -> list[Term]:
    """Likewise for several terms, what they share looked at once."""
    results: dict[Term, Term] = {}
    for node in subterms(*terms):
        if node in mapping:
            results[node] = mapping[node]
        elif node.args:
            args = [results[arg] for arg in node.args]
            same = all(new is old for new, old in zip(args, node.args, strict=True))
            results[node] = node if same else rebuilt(node, args)
        else:
            results[node] = node
    return [results[term] for term in terms]
