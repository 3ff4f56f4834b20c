"""The printers of statements (see printer.py)."""

from __future__ import annotations

from collections.abc import Sequence

from bicameral.syntax import tree
from bicameral.syntax.printer import PRINTERS, Pieces, body, joined, printer, quote
from bicameral.syntax.tree import Term


def _after_colon(elements: Sequence[tree.BodyElement]) -> Pieces:
    return [" : ", *body(elements), "."] if elements else ["."]


def _signature(node: tree.ShowSignature | tree.Defined | tree.ProjectSignature) -> str:
    return f"{'-' if node.negative else ''}{node.name}/{node.arity}."


def _weight(weight: Term, priority: Term | None, terms: Sequence[Term]) -> Pieces:
    ranked = [weight] if priority is None else [weight, "@", priority]
    return [*ranked, *([","] if terms else []), *joined(",", terms)]


@printer
def _tree(node: tree.Tree) -> Pieces:
    pieces: Pieces = []
    for statement in node.statements:
        pieces += (statement, "\n")
    return pieces


@printer
def _rule(node: tree.Rule) -> Pieces:
    constraint = isinstance(node.head, tree.Literal) and node.head == _FALSE
    head: Pieces = [] if constraint else [node.head]
    if not node.body:
        return [*head, "."] if head else [":- ."]
    return [*head, " :- " if head else ":- ", *body(node.body), "."]


_FALSE = tree.Literal(tree.Sign.NONE, tree.BooleanConstant(value=False))


@printer
def _const(node: tree.Const) -> Pieces:
    return [f"#const {node.name} = ", node.value, ".", f" [{node.kind}]" if node.kind is not None else ""]


PRINTERS[tree.ShowNothing] = lambda _: ["#show."]
PRINTERS[tree.ShowSignature] = lambda node: [f"#show {_signature(node)}"]
PRINTERS[tree.Defined] = lambda node: [f"#defined {_signature(node)}"]
PRINTERS[tree.ProjectSignature] = lambda node: [f"#project {_signature(node)}"]


@printer
def _show_term(node: tree.ShowTerm) -> Pieces:
    # in parentheses, since `#show p/1.` is a signature
    bare = not isinstance(node.term, tree.BinaryOperation | tree.Interval)
    return ["#show ", *([node.term] if bare else ["(", node.term, ")"]), *_after_colon(node.body)]


@printer
def _external(node: tree.External) -> Pieces:
    kind = [" [", node.type, "]"] if node.type is not None else []
    return ["#external ", node.atom, *_after_colon(node.body), *kind]


@printer
def _program(node: tree.Program) -> Pieces:
    parameters = f"({','.join(node.parameters)})" if node.parameters else ""
    return [f"#program {node.name}{parameters}."]


@printer
def _include(node: tree.Include) -> Pieces:
    return [f"#include <{node.file}>." if node.angle else f"#include {quote(node.file)}."]


@printer
def _script(node: tree.Script) -> Pieces:
    return [f"#script ({node.language}) {node.code} #end."]


@printer
def _optimize(node: tree.Optimize) -> Pieces:
    opening = "#maximize {" if node.maximize else "#minimize {"
    return [opening, *([" ", *joined("; ", node.elements), " "] if node.elements else []), "}."]


@printer
def _optimize_element(node: tree.OptimizeElement) -> Pieces:
    after = [" : ", *body(node.condition)] if node.condition else []
    return [*_weight(node.weight, node.priority, node.terms), *after]


@printer
def _weak_constraint(node: tree.WeakConstraint) -> Pieces:
    return [":~ ", *body(node.body), ". [", *_weight(node.weight, node.priority, node.terms), "]"]


@printer
def _project_atom(node: tree.ProjectAtom) -> Pieces:
    return ["#project ", node.atom, *_after_colon(node.body)]


@printer
def _heuristic(node: tree.Heuristic) -> Pieces:
    weight = _weight(node.bias, node.priority, (node.modifier,))
    return ["#heuristic ", node.atom, *_after_colon(node.body), " [", *weight, "]"]


@printer
def _edge(node: tree.Edge) -> Pieces:
    pairs: Pieces = []
    for left, right in node.edges:
        pairs += [";", left, ",", right]
    return ["#edge (", *pairs[1:], ")", *_after_colon(node.body)]


# --- theory definitions --------------------------------------------------------------------------------------


@printer
def _theory_operator_definition(node: tree.TheoryOperatorDefinition) -> Pieces:
    return [f"{node.operator} : {node.priority}, {', '.join(node.kind.split())}"]


@printer
def _theory_term_definition(node: tree.TheoryTermDefinition) -> Pieces:
    return [node.name, " { ", *joined("; ", node.operators), " }"]


@printer
def _theory_atom_definition(node: tree.TheoryAtomDefinition) -> Pieces:
    guard = f"{{ {', '.join(node.operators)} }}, {node.guard}, " if node.operators is not None else ""
    return [f"&{node.name}/{node.arity} : {node.term}, {guard}{node.kind}"]


@printer
def _theory_definition(node: tree.TheoryDefinition) -> Pieces:
    definitions = joined("; ", (*node.terms, *node.atoms))
    return [f"#theory {node.name} {{ ", *definitions, " }."]


@printer
def _annotation(node: tree.Annotation) -> Pieces:
    return [f"%@ {node.text}".rstrip()]
