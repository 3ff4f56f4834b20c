"""Reasons, missing facts, and how they are written for people and programs.

House rule: the same report, the same bytes. Trusts verdict.
"""
