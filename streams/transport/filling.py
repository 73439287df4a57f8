"""Tables filled from the embedded log before Faust recovers them.

Faust hands a changelog through its queues record by record, some 4,000 a second: a worker that
lost its tables would stand still for a quarter of a minute after a morning's crawl. Here the same
store takes the records as the log reads them, a thousand at a time, and Faust finds no more to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from faust.types import TP

from ..log.embedded.engine import Engine
from ..log.port import TopicPartition


class _Message(NamedTuple):
    tp: TP
    offset: int
    key: bytes | None
    value: bytes | None


class _Event(NamedTuple):
    """What a store looks at of one of Faust's."""

    message: _Message


async def fill(engine: Engine, tables: Mapping[TP, Any]) -> None:
    """Bring tables, by the partition of their changelog, up to the end of the log."""
    for tp, table in tables.items():
        place = TopicPartition(*tp)
        filled = table.persisted_offset(tp)
        at = 0 if filled is None else filled + 1
        while at < engine.storage.ends[place]:
            found = await engine.read(partial(engine.storage.read, {place: at}))
            rows = found.get(place)
            if not rows:
                break
            events = [_Event(_Message(tp, row.offset, row.key, row.value)) for row in rows]
            table.apply_changelog_batch(events)
            at = rows[-1].offset + 1
