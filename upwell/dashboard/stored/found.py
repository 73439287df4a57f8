"""The record of a stored page, found by when it was fetched: no index is kept of all of them."""

from __future__ import annotations

from contextlib import suppress

from upwell.errors import RecordError
from upwell.streams.codecs import decode
from upwell.streams.log.port import Entry, Log
from upwell.streams.records import Finding, Page
from upwell.streams.topics import PAGES

from ..params import EARLY_S, LATE_S


async def stored_page(log: Log, finding: Finding) -> Page | None:
    """The page that a reading is of; None when retention took it."""
    partition = log.partition(PAGES, finding.site.encode())
    end = (await log.ends(PAGES)).get(partition, 0)
    offset = await _first_since(log, partition, end, finding.at - EARLY_S)
    while offset < end:
        entry = await log.entry(PAGES, partition, offset)
        if entry is not None and entry.timestamp_ms > (finding.at + LATE_S) * 1000:
            return None
        if (page := _page(entry)) is not None and _is_of(page, finding):
            return page
        offset += 1
    return None


async def _first_since(log: Log, partition: int, end: int, at: float) -> int:
    """The first offset of a partition whose record was appended at a time or later.

    What retention took stood before all others.
    """
    low, high = 0, end
    while low < high:
        middle = (low + high) // 2
        entry = await log.entry(PAGES, partition, middle)
        if entry is None or entry.timestamp_ms < at * 1000:
            low = middle + 1
        else:
            high = middle
    return low


def _page(entry: Entry | None) -> Page | None:
    with suppress(RecordError):
        record = decode(entry.value) if entry is not None else None
        return record if isinstance(record, Page) else None
    return None


def _is_of(page: Page, finding: Finding) -> bool:
    return (page.site, page.number) == (finding.site, finding.number) and not page.archive
