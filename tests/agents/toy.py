"""A toy agent that counts, and fakes of everything around it: a dict table, a list log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec

from upwell.agents.reducer import Agent, Identity, Send, View
from upwell.streams.codecs import decode, encode
from upwell.streams.log.port import Entry, Outgoing, Reader
from upwell.streams.records import AnyRecord, Finding, Page, Publish, Record, Tick
from upwell.streams.topics import FINDINGS, PAGES


def page(number: int, site: str = "s", low: int = 1, url: str = "/") -> Page:
    return Page(
        site=site, number=number, low=low, url=url, final_url=url,
        reason="query", outcome="ok", fetched_at=0.0,
    )  # fmt: skip


def count(view: View, record: Any, prepared: Any) -> Sequence[Send]:
    """Chain a checksum over all numbers; keep the last of each url in a part of its own."""
    if isinstance(record, Tick):
        return []
    total, chain = msgspec.msgpack.decode(view.head() or msgspec.msgpack.encode((0, 0)))
    cached = view.cache.setdefault("total", total)
    assert cached == total  # decoded state agrees with what is stored
    number = record.number if isinstance(record, Page) else record.seq
    view.cache["total"] = total + 1
    view.set_head(msgspec.msgpack.encode((total + 1, (chain * 31 + number) % 1_000_003)))
    name = record.url if isinstance(record, Page) else "publish"
    view.put(name, f"{number}:{prepared}".encode())
    if total % 5 == 4:
        view.put(view.parts()[0], None)
    if isinstance(record, Page) and record.url == "/raises":
        raise ValueError("no such page")
    return [Send(FINDINGS, view.key, finding(view.key, number, record))]


def finding(site: str, number: int, record: Record, outcome: str = "ok") -> Finding:
    url = record.url if isinstance(record, Page) else ""
    return Finding(
        site=site, seq=0, number=number, url=url, final_url=url,
        reason="query", outcome=outcome, at=0.0,
    )  # fmt: skip


def identity(record: Record) -> Identity | None:
    if isinstance(record, Page):
        return Identity("plan", record.number, record.low)
    if isinstance(record, Publish):
        return Identity("plan", record.seq)
    return None


def refuse(record: Any, reason: str) -> Sequence[Send]:
    return [Send(FINDINGS, record.site, finding(record.site, record.number, record, "refused"))]


def double(record: Any) -> int:
    if isinstance(record, Page) and record.url == "/unparsable":
        raise ValueError("not a page")
    return 2 * (record.number if isinstance(record, Page) else 0)


COUNTER = Agent(
    name="counter", reads=PAGES, reduce=count, identity=identity, prepare=double, refuse=refuse
)


async def until(true: Callable[[], Awaitable[bool]], within_s: float = 60.0) -> None:
    """Wait for what other tasks or processes bring about."""
    async with asyncio.timeout(within_s):
        while not await true():  # noqa: ASYNC110  it may be another process
            await asyncio.sleep(0.02)


class DictTable:
    """A table, and the order in which it was written."""

    def __init__(self) -> None:
        self.data: dict[tuple[int, bytes], bytes] = {}
        self.order: list[bytes] = []

    def get(self, partition: int, key: bytes) -> bytes | None:
        return self.data.get((partition, key))

    def set(self, partition: int, key: bytes, value: bytes) -> None:
        self.data[partition, key] = value
        self.order.append(key)


class ListLog:
    """What the loop asks of a log, in memory, one partition a topic."""

    url = "list"

    def __init__(self, reader: Reader | None = None) -> None:
        self.topics: dict[str, list[Entry]] = {}
        self._reader = reader

    async def append(self, records: Sequence[Outgoing]) -> list[Entry]:
        return [self._append(record) for record in records]

    def _append(self, record: Outgoing) -> Entry:
        entries = self.topics.setdefault(record.topic, [])
        entry = Entry(record.topic, 0, len(entries), 1000, record.key, record.value)
        entries.append(entry)
        return entry

    async def entry(self, topic: str, partition: int, offset: int) -> Entry | None:
        return self.topics[topic][offset]

    def reader(self, group: str, topics: Sequence[str]) -> Reader:
        assert self._reader is not None
        return self._reader

    def records(self, topic: str) -> list[AnyRecord]:
        return [decode(entry.value) for entry in self.topics.get(topic, [])]

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(name)


class Alone:
    """The owner of everything, until told otherwise."""

    def __init__(self) -> None:
        self.lost = False
        self.now = 1

    def generation(self) -> int:
        return self.now

    def owns(self, topic: str, partition: int) -> bool:
        return not self.lost


def entries(records: Sequence[Page | Publish | bytes], start: int = 0) -> list[Entry]:
    """Records as they stand in one partition."""
    return [
        Entry(
            PAGES, 0, start + at, 1000,
            b"s" if isinstance(record, bytes) else record.site.encode(),
            record if isinstance(record, bytes) else encode(record),
        )
        for at, record in enumerate(records)
    ]  # fmt: skip


def live(table: Mapping[tuple[int, bytes], bytes]) -> dict[tuple[int, bytes], bytes]:
    """What a table holds, deletes and generations left out."""
    return {place: value[:8] + value[16:] for place, value in table.items() if len(value) > 16}
