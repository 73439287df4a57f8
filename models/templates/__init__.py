"""The running table of each kind of page: its slots, its frame, its columns (THOR VI, WISDOM 3)."""

from .items import Column, Item, Template, learn_template, read_item
from .others import turned
from .params import TemplateParams
from .rows import PageRow
from .slots import Placed, Slots, learn_slots
from .table import KindTable, page_row, page_texts
from .telling import Telling

__all__ = [
    "Column",
    "Item",
    "KindTable",
    "PageRow",
    "Placed",
    "Slots",
    "Telling",
    "Template",
    "TemplateParams",
    "learn_slots",
    "learn_template",
    "page_row",
    "page_texts",
    "read_item",
    "turned",
]
