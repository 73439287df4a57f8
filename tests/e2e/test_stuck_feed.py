"""One webhook that takes connections and never answers, for an hour, while 100,000 events pass."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.agents.toy import until
from tests.costs import collector_off
from tests.feeds.given import ALL, SetClock, append, change
from upwell.agents.deliver import Courier, CourierParams, Deliver
from upwell.streams.feeds import Destination, Event
from upwell.streams.feeds.files import EventLines
from upwell.streams.feeds.webhook import Webhook
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import TopicPartition
from upwell.streams.sinks import Sink
from upwell.streams.sinks.sqlite import FILE, ObjectsTable
from upwell.streams.topics import CHANGES
from upwell.streams.web.guard import Guard

pytestmark = pytest.mark.e2e

EVENTS = 5_000 if os.environ.get("UPWELL_SHORT") == "1" else 100_000
AT_ONCE = 500
LAG_S = 2.0
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Held(Webhook):
    """A webhook whose receiver answers once it is told to; what it took, in order."""

    taken: list[str]

    async def send(self, events: Sequence[Event]) -> None:
        await super().send(events)
        self.taken += [event.name for event in events]


async def test_a_place_that_never_answers_holds_nobody_up(tmp_path: Path) -> None:
    """The others are never more than two seconds behind; then it catches up, in order.

    Seconds are those of the processor: other programs on the machine make no feed wait.
    """
    log, clock, answering = EmbeddedLog(f"upwell://{tmp_path}/log"), SetClock(), asyncio.Event()

    async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()
                return
            size = next(int(x.split(b":")[1]) for x in head.split(b"\r\n") if b"ength:" in x)
            await reader.readexactly(size)
            await answering.wait()
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")

    await log.open()
    server = await asyncio.start_server(receive, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    hook = Held("stuck", url, [SECRET], ALL, Guard(["127.0.0.0/8"]), batch=200, clock=clock)
    hook.taken = []
    patient = CourierParams(pauses_s=(300.0,) * 1000)
    place: Destination = hook
    stuck = Courier(log, place, from_now=False, clock=clock, params=patient)
    files: list[Sink] = [EventLines(tmp_path / "f.jsonl", ALL), ObjectsTable(tmp_path / FILE)]
    others = [Deliver(log, sink) for sink in files]
    await asyncio.gather(stuck.start(), *(each.start() for each in others))
    lags, walls, memory = [], [], []
    for first in range(0, EVENTS, AT_ONCE):
        await append(log, *(change(f"o{n}") for n in range(first, first + AT_ONCE)))
        with collector_off():
            began, wall = time.process_time(), time.monotonic()
            await until(lambda: _filled(log, others))
            lags.append(time.process_time() - began)
        walls.append(time.monotonic() - wall)
        memory.append(_resident())
        await clock.move(3600.0 / (EVENTS / AT_ONCE))
    told = stuck_at = len(hook.taken)
    grown = (memory[-1] - memory[len(memory) // 2]) / 2**20
    print(f"lag {max(lags):.2f} s at most ({max(walls):.2f} by the wall), told {told}")
    print(f"{grown:.1f} MB more in the second half")
    assert (0, True) == (stuck_at, max(lags) <= LAG_S)
    answering.set()

    async def caught_up() -> bool:
        await clock.move(330.0)
        return len(hook.taken) == EVENTS

    await until(caught_up, 300.0)
    await asyncio.gather(stuck.stop(), *(each.stop() for each in others))
    server.close()
    by_partition: dict[int, list[str]] = {}
    for entry in await log.scan(CHANGES):
        by_partition.setdefault(entry.partition, []).append(f"{entry.key.decode()}.1")
    place_of = {name: p for p, names in by_partition.items() for name in names}
    found: dict[int, list[str]] = {}
    for name in hook.taken:
        found.setdefault(place_of[name], []).append(name)
    await log.close()
    assert by_partition == found


async def _filled(log: EmbeddedLog, others: Sequence[Deliver]) -> bool:
    ends = await log.ends(CHANGES)
    for each in others:
        at = await log.positions(each.group)
        if any(at.get(TopicPartition(CHANGES, p), 0) < end for p, end in ends.items()):
            return False
    return True


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
