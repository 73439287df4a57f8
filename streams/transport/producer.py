"""Faust's producer over the embedded log."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from faust.transport import producer as base
from faust.types import TP
from faust.types.tuples import RecordMetadata
from mode.utils.times import want_seconds

from ..log.embedded.engine import Engine
from ..log.embedded.storage import Row
from ..log.partition import partition_of
from ..log.port import TopicPartition
from ..topics import Topic

if TYPE_CHECKING:
    from .transport import Transport


COMPACTION_LAG = "min.compaction.lag.ms"  # Kafka's name; changelogs ask for an hour (DESIGN 4.5)


class Producer(base.Producer):
    """Appends to the log; what is sent while a transaction runs goes into the next one."""

    transport: Transport

    @property
    def engine(self) -> Engine:
        """The shared engine of the log."""
        return self.transport.engine

    async def on_start(self) -> None:
        """Open the log, so that a file that cannot be opened stops the start."""
        await super().on_start()
        _ = self.engine

    async def on_stop(self) -> None:
        """Write what is queued and let go of the file."""
        await super().on_stop()
        await self.flush()
        await self.transport.release()

    async def create_topic(
        self,
        topic: str,
        partitions: int,
        replication: int,
        *,
        config: Mapping[str, Any] | None = None,
        timeout: Any = 30.0,  # noqa: ASYNC109  Faust's name
        retention: Any = None,
        compacting: bool | None = None,
        deleting: bool | None = None,
        ensure_created: bool = False,
    ) -> None:
        """Declare a topic; one that exists keeps its settings."""
        if topic in self.engine.storage.partitions:
            return
        row = Topic(
            topic,
            key="",
            records=(),
            partitions=partitions,
            retention_s=None if retention is None else want_seconds(retention),
            compact=bool(compacting),
            compact_after_s=float((config or {}).get(COMPACTION_LAG, 0)) / 1000,
        )
        storage = self.engine.storage
        await self.engine.write(lambda: storage.declare([row]))

    def key_partition(self, topic: str, key: bytes | None) -> TP:
        """The partition of a key, as on Kafka."""
        count = self.engine.storage.partitions.get(topic, self.app.conf.topic_partitions)
        return TP(topic, partition_of(key or b"", count))

    async def send(
        self,
        topic: str,
        key: bytes | None,
        value: bytes | None,
        partition: int | None,
        timestamp: float | None,
        headers: Any,
        *,
        transactional_id: str | None = None,
    ) -> asyncio.Future[RecordMetadata]:
        """Queue one record; the future is done when it is committed."""
        if topic not in self.engine.storage.partitions:
            await self.create_topic(topic, self.app.conf.topic_partitions, 1)
        if partition is None:
            partition = self.key_partition(topic, key).partition
        pairs = list(headers.items()) if isinstance(headers, Mapping) else list(headers or [])
        self.app.on_produce_message.send(
            key=key, value=value, partition=partition, timestamp=timestamp, headers=pairs
        )
        row = Row(
            TopicPartition(topic, partition),
            int((timestamp or time.time()) * 1000),
            key,
            value,
            encode_headers(pairs),
        )
        sent: asyncio.Future[RecordMetadata] = asyncio.get_running_loop().create_future()
        self.engine.append([row]).add_done_callback(lambda done: _acknowledge(sent, row, done))
        return sent

    async def send_and_wait(self, *args: Any, **kwargs: Any) -> RecordMetadata:
        """Send one record and wait for its commit."""
        return await (await self.send(*args, **kwargs))

    async def flush(self) -> None:
        """Wait until what is buffered or queued now is committed."""
        if self.buffer.size and self.buffer.state == "running":
            await self.buffer.flush()
        await self.engine.flush()

    def supports_headers(self) -> bool:
        """Headers are stored with the record."""
        return True


def _acknowledge(
    sent: asyncio.Future[RecordMetadata], row: Row, done: asyncio.Future[list[int]]
) -> None:
    if sent.done():
        return
    if done.cancelled():
        sent.cancel()
        return
    error = done.exception()
    if error is not None:
        sent.set_exception(error)
        return
    (offset,) = done.result()
    place = TP(*row.place)
    sent.set_result(RecordMetadata(*row.place, place, offset, row.timestamp_ms / 1000, 0))


def encode_headers(pairs: list[tuple[str, bytes]]) -> str | None:
    """Headers as one JSON text; None when there are none.

    >>> decode_headers(encode_headers([("trace", b"\\xff")]))
    [('trace', b'\\xff')]
    """
    if not pairs:
        return None
    return json.dumps([(name, value.decode("latin-1")) for name, value in pairs])


def decode_headers(text: str | None) -> list[tuple[str, bytes]]:
    """The pairs of `encode_headers`."""
    return [(name, value.encode("latin-1")) for name, value in json.loads(text or "[]")]
