"""A bundled source as the web of a ring."""

from __future__ import annotations

from urllib.parse import urlsplit

from tests.site.answers import HOST
from upwell.sources import FAMILIES
from upwell.sources.site import Site
from upwell.sources.starting import pages_of
from upwell.sources.ways import Door, way_of
from upwell.sources.ways.door import HOST as STANDS_FOR
from upwell.sources.ways.door import Request

from .ring import Answer


class Sourced:
    """Pages of a family, the same at every visit; `way`: how one gets in."""

    def __init__(self, family: str, size: int, seed: int = 5, way: str = "") -> None:
        door = way_of(way).door if way else Door
        self.site = Site(pages_of(FAMILIES[family], seed, size), seed, frozen=True, way=door)

    def __call__(self, url: str) -> Answer:
        """What the source answers."""
        parts = urlsplit(url)
        path = parts.path or "/"
        served = self.site.served(Request(f"{path}?{parts.query}" if parts.query else path))
        return "ok", served.status, served.text.replace(STANDS_FOR, HOST).encode()
