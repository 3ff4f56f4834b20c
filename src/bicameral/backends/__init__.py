"""Solvers behind one contract.

House rule: no clingo or Z3 object leaves its folder; no crash and no `unknown` looks like an answer.
"""
