"""A site's links in one go: arguments judged, URLs classed, one kept of each class (ENT 6.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .prevalence import Prevalence
from .relevance import ArgumentVerdict, PrevalenceParams
from .table import text_hash


class AnswerPage(NamedTuple):
    """URL, query and link URLs of an answer page."""

    page: str
    query: str | None
    links: list[str]


class UrlVerdict(NamedTuple):
    """A URL, its class, and whether it stands for its class."""

    url: str
    url_class: str
    keep: bool


class DedupResult(NamedTuple):
    """Arguments by name; distinct URLs in order of appearance."""

    arguments: list[ArgumentVerdict]
    urls: list[UrlVerdict]


def dedup(pages: Iterable[AnswerPage], params: PrevalenceParams | None = None) -> DedupResult:
    """Judge all arguments from all pages, then keep the first URL of each class.

    Examples
    --------
    >>> pages = [
    ...     AnswerPage(f"http://b.example/s?q={q}", q,
    ...                [f"http://b.example/s?q={q}&sort={i}&mfg={m}" for i in (1, 2) for m in ms])
    ...     for q, ms in [("gps", "ab"), ("tv", "cd"), ("pc", "ae"), ("cd", "fg")]
    ... ]
    >>> found = dedup(pages)
    >>> [(verdict.argument, verdict.relevant) for verdict in found.arguments]
    [('mfg', True), ('q', True), ('sort', False)]
    >>> [sum(url.keep for url in found.urls), len(found.urls)]
    [8, 16]

    References
    ----------
    ENT 6.3.1, 6.3.3; fig. 11.
    """
    site = Prevalence(params or PrevalenceParams())
    urls: dict[str, None] = {}
    for page in pages:
        site.fold(page.page, page.query, page.links)
        urls.update(dict.fromkeys(page.links))
    seen: set[int] = set()
    verdicts = []
    for url in urls:
        url_class = site.url_class(url)
        verdicts.append(UrlVerdict(url, url_class, text_hash(url_class) not in seen))
        seen.add(text_hash(url_class))
    return DedupResult(site.relevance(), verdicts)
