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
    "aggregate-recursion": Construct(
        "positive cycles through an aggregate", "what an aggregate counts would depend on its own result"
    ),
    "condition-recursion": Construct(
        "positive cycles through a condition", "the instances of a condition would depend on what they derive"
    ),
    "growing": Construct("recursion that builds ever new terms", "its grounding does not end"),
    "head-aggregate": Construct("aggregates in heads", "they are not lowered", "write a choice with bounds"),
    "head-cycle": Construct(
        "disjunction on a head cycle", "deciding it is beyond satisfiability", "break the cycle, or write a choice"
    ),
    "disjunction-literal": Construct("disjuncts that are no plain atoms", "clingo reads them as constraints"),
    "choice-literal": Construct("choices over anything but plain atoms", "clingo reads them as constraints"),
    "aggregate-tuple": Construct("empty tuples in #min and #max", "they have no weight"),
    "anonymous-in-set": Construct("`_` in a literal of a set", "it stands for a projection of terms"),
    "conditional-pool": Construct("pools before the colon of a condition", "each alternative would be a condition"),
    "edge": Construct("#edge", "acyclicity is not a first-order condition"),
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
