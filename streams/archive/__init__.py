"""Saved pages: folders, archives of several kinds, single pages."""

from .folder import SavedPage
from .saved import EXPECTED, STDIN, SavedSite, read_sites

__all__ = ["EXPECTED", "STDIN", "SavedPage", "SavedSite", "read_sites"]
