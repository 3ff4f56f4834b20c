"""A cross-check as a page for people: the verdict, each region with who says what, the question for the owner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from bicameral.equivalence.report import Comparison, Difference, DiffReport, SideView
from bicameral.equivalence.wording import part_words, saying_words
from bicameral.explanation.wording import value_text

MOST_SHOWN = 12  # regions on a page; all of them are in JSON

Style = Callable[[str, str], str]

_MEANINGS = {
    Comparison.EQUIVALENT: "They allow the same outcomes for every input that was compared.",
    Comparison.DIFFERENT: "They part on the inputs below{and_no_others}.",
    Comparison.UNDECIDED: "This was not decided. It is neither a yes nor a no.",
    Comparison.DISAGREEMENT: "An example, replayed, contradicts what was found. Rely on neither; see the notes.",
}


def page(report: DiffReport, *, style: Style = lambda text, _role: text, width: int = 80) -> str:
    """The report as text, without a final line break."""
    return "\n".join(line.rstrip() for line in _page(report, style, width))


def _page(report: DiffReport, style: Style, width: int) -> Iterator[str]:
    yield f"{style(report.verdict.name, report.verdict.name)}  {', '.join(report.translations)}"
    no_others = " and nowhere else" if report.complete else ""
    yield from _wrapped(_MEANINGS[report.verdict].format(and_no_others=no_others), 2, width)
    if report.undecided is not None:
        yield from _wrapped(f"not complete: {report.undecided}", 2, width)
    for number, difference in enumerate(report.differences[:MOST_SHOWN], start=1):
        yield ""
        yield from _difference(number, difference, style, width)
    left = len(report.differences) - MOST_SHOWN
    if left > 0:
        yield ""
        yield f"... and {left} more regions: see --json"
    yield from _compared(report, style, width)
    if report.notes:
        yield ""
        yield style("Notes", "heading")
        for note in report.notes:
            yield from _wrapped(f"{note.code}: {note.text}", 2, width)


def _difference(number: int, one: Difference, style: Style, width: int) -> Iterator[str]:
    where = ", ".join([*map(part_words, one.region), *one.conditions]) or "everywhere"
    yield from _wrapped(f"{number}. {where}", 0, width, role=lambda line: style(line, "heading"))
    for group in one.groups:
        mine = [side for side in one.sides if side.translation in group]
        yield from _wrapped(f"{', '.join(group)}: {_says(mine[0])}", 3, width)
        rules = {side.translation: side.rules for side in mine}
        for label, names in rules.items():
            if names:
                yield from _wrapped(f"by {', '.join(names)}{f' ({label})' if len(rules) > 1 else ''}", 5, width)
    if _same_sayings(one):
        yield "   each of these alone is the same; which of them go together is not"
    yield from _wrapped(f"for example: {_example(one)}", 3, width)
    yield from _wrapped(f"replayed: {_replayed(one.replayed)}", 3, width)
    yield from _wrapped(f"ask: {one.question}", 3, width)


def _says(side: SideView) -> str:
    if side.says is None:
        return "allows nothing: no case is possible"
    return ", ".join(map(saying_words, side.says))


def _same_sayings(one: Difference) -> bool:
    return len(one.groups) > 1 and len({side.says for side in one.sides}) == 1


def _example(one: Difference) -> str:
    return ", ".join(f"{name} {value_text(value)}" for name, value in one.example.items())


def _replayed(by: Mapping[str, str]) -> str:
    names = {"both": "clingo and Z3", "asp": "clingo alone", "smt": "Z3 alone", "mixed": "clingo and Z3 together"}
    return "; ".join(f"{label} by {names.get(who, 'nobody')}" for label, who in by.items())


def _compared(report: DiffReport, style: Style, width: int) -> Iterator[str]:
    if not report.inputs:
        return
    yield ""
    yield style("Compared", "heading")
    yield from _wrapped(f"outcomes: {', '.join(report.outcomes)}", 2, width)
    shown = [
        f"{one.input} {one.domain}{f' (in {_listed(one.only)} alone)' if one.only else ''}" for one in report.inputs
    ]
    yield from _wrapped(f"inputs: {'; '.join(shown)}", 2, width)
    for sort, names in report.entities.items():
        yield from _wrapped(f"for {sort}: {', '.join(names) or 'nobody'}", 2, width)
    for name, declared in report.domains:
        said = zip(report.translations, declared, strict=True)
        different = "; ".join(f"{domain} in {label}" for label, domain in said if domain is not None)
        yield from _wrapped(f"declared differently: {name}, {different}", 2, width)


def _listed(words: Sequence[str]) -> str:
    return " and ".join(words)


def _wrapped(text: str, indent: int, width: int, *, role: Callable[[str], str] = lambda line: line) -> Iterator[str]:
    lead = " " * indent
    for line in wrap(text, width, initial_indent=lead, subsequent_indent=lead + "  ", break_on_hyphens=False):
        yield role(line)
