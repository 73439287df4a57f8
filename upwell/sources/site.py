"""A running site: its pages, what happens to them with time, and how it treats visitors."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote_plus
from zlib import crc32

from aiohttp import web

from .database.life import Change, Pace, script
from .database.record import Record
from .draw import Draw
from .pages.addresses import Asked, parsed
from .pages.pages import Pages
from .pages.visit import Page
from .traffic import Conduct
from .ways.door import HOST, Door, Request, Served

_LONGEST_BODY = 1 << 16
_HOUR = 3600.0
_IMAGES = (".gif", ".jpg", ".png")  # all of them are one transparent dot
_DOT = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)


@dataclass(frozen=True, slots=True)
class Course:
    """What becomes of a site while it runs.

    Attributes
    ----------
    pace
        Records that come, change and go; None: none.
    redesign_after_s
        Seconds after which another design is on; None: never.
    """

    pace: Pace | None = None
    redesign_after_s: float | None = None


class Site:
    """One site and its visitors.

    Parameters
    ----------
    pages
        What it shows.
    seed
        Of its change script.
    frozen
        Boxes, clock and session depend on the address alone; otherwise they turn at every visit.
    conduct
        How it treats visitors.
    course
        What becomes of it.
    way
        How one gets in.
    clock
        Seconds; the site's time begins with 0 at the first look at it.
    """

    def __init__(
        self,
        pages: Pages,
        seed: int = 0,
        *,
        frozen: bool = False,
        conduct: Conduct | None = None,
        course: Course | None = None,
        way: type[Door] = Door,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pages = pages
        self.door = way(pages)
        self.frozen = frozen
        self.visits = 0
        self.changes = 0  # of records so far
        self._conduct = conduct or Conduct()
        self._course = course or Course()
        self._draw = Draw("traffic", pages.family.name, seed)
        self._clock = clock
        self._began = clock()
        self._life = _Life(pages, seed, self._course.pace) if self._course.pace else None

    def app(self) -> web.Application:
        """The aiohttp application."""
        app = web.Application(client_max_size=_LONGEST_BODY)
        app.router.add_route("*", "/{path:.*}", self.answer)
        return app

    async def answer(self, request: web.Request) -> web.Response:
        """Answer one visit."""
        self.visits += 1
        visit = self.visits
        wait = self._conduct.wait_s(self._draw, visit)
        if wait:
            await asyncio.sleep(wait)
        refusal = self._conduct.refusal(self._draw, visit)
        if refusal:
            headers = {"Retry-After": str(self._conduct.retry_after_s)}
            return web.Response(status=refusal, headers=headers, text="Please come back later.")
        body = None
        if request.method == "POST":
            text = await request.text()
            if not self.door.posts and self.door.is_search(request.raw_path):
                return web.Response(status=405, headers={"Allow": "GET"}, text="Use GET.")
            body = parsed(text)
        if request.path == "/robots.txt":
            return web.Response(text=self._conduct.robots())
        if request.path.endswith(_IMAGES):
            return web.Response(body=_DOT, content_type="image/gif")
        asked = Request(request.raw_path, request.method, body or {}, request.cookies)
        return self._response(self.served(asked), f"http://{request.host}")

    def served(self, request: Request) -> Served:
        """What a visitor gets for what the visitor sends."""
        entered = self.door.enter(request)
        if isinstance(entered, Served):
            return entered
        pages = self.door.choose(request)
        page = self.page(entered.address, entered.body, pages=pages)
        return self.door.leave(page, request)

    def _response(self, served: Served, host: str) -> web.Response:
        charset = self.door.charset
        if served.location:
            return web.Response(status=served.status, headers={"Location": served.location})
        return web.Response(
            body=encoded(served.text.replace(HOST, host), charset),
            status=served.status,
            content_type=served.media_type or self.pages.family.media_type,
            charset=charset,
        )

    def page(
        self,
        address: str,
        body: Mapping[str, str] | None = None,
        marked: bool = False,
        pages: Pages | None = None,
    ) -> Page:
        """What an address shows now: as it is served, or with truth marks."""
        now = self._clock() - self._began
        if self._life is not None:
            self.changes += self._life.until(now)
        after = self._course.redesign_after_s
        asked: Asked = self.pages.addresses.read(address, body)
        turn = self.visits
        if self.frozen:
            known = unquote_plus(address), sorted((body or {}).items())
            turn = crc32(repr(known).encode())
        shown = pages or self.pages
        return shown.page(asked, turn, int(after is not None and now >= after), marked)


@dataclass
class _Life:
    """The change script of a site and how far it has come."""

    pages: Pages
    seed: int
    pace: Pace
    done: int = 0
    horizon_s: float = 0.0
    coming: list[Change] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._known = _Begun(self.pages.database.by_id)

    def until(self, now: float) -> int:
        """Make all changes up to a moment; their number."""
        if now > self.horizon_s:
            self.horizon_s = 2 * now + _HOUR
            language = self.pages.family.language
            self.coming = script(self._known, language, self.seed, self.horizon_s, self.pace)
        begun = self.done
        while self.done < len(self.coming) and self.coming[self.done].at_seconds <= now:
            change = self.coming[self.done]
            self._known.keep(change.record.id)
            self.pages.database.apply(change)
            self.done += 1
        return self.done - begun


class _Begun(Mapping[int, Record]):
    """The records a site began with, whatever has become of them; only what changes is held."""

    def __init__(self, now: Mapping[int, Record]) -> None:
        self._now = now
        self._numbers = dict.fromkeys(now)
        self._before: dict[int, Record] = {}

    def keep(self, number: int) -> None:
        """Hold a record before it is changed for the first time."""
        if number in self._numbers and number not in self._before:
            self._before[number] = self._now[number]

    def __getitem__(self, number: int) -> Record:
        if number not in self._numbers:
            raise KeyError(number)
        return self._before[number] if number in self._before else self._now[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


def encoded(text: str, charset: str) -> bytes:
    """The bytes of a page; what the charset lacks is a character reference.

    >>> encoded("15 € é", "latin-1")
    b'15 &#8364; \\xe9'
    """
    return text.encode(charset, "xmlcharrefreplace")
