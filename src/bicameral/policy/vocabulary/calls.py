"""`%@ derive`: calls resolved against the inputs they read, and the order in which they are computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bicameral.policy.derive import functions
from bicameral.policy.derive.values import in_order
from bicameral.policy.model import Declaration, Derivation
from bicameral.policy.vocabulary.directives import DeriveDirective, Word
from bicameral.policy.vocabulary.findings import Findings, Line
from bicameral.sorts import DATE, ValueSort, decimal, did_you_mean
from bicameral.sorts.numbers import read_number, scaled

STATED = ("input", "derive", "external")


def resolve_derivations(
    derives: Sequence[tuple[Declaration, DeriveDirective, Line]],
    declared: dict[str, Declaration],
    findings: Findings,
) -> None:
    """Give each derived declaration its derivation, in place."""
    lines = {}
    for declaration, directive, line in derives:
        lines[declaration.name] = line
        derivation = _derivation(declaration, directive, line, declared, findings)
        if derivation is not None:
            declared[declaration.name] = replace(declaration, derivation=derivation)
    inputs = {name: known for name, known in declared.items() if known.role in STATED}
    for declaration in in_order(inputs, lambda cycle: _cyclic(cycle, lines, findings)):
        derivation = declaration.derivation
        assert derivation is not None
        names = [argument for argument in derivation.arguments if isinstance(argument, str)]
        low, high = _reach(declaration, derivation, declared)
        optional = any(declared[name].may_lack_value for name in names)
        declared[declaration.name] = replace(declared[declaration.name], low=low, high=high, optional=optional)


def _reach(
    declaration: Declaration, derivation: Derivation, declared: Mapping[str, Declaration]
) -> tuple[int | None, int | None]:
    """The declared range; where an end is left out, what the arguments' ranges allow within the type's own."""
    sort = declaration.sort
    assert sort is not None
    bounds = tuple(
        (argument, argument) if isinstance(argument, int) else (declared[argument].low, declared[argument].high)
        for argument in derivation.arguments
    )
    low, high = functions.reach(derivation.function, bounds, derivation.sorts, sort)
    low = sort.low if low is None or (sort.low is not None and low < sort.low) else low
    high = sort.high if high is None or (sort.high is not None and high > sort.high) else high
    return (
        low if declaration.low is None else declaration.low,
        high if declaration.high is None else declaration.high,
    )


def _cyclic(cycle: Sequence[str], lines: Mapping[str, Line], findings: Findings) -> None:
    path = " -> ".join((*cycle, cycle[0]))
    findings.error("derive-cycle", f"`{cycle[0]}` is derived from itself: {path}", lines[cycle[0]].span)


def _derivation(
    declaration: Declaration,
    directive: DeriveDirective,
    line: Line,
    declared: Mapping[str, Declaration],
    findings: Findings,
) -> Derivation | None:
    function = directive.function
    if function.text not in functions.FUNCTIONS:
        hint = did_you_mean(function.text, functions.FUNCTIONS)
        findings.error("unknown-function", f"`{function.text}` is no function of `derive`", line.at(function), hint)
        return None
    arguments: list[str | int] = []
    sorts: list[ValueSort | None] = []
    for word in directive.arguments:
        found = _argument(word, declaration, line, declared, findings)
        if found is None:
            return None
        arguments.append(found[0])
        sorts.append(found[1])
    assert declaration.sort is not None
    try:
        functions.check(function.text, tuple(sorts), declaration.sort)
        if function.text in functions.ROUNDING and isinstance(arguments[1], int):
            functions.check_places(function.text, arguments[1], declaration.sort)
    except ValueError as fault:
        findings.error("derive-type", str(fault), line.between(function.start, len(function.text) + function.start))
        return None
    return Derivation(function.text, tuple(arguments), tuple(sorts))


def _argument(
    word: Word, declaration: Declaration, line: Line, declared: Mapping[str, Declaration], findings: Findings
) -> tuple[str | int, ValueSort | None] | None:
    """The name or the value of an argument, and its type."""
    if word.text[0] in "+-0123456789":
        return _literal(word, line, findings)
    known = declared.get(word.text)
    if known is None or known.role not in STATED:
        inputs = [name for name, d in declared.items() if d.role in STATED and d.sort is not None]
        message = (
            f"`{word.text}` is no input" if known is None else f"`{word.text}` is no input, but is derived by rules"
        )
        findings.error("unknown-input", message, line.at(word), did_you_mean(word.text, inputs))
        return None
    if known.sort is None:
        findings.error("derive-type", f"`{word.text}` has no value: it is a Boolean", line.at(word))
        return None
    if known.keys and known.keys != declaration.keys:
        shown = f"{known.name}({', '.join(known.keys)})"
        hint = f"write `derive {declaration.name}({', '.join(known.keys)})`"
        findings.error("derive-type", f"`{declaration.name}` is not keyed as `{shown}` is", line.at(word), hint)
        return None
    return word.text, known.sort


def _literal(word: Word, line: Line, findings: Findings) -> tuple[int, ValueSort | None] | None:
    try:
        if "-" in word.text[1:]:
            return DATE.read_text(word.text), DATE
        number = read_number(word.text)
        if isinstance(number, int):
            return number, None
        sort = decimal(len(word.text.partition(".")[2]))
        return scaled(number, sort.digits), sort
    except ValueError as fault:
        findings.error("bad-literal", str(fault), line.at(word))
        return None
