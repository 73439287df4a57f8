"""robots.txt: what a site asks crawlers to leave alone (RFC 9309).

Unavailable (4xx, too many redirects, or one to another owner) allows everything; unreachable
(5xx), or not to be read within the limits of a parser process, allows nothing.
When the network fails before any answer, that failure is the page's own outcome, so that a
host that does not exist is not reported as one that forbids us.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import NamedTuple

from protego import Protego

from upwell.errors import WebError
from upwell.models.urls.canonical import site_of
from upwell.streams.parsers import Failure
from upwell.streams.parsers.robots import RobotsParser

from ..address import Address, address
from ..agent import TOKEN
from ..outcomes import FOREIGN, ROBOTS, TOO_MANY_REDIRECTS
from .schedule import LONGEST_CRAWL_DELAY_S

KEPT_S = 24 * 3600.0  # RFC 9309 2.4
KEPT_UNREACHABLE_S = 300.0
KEPT_WITHOUT_ANSWER_S = 10.0
MOST_ORIGINS = 10_000


class RobotsAnswer(NamedTuple):
    """What came back for robots.txt."""

    status: int
    body: bytes


class _Rules(NamedTuple):
    rules: Protego | None  # None: nothing is allowed
    until: float
    why: WebError | None = None


Ask = Callable[[Address, float], Awaitable[RobotsAnswer]]


class Robots:
    """The rules of each origin, asked for once and kept.

    Parameters
    ----------
    ask
        Fetches an address with the least delay in seconds, following redirects; raises
        WebError when there is no answer.
    now
        Seconds, of any steady clock.
    ignored
        Hosts, with their port or without, that are not asked for rules.
    """

    def __init__(self, ask: Ask, now: Callable[[], float], ignored: Collection[str] = ()) -> None:
        self._ask = ask
        self._ignored = frozenset(name.lower() for name in ignored)
        self._now = now
        self._kept: dict[str, _Rules] = {}
        self._parser = RobotsParser()
        self._locks = [asyncio.Lock() for _ in range(1024)]

    async def check(self, url: Address, delay_s: float) -> float:
        """The least seconds between two requests to this host, or a WebError."""
        if {url.host, site_of(url.href)} & self._ignored:
            return delay_s
        kept = await self._rules(url, delay_s)
        if kept.why is not None:
            raise WebError(kept.why.outcome, str(kept.why))
        if kept.rules is None or not kept.rules.can_fetch(url.href, TOKEN):
            raise WebError(ROBOTS, f"robots.txt of {url.origin} disallows {url.href[:200]}")
        asked = kept.rules.crawl_delay(TOKEN)
        return max(delay_s, min(float(asked or 0.0), LONGEST_CRAWL_DELAY_S))

    def close(self) -> None:
        """End the process that reads rules."""
        self._parser.close()

    async def _rules(self, url: Address, delay_s: float) -> _Rules:
        async with self._locks[hash(url.origin) % len(self._locks)]:
            kept = self._kept.get(url.origin)
            if kept is None or kept.until <= self._now():
                kept = await self._fetched(address("/robots.txt", base=url.href), delay_s)
                self._kept[url.origin] = kept
                while len(self._kept) > MOST_ORIGINS:
                    del self._kept[next(iter(self._kept))]
            return kept

    async def _fetched(self, url: Address, delay_s: float) -> _Rules:
        try:
            answer = await self._ask(url, delay_s)
        except WebError as error:
            if error.outcome in (TOO_MANY_REDIRECTS, FOREIGN):
                return _Rules(Protego.parse(""), self._now() + KEPT_S)
            return _Rules(None, self._now() + KEPT_WITHOUT_ANSWER_S, error)
        if answer.status >= 500:
            why = WebError(ROBOTS, f"{url.href} answered {answer.status}: nothing may be asked")
            return _Rules(None, self._now() + KEPT_UNREACHABLE_S, why)
        body = answer.body if 200 <= answer.status < 300 else b""
        rules = await self._parser.rules(body, TOKEN)
        if isinstance(rules, Failure):
            why = WebError(
                ROBOTS, f"{url.href} cannot be read, so nothing is asked: {rules.reason}"
            )
            return _Rules(None, self._now() + KEPT_UNREACHABLE_S, why)
        return _Rules(rules, self._now() + KEPT_S)
