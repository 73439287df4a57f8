"""Saved pages: folders, tar archives, WARC files."""

from .folder import SavedPage
from .saved import SavedSite, read_sites

__all__ = ["SavedPage", "SavedSite", "read_sites"]
