"""Places of a page that say something else when it is fetched again: they are not about it."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np

from ..rows import PageRow


def turned(before: PageRow, after: PageRow) -> frozenset[int]:
    """Places that say something else in the second fetch of a page.

    Reading
    -------
    Of a page that is another one on the whole (an error, an answer that has changed) no place is
    said to turn: more than half of what was there has to stand.

    Examples
    --------
    >>> from upwell.models.tree.parse import parse
    >>> from upwell.models.templates import page_row
    >>> page = b"<h1>Otter</h1><p>brown</p><em>River</em><i>%s</i>"
    >>> rows = [page_row(parse(page % said)) for said in (b"buy a lamp", b"buy a door")]
    >>> len(turned(*rows)), len(turned(rows[0], page_row(parse(b"<h1>Out</h1><p>of order"))))
    (1, 0)
    """
    old, new = _texts_by_place(before), _texts_by_place(after)
    other = {place for place in old.keys() & new.keys() if old[place] != new[place]}
    stands = sum(old[place] == new.get(place) for place in old)
    return frozenset(other) if 2 * stands > len(old) else frozenset()


def _texts_by_place(row: PageRow) -> dict[int, Counter[int]]:
    """The texts of each place of a page with their counts."""
    found: dict[int, Counter[int]] = defaultdict(Counter)
    places, strings = np.frombuffer(row.places, "<i8"), np.frombuffer(row.strings, "<u4")
    for place, string in zip(places.tolist(), strings.tolist(), strict=True):
        found[place][string] += 1
    return found
