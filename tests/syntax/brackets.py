"""Terms with parentheses around each operation: what a tree means, without a printer's thrift."""

from __future__ import annotations

from bicameral.syntax import to_text, tree


def bracketed(term: tree.Term) -> str:
    """The term fully in parentheses."""
    match term:
        case tree.BinaryOperation(operator, left, right):
            return f"({bracketed(left)} {operator.value} {bracketed(right)})"
        case tree.Interval(left, right):
            return f"({bracketed(left)} .. {bracketed(right)})"
        case tree.UnaryOperation(operator, argument):
            return f"({operator.value} {bracketed(argument)})"
        case tree.Absolute(arguments):
            return f"|{'; '.join(map(bracketed, arguments))}|"
        case tree.Tuple(arguments):
            return f"({', '.join(map(bracketed, arguments))}{',' if arguments else ''})"
        case tree.Pool(arguments):
            return f"({'; '.join(map(bracketed, arguments))})"
        case tree.Function(name, pools, external) if pools != ((),):
            inside = "; ".join(", ".join(map(bracketed, arguments)) for arguments in pools)
            return f"{'@' if external else ''}{name}({inside})"
        case _:
            return to_text(term)
