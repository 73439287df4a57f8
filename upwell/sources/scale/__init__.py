"""Pages by the million: signatures and real HTML, as large and mixed as those of fifty sites."""

from .html import Page, pages
from .signatures import CLASSES, Batch, signatures
from .table import SITES, Averages

__all__ = ["CLASSES", "SITES", "Averages", "Batch", "Page", "pages", "signatures"]
