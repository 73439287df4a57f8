"""A record on its way through the loop, and how it becomes a dead letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upwell.agents.reducer import Agent, Identity
from upwell.errors import BrokerError, ConfigError, RecordError, StoreError
from upwell.streams.codecs import decode, encode
from upwell.streams.log.port import Entry, Outgoing
from upwell.streams.parsers import Failure
from upwell.streams.records import AnyRecord, DeadLetter
from upwell.streams.topics import DEAD_LETTERS, topic_named

NO_RECORDS_FAULT = (StoreError, BrokerError, ConfigError, OSError)
MACHINE = (*NO_RECORDS_FAULT, MemoryError)  # ends the process; memory a record may have taken
KEPT_BYTES = 256 << 10  # of a letter's key and value: a page of 50 kB has 15; the rest stays put
KEY_BYTES = 1 << 10


@dataclass(slots=True)
class Item:
    """One entry of the input topic: decoded, prepared, or failed."""

    entry: Entry
    record: AnyRecord | None = None
    identity: Identity | None = None
    prepared: Any = None
    failure: Failure | None = None

    @property
    def key(self) -> str:
        return self.entry.key.decode("utf-8", "surrogateescape")


def receive(agent: Agent, entry: Entry, poison: Callable[[Entry], bool]) -> Item:
    """Decode one entry. Whatever is wrong with it becomes its failure."""
    item = Item(entry)
    try:
        record = checked_record(decode(entry.value), agent.reads, item.key)
        item.record, item.identity = record, identity_of(agent, record)
    except Exception as error:
        item.failure = Failure.of(error)
    if poison(entry):
        reason = "the worker died with this record in hand, three starts in a row"
        item.failure = Failure(reason, verdict=True)
    return item


def checked_record(record: AnyRecord, topic: str, key: str) -> AnyRecord:
    """The record of an entry, checked to be of a kind of its topic and under its own key.

    >>> from upwell.streams.records import Tick
    >>> checked_record(Tick(site="shop.test", at=0.0), "pages", "shop.test")
    Traceback (most recent call last):
    ...
    upwell.errors.RecordError: a Tick does not belong into the topic pages
    """
    declared = topic_named(topic)
    if not isinstance(record, declared.records):
        raise RecordError(f"a {type(record).__name__} does not belong into the topic {topic}")
    own = getattr(record, "id" if declared.key == "object id" else declared.key, key)
    if own != key:
        raise RecordError(f"its {declared.key} is {own[:80]!r}, its key {key[:80]!r}")
    return record


def identity_of(agent: Agent, record: AnyRecord) -> Identity | None:
    """The identity of a record: that of its dead letter if it was one, else the agent's."""
    if record.retry is None:
        return agent.identity(record)
    partition, offset = record.retry
    return Identity(f"{DEAD_LETTERS} {partition}", offset, low=0)


def dead_letter(entry: Entry, failure: Failure) -> Outgoing:
    """The record of a failure. Its time is the entry's, so that it is the same each time.

    A value that is too large stays where it is: a letter has to fit where the record did.
    """
    value = entry.value or b""
    size = len(entry.key) + len(value)
    small = size <= KEPT_BYTES
    key = entry.key if small else entry.key[:KEY_BYTES]
    record = DeadLetter(
        topic=entry.topic,
        partition=entry.partition,
        offset=entry.offset,
        key=key,
        value=value if small else b"",
        reason=failure.reason,
        trace=failure.trace,
        at=entry.timestamp_ms / 1000,
        size=0 if small else size,
        verdict=failure.verdict,
    )
    return Outgoing(DEAD_LETTERS, key, encode(record))
