"""A record on its way through the loop, and how it becomes a dead letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upwell.agents.reducer import Agent, Identity
from upwell.errors import BrokerError, StoreError
from upwell.streams.codecs import decode, encode
from upwell.streams.log.port import Entry, Outgoing
from upwell.streams.parsers import Failure
from upwell.streams.records import AnyRecord, DeadLetter
from upwell.streams.topics import DEAD_LETTERS

NO_RECORDS_FAULT = (StoreError, BrokerError, OSError)
MACHINE = (*NO_RECORDS_FAULT, MemoryError)  # ends the process; memory a record may have taken


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
        item.record = decode(entry.value)
        item.identity = agent.identity(item.record)
    except Exception as error:
        item.failure = Failure.of(error)
    if poison(entry):
        item.failure = Failure("the worker died with this record in hand, three starts in a row")
    return item


def dead_letter(entry: Entry, failure: Failure) -> Outgoing:
    """The record of a failure. Its time is the entry's, so that it is the same each time."""
    record = DeadLetter(
        topic=entry.topic,
        partition=entry.partition,
        offset=entry.offset,
        key=entry.key,
        value=entry.value or b"",
        reason=failure.reason,
        trace=failure.trace,
        at=entry.timestamp_ms / 1000,
    )
    return Outgoing(DEAD_LETTERS, entry.key, encode(record))
