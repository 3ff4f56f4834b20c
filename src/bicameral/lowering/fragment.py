"""What is lowered, how, and what is not: a report on one policy."""

from __future__ import annotations

from dataclasses import dataclass

from bicameral.analysis.dependency import DependencyGraph
from bicameral.formula import smtlib
from bicameral.formula.term import Term, symbols
from bicameral.lowering.catalogue import REFUSED
from bicameral.lowering.program import LoweredProgram, Refusal
from bicameral.policy.model import CheckedPolicy, NamedStatement
from bicameral.source import Span
from bicameral.syntax import tree


@dataclass(frozen=True, slots=True)
class Row:
    """One statement: the fragment it is in, its SMT-LIB logic, or why it was refused."""

    name: str
    span: Span
    fragment: str  # fact, rule, constraint, choice, disjunction, ... ; silent, refused
    logic: str | None
    construct: str | None = None
    witness: str | None = None
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class FragmentReport:
    """Rows in the order of the program, then what no statement can be blamed for; `logic` None when refused."""

    rows: tuple[Row, ...]
    logic: str | None

    @property
    def lowered(self) -> bool:
        return self.logic is not None


def report(policy: CheckedPolicy, lowered: LoweredProgram) -> FragmentReport:
    """The fragment of every statement of a policy and the logic that the whole needs."""
    refused = {id(refusal.statement): refusal for refusal in lowered.refusals if refusal.statement is not None}
    formulas = {
        id(assertion.statement): assertion.formula
        for assertion in lowered.assertions
        if assertion.statement is not None
    }
    recursive = _recursive(policy)
    rows = [
        _row(named, refused.get(id(named)), formulas.get(id(named)), recursive=index in recursive)
        for index, named in enumerate(policy.statements)
    ]
    rows += [_refused(refusal) for refusal in lowered.refusals if refusal.statement is None]
    return FragmentReport(tuple(rows), None if lowered.refusals else _logic(lowered))


def _recursive(policy: CheckedPolicy) -> set[int]:
    """The statements on a positive cycle: those that level ranks are for."""
    graph = DependencyGraph(policy.statements)
    return {
        edge.statement
        for component in graph.components(positive_only=True)
        for inside in [set(component)]
        for edge in graph.edges_within(inside)
        if edge.positive
    }


def _logic(lowered: LoweredProgram) -> str:
    inputs = [symbol.value for symbol in lowered.inputs]
    formulas = [assertion.formula for assertion in lowered.assertions]
    return smtlib.logic([*formulas, *symbols(*formulas), *inputs])


def _row(named: NamedStatement, refusal: Refusal | None, formula: Term | None, *, recursive: bool) -> Row:
    if refusal is not None:
        return _refused(refusal)
    logic = smtlib.logic([formula, *symbols(formula)]) if formula is not None else None
    return Row(named.smt_name, named.span, _fragment(named.statement, recursive=recursive), logic)


def _refused(refusal: Refusal) -> Row:
    construct = REFUSED[refusal.construct]
    name = refusal.statement.smt_name if refusal.statement is not None else str(refusal.span)
    return Row(name, refusal.span, "refused", None, construct.title, refusal.witness, construct.instead)


def _fragment(statement: tree.Statement, *, recursive: bool) -> str:
    match statement:
        case tree.Rule(head, body):
            kinds = [_head(head, fact=not body), *_body(body)]
            return ", ".join([*kinds, "recursive"] if recursive else kinds)
        case tree.External():
            return "external"
        case _:
            return "silent"


def _head(head: tree.Head, *, fact: bool) -> str:
    match head:
        case tree.Literal(tree.Sign.NONE, tree.SymbolicAtom()):
            return "fact" if fact else "rule"
        case tree.SetAggregate():
            return "choice" if head.left is None and head.right is None else "choice with bounds"
        case tree.Disjunction():
            return "disjunction"
        case _:
            return "constraint"


def _body(body: tuple[tree.BodyElement, ...]) -> list[str]:
    """What a body holds beyond literals."""
    aggregate = any(isinstance(part, tree.BodyLiteral) for part in body)
    condition = any(isinstance(part, tree.ConditionalLiteral) for part in body)
    return [*(["aggregate"] if aggregate else []), *(["conditional literal"] if condition else [])]
