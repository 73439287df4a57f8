"""The catalogue family: a second-hand bookshop's records in SQLite FTS5.

A query is a conjunction of words; an answer is ranked by relevance (bm25) and cut to the
first k, whatever order it is then shown in.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .content import Item, items, tokens

PER_PAGE = 20
RETURN_LIMIT = 100
SORTS = ("relevance", "title", "year", "price")
_LONGEST_QUERY = 120
_MOST_WORDS = 12
Facet = tuple[tuple[str, int], ...]  # values with their counts
_FORBIDDEN = frozenset('<>{}[]\\^*|"')


@dataclass(frozen=True, slots=True)
class Question:
    """What the search page is asked."""

    query: str = ""
    subject: str = ""
    year: str = ""
    sort: str = "relevance"
    page: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What the database says: `total` matches, of which the first k can be seen, by pages."""

    total: int
    shown: tuple[Item, ...]
    n_pages: int
    subjects: Facet = ()
    years: Facet = ()


class Catalogue:
    """Records of one seed behind a full-text index.

    Examples
    --------
    >>> catalogue = Catalogue(seed=1, size=50)
    >>> first = catalogue.items[0]
    >>> catalogue.search(Question(query=first.title)).shown[0] == first
    True
    >>> catalogue.search(Question(query="qwxzyv")).total
    0
    """

    def __init__(self, seed: int = 1, size: int = 2000) -> None:
        self.seed = seed
        self.items = items(seed, size)
        self.by_id: Mapping[int, Item] = {item.id: item for item in self.items}
        self._database = _indexed(self.items)
        self._found = lru_cache(maxsize=256)(self._find)

    def search(self, question: Question) -> Answer:
        """Answer a well-formed question."""
        words = tuple(tokens(question.query))
        found = self._found(words, question.subject, question.year)
        top = _sorted(found.items[:RETURN_LIMIT], question.sort)
        start = (question.page - 1) * PER_PAGE
        return Answer(
            total=len(found.items),
            shown=tuple(top[start : start + PER_PAGE]),
            n_pages=-(-len(top) // PER_PAGE),
            subjects=found.subjects,
            years=found.years,
        )

    def _find(self, words: tuple[str, ...], subject: str, year: str) -> _Found:
        found = tuple(
            item
            for item in self._ranked(words)
            if subject in ("", item.subject) and year in ("", str(item.year))
        )
        return _Found(
            found,
            _commonest(item.subject for item in found),
            _commonest(str(item.year) for item in found),
        )

    def _ranked(self, words: tuple[str, ...]) -> Iterable[Item]:
        if not words:
            return sorted(self.items, key=lambda item: -item.reviews)
        match = " ".join(f'"{word}"' for word in words)
        rows = self._database.execute(
            "SELECT rowid FROM item WHERE item MATCH ? ORDER BY rank, rowid", (match,)
        )
        return (self.by_id[row[0]] for row in rows)


class _Found(NamedTuple):
    """All matches by rank, and the eight commonest shelves and years among them."""

    items: tuple[Item, ...]
    subjects: Facet
    years: Facet


def complaint(question: Question) -> str | None:
    """Why a question cannot be answered, as the site's error page puts it; None when it can.

    >>> complaint(Question(query="owl"))
    >>> complaint(Question(query='an "open quote'))
    'The character " is not allowed in a search.'
    """
    query = question.query
    if len(query) > _LONGEST_QUERY or len(tokens(query)) > _MOST_WORDS:
        return f"A search may have at most {_LONGEST_QUERY} characters and {_MOST_WORDS} words."
    bad = [c for c in query if c in _FORBIDDEN or not c.isprintable()]
    if bad:
        return f"The character {bad[0]} is not allowed in a search."
    if not tokens(query) and not question.subject and not question.year:
        return "Please enter at least one word."
    if question.sort not in SORTS:
        return f"There is no order called {question.sort}."
    return None


def _indexed(records: list[Item]) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.execute(
        "CREATE VIRTUAL TABLE item USING fts5(title, author, publisher, place, subject, year,"
        " description, tokenize = 'unicode61 remove_diacritics 0')"
    )
    database.executemany(
        "INSERT INTO item(rowid, title, author, publisher, place, subject, year, description)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(item.id, *item.searchable) for item in records],
    )
    database.execute("INSERT INTO item(item, rank) VALUES ('rank', 'bm25(8, 4, 2, 2, 4, 2, 1)')")
    return database


def _sorted(found: tuple[Item, ...], sort: str) -> list[Item]:
    if sort == "title":
        return sorted(found, key=lambda item: item.title)
    if sort == "year":
        return sorted(found, key=lambda item: (-item.year, item.title))
    if sort == "price":
        return sorted(found, key=lambda item: (float(item.price[1:]), item.title))
    return list(found)


def _commonest(values: Iterable[str]) -> Facet:
    return tuple(sorted(Counter(values).items(), key=lambda pair: (-pair[1], pair[0]))[:8])
