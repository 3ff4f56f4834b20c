"""The claim of an answer block: Boolean structure and linear arithmetic over declared names, made into rules.

Each connective becomes an auxiliary predicate defined by those below it (Tseitin's transformation, one direction,
completed by the closed world), so the rules are stratified. A comparison holds for *some* values of its names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from bicameral.policy.claims.comparisons import Valued, individual, resolve
from bicameral.policy.claims.linear import OutOfBitsError, Summand, compare
from bicameral.policy.claims.linear import literal as comparison_literal
from bicameral.policy.claims.reader import ClaimReader, ReadClaim, atom_literal, named
from bicameral.policy.identifiers import ground_name, read_ground_name
from bicameral.policy.model import CheckedPolicy, Claim, Declaration
from bicameral.sorts import ValueSort, clipped, did_you_mean
from bicameral.sorts.numbers import read_number
from bicameral.source import Diagnostic, InputError, SourceFile
from bicameral.syntax import tree
from bicameral.syntax.sexpr import SAtom, SExpr, SList
from bicameral.syntax.tree import ComparisonOperator, Sign

MOST_RULES = 5000

_ORDER = {
    "<": ComparisonOperator.LESS,
    "<=": ComparisonOperator.LESS_EQUAL,
    ">": ComparisonOperator.GREATER,
    ">=": ComparisonOperator.GREATER_EQUAL,
}


@dataclass(slots=True)
class _Sum:
    """A linear expression in own units: a constant and coefficients of valued names."""

    constant: Fraction = Fraction(0)
    parts: dict[str, Fraction] = field(default_factory=dict)
    valued: dict[str, Valued] = field(default_factory=dict)

    def add(self, other: _Sum, factor: Fraction) -> None:
        self.constant += other.constant * factor
        for name, coefficient in other.parts.items():
            self.parts[name] = self.parts.get(name, Fraction(0)) + coefficient * factor
        self.valued.update(other.valued)


class FormulaReader:
    """Reads one claim. Raises InputError for what is no such formula."""

    def __init__(self, policy: CheckedPolicy, claims: ClaimReader, source: SourceFile) -> None:
        self._policy = policy
        self._claims = claims
        self._source = source
        self._rules: list[tree.Rule] = []
        self._individuals: dict[str, None] = {}
        self._head = ""

    def read(self, formula: SExpr, text: str) -> ReadClaim:
        """The claim that holds when the formula does."""
        self._head = self._claims.fresh(f"smt {text}")
        top = self._formula(formula)
        rules = (tree.Rule(atom_literal(self._head), (top,)), *self._rules)
        self._claims.checker.mentions_derived(rules, text)
        return ReadClaim(Claim(text, self._head, rules), tuple(self._individuals))

    def _fault(self, message: str, at: SExpr, hint: str | None = None) -> InputError:
        line = self._source.line(at.span.line)
        shown = line if line is not None and len(line) <= 200 else None
        return InputError(Diagnostic("bad-claim", message, at.span, hint, line_text=shown))

    # --- Boolean structure -------------------------------------------------------------------------------------

    def _formula(self, formula: SExpr) -> tree.Literal:
        if isinstance(formula, SAtom):
            return self._atom(formula)
        operator, arguments = formula.head, formula.items[1:]
        match operator:
            case "not" if len(arguments) == 1:
                return _negated(self._formula(arguments[0]))
            case "and" | "or" if arguments:
                return self._many(operator, [self._formula(argument) for argument in arguments])
            case "=>" if len(arguments) >= 2:
                below = [self._formula(argument) for argument in arguments]
                return self._many("or", [*map(_negated, below[:-1]), below[-1]])
            case "xor" if len(arguments) >= 2:
                return self._fold([self._formula(a) for a in arguments], lambda a, b: _negated(self._iff(a, b)))
            case "ite" if len(arguments) == 3:
                condition, then, other = (self._formula(argument) for argument in arguments)
                return self._define([[condition, then], [_negated(condition), other]])
            case "=" | "distinct" if len(arguments) >= 2:
                return self._equal(formula, operator, arguments)
            case "<" | "<=" | ">" | ">=" if len(arguments) >= 2:
                return self._chain(formula, _ORDER[operator], arguments)
            case _:
                shown = clipped(operator) if operator is not None else "this"
                hint = "a claim is made of and, or, not, =>, xor, ite, =, distinct, <, <=, >, >=, +, -, *"
                raise self._fault(f"`{shown}` with {len(arguments)} arguments is refused in a claim", formula, hint)

    def _fold(
        self, below: list[tree.Literal], combine: Callable[[tree.Literal, tree.Literal], tree.Literal]
    ) -> tree.Literal:
        result = below[0]
        for item in below[1:]:
            result = combine(result, item)
        return result

    def _many(self, operator: str, below: list[tree.Literal]) -> tree.Literal:
        if len(below) == 1:
            return below[0]
        return self._define([below] if operator == "and" else [[item] for item in below])

    def _iff(self, left: tree.Literal, right: tree.Literal) -> tree.Literal:
        return self._define([[left, right], [_negated(left), _negated(right)]])

    def _define(self, bodies: Sequence[Sequence[tree.BodyElement]]) -> tree.Literal:
        """A fresh atom that holds when one of the bodies does."""
        if len(self._rules) + len(bodies) > MOST_RULES:
            raise InputError(Diagnostic("bad-claim", f"the claim is larger than {MOST_RULES} connectives"))
        name = f"{self._head}_{len(self._rules)}"
        self._rules += [tree.Rule(atom_literal(name), tuple(body)) for body in bodies]
        return atom_literal(name)

    def _atom(self, atom: SAtom) -> tree.Literal:
        if atom.kind == "symbol" and atom.text in ("true", "false"):
            return tree.Literal(Sign.NONE, tree.BooleanConstant(atom.text == "true"))
        if atom.kind == "symbol" and atom.text.endswith(".given"):
            return self._given(atom)
        declaration, keys = self._declared(atom)
        if declaration.sort is not None:
            raise self._fault(f"`{clipped(atom.text)}` has a value and is not true or false", atom, "compare it")
        return atom_literal(declaration.name, *map(individual, keys))

    def _given(self, atom: SAtom) -> tree.Literal:
        declaration, keys = self._declared(SAtom("symbol", atom.text.removesuffix(".given"), atom.span))
        if declaration.sort is None:
            raise self._fault(f"`{clipped(atom.text)}`: a Boolean has no value to be given", atom)
        anything = tree.Variable("V")
        return self._define([[atom_literal(declaration.name, *map(individual, keys), anything)]])

    def _declared(self, atom: SAtom) -> tuple[Declaration, tuple[str, ...]]:
        read = read_ground_name(atom.text) if atom.kind == "symbol" else None
        if read is not None and read[2] == len(atom.text):
            declaration = resolve(self._policy, read[0], read[1])
            if declaration is not None:
                self._individuals.update(dict.fromkeys(self._open(declaration, read[1], atom)))
                return declaration, read[1]
        known = named(self._policy, read[0]) if read is not None else None
        if known is not None:
            raise self._fault(f"`{known.name}` is keyed: |{ground_name(known.name, known.keys)}|", atom)
        hint = did_you_mean(atom.text, [*self._policy.names, *self._policy.defines])
        raise self._fault(f"`{clipped(atom.text)}` is no name of this policy", atom, hint)

    def _open(self, declaration: Declaration, keys: tuple[str, ...], atom: SAtom) -> list[str]:
        found = []
        for sort, key in zip(declaration.keys, keys, strict=True):
            members = self._policy.sorts[sort].members
            if members is None:
                found.append(key)
            elif key not in members:
                raise self._fault(f"`{clipped(key)}` is no {sort}", atom, did_you_mean(key, members))
        return found

    # --- comparisons -------------------------------------------------------------------------------------------

    def _equal(self, formula: SExpr, operator: str, arguments: Sequence[SExpr]) -> tree.Literal:
        if all(map(self._is_boolean, arguments)):
            below = [self._formula(argument) for argument in arguments]
            if operator == "=":
                return self._many("and", [self._iff(a, b) for a, b in pairwise(below)])
            pairs = [(a, b) for i, a in enumerate(below) for b in below[i + 1 :]]
            return self._many("and", [_negated(self._iff(a, b)) for a, b in pairs])
        if operator == "=":
            return self._chain(formula, ComparisonOperator.EQUAL, arguments)
        pairs_of = [(a, b) for i, a in enumerate(arguments) for b in arguments[i + 1 :]]
        return self._many("and", [self._compare(formula, ComparisonOperator.NOT_EQUAL, a, b) for a, b in pairs_of])

    def _is_boolean(self, expression: SExpr) -> bool:
        if isinstance(expression, SList):
            return expression.head in ("not", "and", "or", "=>", "xor", "=", "distinct", "<", "<=", ">", ">=", "ite")
        if expression.kind != "symbol":
            return False
        if expression.text in ("true", "false") or expression.text.endswith(".given"):
            return True
        valued = self._valued(expression)
        return valued is None and self._member(expression) is None

    def _chain(self, formula: SExpr, operator: ComparisonOperator, arguments: Sequence[SExpr]) -> tree.Literal:
        return self._many("and", [self._compare(formula, operator, left, right) for left, right in pairwise(arguments)])

    def _compare(self, formula: SExpr, operator: ComparisonOperator, left: SExpr, right: SExpr) -> tree.Literal:
        sort = self._enumerated(left) or self._enumerated(right)
        if sort is not None:
            return self._compare_members(formula, sort, operator, left, right)
        total = self._sum(left)
        total.add(self._sum(right), Fraction(-1))
        return self._compare_sum(formula, operator, total)

    def _compare_sum(self, formula: SExpr, operator: ComparisonOperator, total: _Sum) -> tree.Literal:
        variables = {name: tree.Variable(f"V{index}") for index, name in enumerate(total.parts)}
        bound: list[tree.BodyElement] = [total.valued[name].atom(variables[name]) for name in total.parts]
        summands = [
            Summand(coefficient / total.valued[name].sort.scale, variables[name])
            for name, coefficient in total.parts.items()
        ]
        try:
            comparison = comparison_literal(compare(summands, operator, -total.constant))
        except OutOfBitsError as outside:
            message = "in the program's scale a number here is outside the 32 bits that clingo computes with"
            raise self._fault(message, formula) from outside
        return self._define([[*bound, comparison]])

    def _sum(self, expression: SExpr) -> _Sum:
        if isinstance(expression, SAtom):
            return self._summand(expression)
        operator, arguments = expression.head, expression.items[1:]
        result = _Sum()
        match operator:
            case "+" if arguments:
                for argument in arguments:
                    result.add(self._sum(argument), Fraction(1))
            case "-" if len(arguments) == 1:
                result.add(self._sum(arguments[0]), Fraction(-1))
            case "-" if arguments:
                result.add(self._sum(arguments[0]), Fraction(1))
                for argument in arguments[1:]:
                    result.add(self._sum(argument), Fraction(-1))
            case "*" if arguments:
                result = self._product(expression, [self._sum(argument) for argument in arguments])
            case "to_real" if len(arguments) == 1:
                result = self._sum(arguments[0])
            case _:
                shown = clipped(operator) if operator is not None else "this"
                raise self._fault(
                    f"`{shown}` is refused in the arithmetic of a claim", expression, "it may hold +, - and *"
                )
        return result

    def _product(self, expression: SExpr, factors: Sequence[_Sum]) -> _Sum:
        result = _Sum(Fraction(1))
        for factor in factors:
            if result.parts and factor.parts:
                raise self._fault("a product of two values is not linear", expression)
            scaled = _Sum()
            if factor.parts:
                scaled.add(factor, result.constant)
            else:
                scaled.add(result, factor.constant)
            result = scaled
        return result

    def _summand(self, atom: SAtom) -> _Sum:
        if atom.kind in ("numeral", "decimal"):
            return _Sum(self._number(atom))
        valued = self._valued(atom)
        if valued is None:
            declaration, _ = self._declared(atom)
            raise self._fault(f"`{declaration.name}` is true or false and has no value", atom)
        if valued.sort.term_sort.members:
            raise self._fault(f"`{clipped(atom.text)}` is a {valued.sort.name}, no number", atom)
        return _Sum(Fraction(0), {valued.shown: Fraction(1)}, {valued.shown: valued})

    def _number(self, atom: SAtom) -> Fraction:
        try:
            number: int | Decimal = read_number(atom.text)
        except ValueError as fault:
            raise self._fault(str(fault), atom) from fault
        return Fraction(number)

    def _valued(self, expression: SExpr) -> Valued | None:
        if not isinstance(expression, SAtom) or expression.kind != "symbol":
            return None
        read = read_ground_name(expression.text)
        if read is None or read[2] != len(expression.text):
            return None
        declaration = resolve(self._policy, read[0], read[1])
        if declaration is None or declaration.sort is None:
            return None
        self._individuals.update(dict.fromkeys(self._open(declaration, read[1], expression)))
        return Valued(declaration, declaration.sort, read[1])

    # --- members of enumerated sorts ---------------------------------------------------------------------------

    def _enumerated(self, expression: SExpr) -> ValueSort | None:
        valued = self._valued(expression)
        return valued.sort if valued is not None and valued.sort.term_sort.members else None

    def _member(self, expression: SExpr) -> str | None:
        """The name, where a symbol is a member of some sort and no declared name."""
        if not isinstance(expression, SAtom) or named(self._policy, expression.text) is not None:
            return None
        sorts = self._policy.sorts.values()
        return expression.text if any(expression.text in (sort.members or ()) for sort in sorts) else None

    def _compare_members(
        self, formula: SExpr, sort: ValueSort, operator: ComparisonOperator, left: SExpr, right: SExpr
    ) -> tree.Literal:
        if operator not in (ComparisonOperator.EQUAL, ComparisonOperator.NOT_EQUAL):
            raise self._fault(f"members of {sort.name} have no order", formula, "compare with = or distinct")
        bound: list[tree.BodyElement] = []
        terms: list[tree.Term] = []
        for index, side in enumerate((left, right)):
            valued = self._valued(side)
            if valued is not None and valued.sort == sort:
                terms.append(tree.Variable(f"V{index}"))
                bound.append(valued.atom(tree.Variable(f"V{index}")))
            elif isinstance(side, SAtom) and side.text in sort.term_sort.members:
                terms.append(tree.Function(side.text))
            else:
                shown = clipped(side.text) if isinstance(side, SAtom) else "this"
                hint = did_you_mean(shown, sort.term_sort.members)
                raise self._fault(f"`{shown}` is no {sort.name}", side, hint)
        comparison = tree.Comparison(terms[0], (tree.Guard(operator, terms[1]),))
        return self._define([[*bound, tree.Literal(Sign.NONE, comparison)]])


def _negated(literal: tree.Literal) -> tree.Literal:
    """The complement of a literal over atoms defined by rules, or over a constant."""
    if isinstance(literal.atom, tree.BooleanConstant):
        return tree.Literal(Sign.NONE, tree.BooleanConstant(not literal.atom.value))
    return tree.Literal(Sign.NEGATION if literal.sign is Sign.NONE else Sign.NONE, literal.atom)
