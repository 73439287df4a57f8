"""Faust's consumer over the embedded log: the only member of its group, it has every partition."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from faust.assignor.partition_assignor import PartitionAssignor
from faust.transport import consumer as base
from faust.types import TP, ConsumerMessage

from ..log.embedded.engine import Engine
from ..log.embedded.storage import Stored
from ..log.port import TopicPartition
from .filling import fill
from .producer import decode_headers

if TYPE_CHECKING:
    from .transport import Transport

_ME = "embedded"


class _OneMember:
    """The cluster as Faust's assignor asks for it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def partitions_for_topic(self, topic: str) -> set[int]:
        return set(range(self._engine.storage.partitions[topic]))


class Consumer(base.Consumer):
    """Reads all partitions of what the app subscribes to.

    The real assignor runs, with a cluster of one member, so that tables, standbys, topic groups
    and the router see what they would see on Kafka.
    """

    transport: Transport

    def on_init(self) -> None:
        """Also called when Faust restarts the consumer."""
        self._assigned: set[TP] = set()
        self._at: dict[TP, int] = {}
        self._claimed = False

    @property
    def engine(self) -> Engine:
        """The shared engine of the log."""
        return self.transport.engine

    async def on_start(self) -> None:
        """Take the right to be this log's worker."""
        await super().on_start()
        self._claim()

    async def on_stop(self) -> None:
        """Commit, give the worker's lock back and let go of the file."""
        await super().on_stop()
        if self._claimed:
            self._claimed = False
            self.engine.unclaim()
        await self.transport.release()

    def _claim(self) -> None:
        if not self._claimed:
            self.engine.claim()
            self._claimed = True

    # ---- subscription

    async def subscribe(self, topics: Iterable[str]) -> None:
        """Start the one rebalance there is; Faust waits for it by its own signals.

        It is not awaited here: assignment waits for the conductor to be done with subscribing.
        """
        self._claim()
        wanted = sorted(topics)
        for topic in wanted:
            if topic not in self.engine.storage.partitions:
                await self.create_topic(topic, self.app.conf.topic_partitions, 1)
        self.add_future(self._rebalance(wanted))

    async def _rebalance(self, topics: list[str]) -> None:
        app = self.app
        assignor = cast(PartitionAssignor, app.assignor)
        app.on_rebalance_start()
        if self._assigned:
            await self.on_partitions_revoked(set(self._assigned))
        metadata = {_ME: assignor.metadata(set(topics))}
        given = assignor.assign(_OneMember(self.engine), metadata)[_ME]
        assignor.on_assignment(given)
        self._assigned = {TP(topic, p) for topic, found in given.assignment for p in found}
        sources = [TopicPartition(*tp) for tp in self._assigned if not self._is_changelog_tp(tp)]
        storage = self.engine.storage
        await self.engine.write(lambda: storage.register(app.conf.id, sources))
        done = await self.engine.read(lambda: storage.positions(app.conf.id))
        for tp in self._assigned:
            self._at.setdefault(tp, done.get(TopicPartition(*tp), 0))
        logs = cast(Any, app.tables)._changelogs  # topic -> table
        await fill(self.engine, {tp: logs[tp.topic] for tp in self._assigned if tp.topic in logs})
        app.consumer_generation_id += 1
        await self.on_partitions_assigned(set(self._assigned), app.consumer_generation_id)

    async def create_topic(self, *args: Any, **kwargs: Any) -> None:
        """Declare a topic."""
        await self.app.producer.create_topic(*args, **kwargs)

    def _new_topicpartition(self, topic: str, partition: int) -> TP:
        return TP(topic, partition)

    def assignment(self) -> set[TP]:
        """Every partition of the subscribed topics."""
        return self._assigned

    def topic_partitions(self, topic: str) -> int | None:
        """Partition count of a topic; None when there is no such topic."""
        return self.engine.storage.partitions.get(topic)

    def key_partition(self, topic: str, key: bytes | None, partition: int | None = None) -> int:
        """The partition of a key, as on Kafka."""
        if partition is not None:
            return partition
        return int(self.app.producer.key_partition(topic, key or b"").partition)

    # ---- offsets

    def highwater(self, tp: TP) -> int:
        """The offset the next record will get."""
        return self.engine.storage.ends[TopicPartition(*tp)]

    async def highwaters(self, *partitions: TP) -> Mapping[TP, int]:
        """`highwater` of many, with what other processes appended."""
        await self.engine.read(self.engine.storage.refresh)
        return {tp: self.highwater(tp) for tp in partitions}

    async def earliest_offsets(self, *partitions: TP) -> Mapping[TP, int]:
        """The lowest offsets that are still there."""
        storage = self.engine.storage
        return await self.engine.read(
            lambda: {tp: storage.first(TopicPartition(*tp)) for tp in partitions}
        )

    async def position(self, tp: TP) -> int | None:
        """The offset to be read next."""
        return self._at.get(tp)

    async def _seek(self, partition: TP, offset: int) -> None:
        self._at[partition] = offset

    async def seek_wait(self, partitions: Mapping[TP, int]) -> None:
        """Seek, and tell the fetcher: it drops records below the offset it last read."""
        for tp, offset in partitions.items():
            self._at[tp] = offset
            if offset > 0:
                self._read_offset[tp] = offset
            else:
                self._read_offset.pop(tp, None)

    async def perform_seek(self) -> None:
        """Go back to the committed positions while nothing is handed out.

        Faust empties its queues afterwards and lets the flow on again; what is handed out in
        between would be gone from them, and passed over when it is read again.
        """
        self.stop_flow()
        await super().perform_seek()

    async def seek_to_committed(self) -> Mapping[TP, int]:
        """Place the sources; changelogs are placed by recovery and never committed."""
        storage, group = self.engine.storage, self.app.conf.id
        done = await self.engine.read(lambda: storage.positions(group))
        found: dict[TP, int] = {}
        for tp in self._assigned:
            if self._is_changelog_tp(tp):
                continue
            # without a commit back to the start: a record read while flow was stopped is gone
            found[tp] = self._at[tp] = done.get(TopicPartition(*tp), 0)
        return found

    async def _commit(self, offsets: Mapping[TP, int]) -> bool:
        storage, group = self.engine.storage, self.app.conf.id
        kept = {TopicPartition(*tp): offset for tp, offset in offsets.items()}
        await self.engine.write(lambda: storage.commit(group, kept))
        return True

    # ---- records

    def resume_partitions(self, tps: Iterable[TP]) -> None:
        """Hand out these too; whoever waits for records of the others looks again."""
        super().resume_partitions(tps)
        self.engine.notify()

    async def _wait_next_records(
        self,
        timeout: float,  # noqa: ASYNC109  Faust's name
    ) -> tuple[dict[TP, list[Stored]], set[TP]]:
        """The next records, and of which partitions they may be.

        Where no partition is active Faust sleeps a second before it looks again: at every start,
        while tables are recovered.
        """
        if not self.flow_active:
            await self.wait(cast(Any, self.can_resume_flow))
        active = self._get_active_partitions()
        return await self._getmany(active, timeout), active

    async def _getmany(
        self,
        active_partitions: set[TP] | None,
        timeout: float,  # noqa: ASYNC109  Faust's name
    ) -> dict[TP, list[Stored]]:
        engine, end = self.engine, time.monotonic() + timeout
        while self.flow_active and not self.should_stop:
            signal = engine.signal
            active = self._assigned if active_partitions is None else active_partitions
            found = await self._read(active)
            left = end - time.monotonic()
            if found or left <= 0:
                return found
            await engine.wait(signal, left)
        return {}

    async def _read(self, partitions: set[TP]) -> dict[TP, list[Stored]]:
        storage = self.engine.storage
        ends = {tp: storage.ends[TopicPartition(*tp)] for tp in partitions}
        wanted = {tp: self._at[tp] for tp in partitions if self._at.get(tp, ends[tp]) < ends[tp]}
        if not wanted:
            return {}
        places = {TopicPartition(*tp): at for tp, at in wanted.items()}
        rows = await self.engine.read(lambda: storage.read(places))
        found: dict[TP, list[Stored]] = {}
        for tp, at in wanted.items():
            if self._at.get(tp) != at:
                continue  # a seek overtook this read
            part = rows.get(TopicPartition(*tp), [])
            self._at[tp] = part[-1].offset + 1 if part else ends[tp]  # else: a compacted tail
            if part:
                found[tp] = part
        return found

    def _to_message(self, tp: TP, record: Stored) -> ConsumerMessage:
        return ConsumerMessage(
            tp.topic,
            tp.partition,
            record.offset,
            record.timestamp_ms / 1000,
            0,
            decode_headers(record.headers),
            record.key,
            record.value,
            None,
            len(record.key or b""),
            len(record.value or b""),
            tp,
            generation_id=self.app.consumer_generation_id,
        )
