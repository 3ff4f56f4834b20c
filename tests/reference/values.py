"""Ground terms: clingo's values, their total order, and what the operations make of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A string."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function; with an empty name a tuple; without arguments and `negative`, `-a`."""

    name: str
    args: tuple[Ground, ...]
    negative: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """`#sup` where `top`, else `#inf`."""

    top: bool


Ground = int | str | Text | Call | Limit  # a plain str is a constant by its name
GroundAtom = tuple[str, tuple[Ground, ...]]  # a classically negated predicate has a `-` before its name
Key = tuple[object, ...]

SUP, INF = Limit(top=True), Limit(top=False)


def order(value: Ground) -> Key:
    """clingo's total order, as a key: kinds first."""
    match value:
        case Limit(top):
            return (8,) if top else (0,)
        case int():
            return (1, value)
        case str():
            return (3, value.encode())
        case Text(text):
            return (5, text.encode())
        case Call("", (), False):
            return (2,)
        case Call(name, (), True):
            return (4, name.encode())
        case Call(name, args, negative):
            return (7 if negative else 6, len(args), name.encode(), tuple(map(order, args)))


def related(a: Ground, relation: str, b: Ground) -> bool:
    x, y = order(a), order(b)
    return {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "=": x == y, "!=": x != y}[relation]


def opposite(value: Ground) -> Ground | None:
    """`-value`; None where clingo calls it undefined."""
    match value:
        case int():
            return -value
        case str():
            return Call(value, (), negative=True)
        case Call(name, (), True):
            return name
        case Call(name, args, negative) if name:
            return Call(name, args, not negative)
        case Call("", args, negative) if args:
            return Call("", args, not negative)
        case _:
            return None


def operate(symbol: str, a: int, b: int) -> int | None:
    """clingo's integers: the quotient is truncated toward zero, the remainder has the dividend's sign."""
    match symbol:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "&":
            return a & b
        case "?":
            return a | b
        case "^":
            return a ^ b
        case "**":
            return _power(a, b)
    if b == 0:
        return None
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient if symbol == "/" else a - quotient * b


def _power(a: int, b: int) -> int | None:
    """A negative exponent gives 0, and is undefined for 0."""
    if b >= 0:
        return int(a**b)
    return None if a == 0 else 0


def show_value(value: Ground) -> str:
    match value:
        case Limit(top):
            return "#sup" if top else "#inf"
        case int() | str():
            return str(value)
        case Text(text):
            escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
            return f'"{escaped}"'
        case Call(name, args, negative):
            inner = ",".join(map(show_value, args)) + ("," if len(args) == 1 and not name else "")
            shown = name if name and not args else f"{name}({inner})"
            return f"-{shown}" if negative else shown


def show_ground(atom: GroundAtom) -> str:
    predicate, args = atom
    return f"{predicate}({','.join(map(show_value, args))})" if args else predicate
