"""From texts to a checked policy: read, declare, name, resolve, check. The only maker of `CheckedPolicy`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bicameral.policy.model import POLICY_FILE, CheckedPolicy, Declaration, NamedStatement, Override, SortDeclaration
from bicameral.policy.program.constants import check_constants, resolve_constants
from bicameral.policy.program.constructs import check_constructs
from bicameral.policy.program.document import SourceDocument
from bicameral.policy.program.labels import Labeller
from bicameral.policy.program.misreadings import check_misreadings
from bicameral.policy.program.overflow import check_overflow
from bicameral.policy.program.reading import FolderLibrary, Library, ProgramText, TextLibrary, read_program
from bicameral.policy.program.resolution import UNNAMED_SORT, Resolution
from bicameral.policy.program.safety import check_safety
from bicameral.policy.program.scan import scan, symbols
from bicameral.policy.vocabulary.annotations import read_directives
from bicameral.policy.vocabulary.calls import STATED, resolve_derivations
from bicameral.policy.vocabulary.declarations import Vocabulary, VocabularyReader
from bicameral.policy.vocabulary.directives import FactDirective, Malformed, SourceDirective
from bicameral.policy.vocabulary.findings import Findings, Line
from bicameral.sorts import did_you_mean
from bicameral.source import NOWHERE, Diagnostic, PolicyError, Span, fingerprint
from bicameral.syntax import tree


def load_file(path: Path) -> CheckedPolicy:
    """The policy in a resolved `.lp` file, checked anew. Raises PolicyError with every error found."""
    checker = Checker(FolderLibrary(path.parent), path.name, path.parent.name)
    return checker.check(str(path.parent))


def check_text(
    text: str, name: str = POLICY_FILE, source: str | None = None, files: Mapping[str, str] | None = None
) -> CheckedPolicy:
    """The policy of a text; `source` stands in for `source.md`, `files` for whatever else it names.

    Raises PolicyError with every error found.
    """
    texts = {name: text, **(files or {})}
    if source is not None:
        texts["source.md"] = source
    return Checker(TextLibrary(texts), name, "policy").check(None)


class Checker:
    """The stages of checking one policy, each on what the one before has made."""

    def __init__(self, library: Library, file: str, default_name: str) -> None:
        self._library = library
        self._file = file
        self._default_name = default_name
        self._findings = Findings()

    def check(self, folder: str | None) -> CheckedPolicy:
        """The policy. Raises PolicyError with every error found."""
        try:
            return self._check(folder)
        except RecursionError as deep:
            raise PolicyError(Diagnostic("too-deep", f"a term of {self._file} is nested too deep")) from deep

    def _check(self, folder: str | None) -> CheckedPolicy:
        findings = self._findings
        program = read_program(self._library, self._file, findings)
        findings.stop_on_errors()
        lines = self._lines(program)
        vocabulary = VocabularyReader(findings).read(lines.values())
        resolve_derivations(vocabulary.derives, vocabulary.declared, findings)
        documents = self._documents(program, lines.values())
        labeller = Labeller(documents, findings)
        statements = self._named(program, lines, labeller)
        overrides = self._overrides(vocabulary, labeller.labels)
        scans = scan(statements)
        for found in scans:
            check_constructs(found, findings)
        constants = resolve_constants(scans, findings)
        constant_declarations = check_constants(vocabulary.constants, constants, findings)
        self._shadowed_members(vocabulary, constants)
        resolution = Resolution(scans, vocabulary.declared, vocabulary.sorts, constants, findings)
        resolution.check(annotated=bool(lines))
        check_safety(scans, findings)
        if not statements and not lines:
            hint = "rules are written in clingo's language, such as: approved :- not refused."
            findings.warning("empty-policy", f"{self._file} holds no rule", Span(self._file, 1, 1, 1, 2), hint)
        findings.stop_on_errors()
        check_overflow(scans, vocabulary.declared, constants, findings)
        check_misreadings(scans, vocabulary.declared, findings)
        declared = {n: replace(d, order=i) for i, (n, d) in enumerate(vocabulary.declared.items())}
        main = documents.get(self._file)
        return CheckedPolicy(
            name=vocabulary.name or self._default_name,
            title=vocabulary.title,
            version=vocabulary.version,
            effective=vocabulary.effective,
            files=tuple(program.files),
            source=main.file if main is not None else None,
            sha256=fingerprint(program.files),
            statements=tuple(statements),
            constants=constants,
            sorts=_sorts(vocabulary),
            inputs={name: d for name, d in declared.items() if d.role in STATED},
            outcomes={name: d for name, d in declared.items() if d.role == "outcome"},
            defines={name: d for name, d in declared.items() if d.role == "define"},
            overrides=overrides,
            warnings=findings.warnings,
            folder=folder,
            names=_names(declared),
            constant_declarations=constant_declarations,
            individuals=resolution.individuals,
            predicates=frozenset((p.name, p.arity) for found in scans for p in (*found.makes, *found.reads)),
            derived=frozenset((p.name, p.arity) for p in resolution.derived),
            symbols=symbols(scans),
        )

    def _lines(self, program: ProgramText) -> dict[int, Line]:
        """The annotations that hold a directive, by their index among the statements."""
        found: dict[int, Line] = {}
        places = [i for i, placed in enumerate(program.placed) if isinstance(placed.statement, tree.Annotation)]
        annotations = [(i, program.placed[i], program.placed[i].statement) for i in places]
        directives = read_directives([a.text for _, _, a in annotations if isinstance(a, tree.Annotation)])
        for (index, placed, annotation), directive in zip(annotations, directives, strict=True):
            assert isinstance(annotation, tree.Annotation)
            line = Line(directive, placed.file, annotation.span)
            if annotation.inside:
                hint = "annotations stand between statements; begin an ordinary comment with `%`"
                self._findings.error("annotation-inside-statement", "an annotation inside a statement", line.span, hint)
            elif isinstance(directive, Malformed):
                span = line.between(directive.start, directive.end)
                self._findings.error(directive.code, directive.message, span, directive.hint)
            elif isinstance(directive, FactDirective):
                hint = "it names a fact in a case: in an .lp file of facts"
                self._findings.error("unknown-directive", "`fact` is no directive of a policy", line.span, hint)
            found[index] = line
        return found

    def _documents(self, program: ProgramText, lines: Iterable[Line]) -> dict[str, SourceDocument]:
        """The document of each file: the one that it names, else that of the policy's own file."""
        documents: dict[str, SourceDocument] = {}
        for line in lines:
            directive = line.directive
            if not isinstance(directive, SourceDirective):
                continue
            name = line.file.name
            if name in documents:
                self._findings.error("duplicate-directive", "a second `source` in this file", line.span)
                continue
            try:
                document = self._library.read(directive.file.text, name)
            except PolicyError as fault:
                found = fault.diagnostics[0]
                self._findings.error(found.code, found.message, line.at(directive.file), found.hint)
                continue
            documents[name] = SourceDocument(document)
        main = documents.get(self._file)
        if main is not None:
            for file in program.files:
                documents.setdefault(file.name, main)
        return documents

    def _named(self, program: ProgramText, lines: Mapping[int, Line], labeller: Labeller) -> list[NamedStatement]:
        statements = []
        for index, placed in enumerate(program.placed):
            if isinstance(placed.statement, tree.Annotation):
                if index in lines:
                    labeller.annotation(lines[index])
                continue
            named = labeller.statement(placed)
            if not isinstance(placed.statement, tree.Include):
                statements.append(named)
        labeller.finish()
        return statements

    def _overrides(self, vocabulary: Vocabulary, labels: Sequence[str]) -> tuple[Override, ...]:
        known = set(labels)
        found = []
        for directive, line in vocabulary.overrides:
            for word in (directive.winner, directive.loser):
                if word.text not in known:
                    hint = did_you_mean(word.text, labels)
                    self._findings.error("unknown-rule", f"no statement is named `{word.text}`", line.at(word), hint)
            found.append(Override(directive.winner.text, directive.loser.text, line.span))
        return tuple(found)

    def _shadowed_members(self, vocabulary: Vocabulary, constants: Mapping[str, tree.Term]) -> None:
        """A `#const` named as a member would put its value in the member's place."""
        for sort in vocabulary.sorts.values():
            for member in sort.members or ():
                if member in constants:
                    message = f"`{member}` is a member of the sort `{sort.name}` and a `#const`"
                    self._findings.error("duplicate-name", message, constants[member].span, "rename one of them")


def _sorts(vocabulary: Vocabulary) -> dict[str, SortDeclaration]:
    """The sorts, with the unnamed one where an undeclared `#external` has arguments."""
    sorts = dict(vocabulary.sorts)
    if any(UNNAMED_SORT in declaration.keys for declaration in vocabulary.declared.values()):
        sorts[UNNAMED_SORT] = SortDeclaration(UNNAMED_SORT, None, NOWHERE)
    return sorts


def _names(declared: Mapping[str, Declaration]) -> dict[str, Declaration]:
    """Inputs and outcomes by name and by alias."""
    shown = [declaration for declaration in declared.values() if declaration.role != "define"]
    names = {declaration.name: declaration for declaration in shown}
    for declaration in shown:
        if declaration.alias is not None:
            names.setdefault(declaration.alias, declaration)
    return names
