"""Faust's tables on disk: one RocksDB per partition, in which the higher mark wins."""

from .folders import drop_tables, same_log
from .marks import MARK_BYTES, Mark, mark_of
from .options import StoreOptions
from .store import Store
from .writing import assign

__all__ = [
    "MARK_BYTES",
    "Mark",
    "Store",
    "StoreOptions",
    "assign",
    "drop_tables",
    "mark_of",
    "same_log",
]
