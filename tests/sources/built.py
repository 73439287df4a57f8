"""Sites that tests share; putting one together and compiling its templates outlasts a test."""

from __future__ import annotations

from functools import cache

from upwell.sources import FAMILIES
from upwell.sources.pages.pages import Pages
from upwell.sources.starting import pages_of

SEED, SIZE = 3, 200


@cache
def built(name: str, run: int = 1) -> Pages:
    """The pages of a family's site; another run puts the same site together again."""
    return pages_of(FAMILIES[name], SEED, SIZE)
