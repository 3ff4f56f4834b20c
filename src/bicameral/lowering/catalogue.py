"""Every construct that is refused: what it is called, why, and what a policy can do instead."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Construct:
    """A construct outside the fragment: its title, the reason, and what to write instead (None: nothing)."""

    title: str
    why: str
    instead: str | None = None


REFUSED: dict[str, Construct] = {
    "keyed-input": Construct("inputs over entities", "entities are not lowered", "declare one input for each entity"),
    "recursion": Construct(
        "positive recursion", "the completion is not exact on a positive cycle", "write out the steps of the cycle"
    ),
    "aggregate": Construct("aggregates in bodies", "aggregates are not lowered", "write the sum or count out"),
    "head-aggregate": Construct("aggregates in heads", "aggregates are not lowered"),
    "conditional-literal": Construct("conditional literals", "they are not lowered", "write their instances out"),
    "choice-bounds": Construct("choices with bounds", "bounds are counts", "state the bounds as constraints"),
    "choice-literal": Construct("choices over anything but plain atoms", "clingo reads them as constraints"),
    "disjunction": Construct("disjunctive heads", "they are not lowered", "write one rule with `not` for each head"),
    "edge": Construct("#edge", "acyclicity is not a first-order condition"),
    "external-body": Construct("#external with a body", "its domain depends on the grounder"),
    "external-arguments": Construct("#external with arguments", "its domain depends on the grounder"),
    "external-function": Construct("@ functions", "they are code, not policy"),
    "script": Construct("#script", "it is code, not policy"),
    "theory-atom": Construct("theory atoms", "they need a solver of their own"),
    "unknown-operand": Construct("bit operations, `**` and `..` on unknown numbers", "no linear term is equal to them"),
    "power": Construct("powers beyond reach", "an unknown number to a negative or high power, or a huge constant"),
    "interval": Construct("very long intervals", "each value would be an instance"),
    "instances": Construct("very many instances", "the text would outgrow any solver"),
    "symbolic-tuples": Construct("predicates with very many unknown numbers", "any two of them may be one atom"),
    "term-size": Construct("terms that double at each step", "the text would outgrow any solver"),
    "chain": Construct(
        "intervals and pools within a chain of comparisons, chains in a head",
        "each link would choose its own value",
        "split the chain",
    ),
    "pattern": Construct("patterns without a solution", "the variable cannot be told from the argument"),
    "anonymous-in-term": Construct("`_` within a term of a negated atom", "it stands for a projection of terms"),
    "unsafe": Construct("variables that nothing binds", "clingo refuses the rule as unsafe"),
}
