"""From the directives of a policy to its declarations: names, types, ranges, sorts, aliases."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from bicameral.policy.identifiers import is_name
from bicameral.policy.model import Declaration, SortDeclaration
from bicameral.policy.vocabulary.annotations import RESERVED
from bicameral.policy.vocabulary.directives import (
    ConstDirective,
    DefineDirective,
    DeriveDirective,
    InputDirective,
    OutcomeDirective,
    OverridesDirective,
    PolicyDirective,
    Signature,
    SortDirective,
    TypeUse,
    Word,
)
from bicameral.policy.vocabulary.findings import Findings, Line
from bicameral.policy.vocabulary.ranges import ResolvedType, read_dates, resolve_type
from bicameral.sorts import EnumerationSort, did_you_mean, enumeration
from bicameral.sorts.catalogue import RESERVED as TYPE_WORDS
from bicameral.source import Span

Role = Literal["input", "derive", "outcome", "define"]


@dataclass(slots=True)
class Vocabulary:
    """What the annotations of a policy declare; `derives`, `constants` and `overrides` are resolved later."""

    name: str | None = None
    title: str | None = None
    version: str | None = None
    effective: tuple[dt.date | None, dt.date | None] = (None, None)
    sorts: dict[str, SortDeclaration] = field(default_factory=dict)
    enumerated: dict[str, EnumerationSort] = field(default_factory=dict)
    declared: dict[str, Declaration] = field(default_factory=dict)  # by name, in order
    derives: list[tuple[Declaration, DeriveDirective, Line]] = field(default_factory=list)
    constants: list[tuple[ConstDirective, ResolvedType, Line]] = field(default_factory=list)
    overrides: list[tuple[OverridesDirective, Line]] = field(default_factory=list)


class VocabularyReader:
    """Reads the directives of one policy into a vocabulary."""

    def __init__(self, findings: Findings) -> None:
        self.vocabulary = Vocabulary()
        self._findings = findings
        self._policy_line: Line | None = None
        self._aliases: dict[str, Span] = {}
        self._constants: dict[str, Span] = {}

    def read(self, lines: Iterable[Line]) -> Vocabulary:
        """Sorts first, since a declaration may come before the sort it uses; then all else in order."""
        ordered = list(lines)
        for line in ordered:
            match line.directive:
                case PolicyDirective():
                    self._policy(line.directive, line)
                case SortDirective():
                    self._sort(line.directive, line)
                case _:
                    pass
        for order, line in enumerate(ordered):
            self._declaration(line, order)
        self._check_aliases()
        return self.vocabulary

    def _declaration(self, line: Line, order: int) -> None:
        match line.directive:
            case InputDirective():
                self._input(line.directive, line, order)
            case DeriveDirective():
                self._derive(line.directive, line, order)
            case OutcomeDirective():
                self._outcome(line.directive, line, order)
            case DefineDirective():
                self._define(line.directive, line, order)
            case ConstDirective():
                self._const(line.directive, line)
            case OverridesDirective():
                self.vocabulary.overrides.append((line.directive, line))
            case _:
                pass

    def _policy(self, directive: PolicyDirective, line: Line) -> None:
        if self._policy_line is not None:
            first = self._policy_line.span
            self._findings.error("duplicate-directive", f"a second `policy`; the first is at {first}", line.span)
            return
        self._policy_line = line
        vocabulary = self.vocabulary
        vocabulary.name = self._checked(directive.name, line)
        vocabulary.title = _text(directive.title)
        vocabulary.version = _text(directive.version)
        vocabulary.effective = read_dates(directive.effective, line, self._findings)

    def _sort(self, directive: SortDirective, line: Line) -> None:
        name = self._checked(directive.name, line)
        if name in TYPE_WORDS:
            self._findings.error("reserved-word", f"`{name}` is the name of a type", line.at(directive.name))
        if name in self.vocabulary.sorts:
            first = self.vocabulary.sorts[name].span
            message = f"sort `{name}` is declared twice; first at {first}"
            self._findings.error("duplicate-name", message, line.at(directive.name))
            return
        members: dict[str, None] = {}
        for member in directive.members:
            if self._checked(member, line) in members:
                message = f"`{member.text}` is listed twice in sort `{name}`"
                self._findings.error("duplicate-name", message, line.at(member))
            members[member.text] = None
        self.vocabulary.sorts[name] = SortDeclaration(
            name, tuple(members) if members else None, line.at(directive.name)
        )
        if members:
            self.vocabulary.enumerated[name] = enumeration(name, tuple(members))

    def _checked(self, word: Word, line: Line) -> str:
        """A name that clingo reads as one and that is no word of the annotation language."""
        if word.text in RESERVED:
            hint = "choose another name"
            self._findings.error(
                "reserved-word", f"`{word.text}` is a word of the annotation language", line.at(word), hint
            )
        elif not is_name(word.text):
            hint = "a name begins, after underscores, with a lower-case letter"
            self._findings.error("bad-name", f"clingo cannot read `{word.text}` as a name", line.at(word), hint)
        return word.text

    def _signature(self, signature: Signature, line: Line) -> tuple[str, tuple[str, ...]]:
        for sort in signature.sorts:
            if sort.text in TYPE_WORDS:
                hint = "the value of a predicate is written after a colon: name(sort): int"
                self._findings.error("unknown-sort", f"`{sort.text}` is a type, not a sort", line.at(sort), hint)
            elif sort.text not in self.vocabulary.sorts:
                near = did_you_mean(sort.text, self.vocabulary.sorts) or f"declare it: %@ sort {sort.text}"
                self._findings.error("unknown-sort", f"sort `{sort.text}` is not declared", line.at(sort), near)
        return self._checked(signature.name, line), tuple(sort.text for sort in signature.sorts)

    def _type(self, use: TypeUse | None, line: Line) -> ResolvedType | None:
        if use is None:
            return None
        opened = self.vocabulary.sorts.get(use.type.text)
        if opened is not None and opened.members is None:
            hint = f"a predicate over it is declared as name({use.type.text})"
            message = f"`{use.type.text}` is an open sort, which is no type"
            self._findings.error("unknown-type", message, line.at(use.type), hint)
            return None
        return resolve_type(use, line, self.vocabulary.enumerated, self._findings, RESERVED)

    def _input(self, directive: InputDirective, line: Line, order: int) -> None:
        base = self._base("input", directive.signature, directive.use, line, order)
        if directive.optional and directive.use is None:
            hint = "a Boolean is true or false; an unstated one is open"
            self._findings.error(
                "bad-modifier", f"`optional` needs a type: `{base.name}` is a Boolean", line.span, hint
            )
        declaration = replace(
            base,
            text=_text(directive.text),
            alias=_text(directive.alias),
            closed=directive.closed,
            optional=directive.optional,
            sensitive=directive.sensitive,
            sources=tuple(dict.fromkeys(word.text for word in directive.sources)),
        )
        self._add(declaration, line, directive.alias)

    def _derive(self, directive: DeriveDirective, line: Line, order: int) -> None:
        base = self._base("derive", directive.signature, directive.use, line, order)
        declaration = replace(base, text=_text(directive.text))
        if self._add(declaration, line, None) and base.sort is not None:
            self.vocabulary.derives.append((declaration, directive, line))

    def _outcome(self, directive: OutcomeDirective, line: Line, order: int) -> None:
        base = self._base("outcome", directive.signature, directive.use, line, order)
        if directive.multi and directive.use is None:
            self._findings.error("bad-modifier", f"`multi` needs a type: `{base.name}` is a Boolean", line.span)
        text, alias = _text(directive.text), _text(directive.alias)
        self._add(replace(base, text=text, alias=alias, multi=directive.multi), line, directive.alias)

    def _define(self, directive: DefineDirective, line: Line, order: int) -> None:
        base = self._base("define", directive.signature, directive.use, line, order)
        self._add(replace(base, text=_text(directive.text)), line, None)

    def _base(self, role: Role, signature: Signature, use: TypeUse | None, line: Line, order: int) -> Declaration:
        """A declaration with its signature and type; the bounds of an input are those of its type at least.

        Those of a derived input come from its arguments, later.
        """
        name, keys = self._signature(signature, line)
        kind = self._type(use, line)
        low, high = (kind.low, kind.high) if kind is not None else (None, None)
        if kind is not None and role == "input":
            low = kind.sort.low if low is None else low
            high = kind.sort.high if high is None else high
        return Declaration(
            role=role,
            name=name,
            keys=keys,
            sort=kind.sort if kind is not None else None,
            low=low,
            high=high,
            unit=kind.unit if kind is not None else None,
            text=None,
            alias=None,
            span=line.at(signature.name),
            order=order,
        )

    def _const(self, directive: ConstDirective, line: Line) -> None:
        name = self._checked(directive.name, line)
        if name in self._constants:
            message = f"`const {name}` is declared twice; first at {self._constants[name]}"
            self._findings.error("duplicate-name", message, line.at(directive.name))
            return
        self._constants[name] = line.span
        kind = self._type(directive.use, line)
        if kind is not None:
            self.vocabulary.constants.append((directive, kind, line))

    def _add(self, declaration: Declaration, line: Line, alias: Word | None) -> bool:
        known = self.vocabulary.declared.get(declaration.name)
        if known is not None:
            message = f"`{declaration.name}` is declared twice; first at {known.span}"
            self._findings.error("duplicate-name", message, declaration.span)
            return False
        self.vocabulary.declared[declaration.name] = declaration
        if alias is not None:
            if alias.text in self._aliases:
                message = f"alias `{alias.text}` is used twice; first at {self._aliases[alias.text]}"
                self._findings.error("duplicate-name", message, line.at(alias))
            self._aliases.setdefault(alias.text, line.at(alias))
        return True

    def _check_aliases(self) -> None:
        """An alias may not be the name of another declaration: a case could mean either."""
        for declaration in self.vocabulary.declared.values():
            alias = declaration.alias
            if alias is not None and alias != declaration.name and alias in self.vocabulary.declared:
                first = self.vocabulary.declared[alias].span
                message = f"alias `{alias}` of `{declaration.name}` is the name declared at {first}"
                self._findings.error("duplicate-name", message, self._aliases[alias])


def _text(word: Word | None) -> str | None:
    return None if word is None else word.text
