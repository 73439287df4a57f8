"""What is true of a source: for tests and benchmarks in the same process, never served."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qs, urlsplit

from .catalogue import Catalogue, Question, complaint
from .content import Item, tokens
from .site import STATIC


class Truth:
    """The database, asked without the site, its index and its limits.

    Examples
    --------
    >>> truth = Truth(Catalogue(seed=1, size=20))
    >>> first = truth.records()[0]
    >>> truth.entity(f"http://127.0.0.1:8080{first.path}?sid=1") == first
    True
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._words = {
            item.id: frozenset(tokens(" ".join(item.searchable))) for item in catalogue.items
        }

    def records(self) -> Sequence[Item]:
        """Every record."""
        return tuple(self._catalogue.items)

    def matching(self, query: str) -> frozenset[int]:
        """Numbers of the records that hold every word of the query."""
        words = set(tokens(query))
        return frozenset(number for number, held in self._words.items() if words and words <= held)

    def entity(self, url: str) -> Item | None:
        """The record an address is the own page of."""
        head, _, number = urlsplit(url).path.rpartition("/")
        if head != "/item" or not number.isdigit():
            return None
        return self._catalogue.by_id.get(int(number))

    def page_class(self, url: str) -> str:
        """home, list, single, none, error, detail, static or missing."""
        parts = urlsplit(url)
        if parts.path == "/":
            return "home"
        if parts.path.startswith("/item/"):
            return "missing" if self.entity(url) is None else "detail"
        if parts.path != "/search":
            return "static" if _is_static(parts.path) else "missing"
        arguments = {name: values[0] for name, values in parse_qs(parts.query).items()}
        question = Question(
            arguments.get("q", ""),
            arguments.get("subject", ""),
            arguments.get("year", ""),
            arguments.get("sort", "relevance"),
        )
        if complaint(question) is not None:
            return "error"
        total = self._catalogue.search(question).total
        return {0: "none", 1: "single"}.get(total, "list")


def _is_static(path: str) -> bool:
    return path in STATIC or path in ("/basket", "/robots.txt") or path.startswith("/go/")
