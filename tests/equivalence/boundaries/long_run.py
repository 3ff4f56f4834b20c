"""The boundaries of every policy in rules, with each mutant's fate by clingo's word; for docs/long-runs.

python -m tests.equivalence.boundaries.long_run > docs/long-runs/boundaries-issue4.log
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator

import click

from bicameral.equivalence.boundaries.cases import Boundaries, boundaries
from bicameral.policy import load
from bicameral.policy.bounds import in_range
from bicameral.policy.model import CheckedPolicy, Value
from bicameral.source import InputError
from tests.equivalence.boundaries.replay import facts_text, outcomes
from tests.equivalence.boundaries.test_kills import POLICIES, RULES


def neighbours(policy: CheckedPolicy, found: Boundaries) -> Iterator[str]:
    """The cases with one input a step off, as clingo's facts."""
    for case in found.cases:
        for name, value in case.inputs.items():
            declared = policy.inputs[name.partition("(")[0]]
            steps: list[Value] = [None] if declared.may_lack_value else []
            if declared.sort is None:
                steps = [not value]
            elif declared.sort.term_sort.members:
                steps += declared.sort.term_sort.members
            else:
                number = value if isinstance(value, int) else declared.low or 0
                steps += [one for one in (number - 1, number, number + 1) if in_range(one, declared.low, declared.high)]
            for step in steps:
                if step != value:
                    with contextlib.suppress(InputError):  # a derived value out of its range
                        yield facts_text(policy, {**case.inputs, name: step}, case.entities)


def main() -> int:
    """Print a paragraph for each policy; 1 where a mutant that differs survives, one that is said to be the same
    differs, or one is undecided."""
    survived = undecided = total = 0
    for name in POLICIES:
        policy = load(RULES / name)
        started = time.monotonic()
        found = boundaries(policy)
        seconds = time.monotonic() - started
        facts = [facts_text(policy, case.inputs, case.entities) for case in found.cases]
        mine = [outcomes(policy, one) for one in facts]
        alive = [mutant for mutant in found.killed if [outcomes(mutant.policy, one) for one in facts] == mine]
        mutants = len(found.killed) + len(found.same) + len(found.undecided)
        click.echo(
            f"{name}: {len(found.cases)} cases, {mutants} mutants, {len(found.killed) - len(alive)} of "
            f"{len(found.killed)} that differ killed in clingo, {len(found.same)} proved the same, "
            f"{len(found.undecided)} undecided, {seconds:.1f} s"
        )
        near = list(neighbours(policy, found))
        theirs = [outcomes(policy, one) for one in near]
        wrong = [one for one in found.same if [outcomes(one.policy, each) for each in near] != theirs]
        click.echo(f"  the same ones differ on {len(wrong)} of {len(near)} neighbours of the cases")
        survived += len(wrong)
        for mutant in found.same:
            click.echo(f"  the same: {mutant.rule}: {mutant.description}")
        for mutant in alive:
            click.echo(f"  SURVIVED: {mutant.rule}: {mutant.description}")
        for one in found.undecided:
            click.echo(f"  UNDECIDED: {one.mutant.rule}: {one.mutant.description}: {one.reason}")
        survived, undecided, total = survived + len(alive), undecided + len(found.undecided), total + mutants
    click.echo(f"{total} mutants, {survived} survived, {undecided} undecided")
    return 1 if survived or undecided else 0


if __name__ == "__main__":
    sys.exit(main())
