"""The fetcher's web: one request in, one page record out, whatever the web does.

Redirects are followed by hand, so that each hop passes the same gates as the first address:
scheme, robots.txt, politeness, and the address guard at the socket.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from types import TracebackType

import msgspec
from aiohttp.abc import AbstractResolver

from upwell.errors import ConfigError, WebError
from upwell.models.tree.raw.no_page import looks_like_a_page
from upwell.models.urls.canonical import site_of
from upwell.models.urls.manners import acts, belongs, same_owner
from upwell.models.urls.template import escaped
from upwell.streams.codecs import compress
from upwell.streams.parsers.robots import MOST_BYTES
from upwell.streams.records import Page, Request

from .address import Address, address
from .agent import require_contact, user_agent
from .answered import page_for
from .credentials import Credentials
from .guard import Guard
from .inside import ASKING, Asking
from .outcomes import (
    ACTS,
    BUSY,
    FORBIDDEN_ADDRESS,
    FOREIGN,
    NOT_HTML,
    NOT_MODIFIED,
    OK,
    TIMEOUT,
    TOO_LARGE,
    TOO_MANY_REDIRECTS,
)
from .politeness.retry_after import retry_after
from .politeness.robots import Robots, RobotsAnswer
from .politeness.schedule import Schedule
from .wire.exchange import Answer, Exchange
from .wire.proxied import Anywhere, Beyond
from .wire.slots import Slot, Slots

_POSTED = {"Content-Type": "application/x-www-form-urlencoded"}
DESCRIBES = "describe"  # why a description of a search is asked for, which is no page
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_KEPT_HEADERS = ("content-type", "etag", "last-modified", "retry-after", "location")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may cost."""

    timeout_s: float = 30.0  # one hop: connect, head and body
    decoded_bytes: int = 16 << 20  # of a body, and as many on the wire
    compressed_bytes: int = 4 << 20  # of the record's body (DESIGN 4.9)
    least_bytes_s: int = 512  # of a body, from `grace_s` on
    grace_s: float = 5.0
    on_the_wire: int = 64  # answers that come in at a time; 64 bodies of 4 MiB are 256 MiB
    redirects: int = 5
    longest_wait_s: float = 60.0  # a host held for longer answers `busy` without being asked


class Web:
    """Asks the web politely; never raises for what the web does.

    Parameters
    ----------
    contact
        Whom a site may write to; part of the User-Agent. Without it only sites of this machine
        are asked.
    allow
        Networks (CIDR) that may be asked although they are not public, see `inside`.
    now, steady, sleep
        The clock of page records, the clock of politeness, and how to wait on it.
    resolver
        Of host names; the system's by default.
    credentials
        What is brought along to sites; nothing by default.
    ignore_robots
        Hosts, with their port or without, whose robots.txt is left aside.
    """

    def __init__(
        self,
        contact: str | None = None,
        allow: tuple[str, ...] | list[str] = (),
        limits: Limits | None = None,
        *,
        now: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        resolver: AbstractResolver | None = None,
        credentials: Credentials | None = None,
        ignore_robots: Collection[str] = (),
    ) -> None:
        self.limits = limits or Limits()
        self._agent = user_agent(contact)
        self._contact = contact
        self._guard = Guard(allow)
        self._credentials = credentials or Credentials(variables=False)
        self._resolver = resolver
        self._now, self._steady, self._sleep = now, steady, sleep
        self._schedule = Schedule()
        self._robots = Robots(self._ask_robots, steady, ignore_robots)
        self._exchanges: dict[bool, Exchange] = {}  # by whether it is through proxies
        self._slots = Slots(self.limits.on_the_wire)

    async def fetch(self, request: Request) -> Page:
        """Ask for one URL; the page record that answers the request."""
        seen = _Seen(final_url=request.url, begun=self._steady())
        try:
            await self._follow(request, seen)
        except WebError as error:
            seen.outcome, seen.body = error.outcome, b""
            seen.detail = self._credentials.hide(str(error))
            if error.outcome == BUSY:
                seen.headers["retry-after"] = f"{self._held_s(seen.final_url):g}"
        return msgspec.structs.replace(
            page_for(request, seen.outcome, self._now(), seen.detail),
            final_url=seen.final_url,
            status=seen.status,
            headers=seen.headers,
            body=seen.body,
            elapsed_s=round(self._steady() - seen.begun, 6),
        )

    async def refusal(self, url: str) -> str:
        """Why robots.txt forbids an address; empty where it may be asked. It is not asked."""
        where = address(url)
        ASKING.set(Asking(site_of(url), where.host, where.port))
        try:
            self._introduce(where)
            await self._robots.check(where, 0.0)
        except WebError as error:
            return self._credentials.hide(str(error))
        return ""

    async def close(self) -> None:
        """Close the connections, and the process that reads rules."""
        self._robots.close()
        for exchange in self._exchanges.values():
            await exchange.close()
        self._exchanges.clear()

    async def __aenter__(self) -> Web:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _follow(self, request: Request, seen: _Seen) -> None:
        url, method = address(request.action or request.url), request.method
        form = _body(request)
        for _ in range(self.limits.redirects + 1):
            seen.final_url = request.url if form is not None else url.href
            ASKING.set(Asking(request.site, url.host, url.port))
            self._introduce(url)
            delay_s = await self._robots.check(url, request.delay_s)
            await self._turn(url.host, delay_s)
            seen.begun = self._steady()
            conditions = _conditions(request, url)
            async with (
                self._slots.wire() as slot,
                self._ask(method, url, conditions, form) as answer,
            ):
                await slot.note_data()
                seen.status, seen.headers = answer.status, _kept(answer.headers)
                target = _redirect(answer, url)
                if target is None:
                    await self._read(answer, url, seen, slot, request.reason == DESCRIBES)
                    return
            _stays(target, request)
            if answer.status not in (307, 308) or target.origin != url.origin:
                method, form = "GET", None
            url = target
        raise WebError(TOO_MANY_REDIRECTS, f"more than {self.limits.redirects} redirects")

    def _introduce(self, url: Address) -> None:
        """Nobody's site is asked by somebody whom it could not write to."""
        try:
            require_contact([url.href], self._contact)
        except ConfigError as error:
            raise WebError(FORBIDDEN_ADDRESS, str(error)) from error

    async def _read(
        self, answer: Answer, url: Address, seen: _Seen, slot: Slot, any_type: bool
    ) -> None:
        if answer.status == 304:
            seen.outcome = NOT_MODIFIED
            return
        wait_s = retry_after(answer.status, answer.headers, self._now())
        if wait_s is not None:
            self._schedule.hold(url.host, self._steady() + wait_s)
            raise WebError(BUSY, f"{url.host} answered {answer.status}: again in {wait_s:g} s")
        body = await self._body(answer, slot, any_type)
        seen.body = compress(body)
        if len(seen.body) > self.limits.compressed_bytes:
            most = self.limits.compressed_bytes
            raise WebError(TOO_LARGE, f"the compressed body is larger than {most:,} bytes")
        seen.outcome = OK

    async def _body(self, answer: Answer, slot: Slot, any_type: bool) -> bytes:
        pieces, n_read, checked = [], 0, any_type
        begun = self._steady()
        kind = answer.headers.get("content-type", "")
        async for piece in answer.body(self.limits.decoded_bytes):
            await slot.note_data()
            pieces.append(piece)
            n_read += len(piece)
            self._moves(n_read, self._steady() - begun)
            if not checked and n_read >= 1024:
                _check_type(kind, b"".join(pieces))
                checked = True
        body = b"".join(pieces)
        if body and not checked:
            _check_type(kind, body)
        return body

    def _moves(self, n_read: int, elapsed_s: float) -> None:
        least = self.limits.least_bytes_s
        if elapsed_s > self.limits.grace_s and n_read < least * elapsed_s:
            raise WebError(TIMEOUT, f"the body comes slower than {least:,} bytes a second")

    def _ask(
        self,
        method: str,
        url: Address,
        headers: Mapping[str, str] | None = None,
        form: bytes | None = None,
    ) -> AbstractAsyncContextManager[Answer]:
        """Send one request, with what is brought along to its site."""
        proxy = self._credentials.proxy(url)
        return self._through(proxy).ask(
            method,
            url,
            timeout_s=self.limits.timeout_s,
            headers={
                **(headers or {}),
                **(_POSTED if form else {}),
                **self._credentials.headers(url),
            },
            form=form,
            proxy=proxy,
        )

    def _through(self, proxy: str | None) -> Exchange:
        """The session for requests that go straight, or the one through proxies."""
        way = proxy is not None
        if way not in self._exchanges:
            self._exchanges[way] = (
                Exchange(self._agent, Anywhere(), beyond=Beyond(self._guard, self._resolver))
                if way
                else Exchange(self._agent, self._guard, self._resolver)
            )
        return self._exchanges[way]

    async def _turn(self, host: str, delay_s: float) -> None:
        """Wait until the host may be asked; a host held for long is not waited for."""
        held_s = self._schedule.wait_s(host, self._steady())
        if held_s > self.limits.longest_wait_s:
            raise WebError(BUSY, f"{host} asked to be left alone: again in {held_s:.0f} s")
        wait_s = self._schedule.take(host, self._steady(), delay_s) - self._steady()
        if wait_s > 0:
            await self._sleep(wait_s)

    def _held_s(self, url: str) -> float:
        return round(self._schedule.wait_s(address(url).host, self._steady()), 1)

    async def _ask_robots(self, url: Address, delay_s: float) -> RobotsAnswer:
        """robots.txt, through at most five redirects, cut at its own limit (RFC 9309 2.3)."""
        for _ in range(self.limits.redirects + 1):
            await self._turn(url.host, delay_s)
            async with self._slots.wire() as slot, self._ask("GET", url) as answer:
                await slot.note_data()
                target = _redirect(answer, url)
                if target is None:
                    return RobotsAnswer(answer.status, await _beginning(answer, MOST_BYTES))
            if not same_owner(target.href, url.href):
                raise WebError(FOREIGN, f"{url.href}: robots.txt is another owner's")
            url = target
        raise WebError(TOO_MANY_REDIRECTS, f"{url.href}: robots.txt redirects without end")


@dataclass(slots=True)
class _Seen:
    """What is known of the answer so far."""

    final_url: str
    begun: float  # when the last hop was sent; waiting for the host's turn is not its time
    outcome: str = TIMEOUT
    detail: str = ""
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


def _body(request: Request) -> bytes | None:
    """The fields of a POST as a browser sends them."""
    if request.method != "POST":
        return None
    name = request.encoding
    return "&".join(f"{escaped(n, name)}={escaped(v, name)}" for n, v in request.form).encode()


def _kept(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: headers[name][:1000] for name in _KEPT_HEADERS if name in headers}


def _conditions(request: Request, url: Address) -> dict[str, str]:
    """Conditional headers, for the address they were learned from only."""
    if address(request.url).href != url.href:
        return {}
    pairs = (("If-None-Match", request.etag), ("If-Modified-Since", request.modified))
    return {name: value for name, value in pairs if value}


def _redirect(answer: Answer, url: Address) -> Address | None:
    location = answer.headers.get("location", "")
    if answer.status not in _REDIRECTS or not location:
        return None
    return address(location, base=url.href)


def _stays(target: Address, request: Request) -> None:
    """A redirect leads to another page of the owner, and to none that does something."""
    if not belongs(target.href, request.url, request.hosts):
        where = site_of(target.href)
        words = f"{request.url[:200]} leads to {where}, another owner's: add it, or name the host"
        raise WebError(FOREIGN, words)
    if acts(target.href, request.query):
        raise WebError(ACTS, f"{request.url[:200]} leads to {target.href[:200]}, which acts")


def _check_type(content_type: str, head: bytes) -> None:
    if not looks_like_a_page(content_type, head):
        raise WebError(NOT_HTML, f"not a page: content type {content_type[:80] or 'not given'!r}")


async def _beginning(answer: Answer, n: int) -> bytes:
    held = b""
    async for piece in answer.body(n + (1 << 20)):
        held += piece
        if len(held) >= n:
            break
    return held[:n]
