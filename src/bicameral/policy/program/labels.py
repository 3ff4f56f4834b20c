"""Names for statements: `rule` names the next one, `rules` ... `end` all between; sentences are looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bicameral.policy.model import Anchor, NamedStatement
from bicameral.policy.program.document import SourceDocument
from bicameral.policy.program.reading import Placed
from bicameral.policy.vocabulary.directives import EndDirective, RuleDirective
from bicameral.policy.vocabulary.findings import Findings, Line
from bicameral.source import Span
from bicameral.syntax import tree

LABELLED = tree.Rule | tree.Optimize | tree.WeakConstraint


@dataclass(slots=True)
class _Pending:
    """A label that waits for its statement, or an open block."""

    line: Line
    directive: RuleDirective
    anchors: tuple[Anchor | None, ...]
    used: bool = False


class Labeller:
    """Names the statements of a program in order of the text."""

    def __init__(self, documents: Mapping[str, SourceDocument], findings: Findings) -> None:
        self._documents = documents
        self._findings = findings
        self._ordinals: dict[str, int] = {}
        self._lines: set[tuple[str, int]] = set()
        self._next: dict[str, _Pending] = {}
        self._block: dict[str, _Pending] = {}

    @property
    def labels(self) -> Sequence[str]:
        """Every rule ID that names a statement, in order."""
        return list(self._ordinals)

    def annotation(self, line: Line) -> None:
        """Take note of a directive that names statements; any other leaves names alone."""
        match line.directive:
            case RuleDirective():
                self._label(line, line.directive)
            case EndDirective():
                self._end(line)
            case _:
                pass

    def statement(self, placed: Placed) -> NamedStatement:
        """The statement with its name."""
        statement, file = placed.statement, placed.file.name
        pending = self._next.pop(file, None)
        if pending is not None and not isinstance(statement, LABELLED):
            self._on_nothing(pending)
            pending = None
        if pending is None and isinstance(statement, LABELLED):
            pending = self._block.get(file)
        default = self._default_name(statement.span)
        if pending is None:
            return NamedStatement(statement, default, None, 1, (), (), statement.span)
        pending.used = True
        label = pending.directive.label.text
        ordinal = self._ordinals.get(label, 0) + 1
        self._ordinals[label] = ordinal
        sentences = tuple(word.text for word in pending.directive.sentences)
        return NamedStatement(statement, label, label, ordinal, sentences, pending.anchors, statement.span)

    def finish(self) -> None:
        """Report labels that name nothing and blocks that stay open."""
        for pending in self._next.values():
            self._on_nothing(pending)
        for pending in self._block.values():
            label = pending.directive.label.text
            self._findings.error("open-block", f"`rules {label}` has no `end`", pending.line.span, "end it: %@ end")

    def _default_name(self, span: Span) -> str:
        place = (span.file, span.line)
        second = place in self._lines
        self._lines.add(place)
        return f"{span.file}:{span.line}:{span.column}" if second else f"{span.file}:{span.line}"

    def _label(self, line: Line, directive: RuleDirective) -> None:
        file = line.file.name
        earlier = self._next.pop(file, None)
        if earlier is not None:
            self._on_nothing(earlier)
        block = self._block.get(file)
        if block is not None:
            label = block.directive.label.text
            hint = f"end `rules {label}` first: %@ end"
            self._findings.error("nested-label", "a label inside a block: a statement takes one", line.span, hint)
            return
        pending = _Pending(line, directive, self._anchors(line, directive))
        (self._block if directive.block else self._next)[file] = pending

    def _end(self, line: Line) -> None:
        earlier = self._next.pop(line.file.name, None)
        if earlier is not None:
            self._on_nothing(earlier)
        block = self._block.pop(line.file.name, None)
        if block is None:
            self._findings.error("end-without-block", "`end` without `rules`", line.span)
        elif not block.used:
            self._on_nothing(block)

    def _on_nothing(self, pending: _Pending) -> None:
        label = pending.directive.label.text
        hint = "a label stands before a rule, a constraint or an optimisation statement"
        self._findings.error("label-on-nothing", f"`{label}` names no statement", pending.line.span, hint)

    def _anchors(self, line: Line, directive: RuleDirective) -> tuple[Anchor | None, ...]:
        document = self._documents.get(line.file.name)
        if document is None:
            return (None,) * len(directive.sentences)
        anchors = []
        for word in directive.sentences:
            anchor = document.find(word.text)
            if anchor is None:
                near = document.nearest_line(word.text)
                hint = f"it begins as line {near} of {document.file.name} does" if near is not None else None
                message = f"this sentence is not in {document.file.name}"
                self._findings.error("quote-not-in-source", message, line.at(word), hint)
            anchors.append(anchor)
        return tuple(anchors)
