"""The Faust app of a worker: one set of settings for the embedded log and for Kafka.

Every setting that differs from Faust's default is here with its reason; what was measured
before choosing them is summed up in `docs/explanation/delivery.md`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import faust
from faust.tables.manager import TableManager
from faust.transport.consumer import ThreadDelegateConsumer
from faust.types.enums import ProcessingGuarantee

from upwell.errors import ConfigError

from .log.address import EMBEDDED, parse_address
from .log.kafka.log import BATCH_BYTES
from .log.kafka.security import current
from .log.kafka.topics import changelog_settings, settings
from .store.options import StoreOptions
from .topics import PARTITIONS, topic_named


@dataclass(frozen=True, slots=True)
class AppParams:
    """What may be tuned.

    Parameters
    ----------
    session_s, heartbeat_s
        Faust's 60 s would leave the partitions of a dead worker alone for a minute.
    commit_s
        How often positions are committed; what is read again after a kill.
    linger_s
        On Kafka, table writes a batch waits for: 2.3 times the rate of none.
    buffered_events
        Per stream. Pages are big: 4,096 of 500 kB would be 2 GB.
    max_bytes
        Of one request and one fetch.
    """

    session_s: float = 10.0
    heartbeat_s: float = 2.0
    commit_s: float = 0.25
    linger_s: float = 0.02
    buffered_events: int = 64
    max_bytes: int = 8_000_000


class App(faust.App):  # type: ignore[misc,unused-ignore]
    """A Faust app that knows what stands before the names of its topics."""

    prefix: str = ""

    def _new_consumer(self) -> Any:
        consumer: Any = super()._new_consumer()
        on_kafka = isinstance(consumer, ThreadDelegateConsumer)
        if on_kafka:
            consumer.topic_partitions = partial(_topic_partitions, consumer)
            consumer.perform_seek = partial(_seek_alone, consumer, consumer.perform_seek)
            consumer.verify_event_path = partial(_look_at_known, consumer.verify_event_path)
        return consumer


class Tables(TableManager):  # type: ignore[misc,unused-ignore]
    """Faust's tables, on the embedded log registered at once.

    Faust waits a second for further ones. An app of ours has a single table, declared before the
    app starts, and after a kill that second is a third of the way back to work. On Kafka it is
    little beside the group's own rebalance, and gives the metadata time to come.
    """

    async def on_start(self) -> None:
        """Register the tables, and begin to recover them."""
        if isinstance(self.app.consumer, ThreadDelegateConsumer):
            await super().on_start()
            return
        await self._update_channels()
        await self.recovery.start()


async def _seek_alone(consumer: Any, seek: Callable[[], Awaitable[None]]) -> None:
    """Go back to the committed positions while nothing is handed out.

    Faust seeks with its flow on and then empties its queues: what was fetched in between is
    gone from them, and the next record commits over it as over a gap in the log. Faust itself
    lets the flow on again, and seeks once more for what was fetched meanwhile. A partition
    without a position it leaves where it is; it has to go back to its beginning.
    """
    consumer.stop_flow()
    await seek()
    unread = [
        consumer._new_topicpartition(tp.topic, tp.partition)
        for tp in consumer.assignment()
        if not consumer._is_changelog_tp(tp) and not consumer._read_offset[tp]
    ]
    if unread:
        await consumer._thread.seek_to_beginning(*unread)


def _look_at_known(look: Callable[[float, Any], None], now: float, tp: Any) -> None:
    """Faust's look for partitions that stand still, which only logs what it finds.

    aiokafka asserts that the partition has a position; right after it was given, on a busy machine,
    it has none yet, and the worker would end.
    """
    with suppress(AssertionError):
        look(now, tp)


def _topic_partitions(consumer: Any, topic: str) -> int | None:
    """How many partitions a topic has on Kafka, as every member of a group knows it.

    Faust asks a snapshot that only the leader of a group has from the start: the others would
    take a changelog for one without partitions, and their first write ends the worker.
    """
    inner = consumer._thread._consumer
    if inner is None:
        return None
    found = inner._client.cluster.partitions_for_topic(topic)
    if not found:  # made a moment ago: ask the broker again
        consumer._thread.thread_loop.call_soon_threadsafe(inner._client.force_metadata_update)
    return len(found) if found else None


def make_app(
    name: str,
    broker_url: str,
    datadir: Path,
    partitions: int = PARTITIONS,
    params: AppParams | None = None,
    declares: bool = True,
) -> App:
    """An app to be started in a running loop: `await app.start()`, `await app.stop()`.

    Parameters
    ----------
    name
        Of the app: its consumer group, and part of the names of its changelogs.
    broker_url
        `upwell:///directory` or `kafka://host:port[/prefix]`. Open the log of this URL first: it
        tells at once that a broker is absent, where Faust would try for ever.
    datadir
        Of this worker alone; its tables lie there, and its member id on Kafka follows from it.
    partitions
        Of topics and tables; those of the log.
    declares
        Whether Faust makes the changelogs, with one replica; not where the log has made them.
    """
    params = params or AppParams()
    address = parse_address(broker_url)
    embedded = address.scheme == EMBEDDED
    for logger in ("faust", "mode", "aiokafka"):
        logging.getLogger(logger).setLevel(logging.ERROR)
    app = App(
        address.prefix + name,
        broker=broker_url if embedded else f"kafka://{address.servers}",
        store="upwell://",
        TableManager=Tables,
        datadir=str(datadir),
        key_serializer="raw",
        value_serializer="raw",
        processing_guarantee="at_least_once",  # exactly_once starves every second hop
        topic_partitions=partitions,
        broker_credentials=None if embedded else current().credentials(),
        topic_allow_declare=declares,
        topic_replication_factor=1,  # of what Faust makes: it knows no default of the broker's
        topic_disable_leader=True,
        table_standby_replicas=0,
        broker_session_timeout=params.session_s,
        broker_heartbeat_interval=params.heartbeat_s,
        broker_commit_interval=params.commit_s,
        consumer_group_instance_id=_member(name, datadir),
        consumer_max_fetch_size=params.max_bytes,
        producer_max_request_size=params.max_bytes,
        producer_max_batch_size=BATCH_BYTES,
        producer_linger=0.0 if embedded else params.linger_s,
        stream_buffer_maxsize=params.buffered_events,
        stream_recovery_delay=0.0,
        stream_wait_empty=False,
        web_enabled=False,
        worker_redirect_stdouts=False,
    )
    app.prefix = address.prefix
    _refuse(app)
    return app


def _refuse(app: App) -> None:
    """What Faust also takes from its own variables, and what would break a promise."""
    guarantee: Any = app.conf.processing_guarantee
    if guarantee is not ProcessingGuarantee.AT_LEAST_ONCE:
        raise ConfigError(
            "processing_guarantee=exactly_once is refused: with Kafka's transactions Faust starves "
            "every second hop, and upwell's agents handle a record once by the identity it "
            "carries; unset PROCESSING_GUARANTEE"
        )
    if app.conf.producer_threaded:
        raise ConfigError(
            "producer_threaded is refused: from a thread of its own a table's changelog may be "
            "sent after the position that it belongs to is committed; unset PRODUCER_THREADED"
        )


def input_topic(app: App, name: str) -> Any:
    """A topic of the table as an agent's input, in raw bytes, declared when it is missing.

    A topic that is not declared is waited for, for ever.
    """
    return app.topic(
        app.prefix + name,
        key_type=bytes,
        key_serializer="raw",
        value_type=bytes,
        value_serializer="raw",
        partitions=app.conf.topic_partitions,
        config=settings(topic_named(name)),
        internal=True,
    )


def table(app: App, name: str, options: StoreOptions | None = None) -> Any:
    """A table of raw bytes on the store that keeps the higher mark."""
    chosen = options or StoreOptions()
    return app.Table(
        name,
        key_type=bytes,
        value_type=bytes,
        partitions=app.conf.topic_partitions,
        # a dictionary of its own for every table: Faust hands it on as it is
        options={field: getattr(chosen, field) for field in StoreOptions.__slots__},
        extra_topic_configs=changelog_settings(),
    )


def changelog_of(app_name: str, table_name: str) -> str:
    """The topic in which Faust keeps a table, without the prefix of the log.

    >>> changelog_of("upwell-plan", "state")
    'upwell-plan-state-changelog'
    """
    return f"{app_name}-{table_name}-changelog"


def _member(name: str, datadir: Path) -> str:
    """A worker that comes back is the same member, so nothing is moved while it restarts."""
    place = str(datadir.resolve()).encode()
    return f"{name}-{sha256(place).hexdigest()[:12]}"
