"""Server-sent events, notifications and Kafka as JSON, each as its reader sees it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import cast

import pytest
from aiokafka import AIOKafkaConsumer

from upwell.errors import ConfigError
from upwell.streams.feeds import EventFilter, Refused
from upwell.streams.feeds.cloud_events import CloudEvents
from upwell.streams.feeds.notify import Notify
from upwell.streams.feeds.sse import stream
from upwell.streams.filters import parse_filter
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.web.guard import Guard

from .given import ALL, SetClock, append, change, event
from .test_webhook import receiver


async def messages(log: EmbeddedLog, n: int, last_id: str = "", where: str = "") -> list[bytes]:
    """The first messages of a stream, the greeting left out."""
    found = cast(
        AsyncGenerator[bytes, None],
        stream(log, EventFilter(parse_filter(where)), last_id, SetClock()),
    )
    assert b"retry: 3000\n\n" == await anext(found)
    out = [await anext(found) for _ in range(n)]
    await found.aclose()
    return out


async def test_a_browser_that_comes_back_misses_nothing(tmp_path: Path) -> None:
    """By the id of the message that it had last; without one it is told what comes."""
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=2)
    await log.open()
    await append(log, change("a"), change("b"), change("c"))
    first = await messages(log, 1, "0:0,1:0")
    id, kind, _ = first[0].decode().strip().split("\n")
    assert ("event: new", True) == (kind, id.startswith("id: "))
    rest = await messages(log, 2, id.removeprefix("id: "))
    ids = [json.loads(text.split(b"data: ")[1])["id"] for text in [*first, *rest]]
    assert ["a", "b", "c"] == sorted(ids)
    waiting = asyncio.create_task(messages(log, 1, where="id = e"))
    await asyncio.sleep(0.05)
    await append(log, change("d"), change("e"))
    (told,) = await waiting
    assert b'"id":"e"' in told
    await log.close()


async def test_a_notification_is_one_message_of_many_events() -> None:
    """Where its address is allowed; its scheme has to be one of the network."""
    async with receiver() as (url, got):
        place = url.replace("http://", "json://")
        for allow, taken in (("127.0.0.0/8", 1), ("", 0)):
            mine = Notify("mine", place, ALL, Guard([allow] if allow else []))
            await mine.open()
            sending = mine.send([event(f"o{n}") for n in range(30)])
            if taken:
                await sending
            else:
                with pytest.raises(Refused, match="is not a public address"):
                    await sending
    ((_, text),) = got
    assert ("upwell: 30 events", True) == (
        json.loads(text)["title"], "and 10 more" in json.loads(text)["message"],
    )  # fmt: skip
    smtp = Notify("mine", "mailto://u:p@example.org?smtp=127.0.0.1", ALL, Guard())
    await smtp.open()
    with pytest.raises(Refused):
        await smtp.send([event("a")])
    for url in ("dbus://", "file:///tmp/x", "syslog://"):
        with pytest.raises(ConfigError, match="no service on the network"):
            Notify("mine", url, ALL, Guard())


@pytest.mark.kafka
async def test_any_consumer_reads_json_under_the_headers_of_cloud_events(kafka_url: str) -> None:
    """Keyed by the object, so its events stay in order."""
    servers, _, prefix = kafka_url.removeprefix("kafka://").partition("/")
    topic = f"{prefix}upwell-as-json"
    mine = CloudEvents("mine", f"kafka://{servers}/{topic}", ALL)
    await mine.open()
    await mine.send([event("a"), event("a", 2), event("b")])
    await mine.close()
    consumer = AIOKafkaConsumer(topic, bootstrap_servers=servers, auto_offset_reset="earliest")
    await consumer.start()
    found = [await asyncio.wait_for(consumer.getone(), 30) for _ in range(3)]
    await consumer.stop()
    headers = [{name: value.decode() for name, value in each.headers} for each in found]
    assert {"a.1", "a.2", "b.1"} == {each["ce_id"] for each in headers}
    assert {("1.0", "application/json", "dev.upwell.object.new.v1")} == {
        (each["ce_specversion"], each["content-type"], each["ce_type"]) for each in headers
    }
    assert {(each.key.decode()) for each in found} == {
        json.loads(each.value)["object"]["id"] for each in found
    }
