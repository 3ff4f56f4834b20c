"""Z3 on the lowered program.

House rule: a solver's unknown is undecided, with its reason. Trusts lowering.
"""

from bicameral.backends.smt.backend import SmtBackend

__all__ = ["SmtBackend"]
