"""kill -9 at any instant loses nothing and doubles nothing (DESIGN 4)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from upwell.models.urls.canonical import site_of
from upwell.sources import serve
from upwell.streams.codecs import decode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing
from upwell.streams.records import Finding, SiteStatus
from upwell.streams.topics import FINDINGS, PAGES, SITES

from .crawls import SHORT, as_set, coverage, doubled, lines
from .killing import Supervisor, lose_tables
from .ledger import accounts
from .recording import PARTITIONS, Replayed, finished, left_behind, replaying
from .tables import Tables

pytestmark = [pytest.mark.crash, pytest.mark.timeout(600)]

KILLS = 4 if SHORT else 20
SEED = 11


async def test_recorded_pages_leave_the_same_outputs_and_tables(
    tmp_path: Path, recorded: list[Outgoing], undisturbed: Replayed
) -> None:
    """Killed again and again, its tables lost now and then, a worker ends as if undisturbed."""
    chance = random.Random(SEED)
    log = EmbeddedLog(f"upwell://{tmp_path}/log", partitions=PARTITIONS)
    await log.open()
    await log.append(recorded)

    async def handled() -> int:
        last = [decode(entry.value) for entry in await log.scan(FINDINGS)]
        return max((record.seq for record in last if isinstance(record, Finding)), default=0)

    (site,) = undisturbed.tables.analyse.values()
    supervisor = Supervisor(["-m", "tests.e2e.recording", str(tmp_path)], handled, chance)
    for number, target in enumerate(sorted(chance.sample(range(site.sent[FINDINGS]), KILLS))):
        if number % 4 == 3:
            await supervisor.kill_starting()
        await supervisor.kill_at(target)
        if number % 3 == 2:
            lose_tables(tmp_path / "worker")
    worker = replaying(tmp_path)
    await worker.start()
    await finished(worker)
    left = left_behind(worker, tmp_path)
    await worker.stop()
    assert undisturbed.tables == left.tables
    assert undisturbed.tables == await Tables.in_changelogs(log)
    assert as_set(undisturbed.found) == as_set(left.found)
    assert [] == doubled(left.found)
    await log.close()


async def test_a_live_crawl_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    """Every request is accounted for at each start; in the end all is there, and once."""
    chance = random.Random(SEED)
    log = EmbeddedLog(f"upwell://{tmp_path}")
    await log.open()

    async def fetched() -> int:
        return sum((await log.ends(PAGES)).values())

    async with await serve(seed=7, size=300 if SHORT else 1000) as source:
        command = ["-m", "tests.e2e.crawls", source.url, str(tmp_path)]
        supervisor = Supervisor(command, fetched, chance)
        for number in range(KILLS):
            if number % 4 == 3:
                await supervisor.kill_starting()
            else:
                await supervisor.kill_at(await fetched() + chance.randint(1, 12))
            for account in await accounts(log):
                assert set() == account.not_sent
                assert account.unanswered == account.outstanding
        process = await supervisor.start()
        assert 0 == await process.wait()
        (account,) = await accounts(log)
        status = [decode(entry.value) for entry in await log.scan(SITES)][-1]
        found = lines(tmp_path / "objects.jsonl")
        assert set() == account.outstanding == account.unanswered
        assert isinstance(status, SiteStatus)
        assert (site_of(source.url), account.issued) == (status.site, status.answered)
        assert [] == doubled(found)
        assert coverage(found, source.truth) >= 0.95
    await log.close()
