"""Laws of the pace of one host, against hosts that count their visitors."""

from __future__ import annotations

import pytest

from upwell.agents.fetch.pace import Pace


class Limited:
    """A host that lets `n` requests through in each `window_s`, and asks for a pause beyond."""

    def __init__(self, n: int, window_s: float, pause_s: float, until: float = 1e9) -> None:
        self.n, self.window_s, self.pause_s, self.until = n, window_s, pause_s, until
        self.times: list[float] = []

    def refuses(self, now: float) -> bool:
        self.times = [at for at in self.times if now - at < self.window_s] + [now]
        return len(self.times) > self.n and now < self.until


def crawl(host: Limited, n_pages: int) -> tuple[float, int, Pace]:
    """Seconds until so many pages were answered, complaints on the way, and the pace."""
    pace, now, n_fine, n_refused = Pace(), 0.0, 0, 0
    while n_fine < n_pages:
        pace.note_start(now)
        begun, refused = now, host.refuses(now)
        now += 0.005
        if refused:
            n_refused += 1
            pace.note_complaint(now, begun, host.pause_s)
            now += host.pause_s
        else:
            n_fine += 1
            pace.note_answer()
        now = max(now, begun + pace.interval_s)
    return now, n_refused, pace


@pytest.mark.parametrize(
    ("n", "window_s", "pause_s", "n_pages"),
    [(2, 1, 2, 300), (10, 1, 5, 1000), (100, 60, 60, 600), (1, 1, 1, 200), (50, 1, 1, 2000)],
)
def test_a_limited_host_is_asked_nearly_as_fast_as_it_allows(
    n: int, window_s: float, pause_s: float, n_pages: int
) -> None:
    """Whatever a host allows is found out, with few complaints on the way."""
    took_s, n_refused, _ = crawl(Limited(n, window_s, pause_s), n_pages)
    assert took_s <= 1.3 * n_pages * window_s / n
    assert n_refused <= 10


def test_a_limit_that_is_gone_is_forgotten() -> None:
    """A host that complains no more is asked without a limit again."""
    *_, pace = crawl(Limited(2, 1, 2, until=30), 2000)
    assert pace.rate is None


def test_a_host_that_never_complained_has_no_pace() -> None:
    *_, pace = crawl(Limited(1000, 1, 0), 100)
    assert (None, 0.0) == (pace.rate, pace.interval_s)


def test_what_was_on_the_way_complains_once() -> None:
    """Eight requests at once that all find the host busy cut the rate once."""
    pace = Pace()
    for n in range(8):
        pace.note_start(n * 0.01)
    pace.note_complaint(0.1, begun=0.0, pause_s=1.0)
    rate = pace.rate
    for n in range(1, 8):
        pace.note_complaint(0.1 + n * 0.01, begun=n * 0.01, pause_s=1.0)
    assert rate == pace.rate


def test_after_a_pause_there_is_no_burst() -> None:
    """Starts after a complaint are an interval apart, however long the host was left alone."""
    pace = Pace()
    for n in range(8):
        pace.note_start(n * 0.01)
    pace.note_complaint(0.1, begun=0.0, pause_s=2.0)
    assert pace.interval_s > 0.05
