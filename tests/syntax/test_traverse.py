from __future__ import annotations

from bicameral.syntax import parse, parse_term, tree
from bicameral.syntax.traverse import atoms, children, deeper_than, variables, walk


def test_children_are_in_the_order_of_the_text() -> None:
    (rule,) = parse("a(X;Y) :- b, 1 < Z, 2 {c : d; e} 3.").statements
    assert [type(child).__name__ for child in children(rule)] == ["Literal", "Literal", "Literal", "BodyLiteral"]
    assert [atom.name for atom in atoms(rule)] == ["a", "b", "c", "d", "e"]
    assert [variable.name for variable in variables(rule)] == ["X", "Y", "Z"]


def test_every_variable_of_every_construct_is_seen() -> None:
    text = """
    #edge (A, B; C, D) : p(E).  #minimize {F @ G, H : p(I)}.  :~ p(J). [K @ L, M]
    #heuristic p(N) : q(O). [P @ Q, R]  #external p(S) : q(T). [U]  #show V : p(W).  #project p(X) : q(Y).
    &a(Z) { f(AA, [AB]), - AC + (AD, {AE}) : p(AF) } = AG.
    {p(BA) : q(BB)} BC.  #sum {BD : p(BE) : q(BF)}.  p(BG) : q(BH).
    p :- BI #max {BJ : p(BK)} BL, p(BM) : q(BN); not |BO; BP| = (BQ; BR, BS) .. BT, @f(BU) = -BV ** _.
    """
    found = [variable.name for variable in variables(parse(text))]
    first = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
    assert found == [*first, *(f"A{c}" for c in "ABCDEFG"), *(f"B{c}" for c in "ABCDEFGHIJKLMNOPQRSTUV"), "_"]


def test_walk_goes_down_first() -> None:
    nodes = [type(node).__name__ for node in walk(parse_term("f(X+1, g(a))"))]
    assert nodes == ["Function", "BinaryOperation", "Variable", "Number", "Function", "Function"]


def test_depth() -> None:
    term = parse_term("f(g(h(x)))")
    assert deeper_than(term, 3) is None
    assert deeper_than(term, 2) == tree.Function("x")
