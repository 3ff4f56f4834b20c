"""Faults planted in the compiler, one at a time, and the group of generated policies that should show each.

A plant replaces one step of the lowering by a plausible mistake. `tests.differential.test_planted_faults` asks that
each is seen; the table in tests/README.md is made by `python -m tests.differential.fault_table`.
"""

from __future__ import annotations

from tests.differential import faults_of_rules, faults_of_terms
from tests.differential.planting import FAULTS, Fault

__all__ = ["FAULTS", "Fault", "faults_of_rules", "faults_of_terms"]
