"""Answer blocks: SMT-LIB that a model wrote to state facts and a claim. Data, not script.

Two commands are read: an `assert` that states one input, and `define-fun claim () Bool`. All else is refused, naming
the line. Nothing of the text is handed to a solver.
"""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from bicameral.policy.cases.answer_claims import FormulaReader
from bicameral.policy.cases.drafts import Draft, Fault
from bicameral.policy.cases.facts import Converter, FactReader
from bicameral.policy.claims.reader import ClaimReader
from bicameral.policy.gathering import gathered
from bicameral.policy.model import CheckedPolicy, Declaration, FactOrigin, Value
from bicameral.sorts import DATE, clipped
from bicameral.sorts.numbers import read_number
from bicameral.source import BicameralError, Diagnostic, InputError, SourceFile, Span
from bicameral.syntax import sexpr
from bicameral.syntax.sexpr import SAtom, SExpr, SList

HINT = (
    "an answer block holds (assert (! (= input value) :named name)), for one input each, "
    "and (define-fun claim () Bool ...)"
)


def read_answer_block(policy: CheckedPolicy, facts: FactReader, claims: ClaimReader, source: SourceFile) -> Draft:
    """The facts and the claim of an answer block. Raises InputError."""
    if not source.text.strip():
        raise InputError(Diagnostic("empty-file", "the file is empty", Span(source.name, 1, 1, 1, 2), HINT))
    try:
        parsed = sexpr.read(source)
    except BicameralError as fault:
        raise InputError(*fault.diagnostics) from fault
    reader = _Reader(policy, facts, claims, source)
    gathered(partial(reader.command, expression) for expression in parsed.expressions)
    return reader.draft


class _Reader:
    def __init__(self, policy: CheckedPolicy, facts: FactReader, claims: ClaimReader, source: SourceFile) -> None:
        self._policy = policy
        self._facts = facts
        self._claims = claims
        self._source = source
        self._names: set[str] = set()
        self.draft = Draft()

    def _fault(self, message: str, at: SExpr, hint: str | None = HINT, code: str = "bad-answer") -> InputError:
        line = self._source.line(at.span.line)
        shown = line if line is not None and len(line) <= 200 else None
        where = f"line {at.span.line}: {message}"
        return InputError(Diagnostic(code, where, at.span, hint, line_text=shown))

    def command(self, expression: SExpr) -> None:
        if not isinstance(expression, SList):
            raise self._fault(f"`{clipped(expression.text)}` is no command", expression)
        match expression.head:
            case "assert" if len(expression.items) == 2:
                self._assert(expression.items[1])
            case "define-fun":
                self._define(expression)
            case None:
                raise self._fault("this is no command", expression)
            case _:
                raise self._fault(f"the command `{clipped(expression.head)}` is refused", expression)

    def _assert(self, expression: SExpr) -> None:
        inner, name = self._unnamed(expression)
        if isinstance(inner, SAtom):
            self._boolean(inner, True, name)
        elif inner.head == "not" and len(inner.items) == 2 and isinstance(inner.items[1], SAtom):
            self._boolean(inner.items[1], False, name)
        elif inner.head == "=" and len(inner.items) == 3 and isinstance(inner.items[1], SAtom):
            self._equation(inner.items[1], inner.items[2], name)
        else:
            hint = "x, (not x) or (= x value), one input in each assertion"
            raise self._fault("this assertion does not state one input", inner, hint)

    def _unnamed(self, expression: SExpr) -> tuple[SExpr, str | None]:
        """`(! formula :named name)` taken apart."""
        if not isinstance(expression, SList) or expression.head != "!":
            return expression, None
        items = expression.items
        if len(items) != 4 or not isinstance(items[2], SAtom) or items[2].text != ":named":
            raise self._fault("the only annotation of an assertion is :named", expression)
        name = items[3]
        if not isinstance(name, SAtom) or name.kind != "symbol":
            raise self._fault("expected a name after :named", name)
        if name.text in self._names:
            raise self._fault(f"the name `{clipped(name.text)}` is used twice", name, None)
        self._names.add(name.text)
        return items[1], name.text

    def _input(self, atom: SAtom) -> tuple[Declaration, tuple[str, ...]]:
        if atom.kind != "symbol":
            raise self._fault(f"`{clipped(atom.text)}` is no input", atom)
        faults: list[Fault] = []
        found = self._facts.resolve(atom.text, (), faults)
        if found is None:
            raise self._fault(faults[0].message, atom, faults[0].hint, faults[0].code)
        declaration, keys = found
        if len(keys) != len(declaration.keys):
            shape = f"|{declaration.name}({', '.join(declaration.keys)})|"
            raise self._fault(f"`{declaration.name}` is stated for each of its keys", atom, f"such as {shape}")
        return found

    def _boolean(self, atom: SAtom, value: bool, name: str | None) -> None:
        if atom.text.endswith(".given") and atom.kind == "symbol":
            self._given(atom, value, name)
            return
        declaration, keys = self._input(atom)
        if declaration.sort is not None:
            raise self._fault(f"`{declaration.name}` has a value: state it as (= {atom.text} ...)", atom, None)
        self._state(declaration, keys, value, name, atom)

    def _given(self, atom: SAtom, value: bool, name: str | None) -> None:
        """`(not x.given)`: an input that may lack a value has none."""
        declaration, keys = self._input(SAtom("symbol", atom.text.removesuffix(".given"), atom.span))
        if value or not declaration.may_lack_value:
            raise self._fault(f"`{clipped(atom.text)}` states no value", atom, "state the value: (= x value)")
        self._state(declaration, keys, None, name, atom)

    def _equation(self, atom: SAtom, right: SExpr, name: str | None) -> None:
        declaration, keys = self._input(atom)
        try:
            value = self._value(declaration, right)
        except ValueError as fault:
            raise self._fault(f"`{declaration.name}`: {fault}", right, None) from fault
        self._state(declaration, keys, value, name, atom)

    def _value(self, declaration: Declaration, right: SExpr) -> Value:
        sort = declaration.sort
        if sort is None:
            if isinstance(right, SAtom) and right.kind == "symbol" and right.text in ("true", "false"):
                return right.text == "true"
            raise ValueError("expected true or false")
        if sort.term_sort.members:
            if isinstance(right, SAtom) and right.kind == "symbol":
                return sort.read_text(right.text)
            raise ValueError(f"expected a member of {sort.name}")
        number = literal(right)
        if number is None:
            raise ValueError("expected a number, and nothing to compute")
        if sort == DATE:
            if isinstance(number, Decimal):
                raise ValueError("a date is its day number here, 0 being 1970-01-01")
            return number
        return Converter(declaration).read(number)

    def _state(
        self, declaration: Declaration, keys: tuple[str, ...], value: Value, name: str | None, at: SAtom
    ) -> None:
        faults: list[Fault] = []
        self._facts.put_ground(declaration, keys, value, (), self.draft, faults)
        if faults:
            raise self._fault(faults[0].message, at, faults[0].hint, faults[0].code)
        if name is not None:
            self.draft.origins[self._facts.ground(declaration, keys)] = FactOrigin(name=name)

    def _define(self, command: SList) -> None:
        items = command.items
        if len(items) != 5 or not isinstance(items[1], SAtom) or not items[1].is_symbol("claim"):
            raise self._fault("only `claim` is defined in an answer block", command)
        if items[2] != SList((), items[2].span) or not (isinstance(items[3], SAtom) and items[3].is_symbol("Bool")):
            raise self._fault("expected (define-fun claim () Bool ...)", command)
        if self.draft.claims:
            raise self._fault("a second claim", command)
        text = written(items[4])
        try:
            claim = FormulaReader(self._policy, self._claims, self._source).read(items[4], text)
        except InputError as fault:
            raise self._named(fault, items[4]) from fault
        self.draft.claims = (claim,)

    def _named(self, fault: InputError, at: SExpr) -> InputError:
        """The faults of a claim, each with its line."""
        found = []
        for each in fault.diagnostics:
            span = each.span if each.span is not None and each.span.file == self._source.name else at.span
            found.append(Diagnostic(each.code, f"line {span.line}: {each.message}", span, each.hint))
        return InputError(*found)


def literal(expression: SExpr) -> int | Decimal | None:
    """A number, or `(- number)`; None for anything else. Raises ValueError when it is too long."""
    if isinstance(expression, SAtom):
        return read_number(expression.text) if expression.kind in ("numeral", "decimal") else None
    if expression.head == "-" and len(expression.items) == 2:
        inner = expression.items[1]
        number = literal(inner) if isinstance(inner, SAtom) else None
        return -number if number is not None else None
    return None


def written(expression: SExpr) -> str:
    """An expression as text on one line."""
    if isinstance(expression, SAtom):
        plain = expression.kind != "symbol" or all(c.isalnum() or c in "~!@$%^&*_-+=<>.?/" for c in expression.text)
        return expression.text if plain else f"|{expression.text}|"
    return f"({' '.join(map(written, expression.items))})"
