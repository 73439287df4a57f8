"""Pagers: links that turn the pages of a list (ENT 6.3)."""

from .following import PagerLink, pager_links
from .turns import Turn, turns

__all__ = ["PagerLink", "Turn", "pager_links", "turns"]
