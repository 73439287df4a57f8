"""Credentials of sites: the cookies, headers and proxy that requests to their owners carry.

None of it is a record, a log line or a setting that travels: it stands in the process that
fetches, and goes to the owner of the site that it was given for, hop by hop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from upwell.errors import ConfigError
from upwell.models.urls.manners import same_owner

from .address import Address
from .agent import is_loopback

_HTTP_ONLY = "#HttpOnly_"
_FIELDS = 7  # of a line of a cookie file
_SCHEMES = ("http", "https")
# What the client says itself, and what would change where a request ends.
_OURS = frozenset(
    "host connection content-length transfer-encoding content-type accept-encoding user-agent"
    " te trailer upgrade proxy-authorization".split()
)


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie of a Netscape cookie file."""

    domain: str
    below: bool  # hosts below the domain get it as well
    path: str
    secure: bool
    expires: float  # seconds since the epoch; 0: never
    name: str
    value: str = field(repr=False)

    def goes_to(self, url: Address, now: float) -> bool:
        """Whether a request brings it (RFC 6265 5.4)."""
        under = self.below and url.host.endswith(f".{self.domain}")
        path = urlsplit(url.href).path or "/"
        inside = path == self.path or path.startswith(self.path.rstrip("/") + "/")
        fresh = not self.expires or self.expires > now
        return (
            (url.host == self.domain or under)
            and inside
            and fresh
            and (not self.secure or url.scheme == "https")
        )


@dataclass(frozen=True, slots=True)
class SiteCredentials:
    """The cookies, headers and proxy of one site.

    Attributes
    ----------
    home
        A URL of the site: its owner gets the rest. One by https never gets it by http.
    proxy
        Where its requests go through, with a login perhaps.
    """

    home: str
    cookies: tuple[Cookie, ...] = field(default=(), repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    proxy: str = field(default="", repr=False)

    def is_for(self, url: Address) -> bool:
        """Whether a URL is of its site's owner, and as safe as its site."""
        safe = url.scheme == "https" or not self.home.startswith("https:")
        return safe and same_owner(url.href, self.home)


class Credentials:
    """The credentials of all sites of this process.

    Parameters
    ----------
    sites
        The credentials of each.
    variables
        Whether the usual variables of a proxy count; they never do for this machine itself.
    now
        Of cookies that expire.
    """

    def __init__(
        self,
        sites: Iterable[SiteCredentials] = (),
        variables: bool = True,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._sites = tuple(sites)
        self._variables = variables and bool(getproxies_environment())
        self._now = now

    def headers(self, url: Address) -> dict[str, str]:
        """Headers of one request: its site's own, and its cookies."""
        mine = [one for one in self._sites if one.is_for(url)]
        out = {name: value for one in mine for name, value in one.headers}
        cookies = [c for one in mine for c in one.cookies if c.goes_to(url, self._now())]
        cookies.sort(key=lambda cookie: -len(cookie.path))
        if cookies:
            said = [out["Cookie"]] if "Cookie" in out else []
            out["Cookie"] = "; ".join([*said, *(f"{c.name}={c.value}" for c in cookies)])
        return out

    def proxy(self, url: Address) -> str | None:
        """The proxy that a request goes through; None: it goes straight."""
        for one in self._sites:
            if one.proxy and same_owner(url.href, one.home):
                return one.proxy
        if not self._variables or is_loopback(url.host) or proxy_bypass(url.host):
            return None
        found = getproxies_environment()
        return found.get(url.scheme) or found.get("all")

    def hide(self, text: str) -> str:
        """A text without the secrets of any site."""
        for one in self._sites:
            login = urlsplit(one.proxy).password or ""
            secrets = [value for _, value in one.headers]
            secrets += [cookie.value for cookie in one.cookies]
            for secret in (*secrets, login, unquote(login)):
                if len(secret) > 2:
                    text = text.replace(secret, "***")
        return text


def read_cookies(path: Path) -> tuple[Cookie, ...]:
    """The cookies of a Netscape cookie file, as browsers and curl write it.

    Raises
    ------
    ConfigError
        It cannot be read, or a line is none; the line's text is not told.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigError(f"--cookies {path}: cannot be read: {why}") from error
    out = []
    for n, line in enumerate(lines, 1):
        line = line.removeprefix(_HTTP_ONLY)
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split("\t")
        if len(parts) != _FIELDS or not parts[4].strip().lstrip("-").isdigit():
            raise ConfigError(
                f"--cookies {path}: line {n} is not one of a Netscape cookie file: seven fields"
                " with tabs between them"
            )
        domain, below, where, secure, expires, name, value = parts
        out.append(
            Cookie(
                domain=domain.strip().lstrip(".").lower(),
                below=below.strip().upper() == "TRUE",
                path=where.strip() or "/",
                secure=secure.strip().upper() == "TRUE",
                expires=max(0.0, float(expires)),
                name=_plain(name, f"--cookies {path}: line {n}"),
                value=_plain(value, f"--cookies {path}: line {n}"),
            )
        )
    return tuple(out)


def read_header(text: str) -> tuple[str, str]:
    """A header from `Name: value`.

    >>> read_header("Authorization: Bearer x")
    ('Authorization', 'Bearer x')

    Raises
    ------
    ConfigError
        It is none, or one that only the client may say; its value is not told.
    """
    name, sign, value = text.partition(":")
    name = name.strip()
    if not sign or not name or not name.isascii() or not name.replace("-", "").isalnum():
        raise ConfigError("--header: write it as 'Name: value'")
    if name.lower() in _OURS:
        raise ConfigError(f"--header {name}: it is upwell's own to say")
    return name.title(), _plain(value.strip(), f"--header {name}")


def read_proxy(url: str) -> str:
    """The URL of a proxy.

    Raises
    ------
    ConfigError
        It is none; a login in it is not told.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in _SCHEMES or not parts.hostname or (port is None and ":" in parts.path):
        raise ConfigError("--proxy: write it as http://host:port")
    return url


def _plain(text: str, where: str) -> str:
    if not all(" " <= char <= "~" or char >= "\xa0" for char in text):
        raise ConfigError(f"{where}: a control character")
    return text
