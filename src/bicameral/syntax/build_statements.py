"""What the grammar's statements, theory atoms and theory definitions make (see build.py)."""

from __future__ import annotations

from typing import Any

from bicameral.source import Span
from bicameral.syntax import tree
from bicameral.syntax.build import ACTIONS, Pools, RefusalError, integer, plain, spanned, unquote
from bicameral.syntax.node import Node
from bicameral.syntax.traverse import walk
from bicameral.syntax.tree import BodyElement, BooleanConstant, Literal, Sign, SymbolicAtom, Term

# --- rules ---------------------------------------------------------------------------------------------------


@spanned
def program(statements: list[tree.Statement], span: Span) -> tree.Tree:
    return tree.Tree(tuple(statements), span)


@spanned
def disjunction(elements: list[tree.ConditionalLiteral], span: Span) -> tree.Disjunction:
    return tree.Disjunction(tuple(elements), span)


@spanned
def fact(head: tree.Head, span: Span) -> tree.Rule:
    return tree.Rule(head, (), span)


@spanned
def rule(head: tree.Head, body: list[BodyElement], span: Span) -> tree.Rule:
    return tree.Rule(head, tuple(body), span)


@spanned
def constraint(body: list[BodyElement], span: Span) -> tree.Rule:
    return tree.Rule(_false(span), tuple(body), span)


@spanned
def empty_constraint(span: Span) -> tree.Rule:
    return tree.Rule(_false(span), (), span)


def _false(span: Span) -> Literal:
    """The head of a constraint stands where its `:-` does."""
    arrow = Span(span.file, span.line, span.column, span.line, span.column + 2)
    return Literal(Sign.NONE, BooleanConstant(False, arrow), arrow)


# --- other statements ----------------------------------------------------------------------------------------


@spanned
def const(name: str, value: Term, *rest: Any) -> tree.Const:
    *kind, span = rest
    for node in walk(value):
        problem = _not_constant(node)
        if problem is not None:
            raise RefusalError(node.span, f"{problem} may not stand in the value of a constant")
    return tree.Const(name, value, kind[0] if kind else None, span)


def _not_constant(node: Node) -> str | None:
    match node:
        case tree.Variable():
            return "a variable"
        case tree.Interval():
            return "an interval"
        case tree.Pool():
            return "a pool"
        case tree.Function(pools=alternatives) | tree.Absolute(arguments=alternatives) if len(alternatives) > 1:
            return "a pool"
        case _:
            return None


@spanned
def defined(minus: str | None, name: str, arity: str, span: Span) -> tree.Defined:
    return tree.Defined(name, integer(arity, span), minus is not None, span)


ACTIONS["show_nothing"] = tree.ShowNothing, True


@spanned
def show_term(term: Term, *rest: Any) -> tree.ShowTerm:
    *body, span = rest
    return tree.ShowTerm(term, tuple(body[0]) if body else (), span)


@spanned
def show_signature(minus: str | None, name: str, arity: str, span: Span) -> tree.ShowSignature:
    return tree.ShowSignature(name, integer(arity, span), minus is not None, span)


@spanned
def external(atom: SymbolicAtom, body: list[BodyElement], *rest: Any) -> tree.External:
    *kind, span = rest
    return tree.External(atom, tuple(body), kind[0] if kind else None, span)


@spanned
def block(name: str, *rest: Any) -> tree.Program:
    *parameters, span = rest
    return tree.Program(name, tuple(parameters[0]) if parameters else (), span)


@spanned
def include(file: str, span: Span) -> tree.Include:
    return tree.Include(unquote(file), False, span)


@spanned
def include_angle(file: str, span: Span) -> tree.Include:
    return tree.Include(file, True, span)


@spanned
def script(text: str, span: Span) -> tree.Script:
    opening, closing = text.index("("), text.index(")")
    code = text[closing + 1 : -len("#end")].lstrip("\t\r ").rstrip("\t\r ")
    return tree.Script(text[opening + 1 : closing].strip(), code, span)


@spanned
def optimize(maximize: bool, *rest: Any) -> tree.Optimize:
    *elements, span = rest
    return tree.Optimize(maximize, tuple(elements[0]) if elements else (), span)


Weight = tuple[Term, Term | None, tuple[Term, ...]]


@plain
def weight(value: Term, priority: Term | None, terms: list[Term] | None) -> Weight:
    return value, priority, tuple(terms or ())


@spanned
def optimize_element(weight: Weight, condition: list[Literal] | None, span: Span) -> tree.OptimizeElement:
    value, priority, terms = weight
    return tree.OptimizeElement(value, priority, terms, tuple(condition or ()), span)


@spanned
def weak_constraint(body: list[BodyElement], weight: Weight, span: Span) -> tree.WeakConstraint:
    return tree.WeakConstraint(tuple(body), *weight, span)


@spanned
def empty_weak_constraint(weight: Weight, span: Span) -> tree.WeakConstraint:
    return tree.WeakConstraint((), *weight, span)


@spanned
def project_signature(minus: str | None, name: str, arity: str, span: Span) -> tree.ProjectSignature:
    return tree.ProjectSignature(name, integer(arity, span), minus is not None, span)


@spanned
def project_atom(atom: SymbolicAtom, body: list[BodyElement], span: Span) -> tree.ProjectAtom:
    return tree.ProjectAtom(atom, tuple(body), span)


@spanned
def heuristic(
    atom: SymbolicAtom, body: list[BodyElement], bias: Term, priority: Term | None, modifier: Term, span: Span
) -> tree.Heuristic:
    return tree.Heuristic(atom, tuple(body), bias, priority, modifier, span)


@spanned
def edge(edges: list[tuple[Term, Term]], body: list[BodyElement], span: Span) -> tree.Edge:
    return tree.Edge(tuple(edges), tuple(body), span)


# --- theory atoms --------------------------------------------------------------------------------------------

Operand = list[tuple[tuple[str, ...], tree.TheoryTerm]]


@plain
def theory_name(name: str, pools: Pools = ((),)) -> tuple[str, tuple[tuple[Term, ...], ...]]:
    return name, tuple(pools)


@spanned
def theory_atom(name: tuple[str, Any], *rest: Any) -> tree.TheoryAtom:
    *parts, span = rest
    elements = tuple(parts[0]) if parts else None
    return tree.TheoryAtom(*name, elements or (), parts[1] if len(parts) > 1 else None, span)


ACTIONS["theory_guard"] = tree.TheoryGuard, True


@spanned
def theory_element(terms: list[tree.TheoryTerm], condition: list[Literal] | None, span: Span) -> tree.TheoryElement:
    return tree.TheoryElement(tuple(terms), tuple(condition or ()), span)


@spanned
def theory_condition(condition: list[Literal], span: Span) -> tree.TheoryElement:
    return tree.TheoryElement((), tuple(condition), span)


@plain
def theory_operand(term: tree.TheoryTerm) -> Operand:
    return [((), term)]


@plain
def theory_signed_operand(operators: list[str], term: tree.TheoryTerm) -> Operand:
    return [(tuple(operators), term)]


@plain
def theory_next_operand(before: Operand, operators: list[str], term: tree.TheoryTerm) -> Operand:
    before.append((tuple(operators), term))
    return before


@spanned
def theory_expression(operand: Operand, span: Span) -> tree.TheoryTerm:
    operators, term = operand[0]
    return term if len(operand) == 1 and not operators else tree.TheoryUnparsed(tuple(operand), span)


@spanned
def theory_function(name: str, *rest: Any) -> tree.TheoryFunction:
    *terms, span = rest
    return tree.TheoryFunction(name, tuple(terms[0]) if terms else (), span)


@spanned
def theory_set(*rest: Any) -> tree.TheorySequence:
    *terms, span = rest
    return tree.TheorySequence("{}", tuple(terms[0]) if terms else (), span)


@spanned
def theory_list(*rest: Any) -> tree.TheorySequence:
    *terms, span = rest
    return tree.TheorySequence("[]", tuple(terms[0]) if terms else (), span)


@spanned
def theory_tuple(span: Span) -> tree.TheorySequence:
    return tree.TheorySequence("()", (), span)


@spanned
def theory_one_tuple(term: tree.TheoryTerm, span: Span) -> tree.TheorySequence:
    return tree.TheorySequence("()", (term,), span)


@spanned
def theory_tuple_of(term: tree.TheoryTerm, terms: list[tree.TheoryTerm], span: Span) -> tree.TheorySequence:
    return tree.TheorySequence("()", (term, *terms), span)


# --- theory definitions --------------------------------------------------------------------------------------


@spanned
def theory(name: str, definitions: list[Any], span: Span) -> tree.TheoryDefinition:
    terms = tuple(item for item in definitions if isinstance(item, tree.TheoryTermDefinition))
    atoms = tuple(item for item in definitions if isinstance(item, tree.TheoryAtomDefinition))
    return tree.TheoryDefinition(name, terms, atoms, span)


@spanned
def term_definition(name: str, operators: list[tree.TheoryOperatorDefinition], span: Span) -> tree.TheoryTermDefinition:
    return tree.TheoryTermDefinition(name, tuple(operators), span)


@spanned
def operator_definition(operator: str, priority: str, kind: str, *rest: Any) -> tree.TheoryOperatorDefinition:
    *side, span = rest
    return tree.TheoryOperatorDefinition(operator, integer(priority, span), " ".join((kind, *side)), span)


@spanned
def atom_definition(name: str, arity: str, term: str, kind: str, span: Span) -> tree.TheoryAtomDefinition:
    return tree.TheoryAtomDefinition(name, integer(arity, span), term, None, None, kind, span)


@spanned
def guarded_atom_definition(
    name: str, arity: str, term: str, guard: tuple[list[str], str], kind: str, span: Span
) -> tree.TheoryAtomDefinition:
    operators, guard_term = guard
    return tree.TheoryAtomDefinition(name, integer(arity, span), term, tuple(operators), guard_term, kind, span)


ALL_ACTIONS = ACTIONS  # both files have registered theirs
