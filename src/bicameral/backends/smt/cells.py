"""Where the truth of an arithmetic atom changes as one number moves and all others stand.

Between two neighbouring changes every atom keeps its truth, so one point speaks for the whole cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto

from bicameral.formula import factory
from bicameral.formula.calendar import STEPS
from bicameral.formula.interpreter import Value, evaluate
from bicameral.formula.term import Op, Term, subterms
from bicameral.sorts.term_sort import INT
from bicameral.source.record import record

Cell = tuple[int | None, int | None]  # a stretch of a number: ends included, None where it has no end

ATOMS = (Op.EQ, Op.LE, Op.LT)


def arithmetic_atoms(nodes: Iterable[Term]) -> list[Term]:
    """The comparisons of numbers among these terms."""
    return [node for node in nodes if node.op in ATOMS and node.args[0].sort == INT]


class Shape(Enum):
    """How a numeric term moves with the number."""

    CONSTANT = auto()
    AFFINE = auto()
    MONOTONE = auto()
    IRREGULAR = auto()


@record
class _Course:
    """A term as a function of the number: slope*v + offset where constant or affine, else only its direction."""

    shape: Shape
    slope: int = 0  # of a monotone one the sign alone
    offset: int = 0


_IRREGULAR = _Course(Shape.IRREGULAR)


def changes(atom: Term, number: Term, env: Mapping[str, Value]) -> list[int] | None:
    """The points where the truth of `atom` differs from that at the point before; None where there is no telling.

    `env` gives the values of the other symbols. Raises KeyError for a symbol without a value.
    """
    difference = factory.sub(*atom.args)
    course = _course(difference, number, env)
    match course.shape:
        case Shape.CONSTANT:
            return []
        case Shape.AFFINE:
            return _affine_changes(atom.op, course.slope, course.offset)
        case Shape.MONOTONE:
            return _monotone_changes(atom.op, course.slope > 0, difference, str(number.payload), env)
        case Shape.IRREGULAR:
            return None


def cut(starts: Sequence[int], low: int | None, high: int | None) -> list[Cell]:
    """The cells of `low`..`high` that begin at `low` and at each of the ascending `starts`."""
    inside = [start for start in starts if (low is None or start > low) and (high is None or start <= high)]
    return [(a, high if b is None else b - 1) for a, b in zip([low, *inside], [*inside, None], strict=True)]


def _affine_changes(op: Op, slope: int, offset: int) -> list[int]:
    if slope < 0 and op is not Op.EQ:  # s*v + o <= 0 for falling s: the complement of -s*v - o < 0
        return _affine_changes(Op.LT if op is Op.LE else Op.LE, -slope, -offset)
    zero, rest = divmod(-offset, slope)
    if op is Op.EQ:
        return [] if rest else [zero, zero + 1]
    if op is Op.LE:
        return [zero + 1]
    return [zero + (1 if rest else 0)]


def _monotone_changes(op: Op, rising: bool, difference: Term, name: str, env: Mapping[str, Value]) -> list[int]:
    values = dict(env)

    def at(point: int) -> int:
        values[name] = point
        result = evaluate(difference, values)
        assert isinstance(result, int)
        return result if rising else -result

    positive, not_negative = _first(lambda v: at(v) > 0), _first(lambda v: at(v) >= 0)
    if op is Op.EQ:
        return sorted({positive, not_negative}) if positive != not_negative else []
    return [positive if (op is Op.LE) == rising else not_negative]


def _first(holds: Callable[[int], bool]) -> int:
    """The least point where a rising predicate, false somewhere and true somewhere, is true."""
    low, high = -1, 1
    while holds(low):
        low *= 2
    while not holds(high):
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def _course(term: Term, number: Term, env: Mapping[str, Value]) -> _Course:
    found: dict[Term, _Course] = {}
    moving: dict[Term, bool] = {}
    for node in subterms(term):
        moving[node] = node == number or any(moving[arg] for arg in node.args)
        if node.sort != INT:
            continue
        if node == number:
            found[node] = _Course(Shape.AFFINE, 1, 0)
        elif not moving[node]:
            value = evaluate(node, env)
            assert isinstance(value, int)
            found[node] = _Course(Shape.CONSTANT, 0, value)
        else:
            found[node] = _moving(node, moving, found, env)
    return found[term]


def _moving(
    node: Term, moving: Mapping[Term, bool], found: Mapping[Term, _Course], env: Mapping[str, Value]
) -> _Course:
    match node.op:
        case Op.ADD:
            result = _Course(Shape.CONSTANT)
            for arg in node.args:
                result = _sum(result, found[arg])
            return result
        case Op.MUL:
            result = _Course(Shape.CONSTANT, 0, 1)
            for arg in node.args:
                result = _product(result, found[arg])
            return result
        case Op.TDIV if found[node.args[1]].shape is Shape.CONSTANT:
            divisor = found[node.args[1]].offset
            course = found[node.args[0]]
            if divisor == 0:
                return _Course(Shape.CONSTANT)
            if course.shape in (Shape.AFFINE, Shape.MONOTONE):
                return _Course(Shape.MONOTONE, _sign(course.slope) * _sign(divisor))
            return _IRREGULAR
        case Op.CALL:
            return _called(STEPS[str(node.payload)].directions, [found[arg] for arg in node.args])
        case Op.ITE if not moving[node.args[0]]:
            return found[node.args[1] if evaluate(node.args[0], env) else node.args[2]]
        case _:
            return _IRREGULAR


def _called(directions: Sequence[int], courses: Sequence[_Course]) -> _Course:
    """A step function of moving arguments: it moves one way where they all make it."""
    ways = set()
    for direction, course in zip(directions, courses, strict=True):
        if course.shape is not Shape.CONSTANT:
            ways.add(0 if course.shape is Shape.IRREGULAR else direction * _sign(course.slope))
    return _Course(Shape.MONOTONE, ways.pop()) if len(ways) == 1 and 0 not in ways else _IRREGULAR


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _sum(left: _Course, right: _Course) -> _Course:
    if Shape.IRREGULAR in (left.shape, right.shape):
        return _IRREGULAR
    if Shape.MONOTONE not in (left.shape, right.shape):
        slope = left.slope + right.slope
        return _Course(Shape.AFFINE if slope else Shape.CONSTANT, slope, left.offset + right.offset)
    directions = {_sign(course.slope) for course in (left, right)} - {0}
    return _Course(Shape.MONOTONE, directions.pop()) if len(directions) == 1 else _IRREGULAR


def _product(left: _Course, right: _Course) -> _Course:
    if left.shape is not Shape.CONSTANT:
        left, right = right, left
    if left.shape is not Shape.CONSTANT or right.shape is Shape.IRREGULAR:
        return _Course(Shape.CONSTANT) if left == _Course(Shape.CONSTANT) else _IRREGULAR
    factor = left.offset
    if factor == 0:
        return _Course(Shape.CONSTANT)
    if right.shape is Shape.MONOTONE:
        return _Course(Shape.MONOTONE, right.slope * _sign(factor))
    return _Course(right.shape, right.slope * factor, right.offset * factor)


def thresholds(atoms: Iterable[Term], symbols: Iterable[Term]) -> dict[Term, list[int]]:
    """For each Int symbol the points that atoms over it alone make special, ascending: good guesses for optima."""
    found: dict[Term, set[int]] = {symbol: set() for symbol in symbols}
    for atom in atoms:
        mine = [node for node in subterms(atom) if node.op is Op.SYMBOL]
        if len(mine) == 1 and mine[0] in found:
            found[mine[0]].update(changes(atom, mine[0], {}) or ())
    return {symbol: sorted(points) for symbol, points in found.items()}
