"""Lines of annotation to directives, by the grammar in `annotations.lark`.

What was read once is kept in the cache of `syntax`, so a process that sees known lines imports no parser generator.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bicameral.policy.vocabulary.directives import (
    ConstDirective,
    DefineDirective,
    DeriveDirective,
    Directive,
    EndDirective,
    FactDirective,
    InputDirective,
    Malformed,
    OutcomeDirective,
    OverridesDirective,
    PolicyDirective,
    RuleDirective,
    Signature,
    SortDirective,
    SourceDirective,
    TypeUse,
    Word,
)
from bicameral.sorts import clipped, did_you_mean
from bicameral.syntax.cache import cached

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

    Child = Token | Tree[Token] | None

GRAMMAR_FILE = Path(__file__).with_name("annotations.lark")

WORDS = (
    "policy",
    "source",
    "sort",
    "input",
    "derive",
    "outcome",
    "define",
    "const",
    "rule",
    "rules",
    "end",
    "overrides",
)
MODIFIERS = ("closed", "optional", "sensitive", "multi")
RESERVED = frozenset((*WORDS, *MODIFIERS, "as", "from", "version", "effective"))

EXPECTED = {
    "NAME": "a name",
    "ALIAS": "an alias",
    "WORD": "an ID",
    "DECIMAL": "a type",
    "RANGE": "a range such as 0..100",
    "UNIT": "a unit",
    "LITERAL": "a number or a date",
    "VALUE": "a value",
    "STRING": 'a text in "quotes"',
    "FILE": "a file name",
    "CLOSED": "`closed`",
    "OPTIONAL": "`optional`",
    "SENSITIVE": "`sensitive`",
    "MULTI": "`multi`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "EQUAL": "`=`",
    "VBAR": "`|`",
    "$END": "the end of the line",
}


def read_directives(texts: Sequence[str]) -> tuple[Directive | Malformed, ...]:
    """Each line of annotation (without its `%@`) as a directive, or as what is wrong with it."""
    if not texts:
        return ()
    return cached("annotations", "\n".join(texts), lambda: tuple(_read(text) for text in texts))


def _read(text: str) -> Directive | Malformed:
    first = text.split(maxsplit=1)[0] if text else ""
    if not first:
        return Malformed("malformed-directive", "expected a directive after `%@`", 0, 0, did_you_mean("", WORDS))
    if first not in WORDS and first != "fact":
        hint = did_you_mean(first, WORDS)
        return Malformed("unknown-directive", f"`{clipped(first)}` is no directive", 0, len(first), hint)
    from lark.exceptions import UnexpectedInput

    try:
        tree = _parser().parse(text)
    except UnexpectedInput as fault:
        return _malformed(first, text, fault)
    rule = cast("Tree[Token]", tree.children[0])
    return _BUILDERS[str(rule.data)](rule.children)


@cache
def _parser() -> Lark:
    """The parser; its tables come from the cache where they can."""
    from lark import Lark

    grammar = GRAMMAR_FILE.read_text(encoding="utf-8")
    made: list[Lark] = []

    def tables() -> bytes:
        made.append(Lark(grammar, parser="lalr", maybe_placeholders=True))
        buffer = io.BytesIO()
        made[0].save(buffer)
        return buffer.getvalue()

    kept = cached("annotation-tables", grammar, tables)
    return made[0] if made else Lark.load(io.BytesIO(kept))


def _malformed(word: str, text: str, fault: UnexpectedInput) -> Malformed:
    position = fault.pos_in_stream if fault.pos_in_stream is not None else len(text)
    token = getattr(fault, "token", None)
    if token is not None and token.type == "$END":
        position = len(text)
    position = min(max(position, 0), len(text))
    rest = text[position:].split(maxsplit=1)
    found = f"`{clipped(rest[0], 40)}`" if rest else "the end of the line"
    names: Iterable[str] = getattr(fault, "accepts", None) or getattr(fault, "allowed", None) or ()
    wanted = list(dict.fromkeys(EXPECTED.get(name, f"`{name.lower()}`") for name in sorted(names, key=_rank)))
    hint = _hint(word, text, position)
    message = f"in `{word}`: expected {_either(wanted)}, found {found}"
    return Malformed("malformed-directive", message, position, position + (len(rest[0]) if rest else 1), hint)


def _rank(name: str) -> tuple[int, str]:
    order = list(EXPECTED)
    return (order.index(name) if name in order else -1, name)


def _either(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words) or "something else"
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _hint(word: str, text: str, position: int) -> str | None:
    if word == "derive" and text[position : position + 1] == "(" and "(" in text[:position]:
        return "calls do not nest: derive the inner value under a name of its own"
    modifiers = [each for each in text.split()[1:4] if each in MODIFIERS]
    if modifiers != sorted(modifiers, key=MODIFIERS.index):
        return f"modifiers come in the order {', '.join(MODIFIERS[:3])}"
    if text[position : position + 1] == '"' and text.count('"') % 2:
        return 'a text ends with `"` on the same line; a quote inside it is written `\\"`'
    if word in ("input", "outcome", "define", "derive") and ".." in text[position:]:
        return "a range is written LO..HI without blanks, with at least one end"
    return None


def _word(child: Child) -> Word:
    token = cast("Token", child)
    start = token.start_pos
    assert start is not None
    return Word(str(token), start, start + len(token))


def _maybe(child: Child) -> Word | None:
    return None if child is None else _word(child)


def _words(children: Sequence[Child]) -> tuple[Word, ...]:
    return tuple(_word(child) for child in children if child is not None)


def _text(child: Child) -> Word | None:
    r"""A quoted text without its quotes and escapes (`\"` and `\\`)."""
    word = _maybe(child)
    return None if word is None else Word(unescaped(word.text), word.start, word.end)


def unescaped(quoted: str) -> str:
    r"""The text in quotes: `\"` is a quote and `\\` a backslash, any other backslash is itself."""
    return quoted[1:-1].replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\")


def _texts(children: Sequence[Child]) -> tuple[Word, ...]:
    return tuple(word for word in map(_text, children) if word is not None)


def _parts(child: Child) -> Sequence[Child]:
    return cast("Tree[Token]", child).children


def _signature(child: Child) -> Signature:
    name, *sorts = _parts(child)
    return Signature(_word(name), _words(sorts))


def _use(child: Child) -> TypeUse | None:
    if child is None:
        return None
    kind, limits, unit = _parts(child)
    return TypeUse(_word(kind), _maybe(limits), _maybe(unit))


def _policy(children: Sequence[Child]) -> Directive:
    name, title, version, effective = children
    return PolicyDirective(_word(name), _text(title), _text(version), _maybe(effective))


def _sort(children: Sequence[Child]) -> Directive:
    name, *members = children
    return SortDirective(_word(name), _words(members))


def _input(children: Sequence[Child]) -> Directive:
    closed, optional, sensitive, signature, use, text, alias, *sources = children
    return InputDirective(
        _signature(signature),
        _use(use),
        _text(text),
        _maybe(alias),
        _words(sources),
        closed is not None,
        optional is not None,
        sensitive is not None,
    )


def _derive(children: Sequence[Child]) -> Directive:
    signature, use, function, *arguments, text = children
    typed = _use(use)
    assert typed is not None
    return DeriveDirective(_signature(signature), typed, _word(function), _words(arguments), _text(text))


def _outcome(children: Sequence[Child]) -> Directive:
    multi, signature, use, text, alias = children
    return OutcomeDirective(_signature(signature), _use(use), _text(text), _maybe(alias), multi is not None)


def _define(children: Sequence[Child]) -> Directive:
    signature, use, text = children
    return DefineDirective(_signature(signature), _use(use), _text(text))


def _const(children: Sequence[Child]) -> Directive:
    name, use, value, text = children
    typed = _use(use)
    assert typed is not None
    return ConstDirective(_word(name), typed, _word(value), _text(text))


def _overrides(children: Sequence[Child]) -> Directive:
    winner, loser = children
    return OverridesDirective(_word(winner), _word(loser))


_BUILDERS: dict[str, Callable[[Sequence[Child]], Directive]] = {
    "policy": _policy,
    "source": lambda children: SourceDirective(_word(children[0])),
    "sort": _sort,
    "input": _input,
    "derive": _derive,
    "outcome": _outcome,
    "define": _define,
    "const": _const,
    "rule": lambda children: RuleDirective(_word(children[0]), _texts(children[1:]), block=False),
    "rules": lambda children: RuleDirective(_word(children[0]), _texts(children[1:]), block=True),
    "end": lambda _: EndDirective(),
    "overrides": _overrides,
    "fact": lambda children: FactDirective(_word(children[0])),
}
