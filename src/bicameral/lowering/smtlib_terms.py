"""SMT-LIB expressions to terms, within bounds that no file can push a reader over.

Names have the scope that SMT-LIB gives them: a definition sees what stands before it, so none is recursive, and none
takes a word that has a meaning here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from bicameral.formula import factory
from bicameral.formula.smtlib import QUOTIENT, REMAINDER
from bicameral.formula.term import Term
from bicameral.lowering.smtlib_operators import OPERATIONS
from bicameral.lowering.smtlib_reals import MistypedError, NotConstantError, Real, Typed, as_real, fraction, grid
from bicameral.sorts.numbers import MAX_BITS, MAX_DIGITS
from bicameral.sorts.term_sort import BOOL, INT, REAL, TermSort
from bicameral.source import Diagnostic, PolicyError, SourceFile, Span
from bicameral.source.record import record
from bicameral.syntax.sexpr import SAtom, SExpr, SList

TAKEN = frozenset((*OPERATIONS, "true", "false", "let", "!", "_", "as", "par", "match", "forall", "exists", "lambda"))

MOST_NODES = 500_000  # of one term, written out as a tree
MOST_WORK = 20_000_000  # nodes that operators were given, in the whole file
WRITTEN_OUT = 100  # of that work is an operator in a definition that is written out
DEEPEST = 220  # expressions within one another, definitions written out; a file alone may nest 200 deep


@record
class Macro:
    """`define-fun` with parameters: their names and sorts, what it is, and of which sort."""

    parameters: tuple[tuple[str, TermSort], ...]
    body: SExpr
    sort: TermSort


class TermReader:
    """Reads expressions over the constants and macros declared so far."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self.constants: dict[str, Typed] = {"true": factory.TRUE, "false": factory.FALSE}
        self.macros: dict[str, Macro] = {}
        self.functions: dict[str, Callable[..., Term]] = {}  # of macros that are known by their definitions
        self._work = 0
        self._depth = 0
        self._inside = 0  # definitions within one another
        self._bits: dict[Term, int] = {}

    def fault(self, message: str, span: Span, hint: str | None = None) -> PolicyError:
        return PolicyError(Diagnostic("smtlib-policy", message, span, hint, line_text=self._source.line(span.line)))

    def formula(self, item: SExpr) -> Term:
        """A Bool expression. Raises PolicyError for anything else."""
        value = self.value(item, BOOL, {})
        assert isinstance(value, Term)
        return value

    def value(self, item: SExpr, sort: TermSort, scope: Mapping[str, Typed]) -> Typed:
        """An expression of a sort. Raises PolicyError."""
        return self._coerced(self._read(item, scope), sort, item.span)

    def check(self, macro: Macro) -> None:
        """Read a definition once as if its arguments were unknown. Raises PolicyError for what no argument mends."""
        scope: dict[str, Typed] = {}
        for name, sort in macro.parameters:
            symbol = factory.symbol(f"{name} of a definition", INT if sort == REAL else sort)
            scope[name] = grid(symbol, 1) if sort == REAL else symbol
        try:
            self.value(macro.body, macro.sort, scope)
        except PolicyError as fault:
            if not isinstance(fault.__cause__, NotConstantError):
                raise

    # --- reading ---------------------------------------------------------------------------------------------

    def _read(self, item: SExpr, scope: Mapping[str, Typed]) -> Typed:
        """An expression; `scope` holds what `let` and parameters bind."""
        if isinstance(item, SAtom):
            return self._atom(item, scope)
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise self.fault(f"definitions written out nest deeper than {DEEPEST}", item.span, "flatten them")
            return self._list(item, scope)
        finally:
            self._depth -= 1

    def _list(self, item: SList, scope: Mapping[str, Typed]) -> Typed:
        head = item.head
        if head is None:
            raise self.fault("an expression begins with an operator", item.span)
        if head == "let":
            return self._let(item, scope)
        if head in ("forall", "exists", "lambda", "match"):
            raise self.fault(f"`{head}` is not read", item.span, "write it out for each individual")
        if head == "!":
            inner, label = self.annotated(item)
            if label is not None:
                raise self.fault(f"the name `{label.text}` inside an expression", label.span, "name whole assertions")
            return self._read(inner, scope)
        if head in scope or head in self.constants:
            raise self.fault(f"`{head}` is a value, no function", item.span)
        args = [self._read(part, scope) for part in item.items[1:]]
        self._charge(args, item.span, squared=head == "distinct")
        if head in self.macros:
            return self._applied(head, args, item)
        return self._operated(head, args, item)

    def annotated(self, item: SList) -> tuple[SExpr, SAtom | None]:
        """What an annotated expression is about, and its name. Raises PolicyError for another attribute."""
        match item.items:
            case (_, inner):
                return inner, None
            case (_, inner, SAtom("keyword", ":named"), SAtom("symbol", _) as name):
                return inner, name
        raise self.fault("expected (! TERM :named NAME)", item.span, "no other attribute is read")

    def _operated(self, head: str, args: Sequence[Typed], item: SList) -> Typed:
        operation = OPERATIONS.get(head)
        if operation is None:
            hint = f"known operators: {' '.join(OPERATIONS)}"
            raise self.fault(f"`{head}` is no operator or function of this file", item.span, hint)
        try:
            return self._bounded(operation(args), item.span)
        except MistypedError as fault:
            shown = ", ".join(_sort(arg).name for arg in args)
            raise self.fault(f"`{head}` does not take ({shown}): {fault}", item.span) from fault

    def _atom(self, item: SAtom, scope: Mapping[str, Typed]) -> Typed:
        if item.kind in ("numeral", "decimal") and len(item.text) > MAX_DIGITS:
            raise self.fault(f"a number of more than {MAX_DIGITS} digits", item.span, "no policy needs it")
        match item.kind:
            case "numeral":
                return factory.integer(int(item.text))
            case "decimal":
                return fraction(Fraction(item.text))
            case "symbol" if item.text in scope:
                return scope[item.text]
            case "symbol" if item.text in self.constants:
                return self.constants[item.text]
            case "symbol" if item.text in self.macros:
                raise self.fault(f"the function `{item.text}` lacks its arguments", item.span)
        raise self.fault(f"`{item.text}` is not declared before it is used", item.span)

    def _let(self, item: SList, scope: Mapping[str, Typed]) -> Typed:
        if len(item.items) != 3 or not isinstance(item.items[1], SList) or not item.items[1].items:
            raise self.fault("expected (let ((NAME TERM) ...) TERM)", item.span)
        added: dict[str, Typed] = {}
        for pair in item.items[1].items:
            if not isinstance(pair, SList) or len(pair.items) != 2:
                raise self.fault("expected (NAME TERM)", pair.span)
            name = self.binder(pair.items[0], added)
            added[name] = self._read(pair.items[1], scope)
        return self._read(item.items[2], {**scope, **added})

    def binder(self, item: SExpr, beside: Mapping[str, object]) -> str:
        """A name that is bound here. Raises PolicyError."""
        if not isinstance(item, SAtom) or item.kind != "symbol":
            raise self.fault("expected a name", item.span)
        if item.text in TAKEN:
            raise self.fault(f"`{item.text}` is a word of SMT-LIB", item.span, "choose another name")
        if item.text in beside:
            raise self.fault(f"`{item.text}` is bound twice", item.span, "choose another name")
        return item.text

    def _applied(self, name: str, args: Sequence[Typed], item: SList) -> Typed:
        macro = self.macros[name]
        if len(args) != len(macro.parameters):
            raise self.fault(f"`{name}` takes {len(macro.parameters)} arguments, not {len(args)}", item.span)
        pairs = zip(macro.parameters, args, strict=True)
        scope = {parameter: self._coerced(arg, sort, item.span) for (parameter, sort), arg in pairs}
        known = self.functions.get(name)
        if known is not None:
            return self._bounded(self._known(name, known, list(scope.values()), item), item.span)
        self._inside += 1
        try:
            return self.value(macro.body, macro.sort, scope)
        finally:
            self._inside -= 1

    def _known(self, name: str, function: Callable[..., Term], args: Sequence[Typed], item: SList) -> Term:
        if name in (QUOTIENT, REMAINDER) and args[-1] == factory.ZERO:
            raise self.fault(f"`{name}` does not divide by 0", item.span)
        return function(*args)

    def _coerced(self, value: Typed, sort: TermSort, span: Span) -> Typed:
        """A value as one of `sort`: an Int literal may stand where a Real is expected."""
        if sort == REAL and isinstance(value, Term) and value.sort == INT and value.is_const:
            return as_real(value)
        if _sort(value) != sort:
            raise self.fault(f"this is {_sort(value).name}, not {sort.name}", span)
        return value

    # --- bounds ----------------------------------------------------------------------------------------------

    def _charge(self, args: Sequence[Typed], span: Span, *, squared: bool) -> None:
        size = sum(_number(arg).size for arg in args) * (len(args) if squared else 1)
        self._work += size + (WRITTEN_OUT if self._inside else 1)
        if size > MOST_NODES:
            raise self.fault(f"a term of more than {MOST_NODES:,} nodes, written out", span, "define its parts")
        if self._work > MOST_WORK:
            raise self.fault(f"more than {MOST_WORK:,} nodes to read, written out", span, "define what is repeated")

    def _bounded(self, value: Typed, span: Span) -> Typed:
        denominator = value.denominator if isinstance(value, Real) else 1
        if self._size(_number(value)) > MAX_BITS or denominator.bit_length() > MAX_BITS:
            raise self.fault(f"a number of more than {MAX_DIGITS} digits", span, "no policy needs it")
        return value

    def _size(self, term: Term) -> int:
        """The bits of the largest number in a term."""
        known = self._bits.get(term)
        if known is not None:
            return known
        if term.is_const:
            found = term.payload.bit_length() if isinstance(term.payload, int) else 0
        else:
            found = max((self._bits.get(arg, 0) or self._size(arg) for arg in term.args), default=0)
        self._bits[term] = found
        return found


def _number(value: Typed) -> Term:
    return value.numerator if isinstance(value, Real) else value


def _sort(value: Typed) -> TermSort:
    return REAL if isinstance(value, Real) else value.sort
