"""The commands of an SMT-LIB file, read as data: what it declares, and what it asserts.

Declarations, definitions, assertions and options without a part in the meaning are read, any other command is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering.smtlib_lines import Lines, Place
from bicameral.lowering.smtlib_prelude import defined_function
from bicameral.lowering.smtlib_reals import grid
from bicameral.lowering.smtlib_terms import Macro, TermReader
from bicameral.sorts.term_sort import BOOL, INT, REAL, TermSort
from bicameral.source import SourceFile, Span
from bicameral.source.record import record
from bicameral.syntax.sexpr import SAtom, SExpr, SList, read

SHORT = 1_000  # nodes of a definition that is written out where it is used


@record
class ConstantOf:
    """A constant of the file. `value` is its symbol, of a Real the integer of the declared grid, or what defines it."""

    name: str
    value: Term
    place: Place | None
    span: Span
    defined: bool  # by the file, as a term


@record
class Rule:
    """An assertion, or the definition of a constant; `name` is its label."""

    name: str | None
    formula: Term
    span: Span


@dataclass(slots=True)
class Commands:
    """What a file's commands declare and assert, in order. `sorts` are its datatypes by their own names."""

    lines: Lines
    constants: dict[str, ConstantOf] = field(default_factory=dict)
    sorts: dict[str, TermSort] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)


def read_commands(source: SourceFile) -> Commands:
    """Raises ParseError or PolicyError at the first place that is not read."""
    file = read(source)
    reader = _Reader(source, Lines(source, file.comments))
    for item in file.expressions:
        reader.command(item)
    found = reader.found
    found.lines.complete([one.place for one in found.constants.values() if one.place is not None])
    return found


class _Reader:
    def __init__(self, source: SourceFile, lines: Lines) -> None:
        self._terms = TermReader(source)
        self.found = Commands(lines)
        self._taken: dict[str, Span] = {}  # constants, members, functions, labels: one name space
        self._handlers: dict[str, Callable[[SList], None]] = {
            "set-logic": self._ignore,
            "set-info": self._ignore,
            "set-option": self._option,
            "declare-const": self._declare,
            "declare-fun": self._declare,
            "declare-datatypes": self._datatypes,
            "declare-datatype": self._datatype,
            "define-fun": self._define,
            "define-const": self._define,
            "assert": self._assert,
        }

    def command(self, item: SExpr) -> None:
        name = item.head if isinstance(item, SList) else None
        handler = self._handlers.get(name) if name is not None else None
        if handler is None or not isinstance(item, SList):
            hint = f"a policy file holds {', '.join(self._handlers)} and nothing else"
            raise self._terms.fault(f"`{name}` is not read" if name else "this is no command", item.span, hint)
        handler(item)

    def _ignore(self, item: SList) -> None:
        """A command without a part in what the file means."""

    def _option(self, item: SList) -> None:
        match item.items:
            case (_, SAtom("keyword", text), _) if text.startswith(":produce-"):
                return
        raise self._terms.fault("this option is not read", item.span, "options of the form `:produce-...` may stand")

    # --- names and sorts -------------------------------------------------------------------------------------

    def _fresh(self, item: SExpr) -> str:
        name = self._terms.binder(item, {})
        if name in self._taken:
            raise self._terms.fault(f"`{name}` is declared twice", item.span, f"first at {self._taken[name]}")
        self._taken[name] = item.span
        return name

    def _sort(self, item: SExpr) -> TermSort:
        known = {"Bool": BOOL, "Int": INT, "Real": REAL, **self.found.sorts}
        name = item.text if isinstance(item, SAtom) and item.kind == "symbol" else None
        if name not in known:
            raise self._terms.fault("an unknown sort", item.span, f"known sorts: {', '.join(known)}")
        return known[name]

    def _datatypes(self, item: SList) -> None:
        match item.items:
            case (_, SList(names), SList(bodies)) if names and len(names) == len(bodies):
                for named, body in zip(names, bodies, strict=True):
                    self._arity(named)
                    assert isinstance(named, SList)
                    self._enumerate(named.items[0], body)
                return
        raise self._terms.fault("expected (declare-datatypes ((NAME 0)) (((MEMBER) ...)))", item.span)

    def _arity(self, item: SExpr) -> None:
        match item:
            case SList((SAtom("symbol", _), SAtom("numeral", "0"))):
                return
        raise self._terms.fault("expected (NAME 0): a datatype without parameters", item.span)

    def _datatype(self, item: SList) -> None:
        if len(item.items) != 3:
            raise self._terms.fault("expected (declare-datatype NAME ((MEMBER) ...))", item.span)
        self._enumerate(item.items[1], item.items[2])

    def _enumerate(self, named: SExpr, body: SExpr) -> None:
        name = self._terms.binder(named, {})
        if name in self.found.sorts or name in ("Bool", "Int", "Real"):
            raise self._terms.fault(f"the sort `{name}` is declared twice", named.span)
        if not isinstance(body, SList) or not body.items:
            raise self._terms.fault("a datatype lists its constants", body.span)
        members = [self._member(part) for part in body.items]
        matched = self.found.lines.enumerated(name, members)
        sort, meant = matched if matched is not None else (TermSort(name, tuple(members)), {})
        self.found.sorts[name] = sort
        for member in members:
            self._terms.constants[member] = factory.member(sort, meant.get(member, member))

    def _member(self, part: SExpr) -> str:
        constant = part.items[0] if isinstance(part, SList) and len(part.items) == 1 else part
        if not isinstance(constant, SAtom):
            raise self._terms.fault("a member with fields: only constants are read", part.span)
        return self._fresh(constant)

    # --- constants and functions -----------------------------------------------------------------------------

    def _declare(self, item: SList) -> None:
        parts = item.items[1:]
        if item.head == "declare-fun" and len(parts) == 3:
            if not isinstance(parts[1], SList) or parts[1].items:
                hint = "declare a constant for each tuple of individuals, such as |age(ann)|"
                raise self._terms.fault("a function with arguments is no constant", parts[1].span, hint)
            parts = (parts[0], parts[2])
        elif item.head == "declare-fun" or len(parts) != 2:
            raise self._terms.fault("expected (declare-const NAME SORT) or (declare-fun NAME () SORT)", item.span)
        name, sort = self._fresh(parts[0]), self._sort(parts[1])
        place = self._place(name, parts[0].span, sort)
        if sort == REAL:
            scale = self._scale(name, place, parts[0].span)
            symbol = factory.symbol(name, INT)
            self._terms.constants[name] = grid(symbol, scale)
        else:
            symbol = self._terms.constants[name] = factory.symbol(name, sort)
        self.found.constants[name] = ConstantOf(name, symbol, place, parts[0].span, defined=False)

    def _scale(self, name: str, place: Place | None, span: Span) -> int:
        if place is None or place.declaration.sort is None:
            hint = f"say which decimals it can have: `; %@ input {name}: decimal(2)`, or `define` for one that is none"
            raise self._terms.fault(f"`{name}` is a Real without a grid", span, hint)
        return place.declaration.sort.scale

    def _place(self, name: str, span: Span, sort: TermSort) -> Place | None:
        """What the lines say of a constant, its sort compared."""
        place = self.found.lines.place(name, span)
        if place is not None and sort != place.sort and not (sort == REAL and place.sort == INT):
            line = place.declaration.span
            said = place.sort.name if not place.declaration.sort or place.given else place.declaration.sort.name
            hint = f"declare it {_article(place.sort)}" if place.sort in (BOOL, INT) else None
            message = f"`{name}` is {_article(sort)} here, but the line at {line} says {said}"
            raise self._terms.fault(message, span, hint)
        return place

    def _define(self, item: SList) -> None:
        parts = item.items[1:]
        if item.head == "define-const" and len(parts) == 3:
            parts = (parts[0], SList((), parts[0].span), parts[1], parts[2])
        elif item.head == "define-const" or len(parts) != 4:
            raise self._terms.fault("expected (define-fun NAME ((NAME SORT) ...) SORT TERM)", item.span)
        given = parts[1]
        if not isinstance(given, SList):
            raise self._terms.fault("expected ((NAME SORT) ...)", given.span)
        parameters: dict[str, TermSort] = {}
        for part in given.items:
            if not isinstance(part, SList) or len(part.items) != 2:
                raise self._terms.fault("expected (NAME SORT)", part.span)
            parameters[self._terms.binder(part.items[0], parameters)] = self._sort(part.items[1])
        macro = Macro(tuple(parameters.items()), parts[3], self._sort(parts[2]))
        if parameters:
            function = defined_function(item)
            if function is None:
                self._terms.check(macro)  # before its name is known: a definition does not see itself
            name = self._fresh(parts[0])
            self._terms.macros[name] = macro
            if function is not None:
                self._terms.functions[name] = function
        else:
            self._constant(parts[0], macro, item.span)

    def _constant(self, named: SExpr, macro: Macro, span: Span) -> None:
        """A definition without parameters: a constant that claims may be about, equal to its value by a rule.

        One that a `define` line names, or a number that no line does, is no more than its value.
        """
        value = self._terms.value(macro.body, macro.sort, {})
        name = self._fresh(named)
        place = self._place(name, named.span, macro.sort)
        if not isinstance(value, Term):
            if place is not None:
                hint = "declare it, and assert what it equals"
                raise self._terms.fault(f"`{name}` is defined as a Real, which need not be on its grid", span, hint)
            self._terms.constants[name] = value
            return
        if value.size <= SHORT and self._abbreviates(place, value):
            constant = value
        else:
            constant = factory.symbol(name, macro.sort)
            self.found.rules.append(Rule(name, factory.eq(constant, value), span))
        self._terms.constants[name] = constant
        self.found.constants[name] = ConstantOf(name, constant, place, named.span, defined=True)

    def _abbreviates(self, place: Place | None, value: Term) -> bool:
        if place is None:
            return self.found.lines.split and value.sort != BOOL
        return place.declaration.role == "define"

    # --- assertions ------------------------------------------------------------------------------------------

    def _assert(self, item: SList) -> None:
        if len(item.items) != 2:
            raise self._terms.fault("expected (assert TERM)", item.span)
        body = item.items[1]
        label = None
        if isinstance(body, SList) and body.head == "!":
            body, named = self._terms.annotated(body)
            label = self._fresh(named) if named is not None else None
        self.found.rules.append(Rule(label, self._terms.formula(body), item.span))


def _article(sort: TermSort) -> str:
    return f"an {sort.name}" if sort == INT else f"a {sort.name}"
