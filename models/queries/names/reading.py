"""Files of names and of queries, as lists that are small enough to travel.

A file of entities has a type and a name a line, parted by a tab; a log has a query a line, or a
query, an address and how often it was clicked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from upwell.models.sample import lowest
from upwell.models.text.words import words

from .params import LONGEST, MOST_LISTS, MOST_OF_A_LIST
from .patterns import Click, each_cleaned, fold, patterns, site_queries

LOG = "log"  # the list of a log's queries


def typed_names(lines: Iterable[str]) -> dict[str, list[str]]:
    """Type -> names, each once; a line without a tab is a name without a type.

    Raises
    ------
    ValueError
        There are more types than a crawl keeps.

    Examples
    --------
    >>> typed_names(["town\\tNew York", "town\\tnew  york", "river\\tRio Grande", "# none", ""])
    {'town': ['new york'], 'river': ['rio grande']}

    References
    ----------
    ENT 4.2; table 4.
    """
    found: dict[str, dict[str, None]] = {}
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        kind, tab, name = line.partition("\t")
        if asked := _askable(name if tab else kind):
            found.setdefault(kind.strip() if tab else "entity", {})[asked] = None
    if len(found) >= MOST_LISTS:
        raise ValueError(f"{len(found)} types of names; a crawl takes fewer than {MOST_LISTS}")
    return {kind: list(names) for kind, names in found.items()}


def cleaned_log(lines: Iterable[str], site: str, names: Iterable[str] = ()) -> list[str]:
    """Queries of a log for one site without the words around what is asked, commonest first.

    Parameters
    ----------
    lines
        `query<TAB>URL<TAB>clicks`, or plain queries.
    site
        Host: where addresses are given, only its queries count, and none that led to one page.
    names
        Known names, by which patterns are learned; without any, queries that others contain.

    Raises
    ------
    ValueError
        A line has an address and no number of clicks.

    Examples
    --------
    >>> log = ["price of red bus", "red bus", "price of tram", "tram", "tram"]
    >>> cleaned_log(log, "a.org")
    ['tram', 'red bus']

    References
    ----------
    ENT 4.1; 4.1.1; 4.1.2.
    """
    plain, clicks = list[str](), list[Click]()
    for line in lines:
        query, *rest = line.rstrip("\r\n").split("\t")
        if not query.strip() or line.startswith("#"):
            continue
        if rest:
            clicks.append(_click(query, rest))
        else:
            plain.append(query)
    own = plain + _of_site(clicks, site)
    queries = [*plain, *(click.query for click in clicks)]
    found = patterns(queries, frozenset(map(fold, names)) or None)
    counts = Counter(map(_askable, each_cleaned(own, found)))
    del counts[""]
    return sorted(counts, key=lambda query: (-counts[query], query))


def sampled(names: Iterable[str], most: int = MOST_OF_A_LIST) -> list[str]:
    """A sample of names that is small enough to travel, chosen by hash and in its order."""
    return lowest(names, most)


def _of_site(clicks: list[Click], site: str) -> list[str]:
    host = site.rpartition(":")[0] or site
    found = site_queries(clicks)
    return [q for name, queries in found.items() if name in (site, host) for q in queries]


def _click(query: str, rest: list[str]) -> Click:
    url, times = rest[0], rest[1] if len(rest) > 1 else ""
    if not times.strip().isdigit() or not urlsplit(url).netloc:
        raise ValueError(f"{query!r} is followed by {rest!r}, not by a whole URL and its clicks")
    return Click(query, url, int(times))


def _askable(name: str) -> str:
    text = " ".join(words(name))
    return text if len(text) <= LONGEST else ""
