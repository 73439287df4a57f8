"""Elements whose names are said of records, as the site's pages have told them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from ..tree.record_classes import RecordFamily

_MOST = 256  # families of a site that are remembered, lowest hashes first
_LEAST = 2  # pages that have to say so: one may be a chance
_ENOUGH = 16  # pages of a family after which no more are counted


class Pages(NamedTuple):
    """Of how many pages a family lost names, of how many it kept them all, and what it keeps."""

    lost: int
    kept: int
    family: RecordFamily


class RecordNames(msgspec.Struct, array_like=True):
    """Hash of a family of elements -> what its pages said.

    A page that has few of them may mistake the names of the first of two rows for those of a
    record, so most pages have to agree.

    Examples
    --------
    >>> names = RecordNames()
    >>> for kept in (("post", "wide"), ("post", "low")):
    ...     names.fold([RecordFamily(7, kept, (1, 2))])
    >>> names.frozen()[7].kept
    ('post',)
    """

    rows: dict[int, Pages] = {}

    def news(self, families: Iterable[RecordFamily]) -> tuple[RecordFamily, ...]:
        """The families of a page that would change these counts."""
        return tuple(one for one in families if self.rows.get(one.above) != self._with(one))

    def fold(self, families: Iterable[RecordFamily]) -> None:
        """Count what a page tells."""
        for one in families:
            self.rows[one.above] = self._with(one)
        self.rows = dict(sorted(self.rows.items())[:_MOST])

    def frozen(self) -> dict[int, RecordFamily]:
        """The names that most pages, and enough of them, agree on."""
        return {
            above: row.family
            for above, row in self.rows.items()
            if row.lost >= max(_LEAST, row.kept + 1)
        }

    def _with(self, one: RecordFamily) -> Pages:
        row = self.rows.get(one.above, Pages(0, 0, RecordFamily(one.above, (), ())))
        if row.lost + row.kept >= _ENOUGH:
            return row
        if not one.built:
            return row._replace(kept=row.kept + 1)
        if not row.lost:
            return Pages(1, row.kept, one)
        kept = tuple(sorted(set(row.family.kept).intersection(one.kept)))
        built = tuple(sorted(set(row.family.built).intersection(one.built)))
        return Pages(row.lost + 1, row.kept, RecordFamily(one.above, kept, built))
