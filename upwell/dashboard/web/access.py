"""Who may ask: the token of the printed address, then a cookie; no other site, no other name.

A page of somebody else in the same browser can reach this server as well. So every request names
a host that is ours (a foreign name that resolves to this machine does not), what changes
something comes from a page of ours, and the cookie is never sent from elsewhere.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass, field
from hmac import compare_digest
from secrets import token_urlsafe
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from yarl import URL

OPEN = frozenset({"/healthz"})  # what may be asked without the token
TOKEN = "token"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Access:
    """The token of one run of the server.

    Parameters
    ----------
    names
        Hosts that it is asked by beside addresses and `localhost`.
    token
        Drawn anew at every start.
    """

    names: frozenset[str] = frozenset()
    token: str = field(default_factory=lambda: token_urlsafe(24), repr=False)

    def opens(self, given: str | None) -> bool:
        """Whether this is the token."""
        return given is not None and compare_digest(given.encode(), self.token.encode())

    def names_us(self, host: str) -> bool:
        """Whether a Host header may be meant for this server.

        >>> access = Access(frozenset({"crawler.lan"}), "t")
        >>> [access.names_us(host) for host in ("127.0.0.1:8", "[::1]:8", "crawler.lan")]
        [True, True, True]
        >>> access.names_us("rebound.test:8")
        False
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name == "localhost" or name in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def own_names(host: str) -> frozenset[str]:
    """The names by which a server bound to `host` may be asked, when others can reach it."""
    return frozenset({host.lower(), socket.gethostname().lower()})


def guard(access: Access) -> Middleware:
    """The middleware that refuses."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path in OPEN:
            return await handler(request)
        if not access.names_us(request.headers.get("Host", "")):
            raise web.HTTPForbidden(text="this host name is not the dashboard's")
        if access.opens(request.query.get(TOKEN)) and request.method in SAFE:
            return _welcome(request, access)
        if not _knows(request, access):
            raise web.HTTPUnauthorized(
                text="open the address that the command printed: it carries the token",
                headers={"WWW-Authenticate": "Bearer"},
            )
        if not _is_ours(request):
            raise web.HTTPForbidden(text="this request came from another site")
        return await handler(request)

    return guarded


def _cookie(request: web.Request) -> str:
    """Browsers keep cookies by host alone: two dashboards on two ports have two names."""
    port = urlsplit(f"//{request.headers.get('Host', '')}").port
    return f"upwell-{port or 80}"


def _knows(request: web.Request, access: Access) -> bool:
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return access.opens(given.strip())
    return access.opens(request.cookies.get(_cookie(request)))


def _is_ours(request: web.Request) -> bool:
    """Whether a request comes from no other site; programs with the token send no such headers."""
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        return False
    if request.method in SAFE:
        return True
    origin = request.headers.get("Origin")
    if origin is None:
        return "Authorization" in request.headers
    return urlsplit(origin).netloc == request.headers.get("Host")


def _welcome(request: web.Request, access: Access) -> web.Response:
    """Redirect to the address without the token, with the cookie in its place."""
    query = [(name, value) for name, value in request.query.items() if name != TOKEN]
    place = URL.build(path=request.path, query=query)
    answer = web.Response(status=303, headers={"Location": str(place)})
    answer.set_cookie(_cookie(request), access.token, httponly=True, samesite="Strict", path="/")
    return answer
