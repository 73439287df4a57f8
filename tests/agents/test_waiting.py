"""Laws of a site that is away: it is waited for, nothing is lost, and the crawl goes on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.site.answers import HOST
from upwell.agents.plan.requests.waiting import CHECK
from upwell.streams.records import Change, Request, SiteAdded, SiteStatus, Tick

from .ring import SITE, Answer, Ring, library, settings_of

Weather = Callable[[float], Answer | None]  # time -> what comes in place of an answer


class Clocked(Ring):
    """A ring whose requests take a second each and wait for their time."""

    def __init__(self, weather: Weather) -> None:
        super().__init__(self._web)
        self.now, self.weather = 1.0, weather
        self.asked, self.tries = list[float](), list[float]()
        self.most_ticks = 2_000

    def _web(self, url: str) -> Answer:
        return self.weather(self.now) or library(url)

    def _handle(self, topic: str, key: str, record: object) -> None:
        if isinstance(record, Request):
            self.now = max(self.now + 1.0, record.not_before)
            self.asked.append(self.now)
            if record.reason == CHECK:
                self.tries.append(self.now)
        super()._handle(topic, key, record)  # type: ignore[arg-type]

    def time(self) -> float:
        return self.now

    def watch(self) -> SiteStatus:
        """Run to the end, with the ticks that a silent site gets."""
        for _ in range(self.most_ticks):
            for _ in self.steps():
                pass
            if self.last.phase != "waiting":
                break
            self.now += 300.0
            self.queue.append(("findings", SITE, Tick(site=SITE, at=self.now)))
        return self.last

    @property
    def last(self) -> SiteStatus:
        status: SiteStatus = self.of(SiteStatus)[-1]
        return status


def clocked(weather: Weather, **settings: object) -> Clocked:
    ring = Clocked(weather)
    added = SiteAdded(site=SITE, url=f"{HOST}/", settings=settings_of(dict(settings)), at=1.0)
    ring.queue.append(("findings", SITE, added))
    return ring


def ids(ring: Ring) -> set[str]:
    return {change.id for change in ring.of(Change)}


@pytest.fixture(scope="module")
def undisturbed() -> Ring:
    ring = clocked(lambda now: None)
    ring.watch()
    return ring


OUTAGES = [
    ("refused", 0, b""),  # the process is gone
    ("timeout", 0, b""),
    ("busy", 429, b""),
    ("ok", 503, b"<h1>Down for maintenance</h1>"),
    ("ok", 500, b"<h1>Internal Server Error</h1><p>id 4711</p>"),
    ("ok", 403, b"<title>Access denied</title><p>Please verify you are a human.</p>"),
]


LASTING_S = [5.0, 600.0, 90_000.0]


@pytest.mark.parametrize(
    ("outage", "lasts_s"),
    [  # each kind and each duration here, all pairs of them in `make e2e`
        pytest.param(outage, lasts_s, marks=[] if at % 3 == of else pytest.mark.e2e)
        for at, outage in enumerate(OUTAGES)
        for of, lasts_s in enumerate(LASTING_S)
    ],
)
def test_a_site_that_was_away_is_crawled_as_if_it_had_not_been(
    outage: Answer, lasts_s: float, undisturbed: Ring
) -> None:
    """And nothing of an outage is an object."""
    ring = clocked(lambda now: outage if 40.0 <= now < 40.0 + lasts_s else None)
    last = ring.watch()
    assert "parked" == last.phase
    assert ids(undisturbed) == ids(ring)
    assert last.issued == last.answered
    texts = {change.text for change in undisturbed.of(Change)}
    assert {change.text for change in ring.of(Change)} <= texts


def test_a_site_that_stays_away_is_asked_less_and_less_often() -> None:
    """After 1, 5 and 30 minutes, each hour, each day; its status says when."""
    ring = clocked(lambda now: ("refused", 0, b"") if now >= 40.0 else None)
    ring.most_ticks = 1_000
    last = ring.watch()
    gaps = [later - at for at, later in pairwise(ring.tries)]
    assert 60.0 == pytest.approx(gaps[0], abs=5)
    assert [300, 1800, 3600, 3600] == pytest.approx(gaps[1:5], abs=310)
    assert max(gaps) == pytest.approx(86_400, abs=310)
    assert ("waiting", True) == (last.phase, last.next_at > last.away_since > 0)


def test_what_was_refused_takes_nothing_of_the_budget() -> None:
    ring = clocked(lambda now: ("busy", 429, b"") if 20.0 <= now < 400.0 else None, max_pages=30)
    last = ring.watch()
    assert "the budget of 30 pages is spent" == last.reason
    served = sum(at < 20.0 or at >= 400.0 for at in ring.asked)
    assert 30 == served


def test_the_same_command_wakes_a_site_that_is_away() -> None:
    ring = clocked(lambda now: ("refused", 0, b"") if 40.0 <= now < 50_000.0 else None)
    for _ in ring.steps():
        pass
    ring.now = 60_000.0
    settings = settings_of({})
    added = SiteAdded(site=SITE, url=f"{HOST}/", settings=settings, at=ring.now)
    ring.queue.append(("findings", SITE, added))
    for _ in ring.steps():
        pass
    assert "parked" == ring.of(SiteStatus)[-1].phase


def test_a_page_that_fails_between_others_is_given_up() -> None:
    """One page that is always out of order neither stops the crawl nor is asked for ever."""
    asked: list[str] = []

    class Broken(Clocked):
        def _web(self, url: str) -> Answer:
            if "page=2" in url:
                asked.append(url)
                return "ok", 500, b"<h1>Internal Server Error</h1>"
            return library(url)

    ring = Broken(lambda now: None)
    added = SiteAdded(site=SITE, url=f"{HOST}/", settings=settings_of({}), at=1.0)
    ring.queue.append(("findings", SITE, added))
    last = ring.watch()
    assert "parked" == last.phase
    assert max(map(asked.count, asked)) <= 4
