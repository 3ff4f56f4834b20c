"""What coverage asks of a case, as claims: bodies of rules, comparisons from both sides, exceptions that win.

*A rule fires* in a case where its body holds, for some individuals and values. *A threshold is met* where its rule's
other conditions hold and the comparison does, *not met* where they hold and it does not. *An exception wins* over a
statement `... :- B, not p(t)` where B holds, p(t) does, and the exception is the only rule that derives it: without
it the statement would fire.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import TypeVar

from bicameral.analysis.dependency import head_atoms
from bicameral.equivalence.boundaries.thresholds import CONTRARY, Exception_, Threshold, exceptions, thresholds
from bicameral.equivalence.boundaries.trees import Path, at, mapped
from bicameral.lowering.joins import global_variables
from bicameral.policy.model import CheckedPolicy, Claim
from bicameral.source.record import record
from bicameral.syntax import tree
from bicameral.syntax.node import Node

ANONYMOUS = "_"
N = TypeVar("N", bound=Node)


@record
class RuleProbe:
    """`claim` holds where the statement of this number fires."""

    statement: int
    claim: Claim


@record
class ThresholdProbe:
    """`met` and `unmet` hold where the comparison does and does not, all else holding."""

    threshold: Threshold
    met: Claim
    unmet: Claim


@record
class ExceptionProbe:
    """`claim` holds where the statement `winner` alone keeps the other from firing."""

    winner: int
    over: Exception_
    claim: Claim


class Probes:
    """All that is asked of the cases of one policy."""

    def __init__(self, policy: CheckedPolicy) -> None:
        self._policy = policy
        prefix = "covered"
        while any(name.lstrip("-").startswith(prefix) for name, _ in policy.predicates):
            prefix += "_"
        self._prefix = prefix
        self._numbers = count(1)
        rules = [index for index, named in enumerate(policy.statements) if isinstance(named.statement, tree.Rule)]
        self.rules = [RuleProbe(index, self._claim([self._rule(index).body])) for index in rules]
        self.thresholds = [probe for one in thresholds(policy) if (probe := self._threshold(one)) is not None]
        self.exceptions = [probe for one in exceptions(policy) for probe in self._exception(one)]

    @property
    def claims(self) -> list[Claim]:
        found = [probe.claim for probe in self.rules]
        found += [claim for probe in self.thresholds for claim in (probe.met, probe.unmet)]
        return found + [probe.claim for probe in self.exceptions]

    def _rule(self, index: int) -> tree.Rule:
        statement = self._policy.statements[index].statement
        assert isinstance(statement, tree.Rule)
        return statement

    def _fresh(self) -> str:
        return f"{self._prefix}{next(self._numbers)}"

    def _claim(self, bodies: Sequence[Sequence[tree.BodyElement]], *more: tree.Rule) -> Claim:
        """A claim that holds where one of the bodies does; `more` define what they rest on."""
        name = self._fresh()
        head = tree.Literal(tree.Sign.NONE, tree.SymbolicAtom(name))
        return Claim(name, name, (*(tree.Rule(head, tuple(body)) for body in bodies), *more))

    # --- thresholds --------------------------------------------------------------------------------------------------

    def _threshold(self, threshold: Threshold) -> ThresholdProbe | None:
        """None for the ends of intervals and the bounds of choices, which have no sides that a case could meet."""
        rule = self._rule(threshold.statement)
        if threshold.operator is None or (threshold.kind == "guard" and threshold.path[0] != "body"):
            return None
        claims = []
        for operator in (threshold.operator, CONTRARY[threshold.operator]):
            if threshold.kind == "guard":
                index = int(threshold.path[1])
                holder = rule.body[index]
                assert isinstance(holder, tree.BodyLiteral)
                guard = at(rule, threshold.path)
                atom = replace(holder.atom, **{str(threshold.path[-1]): replace(guard, operator=operator)})
                changed = tree.BodyLiteral(tree.Sign.NONE, atom)
                body = (*rule.body[:index], changed, *rule.body[index + 1 :])
            else:
                body = (*_besides(rule, threshold.path[:-1]), *_link(rule, threshold, operator))
            claims.append(self._claim([body]))
        return ThresholdProbe(threshold, *claims)

    # --- exceptions --------------------------------------------------------------------------------------------------

    def _exception(self, over: Exception_) -> Iterator[ExceptionProbe]:
        rule = self._rule(over.statement)
        besides = _besides(rule, over.path)
        sign = over.atom.negative
        for winner in over.rules:
            if winner == over.statement:
                continue
            bodies: list[tuple[tree.BodyElement, ...]] = []
            more: list[tree.Rule] = []
            for asked in over.atom.pools:
                others = self._fresh()
                kept = [place for place, term in enumerate(asked) if not _is_anonymous(term)]
                mine = tuple(_renamed(rule, asked, over.path))
                known = tuple(mine[place] for place in kept)
                for index in over.rules:
                    if index != winner:
                        for args, body in _derivations(self._rule(index), over.atom.name, sign, len(asked)):
                            head = tree.SymbolicAtom(others, (tuple(args[place] for place in kept),))
                            more.append(tree.Rule(tree.Literal(tree.Sign.NONE, head), body))
                for args, body in _derivations(self._rule(winner), over.atom.name, sign, len(asked)):
                    same = [_equal(known[number], args[place]) for number, place in enumerate(kept)]
                    alone = tree.Literal(tree.Sign.NEGATION, tree.SymbolicAtom(others, (known,)))
                    bodies.append((*besides, *body, *same, *((alone,) if _defines(more, others) else ())))
            if bodies:
                yield ExceptionProbe(winner, over, self._claim(bodies, *more))


def _defines(rules: Sequence[tree.Rule], name: str) -> bool:
    return any(atom.name == name for rule in rules for atom in head_atoms(rule.head))


def _derivations(
    rule: tree.Rule, name: str, negative: bool, arity: int
) -> Iterator[tuple[tuple[tree.Term, ...], tuple[tree.BodyElement, ...]]]:
    """The arguments with which a rule derives a predicate, and what that takes, its variables renamed.

    Of a choice or a disjunction the atom itself is asked for, too.
    """
    theirs = _apart(rule, (), "Theirs")
    plain = isinstance(theirs.head, tree.Literal)
    conditions: dict[int, tuple[tree.Literal, ...]] = {}
    if isinstance(theirs.head, tree.SetAggregate | tree.Disjunction):
        conditions = {id(element.literal.atom): element.condition for element in theirs.head.elements}
    for atom in head_atoms(theirs.head):
        if atom.name == name and atom.negative == negative:
            for args in atom.pools:
                if len(args) == arity:
                    itself = () if plain else (tree.Literal(tree.Sign.NONE, replace(atom, pools=(args,))),)
                    yield args, (*theirs.body, *conditions.get(id(atom), ()), *itself)


# --- what else holds ------------------------------------------------------------------------------------------------


def _besides(rule: tree.Rule, path: Path) -> tuple[tree.BodyElement, ...]:
    """A rule's body, and the condition that the literal at `path` stands in, without that literal.

    A condition's own variables are renamed, since they are free in the body now.
    """
    if path[0] != "body":
        return rule.body
    index = int(path[1])
    others = (*rule.body[:index], *rule.body[index + 1 :])
    if len(path) == 2:
        return others
    inside: list[tree.Literal] = []
    if "condition" in path:
        step = path.index("condition")
        literals: tuple[tree.Literal, ...] = at(rule, path[: step + 1])
        inside = [part for place, part in enumerate(literals) if place != path[step + 1]]
    else:  # the literal before a colon: its condition is what else holds
        inside = list(at(rule, path[:-1]).condition)
    outer: tuple[tree.BodyElement, ...] = rule.body if isinstance(rule.body[index], tree.BodyLiteral) else others
    keep = _global(rule)
    return (*outer, *(_apart(part, keep, "Inside") for part in inside))


def _renamed(rule: tree.Rule, terms: Sequence[tree.Term], path: Path) -> Iterator[tree.Term]:
    """Terms of the literal at `path`, their variables named as `_besides` names them."""
    inside = len(path) > 2
    for term in terms:
        yield _apart(term, _global(rule), "Inside") if inside else term


def _link(rule: tree.Rule, threshold: Threshold, operator: tree.ComparisonOperator) -> Iterator[tree.BodyElement]:
    """The links of a chain, each a literal, the one at hand with this operator; the others as they are."""
    comparison: tree.Comparison = at(rule, threshold.path)
    holder: tree.Literal = at(rule, threshold.path[:-1])
    terms = (comparison.term, *(guard.term for guard in comparison.guards))
    for place, guard in enumerate(comparison.guards):
        if place == threshold.link or holder.sign is tree.Sign.NONE:
            used = operator if place == threshold.link else guard.operator
            left, right = _renamed(rule, terms[place : place + 2], threshold.path[:-1])
            yield tree.Literal(tree.Sign.NONE, tree.Comparison(left, (tree.Guard(used, right),)))


def _equal(left: tree.Term, right: tree.Term) -> tree.Literal:
    return tree.Literal(tree.Sign.NONE, tree.Comparison(left, (tree.Guard(tree.ComparisonOperator.EQUAL, right),)))


def _is_anonymous(term: tree.Term) -> bool:
    return isinstance(term, tree.Variable) and term.name == ANONYMOUS


def _global(rule: tree.Rule) -> set[str]:
    return set(global_variables(rule))


def _apart(node: N, keep: Collection[str], prefix: str) -> N:
    """The node with its variables renamed, but for those to be kept."""

    def renamed(part: Node) -> Node:
        if isinstance(part, tree.Variable) and part.name != ANONYMOUS and part.name not in keep:
            return tree.Variable(f"{prefix}_{part.name}")
        return part

    return mapped(node, renamed)
