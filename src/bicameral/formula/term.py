"""Sorted terms: the one language that lowering writes and the SMT backend reads.

A term is an operator, a sort, arguments and, for leaves, a payload. Terms are immutable, compared by structure
(the hash is computed once) and made by `formula.factory` alone, which keeps them in a normal form.

Integers are unbounded. Division and remainder truncate toward zero, as clingo's do; their value at divisor 0 is
left to the solver, so whoever builds one must guard it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

from bicameral.sorts.term_sort import TermSort

Payload = bool | int | Fraction | str | None


class Op(Enum):
    """Operators. The value is the name used in `Term.__repr__`, not SMT-LIB."""

    CONST = "const"  # payload: bool, int, Fraction, or a member of an enumerated sort
    SYMBOL = "symbol"  # payload: the name
    NOT = "not"
    AND = "and"  # n-ary, flat, no duplicates
    OR = "or"  # n-ary, flat, no duplicates
    IMPLIES = "=>"  # binary, kept for readability
    IFF = "iff"  # binary, on Booleans
    EQ = "="  # binary, on Int, Real or an enumerated sort
    LE = "<="  # binary, Int or Real
    LT = "<"  # binary, Int or Real
    ITE = "ite"  # condition, then, else; result Int, Real or enumerated
    ADD = "+"  # n-ary
    MUL = "*"  # n-ary
    TDIV = "tdiv"  # binary, truncating toward zero
    TREM = "trem"  # binary, sign of the dividend
    RDIV = "/"  # binary, Real
    CALL = "call"  # a function of `formula.calendar`, payload its name; Int throughout


class Term:
    """An immutable sorted term. Build with `formula.factory`. `size` counts its nodes, written out as a tree."""

    __slots__ = ("_hash", "args", "op", "payload", "size", "sort")

    op: Op
    sort: TermSort
    args: tuple[Term, ...]
    payload: Payload
    size: int

    def __init__(self, op: Op, sort: TermSort, args: tuple[Term, ...] = (), payload: Payload = None) -> None:
        self.op = op
        self.sort = sort
        self.args = args
        self.payload = payload
        self.size = 1 + sum(arg.size for arg in args) if args else 1
        self._hash = hash((op, sort.name, args, payload, payload is True or payload is False))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Term) or self._hash != other._hash:
            return False
        return (
            self.op is other.op
            and self.payload == other.payload
            and type(self.payload) is type(other.payload)
            and self.sort == other.sort
            and self.args == other.args
        )

    def __repr__(self) -> str:
        if self.op in (Op.CONST, Op.SYMBOL):
            return str(self.payload)
        name = self.payload if self.op is Op.CALL else self.op.value
        return f"({name} {' '.join(map(repr, self.args))})"

    @property
    def is_const(self) -> bool:
        return self.op is Op.CONST

    @property
    def is_true(self) -> bool:
        return self.payload is True

    @property
    def is_false(self) -> bool:
        return self.payload is False


def subterms(*roots: Term) -> Iterator[Term]:
    """Every distinct subterm of `roots`, arguments before what they stand in (iterative: depth is no limit)."""
    seen: set[Term] = set()
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        term, expanded = stack.pop()
        if term in seen:
            continue
        if expanded or not term.args:
            seen.add(term)
            yield term
        else:
            stack.append((term, True))
            stack.extend((arg, False) for arg in reversed(term.args) if arg not in seen)


def symbols(*roots: Term) -> list[Term]:
    """The distinct symbols of `roots`, in order of first occurrence."""
    return [term for term in subterms(*roots) if term.op is Op.SYMBOL]
