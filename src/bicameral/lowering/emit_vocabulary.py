"""The lines `; %@ ...` with which emitted text says what its constants are, for whoever reads it as a policy again.

Derived inputs are definitions there, so their lines are `define`. A sort without listed members has the individuals
that the text was made for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from bicameral.policy.identifiers import is_name
from bicameral.policy.instances import Scope
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.policy.program.resolution import UNNAMED_SORT
from bicameral.policy.vocabulary.annotations import RESERVED
from bicameral.sorts import ValueSort


def vocabulary_lines(policy: CheckedPolicy, scope: Scope) -> Iterator[str]:
    """What the text's constants are, in the grammar of annotations, a comment each."""
    name = _name_line(policy)
    yield f"; %@ {name}" if name is not None else f"; policy {_flat(policy.name)}"
    individuals = dict(scope)
    unnamed = _unnamed(policy.sorts)
    for sort in policy.sorts.values():
        names = sort.members if sort.members is not None else individuals.get(sort.name)
        shown = unnamed if sort.name == UNNAMED_SORT else sort.name
        if _sayable(shown):
            yield f"; %@ {_sort_line(shown, names)}"
    declared = [*policy.inputs.values(), *policy.outcomes.values()]
    for declaration in sorted(declared, key=lambda one: one.order):
        line = _declaration_line(declaration, unnamed)
        if line is not None:
            yield f"; %@ {line}"


def _name_line(policy: CheckedPolicy) -> str | None:
    if not _sayable(policy.name):
        return None
    words = [f"policy {policy.name}"]
    if policy.title is not None:
        words.append(_quoted(policy.title))
    if policy.version is not None:
        words += ["version", _quoted(policy.version)]
    start, end = policy.effective
    if start or end:
        words += ["effective", f"{start or ''}..{end or ''}"]
    return " ".join(words)


def _sort_line(name: str, members: Iterable[str] | None) -> str:
    """Members that are no plain names are not listed: whoever reads the text finds them in its constants."""
    listed = list(members or ())
    return f"sort {name} = {' | '.join(listed)}" if listed and all(map(_sayable, listed)) else f"sort {name}"


def _declaration_line(declaration: Declaration, unnamed: str) -> str | None:
    """None for one that the grammar has no words for; its constant is then one that no line names."""
    role = {"derive": "define", "external": "input"}.get(declaration.role, declaration.role)
    name, alias = declaration.name, declaration.alias
    if not _sayable(name):
        name, alias = f"{name}_", declaration.smt_name
    words = [role]
    if role == "input":
        flags = {"closed": declaration.closed, "optional": declaration.optional, "sensitive": declaration.sensitive}
        words += [word for word, said in flags.items() if said]
    keys = [unnamed if key == UNNAMED_SORT else key for key in declaration.keys]
    signature = f"{name}({', '.join(keys)})" if keys else name
    words.append(f"{signature}: {_type(declaration.sort, declaration)}" if declaration.sort is not None else signature)
    if declaration.text is not None:
        words.append(_quoted(declaration.text))
    if alias is not None:
        if not alias.isidentifier() or not alias.isascii():
            return None
        words += ["as", alias]
    if declaration.sources and role == "input":
        words += ["from", ", ".join(declaration.sources)]
    return " ".join(words)


def _type(sort: ValueSort, declaration: Declaration) -> str:
    low = None if declaration.low == sort.low else declaration.low
    high = None if declaration.high == sort.high else declaration.high
    words = [sort.name]
    if low is not None or high is not None:
        words.append(f"{_end(low, sort)}..{_end(high, sort)}")
    if declaration.unit is not None:
        words.append(declaration.unit)
    return " ".join(words)


def _end(value: int | None, sort: ValueSort) -> str:
    if value is None:
        return ""
    shown = sort.show(value)
    return f"{shown:f}" if isinstance(shown, Decimal) else str(shown)


def _quoted(text: str) -> str:
    return '"' + _flat(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _flat(text: str) -> str:
    """A text that cannot end the comment it stands in."""
    return " ".join(text.splitlines())


def _sayable(name: str) -> bool:
    return is_name(name) and name not in RESERVED


def _unnamed(sorts: Mapping[str, object]) -> str:
    """A name for the sort of arguments that no annotation declares."""
    name = "individual"
    while name in sorts:
        name += "_"
    return name
