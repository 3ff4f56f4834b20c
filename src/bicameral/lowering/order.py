"""Equality and the total order of arguments, as clingo has them.

`#inf` < integers < constants < `-constants` < strings < functions (by arity, name, arguments) < functions with a
minus < `#sup`. The empty tuple is a constant, and a tuple a function, with the empty name.
"""

from __future__ import annotations

from bicameral.formula import factory
from bicameral.formula.term import Op, Term
from bicameral.lowering.program import Argument, Compound, Constant
from bicameral.syntax.tree import ComparisonOperator

_KINDS = ("inf", "integer", "constant", "-constant", "string", "function", "-function", "sup")


def _rank(argument: Argument) -> int:
    match argument:
        case Term():
            return _KINDS.index("integer")
        case Constant():
            return _KINDS.index(argument.kind)
        case Compound():
            kind = "function" if argument.args else "constant"
            return _KINDS.index(f"-{kind}" if argument.negative else kind)


def is_ground(argument: Argument) -> bool:
    """Whether no input's symbol occurs in the argument."""
    match argument:
        case Term():
            return argument.is_const
        case Constant():
            return True
        case Compound():
            return all(is_ground(part) for part in argument.args)


def equal(left: Argument, right: Argument) -> Term:
    """When the two are one term."""
    if isinstance(left, Term) and isinstance(right, Term):
        return factory.eq(left, right)
    if isinstance(left, Compound) and isinstance(right, Compound):
        if (left.name, left.negative, len(left.args)) != (right.name, right.negative, len(right.args)):
            return factory.FALSE
        return factory.conj(*(equal(a, b) for a, b in zip(left.args, right.args, strict=True)))
    return factory.boolean(left == right)


def less(left: Argument, right: Argument) -> Term:
    """When `left` comes strictly before `right`."""
    if isinstance(left, Term) and isinstance(right, Term):
        return factory.lt(left, right)
    if _rank(left) != _rank(right):
        return factory.boolean(_rank(left) < _rank(right))
    if isinstance(left, Constant) or isinstance(right, Constant):
        assert not isinstance(left, Term)
        assert not isinstance(right, Term)
        return factory.boolean(left.name.encode() < right.name.encode())
    assert isinstance(left, Compound)
    assert isinstance(right, Compound)
    mine, theirs = (len(left.args), left.name.encode()), (len(right.args), right.name.encode())
    if mine != theirs:
        return factory.boolean(mine < theirs)
    result = factory.FALSE
    for a, b in reversed(list(zip(left.args, right.args, strict=True))):  # lexicographic, from the last argument
        result = factory.disj(less(a, b), factory.conj(equal(a, b), result))
    return result


def opposite(argument: Argument) -> Argument | None:
    """`-argument`; None where it is undefined."""
    match argument:
        case Term():
            return factory.minus(argument)
        case Constant("constant", name):
            return Constant("-constant", name)
        case Constant("-constant", name):
            return Constant("constant", name)
        case Compound(name, args, negative):
            return Compound(name, args, not negative)
        case _:
            return None


def compare(operator: ComparisonOperator, left: Argument, right: Argument) -> Term:
    match operator:
        case ComparisonOperator.EQUAL:
            return equal(left, right)
        case ComparisonOperator.NOT_EQUAL:
            return factory.neg(equal(left, right))
        case ComparisonOperator.LESS:
            return less(left, right)
        case ComparisonOperator.GREATER:
            return less(right, left)
        case ComparisonOperator.LESS_EQUAL:
            return factory.neg(less(right, left))
        case ComparisonOperator.GREATER_EQUAL:
            return factory.neg(less(left, right))


def show(argument: Argument) -> str:
    """An argument as clingo writes it; a symbolic number as an infix expression over input names."""
    match argument:
        case Term():
            return show_number(argument)
        case Constant("string", name):
            escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'"{escaped}"'
        case Constant("inf" | "sup" as kind, _):
            return f"#{kind}"
        case Constant("-constant", name):
            return f"-{name}"
        case Constant():
            return argument.name
        case Compound():
            inner = ",".join(show(part) for part in argument.args)
            comma = "," if not argument.name and len(argument.args) == 1 else ""
            return f"{'-' if argument.negative else ''}{argument.name}({inner}{comma})"


_INFIX = {"+": " + ", "*": "*", "tdiv": " / ", "trem": " \\ "}


def show_number(term: Term) -> str:
    """An Int term in infix form; distinct terms may share a text, so this is for people only."""
    if not term.args:
        return str(term.payload)
    parts = [show_number(arg) if _tight(arg, term) else f"({show_number(arg)})" for arg in term.args]
    joiner = _INFIX.get(term.op.value)
    return joiner.join(parts) if joiner else f"{term.op.value}({', '.join(parts)})"


def _tight(argument: Term, within: Term) -> bool:
    """Whether an argument needs no parentheses: a leaf, or a product within a sum."""
    return not argument.args or (within.op is Op.ADD and argument.op is Op.MUL)
