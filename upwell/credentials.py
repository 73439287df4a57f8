"""Credentials of sites from flags, environment and `upwell.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from upwell.errors import ConfigError
from upwell.models.urls.canonical import site_of
from upwell.models.urls.manners import same_owner
from upwell.streams.web.agent import is_loopback
from upwell.streams.web.credentials import (
    Credentials,
    SiteCredentials,
    read_cookies,
    read_header,
    read_proxy,
)

from .config import resolve, sections, settings


def credentials_of(flags: Mapping[str, Any], urls: Iterable[str]) -> Credentials:
    """The credentials of the sites that a command names; without any, of all in the file.

    Raises
    ------
    ConfigError
        A cookie file, a header or a proxy is none; or a header is given for sites of several
        owners, so that one would get what is meant for another.
    """
    homes = list(urls)
    for other in homes[1:]:
        if flags.get("header") and not same_owner(other, homes[0]):
            raise ConfigError(
                "--header would go to sites of several owners: write it in upwell.toml, in the"
                f' section [site."{site_of(homes[0])}"]'
            )
    homes = homes or [_home(site) for site in sections()]
    return Credentials([_site_credentials(flags, home) for home in homes])


def _site_credentials(flags: Mapping[str, Any], home: str) -> SiteCredentials:
    given = {name: flags.get(name) for name in ("cookies", "header", "proxy")}
    known = settings(resolve(given, site=site_of(home)))
    return SiteCredentials(
        home,
        read_cookies(known.cookies) if known.cookies else (),
        tuple(map(read_header, known.header)),
        read_proxy(known.proxy) if known.proxy else "",
    )


def _home(site: str) -> str:
    """A URL of a site of which only the authority is known: the safe scheme, but at home."""
    host = site.rpartition(":")[0] or site
    return f"{'http' if is_loopback(host) else 'https'}://{site}/"
