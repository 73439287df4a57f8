"""Topics that another program has made a moment ago, which not all brokers know yet."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.errors import TopicAlreadyExistsError

from upwell.errors import ConfigError
from upwell.streams.log.kafka.topics import create_missing
from upwell.streams.topics import TOPICS


class Cluster:
    """Has all topics with three partitions; the first lists of them are still empty."""

    def __init__(self, late: int) -> None:
        self._late = late

    async def list_topics(self) -> list[str]:
        self._late -= 1
        return [] if self._late >= 0 else [f"a-{topic.name}" for topic in TOPICS]

    async def describe_topics(self, names: list[str]) -> list[dict[str, Any]]:
        return [{"topic": name, "partitions": [0, 1, 2], "error_code": 0} for name in names]

    async def create_topics(self, rows: list[Any]) -> Any:
        exists = TopicAlreadyExistsError.errno
        return SimpleNamespace(topic_errors=[(row.name, exists, "exists") for row in rows])


@pytest.mark.parametrize("late", [0, 1, 3])
async def test_a_log_that_was_made_a_moment_ago_keeps_its_partitions(late: int) -> None:
    admin = cast(AIOKafkaAdminClient, Cluster(late))
    found = await create_missing(admin, "a-", None)
    assert {topic.name: 3 for topic in TOPICS} == found


async def test_a_number_that_was_asked_for_is_not_given_up() -> None:
    with pytest.raises(ConfigError, match="has 3 partitions, 8 are needed"):
        await create_missing(cast(AIOKafkaAdminClient, Cluster(1)), "a-", 8)
