"""The recorded pages of a site through analyse once more, from an empty table; nothing is sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from upwell.streams.codecs import decode
from upwell.streams.log.port import Entry, Log, Outgoing
from upwell.streams.log.survey import Survey
from upwell.streams.parsers import Failure
from upwell.streams.topics import PAGES

from ..analyse import ANALYSE
from ..loop.item import Item, receive
from ..loop.step import step
from ..state import Views


async def analysed(
    log: Log, survey: Survey, site: str, views: Views, until: int | None = None
) -> AsyncIterator[Sequence[Outgoing]]:
    """What analyse would send for each record of a site, in their order.

    What it learns depends on the pages and their order alone, so it learns what it learned.

    Parameters
    ----------
    views
        Where its state is kept.
    until
        Offset of the last record; None: all.
    """
    async for entries in survey.walk(PAGES):
        for entry in entries:
            if entry.key == site.encode() and (until is None or entry.offset <= until):
                yield step(ANALYSE, views, await _prepared(log, entry))


async def _prepared(log: Log, entry: Entry) -> Item:
    """An entry as the loop hands it to the reducer; `again` comes with the page it names."""
    item = receive(ANALYSE, entry, poison=lambda _: False)
    if item.record is None or ANALYSE.prepare is None or ANALYSE.wants_body is None:
        return item
    source = item.record
    if wanted := ANALYSE.wants_body(item.record):
        body = await log.entry(PAGES, entry.partition, wanted[0])
        if body is None or body.value is None:
            return item
        source = decode(body.value)
    try:
        item.prepared = ANALYSE.prepare(source)
    except Exception as error:  # then as now
        item.failure = Failure.of(error)
    return item
