"""Whether a link that several rows share leads to what they are hits of: other questions lead to it
again, and never to what the rows say."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import xxhash

from .link_columns import LinkColumn
from .params import ENOUGH, HITS, KEPT, HitParams


class SeenHits(msgspec.Struct, frozen=True, array_like=True):
    """The rows of one page that begin with a link at one place.

    Parameters
    ----------
    place
        Of the links.
    rows
        Of each row hashes of its link, as it stands there, and of what it says.
    """

    place: int
    rows: tuple[tuple[int, int], ...]


class PageHits(msgspec.Struct, frozen=True, array_like=True):
    """What one page shows, and a hash of the question that it answers; 0: none."""

    question: int = 0
    columns: tuple[SeenHits, ...] = ()


def seen_hits(columns: Iterable[LinkColumn], query: str | None) -> PageHits:
    """The evidence of a page: of the columns whose rows begin with what the link says."""
    if not query:
        return PageHits()
    found = tuple(
        SeenHits(
            column.place,
            tuple(
                (_hash(f"{column.place} {column.addresses[number].text}"), _hash(text))
                for number, text in sorted(column.begins.items())
            ),
        )
        for column in columns
        if len(column.anchors) > 1 and 2 * len(column.begins) > len(column.anchors)
    )
    return PageHits(_hash(query), found) if found else PageHits()


class _Met(msgspec.Struct, array_like=True):
    """Rows of links that another question had shown before."""

    n_rows: int = 0
    n_same: int = 0  # that say what a row of the same link said there


class SharedHits(msgspec.Struct, array_like=True):
    """Sums over a sample of a site's links: those of the lowest hashes.

    Reading
    -------
    Variants of one thing share its link and say of themselves what they always say; the words
    around a question are others with every question, and no text ever comes again. A row that says
    what it said under the same question says nothing of either.
    """

    places: dict[int, _Met] = {}
    links: dict[int, dict[int, int]] = {}  # what rows of each said -> the first question

    def news(self, page: PageHits, shared: Iterable[int]) -> PageHits:
        """What of a page changes anything: links of the sample, at places where they are shared."""
        wanted, columns = set(shared), []
        for column in page.columns:
            if column.place not in wanted or not self._wants(column.place):
                continue
            lowest = {*sorted({*self.links, *(link for link, _ in column.rows)})[:KEPT]}
            if rows := tuple(row for row in column.rows if row[0] in lowest):
                columns.append(SeenHits(column.place, rows))
        return PageHits(page.question, tuple(columns)) if columns else PageHits()

    def fold(self, page: PageHits, params: HitParams = HITS) -> None:
        """Learn from what one page shows."""
        for column in page.columns:
            met = self.places.setdefault(column.place, _Met())
            for link, text in column.rows:
                _meet(met, self.links.setdefault(link, {}), text, page.question, params)
        for link in sorted(self.links)[KEPT:]:
            del self.links[link]
        for place in sorted(self.places)[KEPT:]:
            del self.places[place]

    def hits(self, params: HitParams = HITS) -> frozenset[int]:
        """The places whose links lead to what the rows are hits of."""
        return frozenset(
            place
            for place, met in self.places.items()
            if met.n_rows >= params.fewest and met.n_same <= params.same * met.n_rows
        )

    def _wants(self, place: int) -> bool:
        met = self.places.get(place)
        return met is None or met.n_rows < ENOUGH


def _meet(met: _Met, texts: dict[int, int], text: int, question: int, params: HitParams) -> None:
    """Count a row of a link, as far as what it says is among the texts that are kept."""
    if len(texts) >= params.texts and text > max(texts):
        return
    first = texts.get(text)
    if first != question and any(other != question for other in texts.values()):
        met.n_rows += 1
        met.n_same += first is not None
    texts.setdefault(text, question)
    if len(texts) > params.texts:
        del texts[max(texts)]


def _hash(text: str) -> int:
    return xxhash.xxh32_intdigest(" ".join(text.casefold().split()).encode("utf-8", "replace"))
