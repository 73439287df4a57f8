"""Columns that are no news: they say something else of one object from page to page within the hour
(words around the query, a rank, an age, a counter)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import xxhash

from .params import ENOUGH, KEPT, STEADINESS, SteadinessParams

REST = "text"  # the column of what an object says beside its fields


class SeenValues(msgspec.Struct, frozen=True, array_like=True):
    """Hashes of the values that one page shows of one object, by column."""

    id: int
    values: dict[str, int]


class Showing(msgspec.Struct, frozen=True, array_like=True):
    """The values of a page's objects, and when it was fetched."""

    page: int = 0  # hash of its URL
    at: float = 0.0
    objects: tuple[SeenValues, ...] = ()


def seen_values(id_: str, columns: Mapping[str, str]) -> SeenValues:
    """The values of one object; what differs in case and white space alone is the same."""
    return SeenValues(
        int(id_, 16),
        {name: _hash(" ".join(value.casefold().split())) for name, value in columns.items()},
    )


class Column(msgspec.Struct, array_like=True):
    """How often a column was met again on another page within the hour, and how it was."""

    n_same: int = 0
    n_differs: int = 0


class _Last(msgspec.Struct, array_like=True):
    page: int
    at: float
    values: dict[str, int]


class Steadiness(msgspec.Struct, array_like=True):
    """Sums over a sample of a site's objects: those whose ids are lowest."""

    columns: dict[str, Column] = {}
    objects: dict[int, _Last] = {}

    def news(self, page: Showing) -> Showing | None:
        """The part of a page that would change these sums: sampled objects, undecided columns."""
        kept = []
        lowest = sorted({*self.objects, *(one.id for one in page.objects)})[:KEPT]
        for one in page.objects:
            if one.id in lowest:
                values = {n: v for n, v in one.values.items() if self._wants(n)}
                if values:
                    kept.append(SeenValues(one.id, values))
        return Showing(page.page, page.at, tuple(kept)) if kept else None

    def fold(self, page: Showing, params: SteadinessParams = STEADINESS) -> None:
        """Learn from what one page shows.

        Reading
        -------
        One page fetched twice shows what happened to the site: it is not compared.
        """
        for one in page.objects:
            last = self.objects.get(one.id)
            if last and last.page != page.page and abs(page.at - last.at) <= params.within_s:
                self._compare(last.values, one.values)
            self.objects[one.id] = _Last(page.page, page.at, one.values)
        for id_ in sorted(self.objects)[KEPT:]:
            del self.objects[id_]
        for name in sorted(self.columns)[KEPT:]:
            del self.columns[name]

    def unsteady(self, params: SteadinessParams = STEADINESS) -> tuple[str, ...]:
        """The names of columns whose differences are no change."""
        return tuple(
            name
            for name, column in sorted(self.columns.items())
            if column.n_differs >= params.fewest
            and column.n_differs > params.differs * (column.n_same + column.n_differs)
        )

    def _compare(self, before: Mapping[str, int], after: Mapping[str, int]) -> None:
        for name in sorted(before.keys() & after.keys()):
            column = self.columns.setdefault(name, Column())
            if before[name] == after[name]:
                column.n_same += 1
            else:
                column.n_differs += 1

    def _wants(self, name: str) -> bool:
        column = self.columns.get(name)
        return column is None or column.n_same + column.n_differs < ENOUGH


def beside(text: str, values: Iterable[str]) -> str:
    """The words of a text that are not in these values.

    >>> beside("Red bus was 7 € now 5 €", ["Red bus", "5 €"])
    'was 7 € now'
    """
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, " ", 1)
    return " ".join(text.split())


def _hash(text: str) -> int:
    return xxhash.xxh32_intdigest(text.encode("utf-8", "replace"))
