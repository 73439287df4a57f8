"""Requests through a proxy that the operator names: what it may be asked for."""

from __future__ import annotations

from ipaddress import ip_address

import aiohttp
from aiohttp.abc import AbstractResolver

from upwell.errors import WebError

from ..address import Address
from ..guard import ForbiddenAddressError, Guard, GuardedResolver
from ..outcomes import FORBIDDEN_ADDRESS

MOST_HOSTS = 10_000  # that were looked at


class Anywhere(Guard):
    """Lets through what the operator has named: the proxy itself."""

    def allows(self, host: str, port: int = 80) -> bool:
        return True


class Beyond:
    """The guard of what lies beyond a proxy, which resolves names itself.

    Here they are resolved as well: a name that leads only to places the guard refuses is not
    asked for. One that nobody here can resolve is the proxy's to know.
    """

    def __init__(self, guard: Guard, resolver: AbstractResolver | None = None) -> None:
        self._guard = guard
        self._resolver = GuardedResolver(resolver or aiohttp.DefaultResolver(), guard)
        self._passed: set[tuple[str, int]] = set()

    async def check(self, url: Address) -> None:
        """Raise a WebError for what is not asked for."""
        if (url.host, url.port) in self._passed:
            return
        try:
            literal = str(ip_address(url.host.strip("[]")))
        except ValueError:
            literal = ""
        try:
            if not literal:
                await self._resolver.resolve(url.host, url.port)
            elif not self._guard.allows(literal, url.port):
                raise ForbiddenAddressError(url.host, literal, url.port)
        except ForbiddenAddressError as error:
            raise WebError(FORBIDDEN_ADDRESS, str(error.strerror)) from error
        except OSError:
            pass
        if len(self._passed) < MOST_HOSTS:
            self._passed.add((url.host, url.port))
