"""Clingo on the author's own text.

House rule: only text that our parser accepted, nothing of a case pasted. Trusts lowering for representatives only.
"""

from bicameral.backends.asp.backend import AspBackend, AspSession

__all__ = ["AspBackend", "AspSession"]
