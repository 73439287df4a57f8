"""Bundled sources: deep-web sites with a known database, for the demo, tests and benchmarks."""

from .families import FAMILIES
from .server import NAMES, Source, serve
from .site import Course
from .traffic import Conduct
from .truth import PageTruth, Told, Truth

__all__ = [
    "FAMILIES",
    "NAMES",
    "Conduct",
    "Course",
    "PageTruth",
    "Source",
    "Told",
    "Truth",
    "serve",
]
