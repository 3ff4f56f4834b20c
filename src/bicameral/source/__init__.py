"""Texts, the places in them, and what can be wrong there.

House rule: every node of every later stage has a span, and every fault a user can cause is a diagnostic.
Trusts nothing.
"""

from bicameral.source.diagnostic import BicameralError, Diagnostic, InputError, ParseError, PolicyError, Severity
from bicameral.source.files import SourceFile, decode, fingerprint, read_text
from bicameral.source.span import NOWHERE, Span

__all__ = [
    "NOWHERE",
    "BicameralError",
    "Diagnostic",
    "InputError",
    "ParseError",
    "PolicyError",
    "Severity",
    "SourceFile",
    "Span",
    "decode",
    "fingerprint",
    "read_text",
]
