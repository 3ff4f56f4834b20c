"""Symbolic grounding and completion: from checked statements to named assertions.

House rule: exact or refused; one pass a file, named from the literature. Trusts policy and formula.
"""
