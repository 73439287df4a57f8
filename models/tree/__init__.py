"""Bytes to a columnar tag tree: paths, links, forms (THOR III)."""

from .engines.libxml2 import PARSER
from .markup.links import links_of
from .parse import parse
from .raw.repair import Budget
from .tagtree import INLINE, TEXT, Field, Form, Link, TagTree, prefix

__all__ = [
    "INLINE",
    "PARSER",
    "TEXT",
    "Budget",
    "Field",
    "Form",
    "Link",
    "TagTree",
    "links_of",
    "parse",
    "prefix",
]
