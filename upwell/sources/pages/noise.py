"""The noise of a site: what stands on its pages and is no answer.

Some boxes turn from visit to visit, some follow the query without holding a record, and the
clock, the counters and the session differ every time. `turn` says which part of each is shown;
where it is the digest of an address, the site is frozen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple

from ..database.record import Record
from ..draw import Draw
from ..look.views import View
from ..look.wording import Wording
from .links import Link

_MASK = (1 << 64) - 1


class Advert(NamedTuple):
    """One advertisement of the pool."""

    headline: str
    line: str
    url: str


class Pool:
    """All that the boxes of one site are filled from."""

    def __init__(
        self, draw: Draw, wording: Wording, popular: Sequence[Record], topics: Sequence[str]
    ) -> None:
        rng = draw.rng("boxes")
        self.wording = wording
        self.adverts = [_advert(rng, wording, number) for number in range(1, 41)]
        self.news = _filled(rng, wording.all("news.line"))
        self.tips = _filled(rng, wording.all("tip.line"))
        self.popular = popular
        self.related = topics or wording.all("related.word")


class Noise:
    """The noise of one visit to one page; nothing is drawn before a template asks for it.

    `view` and `link` show records and searches as the site's pages do.
    """

    def __init__(
        self,
        pool: Pool,
        turn: int,
        query: str,
        session: str,
        view: Callable[[Record], View],
        link: Callable[[Sequence[str]], list[Link]],
    ) -> None:
        self._pool = pool
        self._turn = turn
        self._query = query
        self._session = session
        self._view = view
        self._link = link

    def _number(self, salt: int) -> int:
        """Sixty-four bits of this visit (splitmix64)."""
        x = (self._turn * 0x9E3779B97F4A7C15 + salt * 0xBF58476D1CE4E5B9 + 1) & _MASK
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
        return x ^ (x >> 31)

    def _some(self, items: Sequence[Record], n: int, salt: int) -> list[View]:
        start = self._number(salt)
        step = 1 + self._number(salt + 100) % 5
        n = min(n, len(items) // 5)
        return [self._view(items[(start + i * step) % len(items)]) for i in range(n)]

    @cached_property
    def adverts(self) -> list[Advert]:
        """Three of forty, by the visit."""
        pool = self._pool.adverts
        start = self._number(1)
        return [pool[(start + i * 7) % len(pool)] for i in range(3)]

    @cached_property
    def popular(self) -> list[View]:
        """Six of the most looked at, by the visit."""
        return self._some(self._pool.popular, 6, 2)

    @cached_property
    def recent(self) -> list[View]:
        """Four that the visitor is said to have looked at."""
        return self._some(self._pool.popular, 4, 3)

    @cached_property
    def related(self) -> list[Link]:
        """Five searches that repeat the query."""
        if not self._query:
            return []
        words = self._pool.related
        start = sum(self._query.encode())
        chosen = [words[(start + i * 3) % len(words)] for i in range(5)]
        between = "" if self._pool.wording.language in ("ja", "zh") else " "
        return self._link(list(dict.fromkeys(f"{self._query}{between}{word}" for word in chosen)))

    @property
    def banner(self) -> str:
        """One line of promises."""
        return self._pool.wording.say("banner", n=5 + self._number(4) % 60)

    @property
    def clock(self) -> str:
        """The time of day that the site believes it is."""
        seconds = self._number(5) % 86_400
        time = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        return self._pool.wording.say("clock", time=time)

    @property
    def took(self) -> str:
        """What the site says its answer took."""
        return self._pool.wording.say("took", n=2 + self._number(6) % 90)

    @property
    def visitors(self) -> str:
        """How many others are said to be there."""
        return self._pool.wording.say("visitors", n=3 + self._number(7) % 400)

    @property
    def csrf(self) -> str:
        """A token of a form."""
        return f"{self._number(8):016x}{self._number(9):016x}"

    @property
    def session(self) -> str:
        """The visitor's session, a new one for who brings none."""
        return self._session or f"{self._number(10):016x}"

    @cached_property
    def news(self) -> list[str]:
        """Two lines of news, by the visit."""
        news = self._pool.news
        return [news[(self._number(11) + i) % len(news)] for i in range(2)]

    @property
    def tip(self) -> str:
        """One of a few hints, by the visit."""
        return self._pool.tips[self._number(12) % len(self._pool.tips)]


def _advert(rng: Random, wording: Wording, number: int) -> Advert:
    offer, thing = rng.choice(wording.all("advert.offer")), rng.choice(wording.all("advert.thing"))
    between = "" if wording.language in ("ja", "zh") else " "
    line = rng.choice(wording.all("advert.line"))
    maker = rng.choice(wording.all("advert.maker"))
    shown = line.format(n=rng.randint(2, 90), maker=maker)
    return Advert(f"{offer}{between}{thing}", shown, f"/go/{number}")


def _filled(rng: Random, lines: Sequence[str]) -> list[str]:
    return [line.format(n=rng.randint(2, 28)) for line in lines]
