"""A site is put together: records, database, pages."""

from __future__ import annotations

from .database.database import ON_DISK, Database
from .family import Family
from .kinds import Grammar, records
from .pages.pages import Pages

_IN_MEMORY = 100_000  # records; a million would take four gigabytes


def pages_of(family: Family, seed: int, size: int, traps: bool = False) -> Pages:
    """The pages of one seed of a family, over a database of `size` records."""
    return Pages(family, seed, _database(family, seed, size), traps)


def _database(family: Family, seed: int, size: int) -> Database:
    if size <= _IN_MEMORY:
        held = records(family.kind, family.language, seed, size)
        return Database(held, family.rules, family.language)
    stream = Grammar(family.kind, family.language, seed).records(size)
    return Database(stream, family.rules, family.language, ON_DISK)
