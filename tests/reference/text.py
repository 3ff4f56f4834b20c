"""Generated programs as clingo text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.reference.program import (
    Abs,
    Aggregate,
    Atom,
    BodyLiteral,
    Choice,
    Comparison,
    Conditional,
    Counted,
    Element,
    Extreme,
    Flip,
    Fun,
    Guard,
    Interval,
    Literal,
    Minus,
    Name,
    Num,
    Op,
    Option,
    Pool,
    Program,
    Rule,
    Str,
    Term,
    Var,
)
from tests.reference.values import Text, show_value

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def show_term(term: Term) -> str:
    """Fully parenthesised below the top, so that no precedence is relied on."""
    match term:
        case Var(name) | Name(name):
            return name
        case Num(value):
            return str(value)
        case Str(text):
            return show_value(Text(text))
        case Extreme(top):
            return "#sup" if top else "#inf"
        case Minus(inner):
            return f"-({show_term(inner)})"
        case Flip(inner):
            return f"~({show_term(inner)})"
        case Abs(inner):
            return f"|{show_term(inner)}|"
        case Op(symbol, left, right):
            return f"{_operand(left)}{symbol}{_operand(right)}"
        case Interval(low, high):
            return f"{_operand(low)}..{_operand(high)}"
        case Fun(name, args):
            comma = "," if not name and len(args) == 1 else ""
            return f"{name}({','.join(map(show_term, args))}{comma})"
        case Pool(alternatives):
            return f"({';'.join(map(show_term, alternatives))})"


def _operand(term: Term) -> str:
    text = show_term(term)
    return f"({text})" if isinstance(term, Op | Minus | Interval | Flip) or text.startswith("-") else text


def show_atom(atom: Atom) -> str:
    return f"{atom.predicate}({','.join(map(show_term, atom.args))})" if atom.args else atom.predicate


def show_literal(literal: BodyLiteral) -> str:
    match literal:
        case Literal(sign, atom):
            return "not " * sign + show_atom(atom)
        case Comparison(sign, parts, relations):
            words = [show_term(parts[0])]
            for relation, term in zip(relations, parts[1:], strict=True):
                words += [relation, show_term(term)]
            return "not " * sign + " ".join(words)
        case Conditional(head, condition):
            return f"{show_literal(head)} : {', '.join(map(show_literal, condition))}"
        case Aggregate(sign, function, elements, left, right):
            return _guarded(sign, f"#{function}", map(_element, elements), left, right)
        case Counted(sign, counted, left, right):
            return _guarded(sign, "", map(_counted, counted), left, right)


def _guarded(sign: int, function: str, inner: Iterable[str], left: Guard | None, right: Guard | None) -> str:
    words = ["not"] * sign
    words += [f"{show_term(left.term)} {_MIRRORED.get(left.relation, left.relation)}"] if left is not None else []
    words.append(f"{function} {{ {'; '.join(inner)} }}".lstrip())
    words += [f"{right.relation} {show_term(right.term)}"] if right is not None else []
    return " ".join(words)


def _element(element: Element) -> str:
    shown = ",".join(map(show_term, element.terms))
    return f"{shown} : {', '.join(map(show_literal, element.condition))}" if element.condition else shown


def _counted(element: Conditional) -> str:
    return show_literal(element) if element.condition else show_literal(element.literal)


def show_body(body: Sequence[BodyLiteral]) -> str:
    """A conditional literal ends at a semicolon."""
    words: list[str] = []
    for index, literal in enumerate(body):
        last = index == len(body) - 1
        words.append(show_literal(literal) + ("" if last else "; " if isinstance(literal, Conditional) else ", "))
    return "".join(words)


def _option(option: Option) -> str:
    shown = "not " * option.sign + show_atom(option.atom)
    return f"{shown} : {', '.join(map(show_literal, option.condition))}" if option.condition else shown


def show_head(rule: Rule) -> str:
    match rule.head:
        case None:
            return ""
        case Atom():
            return f"{{{show_atom(rule.head)}}}" if rule.choice else show_atom(rule.head)
        case Choice(options, left, right):
            return _guarded(0, "", map(_option, options), left, right)
        case _:
            return "; ".join(map(_option, rule.head.options))


def show_rule(rule: Rule) -> str:
    head, body = show_head(rule), show_body(rule.body)
    if rule.external:
        return f"#external {head} : {body}." if body else f"#external {head}."
    if not body:
        return f"{head}." if head else ":- ."
    return f"{head} :- {body}.".lstrip()


def show(program: Program) -> str:
    lines = [f"#const {name} = {value}." for name, value in program.constants.items()]
    return "\n".join(lines + [show_rule(rule) for rule in program.rules]) + "\n"
