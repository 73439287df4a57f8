"""How fast the crawl of a site goes, what it brings, and what is still expected of it."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from upwell.agents.plan.settings import SiteSettings
from upwell.streams.records import SiteStatus

LAST = 20  # requests over which is told what they brought


class _Mark(NamedTuple):
    at: float
    answered: int
    n_objects: int


class Pace:
    """Answers and objects of one site over its last requests.

    Examples
    --------
    >>> pace = Pace()
    >>> for at, answered, n_objects in ((0.0, 0, 0), (2.0, 10, 90), (4.0, 30, 130), (5.0, 40, 140)):
    ...     pace.mark(at, answered, n_objects)
    >>> pace.rate, pace.recent_yield
    (10.0, 'the last 30 requests brought 50 new')
    """

    def __init__(self) -> None:
        self._marks: deque[_Mark] = deque()

    def mark(self, at: float, answered: int, n_objects: int) -> None:
        """Note how many answers and objects there are at a time."""
        self._marks.append(_Mark(at, answered, n_objects))
        while len(self._marks) > 2 and answered - self._marks[1].answered >= LAST:
            self._marks.popleft()

    @property
    def rate(self) -> float:
        """Answers a second; 0 while nothing can be said."""
        first, last = self._ends()
        return (last.answered - first.answered) / (last.at - first.at) if last.at > first.at else 0

    @property
    def recent_yield(self) -> str:
        """New objects of the last requests, in words; empty before the first."""
        first, last = self._ends()
        n, new = last.answered - first.answered, last.n_objects - first.n_objects
        return f"the last {counted(n, 'request')} brought {max(0, new):,} new" if n else ""

    def _ends(self) -> tuple[_Mark, _Mark]:
        none = _Mark(0.0, 0, 0)
        return (self._marks[0], self._marks[-1]) if self._marks else (none, none)


def outlook(status: SiteStatus) -> str:
    """What is still expected of a site, and when its crawl ends.

    >>> status = SiteStatus(site="s", url="u", settings={}, phase="harvest", expected=0.4, barren=3)
    >>> print(outlook(status).replace(";", ";\\n"))
    the next 20 requests promise about 8 new;
     it ends below 1, after 50 questions in a row without any (3 so far), or at 10,000 pages
    """
    known = SiteSettings.of(status.settings)
    most = f"at {counted(known.max_pages, 'page')}"
    if status.phase == "waiting":
        return ""
    if status.phase == "watch":
        return f"up to {counted(int(known.revisits), 'visit')} an hour; it ends when it is stopped"
    if status.expected is None:
        return f"it ends {most} at the latest"
    return (
        f"the next {LAST} requests promise about {LAST * status.expected:,.0f} new; it ends below "
        f"{LAST * known.least_new:g}, after {counted(known.barren, 'question')} in a row without "
        f"any ({status.barren} so far), or {most}"
    )


def counted(n: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "answer"), counted(2_000, "answer")
    ('1 answer', '2,000 answers')
    """
    return f"{n:,} {what}{'' if n == 1 else 's'}"
