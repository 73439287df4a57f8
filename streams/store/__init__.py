"""Faust's tables on disk: one RocksDB per partition, in which the higher mark wins."""

from ..log.marks import MARK_BYTES, Mark, mark_of
from .damage import TableDamaged
from .folders import condemn, drop_tables, same_log
from .options import StoreOptions
from .store import Store
from .writing import assign

__all__ = [
    "MARK_BYTES",
    "Mark",
    "Store",
    "StoreOptions",
    "TableDamaged",
    "assign",
    "condemn",
    "drop_tables",
    "mark_of",
    "same_log",
]
