"""A worker: the agents of its roles in one Faust app, fetch and deliver beside them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from faust.exceptions import ConsistencyError

from upwell.errors import ConfigError, StoreError
from upwell.streams.app import App, AppParams, changelog_of, make_app
from upwell.streams.feeds import Destination
from upwell.streams.log.disk_space import Room, RoomParams
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.open import open_log
from upwell.streams.log.port import TopicPartition
from upwell.streams.modes import close_folder
from upwell.streams.parsers import Pool, PoolParams
from upwell.streams.sinks import Sink, Stream
from upwell.streams.store import TableDamaged, condemn, drop_tables, same_log
from upwell.streams.topics import FINDINGS, REQUESTS

from .deliver import Courier, Deliver, StreamFollower
from .fetch import FetchParams, FetchService, Web
from .fetch.disk_gate import DiskGate
from .fetch.service import GROUP as FETCH_GROUP
from .loop import (
    TABLE,
    BatchParams,
    FaustOwner,
    GapCheck,
    Loop,
    PoisonGuard,
    TailCheck,
    TailParams,
    Watchdog,
    register,
    start_again,
)
from .reducer import Agent
from .state import Table
from .tally import TalliedLog, Tally
from .timer import Timer, TimerParams

GROUP = "upwell"
FETCH, DELIVER = "fetch", "deliver"


def changelogs(agents: Iterable[str]) -> list[str]:
    """The topics in which the tables of agents are kept, without the prefix of the log.

    >>> changelogs(["plan"])
    ['upwell-plan-state-changelog']
    """
    return [changelog_of(f"{GROUP}-{name}", TABLE) for name in agents]


@dataclass(frozen=True, slots=True)
class WorkerParams:
    """What may be tuned, by part."""

    partitions: int | None = None  # of a log that is made; None: what it has, or the default
    app: AppParams = field(default_factory=AppParams)
    batch: BatchParams = field(default_factory=BatchParams)
    pool: PoolParams = field(default_factory=PoolParams)
    fetch: FetchParams = field(default_factory=FetchParams)
    tail: TailParams = field(default_factory=TailParams)
    room: RoomParams = field(default_factory=RoomParams)
    timer: TimerParams = field(default_factory=TimerParams)


class Worker:
    """Everything one process runs.

    Parameters
    ----------
    broker_url
        `upwell:///directory` or `kafka://host:port`.
    datadir
        Of this worker alone: its tables and the records in hand.
    agents
        All there are; those whose names are among the roles run.
    web
        For the role `fetch`; None: nothing is fetched here.
    sinks
        For the role `deliver`.
    posts
        For the same role: places that answer, and whether each begins now. Nobody waits for them.
    roles
        Names of agents, `fetch`, `deliver`; None: all of them.
    fail
        What ends the process when the machine failed it.

    Examples
    --------
    ```
    worker = Worker("upwell:///var/lib/upwell", datadir, [plan, analyse, watch], web=web)
    await worker.start()
    while not await worker.idle():
        await asyncio.sleep(0.2)
    await worker.stop()
    ```
    """

    def __init__(
        self,
        broker_url: str,
        datadir: Path,
        agents: Sequence[Agent],
        *,
        web: Web | None = None,
        sinks: Sequence[Sink | Stream] = (),
        posts: Sequence[tuple[Destination, bool]] = (),
        roles: Collection[str] | None = None,
        params: WorkerParams | None = None,
        fail: Callable[[str, BaseException], object] = start_again,
    ) -> None:
        known = [agent.name for agent in agents] + [FETCH, DELIVER]
        self.roles = frozenset(known if roles is None else roles)
        if unknown := sorted(self.roles - set(known)):
            raise ConfigError(f"no role {', '.join(unknown)}; there are {', '.join(known)}")
        self.params = params or WorkerParams()
        self.tally = Tally()
        self.log = open_log(broker_url, self.params.partitions, _place(datadir))
        self._datadir = datadir
        self._agents = [agent for agent in agents if agent.name in self.roles]
        self._web = web if FETCH in self.roles else None
        self._sinks = sinks if DELIVER in self.roles else ()
        self._posts = posts if DELIVER in self.roles else ()
        self._end = fail
        self._apps: dict[str, App] = {}  # by agent
        self._fetch: FetchService | None = None
        self._delivers: list[Deliver] = []
        self._streams: list[StreamFollower] = []
        self._couriers: list[Courier] = []
        self._pools: list[Pool] = []
        self._poison_guards: list[PoisonGuard] = []
        self._guards: list[asyncio.Task[None]] = []
        self._watchdog: Watchdog | None = None
        self._room: Room | None = None

    async def start(self) -> None:
        """Open the log and start everything; returns when it runs."""
        await self.log.open()
        for sink in self._sinks:
            if isinstance(sink, Stream):
                self._streams.append(StreamFollower(self.log, sink, fail=self._fail))
                await self._streams[-1].start()
            else:
                deliver = Deliver(self.log, sink, fail=self._fail)
                await deliver.start()
                self._delivers.append(deliver)
        for post, from_now in self._posts:
            courier = Courier(self.log, post, from_now=from_now, fail=self._fail)
            await courier.start()
            self._couriers.append(courier)
        if self._agents:
            await self._start_agents()
        if self._web is not None:
            self._room = Room(self._disk(), self.params.room)
            web = DiskGate(self._web, self._room)
            log = TalliedLog(self.log, self.tally)
            self._fetch = FetchService(log, web, self.params.fetch, fail=self._fail)
            await self._fetch.start()

    async def stop(self) -> None:
        """Take nothing new, let what is in flight arrive, close. Safe at any moment."""
        await self.halt()
        await self.log.close()

    async def halt(self) -> None:
        """Stop everything but leave the log open, for a follower to read what came last."""
        if self._room is not None:
            self._room.close()
        if self._fetch is not None:
            await self._fetch.stop()
        for guard in self._guards:
            guard.cancel()
        if self._watchdog is not None:
            self._watchdog.stop()
        await asyncio.gather(*(app.stop() for app in self._apps.values()))
        await asyncio.gather(
            *(deliver.stop() for deliver in self._delivers),
            *(courier.stop() for courier in self._couriers),
        )
        for stream in self._streams:
            await stream.stop()
        for app in self._apps.values():
            for table in app.tables.values():
                table.data.close()  # whoever looked while it stopped has opened it again
        for pool in self._pools:
            pool.close()
        for memory in self._poison_guards:
            memory.rest()
            memory.close()

    async def lag(self) -> dict[str, int]:
        """Records each group of this worker has still to handle, `group topic` -> count.

        Positions are read before ends: what a record caused was appended before its position
        moved, so zero everywhere means that nothing is under way.
        """
        reads = self._reads()
        positions = {group: await self.log.positions(group) for group, _ in reads}
        return {
            f"{group} {topic}": sum(
                end - positions[group].get(TopicPartition(topic, partition), 0)
                for partition, end in (await self.log.ends(topic)).items()
            )
            for group, topic in reads
        }

    async def idle(self) -> bool:
        """Whether everything in the log is handled."""
        return not any((await self.lag()).values())

    def _reads(self) -> list[tuple[str, str]]:
        reads = [(f"{GROUP}-{agent.name}", agent.reads) for agent in self._agents]
        reads += [(FETCH_GROUP, REQUESTS)] if self._fetch else []
        return reads + [(deliver.group, deliver.topic) for deliver in self._delivers]

    async def _start_agents(self) -> None:
        if not same_log(self._datadir, self.log.incarnation):
            drop_tables(self._datadir)  # they are of another log; rebuilt from this one
            same_log(self._datadir, self.log.incarnation)
        if not isinstance(self.log, EmbeddedLog):
            await self.log.make_changelogs(changelogs(agent.name for agent in self._agents))
        for agent in self._agents:
            self._apps[agent.name] = self._app(agent)
        await asyncio.gather(*(app.start() for app in self._apps.values()))
        self._guards = [asyncio.create_task(self._watch(app)) for app in self._apps.values()]
        for name in [agent.name for agent in self._agents if agent.reads == FINDINGS]:
            owns = partial(FaustOwner(self._apps[name]).owns, FINDINGS)
            timer = Timer(self.log, owns, self.params.timer)
            self._guards.append(asyncio.create_task(self._guarded("timer", timer.run)))
        if not isinstance(self.log, EmbeddedLog):  # an embedded log has one worker, by lock
            self._watchdog = Watchdog(self.params.app.session_s / 2, self._fail)
            self._watchdog.start()
            for app in self._apps.values():
                tail = TailCheck(app, self.log, self.params.tail)
                self._guards.append(asyncio.create_task(self._guarded("tail", tail.run)))

    def _app(self, agent: Agent) -> App:
        """An app and so a consumer group for each agent: workers may have different roles.

        Faust gives every member of a group partitions of all that any member reads.
        """
        name, datadir = f"{GROUP}-{agent.name}", self._datadir / agent.name
        embedded = isinstance(self.log, EmbeddedLog)
        app = make_app(
            name, self.log.url, datadir, self.log.partitions, self.params.app, declares=embedded
        )
        gaps = GapCheck(self.log, name)
        register(app, agent, self._loop, gaps, self.params.batch, self._fail)
        return app

    def _disk(self) -> Path:
        """Where pages fill the disk: beside the embedded log, else beside the tables."""
        if isinstance(self.log, EmbeddedLog):
            return self.log.engine.storage.path.parent
        self._datadir.mkdir(parents=True, exist_ok=True, mode=0o700)
        close_folder(self._datadir)
        return self._datadir

    def _loop(self, agent: Agent, table: Table) -> Loop:
        pool, guard = Pool(self.params.pool), PoisonGuard(self._datadir / "hand" / agent.name)
        self._pools.append(pool)
        self._poison_guards.append(guard)
        return Loop(agent, table, TalliedLog(self.log, self.tally), pool, guard)

    async def _watch(self, app: App) -> None:
        """Faust goes on when a part of it has crashed; we do not."""
        await app.wait_until_stopped()
        if app.crashed:
            reason = app.crash_reason or StoreError("a service of the worker crashed")
            self._fail("worker", reason)

    async def _guarded(self, where: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        except Exception as error:
            self._fail(where, error)

    def _fail(self, where: str, error: BaseException) -> object:
        """End the process; tables that are damaged, or ahead of the log, are dropped at a start."""
        if isinstance(error, TableDamaged | ConsistencyError):
            condemn(self._datadir)
        return self._end(where, error)


def _place(datadir: Path) -> str:
    """What a worker is called in its groups, by its folder: one that comes back is the same."""
    return sha256(str(datadir.resolve()).encode()).hexdigest()[:12]
