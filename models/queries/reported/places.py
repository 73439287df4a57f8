"""Which place of a site's pages says how many matches there are: running counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from xxhash import xxh3_64_intdigest

from .numbers import StatedNumber
from .params import AGAINST, LEAST, LEAST_CUT, MAX_PLACES, MAX_QUERIES


class Tally(msgspec.Struct, array_like=True):
    """Counts of how the number at one place followed queries and records."""

    whole: int = 0  # answers of one page of which it counts the records
    more: int = 0  # pages of longer answers whose records it exceeds
    against: int = 0  # pages of which it says anything else
    same: int = 0  # times that it said again what it had said for a query
    values: dict[int, int] = {}  # of a few queries, by hash

    @property
    def reports(self) -> bool:
        """Whether its value follows the query as the number of matches does."""
        n_values = len(set(self.values.values()))
        if self.against > AGAINST * (self.whole + self.more + self.against):
            return False
        if self.whole:
            return self.whole >= LEAST and n_values >= LEAST
        return self.more >= LEAST_CUT and n_values >= LEAST_CUT and self.same > 0


class _Page(NamedTuple):
    asked: int  # hash of the query
    n_records: int
    whole: bool
    further: bool


class _Stored(msgspec.Struct, array_like=True):
    n_pages: int = 0
    faded_at: int = 0  # n_pages then
    most: int = 0  # records of a page
    tallies: dict[int, Tally] = {}


class ReportedPlaces:
    """Numbers at places against the records of their pages: bounded, additive.

    Reading
    -------
    A place reports the number of matches when it equals the number of records wherever an answer
    fits on one page, exceeds it where a pager has more pages, differs between queries and says the
    same for the same query. `20 a page`, `10 items in the cart`, a clock and a counter of visitors
    fail one of these each. A page of as many records as any has may be cut without a pager, too.

    References
    ----------
    TXT 2.4.
    """

    def __init__(self, stored: _Stored | None = None) -> None:
        stored = _Stored(tallies={}) if stored is None else stored
        self.tallies = stored.tallies
        self._n_pages, self._faded_at = stored.n_pages, stored.faded_at
        self._most = stored.most
        self._ranked: list[int] | None = None

    def fold(
        self,
        numbers: Iterable[StatedNumber],
        query: str,
        n_records: int,
        *,
        whole: bool,
        further: bool = False,
    ) -> None:
        """Learn from an answer page.

        Parameters
        ----------
        numbers
            Of the page.
        query
            What the page answers.
        n_records
            Records on it; 0 where nothing matched.
        whole
            Whether these are all that the answer has: it is the first page and has no pager.
        further
            Whether the page may answer a narrower question: that it says another number then than
            for the query alone tells nothing, that it says the same does.
        """
        page = _Page(xxh3_64_intdigest(query.encode("utf-8", "replace")), n_records, whole, further)
        self._n_pages += 1
        self._most = max(self._most, n_records)
        for place, value in numbers:
            tally = self._tally(place)
            if tally is not None:
                _count(tally, value, page, is_full=n_records == self._most)
        self._ranked = None

    def fade(self) -> None:
        """Halve what was counted where a better model has come: what it counts prevails.

        At most once while the pages double, or models that come often would leave nothing. A place
        of which nothing is left goes.
        """
        if self._n_pages < 2 * self._faded_at:
            return
        self._faded_at = self._n_pages
        for place, tally in list(self.tallies.items()):
            tally.whole //= 2
            tally.more //= 2
            tally.against //= 2
            tally.same = (tally.same + 1) // 2
            if not tally.whole + tally.more + tally.against:
                del self.tallies[place]
        self._ranked = None

    def read(self, numbers: Iterable[StatedNumber], n_records: int) -> int | None:
        """The number of matches that a page reports; None where no learned place is on it.

        Parameters
        ----------
        n_records
            Records on the page: there are no fewer matches, and none where nothing is shown.
        """
        values = dict(numbers)
        for place in self._reporting():
            value = values.get(place)
            if value is not None and value >= n_records and bool(value) == bool(n_records):
                return value
        return None

    def encode(self) -> bytes:
        """MessagePack, places in their order."""
        tallies = dict(sorted(self.tallies.items()))
        return msgspec.msgpack.encode(_Stored(self._n_pages, self._faded_at, self._most, tallies))

    @classmethod
    def decode(cls, raw: bytes) -> ReportedPlaces:
        """The table that `encode` wrote."""
        return cls(_stored(raw))

    def _tally(self, place: int) -> Tally | None:
        """The tally of a place; None where the table is full of lower ones."""
        tally = self.tallies.get(place)
        if tally is not None:
            return tally
        if len(self.tallies) >= MAX_PLACES:
            highest = max(self.tallies)
            if place > highest:
                return None
            del self.tallies[highest]
        tally = self.tallies[place] = Tally(values={})
        return tally

    def _reporting(self) -> list[int]:
        """Places that report, the best first."""
        if self._ranked is None:
            found = [(place, tally) for place, tally in self.tallies.items() if tally.reports]
            found.sort(key=lambda each: (-each[1].whole, each[1].against, -each[1].more, each[0]))
            self._ranked = [place for place, _ in found]
        return self._ranked


def _count(tally: Tally, value: int, page: _Page, is_full: bool) -> None:
    whole = page.whole and (value == page.n_records or not is_full)  # a full page may be cut
    before = tally.values.get(page.asked)
    other = before is not None and before != value
    if not _agrees(value, page.n_records, whole) or (other and not page.further):
        tally.against += 1
        if tally.against > tally.whole + tally.more:
            tally.values.clear()  # it keeps counts alone
        return
    tally.same += before == value
    if not page.n_records:
        return
    if whole:
        tally.whole += 1
    else:
        tally.more += 1
    if not page.further:
        tally.values[page.asked] = value
        if len(tally.values) > MAX_QUERIES:
            del tally.values[max(tally.values)]


def _agrees(value: int, n_records: int, whole: bool) -> bool:
    """Whether a value is what the number of matches may be on a page."""
    if not n_records or whole:
        return value == n_records
    return value > n_records


_stored = msgspec.msgpack.Decoder(_Stored).decode
