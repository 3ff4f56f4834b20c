"""Cases in clingo's own form: facts in the program's scale, `not a.` for false, `claim :- body.`"""

from __future__ import annotations

import re
from dataclasses import replace

from bicameral.policy.cases.drafts import Draft, Fault
from bicameral.policy.cases.facts import FactReader
from bicameral.policy.claims.reader import ClaimReader
from bicameral.policy.model import CheckedPolicy, Declaration, FactOrigin, Value
from bicameral.policy.program.constants import ground
from bicameral.policy.program.dates import date_written
from bicameral.policy.vocabulary.annotations import read_directives
from bicameral.policy.vocabulary.directives import FactDirective, Malformed
from bicameral.policy.vocabulary.findings import Line
from bicameral.sorts import DATE, clipped
from bicameral.source import BicameralError, Diagnostic, InputError, SourceFile, Span
from bicameral.syntax import parse_file, to_text, tree
from bicameral.syntax.tree import Sign

CLAIM = "claim"

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DECIMAL = re.compile(r"[0-9]\.[0-9]")


def read_lp(policy: CheckedPolicy, facts: FactReader, claims: ClaimReader, source: SourceFile) -> Draft:
    """The facts and the claim of an `.lp` case. Raises InputError."""
    try:
        parsed = parse_file(source)
        return _Reader(policy, facts, claims, source).read(parsed)
    except RecursionError as deep:
        raise InputError(Diagnostic("bad-case", f"{source.name}: nested too deep")) from deep
    except InputError:
        raise
    except BicameralError as fault:
        raise InputError(*map(_hinted, fault.diagnostics)) from fault


def _hinted(found: Diagnostic) -> Diagnostic:
    """A syntax error, with a hint where the line has a value in its own units."""
    line = found.line_text or ""
    hint = found.hint
    if _DATE.search(line):
        hint = "dates are day numbers here, 1970-01-01 being 0; a JSON case takes them as they are"
    elif _DECIMAL.search(line):
        hint = "numbers are whole here, in the program's own scale; a JSON case takes decimals as they are"
    return replace(found, hint=hint)


class _NotSoError(ValueError):
    """A term that states no value, though clingo would make one of it."""

    def __init__(self, message: str, term: tree.Term, hint: str) -> None:
        super().__init__(message)
        self.term, self.hint = term, hint


class _Reader:
    def __init__(self, policy: CheckedPolicy, facts: FactReader, claims: ClaimReader, source: SourceFile) -> None:
        self._policy = policy
        self._facts = facts
        self._claims = claims
        self._source = source
        self._draft = Draft()
        self._found: list[Diagnostic] = []
        self._label: Line | None = None
        self._policy_line: Line | None = None
        self._bodies: list[tuple[tree.BodyElement, ...]] = []

    def read(self, parsed: tree.Tree) -> Draft:
        notes = [node for node in parsed.statements if isinstance(node, tree.Annotation)]
        directives = iter(read_directives([note.text for note in notes]))
        for statement in parsed.statements:
            if isinstance(statement, tree.Annotation):
                self._annotation(Line(next(directives), self._source, statement.span), inside=statement.inside)
            else:
                self._statement(statement)
        if self._policy_line is not None:
            self._found.clear()  # in a policy everything else is out of place too
            hint = "a case holds facts, `%@ fact NAME` before any of them, and `claim :- body.`"
            self._fault("unknown-directive", "this directive belongs in a policy", self._policy_line.span, hint)
        elif self._label is not None:
            self._fault("label-on-nothing", "this names no fact", self._label.span)
        if self._bodies and not self._found:
            self._claim()
        if not parsed.statements:
            self._fault("empty-file", "the file holds no fact", None, "such as: cost(2500).")
        if self._found:
            raise InputError(*self._found)
        return self._draft

    def _fault(self, code: str, message: str, span: Span | None, hint: str | None = None) -> None:
        line = self._source.line(span.line) if span is not None else None
        at = span if span is not None else Span(self._source.name, 1, 1, 1, 2)
        self._found.append(Diagnostic(code, message, at, hint, line_text=line))

    def _annotation(self, line: Line, *, inside: bool) -> None:
        directive = line.directive
        if self._label is not None:
            self._fault("label-on-nothing", "this names no fact", self._label.span)
            self._label = None
        if isinstance(directive, Malformed):
            self._fault(directive.code, directive.message, line.between(directive.start, directive.end), directive.hint)
        elif inside:
            self._fault("annotation-inside-statement", "an annotation inside a fact", line.span)
        elif isinstance(directive, FactDirective):
            self._label = line
        else:
            self._policy_line = self._policy_line or line

    def _statement(self, statement: tree.Statement) -> None:
        label, self._label = self._label, None
        head = statement.head if isinstance(statement, tree.Rule) else None
        if not isinstance(statement, tree.Rule) or not isinstance(head, tree.Literal):
            self._refuse(statement)
        elif isinstance(head.atom, tree.SymbolicAtom) and self._is_claim(head):
            if label is not None:
                self._fault("label-on-nothing", "this names a claim, not a fact", label.span)
            self._bodies.append(statement.body)
        elif statement.body or not isinstance(head.atom, tree.SymbolicAtom) or head.sign is Sign.DOUBLE_NEGATION:
            self._refuse(statement)
        else:
            self._fact(head, head.atom, label)

    def _is_claim(self, head: tree.Literal) -> bool:
        return head == tree.Literal(Sign.NONE, tree.SymbolicAtom(CLAIM))

    def _refuse(self, statement: tree.Statement) -> None:
        hint = "a case holds facts (`cost(2500).`, `not international.`) and `claim :- body.`"
        self._fault("not-a-fact", f"`{clipped(to_text(statement).strip(), 80)}` is no fact", statement.span, hint)

    def _fact(self, head: tree.Literal, atom: tree.SymbolicAtom, label: Line | None) -> None:
        faults: list[Fault] = []
        found = self._facts.resolve(atom.name, (), faults)
        if found is None:
            self._fault(faults[0].code, faults[0].message, atom.span, faults[0].hint)
            return
        declaration = found[0]
        if len(atom.pools) != 1 or atom.negative or len(atom.pools[0]) != declaration.arity:
            hint = f"such as `{_example(declaration)}.`"
            self._fault(
                "bad-fact", f"`{clipped(to_text(atom), 80)}` does not state `{declaration.name}`", atom.span, hint
            )
            return
        try:
            keys = tuple(self._key(term) for term in atom.pools[0][: len(declaration.keys)])
            value = self._value(head.sign, declaration, atom)
        except _NotSoError as fault:
            self._fault("bad-fact", f"`{declaration.name}`: {fault}", fault.term.span, fault.hint)
            return
        except ValueError as fault:
            self._fault("bad-fact", f"`{declaration.name}`: {fault}", atom.span)
            return
        self._facts.put_ground(declaration, keys, value, (), self._draft, faults)
        for each in faults:
            self._fault(each.code, each.message, atom.span, each.hint)
        if label is not None and isinstance(label.directive, FactDirective):
            name = self._facts.ground(declaration, keys)
            self._draft.origins[name] = FactOrigin(name=label.directive.label.text)

    def _key(self, term: tree.Term) -> str:
        self._no_constant(term, "an entity")
        value = ground(term, self._policy.constants)
        match value:
            case tree.String():
                return value.value
            case tree.Function(pools=((),)):
                return value.name
            case _:
                raise ValueError(f"`{clipped(to_text(term))}` is no name of an entity")

    def _value(self, sign: Sign, declaration: Declaration, atom: tree.SymbolicAtom) -> Value:
        sort = declaration.sort
        if sort is None:
            return sign is Sign.NONE
        term = atom.pools[0][-1]
        if sign is not Sign.NONE:
            if declaration.may_lack_value and isinstance(term, tree.Variable) and term.name == "_":
                return None
            raise ValueError("only a Boolean is stated by `not`; a value is stated as it is")
        if sort.term_sort.members:
            self._no_constant(term, f"a member of {sort.name}")
        if sort == DATE:
            self._day_number(term)
        value = ground(term, self._policy.constants)
        match value:
            case tree.Number() if not sort.term_sort.members:
                return value.value
            case tree.Function(pools=((),)) if sort.term_sort.members:
                return sort.read_text(value.name)
            case _:
                kind = "a member of " if sort.term_sort.members else "a number for "
                raise ValueError(f"expected {kind}{sort.name}, found `{clipped(to_text(term))}`")

    def _no_constant(self, term: tree.Term, wanted: str) -> None:
        """Refuse a name that clingo would read as another: JSON and answer blocks mean the name itself."""
        if isinstance(term, tree.Function) and term.pools == ((),) and term.name in self._policy.constants:
            meant = to_text(self._policy.constants[term.name])
            message = f"expected {wanted}, found `{term.name}`, a `#const` of the policy that is {clipped(meant)}"
            raise _NotSoError(message, term, f"write `{clipped(meant)}` if that is meant")

    def _day_number(self, term: tree.Term) -> None:
        """Refuse what is neither a day number as written nor a `#const` that is declared to be a date."""
        match term:
            case tree.Number() | tree.UnaryOperation(tree.UnaryOperator.MINUS, tree.Number()):
                return
            case tree.Function(name=name, pools=((),)) if name in self._policy.constant_declarations:
                if self._policy.constant_declarations[name].sort == DATE:
                    return
            case _:
                pass
        if isinstance(term, tree.String) and _DATE.fullmatch(term.value):
            shown, message = term.value, f'expected a day number, found the text "{term.value}"'
        elif (written := date_written(term)) is not None:
            year, month, day = written
            shown = f"{year:04d}-{month:02d}-{day:02d}"
            message = f"`{to_text(term)}` is no date here but a subtraction: {year - month - day}"
        else:
            shown, message = "", f"expected a day number, found `{clipped(to_text(term))}`"
        hint = "write the day number (1970-01-01 is 0), or the date itself in a JSON case"
        if not shown:
            raise _NotSoError(message, term, hint)
        try:
            number = DATE.read_text(shown)
        except ValueError as fault:
            raise _NotSoError(str(fault), term, hint) from fault
        raise _NotSoError(message, term, f'write the day number, {number}, or "{shown}" in a JSON case')

    def _claim(self) -> None:
        texts = [", ".join(to_text(element) for element in body) for body in self._bodies]
        try:
            if len(texts) == 1:
                self._draft.claims = (self._claims.read(texts[0]),)
            else:
                text = "  ".join(f"{CLAIM} :- {text}." for text in texts)
                self._draft.claims = (self._claims.of_bodies(self._bodies, text),)
        except InputError as fault:
            for found in fault.diagnostics:
                self._fault(found.code, found.message, self._claim_span(), found.hint)

    def _claim_span(self) -> Span | None:
        body = self._bodies[0]
        return body[0].span if body else None


def _example(declaration: Declaration) -> str:
    arguments = list(declaration.keys)
    if declaration.sort is not None:
        members = declaration.sort.term_sort.members
        arguments.append(members[0] if members else str(declaration.low or 0))
    return f"{declaration.name}({', '.join(arguments)})" if arguments else declaration.name
