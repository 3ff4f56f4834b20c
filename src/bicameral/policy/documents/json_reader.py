"""JSON documents, exactly: numbers as int or Decimal, no duplicate key, no NaN, nothing after the end.

The standard decoder does the work. Places are found only when one is asked for, by a second scan.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from bicameral.policy.documents.decoded import DEEPEST, MOST_DIGITS, Document, Path, check_text, document_error
from bicameral.sorts import clipped
from bicameral.source import SourceFile, Span


class _RefusedError(ValueError):
    def __init__(self, code: str, message: str, hint: str | None = None, key: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.hint, self.key = code, message, hint, key


def read_json(source: SourceFile) -> Document:
    """The document in a JSON text. Raises InputError."""
    if not source.text.strip():
        raise document_error(source, "empty-file", "the file is empty", hint='such as {"facts": {}}')
    try:
        data = json.loads(
            source.text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_decimal,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as fault:
        span = Span(source.name, fault.lineno, fault.colno, fault.lineno, fault.colno + 1)
        hint = _slip(source.text, fault.pos)
        raise document_error(source, "bad-json", f"not JSON: {fault.msg.lower()}", span, hint) from fault
    except _RefusedError as fault:
        raise document_error(source, fault.code, fault.message, _find(source, fault), fault.hint) from fault
    except RecursionError as fault:
        raise document_error(source, "bad-json", f"nested deeper than {DEEPEST} levels") from fault
    document = Document(data, source, _Places(source))
    _check_strings(document)
    return document


_WORDS = {"True": "true", "False": "false", "None": "null", "yes": "true", "no": "false", "undefined": "null"}


def _slip(text: str, at: int) -> str | None:
    """What JSON has instead of what stands at a place."""
    rest = text[at : at + 20]
    word = re.match(r"\w+", rest)
    if word is not None and word[0] in _WORDS:
        return f"JSON writes `{_WORDS[word[0]]}`"
    if text[:at].rstrip().endswith(",") and rest[:1] in ("}", "]"):
        return "there is a comma too many before it"
    if rest[:1] == "'" or (word is not None and not rest[0].isdigit()):
        return "texts and names stand in double quotes"
    if rest.startswith(("//", "/*", "#")):
        return "JSON has no comments; YAML has"
    return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _RefusedError("duplicate-key", f"the key `{clipped(key)}` stands twice in one object", key=key)
            seen.add(key)
    return result


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise _RefusedError("bad-number", f"a number of {len(text):,} characters", f"at most {MOST_DIGITS} digits")
    return int(text)


def _decimal(text: str) -> Decimal:
    if len(text) > MOST_DIGITS:
        raise _RefusedError("bad-number", f"a number of {len(text):,} characters", f"at most {MOST_DIGITS} digits")
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("Infinity")
    if not number.is_finite() or abs(number.adjusted()) > MOST_DIGITS:
        raise _RefusedError("bad-number", f"the number {clipped(text)} is out of bounds", key=text)
    return number


def _constant(text: str) -> NoReturn:
    raise _RefusedError("bad-number", f"`{text}` is not a number in JSON", "leave out a fact that is not known", text)


def _find(source: SourceFile, fault: _RefusedError) -> Span | None:
    """Where a refused text stands: the second time for a key, else the first."""
    if fault.key is None:
        return None
    if fault.code != "duplicate-key":
        at = source.text.find(fault.key)
        return _span(source, at, at + len(fault.key)) if at >= 0 else None
    quoted = json.dumps(fault.key, ensure_ascii=False)
    found = [match.start() for match in re.finditer(re.escape(quoted) + r"\s*:", source.text)]
    return _span(source, found[-1], found[-1] + len(quoted)) if found else None


def _span(source: SourceFile, start: int, end: int) -> Span:
    line = source.text.count("\n", 0, start) + 1
    column = start - (source.text.rfind("\n", 0, start) + 1) + 1
    return Span(source.name, line, column, line, column + end - start)


def _check_strings(document: Document) -> None:
    """Refuse strings that no text file could hold. Raises InputError, also for what is nested too deep."""
    stack: list[tuple[int, object]] = [(0, document.data)]
    while stack:
        depth, value = stack.pop()
        if depth > DEEPEST:
            raise document_error(document.source, "bad-json", f"nested deeper than {DEEPEST} levels")
        if isinstance(value, str):
            _check_string(document, value)
        elif isinstance(value, dict):
            for key in value:
                _check_string(document, key)
            stack.extend((depth + 1, item) for item in value.values())
        elif isinstance(value, list):
            stack.extend((depth + 1, item) for item in value)


def _check_string(document: Document, text: str) -> None:
    wrong = check_text(text)
    if wrong is not None:
        at = document.source.text.find("\\u")
        span = _span(document.source, at, at + 6) if at >= 0 else None
        raise document_error(document.source, "bad-text", f"in `{clipped(text)}`: {wrong}", span)


_TOKEN = re.compile(r'\s*("(?:\\.|[^"\\])*"|[{}\[\],:]|[^\s{}\[\],:"]+)')


class _Places:
    """The spans of a JSON text's values, scanned when the first is asked for."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self._keys: dict[Path, tuple[int, int]] = {}
        self._values: dict[Path, tuple[int, int]] = {}

    def __call__(self, path: Path, value: bool = False) -> Span | None:
        if not self._values:
            self._scan()
        while path and path not in self._values:
            path, value = path[:-1], False
        found = None if value else self._keys.get(path)
        found = found or self._values.get(path)
        return _span(self._source, *found) if found is not None else None

    def _scan(self) -> None:
        frames: list[list[str | int]] = []  # the key or index that each open container is at
        expecting_key = False
        for match in _TOKEN.finditer(self._source.text):
            lexeme, start, end = match[1], match.start(1), match.end(1)
            if lexeme in ("}", "]"):
                frames.pop()
                expecting_key = False
            elif lexeme == ",":
                top = frames[-1]
                expecting_key = isinstance(top[0], str)
                if isinstance(top[0], int):
                    top[0] += 1
            elif lexeme == ":":
                expecting_key = False
            elif expecting_key and lexeme[0] == '"':
                frames[-1][0] = json.loads(lexeme)
                self._keys.setdefault(tuple(frame[0] for frame in frames), (start, end))
            else:
                self._values.setdefault(tuple(frame[0] for frame in frames), (start, end))
                if lexeme in ("{", "["):
                    frames.append(["" if lexeme == "{" else 0])
                    expecting_key = lexeme == "{"
