"""A search engine's log about a source: what people asked, and what they then opened.

Few queries are asked often and most once. Some only want to get there and some name the site, some
are misspelt or wrapped in words that no record holds, some ask for two things at once; what is
left are plain names.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from ..database.record import Record
from .grammar import Grammar, digest

_KINDS = {"entity": 45, "wanting": 25, "arriving": 6, "site": 6, "misspelt": 10, "both": 8}
_HEAD = 400  # the first query is asked so often, the r-th about 1/r of it


class Logged(NamedTuple):
    """A line of the log.

    Attributes
    ----------
    query
        As it was typed.
    record
        Number of the record that was opened; None: the home page.
    times
        How often.
    about
        What kind of query it is: entity, wanting (with words around it), arriving (navigational),
        site (with the site's name), misspelt, both (two topics).
    """

    query: str
    record: int | None
    times: int
    about: str


def query_log(
    known: Sequence[Record], language: str, seed: int, n: int, site: str = "upwell books"
) -> list[Logged]:
    """Lines for n queries about the records of a source, the most frequent queries first.

    Parameters
    ----------
    known
        The source's records.
    language
        Of the words around a name.
    seed
        Of the log.
    n
        Queries; each has one to four lines.
    site
        The name people know the source by.

    Examples
    --------
    >>> from .kind import records
    >>> log = query_log(records("book", "en", 1, 200), "en", seed=1, n=500)
    >>> sorted({line.about for line in log})
    ['arriving', 'both', 'entity', 'misspelt', 'site', 'wanting']
    >>> log[0].times > 50 * log[-1].times
    True

    References
    ----------
    ENT 4.1 (queries of the log); 4.1.1 (navigational queries); 4.1.2 (patterns around entities).
    """
    asking = _Asking(known, language, seed, site)
    kinds = asking.rng.choices(list(_KINDS), list(_KINDS.values()), k=n)
    out: list[Logged] = []
    for rank, about in enumerate(kinds, start=1):
        query, record = asking.query(about)
        times = max(1, round(_HEAD / rank**0.9))
        opened: list[int | None] = [None if about == "arriving" else record.id]
        if about in ("entity", "wanting", "site"):
            opened += [asking.record().id for _ in range(asking.rng.randint(0, 3))]
        for share, number in enumerate(dict.fromkeys(opened), start=1):
            out.append(Logged(query, number, max(1, times // share), about))
    return out


class _Asking:
    """What is in the heads of those who ask."""

    def __init__(self, known: Sequence[Record], language: str, seed: int, site: str) -> None:
        self.rng = Random(digest("log", language, seed))
        self.known = sorted(known, key=lambda record: (-record.rank, record.id))
        grammar = Grammar(known[0].kind, language, seed)
        self.site = site.lower()
        self.patterns = {
            name: [grammar.tables.pattern(line) for line in grammar.lexicon[name].lines]
            for name in ("wanting", "arriving", "both")
        }

    def record(self) -> Record:
        """One of the records, popular ones more often."""
        return self.known[int(len(self.known) * self.rng.random() ** 3)]

    def query(self, about: str) -> tuple[str, Record]:
        record = self.record()
        shown = {
            "entity": self._name(record),
            "other": self._name(self.record()),
            "site": self.site,
        }
        query = shown["entity"]
        if about in self.patterns:
            pattern = self.rng.choice(self.patterns[about])
            query = pattern.fill(self.rng.getrandbits, shown)
        elif about == "site":
            query = f"{query} {self.site}"
        elif about == "misspelt":
            query = misspelt(query, self.rng)
        return query.lower(), record

    def _name(self, record: Record) -> str:
        named = [v.shown for v in record.values.values() if v.type in ("person", "place")]
        if named and self.rng.random() < 0.5:
            return self.rng.choice(named)
        return record.title


def misspelt(query: str, rng: Random) -> str:
    """A query with a letter lost, doubled or changed with its neighbour.

    >>> [misspelt("lighthouse", Random(seed)) for seed in (1, 2, 5)]
    ['lihgthouse', 'ighthouse', 'lighthousee']
    """
    at = rng.choice([place for place, sign in enumerate(query) if sign.isalpha()] or [0])
    how = rng.randrange(3)
    if how == 0 and len(query) > 2:
        return query[:at] + query[at + 1 :]
    if how == 1 or query[at + 1 : at + 2] in ("", query[at]):
        return query[:at] + query[at] + query[at:]
    return query[:at] + query[at + 1] + query[at] + query[at + 2 :]
