"""Which link identifies the objects of a list: the one that each has and that differs in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from ..urls.address import NOWHERE, Address
from .anchors import Anchor
from .own_address import Addresses, Own


class Row(NamedTuple):
    """An object as its links identify it."""

    anchors: Sequence[Anchor]
    text: str


class LinkColumn(NamedTuple):
    """The links at one place of the objects of a list."""

    place: int
    anchors: dict[int, Anchor]  # by number of the object in its list
    addresses: dict[int, Address]
    n_shared: int  # objects that lead where another object of the list leads
    is_clean: bool  # told apart by what neither echoes the question nor turns
    needed: dict[str, tuple[str, ...]]  # arguments without which they would not differ
    begins: dict[int, str]  # texts of the objects that begin with what the link says

    @property
    def says(self) -> bool:
        """Whether most of its links say what no other says: a title does, a button does not."""
        return _say(self.anchors.values())

    @property
    def identifies(self) -> bool:
        """Whether several objects have it, and it differs in most of them."""
        return len(self.anchors) > 1 and 2 * self.n_shared <= len(self.anchors)


def link_columns(rows: Sequence[Row], addresses: Addresses) -> list[LinkColumn]:
    """The columns of the links of one list, in page order."""
    held: dict[int, dict[int, Anchor]] = {}
    for number, row in enumerate(rows):
        for anchor in row.anchors:
            if addresses.whole(anchor.url) != NOWHERE:
                held.setdefault(anchor.place, {})[number] = anchor
    return [_column(place, anchors, rows, addresses) for place, anchors in held.items()]


def _column(
    place: int, anchors: dict[int, Anchor], rows: Sequence[Row], addresses: Addresses
) -> LinkColumn:
    urls = [anchor.url for anchor in anchors.values()]
    told = addresses.distinct(urls, [anchor.text for anchor in anchors.values()])
    found = dict(zip(anchors, told.addresses, strict=True))
    bare = dict(zip(anchors, addresses.without_idle(urls), strict=True))
    titled = _say(anchors.values())
    texts = {i: anchor.text if titled else rows[i].text for i, anchor in anchors.items()}
    n_shared = _shared(found, texts)
    is_clean = told.is_clean or _shared(bare, texts) == n_shared
    begins = {
        i: rows[i].text
        for i, anchor in anchors.items()
        if anchor.text and rows[i].text.startswith(anchor.text)
    }
    return LinkColumn(place, anchors, found, n_shared, is_clean, told.needed, begins)


def _say(anchors: Collection[Anchor]) -> bool:
    """Whether half of some links or more have a text that no other of them has."""
    counts = Counter(anchor.text for anchor in anchors if anchor.text)
    return 2 * sum(n == 1 for n in counts.values()) >= len(anchors)


def _shared(addresses: Mapping[int, Address], texts: Mapping[int, str]) -> int:
    """Number of objects that share their address with one that has another text.

    Where all lead there in runs of one length, the objects are the rows of one each.
    """
    runs = [len(list(run)) for _, run in groupby(addresses.values())]
    if len(runs) > 1 and len(set(runs)) == 1 and len(runs) == len(set(addresses.values())):
        return 0
    says: dict[Address, Counter[str]] = {}
    for number, address in addresses.items():
        says.setdefault(address, Counter())[texts[number]] += 1
    return sum(sum(texts.values()) for texts in says.values() if len(texts) > 1)


def identifying(
    columns: Sequence[LinkColumn],
    n_rows: int,
    site: str,
    counted: Mapping[int, int],
    others: frozenset[Address],
) -> list[Own | None]:
    """The own page of each object of a list, or None.

    Parameters
    ----------
    columns
        The columns of the list's links that identify.
    n_rows
        Objects of the list.
    site
        Links of this host are preferred to those that leave it.
    counted
        Lists of the site in which a place of links identified.
    others
        Addresses that identify objects in other lists of the page.

    Reading
    -------
    Title, picture and button of an object may all differ in each. The title is taken, because its
    text differs too; else the place that did it before; else the first on the page. Objects without
    a link there are looked at again by themselves: a list may have rows of two shapes.
    """
    out: list[Own | None] = [None] * n_rows
    open_rows = set(range(n_rows))

    def rank(column: LinkColumn) -> tuple[bool, bool, bool, bool, int, int, bool]:
        held = open_rows & column.anchors.keys()
        local = sum(column.addresses[number].place.partition("/")[0] == site for number in held)
        return (
            column.is_clean,
            not column.n_shared,
            column.says,
            len(held) == len(open_rows),
            sum(column.addresses[number] in others for number in held),
            counted.get(column.place, 0),
            2 * local >= len(held),
        )

    left = list(columns)
    while left := [column for column in left if len(open_rows & column.anchors.keys()) > 1]:
        best = max(left, key=rank)
        left.remove(best)
        for number in open_rows & best.addresses.keys():
            out[number] = Own(best.addresses[number], best.anchors[number].url)
        open_rows -= best.addresses.keys()
    return out
