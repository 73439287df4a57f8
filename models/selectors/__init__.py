"""XPaths of a site's records and columns, as learned from its pages, and code that uses them."""

from .code import STYLES, code_of
from .induce import Selectors, ShownRecord, induce, select

__all__ = ["STYLES", "Selectors", "ShownRecord", "code_of", "induce", "select"]
