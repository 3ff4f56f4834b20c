"""Policies of any number of rules: exceptions on thresholds, approvals and each other, none recursive."""

from __future__ import annotations

from random import Random

FLAGS = 20
NUMBERS = 5
REFUSALS_PER_OUTCOME = 10


def policy_text(rules: int, *, chained: bool = True) -> str:
    """`rules` labelled rules over 20 Booleans and 5 numbers; ten exceptions under each default.

    `chained` lets exceptions depend on earlier defaults.
    """
    rng = Random(rules)
    lines = ["%@ policy scale"]
    lines += [f"%@ input flag{i}" for i in range(FLAGS)]
    lines += [f"%@ input number{i}: int 0..100000" for i in range(NUMBERS)]
    group = REFUSALS_PER_OUTCOME
    lines += [f"%@ outcome allowed{i}" for i in range((rules + group - 1) // group)]
    for number in range(rules):
        lines += [f"%@ rule r{number}", _rule(rng, number, rules, chained=chained)]
    return "\n".join(lines) + "\n"


def _rule(rng: Random, number: int, rules: int, *, chained: bool) -> str:
    group, place = divmod(number, REFUSALS_PER_OUTCOME)
    if place == 0:
        refused = f"not refused{group}" if number + 1 < rules else "not flag0"
        return f"allowed{group} :- {refused}."
    earlier = f", not allowed{rng.randrange(group)}" if group and chained else ""
    flag, measure = rng.randrange(FLAGS), rng.randrange(NUMBERS)
    if place % 3 == 0:
        return f"refused{group} :- flag{flag}, not flag{rng.randrange(FLAGS)}{earlier}."
    return f"refused{group} :- number{measure}(N), N > {rng.randrange(100_000)}, not flag{flag}{earlier}."


def clingo_inputs() -> str:
    """What clingo grounds the same text with: open Booleans, and one value of each number."""
    return "".join(f"{{flag{i}}}. " for i in range(FLAGS)) + "".join(f"number{i}(500). " for i in range(NUMBERS)) + "\n"
