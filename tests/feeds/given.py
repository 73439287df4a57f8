"""Changes, places that answer, and a clock that is set."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from upwell.streams.codecs import encode
from upwell.streams.feeds import Event, EventFilter, Failed, Refused
from upwell.streams.filters import parse_filter
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing
from upwell.streams.records import Change
from upwell.streams.topics import CHANGES

ALL = EventFilter(parse_filter(""))


def change(id: str, version: int = 1, event: str = "new", **more: Any) -> Change:
    given: dict[str, Any] = {
        "site": "shop.test", "page_url": "http://shop.test/?q=a", "url": f"http://shop.test/{id}",
        "text": f"{id} =1+1 <b> & \x07 -5,00", "seen_at": 1_772_323_200.0 + version,
        "fields": {"title": f"=cmd|{id}", "price": "-5,00", "stock": f"{version} left"},
        "typed": {"price": -5.0},
    }  # fmt: skip
    return Change(id=id, version=version, event=event, **(given | more))


def event(id: str, version: int = 1) -> Event:
    found = ALL.event(change(id, version))
    assert found is not None
    return found


async def append(log: EmbeddedLog, *changes: Change) -> None:
    await log.append([Outgoing(CHANGES, each.id.encode(), encode(each)) for each in changes])


class SetClock:
    """Time stands still until it is moved; a sleep ends when it has come."""

    def __init__(self) -> None:
        self.time = 0.0
        self._sleeping: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleeping.append((self.time + seconds, done))
        await done

    async def move(self, seconds: float) -> None:
        """Let everything that sleeps meanwhile wake in its order."""
        end = self.time + seconds
        while due := sorted(
            (at, n) for n, (at, done) in enumerate(self._sleeping) if at <= end and not done.done()
        ):
            at, n = due[0]
            self.time = max(self.time, at)
            self._sleeping.pop(n)[1].set_result(None)
            for _ in range(20):
                await asyncio.sleep(0)
        self.time = end


class Place:
    """Takes events as it is told to: each entry of `answers` is one try, then all is taken."""

    batch, wait_s = 1, 0.0

    def __init__(self, name: str = "place", answers: Sequence[str] = (), batch: int = 1) -> None:
        self.name, self.chosen, self.batch = name, ALL, batch
        self.answers = list(answers)
        self.tries: list[str] = []
        self.taken: list[str] = []

    async def open(self) -> None: ...

    async def send(self, events: Sequence[Event]) -> None:
        self.tries.append(events[0].name)
        answer = self.answers.pop(0) if self.answers else ""
        if answer == "silent":
            await asyncio.Event().wait()
        if answer == "failed":
            raise Failed("it answered 503")
        if answer == "refused":
            raise Refused("it answered 410")
        self.taken += [event.name for event in events]

    async def close(self) -> None: ...
