"""Crawls and saved pages from Python: `upwell.crawl`, `upwell.analyse`."""

from .crawls import Crawl, ObjectChange, crawl
from .objects import Objects
from .saved import analyse

__all__ = ["Crawl", "ObjectChange", "Objects", "analyse", "crawl"]
