"""`upwell worker`: a share of the work, beside other workers, until it is stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from upwell.agents.analyse import analyse_agent
from upwell.agents.plan import PLAN
from upwell.agents.watch import WATCH
from upwell.agents.worker import Worker
from upwell.config import Settings, resolve, settings
from upwell.crawling import claimed, sink_of
from upwell.credentials import credentials_of
from upwell.dashboard.metrics.of_worker import Measured, outside
from upwell.feeds import built, feeds_in
from upwell.streams.log.address import KAFKA, parse_address, without_secrets
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.sinks import Sink, Stream, object_lines, require_writable
from upwell.streams.sinks.sqlite import read_model
from upwell.streams.web import Web

from ..broker import Allow, Broker, Contact, Dir, IgnoreRobots
from .broker_away import fail_or_wait, wait_for_broker, wait_in_new_process, watch_broker
from .interrupts import drain_on_signals
from .minute_lines import print_minute_lines

ALIVE = "alive"  # file in the folder of a worker; its time tells that the event loop turns
ALIVE_S = 5.0


def worker(
    directory: Dir = None,
    broker: Broker = None,
    roles: Annotated[
        str | None, typer.Option(help="Of plan,fetch,analyse,watch,deliver; all by default.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Deliver objects to this file."),
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="Write whole readings to their topic.")
    ] = False,
    allow: Allow = None,
    ignore_robots: IgnoreRobots = None,
    contact: Contact = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Answer /healthz, /readyz and /metrics there."),
    ] = None,
    metrics_host: Annotated[
        str, typer.Option(metavar="ADDR", help="Where; other than this machine alone.")
    ] = "127.0.0.1",
) -> None:
    """Do a share of the work until stopped.

    Sites are added with `upwell add`; objects go to the topic `changes`. Give each
    worker a folder of its own with --dir. On Kafka, start as many as there is work for, up to
    the number of partitions, and split the roles among them as you like. While it works, the
    file `alive` in its folder is never older than a few seconds.

    Example: upwell worker --roles fetch --broker kafka://127.0.0.1:9092 -d worker-1
    """
    chosen = settings(
        resolve(
            {
                "dir": directory,
                "broker": broker,
                "roles": [role.strip() for role in roles.split(",")] if roles else None,
                "allow": allow or None,
                "ignore_robots": ignore_robots or None,
                "contact": contact,
            }
        )
    )
    require_writable({"-o": output})
    asyncio.run(_work(chosen, output, readings, metrics_port, metrics_host))


async def _work(
    chosen: Settings, output: Path | None, readings: bool, port: int | None, host: str
) -> None:
    console = Console(stderr=True, soft_wrap=True)
    stop, alive = drain_on_signals(console), chosen.dir / ALIVE
    say = partial(console.print, markup=False, highlight=False)
    url, began = chosen.broker or f"upwell://{chosen.dir.resolve()}", time.time()
    on_kafka = parse_address(url).scheme == KAFKA
    gone = partial(wait_in_new_process, without_secrets(url), console, began)
    was_away = await wait_for_broker(url, console, stop, partial(_touch, alive)) if on_kafka else ""
    if stop.is_set():
        return
    sinks: list[Sink | Stream] = [*read_model(chosen.dir, chosen.broker)]
    feeds = built(feeds_in(), chosen.allow, chosen.broker)
    sinks += feeds.sinks
    sinks += [sink_of(output, object_lines, stop.set)] if output else []
    async with Web(
        contact=chosen.contact,
        allow=chosen.allow,
        credentials=credentials_of({}, []),
        ignore_robots=chosen.ignore_robots,
    ) as web:
        measured = Measured(web)
        running = Worker(
            url,
            chosen.dir / "tables",
            [PLAN, analyse_agent(readings, chosen.parser), WATCH],
            web=measured,
            sinks=sinks,
            posts=feeds.posts,
            roles=chosen.roles,
            fail=partial(fail_or_wait, console, gone if on_kafka else None),
        )
        async with claimed(running.log, chosen.dir):
            try:
                await running.start()
                back = f"the broker is back after {was_away}; " if was_away else ""
                say(f"{back}working: {', '.join(chosen.roles)} on {without_secrets(url)}")
                beside = [print_minute_lines(running.tally, running.lag, say)]
                if isinstance(running.log, KafkaLog):
                    beside.append(watch_broker(running.log, gone))
                async with outside(port, host, measured, running.lag), _while(*beside):
                    await _stopped(stop, alive)
            finally:
                await running.stop()


@asynccontextmanager
async def _while(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run tasks beside a block, and cancel them when it ends."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work) for work in works]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()


async def _stopped(stop: asyncio.Event, alive: Path) -> None:
    """Wait until the worker is to stop, touching the file that says that it lives."""
    while not stop.is_set():
        _touch(alive)
        with suppress(TimeoutError):
            async with asyncio.timeout(ALIVE_S):
                await stop.wait()


def _touch(alive: Path) -> None:
    alive.parent.mkdir(parents=True, exist_ok=True)
    alive.touch()
