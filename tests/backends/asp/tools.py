"""What the tests of this folder share: sessions on texts, and stock clingo over explicit domains as the judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import clingo

from bicameral.backends.asp import AspBackend, AspSession
from bicameral.backends.contract import (
    CLINGO_MAX,
    Answer,
    Budget,
    ClassFinder,
    ClassGroup,
    Decision,
    Lower,
    Truth,
    undecided,
)
from bicameral.formula.interpreter import evaluate
from bicameral.lowering import lower
from bicameral.lowering.program import LoweredProgram
from bicameral.policy import check_text
from bicameral.policy.instances import Scope
from bicameral.policy.model import Case, CheckedPolicy, Claim, Value
from bicameral.syntax import parse_body, to_text, tree

Side = tuple[bool, bool]


def budget(milliseconds: int = 20_000) -> Budget:
    return Budget(milliseconds)


class Scan:
    """A class finder that looks at every point between two numbers."""

    def __init__(self, low: int = -50, high: int = 300) -> None:
        self.low, self.high = low, high
        self.calls: list[tuple[str, ...]] = []

    def __call__(
        self,
        lowered: LoweredProgram,
        open_numbers: Sequence[str],
        stated: Mapping[str, Value],
        cap: int,
        budget: Budget,
    ) -> tuple[ClassGroup, ...] | Answer:
        self.calls.append(tuple(open_numbers))
        symbols = {found.name: found for found in lowered.inputs}
        ranges = [self._range(symbols[name].declaration.low, symbols[name].declaration.high) for name in open_numbers]
        classes: dict[tuple[object, ...], tuple[int, ...] | None] = {}
        for point in product(*ranges):
            values = {**stated, **dict(zip(open_numbers, point, strict=True))}
            env = {str(symbols[name].value.payload): value for name, value in values.items() if value is not None}
            key = tuple(self._try(term, env) for term in lowered.comparisons)
            wide = any(abs(int(self._try(i.term, env) or 0)) > CLINGO_MAX for i in lowered.intermediates)
            if not wide and classes.get(key) is None:
                classes[key] = point
            else:
                classes.setdefault(key, None)
        if None in classes.values():
            return undecided("overflow")
        if len(classes) > cap:
            return undecided(f"more than {cap} classes")
        points = tuple(point for point in classes.values() if point is not None)
        return (ClassGroup(tuple(open_numbers), points),)

    def _range(self, low: int | None, high: int | None) -> range:
        return range(self.low if low is None else low, (self.high if high is None else min(high, self.high)) + 1)

    def _try(self, term: object, env: Mapping[str, bool | int | str]) -> int | bool | None:
        try:
            return evaluate(term, env)  # type: ignore[arg-type, return-value]
        except KeyError:
            return None


def lowered_for(policy: CheckedPolicy) -> Lower:
    """What a backend is given to lower claims with."""

    def lowered(claim: Claim | None = None, scope: Scope = (), further: bool = False, /) -> LoweredProgram:
        assert not further  # that is for reasons, which this backend gives from the text
        return lower(policy, claim, dict(scope))

    return lowered


def backend(text: str, finder: ClassFinder | None = None) -> tuple[CheckedPolicy, AspBackend]:
    policy = check_text(text)
    return policy, AspBackend(policy, lowered_for(policy), finder or Scan())


def claim_of(body: str) -> Claim:
    """The claim that a body makes; existential, as its rule."""
    head = tree.Literal(tree.Sign.NONE, tree.SymbolicAtom("asked_here"))
    return Claim(body, "asked_here", (tree.Rule(head, parse_body(body)),))


def session(text: str, claim: str, finder: ClassFinder | None = None) -> AspSession:
    _, made = backend(text, finder)
    return made.session(claim_of(claim))


def case(policy: CheckedPolicy, stated: Mapping[str, Value]) -> Case:
    """A case with closed inputs assumed."""
    closed = {d.name: (False if d.sort is None else None) for d in policy.inputs.values() if d.closed}
    return Case(
        {name: stated[name] for name in policy.inputs if name in stated},
        {name: value for name, value in closed.items() if name not in stated},
    )


def decide(text: str, claim: str, stated: Mapping[str, Value], finder: ClassFinder | None = None) -> Decision:
    policy, made = backend(text, finder)
    return made.session(claim_of(claim)).decide(case(policy, stated), budget())


def sides(decision: Decision) -> Side:
    """The two answers, which must be decided."""
    assert decision.reason is None, decision.reason
    return decision.can_hold.truth is Truth.YES, decision.can_fail.truth is Truth.YES


# --- the judge ------------------------------------------------------------------------------------------------


def facts(policy: CheckedPolicy, values: Mapping[str, Value]) -> str:
    """Complete inputs as facts, written by hand."""
    lines = []
    for name, value in values.items():
        if value is True:
            lines.append(f"{name}.")
        elif value is not False and value is not None:
            lines.append(f"{name}({value}).")
    lines += [f"{s.name}({m})." for s in policy.sorts.values() if s.name not in policy.inputs for m in s.members or ()]
    return "\n".join(lines)


def models(text: str, shown: Sequence[str] = ()) -> Iterator[set[str]]:
    """Every answer set in stock clingo without preprocessing."""
    control = clingo.Control(["0", "--eq=0", "--opt-mode=ignore"], logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield {str(symbol) for symbol in model.symbols(atoms=True)}


def brute(policy: CheckedPolicy, claim: Claim, domains: Mapping[str, Sequence[Value]]) -> Side:
    """Both questions by enumeration of explicit domains; the claim is in a policy's text already or a bare atom."""
    holds = fails = False
    rules = "\n".join(claim_rules(claim))
    for values in product(*domains.values()):
        assignment = dict(zip(domains, values, strict=True))
        text = "\n".join([*(file.text for file in policy.files), facts(policy, assignment), rules])
        for found in models(text):
            holds |= claim.head in found
            fails |= claim.head not in found
    return holds, fails


def claim_rules(claim: Claim) -> list[str]:
    return [to_text(rule) for rule in claim.rules]
