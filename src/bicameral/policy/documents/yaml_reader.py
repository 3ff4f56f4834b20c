"""YAML documents, exactly: 1.2 core schema, one document, no anchors, aliases, tags, merge keys or duplicate keys.

Read from parse events with a stack of our own: no depth of nesting can exhaust Python's, and no alias can multiply.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from bicameral.policy.documents.decoded import DEEPEST, Document, Path, check_text, document_error
from bicameral.policy.documents.scalars import plain_scalar
from bicameral.sorts import clipped
from bicameral.source import InputError, SourceFile, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_CHARACTERS = 1_000_000
LONGEST_LINE = 50_000

# what the parser says, and what is most likely wrong
_SLIPS = {
    "'\\t'": "indent with blanks, not with tabs",
    "mapping values are not allowed": 'a text that holds `: ` stands in "quotes"',
    "expected <block end>": "what belongs together is indented alike",
    "'<stream end>'": "a bracket or brace is not closed",
}

Scalar = bool | int | Decimal | str | None


def read_yaml(source: SourceFile) -> Document:
    """The document in a YAML text. Raises InputError."""
    return _Builder(source).read()


class _Frame:
    """An open sequence or mapping."""

    def __init__(self, container: dict[str, object] | list[object], path: Path) -> None:
        self.container = container
        self.path = path
        self.key: str | None = None


class _Builder:
    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self._keys: dict[Path, Span] = {}
        self._values: dict[Path, Span] = {}
        self._frames: list[_Frame] = []
        self._root: object = None

    def read(self) -> Document:
        if not self._source.text.strip():
            raise document_error(self._source, "empty-file", "the file is empty", hint="such as `facts: {}`")
        self._check_size()
        documents = 0
        for event in self._events():
            kind = type(event).__name__
            if kind == "DocumentStartEvent":
                documents += 1
                self._document(event, documents)
            elif kind == "AliasEvent":
                raise self._fault("bad-yaml", "an alias is refused", event, "write the value out")
            elif kind in ("ScalarEvent", "MappingStartEvent", "SequenceStartEvent"):
                self._node(kind, event)
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                self._frames.pop()
        if documents == 0:
            raise document_error(self._source, "empty-file", "the file is empty", hint="such as `facts: {}`")
        return Document(self._root, self._source, self._where)

    def _check_size(self) -> None:
        """The parser is slow beyond reason on what no person writes."""
        text = self._source.text
        if len(text) > MOST_CHARACTERS or max(map(len, text.split("\n"))) > LONGEST_LINE:
            message = f"more than {MOST_CHARACTERS:,} characters, or {LONGEST_LINE:,} in a line"
            raise document_error(self._source, "bad-yaml", message, hint="JSON has no such limit")

    def _events(self) -> Iterator[Any]:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError

        parser = YAML(typ="safe", pure=True)
        try:
            yield from parser.parse(self._source.text)
        except MarkedYAMLError as fault:
            mark = fault.problem_mark or fault.context_mark
            message = f"not YAML: {clipped(fault.problem or fault.context or 'unreadable', 200)}"
            hint = next((hint for said, hint in _SLIPS.items() if said in message), None)
            raise document_error(self._source, "bad-yaml", message, self._span_of(mark, mark), hint) from fault
        except (YAMLError, ValueError, RecursionError) as fault:
            raise document_error(self._source, "bad-yaml", f"not YAML: {clipped(fault, 200)}") from fault

    def _document(self, event: Any, number: int) -> None:
        if number > 1:
            raise self._fault("bad-yaml", "a second document in the file", event)
        if event.version is not None and tuple(event.version) != (1, 2):
            raise self._fault("bad-yaml", "only YAML 1.2 is read", event)

    def _node(self, kind: str, event: Any) -> None:
        if event.anchor is not None:
            raise self._fault("bad-yaml", f"the anchor `&{clipped(event.anchor)}` is refused", event)
        if event.tag is not None:
            raise self._fault("bad-yaml", f"the tag `{clipped(event.tag)}` is refused", event, "types are declared")
        top = self._frames[-1] if self._frames else None
        if top is not None and isinstance(top.container, dict) and top.key is None:
            self._key(top, top.container, kind, event)
            return
        path = self._path(top)
        self._values[path] = self._span_of(event.start_mark, event.end_mark)
        value: object
        if kind == "ScalarEvent":
            value = self._scalar(event)
        else:
            if len(self._frames) >= DEEPEST:
                raise self._fault("bad-yaml", f"nested deeper than {DEEPEST} levels", event)
            container: dict[str, object] | list[object] = {} if kind == "MappingStartEvent" else []
            self._frames.append(_Frame(container, path))
            value = container
        self._place(top, value)

    def _path(self, top: _Frame | None) -> Path:
        if top is None:
            return ()
        if isinstance(top.container, list):
            return (*top.path, len(top.container))
        assert top.key is not None
        return (*top.path, top.key)

    def _place(self, top: _Frame | None, value: object) -> None:
        if top is None:
            self._root = value
        elif isinstance(top.container, list):
            top.container.append(value)
        else:
            assert top.key is not None
            top.container[top.key] = value
            top.key = None

    def _key(self, frame: _Frame, container: dict[str, object], kind: str, event: Any) -> None:
        if kind != "ScalarEvent":
            raise self._fault("bad-yaml", "a key must be a name", event)
        if event.style is None and event.value == "<<":
            raise self._fault("bad-yaml", "a merge key is refused", event, "write the values out")
        key = self._scalar(event)
        if not isinstance(key, str):
            raise self._fault("bad-yaml", f"the key {clipped(event.value)} is not a name", event, 'put it in "quotes"')
        if key in container:
            raise self._fault("duplicate-key", f"the key `{clipped(key)}` stands twice in one mapping", event)
        frame.key = key
        self._keys[(*frame.path, key)] = self._span_of(event.start_mark, event.end_mark)

    def _scalar(self, event: Any) -> Scalar:
        text = event.value
        wrong = check_text(text)
        if wrong is not None:
            raise self._fault("bad-text", f"in `{clipped(text)}`: {wrong}", event)
        if event.style is not None:
            return str(text)
        try:
            return plain_scalar(text)
        except ValueError as fault:
            raise self._fault("bad-number", str(fault), event) from fault

    def _where(self, path: Path, value: bool = False) -> Span | None:
        while path and path not in self._values:
            path, value = path[:-1], False
        found = None if value else self._keys.get(path)
        return found or self._values.get(path)

    def _span_of(self, start: Any, end: Any) -> Span:
        if start is None:
            return Span(self._source.name, 1, 1, 1, 2)
        line, column = start.line + 1, start.column + 1
        if end is not None and end.line == start.line and end.column > start.column:
            return Span(self._source.name, line, column, line, end.column + 1)
        return Span(self._source.name, line, column, line, column + 1)

    def _fault(self, code: str, message: str, event: Any, hint: str | None = None) -> InputError:
        return document_error(self._source, code, message, self._span_of(event.start_mark, event.end_mark), hint)
