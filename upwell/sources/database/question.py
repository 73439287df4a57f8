"""What a source is asked, and what its database answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .record import Record

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Question:
    """Words, what narrows them, the order to show them in and the page to show."""

    query: str = ""
    narrow: Mapping[str, str] = field(default_factory=lambda: _NOTHING)  # facet: its value
    sort: str = ""  # empty: as the database ranks
    page: int = 1
    per_page: int = 20

    def at_page(self, page: int) -> Question:
        """The question at another page of its answer."""
        return Question(self.query, self.narrow, self.sort, page, self.per_page)

    def by(self, sort: str) -> Question:
        """The first page in another order."""
        return Question(self.query, self.narrow, sort, 1, self.per_page)

    def sized(self, per_page: int) -> Question:
        """The first page, with another number of records on it."""
        return Question(self.query, self.narrow, self.sort, 1, per_page)

    def narrowed(self, facet: str, value: str) -> Question:
        """The first page narrowed by a facet; an empty value takes the facet away.

        >>> Question("owl", {"year": "1999"}, page=3).narrowed("year", "2001").narrow
        {'year': '2001'}
        """
        narrow = {k: v for k, v in self.narrow.items() if k != facet}
        if value:
            narrow[facet] = value
        return Question(self.query, narrow, self.sort, 1, self.per_page)


@dataclass(frozen=True, slots=True)
class Rules:
    """How a site's database answers.

    Attributes
    ----------
    combine
        `and`: every word must occur; `or`: one is enough.
    limit
        At most so many records of an answer can be seen (TXT's return limit k); None: all.
    order
        `relevance` (bm25), `rank` (the site's own) or `none` (by a hash of the record).
    shortest
        Words of fewer letters are ignored.
    stops
        Whether the language's stop words are ignored.
    facets
        Fields that can narrow an answer.
    sorts
        Fields an answer can be ordered by.
    """

    combine: str = "and"
    limit: int | None = 100
    order: str = "relevance"
    shortest: int = 1
    stops: bool = False
    facets: tuple[str, ...] = ()
    sorts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """`total` matches, of which those that the rules let be seen stand on `n_pages` pages."""

    total: int
    shown: tuple[Record, ...]
    n_pages: int
    facets: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()  # words too short or too common to be asked for
