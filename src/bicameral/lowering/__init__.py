"""Symbolic grounding and completion: from checked statements to named assertions.

What it adds to `policy`: meaning. Statements become instances over guarded tuples, instances become assertions.

    evaluation      terms to arguments, clingo's arithmetic      order         equality and clingo's total order
    matching        patterns against arguments                   instantiation rules to instances
    inputs          declared facts as symbols                    completion    instances to assertions
    lower           the passes in order, and claims on top       emit          the SMT-LIB text
    catalogue       every construct: lowered or refused          fragment      the report on one policy

House rule: exact or refused; one pass a file, named from the literature. Trusts policy and formula.
"""

from bicameral.lowering.lower import Lowerer, lower
from bicameral.lowering.program import LoweredProgram

__all__ = ["LoweredProgram", "Lowerer", "lower"]
