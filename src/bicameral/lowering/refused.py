"""How a pass says that it will not lower something."""

from __future__ import annotations

from bicameral.source import Span


class RefusedError(Exception):
    """A construct outside the fragment: a key of the catalogue, the place and the witness in words."""

    def __init__(self, construct: str, span: Span, witness: str) -> None:
        super().__init__(witness)
        self.construct = construct
        self.span = span
        self.witness = witness
