"""How a site treats visitors, and what becomes of it while it runs."""

from __future__ import annotations

from urllib.robotparser import RobotFileParser

import aiohttp
import pytest

from upwell.sources import FAMILIES, Conduct, Course, Source, serve
from upwell.sources.database.life import Pace, script
from upwell.sources.draw import Draw
from upwell.sources.site import Site
from upwell.sources.starting import pages_of
from upwell.sources.traffic import CLOSED


class Clock:
    """A clock that tests set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


async def fetch(url: str) -> tuple[int, str, dict[str, str]]:
    async with aiohttp.ClientSession() as web, web.get(url, allow_redirects=False) as answer:
        return answer.status, await answer.text(), dict(answer.headers)


async def test_visits_are_turned_away_at_the_rates_asked_for() -> None:
    conduct = Conduct(too_many=0.3, unavailable=0.2, retry_after_s=7)
    found = [conduct.refusal(Draw(5), visit) for visit in range(2000)]
    assert {0, 429, 503} == set(found)
    assert 0.27 < found.count(429) / 2000 < 0.33
    assert 0.17 < found.count(503) / 2000 < 0.23
    async with await serve(size=20, conduct=Conduct(unavailable=1, retry_after_s=7)) as source:
        status, _, headers = await fetch(source.url)
    assert (503, "7") == (status, headers["Retry-After"])


async def test_every_picture_is_a_dot() -> None:
    async with (
        await serve(size=20) as source,
        aiohttp.ClientSession() as web,
        web.get(source.url + "covers/17.jpg") as answer,
    ):
        assert (200, "image/gif") == (answer.status, answer.content_type)
        assert (await answer.read()).startswith(b"GIF89a")


def test_waiting_is_between_half_and_twice_the_mean() -> None:
    waits = [Conduct(latency_s=1).wait_s(Draw(1), visit) for visit in range(3000)]
    assert min(waits) >= 0.5
    assert max(waits) <= 4
    assert 0.9 < sum(waits) / len(waits) < 1.6


async def test_robots_txt_closes_what_is_no_page_and_asks_for_a_delay() -> None:
    async with await serve(size=20, conduct=Conduct(crawl_delay_s=3)) as source:
        _, text, headers = await fetch(source.url + "robots.txt")
        robots = RobotFileParser()
        robots.parse(text.splitlines())
        assert "text/plain" in headers["Content-Type"]
        assert "3" == str(robots.crawl_delay("anyone"))
        assert [] == [path for path in CLOSED if robots.can_fetch("anyone", source.url + path[1:])]
        assert robots.can_fetch("anyone", source.truth.search_url("owl"))
    assert "delay" not in Conduct().robots()


async def test_records_come_change_and_go_as_the_script_says() -> None:
    clock = Clock()
    pace = Pace(adds=20, changes=30, removes=10)
    async with await serve(size=80, seed=4, course=Course(pace), clock=clock) as source:
        known = dict(source.site.pages.database.by_id)
        changes = script(known, "en", 4, 120, pace)
        assert len(changes) > 60
        before = len(known)
        await fetch(source.url)
        assert before == len(source.truth.records())
        clock.now = 120.0
        await fetch(source.url)
        kinds = [change.kind for change in changes]
        assert before + kinds.count("add") - kinds.count("remove") == len(source.truth.records())
        gone = next(change.record for change in reversed(changes) if change.kind == "remove")
        status, _, _ = await fetch(source.truth.item_url(gone))
        assert 404 == status
        new = next(change.record for change in reversed(changes) if change.kind == "add")
        assert 200 == (await fetch(source.truth.item_url(new)))[0]
        assert new.id in source.truth.matching(new.title)


def test_what_becomes_of_a_site_does_not_hang_on_when_it_is_looked_at() -> None:
    ends = []
    for looks in ((9000.0,), (60.0, 3500.0, 3700.0, 7600.0, 9000.0)):
        clock = Clock()
        pages = pages_of(FAMILIES["catalogue"], 4, 40)
        site = Site(pages, 4, course=Course(Pace(1, 2, 1)), clock=clock)
        for now in looks:
            clock.now = now
            site.page("/robots.txt")
        ends.append(dict(pages.database.by_id))
    assert ends[0] == ends[1]


async def test_a_live_site_goes_on_after_the_first_hour() -> None:
    clock = Clock()
    async with await serve(size=30, seed=4, course=Course(Pace()), clock=clock) as source:
        for hour in (1, 2, 3):
            clock.now = hour * 3600.0
            before = source.site.changes
            await fetch(source.url)
            assert source.site.changes > before + 600


async def test_a_redesign_comes_at_its_moment_and_the_truth_follows() -> None:
    clock = Clock()
    course = Course(redesign_after_s=60)
    async with await serve(size=60, seed=4, frozen=True, course=course, clock=clock) as source:
        url = source.truth.search_url("the")
        (_, before, _), told = await fetch(url), source.truth.page(url)
        clock.now = 59.9
        assert before == (await fetch(url))[1]
        clock.now = 60.0
        _, after, _ = await fetch(url)
        assert before != after
        assert [one.record for one in told.objects] == [
            one.record for one in source.truth.page(url).objects
        ]


async def boxes(source: Source, url: str) -> tuple[str, list[int]]:
    _, text, _ = await fetch(url)
    return text, [one.record for one in source.truth.page(url).objects]


@pytest.mark.parametrize("frozen", [False, True])
async def test_noise_turns_at_each_visit_unless_frozen_and_the_answer_stays(frozen: bool) -> None:
    async with await serve(size=100, seed=2, frozen=frozen) as source:
        url = source.truth.search_url("the")
        (first, shown), (second, again) = await boxes(source, url), await boxes(source, url)
    assert frozen == (first == second)
    assert shown == again


async def test_boxes_that_follow_the_query_change_with_it_and_not_with_the_visit() -> None:
    async with await serve(size=100, seed=2) as source:
        pages = source.site.pages
        asked = pages.addresses.read(source.truth.search_url("the")[len(source.url) - 1 :])
        first, second = (pages.noise(turn, asked, pages.links(asked)) for turn in (1, 2))
        assert first.related == second.related
        assert all("the" in text for text, _ in first.related)
        assert first.adverts != second.adverts
        assert [view.id for view in first.popular] != [view.id for view in second.popular]
        told = [(n.clock, n.session, n.csrf, n.took) for n in (first, second)]
        assert told[0] != told[1]


async def test_traps_are_there_when_asked_for() -> None:
    async with await serve(size=100, seed=2, traps=True) as source:
        _, home, _ = await fetch(source.url)
        assert "/calendar/2026/11" in home
        status, text, _ = await fetch(source.url + "calendar/2031/12")
        assert (200, True) == (status, "/calendar/2032/01" in text)
        url = source.truth.search_url("the")
        _, text, _ = await fetch(url)
        deeper = url + "&x_1=3"
        assert "x_1=" in text
        _, text, _ = await fetch(deeper)
        assert "x_1=3&amp;x_2=" in text
        assert "trap" == source.truth.page(deeper).arguments["x_1"]
    async with await serve(size=100, seed=2) as source:
        assert 404 == (await fetch(source.url + "calendar/2031/12"))[0]
        assert "x_1=" not in (await fetch(source.truth.search_url("the")))[1]
