"""Kafka: what happened as JSON under CloudEvents headers, for any consumer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from aiokafka import AIOKafkaProducer
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.errors import KafkaError

from upwell.errors import ConfigError

from ..log.address import KAFKA, parse_address
from ..log.kafka.security import current
from ..topics import PARTITIONS
from .events import Event, EventFilter
from .port import Failed

TYPE = "dev.upwell.object.{event}.v1"
BATCH = 500


class CloudEvents:
    """One topic of a broker; a record an event, keyed by the object.

    Parameters
    ----------
    url
        `kafka://host:port/topic`.
    secured
        Whether it is the cluster of the log, and spoken to as that is: with TLS and its login.
    """

    batch, wait_s = BATCH, 0.0

    def __init__(self, name: str, url: str, chosen: EventFilter, secured: bool = False) -> None:
        address = parse_address(url)
        if address.scheme != KAFKA or not address.prefix:
            raise ConfigError(f"feed {name}: write kafka://host:port/TOPIC, not {url!r}")
        self.name, self.chosen = name, chosen
        self._servers, self._topic = address.servers.split(","), address.prefix
        self._secured = secured
        self._producer: AIOKafkaProducer | None = None

    async def open(self) -> None:
        """The broker is asked when there is something to send."""

    async def send(self, events: Sequence[Event]) -> None:
        """All of them, acknowledged by all replicas."""
        try:
            producer = await self._started()
            sent = [
                await producer.send(
                    self._topic,
                    key=event.line["id"].encode(),
                    value=msgspec.json.encode(event.body),
                    headers=headers_of(event),
                )
                for event in events
            ]
            for future in sent:
                await future
        except (KafkaError, OSError) as error:
            raise Failed(f"{type(error).__name__}: {error}") from error

    async def close(self) -> None:
        if self._producer is not None:
            await self._producer.stop()
            self._producer = None

    async def _started(self) -> Any:
        if self._producer is None:
            login = current().arguments() if self._secured else {}
            await self._make_topic(login)
            producer = AIOKafkaProducer(
                bootstrap_servers=self._servers,
                client_id="upwell-feed",
                acks="all",
                enable_idempotence=True,
                **login,
            )
            try:
                await producer.start()
            except BaseException:
                await producer.stop()
                raise
            self._producer = producer
        return self._producer

    async def _make_topic(self, login: Mapping[str, Any]) -> None:
        """The topic, where it is missing; the broker says how many replicas it has."""
        admin = AIOKafkaAdminClient(bootstrap_servers=self._servers, **login)
        try:
            await admin.start()
            if self._topic not in await admin.list_topics():
                row = NewTopic(self._topic, PARTITIONS, 1)
                own = current().replication if self._secured else None
                row.replication_factor = own or -1  # as the broker has it
                await admin.create_topics([row])
        finally:
            await admin.close()


def headers_of(event: Event) -> list[tuple[str, bytes]]:
    """The headers of CloudEvents 1.0 in Kafka's binary mode.

    >>> line = {"event": "new", "id": "a", "version": 1, "site": "shop.test", "at": 0.0}
    >>> dict(headers_of(Event(line, {})))["ce_type"]
    b'dev.upwell.object.new.v1'
    """
    headers = {
        "ce_specversion": "1.0",
        "ce_id": event.name,
        "ce_type": TYPE.format(event=event.line["event"]),
        "ce_source": f"//{event.line['site']}",
        "ce_subject": event.line["id"],
        "ce_time": event.at,
        "content-type": "application/json",
    }
    return [(name, value.encode()) for name, value in headers.items()]
