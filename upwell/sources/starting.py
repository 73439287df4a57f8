"""A site is put together: records, database, pages."""

from __future__ import annotations

from .database import Database
from .family import Family
from .kinds import records
from .pages import Pages


def pages_of(family: Family, seed: int, size: int, traps: bool = False) -> Pages:
    """The pages of one seed of a family, over a database of `size` records."""
    held = records(family.kind, family.language, seed, size)
    return Pages(family, seed, Database(held, family.rules, family.language), traps)
