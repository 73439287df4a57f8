"""kill -9 at any instant loses nothing and doubles nothing (DESIGN 4)."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from upwell.models.urls.canonical import site_of
from upwell.sources import serve
from upwell.streams.codecs import decode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Outgoing
from upwell.streams.records import SiteStatus
from upwell.streams.topics import FINDINGS, PAGES, SITES

from .crawls import SHORT, as_set, coverage, doubled, lines
from .killing import Supervisor, at_work, lose_tables, recovering, sent_again
from .ledger import accounts
from .recording import of_sites, record
from .replaying import BATCH, PARTITIONS, Replayed, finished, left_behind, replay, replaying
from .tables import Tables

pytestmark = [pytest.mark.crash, pytest.mark.timeout(600)]

KILLS = 4 if SHORT else 20
N_SITES = 5 if SHORT else 50  # in the short form fewer, so that each learns a model
MANY_KILLS = int(os.environ.get("UPWELL_KILLS", "4" if SHORT else "100"))
MANY_PAGES = int(os.environ.get("UPWELL_PAGES", "250" if SHORT else "20000"))
LONG_S = 5400.0
SEED = int(os.environ.get("UPWELL_SEED", "11"))


async def test_recorded_pages_leave_the_same_outputs_and_tables(
    tmp_path: Path, recorded: list[Outgoing], undisturbed: Replayed
) -> None:
    """Killed again and again, its tables lost now and then, a worker ends as if undisturbed."""
    (site,) = undisturbed.tables.analyse.values()
    await killed(tmp_path, recorded, undisturbed, site.sent[FINDINGS], KILLS)


@pytest.mark.timeout(10_800)
async def test_many_sites_leave_the_same_outputs_and_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same with a hundred kills, at instants and at named points, and sites in turn."""
    chance = random.Random(SEED)
    each = MANY_PAGES // N_SITES
    recorded = await record(tmp_path / "recorded", 10 * each, each, "notices")
    records = of_sites(recorded, N_SITES, chance)
    (tmp_path / "alone").mkdir()
    alone = await replay(records, tmp_path / "alone", within_s=LONG_S)
    sites = alone.tables.analyse.values()
    assert all("model" in site.parts for site in sites), "nothing was learned"
    assert len(as_set(alone.found)) > len(records) // 10, "hardly an object"
    found = sum(site.sent[FINDINGS] for site in sites)
    told = await killed(tmp_path, records, alone, found, MANY_KILLS)
    with capsys.disabled():
        print(
            f"\nseed {SEED}: {MANY_KILLS} kills ({told}), {len(records):,} pages of {N_SITES} "
            f"sites, {len(as_set(alone.found)):,} versions of objects, {found:,} findings"
        )


async def killed(
    directory: Path, records: list[Outgoing], undisturbed: Replayed, found: int, kills: int
) -> str:
    """Kill a worker over these records so many times; what happened on the way."""
    chance = random.Random(SEED)
    log = EmbeddedLog(f"upwell://{directory}/log", partitions=PARTITIONS)
    await log.open()
    await log.append(records)

    async def handled() -> int:
        return sum((await log.ends(FINDINGS)).values())

    command = ["-m", "tests.e2e.replayer", str(directory), log.url]
    supervisor = Supervisor(command, handled, chance)
    for number, target in enumerate(sorted(chance.sample(range(found), kills))):
        if number % 4 == 3:
            await supervisor.kill_starting()
        await supervisor.kill_at(target, at_work(chance) if number % 2 else None)
        await sent_again(log, chance)
        if number % 3 == 2:
            lose_tables(directory / "worker")
        if number % 6 == 5:
            await supervisor.kill_starting(recovering(chance))
    worker = replaying(directory)
    await worker.start()
    await finished(worker, LONG_S)
    left = left_behind(worker, directory)
    await worker.stop()
    assert undisturbed.tables == left.tables
    assert undisturbed.tables == await Tables.in_changelogs(log)
    assert as_set(undisturbed.found) == as_set(left.found)
    assert [] == doubled(left.found)
    repeats = await handled() - found
    assert repeats <= supervisor.starts * BATCH.max_records, "more than a batch a kill"
    await log.close()
    return (
        f"{supervisor.at_points} at named points, {supervisor.unreached} points not met, "
        f"{repeats:,} findings sent again"
    )


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
