"""Z3's C interface without the Python layer that its package imports first.

`import z3` runs that layer (its expressions, solvers, printers), a quarter of the import's time and nothing we use.
The package is therefore put up unexecuted while its two modules below are imported, and taken away again: whoever
imports `z3` later gets it whole, with these same modules in it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any


def _load() -> tuple[Any, Any]:
    specification = None if "z3" in sys.modules else find_spec("z3")
    if specification is None:  # there already, or missing: then the import says so
        return import_module("z3.z3core"), import_module("z3.z3types")
    sys.modules["z3"] = module_from_spec(specification)
    try:
        return import_module("z3.z3core"), import_module("z3.z3types")
    finally:
        del sys.modules["z3"]


core, types = _load()


def bare(name: str) -> Callable[..., Any]:
    """The library's own function, which the face keeps in a default: no look at the error code follows it."""
    function: Callable[..., Any] = getattr(core, name).__defaults__[-1].f
    return function


Z3Exception: type[Exception] = types.Z3Exception
