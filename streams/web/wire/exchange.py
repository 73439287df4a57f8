"""One request and its answer, with every failure of the network as a WebError."""

from __future__ import annotations

import asyncio
import errno
import resource
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import aiohttp
from aiohttp.abc import AbstractResolver
from yarl import URL

from upwell.errors import WebError

from ..address import Address
from ..guard import ForbiddenAddressError, Guard, GuardedResolver
from ..outcomes import DNS, FORBIDDEN_ADDRESS, PROTOCOL, REFUSED, RESET, TIMEOUT, TLS, TRUNCATED
from .body import ACCEPTED, decoded
from .meter import MeteredHandler
from .proxied import Beyond

CONNECT_S = 10.0
_CHUNK = 1 << 16
LONGEST_HEADER = 1 << 16  # policies of some sites are longer than the library's 8 kB
# No file handles, no memory: not the site's fault, so not an outcome of the page.
_OUR_MACHINE = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS))


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers (names in lower case) and the body still to be read."""

    status: int
    headers: Mapping[str, str]
    body: Callable[[int], AsyncIterator[bytes]]  # limit -> decoded pieces


class Exchange:
    """A session that follows no redirect, keeps no cookie and connects where the guard allows."""

    def __init__(
        self,
        agent: str,
        guard: Guard,
        resolver: AbstractResolver | None = None,
        beyond: Beyond | None = None,
    ) -> None:
        self._beyond = beyond
        connector = aiohttp.TCPConnector(
            resolver=GuardedResolver(resolver or aiohttp.DefaultResolver(), guard),
            socket_factory=guard.socket,
            limit=_sockets(),
        )
        loop = asyncio.get_running_loop()
        connector._factory = partial(MeteredHandler, loop=loop)  # type: ignore[assignment]
        self._session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            max_line_size=LONGEST_HEADER,
            max_field_size=LONGEST_HEADER,
            headers={
                "User-Agent": agent,
                "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
                "Accept-Encoding": ACCEPTED,
            },
        )

    async def close(self) -> None:
        await self._session.close()

    @asynccontextmanager
    async def ask(
        self,
        method: str,
        url: Address,
        *,
        timeout_s: float,
        headers: Mapping[str, str] | None = None,
        form: bytes | None = None,
        proxy: str | None = None,
    ) -> AsyncIterator[Answer]:
        """Send one request; the time limit holds until the block is left."""
        if self._beyond is not None:
            await self._beyond.check(url)
        try:
            async with (
                asyncio.timeout(timeout_s),
                self._session.request(
                    method,
                    URL(url.href, encoded=True),
                    headers=headers,
                    proxy=proxy,
                    data=form,
                    allow_redirects=False,
                    timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_S),
                ) as response,
            ):
                yield Answer(
                    response.status,
                    {name.lower(): _header_text(value) for name, value in response.headers.items()},
                    lambda limit: decoded(
                        response.content.iter_chunked(_CHUNK),
                        response.headers.get("Content-Encoding", ""),
                        limit,
                    ),
                )
        except (aiohttp.ClientError, OSError) as error:
            if getattr(getattr(error, "os_error", error), "errno", None) in _OUR_MACHINE:
                raise
            raise _failure(error, url, timeout_s) from error


def _header_text(value: str) -> str:
    """The value of a header as text: bytes that are no UTF-8 are Latin-1 (RFC 9110 5.5).

    >>> _header_text(b"caf\\xe9".decode("utf-8", "surrogateescape")), _header_text("café")
    ('café', 'café')
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogateescape").decode("latin-1")
    return value


def _sockets() -> int:
    """Connections at a time: those that stall are many, and cost a file handle each."""
    return max(64, min(1024, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2))


# What the library raises, most particular first, with the outcome and the words for people.
_FAILURES: tuple[tuple[type[BaseException], str, str], ...] = (
    (aiohttp.ClientConnectorDNSError, DNS, "the host name does not resolve"),
    (aiohttp.ClientSSLError, TLS, "no secure connection"),
    (aiohttp.ServerTimeoutError, TIMEOUT, "no connection in time"),
    (TimeoutError, TIMEOUT, "no answer in time"),
    (aiohttp.ClientConnectorError, REFUSED, "the host cannot be reached"),
    (aiohttp.ClientPayloadError, TRUNCATED, "the answer ended inside its body"),
    (aiohttp.ServerDisconnectedError, RESET, "the connection was closed without an answer"),
    (aiohttp.ClientResponseError, PROTOCOL, "the answer is not HTTP"),
    (aiohttp.ClientOSError, RESET, "the connection broke"),
    (aiohttp.ClientError, PROTOCOL, "the request failed"),
    (OSError, RESET, "the connection broke"),
)


def _failure(error: BaseException, url: Address, timeout_s: float) -> WebError:
    inner = getattr(error, "os_error", error)
    if isinstance(inner, ForbiddenAddressError):
        return WebError(FORBIDDEN_ADDRESS, str(inner.strerror))
    for kind, outcome, words in _FAILURES:
        if isinstance(error, kind):
            why = f" ({timeout_s:g} s)" if kind is TimeoutError else _reason(error)
            return WebError(outcome, f"{url.host}:{url.port}: {words}{why}")
    return WebError(PROTOCOL, f"{url.host}:{url.port}: {error}"[:300])


def _reason(error: BaseException) -> str:
    text = str(getattr(error, "message", "") or getattr(error, "strerror", "") or "")
    return f": {' '.join(text.split())[:200]}" if text else ""
