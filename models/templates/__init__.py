"""The running table of each kind of page: its slots, its frame, its columns (THOR VI, WISDOM 3)."""

from .params import TemplateParams
from .rows import PageRow
from .slots import Placed, Slots, learn_slots
from .table import KindTable, page_row, page_texts

__all__ = [
    "KindTable",
    "PageRow",
    "Placed",
    "Slots",
    "TemplateParams",
    "learn_slots",
    "page_row",
    "page_texts",
]
