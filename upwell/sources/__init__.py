"""Bundled sources: deep-web sites with a known database, for the demo, tests and benchmarks."""

from .catalogue import Catalogue
from .server import NAMES, Source, serve
from .truth import Truth

__all__ = ["NAMES", "Catalogue", "Source", "Truth", "serve"]
