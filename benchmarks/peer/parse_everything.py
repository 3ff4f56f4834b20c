"""The parse-everything script: policy text and answer text put together and read by Z3 anew for each question.

As a process: `python parse_everything.py POLICY.smt2 ANSWER.smt2` prints the verdict and the unsatisfiable core.
"""

from __future__ import annotations

import sys
from pathlib import Path

import z3


def ask(text: str) -> tuple[str, list[str]]:
    """Z3's answer, and the names in the core when it is unsat."""
    solver = z3.Solver()
    solver.set(unsat_core=True)
    solver.from_string(text)
    answer = str(solver.check())
    return answer, sorted(map(str, solver.unsat_core())) if answer == "unsat" else []


def verdict(policy: str, answer: str) -> tuple[str, list[str]]:
    """Both questions; what follows from them."""
    holds, against = ask(f"{policy}{answer}(assert (! claim :named the-claim))\n")
    fails, support = ask(f"{policy}{answer}(assert (! (not claim) :named the-claim))\n")
    if (holds, fails) == ("sat", "sat"):
        return "SATISFIABLE", []
    if (holds, fails) == ("sat", "unsat"):
        return "VALID", support
    if (holds, fails) == ("unsat", "sat"):
        return "INVALID", against
    return ("INCONSISTENT" if (holds, fails) == ("unsat", "unsat") else "UNKNOWN"), against


if __name__ == "__main__":
    print(*verdict(Path(sys.argv[1]).read_text(encoding="utf-8"), Path(sys.argv[2]).read_text(encoding="utf-8")))  # noqa: T201
