"""Bicameral: policies in clingo, every question decided twice."""

__version__ = "0.1.0"
