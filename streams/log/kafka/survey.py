"""The survey of a Kafka cluster, on clients of its own that belong to no group."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from aiokafka import AIOKafkaConsumer
from aiokafka import TopicPartition as KafkaPlace
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from aiokafka.errors import KafkaError

from ..address import parse_address
from ..port import Entry
from ..survey import PartitionSize, Retention
from .failures import refused
from .log import LOOKUP_WAIT_MS, MAX_BYTES, KafkaLog, wake
from .security import current
from .sizes import sizes

WAIT_MS = 1000


class KafkaSurvey:
    """Asks the brokers."""

    def __init__(self, log: KafkaLog) -> None:
        self._log = log
        self._prefix = parse_address(log.url).prefix
        servers = parse_address(log.url).servers.split(",")
        secured = current().arguments()
        self._admin = AIOKafkaAdminClient(bootstrap_servers=servers, client_id="upwell", **secured)
        self._consumer = AIOKafkaConsumer(
            **secured,
            bootstrap_servers=servers,
            client_id="upwell",
            group_id=None,
            max_partition_fetch_bytes=MAX_BYTES,
            fetch_max_wait_ms=LOOKUP_WAIT_MS,
        )

    async def open(self) -> None:
        """Connect."""
        try:
            await self._admin.start()
            await self._consumer.start()
        except KafkaError as error:
            await self.close()
            raise refused(error, "survey") from error

    async def close(self) -> None:
        """Disconnect."""
        await self._consumer.stop()
        await self._admin.close()

    async def partition_sizes(self, topic: str) -> list[PartitionSize]:
        """Ranges as the brokers tell them; bytes of the leader's segments."""
        places = self._places(topic, await self._log.ends(topic))
        try:
            firsts = await self._consumer.beginning_offsets(places)
            ends = await self._consumer.end_offsets(places)
            found = await sizes(self._admin, self._prefix + topic, [p.partition for p in places])
        except KafkaError as error:
            raise refused(error, "survey") from error
        return [
            PartitionSize(
                p.partition, firsts[p], ends[p], ends[p] - firsts[p], found.get(p.partition)
            )
            for p in places
        ]

    async def retention(self, topic: str) -> Retention:
        """The settings of the topic on the cluster, whoever made them."""
        resource = ConfigResource(ConfigResourceType.TOPIC, self._prefix + topic)
        try:
            (answer,) = await self._admin.describe_configs([resource])
        except KafkaError as error:
            raise refused(error, "survey") from error
        ((_, _, _, _, entries),) = answer.resources
        found = {name: value for name, value, *_ in entries}
        compact = "compact" in found["cleanup.policy"]
        age_ms, size = int(found["retention.ms"]), int(found["retention.bytes"])
        partitions = len(await self._log.ends(topic))
        return Retention(
            None if compact or age_ms < 0 else age_ms / 1000,
            None if compact or size < 0 else size * partitions,
            compact,
        )

    async def groups(self) -> list[str]:
        """Groups of this prefix; on a cluster without one also those of others."""
        try:
            found = await self._admin.list_consumer_groups()
        except KafkaError as error:
            raise refused(error, "survey") from error
        names = sorted(name for name, *_ in found)
        return [n.removeprefix(self._prefix) for n in names if n.startswith(self._prefix)]

    async def walk(self, topic: str) -> AsyncIterator[Sequence[Entry]]:
        """All entries of a topic in their order, partition by partition."""
        consumer = self._consumer
        for held in await self.partition_sizes(topic):
            place = KafkaPlace(self._prefix + topic, held.partition)
            consumer.assign([place])
            consumer.seek(place, held.first)
            while await consumer.position(place) < held.end:
                found = await consumer.getmany(place, timeout_ms=WAIT_MS)
                if not found:
                    await wake(consumer, [place])
                yield [
                    self._log.entry_of(record)
                    for record in found.get(place, [])
                    if record.offset < held.end
                ]

    def _places(self, topic: str, ends: dict[int, int]) -> list[KafkaPlace]:
        return [KafkaPlace(self._prefix + topic, partition) for partition in sorted(ends)]
