"""Text to tree and back, for clingo and for SMT-LIB files.

House rule: no meaning; parse(to_text(t)) == t. Trusts source.
"""
