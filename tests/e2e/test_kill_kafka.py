"""Three workers with the real agents on a real Kafka, killed in turn: as if undisturbed (DESIGN 4).

A third of the kills takes a worker's tables, a fifth lets it come back as another member of its
groups, so that partitions move; pages and what follows from them are sent again throughout.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.agents.filled import filled
from tests.agents.toy import until
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.kafka import KafkaLog
from upwell.streams.log.port import Log, Outgoing, TopicPartition
from upwell.streams.topics import CHANGES, FINDINGS, OBJECTS, PAGES

from .crawls import SHORT, as_set, doubled, lines
from .killing import POINT_S, at_work, lose_tables, recovering, sent_again
from .recording import of_sites, record
from .replaying import BATCH, Replayed, finished, left_behind, objects_file, replay, replaying
from .supervised import Supervised
from .tables import Tables

pytestmark = [pytest.mark.crash, pytest.mark.kafka, pytest.mark.timeout(5400)]

KILLS = int(os.environ.get("UPWELL_KILLS", "3" if SHORT else "30"))
PAGES_ALL = int(os.environ.get("UPWELL_PAGES", "120" if SHORT else "2000"))
N_SITES = int(os.environ.get("UPWELL_SITES", "3" if SHORT else "10"))
SEED = int(os.environ.get("UPWELL_SEED", "11"))
PARTITIONS = 6
READS = {"upwell-analyse": PAGES, "upwell-watch": OBJECTS}  # by group
SENT = (FINDINGS, OBJECTS, CHANGES)  # compared as they stand on the log, each once
INSTANT_S = 1.0  # after a share of the pages was appended; some batches long
LONG_S = 600.0


class Member:
    """One of the workers: its folder, its process, and the point it would die at."""

    def __init__(self, folder: Path, url: str, chance: random.Random) -> None:
        self.folder = folder
        self.again = 0  # starts that nobody asked for
        self._url = url
        self._chance = chance
        self._moves = 0
        self.worker = self._supervised()

    async def start(self, recovery: bool = False) -> None:
        """To die, when told, at a point that is drawn; `recovery`: without being told, in it."""
        draw = recovering if recovery else at_work
        point, at = draw(self._chance)
        while "compaction" in point:  # that is the broker's
            point, at = draw(self._chance)
        await self.worker.start(point, str(at))
        if recovery:
            self.worker.leave_alone()

    def move(self) -> None:
        """What it has, in another place: another member of its groups."""
        self._moves += 1
        self.folder = self.folder.rename(self.folder.with_name(f"{self.folder.name}-{self._moves}"))
        self.again += self.worker.again
        self.worker = self._supervised()

    def _supervised(self) -> Supervised:
        return Supervised("-m", "tests.e2e.replayer", str(self.folder), self._url)


class Killing:
    """What happened to three workers over one log."""

    def __init__(self, log: KafkaLog, folder: Path, chance: random.Random) -> None:
        self.log = log
        self._chance = chance
        self.members = [Member(folder / name, log.url, chance) for name in "abc"]
        self.at_points = self.unreached = 0
        self.back: list[float] = []  # seconds until all was handled, from a start on
        self.back_elsewhere: list[float] = []  # the same where partitions had to move

    async def run(self, records: Sequence[Outgoing], kills: int) -> None:
        """Feed the records in shares, and kill one worker in each."""
        await asyncio.gather(*(member.start() for member in self.members))
        share = -(-len(records) // (kills + 1))
        await self._fed(records[:share])
        for number in range(kills):
            fed = records[share * (number + 1) : share * (number + 2)]
            await self._kill(number, self._chance.choice(self.members), fed)
            await sent_again(self.log, self._chance)
        await self._fed([])

    async def end(self) -> None:
        """End what still runs."""
        await asyncio.gather(*(member.worker.kill() for member in self.members))

    @property
    def again(self) -> int:
        """Starts that nobody asked for."""
        return sum(member.again + member.worker.again for member in self.members)

    async def _kill(self, number: int, member: Member, fed: Sequence[Outgoing]) -> None:
        await (self._at_a_point if number % 2 else self._at_an_instant)(member, fed)
        if number % 3 == 2:
            lose_tables(member.folder / "worker")
        if moves := number % 5 == 1:
            member.move()
        if number % 6 == 5:  # its tables are gone, so there is something to recover
            await member.start(recovery=True)
            self._count(await member.worker.dies(POINT_S))
        began = time.monotonic()
        await member.start()
        await self._handled()
        (self.back_elsewhere if moves else self.back).append(time.monotonic() - began)

    async def _at_an_instant(self, member: Member, fed: Sequence[Outgoing]) -> None:
        await self.log.append(fed)
        await asyncio.sleep(self._chance.uniform(0, INSTANT_S))
        await member.worker.kill()

    async def _at_a_point(self, member: Member, fed: Sequence[Outgoing]) -> None:
        member.worker.doom()
        await self.log.append(fed)
        self._count(await member.worker.dies(POINT_S))

    def _count(self, met: bool) -> None:
        self.at_points += met
        self.unreached += not met

    async def _fed(self, records: Sequence[Outgoing]) -> None:
        await self.log.append(records)
        await self._handled()

    async def _handled(self) -> None:
        """Until what stands on the log now, and what follows from it, was handled by both."""

        async def done() -> bool:
            for member in self.members:
                member.worker.check()
            return not any([await lag(self.log, group) for group in READS])

        await until(done, within_s=LONG_S)


async def lag(log: KafkaLog, group: str) -> int:
    """Records that a group has still to handle."""
    topic, found = READS[group], await log.positions(group)
    ends = await log.ends(topic)
    return sum(end - found.get(TopicPartition(topic, p), 0) for p, end in ends.items())


async def test_three_workers_leave_the_same_outputs_and_tables(
    kafka_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Killed at instants and points, moved, their tables lost: all is as if undisturbed."""
    chance = random.Random(SEED)
    each = PAGES_ALL // N_SITES
    recorded = await record(tmp_path / "recorded", 10 * each, each, "notices")
    records = of_sites(recorded, N_SITES, chance)
    log = KafkaLog(f"{kafka_url}kill-{SEED}-", PARTITIONS)
    await log.open()
    killing = Killing(log, tmp_path, chance)
    try:
        await killing.run(records, KILLS)
    finally:
        await killing.end()
    (tmp_path / "alone").mkdir()
    alone = await undisturbed(log, tmp_path / "alone")
    await as_undisturbed(killing, alone)
    findings, repeats = len(alone.sent[FINDINGS]), await repeated(log, alone)
    await log.close()
    with capsys.disabled():
        print(
            f"\nseed {SEED}: {KILLS} kills of three workers on Kafka ({killing.at_points} at named "
            f"points, {killing.unreached} points not met, {killing.again} starts not asked for), "
            f"{len(records):,} pages of {N_SITES} sites, "
            f"{len(as_set(alone.left.found)):,} versions of objects, "
            f"{findings:,} findings, {repeats:,} sent again; all handled after a start: "
            f"{told(killing.back)}, in another place {told(killing.back_elsewhere)}"
        )
    disturbed = KILLS + KILLS // 6 + 2 * len(killing.back_elsewhere) + killing.again
    assert repeats <= disturbed * len(killing.members) * BATCH.max_records, "more than a batch"


class Undisturbed(NamedTuple):
    """A run of one worker, on the embedded log, over the very log that the killed ones read."""

    left: Replayed
    sent: dict[str, set[bytes | None]]  # by topic


async def undisturbed(log: KafkaLog, folder: Path) -> Undisturbed:
    """What the log's pages make, in their order on it, when nobody is killed."""
    pages = [Outgoing(PAGES, e.key, e.value, e.timestamp_ms) for e in await log.scan(PAGES)]
    left = await replay(pages, folder, within_s=LONG_S, partitions=PARTITIONS)
    assert all("model" in site.parts for site in left.tables.analyse.values()), "nothing learned"
    assert len(as_set(left.found)) > len(pages) // 10, "hardly an object"
    own = EmbeddedLog(f"upwell://{folder}/log")
    await own.open()
    sent = {topic: await values(own, topic) for topic in SENT}
    await own.close()
    return Undisturbed(left, sent)


async def values(log: Log, topic: str) -> set[bytes | None]:
    """What stands on a topic, once each."""
    return {entry.value for entry in await log.scan(topic)}


async def repeated(log: KafkaLog, alone: Undisturbed) -> int:
    """Findings that stand there more than once; they are not among what is sent on purpose."""
    return sum((await log.ends(FINDINGS)).values()) - len(alone.sent[FINDINGS])


def told(seconds: list[float]) -> str:
    """The median and the longest."""
    if not seconds:
        return "-"
    return f"{sorted(seconds)[len(seconds) // 2]:.1f} s (median), {max(seconds):.1f} s (longest)"


async def as_undisturbed(killing: Killing, alone: Undisturbed) -> None:
    """Tables of a worker, changelogs, all that was sent, and the files."""
    log, (first, *others) = killing.log, [member.folder for member in killing.members]
    left = await last_worker(log, first)
    assert alone.left.tables == left.tables
    assert alone.left.tables == await Tables.in_changelogs(log)
    for topic in SENT:
        assert alone.sent[topic] == await values(log, topic), topic
    assert as_set(alone.left.found) == as_set(left.found)
    assert [] == doubled(left.found)
    for folder in others:
        found = lines(objects_file(folder))
        assert [] == doubled(found)
        assert as_set(found) <= as_set(alone.left.found)


async def last_worker(log: KafkaLog, folder: Path) -> Replayed:
    """What one of them has when it has all partitions, its tables filled up, its file written."""
    worker = replaying(folder, log.url, PARTITIONS)
    await worker.start()
    try:
        await until(lambda: filled(worker), within_s=LONG_S)
        await finished(worker, LONG_S)
        return await asyncio.to_thread(left_behind, worker, folder)  # it must not fall silent
    finally:  # or it ends this process: nobody runs its loop while a failure is told
        await worker.stop()
