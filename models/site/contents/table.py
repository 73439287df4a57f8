"""The running table of a site's links: the pages of lowest hash, those that answer no question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

import msgspec

from .page_links import LinkRun, PageLinks
from .params import PAGES

_Columns = tuple[tuple[LinkRun, ...], bytes, tuple[tuple[int, int], ...]]  # runs, targets, listed


class _Packed(msgspec.Struct, array_like=True):
    columns: list[_Columns]  # of several pages with the same links once
    forms: list[int]
    numbers: list[tuple[int, int, int]]  # of columns and form, and of how many pages in a row
    pages: list[int] | None  # hashes, ascending; None: the lowest of those known elsewhere
    owns: dict[int, int]  # own addresses of pages that go by another name, by their number


@dataclass(slots=True)
class LinkTable:
    """Page hash -> its links; a set that only the pages decide and not the order they came in."""

    pages: int = PAGES
    rows: dict[int, PageLinks] = field(default_factory=dict)

    def news(self, page: int, found: PageLinks) -> PageLinks | None:
        """The links of a page if they would change this table; else None."""
        return found if self.wants(page) and self.rows.get(page) != found else None

    def wants(self, page: int) -> bool:
        """Whether a page of this hash is among those that are kept."""
        return page in self.rows or len(self.rows) < self.pages or page < max(self.rows)

    def fold(self, page: int, found: PageLinks) -> None:
        """Keep the links of a page."""
        self.rows[page] = found
        while len(self.rows) > self.pages:
            del self.rows[max(self.rows)]

    def encode(self, known: Iterable[int] = ()) -> bytes:
        """MessagePack, the same bytes for the same table.

        Parameters
        ----------
        known
            Pages whose hashes are stored beside this; most often they are the same.
        """
        pages = sorted(self.rows)
        held = [_columns(self.rows[page]) for page in pages]
        columns, forms = sorted(set(held)), sorted({self.rows[page].form for page in pages})
        numbers = groupby(
            (columns.index(each), forms.index(self.rows[page].form))
            for page, each in zip(pages, held, strict=True)
        )
        runs = [(*number, len(list(run))) for number, run in numbers]
        same = pages == sorted(known)[: len(pages)]
        owns = {
            i: self.rows[page].own
            for i, page in enumerate(pages)
            if self.rows[page].own != short(page)
        }
        return msgspec.msgpack.encode(_Packed(columns, forms, runs, None if same else pages, owns))

    @classmethod
    def decode(cls, data: bytes, known: Iterable[int] = ()) -> LinkTable:
        """What `encode` wrote beside the same pages; no bytes are an older state, without links."""
        table = cls()
        if not data:
            return table
        packed = _decode(data)
        numbers = [number for *number, n in packed.numbers for _ in range(n)]
        pages = packed.pages if packed.pages is not None else sorted(known)[: len(numbers)]
        for i, (page, (column, form)) in enumerate(zip(pages, numbers, strict=True)):
            own = packed.owns.get(i, short(page))
            table.rows[page] = PageLinks(own, packed.forms[form], *packed.columns[column])
        return table


def short(page: int) -> int:
    """32 bits of the hash of a page."""
    return page & 0xFFFFFFFF


def _columns(found: PageLinks) -> _Columns:
    return found.runs, found.targets, found.listed


_decode = msgspec.msgpack.Decoder(_Packed).decode
