"""Server-sent events: an endless answer of what happens, that anybody may mount.

A web handler writes what `stream` yields, with the type `text/event-stream`. `id` says how far the
topic was told, so a browser that comes back with `Last-Event-ID` misses nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from upwell.errors import RecordError

from ..codecs import decode
from ..log.port import Log
from ..topics import CHANGES
from .events import EventFilter
from .port import Clock, SystemClock

LOOK_S = 0.3  # between two looks at the log
HEARTBEAT_S = 15.0  # after which a comment says that nothing happened


async def stream(
    log: Log, chosen: EventFilter, last_id: str = "", clock: Clock | None = None
) -> AsyncIterator[bytes]:
    """Messages from now on, or from behind the one that was told last; until it is cancelled.

    Parameters
    ----------
    last_id
        The header `Last-Event-ID`; what cannot be read counts as none.
    """
    clock = clock or SystemClock()
    start = positions_of(last_id)
    if start is None:
        start = await log.ends(CHANGES)
    told_at = clock.now()
    yield b"retry: 3000\n\n"
    while True:
        for entry in await log.scan(CHANGES, start):
            start[entry.partition] = entry.offset + 1
            try:
                event = chosen.event(decode(entry.value)) if entry.value is not None else None
            except RecordError:
                continue  # deliver makes a dead letter of it
            if event is not None:
                told_at = clock.now()
                data = msgspec.json.encode(event.body)
                kind = event.line["event"].encode()
                yield b"id: %b\nevent: %b\ndata: %b\n\n" % (id_of(start).encode(), kind, data)
        if clock.now() - told_at >= HEARTBEAT_S:
            told_at = clock.now()
            yield b": nothing happened\n\n"
        await asyncio.sleep(LOOK_S)


def id_of(positions: dict[int, int]) -> str:
    """Positions as an id.

    >>> id_of({1: 7, 0: 3})
    '0:3,1:7'
    """
    return ",".join(f"{partition}:{at}" for partition, at in sorted(positions.items()))


def positions_of(id: str) -> dict[int, int] | None:
    """Positions of an id; None where it is none.

    >>> positions_of("0:3,1:7"), positions_of("x"), positions_of("")
    ({0: 3, 1: 7}, None, None)
    """
    try:
        pairs = [part.split(":") for part in id.split(",")]
        return {int(partition): max(0, int(at)) for partition, at in pairs}
    except ValueError:
        return None
