"""Z3 is imported without its Python layer, and nobody else is the poorer for it."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
import bicameral.backends.smt
assert "z3.z3core" in sys.modules
assert "z3.z3" not in sys.modules, "the layer that takes the time"
import z3
x = z3.Int("x")
solver = z3.Solver()
solver.add(x > 3, x < 5)
assert solver.check() == z3.sat and solver.model()[x].as_long() == 4
from bicameral.backends.smt.interface import core
assert core is sys.modules["z3.z3core"]
"""


def test_the_layer_is_left_out_and_can_still_be_had() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", PROGRAM], check=True)
    other_way_round = "import z3\nimport bicameral.backends.smt\nassert z3.Solver().check() == z3.sat\n"
    subprocess.run([sys.executable, "-W", "error", "-c", other_way_round], check=True)
