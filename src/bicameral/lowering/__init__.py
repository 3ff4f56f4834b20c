"""Symbolic grounding and completion: from checked statements to named assertions.

What it adds to `policy`: meaning. Statements become instances over guarded tuples, instances become assertions.

    inputs       declared facts as symbols                   derivation     computed inputs as terms over others
    evaluation   terms to arguments, clingo's arithmetic     order          equality and clingo's total order
    matching     patterns against arguments                  joins          the order in which a body binds
    extent       the tuples of a predicate, indexed          bodies         literals joined over them
    elements     conditions and aggregates in bodies         deferred       what is resolved once all tuples are known
    aggregates   sums, counts and extrema as formulas        instantiation  heads: rules to instances
    grounding    components, recursive ones in rounds        ranking        weak level rankings on positive cycles
    completion   instances to assertions                     conditions     what tells values of numbers apart
    lower        the passes in order, and claims on top      emit           the SMT-LIB text
    catalogue    every construct: lowered or refused         fragment       the report on one policy

House rule: exact or refused; one pass a file, named from the literature. Trusts policy and formula.
"""

from bicameral.lowering.lower import Lowerer, lower
from bicameral.lowering.program import LoweredProgram

__all__ = ["LoweredProgram", "Lowerer", "lower"]
