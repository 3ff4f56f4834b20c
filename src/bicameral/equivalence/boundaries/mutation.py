"""Single mutants of a policy: one threshold a unit off or the other way round at its end, or one exception gone.

Mutants are what tests have to tell from the policy (DeMillo, Lipton and Sayward 1978). Each has the policy's own
vocabulary, a changed statement and the text that goes with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from bicameral.equivalence.boundaries.thresholds import (
    ORDERED,
    Exception_,
    Overriding,
    Threshold,
    exceptions,
    negations,
    overriding,
    thresholds,
)
from bicameral.equivalence.boundaries.trees import Path, at, changed
from bicameral.policy.model import CheckedPolicy
from bicameral.policy.program.constants import resolve_constants
from bicameral.policy.program.scan import scan
from bicameral.policy.vocabulary.findings import Findings
from bicameral.source import SourceFile, Span
from bicameral.source.record import record
from bicameral.syntax import parse, to_text, tree
from bicameral.syntax.traverse import walk


@record
class Mutant:
    """A policy that differs from another in one statement.

    `kind` is what was changed, `owner` the text of the threshold or exception, the same for all of its mutants;
    `description` says what was done. `rule` names the statement, `span` is the place. `statements` are those that
    read differently now: several, where a constant is another.
    """

    kind: Literal["threshold", "exception"]
    rule: str
    owner: str
    description: str
    span: Span
    statements: tuple[int, ...]
    policy: CheckedPolicy


def mutants(policy: CheckedPolicy) -> Iterator[Mutant]:
    """Every single-threshold and every single-exception mutant, in the order of the text."""
    found = thresholds(policy)
    for threshold in found:
        yield from threshold_mutants(policy, threshold)
    yield from constant_mutants(policy, found)
    for negation in negations(policy):
        yield dropped(policy, negation)
    yield from deleted_exceptions(policy, exceptions(policy), overriding(policy))


# --- thresholds ------------------------------------------------------------------------------------------------------


def threshold_mutants(policy: CheckedPolicy, threshold: Threshold) -> Iterator[Mutant]:
    """Strict for non-strict, and each end one program unit off."""
    rule = _rule(policy, threshold.statement)
    if threshold.operator in ORDERED:
        guard = threshold.path if threshold.kind == "guard" else (*threshold.path, "guards", threshold.link)
        turned = changed(rule, guard, replace(at(rule, guard), operator=ORDERED[threshold.operator]))
        yield _threshold_mutant(policy, threshold, turned)
    for place in threshold.shifted:
        for unit in (1, -1):
            yield _threshold_mutant(policy, threshold, changed(rule, place, shifted(at(rule, place), unit)))


def fixed(policy: CheckedPolicy, threshold: Threshold, value: bool) -> Mutant | None:
    """The threshold always or never met; None for an interval, a link of a chain, one guard of two."""
    rule = _rule(policy, threshold.statement)
    holder = at(rule, threshold.path[:-1])
    if threshold.kind == "comparison" and isinstance(holder, tree.Literal) and threshold.path[0] == "body":
        if len(at(rule, threshold.path).guards) > 1:
            return None
        place, value = threshold.path[:-1], value is (holder.sign is not tree.Sign.NEGATION)
    elif threshold.kind == "guard" and threshold.path[0] == "body" and None in (holder.left, holder.right):
        place = threshold.path[:-2]
    else:
        return None
    always = tree.Literal(tree.Sign.NONE, tree.BooleanConstant(value))
    return _threshold_mutant(policy, threshold, changed(rule, place, always))


def shifted(term: tree.Term, unit: int) -> tree.Term:
    """The term plus one or minus one."""
    if isinstance(term, tree.Number) and term.value + unit >= 0:
        return tree.Number(term.value + unit)
    operator = tree.BinaryOperator.PLUS if unit > 0 else tree.BinaryOperator.MINUS
    return tree.BinaryOperation(operator, term, tree.Number(1))


def constant_mutants(policy: CheckedPolicy, found: Sequence[Threshold]) -> Iterator[Mutant]:
    """Each constant that a threshold mentions, one program unit off wherever it stands."""
    mentioned = {name for one in found for place in _sides(policy, one) for name in _named_in(place)}
    for index, named in enumerate(policy.statements):
        statement = named.statement
        if not isinstance(statement, tree.Const) or not _mentions(statement.name, mentioned, policy):
            continue
        value = policy.constants.get(statement.name)
        if not isinstance(value, tree.Number):
            continue
        for unit in (1, -1):
            new = replace(statement, value=shifted(statement.value, unit))
            mutated = _with(policy, index, new)
            constants = _constants(mutated)
            if constants is None:
                continue
            mutated = replace(mutated, constants=constants)
            moved = {name for name, known in policy.constants.items() if mutated.constants.get(name) != known}
            reading = tuple(
                place
                for place, other in enumerate(policy.statements)
                if not isinstance(other.statement, tree.Const) and not moved.isdisjoint(_named_in(other.statement))
            )
            said = f"{to_text(statement)} made {to_text(new)}"
            owner = f"#const {statement.name}"
            yield Mutant("threshold", named.name, owner, said, named.span, reading, mutated)


def _threshold_mutant(policy: CheckedPolicy, threshold: Threshold, rule: tree.Rule) -> Mutant:
    path = threshold.path if threshold.kind == "interval" else threshold.path[: _element(threshold.path)]
    said = f"{to_text(at(_rule(policy, threshold.statement), path))} made {to_text(at(rule, path))}"
    named = policy.statements[threshold.statement]
    mutated = _with(policy, threshold.statement, rule)
    return Mutant("threshold", named.name, threshold.text, said, threshold.span, (threshold.statement,), mutated)


def _element(path: Path) -> int:
    """How far into a path the literal of a body, or the head, is."""
    return 2 if path[0] == "body" else 1


# --- exceptions ------------------------------------------------------------------------------------------------------


def dropped(policy: CheckedPolicy, negation: Exception_) -> Mutant:
    """The statement without its negated literal."""
    rule = _rule(policy, negation.statement)
    path = negation.path
    if isinstance(path[-1], int):
        new = changed(rule, path, None)
    else:  # the literal of a condition: nothing is asked
        new = changed(rule, path, tree.Literal(tree.Sign.NONE, tree.BooleanConstant(True)))
    named = policy.statements[negation.statement]
    said = f"`{negation.text}` dropped"
    mutated = _with(policy, negation.statement, new)
    return Mutant("exception", named.name, negation.text, said, negation.span, (negation.statement,), mutated)


def deleted(policy: CheckedPolicy, statement: int, owner: str = "") -> Mutant:
    """The policy without a statement."""
    named = policy.statements[statement]
    return Mutant(
        "exception",
        named.name,
        owner or to_text(named.statement),
        f"`{to_text(named.statement)}` deleted",
        named.span,
        (statement,),
        _with(policy, statement, None),
    )


def without(policy: CheckedPolicy, statements: Sequence[int]) -> CheckedPolicy:
    """The policy without several statements."""
    for index in sorted(set(statements), reverse=True):
        policy = _with(policy, index, None)
    return policy


def deleted_exceptions(
    policy: CheckedPolicy, found: Sequence[Exception_], claimed: Sequence[Overriding]
) -> Iterator[Mutant]:
    """Each rule that is an exception to another, gone."""
    indices = {index for one in found for index in one.rules if index != one.statement}
    indices |= {index for one in claimed for index in one.winners}
    for index in sorted(indices):
        if isinstance(policy.statements[index].statement, tree.Rule):
            yield deleted(policy, index)


# --- policies with another statement ---------------------------------------------------------------------------------


def _rule(policy: CheckedPolicy, index: int) -> tree.Rule:
    statement = policy.statements[index].statement
    assert isinstance(statement, tree.Rule)
    return statement


def _with(policy: CheckedPolicy, index: int, new: tree.Rule | tree.Const | None) -> CheckedPolicy:
    """The policy with another statement in the place of one, or with nothing there: in its tree and in its text."""
    named = policy.statements[index]
    span = named.statement.span
    text = "" if new is None else to_text(new).strip()
    files = tuple(_spliced(file, span, text) if file.name == span.file else file for file in policy.files)
    statements = list(policy.statements)
    if new is None:
        del statements[index]
    else:
        statements[index] = replace(named, statement=_reread(text, span))
    return replace(policy, files=files, statements=tuple(statements))


def _reread(text: str, span: Span) -> tree.Statement:
    """A statement with the spans that it has in the text."""
    lead = "\n" * (span.line - 1) + " " * (span.column - 1)
    (statement,) = parse(lead + text, span.file).statements
    return statement


def _spliced(file: SourceFile, span: Span, text: str) -> SourceFile:
    """The file with other text in a place; what stands on the lines below stays there."""
    lines = file.text.split("\n")
    before = lines[span.line - 1][: span.column - 1]
    after = lines[span.end_line - 1][span.end_column - 1 :]
    filled = [before + text + after, *[""] * (span.end_line - span.line)]
    return SourceFile(file.name, "\n".join([*lines[: span.line - 1], *filled, *lines[span.end_line :]]))


# --- constants -------------------------------------------------------------------------------------------------------


def _constants(policy: CheckedPolicy) -> dict[str, tree.Term] | None:
    """The constants of changed statements; None where one is outside the 32 bits that clingo reads."""
    findings = Findings()
    found = resolve_constants(scan(policy.statements), findings)
    return None if findings.has_errors else found


def _named_in(node: tree.Statement | tree.Term) -> set[str]:
    return {part.name for part in walk(node) if isinstance(part, tree.Function) and part.pools == ((),)}


def _mentions(name: str, mentioned: set[str], policy: CheckedPolicy) -> bool:
    """Whether a threshold rests on a constant, by its name or through another constant."""
    values = {
        named.statement.name: named.statement.value
        for named in policy.statements
        if isinstance(named.statement, tree.Const)
    }
    reached, waiting = set(mentioned), list(mentioned)
    while waiting:
        for inner in _named_in(values[known]) - reached if (known := waiting.pop()) in values else ():
            reached.add(inner)
            waiting.append(inner)
    return name in reached


def _sides(policy: CheckedPolicy, threshold: Threshold) -> Iterator[tree.Term]:
    rule = _rule(policy, threshold.statement)
    if threshold.kind == "comparison":
        comparison = at(rule, threshold.path)
        yield comparison.term if threshold.link == 0 else comparison.guards[threshold.link - 1].term
        yield comparison.guards[threshold.link].term
    elif threshold.kind == "guard":
        yield at(rule, threshold.path).term
    else:
        yield at(rule, threshold.path)
