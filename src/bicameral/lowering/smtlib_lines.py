"""What the lines `; %@ ...` of an SMT-LIB file say of its constants.

A declaration without keys names one constant, its alias or else its name. One with keys names a constant for each tuple
of individuals: `; %@ input age(person): int` names `|age(ann)|` and `|age(bob)|`. What may lack a value has a Bool
beside it, `|age(ann).given|`. The individuals of a sort are its members, or those that the constants name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from bicameral.formula.smtlib import quote, symbol_name
from bicameral.lowering.inputs import UNSYMBOLIC
from bicameral.policy.cases.entities import MOST_WRITTEN_OUT
from bicameral.policy.identifiers import ground_name, read_ground_name
from bicameral.policy.model import Declaration
from bicameral.policy.vocabulary.annotations import read_directives
from bicameral.policy.vocabulary.declarations import Vocabulary, VocabularyReader
from bicameral.policy.vocabulary.directives import (
    DefineDirective,
    InputDirective,
    Malformed,
    OutcomeDirective,
    PolicyDirective,
    SortDirective,
)
from bicameral.policy.vocabulary.findings import Findings, Line
from bicameral.sorts import did_you_mean
from bicameral.sorts.term_sort import BOOL, INT, TermSort
from bicameral.source import Diagnostic, PolicyError, SourceFile, Span
from bicameral.source.record import record

MARKER = "%@"
GIVEN = ".given"

_PLAIN = {str(escape): chr(code) for code, escape in UNSYMBOLIC.items()}


@record
class Place:
    """What a constant is to the lines: the value of a declaration for some individuals, or whether there is one."""

    declaration: Declaration
    keys: tuple[str, ...]
    given: bool

    @property
    def sort(self) -> TermSort:
        """The sort that the constant must have; a number may be a Real, too."""
        declared = self.declaration.sort
        return BOOL if self.given or declared is None else declared.term_sort


class Lines:
    """The lines of one file, and the constants that they name. Raises PolicyError with every line that is wrong."""

    def __init__(self, source: SourceFile, comments: Iterable[tuple[Span, str]]) -> None:
        self._source = source
        self._findings = Findings()
        self._findings.knows(source)
        self.vocabulary: Vocabulary = self._read(comments)
        self._plain: dict[str, Declaration] = {}
        self._keyed: dict[tuple[str, int], Declaration] = {}
        for declaration in self.vocabulary.declared.values():
            if declaration.keys:
                self._keyed[declaration.smt_name, len(declaration.keys)] = declaration
            else:
                self._plain[declaration.smt_name] = declaration
                self._plain.setdefault(symbol_name(declaration.smt_name), declaration)
        self.members: dict[str, tuple[str, ...]] = {
            name: sort.members for name, sort in self.vocabulary.sorts.items() if sort.members is not None
        }

    def _read(self, comments: Iterable[tuple[Span, str]]) -> Vocabulary:
        found = [(span, text.strip()) for span, text in comments if text.strip().startswith(MARKER)]
        directives = read_directives([text[len(MARKER) :].strip() for _, text in found])
        lines = []
        for (span, _), directive in zip(found, directives, strict=True):
            line = Line(directive, self._source, span)
            match directive:
                case Malformed():
                    place = line.between(directive.start, directive.end)
                    self._findings.error(directive.code, directive.message, place, directive.hint)
                case OutcomeDirective() if directive.multi:
                    hint = "leave `multi` out: it has its value, or none where `NAME.given` is false"
                    self._findings.error("bad-modifier", "a constant has one value at most", span, hint)
                case InputDirective() | OutcomeDirective() | DefineDirective() | PolicyDirective() | SortDirective():
                    lines.append(line)
                case _:
                    hint = "an SMT-LIB file takes `policy`, `sort`, `input`, `outcome` and `define`"
                    self._findings.error("unknown-directive", "no directive of an SMT-LIB policy", span, hint)
        self._findings.stop_on_errors()
        vocabulary = VocabularyReader(self._findings).read(lines)
        self._findings.stop_on_errors()
        return vocabulary

    @property
    def split(self) -> bool:
        """Whether the lines tell outcomes from the rest."""
        return any(declaration.role == "outcome" for declaration in self.vocabulary.declared.values())

    # --- one constant ----------------------------------------------------------------------------------------

    def place(self, constant: str, span: Span) -> Place | None:
        """What a constant is to the lines, None for one that they do not name.

        Raises PolicyError for one that looks named and is not: no such individual, nothing that may lack a value.
        """
        found = self._value(constant)
        if found is not None:
            return self._checked(Place(*found, given=False), constant, span)
        if constant.endswith(GIVEN):
            found = self._value(constant.removesuffix(GIVEN))
            if found is not None and found[0].sort is not None:
                return self._checked(Place(*found, given=True), constant, span)
        for (name, _), declaration in self._keyed.items():
            if constant in (name, f"{name}{GIVEN}"):
                example = quote(ground_name(name, tuple(self._example(sort) for sort in declaration.keys)))
                shown = f"{declaration.name}({', '.join(declaration.keys)})"
                raise self._fault(f"`{constant}` names no individual: the line is of `{shown}`", span, f"as {example}")
        return None

    def _value(self, constant: str) -> tuple[Declaration, tuple[str, ...]] | None:
        declaration = self._plain.get(constant)
        if declaration is not None:
            return declaration, ()
        plain = constant
        for escape, character in _PLAIN.items():
            if escape != "%25":
                plain = plain.replace(escape, character)
        plain = plain.replace("%25", "%")
        read = read_ground_name(plain) if "(" in plain else None
        if read is None or read[2] != len(plain) or not read[1]:
            return None
        declaration = self._keyed.get((read[0], len(read[1])))
        return None if declaration is None else (declaration, read[1])

    def _checked(self, place: Place, constant: str, span: Span) -> Place:
        declaration = place.declaration
        if place.given and declaration.role == "input" and not declaration.may_lack_value:
            hint = f"write `; %@ input optional {declaration.name}...` if it may have none"
            raise self._fault(f"`{constant}`: the input `{declaration.name}` always has a value", span, hint)
        for sort, key in zip(declaration.keys, place.keys, strict=True):
            if sort in self.members and key not in self.members[sort]:
                near = did_you_mean(key, self.members[sort])
                raise self._fault(f"`{constant}`: `{key}` is no {sort}", span, near)
        wanted = self.constant(declaration, place.keys, given=place.given)
        if constant != wanted and declaration.keys:
            raise self._fault(f"`{constant}` is written otherwise", span, f"write {quote(wanted)}")
        return place

    def _example(self, sort: str) -> str:
        return next(iter(self.members.get(sort, ())), "ann")

    @staticmethod
    def constant(declaration: Declaration, keys: tuple[str, ...], *, given: bool = False) -> str:
        """The name of the constant; one without keys may also have a point behind it (`formula.smtlib`)."""
        name = ground_name(declaration.smt_name, keys).translate(UNSYMBOLIC)
        return f"{name}{GIVEN}" if given else name

    # --- all constants ---------------------------------------------------------------------------------------

    def complete(self, places: Sequence[Place]) -> None:
        """Close the sorts, and see that every constant that the lines name is declared. Raises PolicyError."""
        self._close(places)
        there = {(place.declaration.name, place.keys, place.given) for place in places}
        missing: list[Diagnostic] = []
        for declaration in self.vocabulary.declared.values():
            for keys, given in self._wanted(declaration):
                if (declaration.name, keys, given) not in there:
                    missing.append(self._missing(declaration, keys, given))
        if missing:
            raise PolicyError(*missing)

    def _close(self, places: Iterable[Place]) -> None:
        """A sort without listed members has those individuals that the constants name."""
        named: dict[str, dict[str, None]] = {
            name: {} for name, sort in self.vocabulary.sorts.items() if sort.members is None
        }
        for place in places:
            for sort, key in zip(place.declaration.keys, place.keys, strict=True):
                if sort in named:
                    named[sort][key] = None
        self.members |= {sort: tuple(names) for sort, names in named.items()}

    def instances(self, declaration: Declaration) -> Iterator[tuple[str, ...]]:
        """The individuals that a declaration is of. Raises PolicyError where there are too many."""
        pools = [self.members[sort] for sort in declaration.keys]
        size = prod(map(len, pools))
        if declaration.keys and size > MOST_WRITTEN_OUT:
            message = f"`{declaration.name}` stands for {size:,} constants: at most {MOST_WRITTEN_OUT:,} are read"
            raise self._fault(message, declaration.span, "list fewer members")
        return product(*pools)

    def _wanted(self, declaration: Declaration) -> Iterator[tuple[tuple[str, ...], bool]]:
        for keys in self.instances(declaration):
            yield keys, False
            if declaration.role == "input" and declaration.may_lack_value:
                yield keys, True

    def _missing(self, declaration: Declaration, keys: tuple[str, ...], given: bool) -> Diagnostic:
        sort = Place(declaration, keys, given).sort
        name = self.constant(declaration, keys, given=given)
        shown = sort.name if sort in (BOOL, INT) else "..."
        why = f", which says whether `{ground_name(declaration.name, keys)}` has a value" if given else ""
        hint = f"add (declare-const {quote(name)} {shown})"
        return self._diagnostic(f"the file declares no constant `{name}`{why}", declaration.span, hint)

    # --- datatypes -------------------------------------------------------------------------------------------

    def enumerated(self, name: str, members: Sequence[str]) -> tuple[TermSort, Mapping[str, str]] | None:
        """The sort of the lines that a datatype is, and which of its members each constant is; None for another.

        The constants may be qualified as `compile` writes them: `colour.red` of the sort `colour`.
        """
        plain: tuple[TermSort, Mapping[str, str]] | None = None
        for sort, declared in self.vocabulary.enumerated.items():
            qualified = {f"{sort}.{member}": member for member in declared.members}
            if qualified.keys() == set(members):
                return declared.term_sort, qualified
            if set(declared.members) == set(members) and (plain is None or name == sort):
                plain = declared.term_sort, {member: member for member in declared.members}
        return plain

    def _fault(self, message: str, span: Span, hint: str | None = None) -> PolicyError:
        return PolicyError(self._diagnostic(message, span, hint))

    def _diagnostic(self, message: str, span: Span, hint: str | None) -> Diagnostic:
        return Diagnostic("smtlib-policy", message, span, hint, line_text=self._source.line(span.line))
