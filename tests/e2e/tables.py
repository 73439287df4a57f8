"""Tables as their heads tell them: what must be equal between runs, and nothing else.

Marks are left out, and the versions of parts, which are offsets: after a death a record may
stand twice on a topic, and those behind it then stand at other offsets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from upwell.agents.state.head import Head, decode_head
from upwell.agents.state.mark import unstamp
from upwell.agents.state.numbers import Numbers
from upwell.agents.state.view import part_key
from upwell.agents.worker import Worker
from upwell.streams.log.port import Log

_BEFORE_ALL = b"\x80" + bytes(15)


class KeyState(NamedTuple):
    """One key: its own small state, its parts, what it received and what it sent."""

    user: bytes | None
    parts: dict[str, bytes | None]
    received: dict[str, int]
    numbered: dict[str, Numbers]
    sent: dict[str, int]


class Tables(NamedTuple):
    """The tables of the agents that read recorded pages, key by key."""

    analyse: dict[str, KeyState]
    watch: dict[str, KeyState]

    @classmethod
    def on_disk(cls, worker: Worker) -> Tables:
        """What a running worker's RocksDB holds."""
        apps: Any = worker._apps
        return cls(
            *(
                states(
                    {
                        key: value
                        for partition in range(worker.log.partitions)
                        for key, value in apps[agent].tables["state"].data.scan(partition)
                    }
                )
                for agent in cls._fields
            )
        )

    @classmethod
    async def in_changelogs(cls, log: Log) -> Tables:
        """What a worker that lost its disk would recover."""
        return cls(*[states(await recovered(log, agent)) for agent in cls._fields])


async def recovered(log: Log, agent: str) -> dict[bytes, bytes]:
    """A changelog's values: of each key the one with the highest mark."""
    values: dict[bytes, bytes] = {}
    for entry in await log.scan(f"upwell-{agent}-state-changelog"):
        value = entry.value or b""
        if unstamp(value)[0] >= unstamp(values.get(entry.key, _BEFORE_ALL))[0]:
            values[entry.key] = value
    return values


def heads(values: Mapping[bytes, bytes]) -> dict[str, Head]:
    """The heads of a table, by key."""
    return {
        key[:-2].decode(): decode_head(unstamp(value)[1] or b"\x80")
        for key, value in values.items()
        if key.endswith(b"\0h")
    }


def states(values: Mapping[bytes, bytes]) -> dict[str, KeyState]:
    """What the heads name; a part that a head names and nobody has raises."""
    return {
        key: KeyState(
            user=head.user,
            parts={
                name: unstamp(values[part_key(key, name, version)])[1]
                for name, version in head.parts.items()
            },
            received=head.received,
            numbered=head.numbered,
            sent=head.sent,
        )
        for key, head in heads(values).items()
    }
