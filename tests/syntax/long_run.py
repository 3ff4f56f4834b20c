"""Compare our parser with clingo on many generated and mutated programs.

    python tests/syntax/long_run.py N SEED
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bicameral.syntax import parse, to_text
from generator import Generator
from oracle import CRASHED, Oracle, ours

# Deviations by choice, see docs/decisions/0003-lark-lalr-grammar.md
def problem(oracle: Oracle, text: str) -> str | None:
    """How our answer to a text differs from clingo's, or how its printed form does."""
    mine, program = ours(text)
    theirs = oracle.ask(text)
    if theirs == CRASHED:
        return None if not mine.accepted else "clingo crashed on what we accept"
    if mine.accepted != theirs.accepted:
        return f"we {'accept' if mine.accepted else 'reject'}, clingo does not"
    if program is None:
        return None
    if mine.kinds != theirs.kinds:
        return f"kinds differ: {mine.kinds} / {theirs.kinds}"
    printed = to_text(program)
    if parse(printed) != program:
        return f"does not survive printing: {printed}"
    again = oracle.ask(printed)
    if again.texts != theirs.texts:
        return f"clingo reads the printed form otherwise: {printed}\n{theirs.texts}\n{again.texts}"
    return None


def cases(count: int, seed: int) -> Iterator[str]:
    generator = Generator(seed)
    for number in range(count):
        make = (generator.program, generator.mutated, generator.soup, None)[number % 4]
        yield generator.text(make()) if make is not None else generator.scratched()


def main(count: int, seed: int) -> int:
    oracle = Oracle()
    found = accepted = 0
    for text in cases(count, seed):
        accepted += ours(text)[0].accepted
        difference = problem(oracle, text)
        if difference is not None:
            found += 1
            print(f"--- {difference}\n{text!r}\n")  # noqa: T201
            if found > 20:
                break
    print(f"{count} texts, {accepted} accepted, {found} differences")  # noqa: T201
    oracle.close()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
