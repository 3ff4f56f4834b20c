"""Damaged files put to the real command: verdicts or diagnostics, and never a wrong VALID."""
