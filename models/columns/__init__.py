"""Columns of a site's objects: what type a column has by all its values, and values with type."""

from .by_name import CountedColumn, lone_type, types_by_name
from .column_type import ColumnType, bounded, count, decide
from .forms import forms
from .said_type import said_type
from .typed import Around, typed_value

__all__ = [
    "Around",
    "ColumnType",
    "CountedColumn",
    "bounded",
    "count",
    "decide",
    "forms",
    "lone_type",
    "said_type",
    "typed_value",
    "types_by_name",
]
