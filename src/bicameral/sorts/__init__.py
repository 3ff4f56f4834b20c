"""Value types, one file each.

House rule: the only place that knows a type's literals, range, ASP and SMT form. Trusts nothing.
"""

from bicameral.sorts.base import Json, ValueSort

__all__ = ["Json", "ValueSort"]
