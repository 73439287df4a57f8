"""Columns of a site's objects: what type a column has by all its values, and values with type."""

from .by_name import CountedColumn, lone_type, types_by_name
from .column_type import ColumnType, bounded, count, decide
from .named_type import named_type
from .text_readings import text_readings
from .typed import PageContext, typed_value

__all__ = [
    "ColumnType",
    "CountedColumn",
    "PageContext",
    "bounded",
    "count",
    "decide",
    "lone_type",
    "named_type",
    "text_readings",
    "typed_value",
    "types_by_name",
]
