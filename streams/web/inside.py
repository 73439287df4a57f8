"""What an operator allows although it is inside: networks, for a site or for the one they name."""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import NamedTuple

from upwell.errors import ConfigError


class Asking(NamedTuple):
    """For whom a connection is made."""

    site: str  # its authority, as it was added
    host: str  # of the URL that is asked
    port: int


class Allowed(NamedTuple):
    """One entry of the allow-list: `[HOST=]NETWORK[:PORT]`."""

    network: IPv4Network | IPv6Network
    host: str = ""  # not set: of every site that was added, its own host
    port: int | None = None  # not set: the port of the site

    def covers(self, address: IPv4Address | IPv6Address, port: int, asking: Asking | None) -> bool:
        """Whether it lets a connection through.

        Reading
        -------
        A network alone is allowed to the sites that were named, on their own ports: a page of a
        site elsewhere leads to no service of this machine. Who asks for no site is the operator.
        """
        if address.version != self.network.version or address not in self.network:
            return False
        if asking is None:
            return self.port is None or port == self.port
        if self.host:
            ports = {self.port} if self.port is not None else {asking.port}
            return asking.host.lower() == self.host and port in ports
        name, own = authority(asking.site)
        same = asking.host.lower() == name and (port == own if own else port in (80, 443))
        return same and self.port in (None, port)


ASKING: ContextVar[Asking | None] = ContextVar("asking", default=None)


def allowed(entries: Iterable[str]) -> tuple[Allowed, ...]:
    """Entries of a setting.

    Examples
    --------
    >>> [entry.port for entry in allowed(["127.0.0.0/8", "wiki.lan=10.0.0.7/32:8080", "[::1]:80"])]
    [None, 8080, 80]
    """
    return tuple(_entry(text) for text in entries)


def authority(site: str) -> tuple[str, int | None]:
    """Host and port of a site.

    >>> authority("[::1]:81"), authority("shop.test")
    (('[::1]', 81), ('shop.test', None))
    """
    host, colon, port = site.lower().rpartition(":")
    if colon and port.isdigit() and (not host.count(":") or host.endswith("]")):
        return host, int(port)
    return site.lower(), None


def _entry(text: str) -> Allowed:
    host, sign, rest = text.rpartition("=")
    port = None
    try:
        return Allowed(ip_network(rest.strip("[]"), strict=False), host.lower(), port)
    except ValueError:
        where, _, number = rest.rpartition(":")
    try:
        port = int(number)
        if not 0 < port < 65536 or (sign and not host):
            raise ValueError
        return Allowed(ip_network(where.strip("[]"), strict=False), host.lower(), port)
    except ValueError:
        raise ConfigError(
            f"--allow {text}: not a network; write an address range such as 127.0.0.0/8,"
            " or HOST=127.0.0.1/32:8080 for one host and port"
        ) from None
