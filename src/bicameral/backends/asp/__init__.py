"""Clingo on the author's own text.

House rule: only text that our parser accepted, nothing of a case pasted. Trusts lowering for representatives only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bicameral.backends.asp.backend import AspBackend, AspSession

__all__ = ["AspBackend", "AspSession"]


def __getattr__(name: str) -> object:
    """The public names, imported when asked for: the child process that grounds needs none of them."""
    if name in __all__:
        from bicameral.backends.asp import backend

        return getattr(backend, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
