"""How far every reader of the log is, and what the log holds."""

from __future__ import annotations

from typing import Any

from ..room import Room
from ..web.arguments import Arguments


async def workers(room: Room, arguments: Arguments) -> dict[str, Any]:
    """Each reader with what waits for it, partition by partition."""
    lags = await room.lags.current()
    readers = [
        {
            "reader": at.reader,
            "topic": at.topic,
            "position": at.position,
            "end": at.end,
            "lag": at.lag,
            "partitions": {str(part): lag for part, lag in at.partitions.items()},
        }
        for at in lags.positions
    ]
    return {
        "asked_at": lags.at,
        "readers": readers,
        "topics": [
            {
                "topic": name,
                "records": sum(part.records for part in parts),
                "bytes": sum(part.size or 0 for part in parts),
                "partitions": len(parts),
            }
            for name, parts in lags.partition_sizes.items()
        ],
        "sites": [
            {
                "site": one.site,
                "issued": one.issued,
                "answered": one.answered,
                "outstanding": one.outstanding,
            }
            for one in room.ring.sites.values()
        ],
    }
