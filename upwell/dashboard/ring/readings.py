"""Each time a page was read: by which route, and which rules decided."""

from __future__ import annotations

from contextlib import suppress

from upwell.errors import RecordError
from upwell.streams.codecs import decode
from upwell.streams.log.follow import Follow
from upwell.streams.records import Finding
from upwell.streams.topics import FINDINGS

from ..params import READINGS
from ..room import Room


async def readings_of(room: Room, site: str, url: str) -> list[Finding]:
    """The last readings of a page, the newest first; what retention took is gone.

    A page that is no longer listed is looked for in the whole log.
    """
    row = room.ring.of(site).rows.get(url)
    found: list[Finding] = []
    if row is not None:
        for place in row.places:
            entry = await room.log.entry(FINDINGS, *place)
            with suppress(RecordError):
                if entry is not None and isinstance(record := decode(entry.value), Finding):
                    found.append(record)
        return found[::-1]
    async for entries in Follow(room.log, FINDINGS).news():
        for entry in entries:
            with suppress(RecordError):
                one = decode(entry.value)
                if isinstance(one, Finding) and url in (one.final_url, one.url):
                    found = [*found, one][-READINGS:]
    return found[::-1]
