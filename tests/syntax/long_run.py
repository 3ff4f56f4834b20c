"""Compare our parser with clingo on many generated and mutated texts.

python -m tests.syntax.long_run COUNT SEED
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.syntax.generator import Generator
from tests.syntax.oracle import Oracle, difference, ours

MOST_SHOWN = 20


def cases(count: int, seed: int) -> Iterator[str]:
    """Programs, statements with changed words or characters, and words at random, in turn."""
    generator = Generator(seed)
    for number in range(count):
        match number % 4:
            case 0:
                yield generator.text(generator.program())
            case 1:
                yield generator.text(generator.mutated())
            case 2:
                yield generator.text(generator.soup())
            case _:
                yield generator.scratched()


def main(count: int, seed: int) -> int:
    oracle = Oracle()
    found = accepted = 0
    for text in cases(count, seed):
        accepted += ours(text)[0].accepted
        problem = difference(oracle, text)
        if problem is not None:
            found += 1
            print(f"--- {problem}\n{text!r}\n")  # noqa: T201
            if found > MOST_SHOWN:
                break
    print(f"{count} texts, {accepted} accepted, {found} differences")  # noqa: T201
    oracle.close()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
