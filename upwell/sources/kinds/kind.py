"""The kinds of records, what they are made of, and the two lists that are asked for."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from ..database.record import Record
from .fields import Field, field
from .grammar import Grammar, digest
from .lexicon import languages, lexicon

_NAMED = ("person", "place", "category")  # types of fields that hold names of entities


@dataclass(frozen=True, slots=True)
class Kind:
    """What all records of a kind have, whatever their language."""

    name: str
    languages: tuple[str, ...]
    fields: Mapping[str, tuple[Field, ...]]  # language: its fields, in order

    @property
    def values(self) -> tuple[Field, ...]:
        """Its fields, in the order they are written."""
        return self.fields[self.languages[0]]

    @property
    def entity_types(self) -> tuple[str, ...]:
        """Fields that hold names of entities."""
        return tuple(one.name for one in self.values if one.type in _NAMED)

    def label(self, name: str, language: str) -> str:
        """What a site in a language prints beside a field.

        >>> KINDS["book"].label("author", "en")
        'Author'
        """
        return next(one.label for one in self.fields[language] if one.name == name)


def _kinds() -> Mapping[str, Kind]:
    found = {}
    for name, spoken in languages().items():
        fields = {one: tuple(map(field, lexicon(one, name)["fields"].lines)) for one in spoken}
        found[name] = Kind(name, spoken, MappingProxyType(fields))
    return MappingProxyType(found)


KINDS: Mapping[str, Kind] = _kinds()


def records(kind: str, language: str, seed: int, size: int) -> list[Record]:
    """The first records of a site, with distinct numbers and titles.

    >>> records("book", "en", 7, 3) == records("book", "en", 7, 5)[:3]
    True
    >>> len({record.title for record in records("book", "en", 7, 300)})
    300
    """
    collecting = gc.isenabled()
    gc.disable()  # nothing here is garbage, and looking for it takes a fifth of the time
    try:
        return list(Grammar(kind, language, seed).records(size))
    finally:
        if collecting:
            gc.enable()


def entities(kind: str, language: str, seed: int, size: int, type: str) -> list[str]:
    """A list of entities of one type, as lists of entities are: complete in parts, and not clean.

    Four in five names are of the site's records; the others are of another site or of no entity.

    >>> names = entities("book", "en", 7, 300, "author")
    >>> known = {record.values["author"].shown for record in records("book", "en", 7, 300)}
    >>> .7 < len(known & set(names)) / len(names) < .9
    True
    """
    rng = Random(digest("entities", kind, language, seed, type))
    own = _names(records(kind, language, seed, size), type)
    if not own:
        raise ValueError(f"records of kind {kind} have no names in {type!r}")
    kept = rng.sample(own, max(1, round(0.9 * len(own))))
    others = _names(records(kind, language, digest(seed, "other") % 10**6, size), type)
    foreign = [name for name in others if name not in set(own)][: max(1, len(kept) // 8)]
    words = Grammar(kind, language, seed).tables.words("noun")
    noise = rng.sample(words, min(len(words), max(1, len(kept) // 8)))
    mixed = [*kept, *foreign, *noise]
    rng.shuffle(mixed)
    return mixed


def _names(found: list[Record], type: str) -> list[str]:
    held = (record.values[type].shown for record in found if type in record.values)
    return list(dict.fromkeys(held))
