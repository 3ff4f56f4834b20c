"""`#const`: each resolved to a ground term, and held against what `%@ const` says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bicameral.policy.bounds import INT_HIGH, INT_LOW, in_range, show_range
from bicameral.policy.model import ConstantDeclaration
from bicameral.policy.program.scan import Scan
from bicameral.policy.vocabulary.directives import ConstDirective
from bicameral.policy.vocabulary.findings import Findings, Line
from bicameral.policy.vocabulary.ranges import ResolvedType
from bicameral.sorts import did_you_mean
from bicameral.source import Span
from bicameral.syntax import to_text, tree
from bicameral.syntax.tree import BinaryOperator, UnaryOperator

DEEPEST = 250  # nesting of a constant's term: as deep as syntax lets one be


class NotConstantError(Exception):
    """A term that has no value as a constant: why, and where."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


@dataclass(slots=True)
class _Definition:
    statement: tree.Const
    overriding: bool


def resolve_constants(scans: Sequence[Scan], findings: Findings) -> dict[str, tree.Term]:
    """The constants of a program by name, in order of the text."""
    definitions: dict[str, _Definition] = {}
    for statement in (found.named.statement for found in scans):
        if isinstance(statement, tree.Const):
            _define(statement, definitions, findings)
    resolver = _Resolver({name: definition.statement for name, definition in definitions.items()}, {})
    resolved: dict[str, tree.Term] = {}
    for name, definition in definitions.items():
        try:
            resolved[name] = resolver.constant(name, definition.statement.span)
        except NotConstantError as fault:
            findings.error("bad-constant", f"`#const {name}`: {fault}", fault.span)
    return resolved


def _define(statement: tree.Const, definitions: dict[str, _Definition], findings: Findings) -> None:
    overriding = statement.kind == "override"
    known = definitions.get(statement.name)
    if known is not None and known.overriding == overriding:
        message = f"`#const {statement.name}` is defined twice; first at {known.statement.span}"
        findings.error("duplicate-constant", message, statement.span)
    elif known is None or overriding:
        definitions[statement.name] = _Definition(statement, overriding)


class _Resolver:
    """Resolves `statements`, which name each other, into `done`."""

    def __init__(self, statements: Mapping[str, tree.Const], done: dict[str, tree.Term]) -> None:
        self._statements = statements
        self._open: set[str] = set()
        self._done = done

    def constant(self, name: str, span: Span) -> tree.Term:
        if name in self._done:
            return self._done[name]
        if name in self._open or len(self._open) > DEEPEST:
            raise NotConstantError(f"`{name}` is defined by itself", span)
        self._open.add(name)
        self._done[name] = self.term(self._statements[name].value, 0)
        self._open.discard(name)
        return self._done[name]

    def term(self, term: tree.Term, depth: int) -> tree.Term:
        if depth > DEEPEST:
            raise NotConstantError("nested too deep", term.span)
        match term:
            case tree.Number():
                return _number(term.value, term.span)
            case tree.String() | tree.Infimum() | tree.Supremum():
                return term
            case tree.Function() if not term.external and len(term.pools) == 1:
                return self._function(term, depth)
            case tree.Tuple():
                return tree.Tuple(tuple(self.term(item, depth + 1) for item in term.arguments), term.span)
            case tree.UnaryOperation():
                return self._unary(term, depth)
            case tree.BinaryOperation():
                return self._binary(term, depth)
            case tree.Absolute() if len(term.arguments) == 1:
                return _number(abs(self._integer(term.arguments[0], depth)), term.span)
            case _:
                raise NotConstantError(f"`{to_text(term)}` is not a constant", term.span)

    def _function(self, term: tree.Function, depth: int) -> tree.Term:
        (arguments,) = term.pools
        if not arguments and (term.name in self._statements or term.name in self._done):
            return self.constant(term.name, term.span)
        return tree.Function(term.name, (tuple(self.term(item, depth + 1) for item in arguments),), span=term.span)

    def _integer(self, term: tree.Term, depth: int) -> int:
        value = self.term(term, depth + 1)
        if not isinstance(value, tree.Number):
            raise NotConstantError(f"`{to_text(term)}` is not a number", term.span)
        return value.value

    def _unary(self, term: tree.UnaryOperation, depth: int) -> tree.Term:
        if term.operator is UnaryOperator.MINUS:
            value = self.term(term.argument, depth + 1)
            if isinstance(value, tree.Function | tree.Tuple):
                return tree.UnaryOperation(UnaryOperator.MINUS, value, term.span)
            if isinstance(value, tree.UnaryOperation):
                return value.argument
            return _number(-self._integer(value, depth), term.span)
        return _number(~self._integer(term.argument, depth), term.span)

    def _binary(self, term: tree.BinaryOperation, depth: int) -> tree.Term:
        spine = [term]  # a long sum is deep on its left
        while isinstance(spine[-1].left, tree.BinaryOperation):
            spine.append(spine[-1].left)
        left = self._integer(spine[-1].left, depth)
        for node in reversed(spine):
            value = operate(node.operator, left, self._integer(node.right, depth))
            if value is None:
                raise NotConstantError(f"`{to_text(node)}` has no value", node.span)
            left = _number(value, node.span).value
        return tree.Number(left, term.span)


def _number(value: int, span: Span) -> tree.Number:
    if not INT_LOW <= value <= INT_HIGH:
        raise NotConstantError(f"{value} is outside the 32 bits that clingo computes with", span)
    return tree.Number(value, span)


def operate(operator: BinaryOperator, left: int, right: int) -> int | None:
    """What clingo computes on integers of unlimited size; None where it has no value."""
    match operator:
        case BinaryOperator.PLUS:
            return left + right
        case BinaryOperator.MINUS:
            return left - right
        case BinaryOperator.MULTIPLICATION:
            return left * right
        case BinaryOperator.DIVISION:
            return None if right == 0 else truncated_division(left, right)
        case BinaryOperator.MODULO:
            return None if right == 0 else left - right * truncated_division(left, right)
        case BinaryOperator.POWER:
            return _power(left, right)
        case BinaryOperator.AND:
            return left & right
        case BinaryOperator.OR:
            return left | right
        case BinaryOperator.XOR:
            return left ^ right


def truncated_division(left: int, right: int) -> int:
    """The quotient rounded toward zero."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _power(base: int, exponent: int) -> int | None:
    if exponent < 0:
        return None if base == 0 else 0  # also for 1 and -1
    if abs(base) > 1 and exponent > 64:
        return 2**64  # beyond 32 bits, which is all that matters
    return int(base**exponent)


def check_constants(
    declared: Sequence[tuple[ConstDirective, ResolvedType, Line]],
    constants: Mapping[str, tree.Term],
    findings: Findings,
) -> dict[str, ConstantDeclaration]:
    """Hold each `%@ const` against the `#const` of its name."""
    found: dict[str, ConstantDeclaration] = {}
    for directive, kind, line in declared:
        declaration = _declaration(directive, kind, line, findings)
        if declaration is None:
            continue
        name = declaration.name
        found[name] = declaration
        if name not in constants:
            hint = did_you_mean(name, constants) or f"add: #const {name} = {declaration.value}."
            findings.error("unknown-constant", f"there is no `#const {name}`", line.at(directive.name), hint)
            continue
        _compare(declaration, constants[name], line, directive, findings)
    return found


def _declaration(
    directive: ConstDirective, kind: ResolvedType, line: Line, findings: Findings
) -> ConstantDeclaration | None:
    name, written = directive.name.text, directive.value
    try:
        value = kind.sort.read_text(written.text)
    except ValueError as fault:
        findings.error("bad-constant", f"`const {name}`: {fault}", line.at(written))
        return None
    if isinstance(value, int):
        if not in_range(value, kind.low, kind.high):
            shown = show_range(kind.low, kind.high, kind.sort)
            message = f"`const {name}` is {written.text}, outside its range {shown}"
            findings.error("constant-out-of-range", message, line.at(written))
        if not INT_LOW <= value <= INT_HIGH:
            message = f"`const {name}` is {value} in the program, outside the 32 bits that clingo computes with"
            findings.error("number-out-of-32-bits", message, line.at(written))
    text = directive.text.text if directive.text is not None else None
    return ConstantDeclaration(name, kind.sort, kind.low, kind.high, kind.unit, value, text, line.at(directive.name))


def _compare(
    declaration: ConstantDeclaration, term: tree.Term, line: Line, directive: ConstDirective, findings: Findings
) -> None:
    if isinstance(declaration.value, int) and not INT_LOW <= declaration.value <= INT_HIGH:
        return  # said already
    actual: int | str | None = None
    if isinstance(term, tree.Number):
        actual = term.value
    elif isinstance(term, tree.Function) and term.pools == ((),):
        actual = term.name
    if actual != declaration.value or type(actual) is not type(declaration.value):
        message = (
            f"`{declaration.name}` is {directive.value.text}, in {declaration.sort.name} {declaration.value} "
            f"for the program, but `#const {declaration.name}` is {to_text(term)}"
        )
        findings.error("constant-mismatch", message, line.at(directive.value), f"write {declaration.value} there")


def ground(term: tree.Term, constants: dict[str, tree.Term]) -> tree.Term | None:
    """A term's value where it is one constant or number, `#const` resolved; None for any other."""
    match term:
        case tree.Variable() | tree.Interval() | tree.Pool():
            return None
        case tree.Number() | tree.String():
            return term
        case tree.Function() if term.pools == ((),) and not term.external:
            return constants.get(term.name, term)
        case _:
            return _computed(term, constants)


def _computed(term: tree.Term, constants: dict[str, tree.Term]) -> tree.Term | None:
    try:
        return _Resolver({}, constants).term(term, 0)
    except NotConstantError:
        return None
