"""A member of a Kafka consumer group, as the log port wants it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Protocol

from aiokafka import AIOKafkaConsumer, ConsumerRebalanceListener
from aiokafka import TopicPartition as KafkaPlace
from aiokafka.errors import (
    CommitFailedError,
    IllegalStateError,
    KafkaError,
    NoOffsetForPartitionError,
    OffsetOutOfRangeError,
)

from upwell.errors import StoreError

from ..port import Entry, TopicPartition
from .failures import refused


class Names(Protocol):
    """Between the names callers know and those on the cluster."""

    def place(self, place: KafkaPlace) -> TopicPartition: ...

    def kafka_place(self, place: TopicPartition) -> KafkaPlace: ...

    def entry_of(self, record: object) -> Entry: ...


class KafkaReader:
    """Follows topics for one group; partitions come and go as members do."""

    def __init__(self, names: Names, consumer: AIOKafkaConsumer, topics: Sequence[str]) -> None:
        self._names = names
        self._consumer = consumer
        self._topics = topics
        self._found = _Found(consumer)
        self._started = False
        self._closed = False

    async def batches(
        self, max_records: int = 200, timeout_s: float = 0.5
    ) -> AsyncIterator[Sequence[Entry]]:
        """Batches from the group's position on; an empty one when nothing came in time."""
        try:
            if not self._started:
                self._started = True
                self._consumer.subscribe(self._topics, listener=self._found)
                await self._consumer.start()
            while not self._closed:
                try:
                    found = await self._consumer.getmany(
                        timeout_ms=int(timeout_s * 1000), max_records=max_records
                    )
                except NoOffsetForPartitionError as error:
                    await self._begin(error.args[0])
                    continue
                yield [
                    self._names.entry_of(record) for records in found.values() for record in records
                ]
        except OffsetOutOfRangeError as error:
            raise StoreError(
                f"Kafka removed records this group had not read ({error}); "
                "lengthen retention.ms of the topic, and use another prefix to start over"
            ) from error
        except KafkaError as error:
            raise refused(error, "reading") from error

    async def _begin(self, fresh: KafkaPlace) -> None:
        """The fetcher was faster than the listener, on a busy machine or with a slow broker."""
        if fresh in self._consumer.assignment():
            await self._consumer.seek_to_beginning(fresh)

    async def commit(self, positions: Mapping[TopicPartition, int]) -> None:
        """Store positions; those of partitions that went to another member are its business.

        One that went and came back is where that member left it, or further: the broker takes any
        position of whoever owns the partition now, also one from before.
        """
        mine, found = self._consumer.assignment(), self._found.at
        wanted = {self._names.kafka_place(place): at for place, at in positions.items()}
        offsets = {p: at for p, at in wanted.items() if p in mine and p in found and at >= found[p]}
        if not offsets:
            return
        try:
            await self._consumer.commit(offsets)
        except (CommitFailedError, IllegalStateError):
            return  # a rebalance took them while we asked; their new owner reads them again
        except KafkaError as error:
            raise refused(error, "commit") from error

    def assignment(self) -> frozenset[TopicPartition]:
        """The partitions that this member owns now."""
        return frozenset(self._names.place(place) for place in self._consumer.assignment())

    async def close(self) -> None:
        """Leave the group. Commits nothing."""
        self._closed = True
        await self._consumer.stop()


class _Found(ConsumerRebalanceListener):  # type: ignore[misc]
    """Where the group stood in each partition when this member got it.

    One without a committed position is read from its beginning: Kafka's own `earliest` would
    also jump over records that retention took before they were read; that has to be an error.
    """

    def __init__(self, consumer: AIOKafkaConsumer) -> None:
        self._consumer = consumer
        self.at: dict[KafkaPlace, int] = {}

    async def on_partitions_revoked(self, revoked: set[KafkaPlace]) -> None:
        """What was not committed is read again, by whoever gets them."""
        for place in revoked:
            self.at.pop(place, None)

    async def on_partitions_assigned(self, assigned: set[KafkaPlace]) -> None:
        """Place the new ones."""
        committed = {place: await self._consumer.committed(place) for place in assigned}
        fresh = [place for place, at in committed.items() if at is None]
        if fresh:
            await self._consumer.seek_to_beginning(*fresh)
        self.at |= {place: at or 0 for place, at in committed.items()}
