"""The address guard: which machines a crawl may connect to.

A name is resolved, its addresses are sifted, and the socket is made for a sifted address
only; the same test stands once more where sockets are made, so that neither a literal
address, nor a redirect, nor a second answer of the name server leads inside.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from aiohttp.abc import AbstractResolver, ResolveResult

from .inside import ASKING, allowed

MOST_NAMES = 10_000
# Not public, whatever the registry of the Python version says: protocol assignments, 6to4
# relays; and of IPv6 the ranges that carry an IPv4 address inside (6to4, Teredo). Of IPv6
# only 2000::/3 is public at all, which leaves out NAT64 and the site-local range.
_NOT_PUBLIC = tuple(
    ip_network(net)
    for net in ("192.0.0.0/24", "192.88.99.0/24", "2002::/16", "2001::/23", "3fff::/20")
)
_PUBLIC_IPV6 = IPv6Network("2000::/3")
# Services that must never be sent a request, whoever runs them.
_PORTS = frozenset(
    int(port)
    for port in "19 20 21 22 23 25 53 69 110 111 119 123 135 137 139 143 161 179 389 445 465 514"
    " 515 548 554 563 587 636 989 990 993 995 1433 1521 2049 2181 3306 3389 5432 5900 6000 6379"
    " 6667 9092 9200 11211 27017".split()
)


class ForbiddenAddressError(OSError):
    """The guard refused a connection; the message says what to type to permit it."""

    def __init__(self, host: str, address: str, port: int) -> None:
        plain = _plain(address)
        place = f"[{plain}]:{port}" if plain.version == 6 else f"{plain}:{port}"
        where = place if host.strip("[]") == address else f"{host} ({place})"
        super().__init__(
            errno.EACCES, f"{where} is not a public web address; --allow {host}={place} permits it"
        )


class Guard:
    """Public addresses, and what the operator allows by CIDR.

    Parameters
    ----------
    allow
        Networks that may be asked although they are not public: `[HOST=]NETWORK[:PORT]`.

    Examples
    --------
    >>> Guard().allows("127.0.0.1"), Guard(["127.0.0.0/8"]).allows("127.0.0.1")
    (False, True)
    >>> Guard().allows("93.184.216.34"), Guard().allows("::ffff:10.0.0.1")
    (True, False)
    """

    def __init__(self, allow: Iterable[str] = ()) -> None:
        self._allowed = allowed(allow)
        self._public: dict[str, None] = {}  # names that had a public address: they stay outside

    def allows(self, host: str, port: int = 80) -> bool:
        """Whether a socket to this literal address may be made, for whom `ASKING` says."""
        try:
            plain = _plain(host)
        except ValueError:
            return False
        asking = ASKING.get()
        if _public(plain):
            return port not in _PORTS or any(e.covers(plain, port, asking) for e in self._allowed)
        for entry in self._allowed:
            if entry.covers(plain, port, asking):
                return bool(entry.host) or asking is None or asking.host not in self._public
        return False

    def note(self, host: str, places: Iterable[str]) -> None:
        """What a name resolves to: one that was public is not led inside by another answer."""
        if any(_public(ip_address(place.partition("%")[0])) for place in places):
            self._public[host] = None
            while len(self._public) > MOST_NAMES:
                del self._public[next(iter(self._public))]

    def socket(self, info: tuple[Any, ...]) -> socket.socket:
        """Make the socket for a `getaddrinfo` entry, or refuse (aiohttp's socket factory)."""
        family, kind, proto, _, place = info
        if not self.allows(place[0], place[1]):
            asking = ASKING.get()
            raise ForbiddenAddressError(asking.host if asking else place[0], place[0], place[1])
        return socket.socket(family=family, type=kind, proto=proto)


class GuardedResolver(AbstractResolver):
    """Resolves names and keeps the addresses that the guard allows."""

    def __init__(self, inner: AbstractResolver, guard: Guard) -> None:
        self._inner = inner
        self._guard = guard

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        try:
            found = await self._inner.resolve(host, port, family)
        except UnicodeError as error:
            raise OSError(None, f"not a host name: {error}") from error
        self._guard.note(host, [place["host"] for place in found])
        kept = [place for place in found if self._guard.allows(place["host"], port)]
        if found and not kept:
            raise ForbiddenAddressError(host, found[0]["host"], port)
        return kept

    async def close(self) -> None:
        await self._inner.close()


def _plain(address: str) -> IPv4Address | IPv6Address:
    """An address without the interface it is reached by; of IPv6 the IPv4 one it stands for."""
    found = ip_address(address.partition("%")[0])
    return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found


def _public(found: IPv4Address | IPv6Address) -> bool:
    if not found.is_global or found.is_multicast or found.is_reserved:
        return False
    if isinstance(found, IPv6Address) and (found not in _PUBLIC_IPV6 or _carries_ipv4(found)):
        return False
    return not any(found.version == net.version and found in net for net in _NOT_PUBLIC)


def _carries_ipv4(found: IPv6Address) -> bool:
    """ISATAP: an interface of ::5efe or ::200:5efe and an IPv4 address."""
    return (int(found) >> 32) & 0xFDFFFFFF == 0x5EFE
