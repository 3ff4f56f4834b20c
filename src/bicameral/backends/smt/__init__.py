"""Z3 on the lowered program.

House rule: a solver's unknown is undecided, with its reason. Trusts lowering.
"""
