"""kill -9 while a search, or a whole site, is watched: nothing is lost, nothing falsely told."""

from __future__ import annotations

import asyncio
import random
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from upwell.models.change.rounds.list_events import ListEvent, list_after
from upwell.sources import serve
from upwell.sources.database.life import Change as Planted
from upwell.sources.database.record import Record
from upwell.sources.kinds.grammar import Grammar
from upwell.sources.server import Source
from upwell.streams.codecs import decode
from upwell.streams.log.embedded import EmbeddedLog
from upwell.streams.log.port import Log
from upwell.streams.records import Change, SiteStatus
from upwell.streams.sinks.lines import OF_SEARCHES
from upwell.streams.topics import CHANGES, PAGES, SITES

from .crawls import SHORT, crawled
from .killing import Supervisor
from .ledger import accounts

pytestmark = [pytest.mark.crash, pytest.mark.timeout(900)]

KILLS = 3 if SHORT else 12
SEED = 5
SIZE = 60
SEARCHED = 120  # records of the source whose search is watched: every step needs two that it lists
VISITS = 72_000.0  # an hour: twenty a second
SETTLED_S = 240.0  # until all that was planted is told, on a machine that is busy


class Life:
    """What is done to the records of a source, and what is to be told of it."""

    def __init__(self, source: Source, query: str) -> None:
        self.source, self.query = source, query
        self.chance = random.Random(SEED)
        self.database = source.site.pages.database
        self.removed: set[int] = set()
        self.added: set[int] = set()
        self.changed: set[int] = set()
        self.unmatched: set[int] = set()  # that say something else, and are no longer found
        kind = next(iter(self.database.by_id.values())).kind
        self._grammar = Grammar(kind, "en", SEED)
        titles = {hash(one.title) for one in self.database.by_id.values()}
        self._coming = self._grammar.records(None, SIZE, titles)

    def standing(self) -> list[int]:
        """The records that the search lists, in the site's own order."""
        truth, found = self.source.truth, list[int]()
        for page in range(1, 20):
            shown = truth.page(truth.search_url(self.query, page=page)).objects
            fresh = [one.record for one in shown if one.record not in found]
            if not fresh:
                return found
            found += fresh
        return found

    def step(self, told: set[int]) -> None:
        """A record goes, one comes, one says something else; of those that are known."""
        shown = {*self.standing()} if self.query else {*self.database.by_id}
        untouched = sorted(shown & told - self.removed - self.added - self.changed)
        gone, other = self.chance.sample(untouched, 2)
        self._plant("remove", gone)
        new = next(one for one in self._coming if self._fits(one))
        self.database.apply(Planted(0.0, "add", new))
        was = self.database.by_id[other]
        now = self._grammar.redrawn(was, "value", self.chance)
        self.database.apply(Planted(0.0, "change", now))
        if self.query and other not in self.standing():
            self.unmatched.add(other)
        self.removed.add(gone)
        self.added.add(new.id)
        self.changed.add(other)

    def _fits(self, record: Record) -> bool:
        found = not self.query or self.query in record.title.casefold().split()
        return found and record.id not in self.database.by_id

    def _plant(self, kind: str, number: int) -> None:
        self.database.apply(Planted(0.0, kind, self.database.by_id[number]))


def query_of(source: Source, n_matches: int) -> str:
    """A word that so many records have in their title, about."""
    counts = Counter(
        word
        for record in source.truth.records()
        for word in {*record.title.casefold().split()}
        if word.isalpha() and len(word) > 3
    )
    return min(sorted(counts), key=lambda word: abs(counts[word] - n_matches))


async def told(log: Log) -> list[Change]:
    """Every event once, in the order of each object; what came twice is the same."""
    found: dict[tuple[str, int], Change] = {}
    for entry in await log.scan(CHANGES):
        record = decode(entry.value)
        if isinstance(record, Change) and record.event != "health":
            before = found.setdefault((record.id, record.version), record)
            assert before == record, "one name, two events"
    return [found[name] for name in sorted(found)]


def followed(source: Source, events: list[Change]) -> list[int]:
    """The list of the search, as whoever follows its events has it."""
    rounds: dict[int, list[ListEvent]] = {}
    for one in events:
        if one.event in OF_SEARCHES:
            assert one.place is not None
            placing = ListEvent(one.event, str(number_of(source, one)), *one.place)
            rounds.setdefault(one.evidence["round"], []).append(placing)
    standing: list[str] = []
    for number in sorted(rounds):
        standing = list_after(standing, rounds[number])
    return [int(one) for one in standing]


def number_of(source: Source, change: Change) -> int:
    """The record that an event is of; 0: it is of none."""
    address = urlsplit(change.url or "")
    tail = f"?{address.query}" if address.query else ""
    return int(source.site.pages.addresses.read(f"{address.path}{tail}").key or 0)


async def reached(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(SETTLED_S):
        while not await is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.2)


async def killed_while_watching(tmp_path: Path, searches: bool) -> tuple[Life, list[Change]]:
    """Kill a crawl that watches, again and again, while the source lives; what it told at last."""
    chance = random.Random(SEED)
    log = EmbeddedLog(f"upwell://{tmp_path}")
    await log.open()

    async def fetched() -> int:
        return sum((await log.ends(PAGES)).values())

    async def watches() -> bool:
        found = [decode(entry.value) for entry in await log.scan(SITES)]
        statuses = [one for one in found if isinstance(one, SiteStatus)]
        standing = [one.searches[0].n_objects for one in statuses if one.searches]
        return any(standing) if searches else any(one.phase == "watch" for one in statuses)

    family, seed, size = ("jobs", 5, SEARCHED) if searches else ("library", 7, SIZE)
    async with await serve(family, seed=seed, size=size) as source:
        life = Life(source, query_of(source, size // 2) if searches else "")
        command = ["-m", "tests.e2e.test_kill_watching", source.url, str(tmp_path), life.query]
        supervisor = Supervisor(command, fetched, chance)
        first = await supervisor.start()
        await reached(watches)
        first.send_signal(signal.SIGKILL)
        await first.wait()
        for _ in range(KILLS):
            await supervisor.kill_at(await fetched() + chance.randint(1, 15))
            life.step({number_of(source, one) for one in await told(log)})
            for account in await accounts(log):
                assert set() == account.not_sent
                assert account.unanswered == account.outstanding
        await supervisor.kill_at(await fetched() + chance.randint(1, 15))
        last = await supervisor.start()

        async def settled() -> bool:
            """What goes is told, and the search is the list that it is on the site."""
            events = await told(log)
            gone = {number_of(source, one) for one in events if one.event == "gone"}
            is_listed = not searches or followed(source, events) == life.standing()
            return life.removed <= gone and is_listed

        await reached(settled)
        last.send_signal(signal.SIGKILL)
        await last.wait()
        assert all(not account.not_sent for account in await accounts(log))
        events = await told(log)
        await log.close()
        return life, events


def versions_of(events: list[Change]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for one in events:
        found.setdefault(one.id, []).append(one.version)
    return found


async def test_a_search_that_is_watched_tells_every_event_once(tmp_path: Path) -> None:
    life, events = await killed_while_watching(tmp_path, searches=True)
    source = life.source
    assert all(found == list(range(1, len(found) + 1)) for found in versions_of(events).values())
    assert life.standing() == followed(source, events)
    numbers = {e: [number_of(source, o) for o in events if o.event == e] for e in KINDS}
    assert set(numbers["left"]) == life.removed | life.unmatched
    assert len(numbers["left"]) == len(set(numbers["left"]))
    assert len(numbers["entered"]) == len(set(numbers["entered"]))
    assert set(numbers["new"]) - {0} == set(numbers["entered"]) >= life.added
    assert set(numbers["gone"]) == life.removed
    assert set(numbers["changed"]) <= life.changed


async def test_a_site_that_is_watched_tells_nothing_falsely(tmp_path: Path) -> None:
    life, events = await killed_while_watching(tmp_path, searches=False)
    assert all(found == list(range(1, len(found) + 1)) for found in versions_of(events).values())
    numbers = {e: [number_of(life.source, o) for o in events if o.event == e] for e in KINDS}
    assert set(numbers["gone"]) == life.removed
    assert set(numbers["changed"]) <= life.changed
    assert [] == numbers["back"]
    assert set(numbers["new"]) - {0} <= {*life.database.by_id, *life.removed}


KINDS = ("new", "changed", "gone", "back", "entered", "left", "moved")

if __name__ == "__main__":  # a crawl as a process of its own: URL DIRECTORY [SEARCH]
    _, url, folder, query = sys.argv
    given = {"searches": [query]} if query else {"max_pages": 60}
    asyncio.run(crawled(url, Path(folder), watch=True, revisits=VISITS, details="no", **given))
