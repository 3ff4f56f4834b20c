"""LIMITATIONS.md, made from the catalogue: `python -m bicameral.lowering.limitations > LIMITATIONS.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bicameral.lowering.bodies import MAX_JOINED
from bicameral.lowering.catalogue import LOWERED, REFUSED
from bicameral.lowering.evaluation import MAX_INTERVAL, MAX_LEVELS, MAX_POWER, MAX_TERM
from bicameral.lowering.grounding import MAX_ROUNDS
from bicameral.lowering.instantiation import MAX_INSTANCES
from bicameral.lowering.lower import MAX_INPUTS, MAX_SYMBOLIC

_START = """\
# Limitations

Made from the catalogue of the compiler; a test runs every example here and keeps this page as it is printed.
Whatever the compiler refuses, clingo still decides: the verdict then says `agreement: asp` and names the rule. In the
examples `a` is a Boolean input, `n` a number from 0 to 9, `p` an outcome.
"""

_BEYOND = f"""\
## What no construct says

* **32 bits.** clingo's integers wrap silently. A value that can pass them is warned of when the policy is
  loaded; where a stated value or an open one that matters makes an intermediate pass them, clingo's side is
  undecided (`overflow`) and Z3 decides alone. Sums are taken at the most that their tuples can add up to, which
  is more than some rules allow.
* **Products of two unknown numbers** are nonlinear. Z3 may give up on them; that is UNKNOWN or clingo's word
  alone, never a verdict. A stated number makes them linear again.
* **Unknown numbers on clingo's side** are cut into classes by what the compiled conditions tell apart, at most
  1,000 in one group; beyond that, and where the classes are not found in time, clingo's side is undecided. Two
  unknown dates behind one calendar function take seconds, and their closest pair may not be found.
* **Budgets** are kept by the solvers' own clocks in this process; Z3's can overrun a little. A program whose
  grounding is not shown finite is ground in a child process that the budget kills.
* **Sizes.** {MAX_INPUTS:,} ground inputs, {MAX_INSTANCES:,} instances of a program, {MAX_JOINED:,} of one
  statement at any point of its body, {MAX_ROUNDS:,} rounds of one recursive component, {MAX_SYMBOLIC} tuples of
  one predicate that may all be one atom, {MAX_INTERVAL:,} values of an interval, powers up to {MAX_POWER} of an
  unknown number, terms of {MAX_TERM:,} parts or {MAX_LEVELS} levels. Of a closed or listed relation with more
  than 5,000 pairs only those that may hold are written out; no reason then cites that another pair does not
  hold.
* **Reasons** are minimal as far as their need was decided in time (`minimality-unproved` names the rest). Those
  of a chain of hundreds of facts take seconds.
* **Two faults of clingo's grounder** are known: a bounded choice whose condition rests on its own head (`2 {{ c
  : b; b }}.`) and a disjunct whose condition does (`a : a :- a.`) lose answer sets. The backends then disagree,
  and say so.
"""


def text() -> str:
    """The page."""
    return "\n".join([_START, *_lowered(), *_refused(), _BEYOND.rstrip()]) + "\n"


def _lowered() -> Iterator[str]:
    yield "## What is lowered\n"
    for one in LOWERED:
        yield f"**{one.title}**: {one.how}.\n"
        yield from _example(one.example)


def _refused() -> Iterator[str]:
    yield "## What is refused\n"
    for key, one in REFUSED.items():
        instead = f" Instead, {one.instead}." if one.instead is not None else ""
        before = " No policy may hold it at all." if one.example is None else ""
        yield f"**{one.title}** (`{key}`): {one.why}.{instead}{before}\n"
        if one.example is not None:
            yield from _example(one.example)


def _example(example: str) -> Iterator[str]:
    yield f"```prolog\n{example.rstrip()}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(text())
