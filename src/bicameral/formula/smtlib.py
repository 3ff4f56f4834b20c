"""Terms as SMT-LIB 2.6 text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from bicameral.formula import calendar
from bicameral.formula.term import Op, Term, subterms
from bicameral.sorts.term_sort import TermSort

# Truncating division, defined where it is used; a point keeps the names apart from any name of a policy.
QUOTIENT, REMAINDER = "quo.trunc", "rem.trunc"
DEFINITIONS = {
    QUOTIENT: f"(define-fun {QUOTIENT} ((a Int) (b Int)) Int (ite (>= a 0) (div a b) (- (div (- a) b))))",
    REMAINDER: f"(define-fun {REMAINDER} ((a Int) (b Int)) Int (ite (>= a 0) (mod a b) (- (mod (- a) b))))",
}

_SIMPLE = re.compile(r"[A-Za-z~!@$%^&*_+=<>?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*\Z")  # SMT-LIB 2.6, 3.1
# Words of SMT-LIB, and functions and sorts of its theories as Z3 and cvc5 know them: no name may shadow one.
_RESERVED_TEXT = """
    ! _ as BINARY DECIMAL exists HEXADECIMAL forall let match NUMERAL par STRING assert check-sat
    check-sat-assuming declare-const declare-datatype declare-datatypes declare-fun declare-sort define-const
    define-fun define-fun-rec define-funs-rec define-sort echo exit get-assertions get-assignment get-info
    get-model get-option get-proof get-unsat-assumptions get-unsat-core get-value pop push reset
    reset-assertions set-info set-logic set-option true false not => and or xor = distinct ite + - * / div mod
    abs to_real to_int is_int < <= > >= Bool Int Real Array String RegLan Float16 Float32 Float64 Float128
    RoundingMode select store is divisible bv2nat int2bv nat2bv concat extract update tuple seq Seq List nil
    insert head tail Set Bag Unit bool int real string char lambda choose root-obj rotate_left rotate_right
    repeat sin cos tan exp pi sqrt
"""
_RESERVED = frozenset(_RESERVED_TEXT.split())


def symbol_name(name: str) -> str:
    """The symbol that stands for `name`: with a point behind it where SMT-LIB or a theory has taken it.

    Bars would not help: `|and|` is `and`. No name of a policy ends in a point.
    """
    return f"{name}." if name in _RESERVED else name


def quote(name: str) -> str:
    """`name` as an SMT-LIB symbol, between bars where it is not a plain one.

    Raises ValueError for a name that no symbol can hold (a bar or a backslash).
    """
    if "|" in name or "\\" in name:
        raise ValueError(f"SMT-LIB has no symbol for {name!r}")
    name = symbol_name(name)
    return name if _SIMPLE.match(name) else f"|{name}|"


def print_sort(sort: TermSort) -> str:
    return quote(f"{sort.name} values") if sort.members else sort.name


def print_value(value: bool | int | Fraction | str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value >= 0 else f"(- {-value})"
    if isinstance(value, Fraction):
        body = f"{abs(value.numerator)}.0"
        if value.denominator != 1:
            body = f"(/ {body} {value.denominator}.0)"
        return body if value >= 0 else f"(- {body})"
    return quote(value)


def print_member(sort: TermSort, name: str) -> str:
    """A member of an enumerated sort: qualified by its sort, so that it clashes with no other name."""
    return quote(f"{sort.name}.{name}")


_NO_NAMES: Mapping[Term, str] = {}

_OPERATORS = {
    Op.NOT: "not",
    Op.AND: "and",
    Op.OR: "or",
    Op.IMPLIES: "=>",
    Op.IFF: "=",
    Op.EQ: "=",
    Op.LE: "<=",
    Op.LT: "<",
    Op.ITE: "ite",
    Op.ADD: "+",
    Op.MUL: "*",
    Op.TDIV: QUOTIENT,
    Op.TREM: REMAINDER,
    Op.RDIV: "/",
}


def print_term(term: Term, names: Mapping[Term, str] = _NO_NAMES) -> str:
    """A term as one line of SMT-LIB; a subterm in `names` is written as that symbol."""
    texts: dict[Term, str] = {}
    for node in subterms(term):
        if node in names:
            texts[node] = quote(names[node])
        elif node.op is Op.CONST:
            assert node.payload is not None
            if node.sort.members:
                texts[node] = print_member(node.sort, str(node.payload))
            else:
                texts[node] = print_value(node.payload)
        elif node.op is Op.SYMBOL:
            texts[node] = quote(str(node.payload))
        elif node.op in (Op.LE, Op.LT) and node.args[0].is_const:  # read as people write it: (> cost 1000)
            left, right = node.args
            texts[node] = f"({'>=' if node.op is Op.LE else '>'} {texts[right]} {texts[left]})"
        else:
            name = calendar.smtlib_name(str(node.payload)) if node.op is Op.CALL else _OPERATORS[node.op]
            texts[node] = f"({name} {' '.join(texts[arg] for arg in node.args)})"
    return texts[term]


def print_wrapped(term: Term, indent: int, width: int = 110, names: Mapping[Term, str] = _NO_NAMES) -> str:
    """A Boolean term over several lines where one would be too long; `indent` is the column it starts at."""
    line = print_term(term, names)
    if indent + len(line) <= width or term.op not in (Op.AND, Op.OR, Op.IMPLIES, Op.IFF, Op.NOT):
        return line
    pad = "\n" + " " * (indent + 2)
    inner = pad.join(print_wrapped(arg, indent + 2, width, names) for arg in term.args)
    return f"({_OPERATORS[term.op]}{pad}{inner})"


def declare(symbol: Term) -> str:
    """The declaration of a symbol."""
    return f"(declare-const {quote(str(symbol.payload))} {print_sort(symbol.sort)})"


def define(name: str, term: Term, names: Mapping[Term, str] = _NO_NAMES) -> str:
    """The definition of a symbol as a term."""
    return f"(define-fun {quote(name)} () {print_sort(term.sort)} {print_term(term, names)})"


def declare_sort(sort: TermSort) -> str:
    """The declaration of an enumerated sort as a datatype of constants."""
    members = " ".join(f"({print_member(sort, name)})" for name in sort.members)
    return f"(declare-datatypes (({print_sort(sort)} 0)) (({members})))"


def prelude(terms: Iterable[Term]) -> list[str]:
    """The definitions that these terms need before they can be read."""
    nodes = list(subterms(*terms))
    ops = {node.op for node in nodes}
    needed = [(Op.TDIV, QUOTIENT), (Op.TREM, REMAINDER)]
    called = dict.fromkeys(str(node.payload) for node in nodes if node.op is Op.CALL)
    return [*(DEFINITIONS[name] for op, name in needed if op in ops), *calendar.definitions(called)]


def logic(terms: Iterable[Term]) -> str:
    """The smallest SMT-LIB logic, among those that Z3 and cvc5 both know, that these terms need."""
    nodes = list(subterms(*terms))
    sorts = {node.sort for node in nodes}
    datatypes = any(sort.members for sort in sorts)
    integers = any(sort.name == "Int" for sort in sorts)
    reals = any(sort.name == "Real" for sort in sorts)
    nonlinear = any(
        node.op in (Op.MUL, Op.TDIV, Op.TREM, Op.RDIV)
        and sum(not arg.is_const for arg in _nonlinear_arguments(node)) > 1
        for node in nodes
    )
    arithmetic = ("N" if nonlinear else "L") + ("I" if integers else "") + ("R" if reals else "") + "A"
    if datatypes:
        return f"QF_UFDT{arithmetic}" if integers or reals else "QF_UFDT"
    return f"QF_{arithmetic}" if integers or reals else "QF_UF"


def _nonlinear_arguments(node: Term) -> tuple[Term, ...]:
    """The arguments of which two unknown ones make a term nonlinear; an unknown divisor alone does."""
    if node.op is Op.MUL:
        return node.args
    return (node.args[1], node.args[1])
