"""Sorted terms: factory, exact interpreter, SMT-LIB printer.

House rule: terms come from the factory alone. Trusts sorts.
"""
