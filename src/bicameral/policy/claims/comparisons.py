"""Claims of the second form: a comparison on a valued name in its own units, such as `pay >= 4900.00`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from bicameral.policy.claims.linear import FLIPPED, OutOfBitsError, Summand, compare, literal
from bicameral.policy.claims.slips import comma_in_number, connective_hint, interval_hint, no_valued_name, with_unit
from bicameral.policy.identifiers import ground_name, is_constant, read_ground_name
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.sorts import DATE, ValueSort, clipped, did_you_mean
from bicameral.sorts.numbers import kind_of
from bicameral.source import Diagnostic, InputError
from bicameral.syntax import tree
from bicameral.syntax.tree import ComparisonOperator, Sign

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[(){}\[\]]|[,;:]|<=|>=|!=|==|<>|=|<|>|.', re.DOTALL)

_OPERATORS = {
    "=": ComparisonOperator.EQUAL,
    "==": ComparisonOperator.EQUAL,
    "!=": ComparisonOperator.NOT_EQUAL,
    "<>": ComparisonOperator.NOT_EQUAL,
    "<": ComparisonOperator.LESS,
    "<=": ComparisonOperator.LESS_EQUAL,
    ">": ComparisonOperator.GREATER,
    ">=": ComparisonOperator.GREATER_EQUAL,
}


@dataclass(frozen=True, slots=True)
class Valued:
    """A valued name with its individuals, as one side of a comparison."""

    declaration: Declaration
    sort: ValueSort
    keys: tuple[str, ...]

    @property
    def shown(self) -> str:
        return ground_name(self.declaration.name, self.keys)

    def atom(self, variable: tree.Variable) -> tree.Literal:
        """The body literal that binds the value."""
        keys = tuple(individual(key) for key in self.keys)
        return tree.Literal(Sign.NONE, tree.SymbolicAtom(self.declaration.name, ((*keys, variable),)))


def individual(key: str) -> tree.Term:
    """An individual as a term."""
    return tree.Function(key) if is_constant(key) else tree.String(key)


def resolve(policy: CheckedPolicy, name: str, keys: tuple[str, ...]) -> Declaration | None:
    """The declaration that a name or alias with individuals stands for, its arity right."""
    declaration = policy.names.get(name) or policy.defines.get(name)
    return declaration if declaration is not None and len(declaration.keys) == len(keys) else None


def comparison_rules(
    policy: CheckedPolicy, text: str, head: str
) -> tuple[tuple[tree.Rule, ...], tuple[str, ...]] | None:
    """The rules of a comparison and the individuals in it; None when the text is of the other form.

    Raises InputError.
    """
    pieces, operators, separated = _split(text)
    sides = [_valued(policy, piece) for piece in pieces]
    if len(pieces) < 2:
        return None
    comma = _comma(pieces) if separated else None
    if not any(sides):
        slip = no_valued_name(policy, *pieces) if len(pieces) == 2 and (comma or not separated) else None
        if slip is not None:
            raise _fault(text, *slip)
        return None
    if comma is not None:
        raise _fault(text, *comma)
    if separated:
        hint = "give each comparison as a claim of its own, or write a clingo body in the program's scale"
        raise _fault(text, "a comparison on a valued name stands alone: the two forms of a claim do not mix", hint)
    if len(pieces) > 2:
        raise _fault(text, "one comparison at a time", "give each comparison as a claim of its own")
    (left, right), operator = sides, _OPERATORS[operators[0]]
    if left is None:
        left, right, operator = right, None, FLIPPED[operator]
        pieces.reverse()
    assert left is not None
    try:
        body = _one(policy, left, pieces[1], operator, text) if right is None else _two(left, right, operator, text)
    except OutOfBitsError as outside:
        message = "in the program's scale this threshold is outside the 32 bits that clingo computes with"
        raise _fault(text, message, None) from outside
    rule = tree.Rule(tree.Literal(Sign.NONE, tree.SymbolicAtom(head)), body)
    individuals = [name for side in (left, right) if side is not None for name in _open_keys(policy, side, text)]
    return (rule,), tuple(individuals)


def _comma(pieces: list[str]) -> tuple[str, str] | None:
    """What is wrong with the number of a lone comparison that is written with a comma."""
    found = [comma_in_number(piece) for piece in pieces]
    return found[0] or found[1] if len(pieces) == 2 else None


def _open_keys(policy: CheckedPolicy, side: Valued, text: str) -> list[str]:
    """The individuals of open sorts; a member of a closed one is checked here."""
    found = []
    for sort, key in zip(side.declaration.keys, side.keys, strict=True):
        members = policy.sorts[sort].members
        if members is None:
            found.append(key)
        elif key not in members:
            raise _fault(text, f"`{clipped(key)}` is no member of the sort `{sort}`", did_you_mean(key, members))
    return found


def _split(text: str) -> tuple[list[str], list[str], bool]:
    """The text cut at its comparison operators outside brackets; whether a separator stands outside them too."""
    pieces, operators, depth, separated = [""], [], 0, False
    for lexeme in _TOKEN.findall(text):
        depth += (lexeme in "([{") - (lexeme in ")]}")
        if depth == 0 and lexeme in _OPERATORS:
            operators.append(lexeme)
            pieces.append("")
        else:
            separated = separated or (depth == 0 and lexeme in (",", ";", ":"))
            pieces[-1] += lexeme
    return [piece.strip() for piece in pieces], operators, separated


def _valued(policy: CheckedPolicy, piece: str) -> Valued | None:
    """The valued name that a side is, or that it begins or ends with beside a separator."""
    read = read_ground_name(piece)
    if read is None or read[2] != len(piece):
        return None
    declaration = resolve(policy, read[0], read[1])
    if declaration is None or declaration.sort is None:
        return None
    return Valued(declaration, declaration.sort, read[1])


def _one(
    policy: CheckedPolicy, side: Valued, text: str, operator: ComparisonOperator, whole: str
) -> tuple[tree.BodyElement, ...]:
    variable = tree.Variable("V")
    value = _literal(policy, side, text, whole)
    if isinstance(value, str):
        _equality_only(side.sort, operator, whole)
        guard = tree.Guard(operator, tree.Function(value))
        return side.atom(variable), tree.Literal(Sign.NONE, tree.Comparison(variable, (guard,)))
    return side.atom(variable), literal(compare([Summand(Fraction(1), variable)], operator, Fraction(value)))


def _literal(policy: CheckedPolicy, side: Valued, text: str, whole: str) -> int | str:
    """The program value of the other side: a literal in own units, or a `#const`."""
    constant = policy.constants.get(text)
    if constant is not None and text not in side.sort.term_sort.members:
        return _constant(policy, side, text, constant, whole)
    quoted = len(text) > 1 and text[0] == text[-1] == '"'
    plain = text[1:-1] if quoted else text
    if not text:
        raise _fault(whole, "the value is missing", f"such as `{side.shown} = {_example(side)}`")
    try:
        if quoted and not (side.sort.term_sort.members or side.sort == DATE):
            raise ValueError(f"expected a number, found {kind_of(plain)}")
        return side.sort.read_text(plain)
    except ValueError as fault:
        message = f"`{side.shown}` is of type {side.sort.name}: {fault}"
        raise _fault(whole, message, _literal_hint(policy, side, plain)) from fault


def _example(side: Valued) -> str:
    members, low = side.sort.term_sort.members, side.declaration.low
    return members[0] if members else str(side.sort.show(low if low is not None else 0))


def _literal_hint(policy: CheckedPolicy, side: Valued, plain: str) -> str | None:
    declaration = policy.names.get(plain) or policy.defines.get(plain)
    if declaration is not None:
        return f"`{plain}` is true or false and has no value" if declaration.sort is None else None
    joined = connective_hint(plain)
    hint = joined or interval_hint(side.shown, plain)
    if hint is not None or side.sort.term_sort.members or side.sort == DATE:
        return hint
    number = with_unit(plain)
    if number is not None:
        return f"write the number alone: `{number}`"
    if is_constant(plain):
        return did_you_mean(plain, [name for name, d in policy.names.items() if d.sort is not None])
    return None


def _constant(policy: CheckedPolicy, side: Valued, name: str, term: tree.Term, whole: str) -> int | str:
    declared = policy.constant_declarations.get(name)
    if declared is not None and declared.sort == side.sort:
        return declared.value
    if declared is None and isinstance(term, tree.Number) and side.sort.name == "int":
        return term.value
    kind = declared.sort.name if declared is not None else "no declared type"
    message = f"`{side.shown}` is of type {side.sort.name}, `#const {name}` has {kind}"
    raise _fault(whole, message, f"declare it: %@ const {name} : {side.sort.name} = ...")


def _two(left: Valued, right: Valued, operator: ComparisonOperator, whole: str) -> tuple[tree.BodyElement, ...]:
    first, second = tree.Variable("V"), tree.Variable("W")
    if not comparable(left.sort, right.sort):
        message = f"`{left.shown}` is of type {left.sort.name}, `{right.shown}` of type {right.sort.name}"
        raise _fault(whole, message, "values of one kind compare")
    bound = (left.atom(first), right.atom(second))
    if left.sort.term_sort.members:
        _equality_only(left.sort, operator, whole)
        return *bound, tree.Literal(Sign.NONE, tree.Comparison(first, (tree.Guard(operator, second),)))
    summands = [Summand(Fraction(1, left.sort.scale), first), Summand(Fraction(-1, right.sort.scale), second)]
    return *bound, literal(compare(summands, operator, Fraction(0)))


def comparable(left: ValueSort, right: ValueSort) -> bool:
    """Whether values of two types compare: members of one sort, two dates, two numbers."""
    if left.term_sort.members or right.term_sort.members:
        return left == right
    return (left == DATE) == (right == DATE)


def _equality_only(sort: ValueSort, operator: ComparisonOperator, whole: str) -> None:
    if operator not in (ComparisonOperator.EQUAL, ComparisonOperator.NOT_EQUAL):
        raise _fault(whole, f"members of {sort.name} have no order", "compare with = or !=")


def _fault(text: str, message: str, hint: str | None) -> InputError:
    return InputError(Diagnostic("bad-claim", f"in the claim `{clipped(text)}`: {message}", None, hint))
