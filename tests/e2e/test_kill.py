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
from .killing import Supervisor, lose_tables
from .ledger import accounts
from .recording import PARTITIONS, Replayed, finished, left_behind, of_sites, replay, replaying
from .tables import Tables

pytestmark = [pytest.mark.crash, pytest.mark.timeout(600)]

KILLS = 4 if SHORT else 20
N_SITES = 50
MANY_KILLS = int(os.environ.get("UPWELL_KILLS", "4" if SHORT else "100"))
MANY_PAGES = int(os.environ.get("UPWELL_PAGES", "500" if SHORT else "5000"))
LONG_S = 2400.0
SEED = int(os.environ.get("UPWELL_SEED", "11"))


async def test_recorded_pages_leave_the_same_outputs_and_tables(
    tmp_path: Path, recorded: list[Outgoing], undisturbed: Replayed
) -> None:
    """Killed again and again, its tables lost now and then, a worker ends as if undisturbed."""
    (site,) = undisturbed.tables.analyse.values()
    await killed(tmp_path, recorded, undisturbed, site.sent[FINDINGS], KILLS)


@pytest.mark.timeout(5400)
async def test_fifty_sites_leave_the_same_outputs_and_tables(
    tmp_path: Path, recorded: list[Outgoing], capsys: pytest.CaptureFixture[str]
) -> None:
    """The same with a hundred kills, pages of many sites in turn, and pages that come again."""
    chance = random.Random(SEED)
    records = of_sites(recorded[: MANY_PAGES // N_SITES], N_SITES, chance)
    (tmp_path / "alone").mkdir()
    alone = await replay(records, tmp_path / "alone", within_s=LONG_S)
    found = sum(site.sent[FINDINGS] for site in alone.tables.analyse.values())
    repeats = await killed(tmp_path, records, alone, found, MANY_KILLS)
    with capsys.disabled():
        print(
            f"\nseed {SEED}: {MANY_KILLS} kills, {len(records):,} pages of {N_SITES} sites, "
            f"{len(as_set(alone.found)):,} objects; {repeats:,} of {found:,} findings sent again"
        )


async def killed(
    directory: Path, records: list[Outgoing], undisturbed: Replayed, found: int, kills: int
) -> int:
    """Kill a worker over these records so many times; how many findings were sent again."""
    chance = random.Random(SEED)
    log = EmbeddedLog(f"upwell://{directory}/log", partitions=PARTITIONS)
    await log.open()
    await log.append(records)

    async def handled() -> int:
        return sum((await log.ends(FINDINGS)).values())

    supervisor = Supervisor(["-m", "tests.e2e.recording", str(directory)], handled, chance)
    for number, target in enumerate(sorted(chance.sample(range(found), kills))):
        if number % 4 == 3:
            await supervisor.kill_starting()
        await supervisor.kill_at(target)
        if number % 3 == 2:
            lose_tables(directory / "worker")
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
    await log.close()
    return repeats


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
