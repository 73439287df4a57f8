"""The Kafka side of the log port, on aiokafka: acknowledged by all, idempotent, ordered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer
from aiokafka import TopicPartition as KafkaPlace
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import KafkaConnectionError, KafkaError

from upwell.errors import BrokerError, ConfigError
from upwell.streams.topics import declared

from ..address import parse_address
from ..partition import partition_of
from ..port import Entry, Outgoing, TopicPartition
from .failures import refused, why_unreachable
from .reader import KafkaReader
from .security import current
from .topics import create_changelogs, create_missing

CONNECT_S = 10.0
MAX_BYTES = 8_000_000  # of one request and one record; a compressed body is at most 4 MiB
# of one partition in a request: aiokafka's own 16 kB is a page, and one request is under way at a
# time. A topic that somebody made with Kafka's own limits takes twice as much.
BATCH_BYTES = 512 << 10
LOOKUP_S = 10.0
LOOKUP_WAIT_MS = 10  # that a broker keeps a look-up at the end of a partition: it is not to grow
ANSWER_S = 5.0  # that a broker may take to say that it is there
LOOKUP_BYTES = 1 << 20  # of one request for records by their place, or the first of them
RETRY_S = 0.1
SESSION_MS = 10_000
HEARTBEAT_MS = 3_000
CHANGELOG = "-changelog"  # Faust's name for the topic of a table, partitioned as its source

T = TypeVar("T")


class KafkaLog:
    """Apache Kafka as the log.

    Parameters
    ----------
    url
        `kafka://host:port[,host:port][/prefix]`; the prefix is put before topics and groups here
        and never seen by callers.
    partitions
        Of every topic; None takes what the topics have, or the default when they are made.
    member
        What readers are called in their groups: one that comes back within the session keeps its
        partitions. None: a new name each time, and they move when it leaves.
    """

    def __init__(self, url: str, partitions: int | None = None, member: str | None = None) -> None:
        self.url = url
        self._address = parse_address(url)
        self._servers = self._address.servers.split(",")
        self._wanted_partitions = partitions
        self._member = member
        self._partitions: dict[str, int] = {}
        self._producer: AIOKafkaProducer | None = None
        self._admin: AIOKafkaAdminClient | None = None
        self._lookup: AIOKafkaConsumer | None = None
        self._starting = asyncio.Lock()
        self._looking = asyncio.Lock()  # the look-up consumer has one assignment at a time
        self._at_hand: tuple[KafkaPlace | None, dict[int, Any]] = (None, {})  # by offset
        self.boot_id = ""

    @property
    def incarnation(self) -> str:
        """What the tables of a worker have to be filled from: this cluster."""
        return self.boot_id

    @property
    def partitions(self) -> int:
        """Partitions of every topic of the table."""
        return self._partitions[declared()[0].name]

    async def open(self) -> None:
        """Connect, within about ten seconds, and create the topics that are missing."""
        if self._producer is not None:
            return
        secured = current().arguments()
        admin = AIOKafkaAdminClient(bootstrap_servers=self._servers, client_id="upwell", **secured)
        producer = AIOKafkaProducer(
            **secured,
            bootstrap_servers=self._servers,
            client_id="upwell",
            acks="all",
            enable_idempotence=True,
            max_request_size=MAX_BYTES,
            max_batch_size=BATCH_BYTES,
            linger_ms=5,
        )
        try:
            async with asyncio.timeout(CONNECT_S):
                await admin.start()
                self._partitions = await create_missing(
                    admin, self._address.prefix, self._wanted_partitions
                )
                self.boot_id = str((await admin.describe_cluster())["cluster_id"])
                await producer.start()
        except (KafkaError, TimeoutError, OSError) as error:
            await _close_all(producer, admin)
            if isinstance(error, KafkaError) and not isinstance(error, KafkaConnectionError):
                raise refused(error, "open") from error
            if (denied := await why_unreachable(self._servers)) is not None:
                raise denied from error
            why = "" if isinstance(error, KafkaConnectionError) else f" ({error or 'timed out'})"
            raise BrokerError(
                f"no Kafka broker answers at {self._address.servers}{why}; "
                "start one (make kafka), or check --broker"
            ) from error
        except BaseException:
            await _close_all(producer, admin)
            raise
        self._admin, self._producer = admin, producer

    async def make_changelogs(self, names: Sequence[str]) -> None:
        """Make the changelogs of tables that are missing, replicated as the topics are."""
        if self._admin is None:
            raise BrokerError(f"{self.url} is not open; await open() first")
        whole = [self._address.prefix + name for name in names]
        await _broker_answer(
            create_changelogs(self._admin, whole, self.partitions), "make changelogs"
        )

    async def close(self) -> None:
        """Send what is queued and disconnect."""
        await _close_all(self._lookup, self._producer, self._admin)
        self._admin = self._producer = self._lookup = None

    async def append(self, records: Sequence[Outgoing]) -> list[Entry]:
        """Send all, in order, and wait until every one is acknowledged by all replicas."""
        if self._producer is None:
            raise BrokerError(f"{self.url} is not open; await open() first")
        now_ms = int(time.time() * 1000)
        sent = [
            record if record.timestamp_ms is not None else record._replace(timestamp_ms=now_ms)
            for record in records
        ]
        futures = []
        for record in sent:
            future = await _broker_answer(
                self._producer.send(
                    self._address.prefix + record.topic,
                    value=record.value,
                    key=record.key,
                    partition=self.partition(record.topic, record.key),
                    timestamp_ms=record.timestamp_ms,
                ),
                f"append to {record.topic}",
            )
            futures.append(future)
        done = await _broker_answer(asyncio.gather(*futures), "append")
        return [
            Entry(
                record.topic,
                meta.partition,
                meta.offset,
                record.timestamp_ms or 0,
                record.key,
                record.value,
            )
            for record, meta in zip(sent, done, strict=True)
        ]

    def partition(self, topic: str, key: bytes) -> int:
        """The partition of a key."""
        return partition_of(key, self._count(topic))

    def _count(self, topic: str) -> int:
        if topic.endswith(CHANGELOG):
            return self.partitions
        try:
            return self._partitions[topic]
        except KeyError:
            raise ConfigError(
                f"{self.url}: no topic {topic}; topics are {', '.join(sorted(self._partitions))}"
            ) from None

    async def entry(self, topic: str, partition: int, offset: int) -> Entry | None:
        """One record by its place; None when retention took it or it is not there yet.

        Whoever reads pages once more asks for one after the other, and the broker hands out many at
        a time: what came with the last one is kept.
        """
        place = KafkaPlace(self._address.prefix + topic, partition)
        async with self._looking:
            if self._at_hand[0] != place or offset not in self._at_hand[1]:
                self._at_hand = (place, await self._from(place, offset))
            record = self._at_hand[1].get(offset)
            return None if record is None else self.entry_of(record)

    async def _from(self, place: KafkaPlace, offset: int) -> dict[int, Any]:
        """What one request brings of a partition from an offset on, if there is a record there."""
        lookup = await self._looker()
        lookup.assign([place])
        first = (await _broker_answer(lookup.beginning_offsets([place]), "entry"))[place]
        end = (await _broker_answer(lookup.end_offsets([place]), "entry"))[place]
        if not first <= offset < end:
            return {}
        lookup.seek(place, offset)
        asked = lookup.getmany(place, timeout_ms=int(LOOKUP_S * 1000))
        found = (await _broker_answer(asked, "entry")).get(place, [])
        lookup.assign([])  # nothing is fetched ahead of nobody
        return {record.offset: record for record in found}

    async def scan(self, topic: str, start: Mapping[int, int] | None = None) -> list[Entry]:
        """All records from `start` to the end as of now, partition by partition."""
        name = self._address.prefix + topic
        places = [KafkaPlace(name, p) for p in range(self._count(topic))]
        out: dict[int, list[Entry]] = {place.partition: [] for place in places}
        async with self._looking:
            lookup = await self._looker()
            lookup.assign(places)
            firsts = await _broker_answer(lookup.beginning_offsets(places), "scan")
            ends = await _broker_answer(lookup.end_offsets(places), "scan")
            left = set()
            for place in places:
                at = max(firsts[place], (start or {}).get(place.partition, 0))
                lookup.seek(place, at)
                if at < ends[place]:
                    left.add(place)
            while left:
                found = await _broker_answer(lookup.getmany(*left, timeout_ms=1000), "scan")
                if not found:
                    await wake(lookup, left)
                for place, records in found.items():
                    out[place.partition] += [
                        self.entry_of(record) for record in records if record.offset < ends[place]
                    ]
                left = {p for p in left if await lookup.position(p) < ends[p]}
            lookup.pause(*places)  # else it waits for more, and what is asked next waits for that
        return [entry for partition in sorted(out) for entry in out[partition]]

    def reader(self, group: str, topics: Sequence[str]) -> KafkaReader:
        """A member of a consumer group; partitions are shared among the members."""
        consumer = self._consumer(
            self._address.prefix + group,
            group_instance_id=self._member,
            enable_auto_commit=False,
            auto_offset_reset="none",
            session_timeout_ms=SESSION_MS,
            heartbeat_interval_ms=HEARTBEAT_MS,
            max_poll_interval_ms=300_000,
        )
        names = [self._address.prefix + topic for topic in topics if self._count(topic)]
        return KafkaReader(self, consumer, names)

    async def positions(self, group: str) -> dict[TopicPartition, int]:
        """Committed positions of a group."""
        if self._admin is None:
            raise BrokerError(f"{self.url} is not open; await open() first")
        found = await _broker_answer(
            _offsets(self._admin, self._address.prefix + group), "positions"
        )
        return {self.place(place): meta.offset for place, meta in found.items() if meta.offset >= 0}

    async def answers(self) -> bool:
        """Whether a broker answers now."""
        if self._producer is None:
            return False
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._producer.client.fetch_all_metadata()
        except (KafkaError, TimeoutError, OSError):
            return False
        return True

    async def ends(self, topic: str) -> dict[int, int]:
        """Per partition, the offset the next record will get."""
        name = self._address.prefix + topic
        places = [KafkaPlace(name, p) for p in range(self._count(topic))]
        lookup = await self._looker()
        found = await _broker_answer(lookup.end_offsets(places), "ends")
        return {place.partition: found[place] for place in places}

    def place(self, place: KafkaPlace) -> TopicPartition:
        """A partition under the name callers know."""
        return TopicPartition(place.topic.removeprefix(self._address.prefix), place.partition)

    def kafka_place(self, place: TopicPartition) -> KafkaPlace:
        """A partition under its name on the cluster."""
        return KafkaPlace(self._address.prefix + place.topic, place.partition)

    async def _looker(self) -> AIOKafkaConsumer:
        """A consumer without a group, made when somebody first looks something up."""
        if self._producer is None:
            raise BrokerError(f"{self.url} is not open; await open() first")
        async with self._starting:
            if self._lookup is None:
                lookup = self._consumer(
                    None,
                    auto_offset_reset="earliest",
                    max_partition_fetch_bytes=LOOKUP_BYTES,
                    fetch_max_wait_ms=LOOKUP_WAIT_MS,
                )
                await _broker_answer(lookup.start(), "look-up")
                self._lookup = lookup
        return self._lookup

    def _consumer(self, group: str | None, **settings: object) -> AIOKafkaConsumer:
        return AIOKafkaConsumer(
            **current().arguments(),
            bootstrap_servers=self._servers,
            client_id="upwell",
            group_id=group,
            **{"max_partition_fetch_bytes": MAX_BYTES, **settings},
        )

    def entry_of(self, record: Any) -> Entry:
        """A consumer's record as the port's entry."""
        place = self.place(KafkaPlace(record.topic, record.partition))
        return Entry(*place, record.offset, record.timestamp, record.key or b"", record.value)


async def wake(consumer: AIOKafkaConsumer, places: Iterable[KafkaPlace]) -> None:
    """Make a consumer ask again.

    Where it was assigned anew in the moment in which an answer came, aiokafka takes the request for
    one that is still under way, and waits for ever.
    """
    for place in places:
        consumer.seek(place, await consumer.position(place))


async def _broker_answer(answer: Awaitable[T], what: str) -> T:
    """Await a broker's answer; its errors become BrokerErrors that say what was asked."""
    try:
        return await answer
    except KafkaError as error:
        raise refused(error, what) from error


async def _offsets(admin: AIOKafkaAdminClient, group: str) -> dict[Any, Any]:
    """The positions of a group; a cluster's first group waits for a coordinator to be made."""
    end = time.monotonic() + CONNECT_S
    while True:
        try:
            found: dict[Any, Any] = await admin.list_consumer_group_offsets(group)
            return found
        except KafkaError as error:
            if not error.retriable or time.monotonic() > end:
                raise
        await asyncio.sleep(RETRY_S)


async def _close_all(*clients: AIOKafkaConsumer | AIOKafkaProducer | AIOKafkaAdminClient) -> None:
    for client in clients:
        if isinstance(client, AIOKafkaAdminClient):
            await client.close()
        elif client is not None:
            await client.stop()
