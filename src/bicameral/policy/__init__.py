"""Vocabulary, cases and claims: what the tree means to the people who own it.

House rule: a policy exists only checked and resolved. Trusts syntax and sorts.
"""

from bicameral.policy.load import check_text, load

__all__ = ["check_text", "load"]
