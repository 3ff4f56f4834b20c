"""The author's own text, as clingo is given it.

Two things are done to it, and neither moves a line: `#include` is blanked, as the included files are given too, and
*wide* comparisons are put into one-tuples. clingo derives a range for a variable from the inequalities of a body and
walks through that range number by number: `band :- pay(S), S >= 1257000, S < 5027000.` takes seconds to ground, for
a single fact. `(S,) >= (1257000,)` means the same, tuples being compared by what they hold, and is only checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod

from bicameral.policy.model import CheckedPolicy, Claim
from bicameral.source import SourceFile, Span
from bicameral.syntax import parse_file, to_text, tree
from bicameral.syntax.traverse import walk

_NARROW = 10_000  # numbers that clingo may walk through for one statement: about 10 ms
_TOGETHER = 50_000  # for all statements of a policy
_ENDLESS = 10**12
_ORDER = (
    tree.ComparisonOperator.LESS,
    tree.ComparisonOperator.LESS_EQUAL,
    tree.ComparisonOperator.GREATER,
    tree.ComparisonOperator.GREATER_EQUAL,
)


def author_texts(policy: CheckedPolicy, *, verbatim: bool = False) -> tuple[str, ...]:
    """The policy's files; `verbatim` leaves comparisons as they stand."""
    edits: dict[str, list[Span]] = {}
    room = _TOGETHER
    for named in () if verbatim else policy.statements:
        comparisons, numbers = ranged(named.statement, policy.constants)
        room -= numbers
        if numbers > _NARROW or room < 0:
            for comparison in comparisons:
                edits.setdefault(comparison.span.file, []).extend(term.span for term in _sides(comparison))
    return tuple(_edited(file, edits.get(file.name, [])) for file in policy.files)


def claim_text(rules: Iterable[tree.Rule]) -> str:
    return "\n".join(map(to_text, rules)) + "\n"


def claim_rules(claim: Claim, constants: Mapping[str, tree.Term]) -> tuple[tree.Rule, ...]:
    """The claim's rules; wide comparisons of their bodies are put into tuples likewise."""
    return tuple(tupled(rule) if is_wide(rule, constants) else rule for rule in claim.rules)


def is_wide(statement: tree.Statement, constants: Mapping[str, tree.Term]) -> bool:
    """Whether clingo may walk through many numbers for a statement."""
    return ranged(statement, constants)[1] > _NARROW


def fresh_prefix(texts: Iterable[str]) -> str:
    """A start for names that occurs nowhere in the texts, strings and comments included."""
    prefix = "bicameral_"
    while any(prefix in text for text in texts):
        prefix += "_"
    return prefix


# --- which comparisons are wide -----------------------------------------------------------------------------------


def ranged(statement: tree.Statement, constants: Mapping[str, tree.Term]) -> tuple[list[tree.Comparison], int]:
    """The inequalities of a statement, and roughly how many numbers clingo may walk through because of them.

    Two inequalities are needed to bound a variable on both sides. How far apart the bounds can lie is estimated by
    the product of the statement's numbers, for each variable; what stands in tuples bounds nothing.
    """
    found = [
        comparison
        for comparison in _comparisons(statement)
        if any(guard.operator in _ORDER for guard in comparison.guards)
        and not any(isinstance(side, tree.Tuple) for side in _sides(comparison))
    ]
    if sum(guard.operator in _ORDER for comparison in found for guard in comparison.guards) < 2:
        return [], 0
    product = prod(max(1, abs(number)) for number in _numbers(statement, constants))
    names = {node.name for comparison in found for node in walk(comparison) if isinstance(node, tree.Variable)}
    return found, min(product ** len(names), _ENDLESS)


def _comparisons(statement: tree.Statement) -> Iterator[tree.Comparison]:
    """Comparisons of bodies and conditions; a comparison that is itself a head stays as it is."""
    head = None
    if isinstance(statement, tree.Rule) and isinstance(statement.head, tree.Literal):
        head = statement.head.atom
    yield from (node for node in walk(statement) if isinstance(node, tree.Comparison) and node is not head)


def _sides(comparison: tree.Comparison) -> list[tree.Term]:
    return [comparison.term, *(guard.term for guard in comparison.guards)]


def _numbers(statement: tree.Statement, constants: Mapping[str, tree.Term]) -> Iterator[int]:
    for node in walk(statement):
        if isinstance(node, tree.Number):
            yield node.value
        elif isinstance(node, tree.Function) and node.pools == ((),) and node.name in constants:
            yield from (part.value for part in walk(constants[node.name]) if isinstance(part, tree.Number))


# --- edits ----------------------------------------------------------------------------------------------------


def _edited(file: SourceFile, wide: Iterable[Span]) -> str:
    """The text with terms in tuples and `#include` blanked, line by line."""
    spans = list(wide)
    if "#include" in file.text:
        blanked = [found.span for found in parse_file(file).statements if isinstance(found, tree.Include)]
    elif not spans:
        return file.text
    else:
        blanked = []
    lines = file.text.split("\n")
    for span in blanked:  # first: this moves nothing
        _blank(lines, span)
    insertions = [(span.line, span.column, "(") for span in spans]
    insertions += [(span.end_line, span.end_column, ",)") for span in spans]
    for number, column, text in sorted(insertions, reverse=True):
        line = lines[number - 1]
        lines[number - 1] = line[: column - 1] + text + line[column - 1 :]
    return "\n".join(lines)


def _blank(lines: list[str], span: Span) -> None:
    for number in range(span.line, span.end_line + 1):
        text = lines[number - 1]
        start = span.column - 1 if number == span.line else 0
        end = span.end_column - 1 if number == span.end_line else len(text)
        lines[number - 1] = text[:start] + " " * (end - start) + text[end:]


def tupled(rule: tree.Rule) -> tree.Rule:
    """The rule with the inequalities of its body in tuples."""
    return tree.Rule(rule.head, tuple(_tupled_element(element) for element in rule.body), rule.span)


def _tupled_element(element: tree.BodyElement) -> tree.BodyElement:
    if not isinstance(element, tree.Literal) or not isinstance(element.atom, tree.Comparison):
        return element
    comparison = element.atom
    if not any(guard.operator in _ORDER for guard in comparison.guards):
        return element
    guards = tuple(tree.Guard(guard.operator, tree.Tuple((guard.term,))) for guard in comparison.guards)
    return tree.Literal(element.sign, tree.Comparison(tree.Tuple((comparison.term,)), guards))
