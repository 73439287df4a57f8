"""The searchable database of a source: SQLite FTS5, and columns beside it.

Answers obey the site's rules: which words count, whether all must occur, what is ranked how, and
how many can be seen at all. The index holds no text; records stand in memory or in a file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from ..kinds.lexicon import stop_words
from ..kinds.tokens import query_tokens, tokens
from .columns import Facet, Growing, Order, Rows, bands
from .life import Change
from .question import Answer, Question, Rules
from .record import Record
from .shelf import Shelf

ON_DISK = ""  # a file of SQLite's own, gone with its process
LONGEST_QUERY = 120
MOST_WORDS = 12
_FORBIDDEN = frozenset('<>{}[]\\^*|"')
_COMMONEST = 8  # values of a facet
_HELD = 32 << 20  # bytes of an index that are held before they are written
_SAMPLE = 2_000  # records that price bands are taken from
_FURTHEST_PAGE = 10_000
_WEIGHTS = "bm25(8, 4, 1)"  # of title, facts, text


class Database:
    """Records behind a full-text index that answers as the site's rules say.

    Parameters
    ----------
    records
        All of them; a stream when they stand on disk.
    rules
        How it answers.
    language
        Of its words.
    path
        Where records and index stand; `ON_DISK` or a file for sites of hundreds of thousands.

    Examples
    --------
    >>> from upwell.sources.kinds import records
    >>> books = records("book", "en", seed=1, size=50)
    >>> database = Database(books, Rules(facets=("subject",)))
    >>> database.search(Question(books[0].title)).shown[0] == books[0]
    True
    >>> database.search(Question("qwxzyv")).total
    0

    References
    ----------
    TXT 3.4 (return limit; results by relevance, by a rank, or unsorted).
    """

    def __init__(
        self,
        records: Iterable[Record],
        rules: Rules | None = None,
        language: str = "en",
        path: str = ":memory:",
    ) -> None:
        self.rules, self.language = rules or Rules(), language
        self._sql = _opened(path)
        self._shelf: dict[int, Record] | Shelf = {} if path == ":memory:" else Shelf(self._sql)
        self._ids: list[int] = []
        self._rows: dict[int, int] = {}
        self._rank, self._alive = Growing("float64"), Growing("bool")
        self._orders = {name: Order(name) for name in self.rules.sorts}
        self._facets: dict[str, Facet] = {}
        self._stops = stop_words(language) if self.rules.stops else frozenset[str]()
        self._fill(records)
        self._forget()

    @property
    def by_id(self) -> Mapping[int, Record]:
        """Every record by its number."""
        return self._shelf

    def search(self, question: Question) -> Answer:
        """Answer a well-formed question."""
        words, ignored = self._counted(question.query)
        found = self._found(words, tuple(sorted(question.narrow.items())), bool(ignored))
        top = found.rows[: self.rules.limit]
        name = question.sort.removeprefix("-")
        if name in self._orders:
            top = self._orders[name].sorted(top, backwards=name != question.sort)
        start = (question.page - 1) * question.per_page
        shown = top[start : start + question.per_page].tolist()
        return Answer(
            total=len(found.rows),
            shown=tuple([self._shelf[self._ids[row]] for row in shown]),
            n_pages=-(-len(top) // question.per_page),
            facets=found.facets,
            ignored=ignored,
        )

    def complaint(self, question: Question) -> str | None:
        """Why a question cannot be answered: long, character, empty, order, page; None if it can.

        >>> Database([]).complaint(Question('an "open quote'))
        'character'
        """
        query = question.query
        if len(query) > LONGEST_QUERY or len(query.split()) > MOST_WORDS:
            return "long"
        if any(c in _FORBIDDEN or not c.isprintable() for c in query):
            return "character"
        if not query_tokens(query, self.language) and not any(question.narrow.values()):
            return "empty"
        if question.sort and question.sort.removeprefix("-") not in self._orders:
            return "order"
        return None if 1 <= question.page <= _FURTHEST_PAGE else "page"

    def popular(self, n: int) -> list[Record]:
        """The records the site itself ranks first."""
        rows = self._found((), (), False).rows[:n].tolist()
        return [self._shelf[self._ids[row]] for row in rows]

    def similar(self, query: str) -> str | None:
        """A query near to one without an answer that has one: did you mean ...?

        >>> from upwell.sources.kinds import records
        >>> books = records("book", "en", seed=1, size=50)
        >>> author = books[0].values["author"].shown.lower()
        >>> Database(books).similar(author[:3] + author[4:]) == author
        True
        """
        words, _ = self._counted(query)
        vocabulary = self._vocabulary()
        near = [word if word in vocabulary else _nearest(word, vocabulary) for word in words]
        meant = [word for word in near if word]
        meant.sort(key=lambda word: -vocabulary[word])
        kept = sorted(meant, key=near.index)
        while kept:
            if tuple(kept) != words and len(self._found(tuple(kept), (), False).rows):
                return ("" if self.language == "ja" else " ").join(kept)
            rarest = meant.pop()
            kept = [word for word in kept if word != rarest]
        return None

    def apply(self, change: Change) -> None:
        """Add, change or remove a record."""
        number = change.record.id
        row = self._rows.get(number)
        if row is not None and number in self._shelf:
            self._unindex(row, self._shelf[number])
            del self._shelf[number]
            self._alive.put(row, False)
        if change.kind != "remove":
            row = self._place(change.record) if row is None else row
            self._put(row, change.record)
            self._sql.execute(_INSERT, (row + 1, *self._texts(change.record)))
            self._shelf[number] = change.record
        self._forget()

    def _fill(self, records: Iterable[Record]) -> None:
        stream = iter(records)
        first = list(islice(stream, _SAMPLE))
        for name in self.rules.facets:
            values = [record.values[name] for record in first if name in record.values]
            amounts = [float(value.sort) for value in values if value.type == "price"]
            self._facets[name] = Facet(name, bands(amounts) if amounts else ())
        shelf = self._shelf
        self._sql.execute("BEGIN")
        self._sql.executemany(_INSERT, self._placed(chain(first, stream)))
        if isinstance(shelf, Shelf):
            shelf.flush()
        self._sql.execute("COMMIT")

    def _placed(self, records: Iterable[Record]) -> Iterator[tuple[int, str, str, str]]:
        for record in records:
            row = self._place(record)
            self._put(row, record)
            self._shelf[record.id] = record
            yield (row + 1, *self._texts(record))

    def _place(self, record: Record) -> int:
        row = self._rows[record.id] = len(self._ids)
        self._ids.append(record.id)
        return row

    def _put(self, row: int, record: Record) -> None:
        self._rank.put(row, record.rank)
        self._alive.put(row, True)
        for facet in self._facets.values():
            facet.put(row, record)
        for order in self._orders.values():
            order.put(row, record)

    def _texts(self, record: Record) -> tuple[str, str, str]:
        facts = " ".join([value.shown for value in record.values.values()])
        texts = record.title, facts, " ".join((record.summary, *record.body))
        if self.language != "ja":
            return texts
        title, facts, text = (" ".join(tokens(text, self.language)) for text in texts)
        return title, facts, text

    def _unindex(self, row: int, record: Record) -> None:
        self._sql.execute(
            "INSERT INTO record(record, rowid, title, facts, text) VALUES ('delete', ?, ?, ?, ?)",
            (row + 1, *self._texts(record)),
        )

    def _forget(self) -> None:
        self._found = lru_cache(maxsize=512)(self._find)
        self._known: dict[str, int] = {}

    def _counted(self, query: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        words = query_tokens(query, self.language)
        kept = [w for w in words if len(w) >= self.rules.shortest and w not in self._stops]
        return tuple(kept), tuple([word for word in words if word not in kept])

    def _find(
        self, words: tuple[str, ...], narrow: tuple[tuple[str, str], ...], ignored: bool
    ) -> _Found:
        rows = self._ranked(words) if words or not ignored else np.empty(0, "int64")
        for name, wanted in narrow:
            if wanted:
                facet = self._facets.get(name)
                rows = rows[:0] if facet is None else facet.narrowed(rows, wanted)
        counts = {name: facet.counts(rows, _COMMONEST) for name, facet in self._facets.items()}
        return _Found(rows, counts)

    def _ranked(self, words: tuple[str, ...]) -> Rows:
        if not words:
            return self._by_rank(np.flatnonzero(self._alive.array))
        quoted = [f'"{word}"*' if _alone(word, self.language) else f'"{word}"' for word in words]
        match = (" OR " if self.rules.combine == "or" else " ").join(quoted)
        best = " ORDER BY rank, rowid" if self.rules.order == "relevance" else ""
        found = self._sql.execute(f"SELECT rowid FROM record WHERE record MATCH ?{best}", (match,))
        rows = np.fromiter(chain.from_iterable(found), "int64") - 1
        if self.rules.order == "relevance":
            return rows
        if self.rules.order == "rank":
            return self._by_rank(rows)
        numbers = np.array([self._ids[row] for row in rows.tolist()], "uint64")
        return rows[np.argsort(numbers * np.uint64(0x9E3779B97F4A7C15), kind="stable")]

    def _by_rank(self, rows: Rows) -> Rows:
        return rows[np.argsort(-self._rank.array[rows], kind="stable")]

    def _vocabulary(self) -> dict[str, int]:
        if not self._known:
            self._known = dict(self._sql.execute("SELECT term, doc FROM word"))
        return self._known


class _Found(NamedTuple):
    """All matches as they rank, and the facets of them."""

    rows: Rows
    facets: Mapping[str, tuple[tuple[str, int], ...]]


_INSERT = "INSERT INTO record(rowid, title, facts, text) VALUES (?, ?, ?, ?)"


def _opened(path: str) -> sqlite3.Connection:
    sql = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    sql.executescript(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
        "CREATE VIRTUAL TABLE record USING fts5(title, facts, text, content = '',"
        " tokenize = 'unicode61 remove_diacritics 0');"
        "CREATE VIRTUAL TABLE word USING fts5vocab(record, row);"
        f"INSERT INTO record(record, rank) VALUES ('rank', '{_WEIGHTS}');"
        f"INSERT INTO record(record, rank) VALUES ('hashsize', {_HELD});"
    )
    return sql


def _alone(word: str, language: str) -> bool:
    return language == "ja" and len(word) == 1 and not word.isascii()


def _nearest(word: str, vocabulary: Mapping[str, int]) -> str | None:
    """The known word at the least edits, at most a third of its letters."""
    furthest = min(2, len(word) // 3)
    near = process.extract(
        word, vocabulary.keys(), scorer=OSA.distance, score_cutoff=furthest, limit=20
    )
    ranked = sorted((edits, -vocabulary[known], known) for known, edits, _ in near)
    return ranked[0][2] if ranked else None
