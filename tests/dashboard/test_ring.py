"""What is followed of a log: each object and each page counts once, and little is kept."""

from __future__ import annotations

import pytest

from upwell.dashboard.ring import site_pages
from upwell.dashboard.ring.site_pages import SitePages
from upwell.dashboard.room import Room
from upwell.streams.log.port import Entry
from upwell.streams.records import Finding

from .filled import NOW, SITE, fill, finding, status

ENTRY = Entry("findings", 0, 0, 0, b"", None)


def folded(*findings: Finding) -> SitePages:
    pages = SitePages()
    for one in findings:
        pages.fold(one, ENTRY)
    return pages


async def test_the_ring_knows_what_the_log_says(room: Room) -> None:
    pages, ring = room.ring.of(SITE), room.ring
    assert "harvest" == ring.sites[SITE].phase
    assert (5, 3, 4) == (pages.n_answers, pages.n_new, pages.n_returned)
    assert {"answer": 3, "no_match": 1, "http_error": 1} == dict(pages.came_back)
    assert ["no such page"] == [letter.record.reason for letter in ring.letters]


async def test_the_phases_of_a_site_are_remembered_as_they_are_seen(room: Room) -> None:
    for phase in ("harvest", "waiting", "parked", "parked"):
        await fill(room.log, [("sites", status(phase))])
        await room.ring.look()
    assert ["harvest", "waiting", "parked"] == [one.phase for one in room.ring.stood[SITE]]


def test_a_page_that_is_read_again_counts_as_it_was_read_last() -> None:
    first = finding(1, "otter", ["a", "b"])
    again = finding(1, "otter", ["b", "c", "d"], again=True, at=0.0)
    pages = folded(first, again)
    assert (1, 4, 3) == (pages.n_answers, pages.n_new, pages.n_returned)
    row, query = pages.rows[first.final_url], pages.queries["otter"]
    assert (3, first.at) == (row.n_objects, row.at)
    assert (1, 3, 4) == (query.n_pages, query.n_objects, query.n_new)


def test_a_page_that_retention_took_stays_as_it_was() -> None:
    gone = finding(1, "otter", [], outcome="expired", again=True, at=0.0)
    pages = folded(finding(1, "otter", ["a"]), gone)
    assert [("ok", 1)] == [(row.outcome, row.n_objects) for row in pages.rows.values()]


def test_the_oldest_pages_and_questions_leave_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_pages, "MOST_PAGES", 3)
    monkeypatch.setattr(site_pages, "MOST_QUERIES", 2)
    pages = folded(*(finding(n, f"word {n}", [str(n)]) for n in range(6)))
    assert [5, 4, 3] == [row.number for row in pages.newest()]
    assert ["word 4", "word 5"] == list(pages.queries)
    assert (6, 6) == (pages.n_answers, pages.n_new)


def test_the_rate_is_that_of_the_last_minute() -> None:
    pages = folded(*(finding(n, None, [], at=NOW - 10 * n) for n in range(20)))
    assert 6.0 == pages.rate(NOW)


async def test_how_far_readers_are_is_asked_once_in_a_few_seconds(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And again when that is over: on Kafka it takes seconds."""
    now = [NOW]
    monkeypatch.setattr(room.lags, "_clock", lambda: now[0])
    times = []
    for step in (0, 1, 3, 6):
        now[0] = NOW + step
        times.append((await room.lags.current()).at)
    assert [NOW, NOW, NOW, NOW + 6] == times
    assert room.lags.partition_sizes["findings"]
