"""Saved filters: one small language for what is wanted of changes and objects."""

from .facts import Facts, facts_of
from .language import Filter, parse_filter

__all__ = ["Facts", "Filter", "facts_of", "parse_filter"]
