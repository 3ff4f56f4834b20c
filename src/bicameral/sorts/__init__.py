"""Value types, one file each.

House rule: the only place that knows a type's literals, range, ASP and SMT form. Trusts nothing.
"""

from bicameral.sorts.base import Json, ValueSort
from bicameral.sorts.boolean import read_boolean
from bicameral.sorts.catalogue import DATE, INTEGER, decimal, enumeration, read_type
from bicameral.sorts.decimal import DecimalSort
from bicameral.sorts.enumeration import EnumerationSort
from bicameral.sorts.near import clipped, did_you_mean, nearest

__all__ = [
    "DATE",
    "INTEGER",
    "DecimalSort",
    "EnumerationSort",
    "Json",
    "ValueSort",
    "clipped",
    "decimal",
    "did_you_mean",
    "enumeration",
    "nearest",
    "read_boolean",
    "read_type",
]
