"""An SMT-LIB file as a policy: its declarations are the vocabulary, its named assertions the rules.

The file is data: declarations, definitions, assertions and harmless options are read, any other command is refused.
Lines `; %@ input ...` and `; %@ outcome ...` type, name and split the constants; without one every constant may be
stated, and a claim may be about any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.formula.term import Term
from bicameral.lowering import inputs
from bicameral.lowering.extent import Extent
from bicameral.lowering.lower import Lowerer
from bicameral.lowering.program import Assertion, Constant, InputSymbol, Kind
from bicameral.lowering.smtlib_prelude import defined_function
from bicameral.lowering.smtlib_terms import Macro, TermReader, Typed, grid
from bicameral.policy.identifiers import is_name
from bicameral.policy.model import CheckedPolicy, Declaration, NamedStatement, SortDeclaration
from bicameral.policy.vocabulary.annotations import read_directives
from bicameral.policy.vocabulary.declarations import Vocabulary, VocabularyReader
from bicameral.policy.vocabulary.directives import (
    InputDirective,
    Malformed,
    OutcomeDirective,
    PolicyDirective,
    SortDirective,
)
from bicameral.policy.vocabulary.findings import Findings, Line
from bicameral.sorts import ValueSort, enumeration
from bicameral.sorts.catalogue import INTEGER
from bicameral.sorts.term_sort import BOOL, INT, TermSort
from bicameral.source import SourceFile, Span, fingerprint
from bicameral.syntax import tree
from bicameral.syntax.sexpr import SAtom, SExpr, SList, read

MARKER = "%@"


@dataclass(frozen=True, slots=True)
class SmtlibPolicy:
    """An SMT-LIB file read as a policy. `split` says whether its lines tell inputs from outcomes."""

    checked: CheckedPolicy
    lowerer: Lowerer
    split: bool


def read_policy(source: SourceFile, name: str) -> SmtlibPolicy:
    """The policy that an SMT-LIB file makes. Raises ParseError or PolicyError."""
    return _Reader(source, name).read()


class _Reader:
    def __init__(self, source: SourceFile, name: str) -> None:
        self._source = source
        self._name = name
        self._terms = TermReader(source)
        self._vocabulary = Vocabulary()
        self._split = False
        self._declared: dict[str, tuple[TermSort | None, Span]] = {}  # None: a Real
        self._sorts: dict[str, TermSort] = {}
        self._rules: list[tuple[str | None, Term, Span]] = []
        self._by_constant: dict[str, Declaration] = {}
        self._symbols: dict[str, InputSymbol] = {}

    def read(self) -> SmtlibPolicy:
        file = read(self._source)
        self._annotations(file.comments)
        for item in file.expressions:
            self._command(item)
        self._match_annotations()
        checked = self._policy()
        extents, symbols = self._extents(checked)
        lowerer = Lowerer.over(checked, symbols, extents, self._assertions(symbols))
        return SmtlibPolicy(checked, lowerer, self._split)

    # --- annotations -----------------------------------------------------------------------------------------

    def _annotations(self, comments: Sequence[tuple[Span, str]]) -> None:
        found = [(span, text.strip()) for span, text in comments if text.strip().startswith(MARKER)]
        directives = read_directives([text[len(MARKER) :].strip() for _, text in found])
        findings = Findings()
        findings.knows(self._source)
        lines = []
        for (span, _), directive in zip(found, directives, strict=True):
            line = Line(directive, self._source, span)
            match directive:
                case Malformed():
                    place = line.between(directive.start, directive.end)
                    findings.error(directive.code, directive.message, place, directive.hint)
                case InputDirective() | OutcomeDirective() | PolicyDirective() | SortDirective():
                    lines.append(line)
                case _:
                    hint = "an SMT-LIB file takes `policy`, `sort`, `input` and `outcome`"
                    findings.error("unknown-directive", "no directive of an SMT-LIB policy", span, hint)
        findings.stop_on_errors()
        self._vocabulary = VocabularyReader(findings).read(lines)
        findings.stop_on_errors()
        self._split = any(d.role == "outcome" for d in self._vocabulary.declared.values())
        for declaration in self._vocabulary.declared.values():
            self._by_constant[declaration.smt_name] = declaration

    def _match_annotations(self) -> None:
        for name, declaration in self._by_constant.items():
            if name not in self._declared:
                raise self._terms.fault(f"the file declares no constant `{name}`", declaration.span)

    # --- commands --------------------------------------------------------------------------------------------

    def _command(self, item: SExpr) -> None:
        name = item.head if isinstance(item, SList) else None
        handler = self._handlers().get(name) if name is not None else None
        if handler is None or not isinstance(item, SList):
            hint = f"a policy file holds {', '.join(self._handlers())} and nothing else"
            raise self._terms.fault(f"`{name}` is not read" if name else "this is no command", item.span, hint)
        handler(item)

    def _handlers(self) -> dict[str, Callable[[SList], None]]:
        return {
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

    def _ignore(self, item: SList) -> None:
        """A command without a part in what the file means."""

    def _option(self, item: SList) -> None:
        key = item.items[1] if len(item.items) > 1 else None
        if not isinstance(key, SAtom) or not key.text.startswith(":produce-"):
            raise self._terms.fault(
                "this option is not read", item.span, "options of the form `:produce-...` may stand"
            )

    def _fresh(self, item: SExpr) -> str:
        if not isinstance(item, SAtom) or item.kind != "symbol":
            raise self._terms.fault("expected a name", item.span)
        if item.text in self._declared or item.text in self._terms.macros:
            raise self._terms.fault(f"`{item.text}` is declared twice", item.span)
        return item.text

    def _declare(self, item: SList) -> None:
        parts = item.items[1:]
        if item.head == "declare-fun" and len(parts) == 3:
            if not isinstance(parts[1], SList) or parts[1].items:
                raise self._terms.fault("a function with arguments is no input or outcome", parts[1].span)
            parts = (parts[0], parts[2])
        if len(parts) != 2:
            raise self._terms.fault("expected (declare-const NAME SORT)", item.span)
        name = self._fresh(parts[0])
        sort = self._sort(parts[1])
        self._declared[name] = (sort, parts[0].span)
        declaration = self._by_constant.get(name)
        if sort is None:
            scale = declaration.sort.scale if declaration is not None and declaration.sort is not None else 1
            if declaration is None or declaration.sort is None or declaration.sort.term_sort != INT:
                hint = f"say which decimals it can have: `; %@ input {name}: decimal(2)`"
                raise self._terms.fault(f"`{name}` is a Real without a grid", parts[0].span, hint)
            self._terms.constants[name] = grid(factory.symbol(name, INT), scale)
        else:
            self._check_type(declaration, sort, parts[1].span)
            self._terms.constants[name] = factory.symbol(name, sort)

    def _check_type(self, declaration: Declaration | None, sort: TermSort, span: Span) -> None:
        if declaration is None:
            return
        said = declaration.sort.term_sort if declaration.sort is not None else BOOL
        if (said.name if said in (BOOL, INT) else set(said.members)) != (
            sort.name if sort in (BOOL, INT) else set(sort.members)
        ):
            raise self._terms.fault(f"`{declaration.name}` is {sort.name} here but not in its annotation", span)
        if declaration.keys or declaration.may_lack_value:
            hint = "declare a Bool `NAME.given` of its own"
            raise self._terms.fault(
                f"`{declaration.name}` is one constant: no keys, not optional, not closed", span, hint
            )

    def _sort(self, item: SExpr) -> TermSort | None:
        name = item.text if isinstance(item, SAtom) else None
        if name == "Real":
            return None
        known = {"Bool": BOOL, "Int": INT, **self._sorts}
        if name not in known:
            raise self._terms.fault("an unknown sort", item.span, f"known sorts: {', '.join(known)}, Real")
        return known[name]

    def _datatypes(self, item: SList) -> None:
        if len(item.items) != 3 or not all(isinstance(part, SList) for part in item.items[1:]):
            raise self._terms.fault("expected (declare-datatypes ((NAME 0)) (((MEMBER) ...)))", item.span)
        names, bodies = item.items[1], item.items[2]
        assert isinstance(names, SList)
        assert isinstance(bodies, SList)
        for name, body in zip(names.items, bodies.items, strict=False):
            if not isinstance(name, SList) or not name.items:
                raise self._terms.fault("expected (NAME 0)", name.span)
            self._enumerate(name.items[0], body)

    def _datatype(self, item: SList) -> None:
        if len(item.items) != 3:
            raise self._terms.fault("expected (declare-datatype NAME ((MEMBER) ...))", item.span)
        self._enumerate(item.items[1], item.items[2])

    def _enumerate(self, named: SExpr, body: SExpr) -> None:
        name = self._fresh(named)
        members: list[str] = []
        for part in body.items if isinstance(body, SList) else ():
            constant = part.items[0] if isinstance(part, SList) and len(part.items) == 1 else part
            if not isinstance(constant, SAtom) or constant.kind != "symbol":
                raise self._terms.fault("a member with fields: only constants are read", part.span)
            members.append(constant.text)
        if not members or len(set(members)) != len(members) or name in self._sorts:
            raise self._terms.fault("a datatype lists each of its constants once", named.span)
        sort = TermSort(name, tuple(members))
        self._sorts[name] = sort
        for member in members:
            self._terms.constants[member] = factory.member(sort, member)

    def _define(self, item: SList) -> None:
        parts = item.items[1:]
        if item.head == "define-const" and len(parts) == 3:
            parts = (parts[0], SList((), parts[0].span), parts[1], parts[2])
        if len(parts) != 4 or not isinstance(parts[1], SList) or not isinstance(parts[2], SAtom):
            raise self._terms.fault("expected (define-fun NAME ((NAME SORT) ...) SORT TERM)", item.span)
        name = self._fresh(parts[0])
        parameters = []
        for part in parts[1].items:
            if not isinstance(part, SList) or len(part.items) != 2 or not all(isinstance(p, SAtom) for p in part.items):
                raise self._terms.fault("expected (NAME SORT)", part.span)
            first, second = part.items
            assert isinstance(first, SAtom)
            assert isinstance(second, SAtom)
            self._sort(second)
            parameters.append((first.text, second.text))
        macro = Macro(tuple(parameters), parts[3], parts[2].text, {})
        if not parameters:  # read once, here, so that a fault has its place and nothing later can shadow it
            value = self._terms.coerce(self._terms.read(parts[3], {}), parts[2].text, parts[3].span)
            self._terms.constants[name] = self._named(name, parts, value, item.span)
        self._terms.macros[name] = macro
        function = defined_function(item)
        if function is not None:
            self._terms.functions[name] = function

    def _named(self, name: str, parts: Sequence[SExpr], value: Typed, span: Span) -> Typed:
        """A definition without parameters as a constant that claims may be about, equal to its value by a rule."""
        sort = self._sort(parts[2])
        if sort is None or not isinstance(value, Term):
            return value
        self._check_type(self._by_constant.get(name), sort, parts[2].span)
        self._declared[name] = (sort, parts[0].span)
        constant = factory.symbol(name, sort)
        equal = factory.iff(constant, value) if sort == BOOL else factory.eq(constant, value)
        self._rules.append((name, equal, span))
        return constant

    def _assert(self, item: SList) -> None:
        if len(item.items) != 2:
            raise self._terms.fault("expected (assert TERM)", item.span)
        body = item.items[1]
        name = None
        if isinstance(body, SList) and body.head == "!":
            for key, value in zip(body.items[2::2], body.items[3::2], strict=False):
                if isinstance(key, SAtom) and key.text == ":named" and isinstance(value, SAtom):
                    name = value.text
        if name is not None and any(name == other for other, _, _ in self._rules):
            raise self._terms.fault(f"two assertions named `{name}`", item.span)
        self._rules.append((name, self._terms.formula(body), item.span))

    # --- the policy ------------------------------------------------------------------------------------------

    def _policy(self) -> CheckedPolicy:
        declared: dict[str, Declaration] = {}
        for order, (constant, (sort, span)) in enumerate(self._declared.items()):
            known = self._by_constant.get(constant)
            declaration = known if known is not None else self._unannotated(constant, sort, span, declared)
            declared[declaration.name] = replace(declaration, order=order)
        inputs_ = {name: d for name, d in declared.items() if d.role == "input"}
        predicates = frozenset((d.name, d.arity) for d in declared.values())
        outcomes = {name: d for name, d in declared.items() if d.role == "outcome"}
        names = dict(declared)
        for declaration in declared.values():
            if declaration.alias is not None:
                names.setdefault(declaration.alias, declaration)
        vocabulary = self._vocabulary
        return CheckedPolicy(
            name=vocabulary.name or self._name,
            title=vocabulary.title,
            version=vocabulary.version,
            effective=vocabulary.effective,
            files=(self._source,),
            source=None,
            sha256=fingerprint([self._source]),
            statements=(),
            constants={},
            sorts={
                s.name: SortDeclaration(s.name, s.members, Span(self._source.name, 1, 1, 1, 1))
                for s in self._sorts.values()
            },
            inputs=inputs_,
            outcomes=outcomes,
            defines={},
            overrides=(),
            warnings=(),
            names=names,
            predicates=predicates,
            derived=predicates if not self._split else frozenset((d.name, d.arity) for d in outcomes.values()),
        )

    def _unannotated(
        self, constant: str, sort: TermSort | None, span: Span, taken: dict[str, Declaration]
    ) -> Declaration:
        assert sort is not None  # a Real is annotated
        name = constant if is_name(constant) else _lower(constant)
        while name in taken or (name != constant and name in self._declared):
            name += "_"
        value: ValueSort | None = None
        if sort == INT:
            value = INTEGER
        elif sort != BOOL:
            value = enumeration(sort.name, sort.members)
        alias = constant if constant != name else None
        return Declaration("input", name, (), value, None, None, None, None, alias, span, 0)

    def _extents(self, checked: CheckedPolicy) -> tuple[dict[Predicate, Extent], list[InputSymbol]]:
        extents: dict[Predicate, Extent] = {}
        stated: list[InputSymbol] = []
        for declaration in (*checked.inputs.values(), *checked.outcomes.values()):
            sort, _ = self._declared[declaration.smt_name]
            symbol = InputSymbol(
                declaration.name,
                declaration,
                factory.symbol(declaration.smt_name, sort if sort is not None else INT),
                None,
            )
            extent = extents[inputs.predicate(declaration)] = Extent()
            if symbol.value.sort.members:  # the file's own datatype, whatever order an annotation lists
                for member in symbol.value.sort.members:
                    chosen = factory.eq(symbol.value, factory.member(symbol.value.sort, member))
                    extent.add((Constant("constant", member),), chosen)
            else:
                for args, condition in inputs.tuples(symbol):
                    extent.add(args, condition)
            if declaration.role == "input":
                stated.append(symbol)
        return extents, stated

    def _assertions(self, symbols: Sequence[InputSymbol]) -> list[Assertion]:
        found = []
        for number, (name, formula, span) in enumerate(self._rules, start=1):
            shown = name if name is not None else f"{self._source.name}:{span.line}"
            statement = NamedStatement(
                tree.Rule(tree.Literal(tree.Sign.NONE, tree.BooleanConstant(True)), (), span),
                shown,
                name,
                1,
                (),
                (),
                span,
            )
            if not formula.is_true:
                found.append(Assertion(Kind.RULE, shown, f"rule {shown} {number}", formula, statement))
        limits = [inputs.range_assertion(symbol) for symbol in symbols]
        return [*found, *(limit for limit in limits if limit is not None)]


def _lower(constant: str) -> str:
    """A clingo name made of a constant's own, for claims; the constant stays its alias."""
    body = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in constant)
    name = body[:1].lower() + body[1:]
    return name if is_name(name) else f"c_{name}"
