"""One record of a source's database, whatever it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    """One typed field of a record.

    Attributes
    ----------
    name
        Its role: `author`, `price`, `date`; the same in every language.
    type
        text, number, price, date, rating, place, person, category or code.
    shown
        As the site prints it, in the site's language.
    sort
        What it is ordered by.
    """

    name: str
    type: str
    shown: str
    sort: float | str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A record: the entity that one detail page shows and an object of an answer page tells of."""

    id: int
    kind: str  # book, job, part ...
    title: str
    summary: str  # a sentence or three
    body: tuple[str, ...]  # paragraphs of its detail page
    values: Mapping[str, Value]
    rank: float = 0.0  # the site's own, global rank (TXT 3.4): reviews, popularity
    version: int = 1  # counts its changes

    @property
    def searchable(self) -> str:
        """All that a query is matched with."""
        return " ".join(
            (self.title, *(value.shown for value in self.values.values()), self.summary, *self.body)
        )
