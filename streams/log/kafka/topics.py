"""The table of topics on Kafka: created with the right counts, refused with wrong ones."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.errors import (
    ClusterAuthorizationFailedError,
    TopicAlreadyExistsError,
    TopicAuthorizationFailedError,
    for_code,
)

from upwell.errors import BrokerError, ConfigError
from upwell.streams.topics import PARTITIONS, Topic, declared

from .security import current

MAX_MESSAGE_BYTES = 8_388_608
CHANGELOG_LAG_MS = 3_600_000  # DESIGN 4.5: a zombie's late write and its better stay comparable


def settings(topic: Topic) -> dict[str, str]:
    """Kafka's settings of a topic.

    >>> settings(declared()[0])["retention.ms"]
    '604800000'
    """
    found = {"max.message.bytes": str(MAX_MESSAGE_BYTES), **current().topic_settings()}
    if topic.compact:
        found["cleanup.policy"] = "compact"
        found["min.compaction.lag.ms"] = str(int(topic.compact_after_s * 1000))
    if topic.retention_s is not None:
        found["retention.ms"] = str(int(topic.retention_s * 1000))
    if topic.retention_bytes is not None:  # Kafka counts by partition
        found["retention.bytes"] = str(topic.retention_bytes // topic.partitions)
    return found


async def create_missing(
    admin: AIOKafkaAdminClient, prefix: str, partitions: int | None
) -> dict[str, int]:
    """Create what is missing of the table; partition counts by name, without the prefix.

    Every topic is made here and none by the broker itself: one that the broker makes has its
    default count, and the tables of an agent would not match their topic.
    """
    there = await _counts(admin, prefix)
    count = partitions or next(iter(there.values()), PARTITIONS)
    missing = [topic for topic in declared(count) if topic.name not in there]
    before = set(there)
    if missing:
        others = await _create(admin, prefix, missing)
        while len(there) < len(declared()):  # brokers hear of a new topic one after another
            await asyncio.sleep(0.05)
            there = await _counts(admin, prefix)
        if others and partitions is None:  # made a moment ago, when nobody had heard of them
            count = there[others[0]]
        before.update(others)
    # what somebody else made is named before what was made here a moment ago
    for topic in sorted(declared(count), key=lambda topic: topic.name not in before):
        if there.get(topic.name) != count:
            raise ConfigError(
                f"Kafka topic {prefix}{topic.name} has {there.get(topic.name, 0)} partitions, "
                f"{count} are needed; use the number it has, or another prefix in the broker URL"
            )
    return there


async def _counts(admin: AIOKafkaAdminClient, prefix: str) -> dict[str, int]:
    names = {prefix + topic.name for topic in declared()}
    there = sorted(names.intersection(await admin.list_topics()))
    if not there:
        return {}
    return {
        str(found["topic"]).removeprefix(prefix): len(found["partitions"])
        for found in await admin.describe_topics(there)
        if not found["error_code"]
    }


async def _create(admin: AIOKafkaAdminClient, prefix: str, missing: list[Topic]) -> list[str]:
    """The topics that somebody else has made meanwhile."""
    rows = [_row(prefix + topic.name, topic.partitions, settings(topic)) for topic in missing]
    return [name.removeprefix(prefix) for name in await _make(admin, rows)]


async def create_changelogs(
    admin: AIOKafkaAdminClient, names: Sequence[str], partitions: int
) -> None:
    """Make those that are missing; Faust would make each with one replica."""
    there = set(await admin.list_topics())
    rows = [_row(name, partitions, changelog_settings()) for name in names if name not in there]
    if rows:
        await _make(admin, rows)


def changelog_settings() -> dict[str, str]:
    """Kafka's settings of a table's changelog."""
    return {
        "cleanup.policy": "compact",
        "min.compaction.lag.ms": str(CHANGELOG_LAG_MS),
        "max.message.bytes": str(MAX_MESSAGE_BYTES),
        **current().topic_settings(),
    }


def _row(name: str, partitions: int, configs: dict[str, str]) -> NewTopic:
    row = NewTopic(name, partitions, 1, topic_configs=configs)
    # -1: the cluster's own default; the constructor refuses it
    row.replication_factor = current().replication or -1
    return row


async def _make(admin: AIOKafkaAdminClient, rows: Sequence[NewTopic]) -> list[str]:
    """Make topics; the names of those that somebody else made meanwhile."""
    others = []
    answer = await admin.create_topics(list(rows))
    for name, code, *message in answer.topic_errors:
        if code == TopicAlreadyExistsError.errno:
            others.append(name)
        elif code in (TopicAuthorizationFailedError.errno, ClusterAuthorizationFailedError.errno):
            raise ConfigError(
                f"Kafka: {current().user or 'this client'} may not make the topic {name}; the "
                "ACL that is missing: Create on it; or let somebody who may run "
                "`upwell topics --create`"
            )
        elif code:
            raise BrokerError(
                f"Kafka would not create topic {name}: {for_code(code).__name__} {message}; "
                "create it by hand, or check kafka_replication and kafka_min_insync"
            )
    return others
