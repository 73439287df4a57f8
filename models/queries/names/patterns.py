"""Queries from a search engine's log, made fit for a site's own search box (ENT 4.1).

People ask an engine "price of hp touchpad"; a site that wants every word to match knows only the
entity. What is no entity is found by how often it stands around one: patterns, not names, repeat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from typing import NamedTuple
from urllib.parse import urlsplit

from upwell.models.queries.params import LONGEST_NAME

PREPOSITIONS = frozenset(
    "about at between by for from in into near of on over to under with".split()
)


Words = tuple[str, ...]


class Click(NamedTuple):
    """A line of a log: what was asked, what was clicked, how often."""

    query: str
    url: str
    times: int


class Pattern(NamedTuple):
    """Words around entities, and the distinct queries they stand in."""

    words: tuple[str, ...]
    prefix: bool
    n_queries: int


def site_queries(
    clicks: Iterable[Click], least_pages: int = 2, least_clicks: int = 3
) -> dict[str, list[str]]:
    """Queries per site, without those that only wanted to get there.

    A navigational query ends on one page: a query counts when at least two pages of the site were
    clicked for it, each at least three times.

    Examples
    --------
    >>> log = [Click("red bus", f"http://a.org/{n}", 3) for n in (1, 2)]
    >>> site_queries([*log, Click("a org", "http://a.org/", 99)])
    {'a.org': ['red bus']}

    References
    ----------
    ENT 4.1.1; table 2.
    """
    pages: dict[tuple[str, str], set[str]] = {}
    for click in clicks:
        if click.times >= least_clicks:
            site = urlsplit(click.url).netloc.lower()
            pages.setdefault((site, fold(click.query)), set()).add(click.url)
    out: dict[str, list[str]] = {}
    for (site, query), clicked in pages.items():
        if len(clicked) >= least_pages:
            out.setdefault(site, []).append(query)
    return out


def patterns(
    queries: Iterable[str],
    entities: Collection[str] | None,
    top: int = 200,
    prepositions: bool = True,
) -> list[Pattern]:
    """The prefixes and suffixes that most queries put around the longest entity they name.

    Parameters
    ----------
    queries
        Of all sites.
    entities
        Known names, folded; None: queries that stand in longer ones are taken for names.
    top
        Patterns kept of each side; the paper looks at 10 to 200.
    prepositions
        Keep only prefixes with a preposition ("pictures of"): without one, "samsung" is among them.

    Reading
    -------
    Suffixes with a preposition ("in uk") belong to the entity and are never patterns. Every longest
    match counts, also false ones: they do not repeat. A pattern of one query is none.

    Examples
    --------
    >>> asked = ["price of red bus", "price of tram", "tram review", "red bus review", "tram in uk"]
    >>> [" ".join(found.words) for found in patterns(asked, {"red bus", "tram"})]
    ['price of', 'review']

    References
    ----------
    ENT 4.1.2; table 3; fig. 5.
    """
    counts: Counter[tuple[bool, tuple[str, ...]]] = Counter()
    distinct = dict.fromkeys(map(fold, queries))
    for query in distinct:
        words = tuple(query.split())
        longest = LONGEST_NAME if entities is not None else min(LONGEST_NAME, len(words) - 1)
        names = distinct if entities is None else entities
        for start, end in _mentions(words, names, longest):
            counts[True, words[:start]] += 1
            counts[False, words[end:]] += 1
    out: list[Pattern] = []
    for prefix in (True, False):
        able = [
            Pattern(words, prefix, n)
            for (side, words), n in counts.items()
            if side == prefix and words and n > 1 and _may(words, prefix, prepositions)
        ]
        out += sorted(able, key=lambda pattern: (-pattern.n_queries, pattern.words))[:top]
    return out


def cleaned(queries: Iterable[str], found: Sequence[Pattern]) -> list[str]:
    """Queries without the patterns around them, each once, in the order they came.

    Examples
    --------
    >>> found = [Pattern(("price", "of"), True, 9), Pattern(("review",), False, 9)]
    >>> cleaned(["price of red bus", "Red  Bus review", "review"], found)
    ['red bus', 'review']

    References
    ----------
    ENT 4.1.2.
    """
    return list(dict.fromkeys(filter(None, each_cleaned(queries, found))))


def each_cleaned(queries: Iterable[str], found: Sequence[Pattern]) -> Iterator[str]:
    """Each query without the patterns around it, as often as it comes.

    >>> list(each_cleaned(["red bus review", "red bus"], [Pattern(("review",), False, 9)]))
    ['red bus', 'red bus']
    """
    before, after = ({p.words for p in found if p.prefix == side} for side in (True, False))
    most = max((len(pattern.words) for pattern in found), default=0)
    for query in queries:
        yield _without(tuple(fold(query).split()), before, after, most)


def fold(query: str) -> str:
    """A query as it is compared: lower case, single spaces.

    >>> fold(" Red  BUS ")
    'red bus'
    """
    return " ".join(query.lower().split())


def _without(words: Words, before: Set[Words], after: Set[Words], most: int) -> str:
    """A query without the longest prefix and the longest suffix that are patterns."""
    lengths = range(min(most, len(words) - 1), 0, -1)
    words = words[next((n for n in lengths if words[:n] in before), 0) :]
    lengths = range(min(most, len(words) - 1), 0, -1)
    cut = next((n for n in lengths if words[-n:] in after), 0)
    return " ".join(words[: len(words) - cut])


def _mentions(
    words: tuple[str, ...], entities: Collection[str], longest: int
) -> list[tuple[int, int]]:
    """Where the longest known names stand."""
    for n in range(min(len(words), longest), 0, -1):
        at = [i for i in range(len(words) - n + 1) if " ".join(words[i : i + n]) in entities]
        if at:
            return [(i, i + n) for i in at]
    return []


def _may(words: tuple[str, ...], prefix: bool, prepositions: bool) -> bool:
    has = bool(PREPOSITIONS & set(words))
    return has or not prepositions if prefix else not has
