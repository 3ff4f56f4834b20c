"""`python -m tests.differential.fault_table`: plants every fault and writes the table of tests/README.md."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.differential.faults import FAULTS, Fault
from tests.differential.test_planted_faults import parted

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- faults -->\n", "<!-- end of faults -->\n"
PROGRAMS = 60  # of a group; more, one by one, where none of these shows the fault


def row(fault: Fault) -> str:
    """How many of how many programs showed the fault."""
    with pytest.MonkeyPatch.context() as patch:
        fault.plant(patch)
        programs = parted(fault.profile)
        seen = list(islice(programs, PROGRAMS))
        while not any(seen) and (following := next(programs, None)) is not None:
            seen.append(following)
    return f"| {fault.name} | {fault.construct} | {fault.profile} | {sum(seen)} of {len(seen)} |\n"


def main() -> None:
    head = "| fault | construct | policies | caught by |\n|---|---|---|---|\n"
    rows = []
    for fault in FAULTS:
        rows.append(row(fault))
        print(rows[-1], end="", flush=True)  # noqa: T201
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    README.write_text(before + BEGIN + head + "".join(rows) + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
