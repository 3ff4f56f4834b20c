"""Trees by hand: what the nodes hold, and where they stand."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest

from bicameral.source import NOWHERE, Span
from bicameral.syntax import parse, parse_body, parse_term, to_text, tree
from bicameral.syntax.tree import (
    AggregateFunction,
    BinaryOperation,
    BinaryOperator,
    BooleanConstant,
    Comparison,
    ComparisonOperator,
    ConditionalLiteral,
    Disjunction,
    Function,
    Guard,
    Interval,
    LeftGuard,
    Literal,
    Number,
    Pool,
    Rule,
    SetAggregate,
    Sign,
    String,
    SymbolicAtom,
    Tuple,
    UnaryOperation,
    UnaryOperator,
    Variable,
)


def atom(name: str, *arguments: tree.Term) -> Literal:
    return Literal(Sign.NONE, SymbolicAtom(name, (arguments,)))


def only(text: str) -> tree.Statement:
    (statement,) = parse(text).statements
    return statement


def number(value: int) -> Number:
    return Number(value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0x1F", number(31)),
        ("0o17", number(15)),
        ("0b101", number(5)),
        (r'"a\"\\\n\\n"', String('a"\\\n\\n')),
        ("((1))", number(1)),
        ("(1,)", Tuple((number(1),))),
        ("(,)", Tuple(())),
        ("(1;2,3;)", Pool((number(1), Tuple((number(2), number(3))), Tuple(())))),
        ("c()", Function("c")),
        ("f(1;2,3;)", Function("f", ((number(1),), (number(2), number(3)), ()))),
        ("@f", Function("f", ((),), external=True)),
        ("|X;1|", tree.Absolute((Variable("X"), number(1)))),
        ("#infimum", tree.Infimum()),
        (
            "2**3**2",
            BinaryOperation(
                BinaryOperator.POWER, number(2), BinaryOperation(BinaryOperator.POWER, number(3), number(2))
            ),
        ),
        (
            "-2**2",
            BinaryOperation(BinaryOperator.POWER, UnaryOperation(UnaryOperator.MINUS, number(2)), number(2)),
        ),
        ("1..X+1", Interval(number(1), BinaryOperation(BinaryOperator.PLUS, Variable("X"), number(1)))),
    ],
)
def test_terms(text: str, expected: tree.Term) -> None:
    assert parse_term(text) == expected


def test_a_rule() -> None:
    assert only("a(X) :- b(X), not -c, 1 < X != 3.") == Rule(
        atom("a", Variable("X")),
        (
            atom("b", Variable("X")),
            Literal(Sign.NEGATION, SymbolicAtom("c", ((),), negative=True)),
            Literal(
                Sign.NONE,
                Comparison(
                    number(1),
                    (
                        Guard(ComparisonOperator.LESS, Variable("X")),
                        Guard(ComparisonOperator.NOT_EQUAL, number(3)),
                    ),
                ),
            ),
        ),
    )


def test_a_constraint_has_the_head_false() -> None:
    assert only(":- a.") == Rule(Literal(Sign.NONE, BooleanConstant(value=False)), (atom("a"),))


def test_guards_without_an_operator_are_at_most() -> None:
    assert only("1 {a : b} X.") == Rule(
        SetAggregate(
            LeftGuard(number(1), ComparisonOperator.LESS_EQUAL),
            (ConditionalLiteral(atom("a"), (atom("b"),)),),
            Guard(ComparisonOperator.LESS_EQUAL, Variable("X")),
        ),
        (),
    )


def test_a_single_head_with_a_condition_is_a_disjunction() -> None:
    assert only("a : .") == Rule(Disjunction((ConditionalLiteral(atom("a"), ()),)), ())


def test_aggregates_in_a_body() -> None:
    (element,) = parse_body("not X = #sum+ {Y,Z : p(Y); 1}")
    assert element == tree.BodyLiteral(
        Sign.NEGATION,
        tree.BodyAggregate(
            LeftGuard(Variable("X"), ComparisonOperator.EQUAL),
            AggregateFunction.SUM_PLUS,
            (
                tree.BodyAggregateElement((Variable("Y"), Variable("Z")), (atom("p", Variable("Y")),)),
                tree.BodyAggregateElement((number(1),), ()),
            ),
            None,
        ),
    )


def test_scripts_keep_their_code() -> None:
    assert only("#script (lua)\n  x = 1 % 2\n  #end.") == tree.Script("lua", "\n  x = 1 % 2\n")


def test_signatures_and_shown_terms_are_told_apart() -> None:
    quotient = BinaryOperation(BinaryOperator.DIVISION, Function("p"), number(1))
    assert only("#show p/1.") == tree.ShowSignature("p", 1)
    assert only("#show (p/1).") == tree.ShowTerm(quotient, ())
    assert to_text(tree.ShowTerm(quotient, ())) == "#show (p/1)."


def test_theory_operators_are_read_in_longest_runs() -> None:
    rule = only("&a { x +- y ; - x } <= 1.")
    assert isinstance(rule, Rule)
    assert isinstance(rule.head, tree.TheoryAtom)
    assert [element.terms for element in rule.head.elements] == [
        (tree.TheoryUnparsed((((), Function("x")), (("+-",), Function("y")))),),
        (tree.TheoryUnparsed(((("-",), Function("x")),)),),
    ]
    assert rule.head.guard == tree.TheoryGuard("<=", number(1))


def test_every_node_has_its_span() -> None:
    text = "a :-\n  b(X+1),\n  not c."
    rule = parse(text, "file.lp").statements[0]
    assert isinstance(rule, Rule)
    first, second = rule.body
    assert isinstance(first, Literal)
    assert isinstance(first.atom, SymbolicAtom)
    total = first.atom.pools[0][0]
    assert isinstance(total, BinaryOperation)
    assert rule.span == Span("file.lp", 1, 1, 3, 9)
    assert first.span == first.atom.span == Span("file.lp", 2, 3, 2, 9)
    assert total.span == Span("file.lp", 2, 5, 2, 8)
    assert total.right.span == Span("file.lp", 2, 7, 2, 8)
    assert second.span == Span("file.lp", 3, 3, 3, 8)


def test_equality_looks_at_structure_alone() -> None:
    one, other = parse("a:-b."), parse("\na  :-\n b .")
    assert one == other
    assert hash(one) == hash(other)
    assert one != parse("a:-c.")
    assert Number(1) != Variable("1")  # type: ignore[comparison-overlap]


def test_nodes_are_frozen_dataclasses_to_others() -> None:
    node = parse_term("f(X)")
    assert isinstance(node, Function)
    assert is_dataclass(Function)
    assert [field.name for field in fields(node)] == ["name", "pools", "external", "span"]
    assert replace(node, name="g") == parse_term("g(X)")
    assert repr(node) == "Function(name='f', pools=((Variable(name='X'),),), external=False)"
    assert Variable(name="X").span == NOWHERE
    again = pickle.loads(pickle.dumps(node))
    assert again == node
    assert again.span == node.span
    with pytest.raises(FrozenInstanceError):
        node.name = "g"  # type: ignore[misc]
    with pytest.raises(TypeError):
        Variable()  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a:-b,c.", "a :- b, c.\n"),
        ("a:-b:c;d.", "a :- b: c; d.\n"),
        ("a|b.", "a; b.\n"),
        (":-a.", ":- a.\n"),
        ("#false:-a.", ":- a.\n"),
        ("p((1+2)*3,1+(2*3),-(1),(-1)**2,2**(3**2)).", "p((1+2)*3,1+2*3,-1,-1**2,2**3**2).\n"),
        ("#const a=1.[override]", "#const a = 1. [override]\n"),
    ],
)
def test_printed(text: str, printed: str) -> None:
    assert to_text(parse(text)) == printed
