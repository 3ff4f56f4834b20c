"""Values that can leave the 32 bits that clingo computes with, given the declared ranges.

A plain interval analysis: every argument of every predicate has an interval, from the declarations and from the rules,
widened where recursion would make it grow; within a rule, atoms and comparisons narrow a variable's. It may warn of
what cannot happen, never the other way round, except inside `#sum` and beyond what an annotation claims of a range.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bicameral.policy.bounds import INT_HIGH, INT_LOW, show_range
from bicameral.policy.model import Declaration
from bicameral.policy.program.intervals import ANY, NOTHING, Interval, absolute, combine, negated
from bicameral.policy.program.scan import Predicate, Scan, predicates
from bicameral.policy.vocabulary.findings import Findings
from bicameral.syntax import to_text, tree
from bicameral.syntax.traverse import children, walk
from bicameral.syntax.tree import BinaryOperator, ComparisonOperator, Sign, UnaryOperator

ROUNDS = 40  # over the rules; after a quarter of them what still grows is called unbounded
PASSES = 3  # over one body
MOST_COUNTED = 1_000_000  # tuples of one count: a case has no more individuals
DEEPEST = 250  # nesting of an arithmetic term: as deep as syntax lets one be
SAFE = r"(P/S)*R+(P\S)*R/S"

Environment = dict[str, Interval]


def check_overflow(
    scans: Sequence[Scan], declared: Mapping[str, Declaration], constants: Mapping[str, tree.Term], findings: Findings
) -> None:
    """Warn of ranges and of arithmetic whose values can leave 32 bits."""
    for declaration in declared.values():
        _check_range(declaration, findings)
    computing = [found for found in scans if tree.BinaryOperation in found.kinds]
    if computing:
        analysis = _Analysis(declared, constants)
        analysis.solve(_relevant(scans, computing))
        for found in computing:
            analysis.warn(found, findings)


def _check_range(declaration: Declaration, findings: Findings) -> None:
    low, high, sort = declaration.low, declaration.high, declaration.sort
    if sort is None or ((low is None or low >= INT_LOW) and (high is None or high <= INT_HIGH)):
        return
    shown = show_range(low, high, sort)
    message = f"the range {shown} of `{declaration.name}` leaves the 32 bits that clingo computes with"
    if sort.scale > 1:
        message += f": in the program a value is {sort.scale} times as large"
    hint = "narrow the range, or take fewer digits after the point"
    findings.warning("can-overflow", message, declaration.span, hint)


def _relevant(scans: Sequence[Scan], computing: Sequence[Scan]) -> list[Scan]:
    """The rules that the values in arithmetic come from, in order of the text."""
    by_head: dict[Predicate, list[int]] = {}
    for index, found in enumerate(scans):
        for predicate in found.makes:
            if predicate.arity:
                by_head.setdefault(predicate, []).append(index)
    wanted = [predicate for found in computing for predicate in found.reads if predicate in by_head]
    chosen: set[int] = set()
    seen: set[Predicate] = set()
    while wanted:
        predicate = wanted.pop()
        if predicate in seen:
            continue
        seen.add(predicate)
        for index in by_head.get(predicate, ()):
            chosen.add(index)
            wanted += [below for below in scans[index].reads if below in by_head]
    return [scans[index] for index in sorted(chosen)]


class _Analysis:
    def __init__(self, declared: Mapping[str, Declaration], constants: Mapping[str, tree.Term]) -> None:
        self._constants = constants
        self._declared = {Predicate(d.name, d.arity): d for d in declared.values() if d.sort is not None}
        self._found: dict[tuple[Predicate, int], Interval] = {}
        self._derivable: set[Predicate] = set()

    def solve(self, scans: Sequence[Scan]) -> None:
        """Intervals of all predicates that the rules derive: up to a fixed point, then once down again."""
        self._derivable = {predicate for found in scans for predicate in found.makes}
        for number in range(ROUNDS):
            before = dict(self._found)
            self._derive_all(scans, before, self._found)
            if number >= ROUNDS // 4:
                self._widen(before)
            if self._found == before:
                below: dict[tuple[Predicate, int], Interval] = {}
                self._derive_all(scans, before, below)
                self._found = below
                return
        self._found = dict.fromkeys(self._found, ANY)

    def _derive_all(
        self,
        scans: Sequence[Scan],
        known: dict[tuple[Predicate, int], Interval],
        target: dict[tuple[Predicate, int], Interval],
    ) -> None:
        """Join into `target` what each rule derives; all but it read `known` where the two are not the same."""
        reading = self._found
        for found in scans:
            self._found = known if target is not reading else target
            environment = self._environment(found.named.statement)
            for atom in found.heads:
                for arguments in atom.pools:
                    predicate = Predicate(f"-{atom.name}" if atom.negative else atom.name, len(arguments))
                    for index, term in enumerate(arguments):
                        value = _cut(self.value(term, environment))
                        target[predicate, index] = target.get((predicate, index), NOTHING).join(value)
        self._found = reading

    def _widen(self, before: Mapping[tuple[Predicate, int], Interval]) -> None:
        """An end that still moves goes as far as it can."""
        for key, value in self._found.items():
            earlier = before.get(key, NOTHING)
            if not earlier.empty:
                low = ANY.low if value.low < earlier.low else value.low
                high = ANY.high if value.high > earlier.high else value.high
                self._found[key] = Interval(low, high)

    def _argument(self, predicate: Predicate, index: int) -> Interval:
        declaration = self._declared.get(predicate)
        claimed = ANY
        if declaration is not None and index == predicate.arity - 1:
            low = declaration.low if declaration.low is not None else ANY.low
            high = declaration.high if declaration.high is not None else ANY.high
            claimed = Interval(low, high)
            if declaration.role in ("input", "derive"):
                return claimed
        if predicate not in self._derivable:
            return claimed
        return self._found.get((predicate, index), NOTHING).meet(claimed)

    # --- within a rule -----------------------------------------------------------------------------------------

    def _environment(self, statement: tree.Statement) -> Environment:
        body = getattr(statement, "body", ())
        counts = _counts(body)
        return self._narrowed(counts, [element for element in body if isinstance(element, tree.Literal)])

    def _narrowed(self, outer: Environment, literals: Sequence[tree.BodyElement]) -> Environment:
        environment = dict(outer)
        plain = [literal for literal in literals if isinstance(literal, tree.Literal) and literal.sign is Sign.NONE]
        for literal in plain:
            if isinstance(literal.atom, tree.SymbolicAtom):
                self._narrow_by_atom(environment, literal.atom)
        comparisons = [literal.atom for literal in plain if isinstance(literal.atom, tree.Comparison)]
        for _ in range(PASSES if comparisons else 0):
            for comparison in comparisons:
                self._narrow_by_comparison(environment, comparison)
        return environment

    def _narrow_by_atom(self, environment: Environment, atom: tree.SymbolicAtom) -> None:
        if len(atom.pools) != 1:
            return
        predicate = predicates(atom)[0]
        for index, term in enumerate(atom.pools[0]):
            if isinstance(term, tree.Variable):
                known = environment.get(term.name, ANY)
                environment[term.name] = known.meet(self._argument(predicate, index))

    def _narrow_by_comparison(self, environment: Environment, comparison: tree.Comparison) -> None:
        left = comparison.term
        for guard in comparison.guards:
            self._narrow(environment, left, guard.operator, guard.term)
            self._narrow(environment, guard.term, _MIRRORED[guard.operator], left)
            left = guard.term

    def _narrow(
        self, environment: Environment, left: tree.Term, operator: ComparisonOperator, right: tree.Term
    ) -> None:
        if not isinstance(left, tree.Variable) or operator is ComparisonOperator.NOT_EQUAL:
            return
        bound = _cut(self.value(right, environment))
        known = environment.get(left.name, ANY)
        match operator:
            case ComparisonOperator.EQUAL:
                limit = bound
            case ComparisonOperator.LESS | ComparisonOperator.LESS_EQUAL:
                limit = Interval(ANY.low, bound.high - (operator is ComparisonOperator.LESS))
            case _:
                limit = Interval(bound.low + (operator is ComparisonOperator.GREATER), ANY.high)
        environment[left.name] = known if bound.empty else known.meet(limit)

    def value(self, term: tree.Term, environment: Environment, depth: int = 0) -> Interval:
        """The interval of a term's numbers; ANY for what is no number or nested beyond sense."""
        if depth > DEEPEST:
            return ANY
        match term:
            case tree.Number():
                return Interval(term.value, term.value)
            case tree.Variable():
                return environment.get(term.name, ANY)
            case tree.Function() if term.pools == ((),) and term.name in self._constants:
                constant = self._constants[term.name]
                return Interval(constant.value, constant.value) if isinstance(constant, tree.Number) else NOTHING
            case tree.Function() | tree.Tuple() | tree.String():
                return NOTHING
            case tree.BinaryOperation():
                left = _cut(self.value(term.left, environment, depth + 1))
                return combine(term.operator, left, _cut(self.value(term.right, environment, depth + 1)))
            case tree.UnaryOperation(operator=UnaryOperator.MINUS):
                return negated(_cut(self.value(term.argument, environment, depth + 1)))
            case tree.Interval():
                ends = [_cut(self.value(end, environment, depth + 1)) for end in (term.left, term.right)]
                return Interval(ends[0].low, ends[1].high)
            case tree.Absolute() if len(term.arguments) == 1:
                return absolute(_cut(self.value(term.arguments[0], environment, depth + 1)))
            case _:
                return ANY

    # --- warnings ----------------------------------------------------------------------------------------------

    def warn(self, found: Scan, findings: Findings) -> None:
        """Warn of each innermost operation of a statement that can leave 32 bits."""
        statement = found.named.statement
        outermost = self._environment(statement)
        if not found.kinds.intersection(_ELEMENTS):
            operations = [node for node in found.nodes if type(node) is tree.BinaryOperation]
            if all(self._fits(node, outermost) for node in operations):
                return
        for node, environment, parent in self._operations(statement, outermost):
            if self._fits(node, environment):
                continue
            value = self.value(node, environment)
            reach = value.high if value.high > INT_HIGH else value.low
            message = f"`{to_text(node)}` can reach {reach:,} given the ranges, outside the 32 bits of clingo"
            findings.warning("can-overflow", message, node.span, _hint(node, parent))

    def _fits(self, node: tree.BinaryOperation, environment: Environment) -> bool:
        value = self.value(node, environment)
        return value.empty or value.fits

    def _operations(
        self, root: Any, environment: Environment
    ) -> Iterator[tuple[tree.BinaryOperation, Environment, Any]]:
        """Every operation with the intervals that hold there, and the node around it."""
        stack: list[tuple[Any, Environment, Any]] = [(root, environment, None)]
        while stack:
            node, here, parent = stack.pop()
            if isinstance(node, tree.BinaryOperation):
                yield node, here, parent
            inner = here
            if isinstance(node, _ELEMENTS):
                inner = self._narrowed(here, list(_conditions(node)))
            below = [(child, inner, node) for child in children(node)]
            stack += reversed(below)


_ELEMENTS = (
    tree.ConditionalLiteral,
    tree.BodyAggregateElement,
    tree.HeadAggregateElement,
    tree.OptimizeElement,
)

_MIRRORED = {
    ComparisonOperator.LESS: ComparisonOperator.GREATER,
    ComparisonOperator.LESS_EQUAL: ComparisonOperator.GREATER_EQUAL,
    ComparisonOperator.GREATER: ComparisonOperator.LESS,
    ComparisonOperator.GREATER_EQUAL: ComparisonOperator.LESS_EQUAL,
    ComparisonOperator.EQUAL: ComparisonOperator.EQUAL,
    ComparisonOperator.NOT_EQUAL: ComparisonOperator.NOT_EQUAL,
}


def _counts(body: Sequence[tree.BodyElement]) -> Environment:
    """Variables that a count is assigned to: it is not negative, and no case has as many individuals as 32 bits."""
    found: dict[str, Interval] = {}
    for element in body:
        if not isinstance(element, tree.BodyLiteral) or element.sign is not Sign.NONE:
            continue
        match element.atom:
            case tree.SetAggregate() | tree.BodyAggregate(function=tree.AggregateFunction.COUNT):
                for guard in (element.atom.left, element.atom.right):
                    if (
                        guard is not None
                        and guard.operator is ComparisonOperator.EQUAL
                        and isinstance(guard.term, tree.Variable)
                    ):
                        found[guard.term.name] = Interval(0, MOST_COUNTED)
            case _:
                pass
    return found


def _conditions(node: Any) -> Sequence[tree.BodyElement]:
    """The literals under which an element counts."""
    if isinstance(node, tree.HeadAggregateElement):
        return node.literal.condition
    found: Sequence[tree.BodyElement] = node.condition
    return found


def _cut(value: Interval) -> Interval:
    """What is left of an interval in 32 bits; a value that leaves them may be any (it wraps around)."""
    return value if value.empty or value.fits else ANY


def _hint(node: tree.BinaryOperation, parent: Any) -> str:
    bound = "give its inputs upper and lower bounds"
    if node.operator is not BinaryOperator.MULTIPLICATION:
        return bound
    divided = (
        isinstance(parent, tree.BinaryOperation) and parent.operator is BinaryOperator.DIVISION and parent.left is node
    )
    if divided and not any(isinstance(part, tree.BinaryOperation) for part in walk(node) if part is not node):
        left, right, divisor = to_text(node.left), to_text(node.right), to_text(parent.right)
        written = f"({left}/{divisor})*{right}+({left}\\{divisor})*{right}/{divisor}"
        return f"{bound}, or write {written}"
    return f"{bound}, or divide first: {SAFE} is P*R/S"
