"""Bytes of a topic's partitions on Kafka: a request of the protocol that aiokafka does not have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.protocol.api import Request, RequestStruct, Response
from aiokafka.protocol.types import Array, Boolean, Int16, Int32, Int64, Schema, String

_TOPICS = Array(("topic", String("utf-8")), ("partitions", Array(Int32)))


class _Sizes(Response):  # type: ignore[misc]
    API_KEY = 35
    API_VERSION = 1
    SCHEMA = Schema(
        ("throttle_time_ms", Int32),
        (
            "results",
            Array(
                ("error_code", Int16),
                ("log_dir", String("utf-8")),
                (
                    "topics",
                    Array(
                        ("topic", String("utf-8")),
                        (
                            "partitions",
                            Array(
                                ("partition", Int32),
                                ("size", Int64),
                                ("offset_lag", Int64),
                                ("is_future", Boolean),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    )


class _AskSizes(RequestStruct):  # type: ignore[misc]
    API_KEY = 35
    API_VERSION = 1
    RESPONSE_TYPE: ClassVar[Any] = _Sizes
    SCHEMA = Schema(("topics", _TOPICS))


class _DescribeLogDirs(Request[_AskSizes]):  # type: ignore[misc]
    API_KEY = 35

    def __init__(self, topics: list[tuple[str, list[int]]]) -> None:
        self._topics = topics

    def build(self, request_struct_class: type[_AskSizes]) -> _AskSizes:
        return request_struct_class(self._topics)


async def sizes(
    admin: AIOKafkaAdminClient, topic: str, partitions: Sequence[int]
) -> dict[int, int]:
    """Bytes by partition, of the largest replica; empty when the user may not ask."""
    found: dict[int, int] = {}
    cluster = await admin.describe_cluster()
    for broker in cluster["brokers"]:
        request = _DescribeLogDirs([(topic, list(partitions))])
        answer = await admin._send_request(request, broker["node_id"])
        for _, _, topics in answer.results:
            for _, held in topics:
                for partition, size, _, is_future in held:
                    if not is_future:
                        found[partition] = max(size, found.get(partition, 0))
    return found
