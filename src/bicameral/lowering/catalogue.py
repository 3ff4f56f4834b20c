"""Every construct, lowered or refused: what it is called, how or why, and an example that a test runs."""

from __future__ import annotations

from dataclasses import dataclass

_HEAD = "%@ input a\n%@ input n: int 0..9\n%@ outcome p\n"


@dataclass(frozen=True, slots=True)
class Construct:
    """A construct outside the fragment: its title, the reason, and what to write instead (None: nothing).

    `example` is a policy that is refused for it; None where no checked policy can hold it.
    """

    title: str
    why: str
    instead: str | None = None
    example: str | None = None


@dataclass(frozen=True, slots=True)
class Lowered:
    """A construct of the fragment: how it is lowered, and a policy whose outcome `p` holds with `a` and n = 5."""

    title: str
    how: str
    example: str


LOWERED: tuple[Lowered, ...] = (
    Lowered("facts and rules", "rule and completion, one named assertion each", "q :- a.\np :- q."),
    Lowered("default negation, `not not`", "negated truth of the atom", "q :- not a.\np :- not q, not not a."),
    Lowered(
        "loops through negation", "exact in the completion: several answer sets or none", "p :- not q.\nq :- not a."
    ),
    Lowered(
        "constraints, negated heads, comparisons as heads",
        "the negation of the body",
        "q :- n(3).\n:- n(4).\nnot q :- a.\np :- a.",
    ),
    Lowered(
        "positive recursion",
        "a weak level ranking of the atoms of each strongly connected component",
        "q :- r.\nr :- q.\nq :- a.\np :- r.",
    ),
    Lowered(
        "choices, with conditions and bounds",
        "the head may hold where the body does; the bounds are a count",
        "1 { q(1..3) : a } 1.\np :- a, not q(4).",
    ),
    Lowered(
        "disjunctions without a head cycle",
        "shifting: each atom is supported where the others are false",
        "q ; r :- a.\np :- q.\np :- r.",
    ),
    Lowered(
        "classical negation", "another atom, with the constraint that the two exclude each other", "-q :- a.\np :- -q."
    ),
    Lowered(
        "conditional literals",
        "a conjunction of implications over the instances of the condition",
        "q(1..3).\nr(X) :- q(X), a.\np :- r(X) : q(X).",
    ),
    Lowered(
        "`#count #sum #sum+` with guards, negated, assigned",
        "a sum of `ite(condition, weight, 0)` over the distinct tuples",
        "q(1..3).\nr(S) :- S = #sum { X : q(X), a }.\np :- r(6), not #count { X : q(X), X < N } > 3, n(N).",
    ),
    Lowered(
        "`#min #max`",
        "some member reaches the bound; `#sup` and `#inf` for the empty set",
        "q(1..3).\np :- #max { X : q(X), a } = 3.",
    ),
    Lowered(
        "comparisons of any terms, clingo's total order",
        "linear arithmetic where a number is unknown, decided at once elsewhere",
        'p :- a, n(N), 3 < N, N < b, b < "b", #inf < f(1).',
    ),
    Lowered(
        "`+ - * / \\ **` and `|x|`, undefined operations",
        "Int terms that truncate as clingo's; an undefined operation drops the instance",
        "p :- a, n(N), N*N/2 = 12, -7/2 = -3, |N-9| = 4, 2**3 = 8.",
    ),
    Lowered(
        "intervals, pools, `#const`, bit operations on constants",
        "evaluated",
        "#const k = 6.\nq(1..3;9).\np :- a, q(k & 3).",
    ),
    Lowered(
        "functions, tuples and strings as arguments",
        "terms, told apart by name and arguments",
        'q(f(N),("x",N)) :- n(N).\np :- a, q(f(5),(_,_)).',
    ),
    Lowered(
        "values computed from values",
        "one Bool for each tuple of terms; tuples that can be equal are one atom",
        "q(N+1) :- n(N).\np :- a, q(6).",
    ),
    Lowered("`#external`", "false unless a case states it", "#external e.\np :- a, not e."),
    Lowered(
        "`#show`, `#defined`, optimisation and the like",
        "no part in what the answer sets are",
        "#show p/0.\n#minimize { 1 : p }.\np :- a.",
    ),
)

REFUSED: dict[str, Construct] = {
    "aggregate-recursion": Construct(
        "positive cycles through an aggregate",
        "what an aggregate counts would depend on its own result",
        example="q :- #count { 1 : p } > 0.\np :- q.\np :- a.",
    ),
    "condition-recursion": Construct(
        "positive cycles through a condition",
        "whether a condition holds would change as what depends on it is derived",
        example="p :- p : p.",
    ),
    "growing": Construct(
        "recursion that builds ever new terms",
        "its grounding does not end",
        example="q(0).\nq(X+1) :- q(X).\np :- q(3), a.",
    ),
    "head-aggregate": Construct(
        "aggregates in heads", "they are not lowered", "write a choice with bounds", "1 #count { 1 : p; 2 : q } 1 :- a."
    ),
    "head-cycle": Construct(
        "disjunction on a head cycle",
        "deciding it is beyond satisfiability",
        "break the cycle, or write a choice",
        "p ; q :- a.\np :- q.\nq :- p.",
    ),
    "disjunction-literal": Construct(
        "disjuncts that are no plain atoms", "clingo reads them as constraints", example="p ; not q :- a.\n{ q }."
    ),
    "choice-literal": Construct(
        "choices over anything but plain atoms", "clingo reads them as constraints", example="{ not p } :- a.\np."
    ),
    "aggregate-tuple": Construct(
        "empty tuples in #min and #max", "they have no weight", example="{ q }.\np :- #max { : q } > 1."
    ),
    "anonymous-in-set": Construct(
        "`_` in a literal of a set", "it stands for a projection of terms", example="{ q(1;2) }.\np :- { q(_) } > 0."
    ),
    "conditional-pool": Construct(
        "pools before the colon of a condition",
        "each alternative would be a condition",
        example="{ q(1;2) }.\n{ r }.\np :- q(1;2) : r.",
    ),
    "edge": Construct("#edge", "acyclicity is not a first-order condition", example="{ p }.\n#edge (1,2) : p."),
    "external-function": Construct("@ functions", "they are code, not policy"),
    "script": Construct("#script", "it is code, not policy"),
    "theory-atom": Construct("theory atoms", "they need a solver of their own"),
    "unknown-operand": Construct(
        "bit operations, `**` and `..` on unknown numbers",
        "no linear term is equal to them",
        example="p :- n(N), N & 1 = 1.",
    ),
    "power": Construct(
        "powers beyond reach",
        "an unknown number to a negative or high power, or a huge constant",
        example="p :- n(N), N**9 > 5.",
    ),
    "interval": Construct(
        "very long intervals", "each value would be an instance", example="p :- a, X = 1..20000, X = 7."
    ),
    "instances": Construct(
        "very many instances", "the text would outgrow any solver", example="q(1..400).\np :- q(X), q(Y), X*Y = 7, a."
    ),
    "symbolic-tuples": Construct(
        "predicates with very many unknown numbers",
        "any two of them may be one atom",
        example="q(N+X) :- n(N), X = 1..70.\np :- q(7).",
    ),
    "term-size": Construct(
        "terms that double at each step",
        "the text would outgrow any solver",
        example="q0(N) :- n(N).\n" + "".join(f"q{i + 1}(f(N,N)) :- q{i}(N).\n" for i in range(12)) + "p :- q12(_).",
    ),
    "chain": Construct(
        "intervals and pools within a chain of comparisons, chains in a head",
        "each link would choose its own value",
        "split the chain",
        "p :- n(N), 0 < (1;2) < N.",
    ),
    "pattern": Construct("patterns without a solution", "the variable cannot be told from the argument"),
    "anonymous-in-term": Construct(
        "`_` within a term of a negated atom",
        "it stands for a projection of terms",
        example="{ q(f(1)) }.\np :- a, not q(f(_)).",
    ),
    "unsafe": Construct("variables that nothing binds", "clingo refuses the rule as unsafe"),
}


def policy_text(example: str) -> str:
    """An example as a whole policy, with the inputs `a` and `n` and the outcome `p`."""
    return f"{_HEAD}{example}\n"
