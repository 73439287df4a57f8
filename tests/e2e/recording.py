"""The pages topic of a live crawl, recorded; as that of one site, or of many."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from upwell.sources import serve
from upwell.streams.codecs import compress, decode, decompress, encode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing
from upwell.streams.records import AnyRecord, Page, Publish
from upwell.streams.topics import PAGES

from .crawls import crawled

MOST = 1 << 20  # bytes of a recorded page


async def record(
    directory: Path, size: int, max_pages: int, name: str = "catalogue"
) -> list[Outgoing]:
    """Crawl a small source; what the web answered and what plan said of it, in order.

    Re-readings are left out: analyse asks itself for them, and will again.
    """
    async with await serve(name, seed=3, size=size) as source:
        await crawled(source.url, directory, max_pages=max_pages, seed=1)
    log = EmbeddedLog(f"upwell://{directory}")
    await log.open()
    entries = await log.scan(PAGES)
    await log.close()
    return [
        Outgoing(PAGES, entry.key, entry.value)
        for entry in entries
        if isinstance(decode(entry.value), Page | Publish)
    ]


def of_sites(recorded: Sequence[Outgoing], n_sites: int, chance: random.Random) -> list[Outgoing]:
    """The same pages as those of many sites, in turn; one in ten comes again.

    Half of those were sent once more, as they were; the others were fetched once more, under
    the same number and at another time.
    """
    host = recorded[0].key
    named = [
        Outgoing(one.topic, site, encode(_renamed(decode(one.value), host, site)))
        for one in recorded
        for site in (b"site%02d.test" % n for n in range(n_sites))
    ]
    for at in range(10, len(named), 11):
        again = named[chance.randrange(at)]
        named.insert(at, _fetched_later(again) if at % 2 else again)
    return named


def _fetched_later(one: Outgoing) -> Outgoing:
    record = decode(one.value)
    if not isinstance(record, Page):
        return one
    later = replace(record, fetched_at=record.fetched_at + 60, elapsed_s=record.elapsed_s + 1)
    return Outgoing(one.topic, one.key, encode(later))


def _renamed(record: AnyRecord, host: bytes, site: bytes) -> AnyRecord:
    old, new = host.decode(), site.decode()
    if not isinstance(record, Page):
        return replace(cast(Publish, record), site=new)
    body = compress(decompress(record.body, MOST).replace(host, site)) if record.body else b""
    urls = (record.url.replace(old, new), record.final_url.replace(old, new))
    return replace(record, site=new, url=urls[0], final_url=urls[1], body=body)
