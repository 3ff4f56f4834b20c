"""Derived inputs: the calendar and rounding functions, and the values they give."""
