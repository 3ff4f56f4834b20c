"""Slips of the pen in claims that no reading can take: what was written, and what was most likely meant."""

from __future__ import annotations

import re

from bicameral.policy.identifiers import read_ground_name
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.sorts import clipped, did_you_mean
from bicameral.sorts.near import nearest
from bicameral.source import Diagnostic, InputError, Span

_LEXEME = re.compile(r'"(?:\\.|[^"\\])*"|[<>=!]+(?:\s+[<>=!]+)*|[^"<>=!]+|.', re.DOTALL)
_OPERATORS = ("=", "==", "!=", "<>", "<", "<=", ">", ">=")
_MEANT = {"=>": ">=", "=<": "<=", "=!": "!=", "><": "!=", "===": "=", "!==": "!=", "<==": "<=", ">==": ">=", "!": "not"}
_COMMA = re.compile(r"([-+]?[0-9]+)((?:,[0-9]+)+)(\.[0-9]+)?")
_UNIT = re.compile(r'(?:[^\s0-9.,"%+-]+\s*)?([-+]?[0-9]+(?:\.[0-9]+)?)(?:\s*[^\s0-9.,"%]\S*)?')
_DATE = re.compile(r"(?<![0-9-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9-])")
_DECIMAL = re.compile(r"(?<![0-9.])[0-9]+\.[0-9]+(?![0-9.])")
_CONNECTIVE = re.compile(r"(?<![\w'])(?i:and|or)(?![\w'(])|&&|\|\||&(?=\s)")


def check_operators(text: str, place: str) -> None:
    """Raise InputError for a comparison operator that is none, such as `=>`, and say which was meant."""
    at = 0
    for lexeme in _LEXEME.findall(text):
        if lexeme[0] in "<>=!" and lexeme not in _OPERATORS:
            joined = "".join(lexeme.split())
            meant = joined if joined in _OPERATORS else _MEANT.get(joined)
            message = f"`{clipped(lexeme)}` is no {'negation' if meant == 'not' else 'comparison'}"
            hint = f"did you mean `{meant}`?" if meant is not None else f"known here: {', '.join(_OPERATORS)}"
            raise _at(text, place, at, len(lexeme), message, hint)
        at += len(lexeme)


def _at(text: str, place: str, start: int, length: int, message: str, hint: str | None) -> InputError:
    line = text.count("\n", 0, start) + 1
    first = text.rfind("\n", 0, start) + 1
    column = start - first + 1
    span = Span(place, line, column, line, column + length)
    shown = text[first:].partition("\n")[0]
    return InputError(Diagnostic("bad-claim", message, span, hint, line_text=shown))


def comma_in_number(text: str) -> tuple[str, str] | None:
    """What is wrong with `46,75` or `1,000.50` and what would be right; None for anything else."""
    match = _COMMA.fullmatch(text)
    if match is None:
        return None
    whole, groups, rest = match[1], match[2][1:].split(","), match[3]
    grouped = all(len(group) == 3 for group in groups)
    if grouped and (rest is not None or len(groups) > 1):
        return "a number has no commas", f"write `{whole}{''.join(groups)}{rest or ''}`"
    if len(groups) > 1 or rest is not None:
        return "a number has no commas, and its decimal point is a dot", "such as `1000.50`"
    message = "the decimal point is a dot, and a comma separates conditions"
    either = f"write `{whole}{groups[0]}` or `{whole}.{groups[0]}`" if grouped else f"write `{whole}.{groups[0]}`"
    return message, either


def with_unit(text: str) -> str | None:
    """The number of `46 USD` or `$46`, which is written alone; None for anything else."""
    match = _UNIT.fullmatch(text)
    return match[1] if match is not None and match[1] != text else None


def no_valued_name(policy: CheckedPolicy, left: str, right: str) -> tuple[str, str | None] | None:
    """What is wrong with a comparison that stands alone and has no name with a value on either side, and a hint.

    None where the text may be something else.
    """
    if "{" in left or "{" in right:
        return None
    for side in (left, right):
        read = read_ground_name(side)
        if read is None or read[2] != len(side) or _stands_for_itself(policy, read[0]):
            continue
        name, keys = read[0], read[1]
        declaration = policy.names.get(name) or policy.defines.get(name)
        if declaration is not None:
            return _wrong_shape(declaration, keys)
        valued = [known for known, d in (policy.names | policy.defines).items() if d.sort is not None]
        if not valued:
            return f"`{clipped(name)}` is unknown, and no name of this policy has a value to compare", None
        return f"the policy has no `{clipped(name)}`", did_you_mean(name, valued)
    return None


def _stands_for_itself(policy: CheckedPolicy, name: str) -> bool:
    if name in policy.names or name in policy.defines:
        return False
    variable = name.lstrip("_")[:1].isupper() or not name.strip("_")
    if variable:
        return nearest(name, [known for known, d in policy.names.items() if d.sort is not None]) is None
    members = (member for sort in policy.sorts.values() for member in sort.members or ())
    return name == "not" or name in policy.constants or name in policy.symbols or name in members


def _wrong_shape(declaration: Declaration, keys: tuple[str, ...]) -> tuple[str, str | None] | None:
    name = declaration.name
    if declaration.sort is None:
        return f"`{name}` is true or false and has no value", f"claim `{name}` or `not {name}`"
    if not declaration.keys:
        return f"`{name}` has one value, not one for each {', '.join(keys)}", f"compare `{name}`"
    shape = f"{name}({', '.join(declaration.keys)})"
    return f"`{name}` has a value for each {', '.join(declaration.keys)}", f"compare `{shape}`"


def syntax_hint(policy: CheckedPolicy, text: str) -> str | None:
    """What was most likely meant by a claim that is no clingo body; None where nothing suggests itself."""
    plain = text.strip()
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "\"'`":
        return "write the claim without the quotation marks around it"
    if plain.endswith(".") and not plain.endswith(".."):
        return "a claim has no dot at its end"
    bare = re.sub(r'"(?:\\.|[^"\\])*"', '""', text)
    joined = connective_hint(bare)
    if joined is not None:
        return joined
    if _DATE.search(bare):
        hint = "in a clingo body a date is its day number"
        return f"{hint}; a comparison in own units stands alone, such as `start < 2026-04-06`"
    if _DECIMAL.search(bare):
        hint = "in a clingo body numbers are whole, in the program's scale"
        return f"{hint}; a comparison in own units stands alone, such as `{_valued_example(policy)}`"
    words = re.sub(r"[\s-]+", "_", plain.removeprefix("not ").strip())
    if words in policy.names or words in policy.defines:
        return f"did you mean `{words}`?"
    read = read_ground_name(plain.removeprefix("not ").strip())
    if read is not None and read[0][:1].isupper():
        near = nearest(read[0], policy.names)
        return f"did you mean `{near}`?" if near is not None else "names begin with a lower-case letter"
    return None


def interval_hint(name: str, text: str) -> str | None:
    """How `1..3` is asked for; None for anything else."""
    low, dots, high = text.partition("..")
    if not dots:
        return None
    bounds = [f"`{name} >= {low.strip()}`"] * bool(low.strip()) + [f"`{name} <= {high.strip()}`"] * bool(high.strip())
    return f"give each bound as a claim of its own: {', '.join(bounds)}"


def connective_hint(text: str) -> str | None:
    """How conditions are joined, for a text that says `and` or `or`."""
    found = _CONNECTIVE.search(text)
    if found is None:
        return None
    if found[0].lower() in ("or", "||"):
        return "no claim says *or*: ask for each alternative in a claim of its own"
    return "in a clingo body conditions are joined by `,`; a comparison in own units stands alone"


def _valued_example(policy: CheckedPolicy) -> str:
    for declaration in policy.outcomes.values():
        if declaration.sort is not None and not declaration.keys and not declaration.sort.term_sort.members:
            return f"{declaration.name} >= {declaration.sort.show(declaration.low or 0)}"
    return "allowance >= 20.50"
